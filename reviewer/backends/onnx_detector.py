"""Objects found by an ONNX model that the person points at: YOLO, DETR and their like."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.backends.color import name_colors
from reviewer.backends.detector_outputs import Candidates, read_outputs
from reviewer.backends.labels import labels_in_model, usual_labels
from reviewer.backends.letterbox import letterbox
from reviewer.backends.runtime import faults, load_runtime
from reviewer.backends.seen import (
    BackendError,
    Detection,
    MissingBackendError,
    Pixels,
    require_rgb,
)
from reviewer.backends.suppression import suppress

CONFIDENCE = 0.5
# What exporters use where a model takes any size.
_USUAL_EDGE = 640
# No detector looks at more; a model that asks for more would take memory and hours.
_LONGEST_EDGE = 4096
LIMIT_S = 120.0
_IMAGENET_MEAN = (0.485, 0.456, 0.406)
_IMAGENET_STD = (0.229, 0.224, 0.225)
_TYPES: dict[str, type[np.generic]] = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(uint8)": np.uint8,
}


@dataclass(frozen=True, slots=True)
class _Input:
    """The picture that a model takes: its size, the order of its axes and its numbers."""

    name: str
    size: tuple[int, int]
    is_channels_first: bool
    dtype: type[np.generic]


class OnnxDetector:
    """Runs one model; may be shared by threads."""

    def __init__(
        self,
        model: bytes,
        *,
        name: str,
        labels: Sequence[str] | None = None,
        confidence: float = CONFIDENCE,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._name = name
        self._session = _open(model, name)
        self._input = _picture_input(self._session, name)
        _check_other_inputs(self._session, self._input.name, name)
        metadata = self._session.get_modelmeta().custom_metadata_map
        self._labels = tuple(labels) if labels else labels_in_model(metadata)
        self._confidence = confidence
        self._limit_s = limit_s
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name in measurements."""
        return self._name

    def detect(self, picture: Pixels) -> list[Detection]:
        """Every object that is sure enough, surest first, with its color."""
        require_rgb(picture)
        fitted, fit = letterbox(picture, self._input.size)
        found = self._run(fitted)
        is_sure = found.scores >= self._confidence
        boxes, scores = fit.to_picture(found.boxes[is_sure]), found.scores[is_sure]
        classes = found.classes[is_sure]
        has_area = (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])
        boxes, scores, classes = boxes[has_area], scores[has_area], classes[has_area]
        if found.is_final:
            kept = np.argsort(-scores, kind="stable")
        else:
            kept = suppress(boxes, scores, classes)
        labels = self._names(found)
        detections = [
            Detection(self._label(labels, int(classes[i])), _box(boxes[i]), float(scores[i]))
            for i in kept
        ]
        return name_colors(picture, detections)

    def _run(self, fitted: Pixels) -> Candidates:
        feeds = {self._input.name: _tensor(fitted, self._input)}
        for other in self._session.get_inputs():
            if other.name == "orig_target_sizes":
                feeds[other.name] = np.array([self._input.size], dtype=np.int64)
            elif other.name == "pixel_mask":
                feeds[other.name] = np.ones((1, *self._input.size[::-1]), dtype=np.int64)
        with self._lock:
            outputs = self._answer(feeds)
        known = len(self._labels) if self._labels else None
        try:
            return read_outputs(outputs, labels=known, size=self._input.size)
        except BackendError as error:
            raise BackendError(f"{self._name}: {error}") from error

    def _answer(self, feeds: dict[str, Any]) -> list[Any]:
        """What the model gives out, within the time limit."""
        options = load_runtime().RunOptions()
        options.log_severity_level = 4
        ended = threading.Event()

        def end() -> None:
            ended.set()
            options.terminate = True

        clock = threading.Timer(self._limit_s, end)
        clock.daemon = True
        clock.start()
        try:
            return list(self._session.run(None, feeds, options))
        except faults() as error:
            if ended.is_set():
                raise BackendError(
                    f"{self._name}: no answer within {self._limit_s:g} s; choose a smaller model"
                ) from error
            raise BackendError(f"{self._name}: the model failed: {error}") from error
        finally:
            clock.cancel()
            clock.join()

    def _names(self, found: Candidates) -> Sequence[str]:
        if self._labels:
            return self._labels
        # A form that does not say how many classes there are is taken for the usual eighty.
        return usual_labels(found.classes_known or 80)

    def _label(self, labels: Sequence[str], index: int) -> str:
        if not 0 <= index < len(labels):
            raise BackendError(
                f"{self._name}: class {index} has no label; the list has {len(labels)}, set the "
                "file of labels that belongs to this model"
            )
        return labels[index]


def _open(model: bytes, name: str) -> Any:  # noqa: ANN401 - the library has no types
    try:
        runtime = load_runtime()
    except ImportError as error:
        raise MissingBackendError(
            "no detector: onnxruntime is missing; install it with: pip install 'reviewer[detect]'"
        ) from error
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    try:
        return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except faults() as error:
        raise BackendError(f"{name}: not a model that can be run: {error}") from error


def _picture_input(session: Any, name: str) -> _Input:  # noqa: ANN401 - the library has no types
    for given in session.get_inputs():
        if len(given.shape) == 4 and given.type in _TYPES:
            _, second, third, last = given.shape
            is_first = second == 3
            if not is_first and last != 3:
                break
            height, width = (third, last) if is_first else (second, third)
            edges = [edge if isinstance(edge, int) else _USUAL_EDGE for edge in (width, height)]
            if not all(1 <= edge <= _LONGEST_EDGE for edge in edges):
                raise BackendError(
                    f"{name}: takes pictures of {edges[0]}×{edges[1]} px, and at most "
                    f"{_LONGEST_EDGE:,} px an edge are looked at here; export it for less"
                )
            return _Input(given.name, (edges[0], edges[1]), is_first, _TYPES[given.type])
    shapes = ", ".join(f"{one.name} {one.shape} {one.type}" for one in session.get_inputs())
    raise BackendError(
        f"{name}: takes {shapes}, not an RGB picture of shape (1, 3, H, W) or (1, H, W, 3); "
        "choose an object detector exported with one picture as its input"
    )


def _check_other_inputs(session: Any, picture: str, name: str) -> None:  # noqa: ANN401
    known = (picture, "orig_target_sizes", "pixel_mask")
    unknown = [one.name for one in session.get_inputs() if one.name not in known]
    if unknown:
        raise BackendError(
            f"{name}: also takes {', '.join(unknown)}, which nothing here can give; export the "
            "model with one picture as its input"
        )


def _tensor(fitted: Pixels, given: _Input) -> NDArray[Any]:
    if given.dtype is np.uint8:
        values: NDArray[Any] = fitted
    else:
        values = fitted.astype(np.float32) / 255
        if given.name == "pixel_values":
            # The name that the DETR family of exporters uses, whose models want it normalised.
            values = (values - np.array(_IMAGENET_MEAN)) / np.array(_IMAGENET_STD)
    if given.is_channels_first:
        values = values.transpose(2, 0, 1)
    return np.ascontiguousarray(values[None], dtype=given.dtype)


def _box(edges: NDArray[np.float64]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(edge) for edge in edges)
    return left, top, right, bottom
