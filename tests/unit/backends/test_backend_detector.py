"""Boxes, classes and confidence from tiny ONNX models, on pictures that are not square."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reviewer.backends.detector_outputs import read_outputs
from reviewer.backends.letterbox import letterbox
from reviewer.backends.onnx_detector import OnnxDetector
from reviewer.backends.seen import BackendError, MissingBackendError
from reviewer.backends.suppression import suppress

pytest.importorskip("onnxruntime")
onnx = pytest.importorskip("onnx")

NAMES = "{0: 'cat', 1: 'dog', 2: 'teddy bear'}"


def model_of(
    nodes: Sequence[Any],
    outputs: Sequence[str],
    *,
    size: tuple[Any, Any] = (640, 640),
    names: str = NAMES,
    given: Mapping[str, tuple[Any, Sequence[Any]]] | None = None,
) -> bytes:
    helper, kinds = onnx.helper, onnx.TensorProto
    wanted = given or {"images": (kinds.FLOAT, [1, 3, size[1], size[0]])}
    graph = helper.make_graph(
        list(nodes),
        "tiny",
        [helper.make_tensor_value_info(name, *shape) for name, shape in wanted.items()],
        [helper.make_empty_tensor_value_info(name) for name in outputs],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if names:
        helper.set_model_props(made, {"names": names})
    return bytes(made.SerializeToString())


def constant_model(*arrays: NDArray[Any], **settings: Any) -> bytes:
    outputs = [f"out{i}" for i in range(len(arrays))]
    nodes = [
        onnx.helper.make_node("Constant", [], [name], value=onnx.numpy_helper.from_array(array))
        for name, array in zip(outputs, arrays, strict=True)
    ]
    return model_of(nodes, outputs, **settings)


def red_finder(size: int = 320) -> bytes:
    """A model that truly looks: it gives the bounding box of what is red."""
    helper, node = onnx.numpy_helper, onnx.helper.make_node

    def number(name: str, *values: float, of: Any = np.int64) -> Any:
        array = np.array(values, dtype=of)
        return node("Constant", [], [name], value=helper.from_array(array))

    nodes = [
        number("zero", 0),
        number("one", 1),
        number("two", 2),
        number("axis", 1),
        number("last", -1),
        number("stop", -sys.maxsize),
        number("back", -1),
        number("edge", float(size), of=np.float32),
        number("tail", 0.9, 1, of=np.float32),
        number("shape", 1, 1, 6),
        node("Slice", ["images", "zero", "one", "axis"], ["r"]),
        node("Slice", ["images", "one", "two", "axis"], ["g"]),
        node("Sub", ["r", "g"], ["red"]),
        number("half", 0.5, of=np.float32),
        node("Greater", ["red", "half"], ["is_red"]),
        node("Cast", ["is_red"], ["mask"], to=onnx.TensorProto.FLOAT),
    ]
    for name, axes in (("x", [0, 1, 2]), ("y", [0, 1, 3])):
        nodes += [
            node("ReduceMax", ["mask"], [f"{name}line"], axes=axes, keepdims=0),
            node("ArgMax", [f"{name}line"], [f"{name}low"], axis=0, keepdims=1),
            node("Slice", [f"{name}line", "last", "stop", "zero", "back"], [f"{name}turned"]),
            node("ArgMax", [f"{name}turned"], [f"{name}end"], axis=0, keepdims=1),
            node("Cast", [f"{name}low"], [f"{name}0"], to=onnx.TensorProto.FLOAT),
            node("Cast", [f"{name}end"], [f"{name}gap"], to=onnx.TensorProto.FLOAT),
            node("Sub", ["edge", f"{name}gap"], [f"{name}1"]),
        ]
    nodes += [
        node("Concat", ["x0", "y0", "x1", "y1", "tail"], ["row"], axis=0),
        node("Reshape", ["row", "shape"], ["found"]),
    ]
    return model_of(nodes, ["found"], size=(size, size))


def blank(height: int, width: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), 255, dtype=np.uint8)


def in_input(box: Sequence[float], picture: tuple[int, int], size: tuple[int, int]) -> list[float]:
    """A picture's box as a model sees it, worked out without the code under test."""
    width, height = picture
    scale = min(size[0] / width, size[1] / height)
    across, down = round(width * scale), round(height * scale)
    left, top = (size[0] - across) // 2, (size[1] - down) // 2
    x0, y0, x1, y1 = box
    return [
        left + x0 * across / width,
        top + y0 * down / height,
        left + x1 * across / width,
        top + y1 * down / height,
    ]


def as_table(
    form: str, boxes: Sequence[Sequence[float]], scores: NDArray[np.float32]
) -> NDArray[np.float32]:
    edges = np.array(boxes, dtype=np.float32)
    centred = np.hstack([(edges[:, :2] + edges[:, 2:]) / 2, edges[:, 2:] - edges[:, :2]])
    sure = scores.max(axis=1, keepdims=True)
    best = scores.argmax(axis=1)[:, None].astype(np.float32)
    tables = {
        "v8": np.hstack([centred, scores]).T,
        "v8 turned": np.hstack([centred, scores]),
        "v5": np.hstack([centred, sure, scores / sure]),
        "end to end": np.hstack([edges, sure, best]),
        "v7 end to end": np.hstack([np.zeros_like(sure), edges, best, sure]),
    }
    return tables[form][None].astype(np.float32)


FORMS = ("v8", "v8 turned", "v5", "end to end", "v7 end to end")
BOXES = ((100.0, 50.0, 400.0, 350.0), (700.0, 20.0, 950.0, 390.0))
SCORES = np.array([[0.02, 0.9, 0.01], [0.03, 0.02, 0.7]], dtype=np.float32)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("picture", [(1000, 400), (400, 1000), (999, 401), (1920, 1080)])
def test_fixed_boxes_come_back_within_a_pixel(form: str, picture: tuple[int, int]) -> None:
    width, height = picture
    fitting = [[min(b[0], width - 20), b[1], min(b[2], width), b[3]] for b in BOXES]
    seen = [in_input(box, picture, (640, 480)) for box in fitting]
    model = constant_model(as_table(form, seen, SCORES), size=(640, 480))
    found = OnnxDetector(model, name="tiny.onnx").detect(blank(height, width))
    assert [one.label for one in found] == ["dog", "teddy bear"]
    assert [one.confidence for one in found] == [pytest.approx(0.9), pytest.approx(0.7)]
    for one, box in zip(found, fitting, strict=True):
        assert one.box == pytest.approx(box, abs=1)
        assert one.color == "white"


@pytest.mark.parametrize("form", ["logits", "no object", "shares", "rt-detr"])
def test_boxes_of_detr_come_back_within_a_pixel(form: str) -> None:
    picture, size = (1000, 400), (512, 512)
    edges = np.array([in_input(box, picture, size) for box in BOXES], dtype=np.float32)
    shares = as_table("v8 turned", (edges / 512).tolist(), SCORES)[0]
    logits = np.log(SCORES / (1 - SCORES))
    # Softmax over a fourth column of zeros gives the scores back when the rest is their odds.
    rest = 1 - SCORES.sum(axis=1, keepdims=True)
    outputs = {
        "logits": [logits[None], shares[None, :, :4]],
        "no object": [np.log(np.hstack([SCORES, rest]))[None], shares[None, :, :4]],
        "shares": [shares[None]],
        "rt-detr": [
            np.array([[1, 2]], dtype=np.int64),
            edges[None],
            SCORES.max(axis=1)[None],
        ],
    }
    model = constant_model(*outputs[form], size=size)
    found = OnnxDetector(model, name="tiny.onnx").detect(blank(400, 1000))
    assert [one.label for one in found] == ["dog", "teddy bear"]
    for one, box, score in zip(found, BOXES, (0.9, 0.7), strict=True):
        assert one.box == pytest.approx(box, abs=1)
        assert one.confidence == pytest.approx(score, abs=1e-5)


@pytest.mark.parametrize("shape", [(120, 300), (300, 120), (320, 320), (97, 211)])
def test_a_model_that_looks_finds_what_was_drawn(shape: tuple[int, int]) -> None:
    picture = blank(*shape)
    picture[20:70, 30:101] = (230, 10, 10)
    found = OnnxDetector(red_finder(), name="red.onnx").detect(picture)
    assert len(found) == 1
    assert found[0].box == pytest.approx((30, 20, 101, 70), abs=1)
    assert (found[0].label, found[0].color) == ("dog", "red")


def test_confidence_of_one_half_counts_and_less_does_not() -> None:
    boxes = [[10, 10, 50, 50], [100, 100, 150, 150], [200, 200, 250, 250]]
    scores = np.array([[0.5, 0.1, 0], [0.4999, 0.1, 0], [0, 0.1, 0.6]], dtype=np.float32)
    model = constant_model(as_table("v8 turned", boxes, scores))
    found = OnnxDetector(model, name="m").detect(blank(640, 640))
    assert [one.label for one in found] == ["teddy bear", "cat"]
    low = OnnxDetector(model, name="m", confidence=0.3).detect(blank(640, 640))
    assert len(low) == 3


def test_one_box_an_object_and_classes_do_not_suppress_each_other() -> None:
    boxes = [[10, 10, 110, 110], [14, 12, 112, 114], [10, 10, 110, 110], [300, 10, 400, 110]]
    scores = np.array([[0.8, 0, 0], [0.9, 0, 0], [0, 0.7, 0], [0.6, 0, 0]], dtype=np.float32)
    for form in ("v8", "v5"):
        model = constant_model(as_table(form, boxes, scores))
        found = OnnxDetector(model, name="m").detect(blank(640, 640))
        assert [(one.label, round(one.confidence, 2)) for one in found] == [
            ("cat", 0.9),
            ("dog", 0.7),
            ("cat", 0.6),
        ]
    final = constant_model(as_table("end to end", boxes, scores))
    assert len(OnnxDetector(final, name="m").detect(blank(640, 640))) == 4


def test_suppression_by_overlap() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 4.5], [0, 0, 10, 4.6], [5, 5, 5, 5]], float)
    same = np.zeros(4, dtype=np.intp)
    kept = suppress(boxes, np.array([0.9, 0.8, 0.7, 0.6]), same)
    # 45 of 100 is the limit itself and stays; what stays then suppresses the next.
    assert kept.tolist() == [0, 1, 3]
    assert suppress(boxes[:0], np.zeros(0), same[:0]).tolist() == []


@given(st.integers(1, 3000), st.integers(1, 3000), st.integers(32, 800), st.integers(32, 800))
def test_corners_survive_the_letterbox(width: int, height: int, across: int, down: int) -> None:
    if width * height > 200_000:
        width, height = 1 + width // 20, 1 + height // 20
    filled, fit = letterbox(blank(height, width), (across, down))
    assert filled.shape == (down, across, 3)
    whole = np.array(
        [
            fit.left,
            fit.top,
            fit.left + fit.scale_x * width,
            fit.top + fit.scale_y * height,
        ]
    )
    assert whole.min() >= 0
    assert whole[2] <= across + 1e-9
    assert whole[3] <= down + 1e-9
    assert fit.to_picture(whole)[0] == pytest.approx([0, 0, width, height])


def test_labels_come_from_the_model_a_list_or_coco() -> None:
    table = as_table("end to end", [[10, 10, 50, 50]], SCORES[:1])
    given = OnnxDetector(constant_model(table), name="m", labels=["a", "b", "c"])
    assert given.detect(blank(640, 640))[0].label == "b"
    usual = OnnxDetector(constant_model(table, names=""), name="m")
    assert usual.detect(blank(640, 640))[0].label == "bicycle"
    wide = np.zeros((1, 84, 100), dtype=np.float32)
    wide[0, :4, 0] = (100, 100, 50, 50)
    wide[0, 4 + 77, 0] = 0.9
    eighty = OnnxDetector(constant_model(wide, names=""), name="m")
    assert eighty.detect(blank(640, 640))[0].label == "teddy bear"


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ([np.zeros((1, 1000), np.float32)], r"\(1, 1000\) with 3 labels are no detector's"),
        ([np.zeros((1, 84, 100), np.float32)], "80 classes apart and was given 3 labels"),
        ([np.zeros((1, 4, 4), np.float32), np.zeros((1, 5, 4), np.float32)], "no detector's"),
        ([np.full((1, 7, 50), np.nan, np.float32)], "NaN or infinity"),
        ([np.zeros((1, 3, 80, 80, 8), np.float32)], "understood are"),
    ],
)
def test_outputs_of_the_wrong_shape_are_told(arrays: Any, message: str) -> None:
    detector = OnnxDetector(constant_model(*arrays), name="odd.onnx")
    with pytest.raises(BackendError, match=message) as caught:
        detector.detect(blank(64, 64))
    assert str(caught.value).startswith("odd.onnx: ")


def test_inputs_of_the_wrong_shape_are_told() -> None:
    kinds = onnx.TensorProto
    table = np.zeros((1, 2, 6), np.float32)
    grey = constant_model(table, given={"x": (kinds.FLOAT, [1, 1, 64, 64])})
    with pytest.raises(BackendError, match=r"m\.onnx: takes x \[1, 1, 64, 64\].*not an RGB"):
        OnnxDetector(grey, name="m.onnx")
    more = {"images": (kinds.FLOAT, [1, 3, 64, 64]), "prompt": (kinds.INT64, [1, 8])}
    with pytest.raises(BackendError, match="also takes prompt"):
        OnnxDetector(constant_model(table, given=more), name="m")


def test_other_inputs_that_detectors_have_are_filled() -> None:
    kinds = onnx.TensorProto
    table = as_table("end to end", [[10, 10, 50, 50]], SCORES[:1])
    shapes = {
        "images": (kinds.UINT8, ["batch", "h", "w", 3]),
        "orig_target_sizes": (kinds.INT64, [1, 2]),
    }
    found = OnnxDetector(constant_model(table, given=shapes), name="m").detect(blank(640, 640))
    assert found[0].box == pytest.approx((10, 10, 50, 50))


def test_a_class_without_a_label_is_told() -> None:
    row = np.array([[[1, 2, 30, 40, 0.9, 2]]], dtype=np.float32)
    chosen = [row[0, :, :4], np.array([7]), row[0, :, 4]]
    with pytest.raises(BackendError, match="class 7 has no label; the list has 3"):
        OnnxDetector(constant_model(*chosen), name="m").detect(blank(640, 640))


def test_what_is_no_model_is_told() -> None:
    with pytest.raises(BackendError, match=r"junk\.onnx: not a model that can be run"):
        OnnxDetector(b"not a model", name="junk.onnx")


def test_only_rgb_is_taken() -> None:
    model = constant_model(np.zeros((1, 1, 6), np.float32))
    with pytest.raises(BackendError, match="must be uint8 RGB"):
        OnnxDetector(model, name="m").detect(np.zeros((8, 8), np.uint8))


def test_a_missing_runtime_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingBackendError, match=r"pip install 'reviewer\[detect\]'"):
        OnnxDetector(b"", name="m")


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=4), st.none() | st.integers(1, 6), st.data()
)
def test_any_output_is_read_or_refused(
    shape: list[int], labels: int | None, data: st.DataObject
) -> None:
    values = data.draw(st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=8))
    array = np.resize(np.array(values, dtype=np.float32), shape)
    read = None
    try:
        read = read_outputs([array], labels=labels, size=(64, 64))
    except BackendError as error:
        assert "detector" in str(error)  # noqa: PT017 - both outcomes are right
    if read is not None:
        assert read.boxes.shape == (len(read.scores), 4)
        assert len(read.classes) == len(read.scores)


def test_a_model_for_giant_pictures_is_refused_unrun() -> None:
    made = constant_model(np.zeros((1, 7, 4), dtype=np.float32), size=(20_000, 20_000))
    with pytest.raises(BackendError, match="20000×20000 px, and at most 4,096 px"):
        OnnxDetector(made, name="m.onnx")


def test_a_model_that_does_not_end_is_ended() -> None:
    helper, kinds = onnx.helper, onnx.TensorProto
    node = helper.make_node
    body = helper.make_graph(
        [node("Identity", ["go"], ["on"]), node("Sin", ["carried"], ["next"])],
        "turns",
        [
            helper.make_tensor_value_info("turn", kinds.INT64, []),
            helper.make_tensor_value_info("go", kinds.BOOL, []),
            helper.make_tensor_value_info("carried", kinds.FLOAT, [1, 3, 64, 64]),
        ],
        [
            helper.make_tensor_value_info("on", kinds.BOOL, []),
            helper.make_tensor_value_info("next", kinds.FLOAT, [1, 3, 64, 64]),
        ],
    )
    true = onnx.numpy_helper.from_array(np.array(True))
    nodes = [
        node("Constant", [], ["yes"], value=true),
        node("Loop", ["", "yes", "images"], ["found"], body=body),
    ]
    endless = OnnxDetector(
        model_of(nodes, ["found"], size=(64, 64)), name="endless.onnx", limit_s=0.3
    )
    with pytest.raises(BackendError, match=r"endless.onnx: no answer within 0.3 s"):
        endless.detect(blank(64, 64))
