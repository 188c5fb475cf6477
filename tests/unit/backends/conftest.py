"""The library that runs models is imported by tests before the program does it silently."""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
