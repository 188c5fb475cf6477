"""Plain JSON data read field by field; every fault says where it stands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.scoring.row import MOST_WEIGHT


class AnswerKeyError(ValueError):
    """An answer key that cannot be read; the message names the place and the remedy."""


def read_json(text: str, *, name: str) -> object:
    """The data in a JSON text, without the two slips that JSON readers let pass."""
    try:
        parsed: object = json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_no_constant
        )
    except AnswerKeyError as error:
        raise AnswerKeyError(f"{name}: {error}") from error
    except RecursionError as error:
        raise AnswerKeyError(f"{name}: nested too deep to be an answer key") from error
    except ValueError as error:
        raise AnswerKeyError(f"{name}: not valid JSON: {error}; write the file again") from error
    return parsed


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the key something stands, for error messages."""

    name: str
    path: str

    def at(self, step: str) -> Place:
        """A place inside this one."""
        glue = "" if not self.path or step.startswith("[") else "."
        return Place(self.name, f"{self.path}{glue}{step}")

    def fault(self, why: str) -> AnswerKeyError:
        """The error to raise for what stands here."""
        return AnswerKeyError(f"{self.name}: {self.path}: {why}")

    def mapping(self, raw: object) -> Entry:
        """What stands here, which must be a JSON object."""
        if not isinstance(raw, Mapping):
            where = f"{self.name}: {self.path}" if self.path else self.name
            raise AnswerKeyError(f"{where}: must be a JSON object, got {type(raw).__name__}")
        return Entry(self, raw)


@dataclass(frozen=True, slots=True)
class Entry:
    """One JSON object of the key, read field by field."""

    place: Place
    raw: Mapping[str, Any]

    def at(self, field: str) -> Place:
        """The place of one field."""
        return self.place.at(field)

    def only(self, fields: Iterable[str]) -> None:
        """Refuse every field but these."""
        # A misspelled field would silently drop its requirement: a free pass.
        known = list(fields)
        for field in self.raw:
            if field not in known:
                raise self.at(str(field)).fault(f"unknown field; known are {', '.join(known)}")

    def text(self, field: str) -> str:
        """A field that must hold words."""
        value = self.raw.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self.at(field).fault(f"must be a non-empty string, got {value!r}")
        return value.strip()

    def choice(self, field: str, choices: Sequence[str]) -> str:
        """A field that must hold one of the choices."""
        value = self.raw[field]
        if value not in choices:
            raise self.at(field).fault(
                f"{field} must be one of {', '.join(choices)}; got {value!r}"
            )
        return str(value)

    def number(self, field: str, default: float) -> float:
        """A field that must hold a finite number where it is given."""
        value = self.raw.get(field, default)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not abs(value) <= sys.float_info.max:
            raise self.at(field).fault(f"{field} must be a number, got {value!r}")
        return float(value)

    def weight(self) -> float:
        """The weight, 1 where it is not given."""
        weight = self.number("weight", 1.0)
        if weight <= 0:
            raise self.at("weight").fault(f"weight must be positive, got {weight:g}")
        if weight > MOST_WEIGHT:
            raise self.at("weight").fault(
                f"weight must be at most {MOST_WEIGHT:g}, got {weight:g}; weights are shares"
            )
        return weight


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise AnswerKeyError(
            f"the field {next(n for n in names if names.count(n) > 1)!r} stands twice"
        )
    return made


def _no_constant(constant: str) -> float:
    raise AnswerKeyError(f"{constant} is not a JSON number; give a finite one")
