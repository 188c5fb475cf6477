"""How numbers are written on the screen: true minus, thin groups, three places for a credit."""

from __future__ import annotations

from reviewer.model.counting import decimal_text, true_minus
from reviewer.scoring.bounds import AT_THRESHOLD as AT_THRESHOLD
from reviewer.scoring.bounds import NOISE

MINUS = "−"
THIN = "\u202f"
ABSENT = "—"
# The same in a narrow column of numbers; tooltip and screen reader have the words.
AT_THRESHOLD_SHORT = "±0"
_BYTES = ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"))


def headline(value: float | None) -> str:
    """A grade in the headline or the list: 0.500; what three places would hide: −0.0004."""
    return ABSENT if value is None else true_minus(decimal_text(_short_of_full(value), 3))


def credit(value: float | None) -> str:
    """A credit inside a row, without its leading zero: .843, 1.000, −.300."""
    return ABSENT if value is None else bare(headline(value))


def _short_of_full(value: float) -> float:
    """What lacks more than noise of full credit is not written as 1.000."""
    return min(value, 0.999) if 0.999 < value <= 1 - NOISE else value


def threshold(value: float) -> str:
    """A threshold inside a row, as short as it is exact to four places: .85, 1, .8125."""
    text = fixed(value, 4).rstrip("0").rstrip(".")
    whole, dot, places = text.partition(".")
    return bare(f"{whole}.{places.ljust(2, '0')}") if dot else text


def signed(value: float, places: int = 3) -> str:
    """A change with its sign: +.013, −.007, +.000."""
    text = bare(fixed(value, places))
    return text if text.startswith(MINUS) else "+" + text


def margin(value: float, at: str = AT_THRESHOLD) -> str:
    """How far from a threshold: +.013, −12, +.00004; `at` where there is nothing in between."""
    if abs(value) < NOISE:
        return at
    if float(value).is_integer():
        return ("+" if value > 0 else "") + count(int(value))
    if abs(value) >= 10:
        return signed(value, 1)
    return signed(value, next(n for n in range(3, 11) if abs(value) >= 0.5 * 10**-n))


def fixed(value: float, places: int) -> str:
    """A fixed number of places with a true minus; a rounded zero has no sign."""
    text = f"{value:.{places}f}"
    if text.startswith("-"):
        return text[1:] if float(text) == 0 else MINUS + text[1:]
    return text


def bare(text: str) -> str:
    """Drop the zero before the point: 0.843 becomes .843."""
    for sign in ("", MINUS, "+"):
        if text.startswith(f"{sign}0."):
            return sign + text[len(sign) + 1 :]
    return text


def count(value: int) -> str:
    """Groups of three with a thin space from 1 000 on: 23 803."""
    text = f"{abs(value):,}".replace(",", THIN)
    return MINUS + text if value < 0 else text


def percent(share: float, places: int = 1) -> str:
    """A share of one in percent: 98.2 %, .2 %; what is nearly none or all is not called so."""
    if share in (0, 1):
        return f"{share * 100:.0f} %"
    least = 10.0**-places
    near = fixed(share * 100, places)
    if 0 < share < 1 and float(near) == 0:
        return f"under {bare(fixed(least, places))} %"
    if 0 < share < 1 and float(near) == 100:
        return f"over {fixed(100 - least, places)} %"
    return bare(near) + " %"


def size(count_of_bytes: int) -> str:
    """A file size in three digits, powers of 1000: 1.94 MB, 412 B."""
    for unit, name in _BYTES:
        if count_of_bytes >= unit:
            value = count_of_bytes / unit
            places = 2 if value < 10 else 1 if value < 100 else 0
            text = f"{value:.{places}f}"
            return f"{text.rstrip('0').rstrip('.') if '.' in text else text} {name}"
    return f"{count_of_bytes} B"


def pixels(width: int, height: int) -> str:
    """A size of a picture: 1080×1920."""
    return f"{width}×{height}"
