"""The library that runs models keeps to this computer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxruntime")
onnx = pytest.importorskip("onnx")


def empty_model() -> bytes:
    """A detector that finds nothing."""
    helper, kinds = onnx.helper, onnx.TensorProto
    value = onnx.numpy_helper.from_array(np.zeros((1, 7, 4), dtype=np.float32))
    graph = helper.make_graph(
        [helper.make_node("Constant", [], ["found"], value=value)],
        "tiny",
        [helper.make_tensor_value_info("images", kinds.FLOAT, [1, 3, 64, 64])],
        [helper.make_empty_tensor_value_info("found")],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(made, {"names": "{0: 'cat', 1: 'dog', 2: 'cup'}"})
    return bytes(made.SerializeToString())


def test_the_runtime_writes_down_no_identity_of_this_computer(tmp_path: Path) -> None:
    made = tmp_path / "tiny.onnx"
    made.write_bytes(empty_model())
    script = (
        "import sys, numpy\nfrom reviewer.backends.onnx_detector import OnnxDetector\n"
        "model = OnnxDetector(open(sys.argv[1], 'rb').read(), name='m')\n"
        "model.detect(numpy.zeros((64, 64, 3), numpy.uint8))\n"
    )
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    environ = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"} | places
    subprocess.run([sys.executable, "-c", script, str(made)], env=environ, check=True, timeout=60)
    assert list(home.rglob("*")) == []
