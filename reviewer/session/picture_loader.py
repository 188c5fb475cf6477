"""Pictures by their paths, for the stages of the benchmark that take a loader."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.store import files

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LIMIT = 2 * 1024**3


class PictureLoader:
    """Reads a picture as a grader does: not turned, alpha dropped; ValueError when it cannot."""

    def size(self, source: str | PathLike[str]) -> tuple[int, int]:
        """Width and height from the header."""
        from reviewer.formats import raster

        try:
            header = raster.probe(self._data(source), name=Path(source).name)
        except raster.RasterError as error:
            raise ValueError(str(error)) from error
        return header.size

    def load(
        self, source: str | PathLike[str], *, max_edge: int | None = None
    ) -> NDArray[np.uint8]:
        """The pixels as RGB at their own size; `max_edge` is a hint that is not needed here."""
        import numpy as np

        from reviewer.formats import raster

        try:
            picture = raster.decode(self._data(source), name=Path(source).name, reading="raw")
        except raster.RasterError as error:
            raise ValueError(str(error)) from error
        return np.ascontiguousarray(picture.pixels[..., :3])

    def _data(self, source: str | PathLike[str]) -> bytes:
        try:
            return files.read_bytes(Path(source), limit=_LIMIT)
        except files.FileError as error:
            raise ValueError(str(error)) from error
