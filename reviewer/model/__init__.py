"""The nouns of the program: frozen dataclasses, standard library only."""

from __future__ import annotations

from reviewer.model.entry import Answer, Entry, Override, Review
from reviewer.model.evidence import (
    Curve,
    Evidence,
    Mark,
    Panel,
    Sheet,
    SheetClass,
    SheetPane,
    Table,
    TreeNode,
)
from reviewer.model.ledger import Credited, HeadlineValue, Ledger, Line
from reviewer.model.measurement import Flag, Measurement, Measurements, Scalar
from reviewer.model.rubric import (
    Bound,
    Check,
    CreditRule,
    Headline,
    Parameter,
    Part,
    Rubric,
    Stair,
    Step,
    Uncovered,
    When,
)
from reviewer.model.task import GOLDEN, INITIAL, RESULT, Artifact, Task

__all__ = [
    "GOLDEN",
    "INITIAL",
    "RESULT",
    "Answer",
    "Artifact",
    "Bound",
    "Check",
    "CreditRule",
    "Credited",
    "Curve",
    "Entry",
    "Evidence",
    "Flag",
    "Headline",
    "HeadlineValue",
    "Ledger",
    "Line",
    "Mark",
    "Measurement",
    "Measurements",
    "Override",
    "Panel",
    "Parameter",
    "Part",
    "Review",
    "Rubric",
    "Scalar",
    "Sheet",
    "SheetClass",
    "SheetPane",
    "Stair",
    "Step",
    "Table",
    "Task",
    "TreeNode",
    "Uncovered",
    "When",
]
