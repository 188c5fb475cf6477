"""What a pane is given, and the same made ready for the screen off the UI thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap

# A level smaller than this saves no time when it is painted.
SMALLEST_LEVEL = 256


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A picture in the screen's own format, with halved copies for zooming out."""

    width: int
    height: int
    has_alpha: bool
    levels: tuple[QImage, ...]

    @property
    def byte_count(self) -> int:
        """Memory that the levels take, for a cache with a cap."""
        return sum(level.sizeInBytes() for level in self.levels)


@dataclass(frozen=True, slots=True, eq=False)
class PictureSource:
    """One role's picture as decoded: uint8 (H, W, 3) RGB or (H, W, 4) RGBA, or an error.

    `reduced` is a small first picture while `pixels` is still None; `full_size` is (width,
    height) of the file. `is_last` puts a picture after all others. `prepared` skips the conversion
    where a prefetch already made it. `lines` are those of a text file, shown in its place.
    """

    role: str
    pixels: Any = None
    reduced: Any = None
    full_size: tuple[int, int] | None = None
    file: str = ""
    details: str = ""
    flags: tuple[str, ...] = ()
    error: str = ""
    title: str = ""
    is_last: bool = False
    prepared: Prepared | None = None
    lines: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the whole picture, when it is known."""
        if self.pixels is not None:
            return int(self.pixels.shape[1]), int(self.pixels.shape[0])
        return self.full_size

    @property
    def shown(self) -> Any:  # noqa: ANN401 - an array, without importing numpy here
        """The best array there is now."""
        return self.pixels if self.pixels is not None else self.reduced


class Run(Protocol):
    """Runs a pure call off the UI thread and hands its answer back on it; newest key wins."""

    def __call__(
        self,
        key: str,
        call: Callable[[Any], Any],
        *,
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> object: ...


def prepare(pixels: Any) -> Prepared:  # noqa: ANN401 - an array, without importing numpy here
    """Convert an array for painting; pure, for a worker thread."""
    height, width, channels = pixels.shape
    if channels not in (3, 4) or pixels.dtype.name != "uint8":
        raise ValueError(
            f"a pane shows uint8 RGB or RGBA, not {pixels.dtype} {pixels.shape}; convert it first"
        )
    array = pixels
    if not array.flags.c_contiguous:
        array = array.copy(order="C")
    has_alpha = channels == 4
    form = QImage.Format.Format_RGBA8888 if has_alpha else QImage.Format.Format_RGB888
    target = QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32
    view = QImage(array.data, width, height, width * channels, form)
    levels = [view.convertToFormat(target)]
    while max(levels[-1].width(), levels[-1].height()) >= 2 * SMALLEST_LEVEL:
        last = levels[-1]
        half = QSize(max(1, (last.width() + 1) // 2), max(1, (last.height() + 1) // 2))
        levels.append(
            last.scaled(
                half,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
    return Prepared(width, height, has_alpha, tuple(levels))


@dataclass(slots=True, eq=False)
class Picture:
    """A prepared picture on the UI thread: pixmaps that share its images, made when first used."""

    prepared: Prepared
    size: tuple[int, int]
    is_full: bool
    pixels: Any = None
    _pixmaps: dict[int, QPixmap] = field(default_factory=dict)

    @property
    def has_alpha(self) -> bool:
        """Whether a checkerboard belongs under it."""
        return self.prepared.has_alpha

    def level_for(self, scale: float) -> int:
        """The smallest level that still has a pixel for each device pixel at a scale."""
        ratio = self.prepared.width / self.size[0]
        level = 0
        while (
            level + 1 < len(self.prepared.levels) and scale / ratio <= 0.5 ** (level + 1) * 1.0001
        ):
            level += 1
        return level

    def pixmap(self, level: int) -> QPixmap:
        """The pixmap of one level; it shares the image's buffer."""
        made = self._pixmaps.get(level)
        if made is None:
            made = self._pixmaps[level] = QPixmap.fromImage(
                self.prepared.levels[level], Qt.ImageConversionFlag.NoFormatConversion
            )
        return made

    def pixel(self, x: int, y: int) -> tuple[int, ...] | None:
        """The file's own values at a pixel, None outside or before the full decode."""
        if self.pixels is None or not self.is_full:
            return None
        height, width = self.pixels.shape[:2]
        if not (0 <= x < width and 0 <= y < height):
            return None
        return tuple(int(value) for value in self.pixels[y, x])
