"""The machines as settings name them: a real detector, its labels, and what is said without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reviewer.backends.seen import MissingBackendError
from reviewer.session import backends
from reviewer.session.backends import Options, PictureMachines


def cup_model() -> bytes:
    """A model that finds one cup and two dogs wherever it looks: x, y, w, h, 3 scores each."""
    onnx = pytest.importorskip("onnx")
    boxes = [
        (50, 90, 60, 60, 0.9, 0, 0),
        (185, 100, 70, 80, 0, 0.8, 0),
        (260, 100, 60, 80, 0, 0.7, 0),
    ]
    rows = np.array(boxes + [(1, 1, 1, 1, 0, 0, 0)] * 17, dtype=np.float32)
    found = onnx.numpy_helper.from_array(np.ascontiguousarray(rows.T[None]))
    node = onnx.helper.make_node("Constant", [], ["out"], value=found)
    graph = onnx.helper.make_graph(
        [node],
        "cups",
        [onnx.helper.make_tensor_value_info("images", onnx.TensorProto.FLOAT, [1, 3, 160, 320])],
        [onnx.helper.make_empty_tensor_value_info("out")],
    )
    opset = [onnx.helper.make_opsetid("", 17)]
    made = onnx.helper.make_model(graph, opset_imports=opset, ir_version=9)
    return bytes(made.SerializeToString())


def test_a_detector_of_one_s_own_finds_the_facts(
    single: Path, tmp_path: Path, desk: Any, kit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    monkeypatch.setattr(PictureMachines, "spans", lambda *_: ("told reader", [kit.ORBIT]))
    (tmp_path / "cups.onnx").write_bytes(cup_model())
    (tmp_path / "labels.txt").write_text("cup\ndog\ncat\n")
    session = desk(
        single.parent,
        detector=str(tmp_path / "cups.onnx"),
        detector_labels=str(tmp_path / "labels.txt"),
    )
    state = kit.select(session, "single")
    credits = kit.credits(state)
    rows = ("object_1", "object_2", "relation_1")
    assert {row: credits[row] for row in rows} == dict.fromkeys(rows, 1.0)
    seen = state.measurements["detections"]
    assert (seen.value, seen.instrument) == (3, "cups.onnx")
    assert [one["label"] for one in seen.facts["detections"]] == ["cup", "dog", "dog"]
    assert state.measurements["object_1_color"].instrument == "cups.onnx"


def test_machines_that_are_not_there_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "reader_name", lambda: "")
    machines = PictureMachines(Options())
    pixels = np.zeros((8, 8, 3), dtype=np.uint8)
    with pytest.raises(MissingBackendError, match=r"reviewer\[ocr\]"):
        machines.spans("digest", pixels)
    with pytest.raises(MissingBackendError, match=r"reviewer\[detect\]"):
        machines.detections("digest", pixels)
    lost = PictureMachines(Options(detector="/nowhere/model.onnx"))
    # A file that is gone is a machine that is not there, and none that failed.
    with pytest.raises(MissingBackendError, match=r"model\.onnx: it does not exist"):
        lost.detections("digest", pixels)


def test_the_same_picture_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Reader:
        name = "counted"
        count = 0

        def read(self, pixels: Any) -> list[Any]:
            self.count += 1
            return []

    reader = Reader()
    machines = PictureMachines(Options())
    monkeypatch.setattr(backends, "reader_name", lambda: "counted")
    monkeypatch.setattr(backends, "_start_reader", lambda name: reader)
    pixels = np.zeros((8, 8, 3), dtype=np.uint8)
    for digest in ("one", "one", "two"):
        machines.spans(digest, pixels)
    assert reader.count == 2


def test_a_detector_changes_what_measurements_depend_on(tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    model.write_bytes(b"1")
    machines = PictureMachines(Options(detector=str(model)))
    first = machines.signature("text_to_image")
    model.write_bytes(b"22")
    assert machines.signature("text_to_image") != first
    assert machines.signature("gimp_edit") == ""


def test_tesseract_reads_where_nothing_else_can(monkeypatch: pytest.MonkeyPatch) -> None:
    real = backends.importlib.util.find_spec
    monkeypatch.setattr(
        backends.importlib.util,
        "find_spec",
        lambda name: None if name == "rapidocr" else real(name),
    )
    monkeypatch.setattr(backends.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert backends.reader_name() == "tesseract"
