"""A clip for its scrubber: frames at hand, the marker's way up to each, where to jump."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reviewer.metrics.maze_evaluation import MazeTrack
    from reviewer.overlays.palette import Palette

_QUALITY = 95
_MOST_PLACES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The frames that were taken from a clip, each by its index; `numbers` are those in the clip.

    `scores` is the layout score of each frame, empty where the clip could not be judged (`problem`
    says why). `worst` and `first_crossing` are indices to jump to; where all frames that count are
    alike none of them is the worst.
    """

    numbers: tuple[int, ...]
    rate: float
    size: tuple[int, int]
    pictures: tuple[bytes, ...]
    scores: tuple[float, ...] = ()
    has_marker: tuple[bool, ...] = ()
    is_faded: tuple[bool, ...] = ()
    places: tuple[tuple[int, float, float], ...] = ()
    worst: int | None = None
    first_crossing: int | None = None
    crossing: Any = None
    is_still: bool = False
    problem: str = ""

    def index_of(self, number: int) -> int:
        """The index of a frame of the clip, or of the nearest one taken after it."""
        return min(bisect_left(self.numbers, number), len(self.numbers) - 1)

    def seconds_at(self, index: int) -> float:
        """When a frame is shown, in seconds from the start."""
        return self.numbers[index] / self.rate if self.rate > 0 else 0.0

    @property
    def has_one_frame(self) -> bool:
        """True where there is nothing to play."""
        return len(self.pictures) == 1

    @property
    def about(self) -> str:
        """What is said of the whole clip beside each of its frames."""
        if self.has_one_frame:
            return "the only frame"
        return "the marker never moves" if self.is_still else ""

    @property
    def why_no_worst(self) -> str:
        """Why there is no worst frame to go to; empty where there is one."""
        if self.worst is not None:
            return ""
        if self.has_one_frame:
            return "the clip has one frame"
        alike = "every frame has the same layout" if self.has_marker else ""
        return self.problem or alike or "the layout of this clip was not measured"

    @property
    def without_marker(self) -> tuple[int, ...]:
        """The indices of frames in which no marker moves."""
        return tuple(index for index, seen in enumerate(self.has_marker) if not seen)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One frame as it is shown: `pixels` (H, W, 3) uint8 with the way so far drawn in.

    `spellings` say what it is, the fullest first, for as much room as there is.
    """

    index: int
    number: int
    seconds: float
    pixels: NDArray[np.uint8]
    marker: tuple[float, float] | None
    spellings: tuple[str, ...]

    @property
    def words(self) -> str:
        """All that is said of the frame."""
        return self.spellings[0]


def load_clip(request: Request) -> Clip:
    """All frames of a clip task that are judged, kept small; for the pool, in one decoding."""
    from reviewer.kinds.maze_reading import MazeFiles

    files = MazeFiles(request)
    opened = request.reader.document(files.result, "video")
    wanted = files.parameters.num_frames

    def keep(frames: Iterator[tuple[int, Any]]) -> list[tuple[int, bytes]]:
        kept = []
        for number, pixels in frames:
            kept.append((number, _packed(pixels)))
            request.token.report(len(kept), wanted)
        return kept

    kept = opened.stream(wanted, keep, check=request.token.check)
    plain = Clip(
        tuple(number for number, _ in kept),
        opened.rate,
        opened.size,
        tuple(picture for _, picture in kept),
    )
    try:
        found = files.evaluation
    except (NotMeasured, UnreadableError) as error:
        return replace(plain, problem=str(error))
    track = found.track
    return plain if track is None else _judged(plain, track, found.crossing.crossing_pieces)


def _judged(plain: Clip, track: MazeTrack, crossing: Any) -> Clip:  # noqa: ANN401 - a mask
    first = track.first_crossing_frame
    return replace(
        plain,
        scores=track.layout_scores,
        has_marker=track.has_marker,
        is_faded=track.is_faded,
        places=tuple((p.index, p.x, p.y) for p in track.positions),
        worst=None if track.are_alike else track.worst_index,
        is_still=track.is_still,
        first_crossing=None if first is None else track.frames.index(first),
        crossing=crossing,
    )


def _packed(pixels: Any) -> bytes:  # noqa: ANN401 - an array
    """A frame as JPEG in full color: a clip's worth of pictures would fill the memory."""
    import cv2

    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    done, data = cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), options)
    if not done:
        raise UnreadableError(f"a frame of shape {pixels.shape} could not be kept for the scrubber")
    return data.tobytes()


def palette_named(name: str) -> Palette:
    """The documented colors or the color-blind-safe ones."""
    from reviewer.overlays.palette import DOCUMENTED, SAFE

    return SAFE if name == "safe" else DOCUMENTED


def show_frame(
    clip: Clip,
    index: int,
    *,
    with_trail: bool = True,
    scale: float = 1.0,
    palette: Palette | None = None,
) -> Frame:
    """One frame with the marker's way up to it: milliseconds, pure, for the pool."""
    import cv2
    import numpy as np

    from reviewer.overlays.maze_trail import draw_trail
    from reviewer.overlays.palette import DOCUMENTED

    data = np.frombuffer(clip.pictures[index], dtype=np.uint8)
    read = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if read is None:
        raise UnreadableError(f"frame {clip.numbers[index]} was kept damaged. Open the task again.")
    pixels = np.asarray(cv2.cvtColor(read, cv2.COLOR_BGR2RGB), dtype=np.uint8)
    way = [(x, y) for at, x, y in clip.places if at <= index]
    if with_trail:
        pixels = draw_trail(
            pixels, way, scale=scale, palette=palette or DOCUMENTED, crossing=clip.crossing
        )
    pixels.flags.writeable = False
    marker = way[-1] if way and clip.has_marker and clip.has_marker[index] else None
    return Frame(
        index,
        clip.numbers[index],
        clip.seconds_at(index),
        pixels,
        marker,
        tuple(_spellings(clip, index)),
    )


def _score(score: float, worst: float) -> str:
    """Three places, or as many as tell it from the worst frame's and from a full score."""
    for places in range(3, _MOST_PLACES):
        shown = f"{score:.{places}f}"
        if (score >= 1 or float(shown) < 1) and (
            score == worst or float(shown) > round(worst, places)
        ):
            return shown
    return f"{score:.{_MOST_PLACES}f}"


def _spellings(clip: Clip, index: int) -> Iterator[str]:
    """What the scrubber says of a frame; what the picture's header says as well goes first."""
    # Frames are numbered from 0, as in the result files; what is counted begins with 1.
    name = f"frame {clip.numbers[index]}"
    place, time = f"({index + 1} of {len(clip.pictures)})", f"{clip.seconds_at(index):.2f} s"
    rest = list(_facts(clip, index))
    yield " · ".join((f"{name} {place}", time, *rest))
    yield " · ".join((name, time, *rest))
    yield " · ".join((name, *rest))


def _facts(clip: Clip, index: int) -> Iterator[str]:
    if clip.scores:
        yield f"layout {_score(clip.scores[index], min(clip.scores))}"
    if clip.is_faded and clip.is_faded[index]:
        yield "fade, left out"
    if clip.has_marker and not clip.has_marker[index]:
        yield "no marker"
    if index == clip.worst:
        yield "worst layout"
    if index == clip.first_crossing:
        yield "first crossing"
    if clip.about:
        yield clip.about
