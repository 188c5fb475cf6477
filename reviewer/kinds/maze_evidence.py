"""Why a row of a maze answer came out as it did: pieces on walls, squares, walls, paths, cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reviewer.kinds import maze_cells as cells
from reviewer.kinds.maze_measure import NO_GREEN, NO_RED, seen_red
from reviewer.kinds.maze_panels import crossing_curve_of
from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Check, Evidence, Mark, Table
from reviewer.model.counting import counted, percent

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation
    from reviewer.metrics.maze_lattice import Cell
    from reviewer.metrics.maze_layout import Point
    from reviewer.metrics.maze_pieces import WallPiece

Drawn = dict[str, Any]
_MOST_TOUCHES = 24
_MOST_REGIONS = 8


def evidence(request: Request, check_id: str) -> Evidence:
    """The evidence of one row; what cannot be drawn is said in words."""
    check = request.rubric.check(check_id)
    if check is None:
        return Evidence(check_id, f"The rubric has no row {check_id}.")
    try:
        files = MazeFiles(request)
        drawn = _DRAWERS[check.measure](files, files.evaluation, check)
    except (UnreadableError, NotMeasured) as error:
        return Evidence(check_id, f"{check.asks}: not measured", text=str(error))
    return Evidence(check_id, **drawn)


def _crossing(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    del check
    crossing = found.crossing
    through = sorted((p for p in crossing.pieces if p.is_crossing), key=lambda p: -p.pixels)
    touches = [p for p in crossing.pieces if not p.is_crossing][:_MOST_TOUCHES]
    limit = found.parameters.min_crossing_ratio
    rule = "any cut wall is flagged" if found.parameters.crossing_rule == "any" else ""
    said = rule or f"flagged above {percent(limit)}"
    pitch = found.solution.lattice.pitch
    track = found.track
    # What is cut and tolerated is no fault, and a touch is no cut.
    tone = "bad" if found.wall_crossing_detected else "warn"
    return {
        "summary": f"{_walls(crossing.walls_crossed)} cut; {crossing.pixels} of "
        f"{crossing.path_pixels} path pixels lie in walls ({percent(crossing.ratio, 2)}; {said})",
        "marks": (
            *(_piece_mark(p, tone, pitch) for p in through),
            *(_piece_mark(p, "plain", pitch) for p in touches),
        ),
        "zoom": cells.around(
            [p.box for p in through[:1] or touches[:1]], pad=1.5 * pitch, size=found.solution.size
        ),
        "table": piece_table([*through, *touches]),
        "curve": crossing_curve_of(files, found),
        "frame": track.first_crossing_frame if track is not None else None,
        "text": "\n".join(found.notes),
    }


def _walls(count: int) -> str:
    return {0: "No wall is", 1: "1 wall is"}.get(count, f"{count} walls are")


def _piece_mark(piece: WallPiece, tone: str, pitch: float) -> Mark:
    left, top, width, height = piece.box
    reach = max(0.18 * pitch, 0.5 * max(width, height) + 3)
    label = " ↔ ".join(map(cells.short_name, _sides(piece))) if piece.is_crossing else ""
    return Mark("ring", (left + width / 2, top + height / 2, reach), label, tone)


def _sides(piece: WallPiece) -> tuple[Cell | None, Cell | None]:
    """The cells that a piece lies between, in the order of the maze: it has no direction."""
    if not piece.is_crossing:
        return piece.cells
    first, second = piece.cells
    is_turned = first is None or (second is not None and second < first)
    return (second, first) if is_turned else (first, second)


def piece_table(pieces: list[WallPiece]) -> Table:
    """One row for each meeting of path and wall."""
    rows = tuple(
        (
            "crossing" if p.is_crossing else "edge touch",
            p.pixels,
            cells.cell_name(_sides(p)[0]),
            cells.cell_name(_sides(p)[1]) if p.is_crossing else "",
            round(p.x),
            round(p.y),
        )
        for p in pieces
    )
    return Table(("what", "pixels", "between", "and", "x", "y"), rows)


def _green(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    track, frame = found.track, None
    if track is not None and track.static_start is None and track.positions:
        frame = track.positions[0].frame
    place = found.layout.green_xy, found.solution.start_xy
    return _square(found, "start", NO_GREEN, place, found.layout.green_distance) | {"frame": frame}


def _red(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    layout, frame, text = found.layout, None, ""
    if found.track is not None:
        seen = seen_red(files)
        missing = [number for number, xy in seen if xy is None]
        there = [(number, xy) for number, xy in seen if xy is not None]
        if missing:
            frame = missing[0]
            text = f"Missing in {counted(len(missing), 'frame')}, first in {frame}."
        elif there:
            frame = next(number for number, xy in there if xy == layout.red_xy)
        else:
            text = "Green lies on the end cell in every frame: no red can be seen."
    place = layout.red_xy, found.solution.end_xy
    drawn = _square(found, "end", NO_RED, place, layout.red_distance)
    return drawn | {"frame": frame, "text": text}


def _square(
    found: MazeEvaluation,
    name: str,
    missing: str,
    place: tuple[Point | None, Point],
    distance: float | None,
) -> Drawn:
    """A square as found, the solution's with its tolerance as a ring, and the way between."""
    seen, wanted = place
    tolerance = found.parameters.position_tolerance
    reach = tolerance * found.solution.mean_scale
    is_match = distance is not None and distance <= tolerance
    marks = [Mark("ring", (*wanted, reach), f"{name}: within {tolerance:g} px", "plain")]
    boxes = [(wanted[0] - reach, wanted[1] - reach, 2 * reach, 2 * reach)]
    if seen is None or distance is None:
        summary = missing[:1].upper() + missing[1:]
    else:
        tone = "ok" if is_match else "bad"
        marks.append(Mark("ring", (*seen, max(3.0, reach / 4)), f"{distance:.1f} px off", tone))
        if distance > 1:
            marks.append(Mark("line", (*seen, *wanted), "", tone))
        boxes.append((seen[0], seen[1], 0.0, 0.0))
        summary = f"The {name} square is {distance:.1f} px off; {tolerance:g} px still match"
    pad = found.solution.lattice.pitch
    zoom = cells.around(boxes, pad=pad, size=found.solution.size)
    return {"summary": summary, "marks": tuple(marks), "zoom": zoom}


def _structure(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    from reviewer.metrics.differences import difference_regions
    from reviewer.metrics.maze_color import Channels

    rgb, frame = found.masks.picture, None
    if found.track is not None:
        frame = found.track.worst_frame
        rgb = files.request.reader.document(files.result, "video").frame(frame)
        own, wanted = Channels.of(rgb).walls(found.parameters.black_threshold), found.solution.walls
    else:
        own = found.solution.walls_in(Channels.of(rgb).brightest())
        wanted = found.solution.barriers
    regions = difference_regions(own, wanted, tolerance=0).regions[:_MOST_REGIONS]
    boxes = [(x, y, right - x, bottom - y) for x, y, right, bottom in (r.box for r in regions)]
    missing, extra = int(((wanted > 0) & (own == 0)).sum()), int(((own > 0) & (wanted == 0)).sum())
    where = "" if frame is None else f" in the worst frame ({frame})"
    return {
        "summary": f"Walls overlap by an IoU of {found.layout.iou:.3f}{where}",
        "marks": tuple(Mark("box", box, "", "warn") for box in boxes),
        "zoom": cells.around(boxes[:1], pad=found.solution.lattice.pitch, size=found.solution.size),
        "table": Table(
            ("walls", "pixels"),
            (
                ("in both", int(((own > 0) & (wanted > 0)).sum())),
                ("missing in the answer", missing),
                ("only in the answer", extra),
            ),
        ),
        "pictures": {"Walls: both, missing (green), extra (red)": _compared(own, wanted)},
        "frame": frame,
        "text": "The marker and its rim are left out." if frame is not None else "",
    }


def _compared(own: Any, wanted: Any) -> Any:  # noqa: ANN401 - masks and a picture
    from reviewer.overlays.layers import Layer, paint
    from reviewer.overlays.palette import two_grey_base

    is_own, is_wanted = own > 0, wanted > 0
    layers = (
        Layer("solution_only", "missing", is_wanted & ~is_own),
        Layer("result_only", "extra", is_own & ~is_wanted),
    )
    return paint(two_grey_base(is_own & is_wanted), layers)


def _path(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    from reviewer.kinds.maze_sheet import compare_picture

    path = found.path
    table = Table(
        ("path as wide as a cell", "pixels"),
        (
            ("on both", path.both),
            ("solution only (missed)", path.solution_only),
            ("answer only (extra)", path.result_only),
        ),
    )
    return {
        "summary": f"IoU {path.iou:.3f}: {percent(path.precision)} of the path is right, "
        f"{percent(path.recall)} of the solution is covered",
        "pictures": {"Both (yellow), missed (green), extra (red)": compare_picture(found)},
        "table": table,
        "text": "\n".join(
            (
                *found.notes,
                "Start and end cell are left out. The path is widened to the width of a cell, and "
                "the solution's walls are taken out of it.",
            )
        ),
    }


def _target(files: MazeFiles, found: MazeEvaluation, check: Check) -> Drawn:
    along = cells.cells_along(found.solution)
    touched = set(found.touched_cells)
    missed = [found.solution.lattice.box(number) for number in along if number not in touched]
    boxes = [(float(x), float(y), float(r - x), float(b - y)) for x, y, r, b in missed]
    return {
        "summary": f"{len(touched)} of {counted(len(along), 'cell')} of the way touched "
        f"({percent(found.target_achievement, 1)})",
        "marks": cells.cell_marks(found, along),
        "zoom": cells.around(
            boxes[:1], pad=1.5 * found.solution.lattice.pitch, size=found.solution.size
        ),
        "table": cells.cell_table(found, along),
        "text": "\n".join(found.notes),
    }


_DRAWERS: Mapping[str, Callable[[MazeFiles, MazeEvaluation, Check], Drawn]] = {
    "wall_crossing_ratio": _crossing,
    "green_centroid_distance": _green,
    "red_centroid_distance": _red,
    "maze_structure_iou": _structure,
    "path_match_iou": _path,
    "target_achievement": _target,
}
