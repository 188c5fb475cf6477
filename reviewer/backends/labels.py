"""The names of a detector's classes: from the model, from a list, or the usual COCO ones."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence

from reviewer.backends.seen import BackendError

COCO_NAMES = (
    "person",
    "bicycle",
    "car",
    "motorcycle",
    "airplane",
    "bus",
    "train",
    "truck",
    "boat",
    "traffic light",
    "fire hydrant",
    "stop sign",
    "parking meter",
    "bench",
    "bird",
    "cat",
    "dog",
    "horse",
    "sheep",
    "cow",
    "elephant",
    "bear",
    "zebra",
    "giraffe",
    "backpack",
    "umbrella",
    "handbag",
    "tie",
    "suitcase",
    "frisbee",
    "skis",
    "snowboard",
    "sports ball",
    "kite",
    "baseball bat",
    "baseball glove",
    "skateboard",
    "surfboard",
    "tennis racket",
    "bottle",
    "wine glass",
    "cup",
    "fork",
    "knife",
    "spoon",
    "bowl",
    "banana",
    "apple",
    "sandwich",
    "orange",
    "broccoli",
    "carrot",
    "hot dog",
    "pizza",
    "donut",
    "cake",
    "chair",
    "couch",
    "potted plant",
    "bed",
    "dining table",
    "toilet",
    "tv",
    "laptop",
    "mouse",
    "remote",
    "keyboard",
    "cell phone",
    "microwave",
    "oven",
    "toaster",
    "sink",
    "refrigerator",
    "book",
    "clock",
    "vase",
    "scissors",
    "teddy bear",
    "hair drier",
    "toothbrush",
)
# The ids that the original list of 91 leaves out.
_COCO_GAPS = (0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83)


def parse_labels(text: str, *, name: str) -> tuple[str, ...]:
    """The labels in a file: one a line, or a JSON list or object of numbers to names."""
    if text.lstrip().startswith(("[", "{")):
        labels = _listed(text)
    else:
        labels = tuple(line.strip() for line in text.strip().splitlines())
    if not labels or not all(labels):
        raise BackendError(f"{name}: no list of labels; give one label a line, from class 0 on")
    return labels


def labels_in_model(metadata: Mapping[str, str]) -> tuple[str, ...] | None:
    """The labels that exporters leave in a model, None where there are none."""
    for key in ("names", "labels", "classes"):
        if metadata.get(key):
            return _listed(metadata[key]) or None
    return None


def usual_labels(classes: int) -> tuple[str, ...]:
    """The COCO names for 80 or 91 classes; a BackendError for any other number."""
    if classes == len(COCO_NAMES):
        return COCO_NAMES
    if classes == len(COCO_NAMES) + len(_COCO_GAPS):
        names = iter(COCO_NAMES)
        return tuple("N/A" if i in _COCO_GAPS else next(names) for i in range(classes))
    raise BackendError(
        f"the detector has {classes} classes and no names for them; set a file of labels, "
        "one a line"
    )


def _listed(text: str) -> tuple[str, ...]:
    try:
        parsed = json.loads(text)
    except ValueError:
        parsed = _literal(text)
    if isinstance(parsed, Mapping):
        try:
            numbered = {int(number): str(label) for number, label in parsed.items()}
        except (TypeError, ValueError):
            return ()
        if sorted(numbered) != list(range(len(numbered))):
            return ()
        return tuple(numbered[i] for i in range(len(numbered)))
    if isinstance(parsed, Sequence) and not isinstance(parsed, str):
        return tuple(str(label) for label in parsed)
    return ()


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return tuple(part.strip() for part in text.split(",") if part.strip())
