"""What the right panel shows, as plain values: items, check rows and all of them together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reviewer.model import Answer, Entry, HeadlineValue
from reviewer.scoring.losses import Loss
from reviewer.scoring.whatif import Outcome

Outcomes = Mapping[float | None, Outcome]


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One answer a person can give: its key, its word and the headline it would give."""

    key: str
    word: str
    value: float | None
    headline: float | None = None
    passes: bool | None = None
    consequence: str = ""
    would_turn: bool = False
    is_given: bool = False
    held_by: str = ""
    known: tuple[float, float] | None = None
    is_known: bool = False
    changes_others: bool = False
    others: tuple[HeadlineValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the judge (or code) said of an item, and why; `detail` is how it was found."""

    source: str
    state: str
    word: str
    value: float | None
    model: str = ""
    reason: str = ""
    raw: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One question that needs this person."""

    id: str
    asks: str
    translations: Mapping[str, str]
    translated_by: str
    scale: str
    keys: tuple[AnswerKey, ...]
    opinion: Opinion | None
    is_hidden: bool
    mine: Answer | None
    others: tuple[Answer, ...]
    is_answered: bool
    is_disputed: bool
    is_stale: bool
    disputes: tuple[Entry, ...]
    outcome: str = ""
    is_uncovered: bool = False
    # Code answers it, and no judge.
    is_by_code: bool = False
    # This person completed the task with it in sight and let the judge's value stand.
    is_confirmed: bool = False
    # People differ on it, and what they say is shown.
    may_settle: bool = False
    # Its id would tell which of two candidates it is about.
    is_nameless: bool = False

    @property
    def shown_id(self) -> str:
        """The id where it may be read."""
        return "" if self.is_nameless else self.id


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check as its row shows it; bar positions are in the measurement's own unit."""

    id: str
    asks: str
    translations: Mapping[str, str]
    state: str
    word: str
    value: float | str | None
    unit: str
    threshold: float | None
    threshold_text: str
    margin: float | None
    credit: float | None
    is_near: bool
    reason: str
    disputes: tuple[Entry, ...] = ()
    is_stale: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """The right panel, sorted. `unanswered` counts the items that the grade waits for.

    `is_unvoted` is True while a pair waits for this person's vote, which hides all the rest.
    Items beside the grade (requirements that no code grades) never hold up a task. With very many
    checks the headline at each answer is not in the keys: `ahead` works it out for one item.
    """

    needs: tuple[Item, ...]
    failed: tuple[CheckRow, ...]
    passed: tuple[CheckRow, ...]
    unanswered: int
    is_hidden: bool
    is_unvoted: bool = False
    # How many rows people differ on; 0 while that is hidden.
    differ: int = 0
    ahead: Callable[[str], tuple[AnswerKey, ...]] | None = field(
        default=None, compare=False, repr=False
    )
    # Which row costs each headline most; worked out when it is asked for, of few rows only.
    losses: Callable[[], Mapping[str, Loss]] | None = field(default=None, compare=False, repr=False)

    def item(self, item_id: str) -> Item | None:
        """The item with this id, or None."""
        return next((item for item in self.needs if item.id == item_id), None)

    def lacks_ahead(self, item: Item) -> bool:
        """True when the headline at each answer is still to be worked out."""
        if self.ahead is None or item.is_hidden or item.is_uncovered:
            return False
        return not any(key.is_known for key in item.keys)
