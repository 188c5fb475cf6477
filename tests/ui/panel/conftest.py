"""A small poster task for the right panel: four judge items, code checks, a cap, two beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import Entry, Ledger, Measurement, Review, Rubric
from reviewer.model.measurement import JUDGE
from reviewer.scoring.fold import fold
from reviewer.scoring.review import resolve
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.session.items import rows
from reviewer.ui import fonts, theme
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.panel.view import PanelView

ITEMS = {
    "legible": ("标题文字是否清晰可读？", "Is the title legible?", "three"),
    "place": ("标题是否位于左下角？", "Is the title in the lower left?", "three"),
    "poster": ("整体是否像一张海报？", "Does it read as one poster?", "yes_no"),
    "amount": ("相似程度", "How alike is it?", "unit"),
}
HEAD = """
[[headline]]
name = "score"
passes = 0.8
[[check]]
id = "layer"
asks = "A text layer named “title” exists"
bucket = "code"
steps = [{ at_least = 1, credit = 1 }]
[[check]]
id = "colors"
asks = "Colors spread as in the golden picture"
bucket = "code"
steps = [{ at_least = 0.85, credit = 1 }, { at_least = 0.5, credit = 0.5 }]
near = 0.02
[[check]]
id = "structure"
asks = "Structure matches the golden picture"
bucket = "code"
steps = [{ at_least = 0.9, credit = 1 }]
near = 0.02
[[check]]
id = "size"
asks = "The file is smaller than 2 MB"
bucket = "code"
unit = "bytes"
steps = [{ below = 2000000, credit = 1 }]
[[check]]
id = "there"
asks = "The result file is there"
bucket = "code"
steps = [{ equals = true, credit = 1 }]
[[uncovered]]
id = "taste"
asks = "The colors are calm"
measure = "calm"
[[uncovered]]
id = "margin_kept"
asks = "The title keeps a margin"
"""
STEPS = """
[[step]]
verb = "mean"
of = ["code"]
into = "score"
because = "mean of the checks"
[[step]]
verb = "mean"
of = ["judge"]
into = "judge_mean"
because = "the judge's mean"
[[step]]
verb = "blend"
of = ["judge_mean"]
share = 0.5
into = "score"
because = "half the judge's mean"
[[step]]
verb = "cap"
into = "score"
at = 0.5
when = { headline = "judge_mean", below = 0.75 }
because = "the judge's mean is below .75"
"""
MEASURED: dict[str, Any] = {
    "layer": 1, "colors": 0.843, "structure": 0.913, "size": 1_940_000, "there": True,
    "calm": False,
}  # fmt: skip
JUDGED: dict[str, float | None] = {"legible": 0.0, "place": 0.5, "poster": None, "amount": 1.0}


def poster_rubric() -> Rubric:
    """The rubric of the poster."""
    items = "".join(
        f'[[check]]\nid = "{name}"\nasks = "{asks}"\nasks_tr = {{ en = "{english}" }}\n'
        f'bucket = "judge"\ndirect = true\noverridable = true\nscale = "{scale}"\n'
        for name, (asks, english, scale) in ITEMS.items()
    )
    return parse_rubric(f"{HEAD}{items}{STEPS}".encode(), name="poster")


def opinions(judged: dict[str, float | None]) -> dict[str, Measurement]:
    """What the judge said of each item, with a reason that must not leak."""
    return {
        name: Measurement(
            name, value, source=JUDGE, model="secretjudge-72b",
            reason=f"SECRET reason for {name} over several words, long enough to be cut in two "
            "lines of the card whatever the width of the panel happens to be in this test run"
            if value is not None else "no judge",
            raw=f"RAWREPLY {name}" if value is not None else "",
            notes=("2 of 3 votes",) if value is not None else (),
        )
        for name, value in judged.items()
    }  # fmt: skip


@dataclass
class Stage:
    """One task with what people said of it."""

    rubric: Rubric
    measurements: dict[str, Measurement]
    entries: list[Entry] = field(default_factory=list)
    author: str = "ann"

    def say(self, item: str, value: float | None, *, author: str = "ann", text: str = "") -> None:
        """An answer."""
        self._add("answer", author, item=item, value=value, text=text)

    def dispute(self, item: str, *, author: str = "bo") -> None:
        """A dispute."""
        self._add("dispute", author, item=item, code=2, text="too strict")

    def _add(self, type: str, author: str, **fields: Any) -> None:
        number = len(self.entries)
        at = f"2026-01-02T03:04:{number:02d}.000Z"
        self.entries.append(Entry(f"e{number}", type, "t", author, at, "1", **fields))

    def review(self) -> Review:
        """What stands."""
        return resolve(self.entries, rubric=self.rubric, measurements=self.measurements, digests={})

    def ledger(self) -> Ledger:
        """What it comes to."""
        return fold(self.rubric, self.measurements, self.review().overrides)

    def view(self, *, is_blind: bool = False, **fields: Any) -> PanelView:
        """The panel's view of it."""
        review, ledger = self.review(), self.ledger()
        found = rows(
            self.rubric, self.measurements, ledger, review, author=self.author, is_blind=is_blind
        )
        given: dict[str, Any] = {
            "rows": found, "ledger": ledger, "rubric": self.rubric, "author": self.author,
            "automatic": fold(self.rubric, self.measurements), "is_hidden": found.is_hidden,
            "is_complete_possible": True, "task": "poster",
        }  # fmt: skip
        return PanelView(**{**given, **fields})


def make_stage(judged: dict[str, float | None] | None = None, **measured: Any) -> Stage:
    """A stage with other values where they are given."""
    values = {**MEASURED, **measured}
    found = {name: Measurement(name, value) for name, value in values.items()}
    return Stage(poster_rubric(), found | opinions(judged or JUDGED))


@pytest.fixture
def stage() -> Stage:
    """The poster, judged but for one item."""
    return make_stage()


@pytest.fixture
def stages() -> Callable[..., Stage]:
    """Posters with other values."""
    return make_stage


@pytest.fixture
def panel(qapp: QApplication, qtbot: QtBot) -> RightPanel:
    """The panel at its full width."""
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = RightPanel()
    qtbot.addWidget(made)
    made.resize(400, 1016)
    made.show()
    qtbot.waitExposed(made)
    return made
