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

# Counting takes some ten microseconds a tag, and all else that is measured ten times as long.
MOST_TAGS_COUNTED = 100_000
MOST_TAGS_MEASURED = 50_000

__all__ = [
    "MOST_TAGS_COUNTED",
    "MOST_TAGS_MEASURED",
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
