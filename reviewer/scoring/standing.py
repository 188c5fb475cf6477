"""Which entries stand: what was retracted, and what concerns bytes or questions of the past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reviewer.model import Entry, Rubric
from reviewer.model.entry import ANSWER, RETRACT
from reviewer.scoring.rubric_file import row_digest


def merged(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The union of all logs by id, in the order of time; of one moment, in the order read."""
    seen: dict[str, Entry] = {}
    for entry in entries:
        seen.setdefault(entry.id, entry)
    return tuple(sorted(seen.values(), key=lambda entry: entry.at))


def standing(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries nobody took back, retractions left out.

    Undo retracts one entry; a retraction of a retraction is redo. A retraction that names an item
    takes back all that its author answered there: the judge's value stands again, not an older
    answer. People take back only what is theirs.
    """
    gone = _retracted(entries)
    taken_back: dict[tuple[str, str], str] = {}
    for entry in entries:
        if entry.type == RETRACT and entry.item and entry.id not in gone:
            key = (entry.author, entry.item)
            taken_back[key] = max(entry.at, taken_back.get(key, ""))
    return tuple(
        entry
        for entry in entries
        if entry.type != RETRACT
        and entry.id not in gone
        and not (
            entry.type == ANSWER and entry.at <= taken_back.get((entry.author, entry.item), "")
        )
    )


def _retracted(entries: tuple[Entry, ...]) -> frozenset[str]:
    """The ids taken back by a retraction that itself stands; logs may list them in any order."""
    by_id = {entry.id: entry for entry in entries}
    against: dict[str, list[str]] = {}
    for entry in entries:
        target = by_id.get(entry.retracts)
        if entry.type == RETRACT and target is not None and target.author == entry.author:
            against.setdefault(target.id, []).append(entry.id)
    gone: set[str] = set()
    # A retraction is younger than its target: the youngest stand, the rest follows from them.
    for entry_id in _youngest_first(against):
        if any(retraction not in gone for retraction in against.get(entry_id, ())):
            gone.add(entry_id)
    return frozenset(gone)


def _youngest_first(against: Mapping[str, list[str]]) -> list[str]:
    """Targets in an order in which their retractions come first; circles are left out."""
    order: list[str] = []
    waiting = dict(against)
    while waiting:
        ready = [name for name, by in waiting.items() if not any(b in waiting for b in by)]
        if not ready:
            break
        order.extend(ready)
        for name in ready:
            del waiting[name]
    return order


class Binding:
    """What today's rows ask and today's artifacts are, against what entries were bound to."""

    def __init__(self, rubric: Rubric, digests: Mapping[str, str]) -> None:
        self._rows = {check.id: check for check in rubric.checks}
        self._digests = digests

    def is_stale(self, entry: Entry, item: str) -> bool:
        """True when the item's question changed, or an artifact that its row reads.

        An item that is no row (a requirement no code grades) is bound to all artifacts.
        """
        row = self._rows.get(item)
        if (
            row is not None
            and entry.row_sha256
            and entry.item
            and entry.row_sha256 != row_digest(row)
        ):
            return True
        return any(
            self._digests.get(role) != digest
            for role, digest in entry.bound_to.items()
            if row is None or role in row.reads
        )
