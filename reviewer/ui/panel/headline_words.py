"""A headline as the panel says it: number, verdict, mark, why, and where it lies on its bar."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from reviewer.model import HeadlineValue, Ledger, Rubric
from reviewer.model.counting import counted
from reviewer.model.ledger import ERROR
from reviewer.scoring.losses import Loss
from reviewer.scoring.naming import part_name, part_names
from reviewer.ui import numbers
from reviewer.ui.panel import words
from reviewer.ui.panel.view import PanelView
from reviewer.ui.translate import tr
from reviewer.ui.widgets.bars import BarState

HIDDEN = "hidden until you have answered"
_SMALL_LOSS = 0.005
_OF_FILE = re.compile(r"^(\S+\.\w{1,5}): (.+)$")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_MOST_NAME = 26
_WITHHELD = "auto withheld"


@dataclass(frozen=True, slots=True)
class Share:
    """A value as a share of a range."""

    low: float
    high: float

    def __call__(self, value: float) -> float:
        """From 0 at the low end to 1 at the high end."""
        span = self.high - self.low
        return (value - self.low) / span if span > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """One headline in words; `start`, `end` and `tick` are shares of its range."""

    number: str
    icon: str = ""
    icon_role: str = "text2"
    verdict: str = ""
    verdict_role: str = "text2"
    needs: str = ""
    right: str = ""
    why: str = ""
    why_icon: str = ""
    start: float = 0.0
    end: float = 0.0
    tick: float | None = None
    bar: BarState = "none"
    name: str = ""
    is_quiet: bool = False
    # What the number is without people, left out first where it says the same.
    is_right_same: bool = False

    @property
    def spoken(self) -> str:
        """The whole headline for a screen reader."""
        parts = (self.number, self.verdict, self.needs, self.why, self.right)
        return ", ".join(part for part in parts if part)


def shown(view: PanelView) -> tuple[Shown, ...]:
    """The headlines of a task, the first one the list shows; one line of state without any."""
    if view.hides and view.rows is not None:
        count = view.rows.unanswered
        left = tr("{count} to answer").format(count=count)
        why = left if count else tr("answer the items below")
        return (Shown("", "eye-off", verdict=tr(HIDDEN), why=why, is_quiet=True),)
    if view.error and (view.ledger is None or not view.ledger.headlines):
        return (Shown(numbers.ABSENT, "error", "bad", tr("no grade"), "bad", is_quiet=True),)
    if view.ledger is None or not view.ledger.headlines:
        busy = view.busy or tr("no task")
        return (Shown(numbers.ABSENT, "clock", verdict=busy.rstrip("…"), is_quiet=True),)
    before = {each.name: each for each in view.automatic.headlines} if view.automatic else {}
    losses = view.rows.losses() if view.rows is not None and view.rows.losses is not None else {}
    first, *rest = (
        _headline(each, before.get(each.name), view.ledger, view.rubric, losses.get(each.name))
        for each in view.ledger.headlines
    )
    differ = view.rows.differ if view.rows is not None else 0
    if differ:
        on = counted(differ, "row", "rows")
        said = tr("People differ on {rows}: the judge’s value stands.").format(rows=on)
        first = replace(first, why=f"{said} {first.why}".strip(), why_icon="flag")
    return first, *rest


def _headline(
    now: HeadlineValue,
    automatic: HeadlineValue | None,
    ledger: Ledger,
    rubric: Rubric | None,
    loss: Loss | None,
) -> Shown:
    auto = _auto(automatic)
    if now.error:
        return Shown(
            numbers.ABSENT, "error", "bad", tr("no headline"), "bad", right=auto,
            why=_reasons(now, ledger), name=now.name, is_quiet=True,
        )  # fmt: skip
    if now.value is None:
        return _without_value(now, auto, ledger)
    share = Share(now.low, now.high)
    zero = share(0.0) if now.low < 0 else 0.0
    icon, role, verdict, state = _verdict(now)
    tick = zero if now.low < 0 else None if now.pass_mark is None else share(now.pass_mark)
    why = words.held(now)
    in_range = (now.low, now.high) != (0.0, 1.0)
    span = words.span(now.low, now.high)
    right = tr("range {span}").format(span=span) if in_range and not auto else auto
    needs = _needs(now)
    if in_range and now.pass_mark is None:
        needs = tr("of {span}").format(span=span) if auto else ""
    return Shown(
        numbers.headline(now.value), icon, role, verdict, role if icon == "fails" else "text",
        needs, right, why or lost(ledger, now, rubric, loss), "lock" if why else "",
        zero, share(now.value), tick, state, now.name,
        is_right_same=automatic is not None and automatic.value == now.value,
    )  # fmt: skip


def _reasons(now: HeadlineValue, ledger: Ledger) -> str:
    """Why there is no headline, without the rows it is missing for: they say so themselves."""
    reasons = dict.fromkeys(c.reason for c in ledger.checks if c.state == ERROR and c.reason)
    said = [_reason_first(reason) for reason in reasons if reason in now.error]
    return "; ".join(said) or words.one_line(now.error)


def _reason_first(reason: str) -> str:
    """`The file is empty (0 bytes): …solution.png`: a long name would take the room of the why.

    Of the name its end says which file it is; what to do about it is read at the rows.
    """
    found = _OF_FILE.match(words.one_line(reason))
    if found is None:
        return words.sentence(reason)
    name, why = found.groups()
    short = name if len(name) <= _MOST_NAME else f"…{name[-_MOST_NAME:]}"
    return f"{words.sentence(_SENTENCE_END.split(why)[0].rstrip('.'))}: {short}"


def _without_value(now: HeadlineValue, auto: str, ledger: Ledger) -> Shown:
    """Withheld: what is known already, and why the rest is not."""
    if now.known is None:
        return Shown(
            numbers.ABSENT, "not-judged", verdict=tr("no headline"), right=auto, name=now.name,
            why=tr("Nothing it needs was measured"), is_quiet=True,
        )  # fmt: skip
    share = Share(now.low, now.high)
    low, high = now.known
    open_rows = sum(check.state == "not judged" for check in ledger.checks)
    one, many = tr("Withheld: 1 item is not judged"), tr("Withheld: {count} items are not judged")
    why = one if open_rows == 1 else many.format(count=numbers.count(open_rows))
    why = why if open_rows else tr("Withheld until it is judged")
    tick = None if now.pass_mark is None else share(now.pass_mark)
    return Shown(
        words.span(low, high), "not-judged", verdict=tr("withheld"),
        needs=_needs(now), right=auto, why=why, start=share(low), end=share(high), tick=tick,
        bar="passes", name=now.name, is_quiet=True, is_right_same=auto == tr(_WITHHELD),
    )  # fmt: skip


def _verdict(now: HeadlineValue) -> tuple[str, str, str, BarState]:
    """Icon, color role, word and bar of a value."""
    if now.passes is None:
        is_below = now.value is not None and now.value < 0
        return "", "text2", "", "fails" if is_below else "passes"
    if now.passes:
        return "passes", "ok", tr("passes"), "passes"
    return "fails", "bad", tr("fails"), "fails"


def _needs(now: HeadlineValue) -> str:
    return "" if now.pass_mark is None else tr("needs {mark}").format(mark=f"{now.pass_mark:.2f}")


def _auto(automatic: HeadlineValue | None) -> str:
    """What the grade is without people."""
    if automatic is None:
        return ""
    if automatic.value is None:
        return tr(_WITHHELD) if automatic.known else ""
    return tr("auto {credit}").format(credit=numbers.credit(automatic.value))


def lost(ledger: Ledger, headline: HeadlineValue, rubric: Rubric | None, loss: Loss | None) -> str:
    """Where most of the grade went, when nothing holds it, by the question of the check.

    What is lost at a row is what the headline would gain if that row alone had full credit.
    """
    if headline.value is None:
        return ""
    if loss is None:
        moved = [line for line in ledger.lines if line.into == headline.name and line.fired]
        has_all = headline.value >= headline.high - _SMALL_LOSS
        said = words.sentence(moved[-1].because) if moved else ""
        return tr("Nothing holds it down") if has_all else said
    if loss.gain < _SMALL_LOSS:
        return tr("Nothing holds it down")
    names = part_names(rubric, ledger.lines) if rubric is not None else {}
    name = words.one_line(part_name(loss.check, names), 120)
    lost_at = tr("Most is lost ({credit}) at “{name}”")
    return lost_at.format(credit=numbers.credit(loss.gain), name=name)
