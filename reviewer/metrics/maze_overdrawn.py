"""Walls that a soft picture shows drawn over: both drawings compared with what is seen.

Blur and JPEG carry blue over a wall between two stretches of path. How far is told by the picture
itself, around its squares and path; with that the wall is drawn whole and drawn over, and a stretch
counts as drawn over when color and brightness both say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_narrow import narrow_stretches
from reviewer.metrics.maze_pieces import Window, square, window_around
from reviewer.metrics.maze_softness import Flags, Plane, SoftPicture
from reviewer.metrics.maze_spot import Mask

# Shorter stretches are judged by their pixels: over fewer, JPEG is as likely to speak as the path.
SHORTEST = 6
# 1 where the wall is drawn over, 0 where it is whole.
_LEAST, _MOST = 0.75, 1.35
_NEAR = 3
_MARGIN = 8
# Beside a wall a soft path is this far from it.
_RIM = 2
_PURE = 0.95
# Enlarging leaves a quarter and three quarters at the sides of an edge, and little between.
_NEITHER = (0.27, 0.73)
_FEW = 0.05
_MOSTLY = 0.6
_COLORED = 40
# Rows looked at together: what is worked out for them stays near the processor.
_BAND = 128


@dataclass(frozen=True, slots=True, eq=False)
class _Walls:
    """All walls of a maze that run one way, each between two cells and without its posts.

    Parameters
    ----------
    lines : tuple of slice
        Pixels across each line of walls; from a maze's first outer wall to its last.
    starts, stops : (N,) int
        Pixels along each line where the cells beside it begin and end.
    stands : (lines, N) bool
        Whether there is a wall.
    is_upright : bool
    """

    lines: tuple[slice, ...]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    stands: NDArray[np.bool_]
    is_upright: bool

    def cut_to(self, rows: slice, columns: slice) -> _Walls:
        """Return the walls that begin inside of a window, in its pixels."""
        across, along = (columns, rows) if self.is_upright else (rows, columns)
        size = across.stop - across.start
        lines = tuple(
            slice(max(0, line.start - across.start), min(size, line.stop - across.start))
            for line in self.lines
        )
        is_inside = np.array([line.start >= across.start for line in self.lines])
        starts = self.starts - along.start
        stops = np.minimum(self.stops, along.stop) - along.start
        stands = self.stands & is_inside[:, None] & (starts >= 0)[None, :]
        return _Walls(lines, starts, stops, stands, self.is_upright)


def with_overdrawn(
    channels: Channels, blue: Mask, path: Mask, walls: Mask, squares: Mask, lattice: Lattice
) -> Mask:
    """Return a path with the stretches of wall that a soft picture shows drawn over.

    Parameters
    ----------
    channels : Channels
        Of a soft picture.
    blue, path : (H, W) uint8
        All blue, and what of it was taken for path.
    walls, squares : (H, W) uint8
    lattice : Lattice
        In the pixels of the masks.

    Returns
    -------
    (H, W) uint8
        On walls beside such a stretch nothing else is left: the ends of its softness. Where the
        walls are sharp the path stays as it is: its pixels say more than a stretch of wall.
    """
    blue_or_square = np.asarray(cv2.bitwise_or(blue, squares), dtype=np.uint8)
    window = window_around(cv2.boundingRect(blue_or_square), _MARGIN, path.shape)
    is_wall = walls[window] > 0
    drawn = ((blue_or_square[window] > 0) | _is_colored(channels, window)) & ~is_wall
    between = cv2.morphologyEx(
        drawn.view(np.uint8), cv2.MORPH_CLOSE, square(round(lattice.wall) // 2 + 2)
    )
    stretch = is_wall & (between > 0)
    if not stretch.any():
        return path
    picture = SoftPicture.of(channels, window, drawn, (blue[window] > 0) & ~is_wall, is_wall)
    all_walls = [walls.cut_to(*window) for walls in _walls(lattice, path.shape)]
    clear_from = picture.clear_from(lattice.wall)
    most = int(channels.lead("blue", window).max())
    found = []
    for some, profile in zip(all_walls, _profiles(picture, stretch, all_walls), strict=True):
        for strip, along in _overdrawn(some, profile, clear_from=clear_from):
            if along.stop - along.start < SHORTEST:
                along = _as_wide_as_seen(path[window], strip, along, is_upright=some.is_upright)
            beside, over = _places(window, strip, along, is_upright=some.is_upright)
            if not _is_sharp(channels.blend("blue", beside)[walls[beside] > 0], most):
                found.append((beside, over))
    out = path.copy()
    for beside, _ in found:
        out[beside][walls[beside] > 0] = 0
    for _, over in found:
        out[over] = 255
    return out


def _as_wide_as_seen(path: Mask, strip: Window, along: slice, *, is_upright: bool) -> slice:
    """Return a narrow stretch with the path beside it that goes through its wall as well."""
    across, whole = strip
    wall = path[whole, across] if is_upright else path[across, whole].T
    is_through = np.asarray((wall > 0).all(axis=1))
    start, stop = along.start, along.stop
    while start > 0 and is_through[start - 1]:
        start -= 1
    while stop < len(is_through) and is_through[stop]:
        stop += 1
    return slice(start, stop)


def _is_sharp(share: NDArray[np.uint8], most: int) -> bool:
    """Say whether pixels of walls are fully blue or not blue, as in a picture that was enlarged."""
    low, high = _NEITHER[0] * most, _NEITHER[1] * most
    blue = share[share >= high]
    between = np.count_nonzero(share > low) - blue.size
    return bool(
        between <= _FEW * share.size and np.count_nonzero(blue == most) >= _MOSTLY * blue.size
    )


def _is_colored(channels: Channels, window: Window) -> Flags:
    """Say where there is more color than white, whichever: beside walls, and where blue meets a
    square, a path is not half as blue as elsewhere."""
    red, green, blue = channels.red[window], channels.green[window], channels.blue[window]
    white = cv2.min(cv2.min(red, green), blue).astype(np.int16)
    color = cv2.add(cv2.add(red, green, dtype=cv2.CV_16S), blue, dtype=cv2.CV_16S) - 3 * white
    return np.asarray((color >= _COLORED) & (color >= white))


def is_soft(channels: Channels, blue: Mask) -> bool:
    """Say whether some blue is paler than most."""
    least, most, _, _ = cv2.minMaxLoc(channels.lead("blue"), blue)
    return least < _PURE * most


def _walls(lattice: Lattice, shape: tuple[int, ...]) -> tuple[_Walls, _Walls]:
    """Return the walls that run upright and those that run level."""
    wall = max(1, round(lattice.wall))
    sides = []
    for count, first, pitch in (
        (lattice.columns, lattice.x0, lattice.pitch_x),
        (lattice.rows, lattice.y0, lattice.pitch_y),
    ):
        faces = [first + number * pitch for number in range(count + 1)]
        starts = [round(face) for face in faces]
        sides.append((starts, [round(face + pitch - lattice.wall) for face in faces[:-1]]))
    both = []
    for size, (starts, stops), along, joined, is_upright in (
        (shape[1], sides[0], sides[1], lattice.joined_right.T, True),
        (shape[0], sides[1], sides[0], lattice.joined_down, False),
    ):
        pairs = zip(stops, starts[1:], strict=True)
        lines = [slice(starts[0] - wall, starts[0])]
        lines += [slice(stop, min(start, size)) for stop, start in pairs]
        outer = np.ones((1, len(along[1])), dtype=bool)
        stands = np.concatenate([outer, ~joined, outer])
        both.append(
            _Walls(tuple(lines), np.array(along[0][:-1]), np.array(along[1]), stands, is_upright)
        )
    return both[0], both[1]


def _profiles(picture: SoftPicture, stretch: Flags, walls: list[_Walls]) -> list[Plane]:
    """Return the evidence along each line of walls, (lines, 4, length) of both directions."""
    upright, level = walls
    profiles = (
        np.zeros((len(upright.lines), 4, stretch.shape[0]), dtype=np.float32),
        np.zeros((len(level.lines), 4, stretch.shape[1]), dtype=np.float32),
    )
    for part in _parts(stretch, level):
        evidence = picture.evidence(stretch, part)
        rows, columns = part
        for number, line in enumerate(map(_middle, level.lines)):
            if rows.start <= line.start < line.stop <= rows.stop:
                along = evidence[:, line.start - rows.start : line.stop - rows.start].sum(axis=1)
                profiles[1][number, :, columns] = along
        for number, line in enumerate(map(_middle, upright.lines)):
            left, right = max(line.start, columns.start), min(line.stop, columns.stop)
            if left < right:
                along = evidence[:, :, left - columns.start : right - columns.start].sum(axis=2)
                profiles[0][number, :, rows] = along
    return list(profiles)


def _parts(stretch: Flags, level: _Walls) -> Iterator[Window]:
    """Cut a window into bands between level walls, less what has nothing to look at."""
    cuts, height = [0], stretch.shape[0]
    for start, stop in zip(level.lines, level.lines[1:], strict=False):
        middle = (start.stop + stop.start) // 2
        if middle - cuts[-1] >= _BAND and height - middle >= _BAND:
            cuts.append(middle)
    for top, bottom in zip(cuts, [*cuts[1:], height], strict=True):
        left, _, width, _ = cv2.boundingRect(stretch[top:bottom].view(np.uint8))
        if width:
            yield slice(top, bottom), slice(left, left + width)


def _middle(line: slice) -> slice:
    # Its sides are the softest: the middle tells.
    quarter = (line.stop - line.start) // 4
    return slice(line.start + quarter, line.stop - quarter)


def _overdrawn(
    walls: _Walls, profile: Plane, *, clear_from: int | None
) -> Iterator[tuple[Window, slice]]:
    """Yield each wall that is drawn over, across and along, and how much of it is."""
    lines, cells = np.nonzero(walls.stands)
    starts, stops = walls.starts[cells], walls.stops[cells]
    longest = int((stops - starts).max(initial=0))
    if longest < SHORTEST:
        return
    at = starts[:, None] + np.arange(longest)
    is_inside = at < stops[:, None]
    own = profile[lines[:, None], :, np.minimum(at, profile.shape[2] - 1)].transpose(0, 2, 1)
    own *= is_inside[:, None]
    found: dict[int, slice] = {}
    if clear_from is not None:
        lengths = stops - starts - clear_from
        narrow = narrow_stretches(own, is_inside)
        found = {n: at for n, at in narrow if clear_from <= at.start and at.stop <= lengths[n]}
    found |= _long_stretches(own)
    for number, along in found.items():
        strip = slice(int(starts[number]), int(stops[number]))
        yield (walls.lines[int(lines[number])], strip), along


def _long_stretches(evidence: Plane) -> dict[int, slice]:
    """Return of each wall, (N, 4, length), the stretch that is most likely drawn over."""
    score = evidence[:, 0] + evidence[:, 2] - (evidence[:, 1] + evidence[:, 3]) / 2
    longest = score.shape[1]
    sums = np.zeros((len(score), longest + 1))
    np.cumsum(score, axis=1, dtype=np.float64, out=sums[:, 1:])
    ends = np.argmax(sums - np.minimum.accumulate(sums, axis=1), axis=1)
    # The last of equals: what lies before says nothing.
    upto = np.where(np.arange(longest + 1) <= ends[:, None], sums, np.inf)
    begins = longest - np.argmin(upto[:, ::-1], axis=1)
    found = {}
    for number in np.flatnonzero(ends - begins >= SHORTEST).tolist():
        along = slice(int(begins[number]), int(ends[number]))
        if _is_over(evidence[number, :, along]):
            found[number] = along
    return found


def _is_over(profile: NDArray[Any]) -> bool:
    """Say whether color and brightness, (4, length), both have a stretch drawn over."""
    total = profile.sum(axis=1)
    shares = total[::2] / np.maximum(total[1::2], 1e-6)
    slack = 1 / np.sqrt(np.maximum(total[1::2], 1e-6))
    return bool((shares + slack >= _LEAST).all() and (shares - slack <= _MOST).all())


def _places(
    window: Window, strip: Window, along: slice, *, is_upright: bool
) -> tuple[Window, Window]:
    """Return how far softness reaches along a wall, and what is drawn over up to the path."""
    left, top = (window[1].start, window[0].start) if is_upright else (
        window[0].start, window[1].start,
    )  # fmt: skip
    across = slice(strip[0].start + left, strip[0].stop + left)
    whole = slice(strip[1].start + top, strip[1].stop + top)
    reach = across.stop - across.start + _NEAR
    beside = (across, slice(max(0, whole.start - reach), whole.stop + reach))
    over = (
        slice(max(0, across.start - _RIM), across.stop + _RIM),
        slice(whole.start + along.start, whole.start + along.stop),
    )
    return (beside[::-1], over[::-1]) if is_upright else (beside, over)
