"""How the similarities of a folder of picture pairs are distributed: mean, spread, histogram."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.model import Curve, Panel, Table
from reviewer.model.counting import decimal_text
from reviewer.scoring.summary import Spread, spread
from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.session.similarity_pairs import METRICS

if TYPE_CHECKING:
    from reviewer.model import Task
    from reviewer.session.desk import Session
    from reviewer.session.jobs import CancelToken
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import Settings

KIND = "image_match"
BINS = 20


@dataclass(frozen=True, slots=True)
class Distribution:
    """The values of one metric; `counts` has one number less than `edges`."""

    name: str
    spread: Spread
    edges: tuple[float, ...]
    counts: tuple[int, ...]


def distribution(name: str, values: Sequence[float | None], *, bins: int = BINS) -> Distribution:
    """Count values in [0, 1] in equal bins, 1 inside the last; what is not measured is left out."""
    if bins < 1:
        raise ValueError(f"at least one bin, not {bins}")
    counts = [0] * bins
    for value in values:
        if value is not None:
            counts[min(bins - 1, max(0, int(value * bins)))] += 1
    edges = tuple(place / bins for place in range(bins + 1))
    return Distribution(name, spread(values), edges, tuple(counts))


def plot(found: Iterable[Distribution]) -> Curve:
    """The histograms as outlines over one axis, each mean marked."""
    series: dict[str, tuple[tuple[float, float], ...]] = {}
    marks: list[tuple[float, str]] = []
    notes: list[str] = []
    for one in found:
        outline: list[tuple[float, float]] = []
        for left, right, count in zip(one.edges, one.edges[1:], one.counts, strict=False):
            outline += [(left, float(count)), (right, float(count))]
        series[one.name] = tuple(outline)
        if one.spread.mean is not None and one.spread.std is not None:
            mean = decimal_text(one.spread.mean, 3)
            marks.append((one.spread.mean, f"{one.name} mean {mean}"))
            notes.append(f"{one.name}: mean {mean}, spread {one.spread.std:.3f}")
    return Curve("similarity", "tasks", series, tuple(marks), "; ".join(notes))


def panels_of(found: Sequence[Distribution]) -> tuple[Panel, ...]:
    """The plot and its numbers, as the lower panel shows them."""
    rows = tuple(
        (d.name, d.spread.count, d.spread.mean, d.spread.std, d.spread.low, d.spread.high,
         d.spread.left_out)
        for d in found
    )  # fmt: skip
    columns = ("metric", "tasks", "mean", "spread", "lowest", "highest", "not measured")
    return (
        Panel("distribution", "curve", "All tasks of the folder", curve=plot(found)),
        Panel("distribution_numbers", "table", "Mean and spread", table=Table(columns, rows)),
    )


def values_of(
    tasks: Sequence[Task],
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    token: CancelToken,
) -> Mapping[str, list[float | None]]:
    """The similarities of every image-match task; what fails is counted as not measured."""
    from reviewer.session import survey

    values: dict[str, list[float | None]] = {name: [] for name in METRICS}
    wanted = [task for task in tasks if task.kind == KIND]
    for number, task in enumerate(wanted, 1):
        token.check()
        state = survey.grade_state(task, settings=settings, cache=cache, answers=None, token=token)
        for name, row in values.items():
            found = state.measurements.get(name)
            value = found.value if found is not None and found.is_measured else None
            row.append(float(value) if isinstance(value, int | float) else None)
        token.report(number, len(wanted))
    return values


class Distributions:
    """The distribution over the opened folder, for a plot in the window."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.found: tuple[Distribution, ...] = ()
        self.panels: tuple[Panel, ...] = ()

    @property
    def is_offered(self) -> bool:
        """Whether the folder has tasks with similarities at all."""
        return any(task.kind == KIND for task in self._session.tasks.values())

    def show(self) -> None:
        """Work the distribution out in the background; facet PANELS tells when it is there."""
        session = self._session
        tasks = list(session.tasks.values())

        def work(token: CancelToken) -> tuple[Distribution, ...]:
            values = values_of(tasks, settings=session.settings, cache=session.cache, token=token)
            return tuple(distribution(name, row) for name, row in values.items())

        def done(found: tuple[Distribution, ...]) -> None:
            self.found, self.panels = found, panels_of(found)
            session.announce(changes({facet.PANELS}))

        session.jobs.submit(
            "distribution",
            work,
            done=done,
            failed=session.failing(),
            pool="background",
            title="Comparing all pictures of the folder",
        )
