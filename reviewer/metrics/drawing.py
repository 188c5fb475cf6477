"""Counts of a drawing: as the text patterns grade it, as lxml finds it, and where they differ."""

from __future__ import annotations

from .drawing_differences import (
    Cause,
    CountDifference,
    Place,
    compare_counts,
    count_differences,
)
from .drawing_patterns import PatternCounts, decode_as_grader, is_semantic_id, pattern_counts
from .drawing_xml import LayerInfo, XmlCounts, layers, path_effects, text_content, xml_counts

__all__ = [
    "Cause",
    "CountDifference",
    "LayerInfo",
    "PatternCounts",
    "Place",
    "XmlCounts",
    "compare_counts",
    "count_differences",
    "decode_as_grader",
    "is_semantic_id",
    "layers",
    "path_effects",
    "pattern_counts",
    "text_content",
    "xml_counts",
]
