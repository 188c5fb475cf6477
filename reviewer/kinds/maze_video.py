"""A maze solved in a clip: the way of its green marker against the solution picture."""

from __future__ import annotations

from collections.abc import Iterable

from reviewer.kinds import maze_names
from reviewer.kinds.protocol import Found, Kind, Listing, Measured, Request
from reviewer.model import GOLDEN, INITIAL, RESULT, Evidence, Panel, Sheet


def detect(listing: Listing) -> Iterable[Found]:
    """Clips named as those of a maze run."""
    return maze_names.detect(listing, maze_names.VIDEO)


def measure(request: Request) -> Measured:
    """Layout of the worst frame, walls crossed, path and target, reflection."""
    from reviewer.kinds import maze_measure

    return maze_measure.measure(request)


def evidence(request: Request, check_id: str) -> Evidence:
    """As for a picture, with the frame in which it can be seen."""
    from reviewer.kinds import maze_evidence

    return maze_evidence.evidence(request, check_id)


def sheet(request: Request) -> Sheet:
    """The marker's way, solution, walls crossed, both paths."""
    from reviewer.kinds import maze_sheet

    return maze_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """The curve over erosion, layout of each frame, cells along the way, every number."""
    from reviewer.kinds import maze_panels

    return maze_panels.panels(request)


KIND = Kind(
    name=maze_names.VIDEO,
    title="Maze, clip",
    roles=(INITIAL, RESULT, GOLDEN),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    instruments={"maze": 5},
    measures=lambda: maze_names.BESIDE_CLIP,
)
