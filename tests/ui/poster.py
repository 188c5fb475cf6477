"""A small judged task for the tests of the lower panel: 0.500, held by the judge's mean."""

from __future__ import annotations

from reviewer.model import Ledger, Measurement, Rubric
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric

TEXT = b"""
name = "poster"
version = 2
[[headline]]
name = "overall_score"
passes = 0.8
[[check]]
id = "exists"
asks = "The file exists"
steps = [{ equals = true, credit = 1 }]
[[check]]
id = "structure"
asks = "Structure matches the golden picture"
steps = [{ at_least = 0.9, credit = 1 }]
near = 0.02
[[check]]
id = "colors"
asks = "Colors are spread as in the golden picture"
steps = [{ at_least = 0.85, credit = 1 }, { at_least = 0.7, credit = 0.5 }]
[[check]]
id = "legible"
asks = "Is the title legible?"
bucket = "judge"
overridable = true
scale = "unit"
direct = true
[[step]]
verb = "mean"
into = "judge_mean"
of = ["judge"]
because = "mean of the judge's answers"
[[step]]
id = "base"
verb = "weigh"
into = "overall_score"
parts = { exists = 0.25, structure = 0.4, colors = 0.35 }
because = "weighted parts"
[[step]]
id = "blend"
verb = "blend"
into = "overall_score"
of = ["judge_mean"]
share = 0.5
because = "the judge's mean"
[[step]]
id = "cap_judge"
verb = "cap"
into = "overall_score"
at = 0.5
because = "the judge's mean is below .75"
when = { check = "legible", below = 0.75 }
[[step]]
id = "cap_low"
verb = "cap"
into = "overall_score"
at = 0.35
because = "the judge's mean is below .3"
when = { check = "legible", below = 0.3 }
[[step]]
id = "cap_audit"
verb = "cap"
into = "overall_score"
at = 0.3
because = "a banned tool was used"
when = { fact = "banned", at_least = 1 }
"""


def rubric() -> Rubric:
    """The rules."""
    return parse_rubric(TEXT, name="poster")


def measurements() -> dict[str, Measurement]:
    """What was measured and judged."""
    return {
        "exists": Measurement("exists", True),
        "structure": Measurement("structure", 0.913),
        "colors": Measurement("colors", 0.843),
        "legible": Measurement("legible", 0.5, source="judge"),
    }


def ledger() -> Ledger:
    """What it comes to."""
    return fold(rubric(), measurements())
