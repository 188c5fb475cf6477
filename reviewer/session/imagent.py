"""The stages of the Imagent benchmark under the names of its document, for use as a library.

`from reviewer.session.imagent import check_validity, score_facts, …`: each name is loaded when it
is first used, so that a rule that needs no pictures needs no numpy either.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reviewer.metrics.validity import check_validity
    from reviewer.problems import generate_problems
    from reviewer.scoring.answer_key import AnswerKeyError, parse_answer_key, read_answer_key
    from reviewer.scoring.checklist import check_questions
    from reviewer.scoring.facts import MissingBackendError, score_facts
    from reviewer.scoring.ladder import SideResult, decide_problem
    from reviewer.scoring.object_check import check_objects, check_relations
    from reviewer.scoring.pairwise import challenger_slot, judge_problem
    from reviewer.scoring.text_check import check_text
    from reviewer.scoring.verifier import verify_objects, verify_relations
    from reviewer.session.picture_loader import PictureLoader

__all__ = [
    "AnswerKeyError",
    "MissingBackendError",
    "PictureLoader",
    "SideResult",
    "challenger_slot",
    "check_objects",
    "check_questions",
    "check_relations",
    "check_text",
    "check_validity",
    "decide_problem",
    "generate_problems",
    "judge_problem",
    "parse_answer_key",
    "read_answer_key",
    "score_facts",
    "verify_objects",
    "verify_relations",
]

_WHERE = {
    "AnswerKeyError": "scoring.answer_key",
    "MissingBackendError": "scoring.facts",
    "PictureLoader": "session.picture_loader",
    "SideResult": "scoring.ladder",
    "challenger_slot": "scoring.pairwise",
    "check_objects": "scoring.object_check",
    "check_questions": "scoring.checklist",
    "check_relations": "scoring.object_check",
    "check_text": "scoring.text_check",
    "check_validity": "metrics.validity",
    "decide_problem": "scoring.ladder",
    "generate_problems": "problems",
    "judge_problem": "scoring.pairwise",
    "parse_answer_key": "scoring.answer_key",
    "read_answer_key": "scoring.answer_key",
    "score_facts": "scoring.facts",
    "verify_objects": "scoring.verifier",
    "verify_relations": "scoring.verifier",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever stands under the name
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"reviewer.{_WHERE[name]}"), name)
