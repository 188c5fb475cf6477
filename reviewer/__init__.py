"""Reviewer: see, understand and overrule automatic grades of agent tasks."""

from __future__ import annotations

__version__ = "0.1.0"
