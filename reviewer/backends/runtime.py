"""The library that runs ONNX models, loaded so that it keeps to this computer."""

from __future__ import annotations

import os
from typing import Any


def load_runtime() -> Any:  # noqa: ANN401 - the library has no types
    """The library, silent about its use; raises ImportError where it is not installed."""
    # Read when the library is loaded: later it has already written an identity of this computer.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


def faults() -> tuple[type[Exception], ...]:
    """What the library raises: classes of its own, beside the usual ones."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = [
        kind
        for kind in vars(state).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    ]
    return (*own, RuntimeError, ValueError)
