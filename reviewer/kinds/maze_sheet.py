"""The 2×2 sheet of a maze: answer · solution · where the path meets walls · both paths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reviewer.kinds import maze_cells as cells
from reviewer.kinds.maze_measure import erosion_of
from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Mark, Sheet, SheetClass, SheetPane
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation
    from reviewer.overlays.layers import Layer
    from reviewer.overlays.maze import MazePictures


# What a clip is judged by is the line through the middles of its marker.
_LINES = frozenset({"path_clear", "edge_touch", "crossing"})


def pictures_of(found: MazeEvaluation) -> MazePictures:
    """What the sheet is drawn from: as one picture for a file, or as classes for the screen."""
    from reviewer.metrics.pixels import resized
    from reviewer.overlays.maze import MazePictures

    masks, solution = found.masks, found.solution
    height, width = solution.size
    reference = solution.rgb
    if reference.shape[:2] != (height, width):
        reference = resized(reference, (width, height))
    return MazePictures(
        result=masks.picture,
        reference=reference,
        walls=masks.walls,
        path=masks.path,
        counted=found.crossing.counted,
        edge_touch=found.crossing.edge_touch,
        wide=masks.wide,
        target=masks.target,
        covered=masks.covered,
    )


def sheet(request: Request) -> Sheet:
    """The four panes, with every class to be switched and weighed."""
    from reviewer.overlays.maze import compare_layers, crossing_layers

    files = MazeFiles(request)
    try:
        found = files.evaluation
    except NotMeasured as error:
        raise UnreadableError(f"{files.result.name}: {error}") from error
    request.token.check()
    pictures = pictures_of(found)
    crossing, compare = crossing_layers(pictures), compare_layers(pictures)
    own = found.masks.picture
    cut = found.crossing.walls_crossed
    share = f"{counted(cut, 'wall')} · {found.crossing.ratio * 100:.2f} %"
    title = "Video path" if pictures.is_video else "Result"
    layers = crossing[:2] if pictures.is_video else ()
    panes = (
        SheetPane(title, _name(files, found), own, _classes(layers, are_lines=True)),
        SheetPane("Reference", files.golden.name.rpartition("/")[2], pictures.reference),
        SheetPane(
            "Walls crossed",
            share,
            pictures.walls,
            _classes(crossing, are_lines=pictures.is_video),
            base_style="two_grey",
        ),
        SheetPane(
            "Compared",
            f"IoU {found.path.iou:.3f} · target {found.target_achievement:.2f}",
            pictures.walls,
            _classes(compare),
            base_style="two_grey",
        ),
    )
    return Sheet(panes, "; ".join(found.notes), in_use_by(found))


def in_use_by(found: MazeEvaluation) -> dict[str, float]:
    """What the parameters that find their own value came to."""
    values: dict[str, float] = {"dilation_size": found.masks.widened_by}
    if found.track is not None:
        values["num_frames"] = found.track.total_frames
        values["wall_erosion"] = erosion_of(found)
    return values


def _name(files: MazeFiles, found: MazeEvaluation) -> str:
    if found.track is None:
        return files.result.name
    return f"{files.result.name} · {counted(found.track.total_frames, 'frame')}"


def _classes(layers: Iterable[Layer], *, are_lines: bool = False) -> tuple[SheetClass, ...]:
    from reviewer.overlays.maze import SAYS

    return tuple(
        SheetClass(
            layer.name,
            layer.label,
            layer.mask,
            opacity=1.0 if layer.opacity is None else layer.opacity,
            says=SAYS.get(layer.name, layer.label),
            is_line=are_lines and layer.name in _LINES,
        )
        for layer in layers
    )


def numbered_cells(request: Request) -> tuple[Mark, ...]:
    """Marks that number the cells along the way, in pixels of the answer."""
    found = MazeFiles(request).evaluation
    boxes = cells.cell_marks(found, cells.cells_along(found.solution))
    return tuple(replace(mark, shape="number") for mark in boxes)


def compare_picture(found: MazeEvaluation) -> Any:  # noqa: ANN401 - a picture
    """The comparison of both paths as one picture."""
    from reviewer.overlays.layers import paint
    from reviewer.overlays.maze import compare_layers
    from reviewer.overlays.palette import two_grey_base

    return paint(two_grey_base(found.masks.walls > 0), compare_layers(pictures_of(found)))
