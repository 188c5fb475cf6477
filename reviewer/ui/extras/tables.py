"""Person beside judge, and what came of the pairs, as rows of cells."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.model.counting import counted
from reviewer.scoring.agreement import Agreement, PairStatistics, VoterCounts
from reviewer.session.agreement import AgreementReport, Case, Counted, ItemRow
from reviewer.session.pair_desk import wait_for_vote
from reviewer.session.pair_report import PairReport, PairRow
from reviewer.ui import numbers
from reviewer.ui.extras.cell_table import Cell, Column
from reviewer.ui.translate import tr

AGREEMENT = (
    Column(tr("item"), is_text=True), Column(tr("answers"), is_text=True), Column(tr("compared")),
    Column(tr("agree")), Column(tr("95 % interval")), Column(tr("judge too generous")),
    Column(tr("judge too strict")), Column(tr("chose otherwise")), Column(tr("changed since")),
    Column(tr("let stand")),
)  # fmt: skip
VOTERS = (
    Column(tr("voter"), is_text=True), Column(tr("first wins")), Column(tr("second wins")),
    Column(tr("ties")), Column(tr("picked A")), Column(tr("95 % interval")), Column(tr("chance")),
    Column(tr("as the model")),
)  # fmt: skip
PAIRS = (
    Column(tr("pair"), is_text=True), Column(tr("people"), is_text=True), Column(tr("model")),
    Column(tr("sides swapped")), Column(tr("verdict")), Column(tr("rule"), is_text=True),
)  # fmt: skip
_NOTHING = Cell("")


def agreement_rows(report: AgreementReport) -> list[list[Cell]]:
    """Two rows an item: blind answers apart from those given with the judge's in view."""
    every = ([report.overall] if report.overall is not None else []) + list(report.rows)
    return [cells for row in every for cells in _item_rows(row)]


def _item_rows(row: ItemRow) -> list[list[Cell]]:
    title = row.item or "all items"
    shown = [(row.blind, "blind")] if row.blind.figures.compared else []
    shown.append((row.open, "judge in view"))
    found = []
    for number, (one, words) in enumerate(shown):
        name = Cell(title, row.asks, is_bold=not row.item) if number == 0 else _NOTHING
        stand = row.confirmed if one is row.open else ()
        found.append([name, Cell(words, role="text2"), *_figures(title, words, one),
                      _count(f"let stand: {title}", stand)])  # fmt: skip
    return found


def _figures(title: str, words: str, counted: Counted) -> list[Cell]:
    figures = counted.figures
    every = (
        *counted.agrees, *counted.false_passes, *counted.false_fails, *counted.chose_otherwise
    )  # fmt: skip
    return [
        _count(f"compared, {words}: {title}", every, figures.compared),
        _count(f"agree, {words}: {title}", counted.agrees, figures.agrees, share=figures.share),
        Cell(_interval(figures), role="text2"),
        _count(f"too generous, {words}: {title}", counted.false_passes),
        _count(f"too strict, {words}: {title}", counted.false_fails),
        _count(f"chose otherwise, {words}: {title}", counted.chose_otherwise),
        _count(f"changed since: {title}", counted.changed),
    ]


def _count(
    name: str, cases: tuple[Case, ...], count: int | None = None, *, share: float | None = None
) -> Cell:
    number = len(cases) if count is None else count
    tasks = tuple(dict.fromkeys(case.task for case in cases))
    second = numbers.percent(share, 0) if share is not None else ""
    role = "text" if number else "text2"
    return Cell(numbers.count(number), second, tasks, name, role=role)


def _interval(figures: Agreement) -> str:
    return numbers.ABSENT if figures.interval is None else _span(figures.interval)


def _span(interval: tuple[float, float]) -> str:
    return f"{interval[0] * 100:.0f}–{interval[1] * 100:.0f} %"


def voter_rows(report: PairReport) -> list[list[Cell]]:
    """One row a person, then the model; agreement with the model beside each person."""
    rows = [_voter(name, found.person, found) for name, found in report.people.items()]
    if report.model is not None:
        rows.append(_voter("the model", report.model, None))
    return rows


def _voter(name: str, counts: VoterCounts, beside: PairStatistics | None) -> list[Cell]:
    share, interval = counts.slot_a_share, counts.slot_interval
    same = _NOTHING
    if beside is not None:
        said = "" if beside.share is None else numbers.percent(beside.share, 0)
        same = Cell(f"{beside.agrees} of {beside.both}", said)
    decided = counts.slot_a + counts.slot_b
    return [
        Cell(name, is_bold=True),
        Cell(numbers.count(counts.challenger_wins)),
        Cell(numbers.count(counts.king_wins)),
        Cell(numbers.count(counts.ties)),
        Cell(f"{counts.slot_a} of {decided}", "" if share is None else numbers.percent(share, 0)),
        Cell(numbers.ABSENT if interval is None else _span(interval), role="text2"),
        Cell(numbers.ABSENT if counts.slot_chance is None else f"{counts.slot_chance:.2f}",
             role="text2"),
        same,
    ]  # fmt: skip


def pair_rows(report: PairReport, *, hidden: frozenset[str] = frozenset()) -> list[list[Cell]]:
    """One row a pair; of pairs that this person has not voted on nothing is told."""
    return [_pair(row, is_hidden=row.task in hidden) for row in report.rows]


def _pair(row: PairRow, *, is_hidden: bool) -> list[Cell]:
    link = Cell(row.task, tasks=(row.task,), name=row.task)
    if is_hidden:
        return [link, Cell("after your vote", role="text2"), *[_NOTHING] * 4]
    people, then = _listed(row.people), _listed(row.changed)
    after = [f"{then} after the reveal"] if then else []
    after += [f"{_listed(row.open_votes)} with names in sight"] if row.open_votes else []
    words = {1.0: "first", 0.0: "second", 0.5: "tie"}
    verdict = numbers.ABSENT if row.verdict is None else words.get(row.verdict, f"{row.verdict:g}")
    return [
        link,
        Cell(people or "no blind vote", "; ".join(after), role="text" if people else "text2"),
        Cell(row.model or numbers.ABSENT),
        Cell(row.probe, _listed(row.people_probes), role="text2"),
        Cell(verdict),
        Cell(row.rule.replace("_", " "), row.says.removeprefix(f"{row.rule}: ")),
    ]


def _listed(said: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {word}" for name, word in said.items())


def about_pairs(report: PairReport, *, waiting: int = 0) -> str:
    """How many pairs, what swapping the sides came to, and which votes count nowhere.

    Beside the pairs of the report there may be some that wait for this person's vote.
    """
    parts = [counted(len(report.rows) + waiting, "pair")]
    parts += [wait_for_vote(waiting)] if waiting else []
    parts += [f"sides swapped: {_probes(report.probes)}"] if report.rows else []
    parts += [f"{name}: {_probes(probes)}" for name, probes in report.people_probes.items()]
    if report.changed:
        parts.append(f"{counted(report.changed, 'vote')} changed after the reveal")
    if report.open_votes:
        parts.append(f"{counted(report.open_votes, 'vote')} with names in sight")
    return " · ".join(parts)


def _probes(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"
