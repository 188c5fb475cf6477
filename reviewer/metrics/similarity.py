"""Three similarities of a generated picture to its reference, single or in batches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.metrics import NotMeasured
from reviewer.metrics.gaussian_ssim import gaussian_ssim
from reviewer.metrics.hashing import average_hash, hash_similarity
from reviewer.metrics.histogram import level_counts
from reviewer.metrics.pictures import Picture, as_array, as_bytes
from reviewer.metrics.pixels import resized, rgb, size_of

Pictures = Picture | Iterable[Picture]

FLAT_HASH = "flat image: hash says nothing"


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity in [0, 1] and what a reader must know about it."""

    value: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemError:
    """The pair of a batch that could not be measured, and why."""

    index: int
    reason: str


class _Instrument(Protocol):
    def measure(self, generated: Picture, reference: Picture) -> Similarity: ...


Errors = Literal["collect", "raise"]
Scores = float | list[float | ItemError]


@dataclass(frozen=True, slots=True)
class ImageSSIM:
    """Structural similarity under a Gaussian window, clipped to [0, 1]; not scikit-image's.

    Parameters
    ----------
    resize : bool
        Bring a generated picture of another size to the reference's with LANCZOS; without it
        such a pair is not measured.
    """

    resize: bool = True

    def measure(self, generated: Picture, reference: Picture) -> Similarity:
        """Measure one pair.

        Parameters
        ----------
        generated, reference : (H, W), (H, W, 3) array or Pillow picture
            Floats in [−0.1, 1.5] are taken for a range of 1 and scaled by 255.

        Returns
        -------
        Similarity

        Raises
        ------
        NotMeasured
            Sizes differ and `resize` is off, or an array that is not a picture.
        """
        one, two = as_array(generated), as_array(reference)
        notes: tuple[str, ...] = ()
        was, target = size_of(one), size_of(two)
        if was != target:
            if not self.resize:
                raise NotMeasured(
                    f"sizes differ: generated {was[0]}×{was[1]}, reference "
                    f"{target[0]}×{target[1]}; turn resize on to compare them"
                )
            one = resized(as_bytes(one), target)
            notes = (f"resized {was[0]}×{was[1]} → {target[0]}×{target[1]} (LANCZOS)",)
        if one.ndim != two.ndim:
            one, two = rgb(as_bytes(one)), rgb(as_bytes(two))
        return Similarity(gaussian_ssim(one, two), notes)

    def calculate(
        self, generated: Pictures, reference: Pictures, *, errors: Errors = "collect"
    ) -> Scores:
        """Measure one pair or a batch; see `calculate`."""
        return calculate(self, generated, reference, errors=errors)


@dataclass(frozen=True, slots=True)
class ImageAverageHash:
    """Share of the 64 bits of the average hash that agree, in [0, 1]."""

    def measure(self, generated: Picture, reference: Picture) -> Similarity:
        """Measure one pair of any sizes; a note says where a flat picture makes it empty."""
        one, two = (average_hash(as_bytes(as_array(part))) for part in (generated, reference))
        notes = (FLAT_HASH,) if one.is_flat or two.is_flat else ()
        return Similarity(hash_similarity(one, two), notes)

    def calculate(
        self, generated: Pictures, reference: Pictures, *, errors: Errors = "collect"
    ) -> Scores:
        """Measure one pair or a batch; see `calculate`."""
        return calculate(self, generated, reference, errors=errors)


@dataclass(frozen=True, slots=True)
class ImageHistogramMatch:
    """Intersection of the R, G and B histograms over the generated counts, in [0, 1].

    Parameters
    ----------
    bins : int
        Equal bins a channel over [0, 255], 255 inside.
    """

    bins: int = 256

    def __post_init__(self) -> None:
        """Raise ValueError for a number of bins that no histogram has."""
        if isinstance(self.bins, bool) or not isinstance(self.bins, int) or self.bins < 1:
            raise ValueError(f"at least one bin, a whole number, not {self.bins!r}")

    def measure(self, generated: Picture, reference: Picture) -> Similarity:
        """Measure one pair; a note says where the sizes differ, since counts are not shares."""
        one, two = (as_bytes(as_array(part)) for part in (generated, reference))
        first, second = self._counts(one), self._counts(two)
        value = float(np.minimum(first, second).sum() / first.sum())
        notes: tuple[str, ...] = ()
        if size_of(one) != size_of(two):
            notes = ("sizes differ: counts depend on the sizes and on which picture comes first",)
        return Similarity(value, notes)

    def calculate(
        self, generated: Pictures, reference: Pictures, *, errors: Errors = "collect"
    ) -> Scores:
        """Measure one pair or a batch; see `calculate`."""
        return calculate(self, generated, reference, errors=errors)

    def _counts(self, image: NDArray[np.uint8]) -> NDArray[np.float64]:
        edges = np.linspace(0.0, 255.0, self.bins + 1)
        place = np.searchsorted(edges, np.arange(256), side="right") - 1
        place = np.minimum(place, self.bins - 1)
        rows = [np.bincount(place, row, minlength=self.bins) for row in level_counts(image)]
        return np.stack(rows)


def calculate(
    metric: _Instrument, generated: Pictures, reference: Pictures, *, errors: Errors = "collect"
) -> Scores:
    """Measure one pair, or each pair of a batch.

    Parameters
    ----------
    metric : ImageSSIM, ImageAverageHash or ImageHistogramMatch
    generated, reference : array, Pillow picture, or an iterable of them
        A single array is one picture, never a batch of rows. A single picture, or a batch of
        one, is held against each of the other side.
    errors : {"collect", "raise"}
        What a pair does that cannot be measured: become an `ItemError` in its place, or raise.
        A single pair always raises.

    Returns
    -------
    float, or list of float and ItemError
        A list as soon as one side is a batch.

    Raises
    ------
    ValueError
        Lengths that do not fit (the message names both), an empty batch, or `errors` unknown.
    NotMeasured
        A pair that cannot be measured, when it is single or `errors` is "raise".
    """
    if errors not in ("collect", "raise"):
        raise ValueError(f"errors is 'collect' or 'raise', not {errors!r}")
    if _is_single(generated) and _is_single(reference):
        return metric.measure(generated, reference).value
    pairs = _pairs(_as_list(generated), _as_list(reference))
    scores: list[float | ItemError] = []
    for index, (one, two) in enumerate(pairs):
        try:
            scores.append(metric.measure(one, two).value)
        except (NotMeasured, TypeError) as error:
            if errors == "raise":
                raise NotMeasured(f"pair {index}: {error}") from error
            scores.append(ItemError(index, str(error)))
    return scores


def _is_single(value: object) -> TypeGuard[Picture]:
    return isinstance(value, np.ndarray | Image.Image)


def _as_list(value: object) -> list[Picture]:
    if _is_single(value):
        return [value]
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise ValueError(
            f"pictures are arrays, Pillow pictures or lists of them, not {type(value).__name__}"
        )
    return list(value)


def _pairs(generated: list[Picture], reference: list[Picture]) -> list[tuple[Picture, Picture]]:
    lengths = (len(generated), len(reference))
    if 0 in lengths:
        raise ValueError(f"an empty batch: generated {lengths[0]}, reference {lengths[1]}")
    most = max(lengths)
    if lengths[0] not in (1, most) or lengths[1] not in (1, most):
        raise ValueError(
            f"batches of {lengths[0]} generated and {lengths[1]} reference pictures do not pair up"
        )
    return list(
        zip(generated * (most // lengths[0]), reference * (most // lengths[1]), strict=True)
    )
