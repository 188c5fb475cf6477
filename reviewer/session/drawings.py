"""Drawings as pictures: rendered by a child process, kept beside decoded pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reviewer.kinds.protocol import Rendering, UnreadableError
from reviewer.model import Artifact
from reviewer.store.reader import FlatPicture, drawn_picture

if TYPE_CHECKING:
    from reviewer.store.reader import TaskReader

SIDE = 2000


def rendering(reader: TaskReader, artifact: Artifact, *, hidden: Sequence[str] = ()) -> Rendering:
    """The drawing as a picture, its layers in `hidden` switched off; raises UnreadableError."""
    key = (reader.digest(artifact), "rendering", tuple(sorted(hidden)))
    held = reader.cache.get(key)
    if isinstance(held, FlatPicture):
        return Rendering(held.pixels, held.view, held.notes[1:])
    made = _render(reader, artifact, hidden)
    reader.cache.put(key, drawn_picture(made, name=artifact.name, byte_count=reader.size(artifact)))
    return made


def _render(reader: TaskReader, artifact: Artifact, hidden: Sequence[str]) -> Rendering:
    from reviewer.formats import raster
    from reviewer.process.resvg import DrawingError, render_svg
    from reviewer.process.runner import StartError

    data = reader.data(artifact)
    try:
        drawn = render_svg(
            data,
            name=artifact.name,
            max_side=SIDE,
            view=_view(reader, artifact),
            hidden_layers=hidden,
            cancel=reader.cancel,
        )
        picture = raster.decode(drawn.png, name=artifact.name, reading="seen")
    except (DrawingError, StartError, raster.RasterError) as error:
        raise UnreadableError(str(error)) from error
    return Rendering(picture.pixels, drawn.view, drawn.notes)


def _view(reader: TaskReader, artifact: Artifact) -> tuple[float, float, float, float] | None:
    """What the drawing shows; one that states no size shows all that is drawn."""
    from reviewer.formats.svg import view_of
    from reviewer.metrics.drawing_shapes import contents

    root = reader.document(artifact, "svg").root
    stated = view_of(root)
    if stated is not None:
        return stated.x, stated.y, stated.width, stated.height
    extent = contents(root).extent
    return extent if extent is not None and extent[2] > 0 and extent[3] > 0 else None


def font_problem() -> str:
    """Why Chinese labels cannot be shown here, or an empty string."""
    from reviewer.process.fonts import installed_fonts

    return installed_fonts().problem
