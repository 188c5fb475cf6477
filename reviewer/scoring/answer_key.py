"""What a correct picture must show; read strictly, since an empty key would pass every picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from reviewer.scoring.key_reader import AnswerKeyError, Entry, Place, read_json

__all__ = ["AnswerKey", "AnswerKeyError", "parse_answer_key", "read_answer_key"]

VERSION = "1.0"
MATCHES = ("contains", "exact")
RELATIONS = ("above", "below", "left_of", "right_of")
GROUPS = ("text", "objects", "relations", "questions")
DEFAULT_THRESHOLD = 0.8
MOST_COUNT = 10_000

Need = TypeVar("Need")


@dataclass(frozen=True, slots=True)
class TextNeed:
    """Words that must be legible; a near miss from `partial_threshold` up earns its likeness."""

    value: str
    match: str = "contains"
    weight: float = 1.0
    partial_threshold: float = DEFAULT_THRESHOLD


@dataclass(frozen=True, slots=True)
class ObjectNeed:
    """An object that must be there, at least once or `count` times, perhaps in one color."""

    name: str
    count: int | None = None
    color: str | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class RelationNeed:
    """Where one object must lie with respect to another."""

    subject: str
    relation: str
    object: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Question:
    """One yes or no question; it means something only where the parent it names has passed."""

    id: str
    text: str
    expect: str = "yes"
    depends_on: str | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """Everything that one picture is checked for."""

    problem_id: str
    prompt: str
    source: str
    task: str = ""
    version: str = VERSION
    text: tuple[TextNeed, ...] = ()
    objects: tuple[ObjectNeed, ...] = ()
    relations: tuple[RelationNeed, ...] = ()
    questions: tuple[Question, ...] = ()


def read_answer_key(text: str, *, name: str) -> AnswerKey:
    """The answer key in a JSON text; `name` is what errors call it, such as its file name."""
    return parse_answer_key(read_json(text, name=name), name=name)


def parse_answer_key(raw: object, *, name: str = "answer key") -> AnswerKey:
    """The answer key in plain data; every fault is an AnswerKeyError that names its place."""
    top = Place(name, "").mapping(raw)
    if top.raw.get("version") != VERSION:
        raise top.at("version").fault(
            f"unsupported version {top.raw.get('version')!r}; only {VERSION!r} can be read"
        )
    needs = top.at("requirements").mapping(top.raw.get("requirements", {}))
    needs.only(GROUPS)
    key = AnswerKey(
        problem_id=top.text("problem_id"),
        prompt=top.text("prompt"),
        source=top.text("source"),
        task=top.text("task") if top.raw.get("task") else "",
        text=_group(needs, "text", _text_need),
        objects=_group(needs, "objects", _object_need),
        relations=_group(needs, "relations", _relation_need),
        questions=_group(needs, "questions", _question),
    )
    if not (key.text or key.objects or key.relations or key.questions):
        raise needs.place.fault("no requirements; a key without any would pass every picture")
    _check_parents(key.questions, needs.place.at("questions"))
    return key


def order_questions(questions: Sequence[Question]) -> list[Question]:
    """Parents before children, else as written; ValueError on an unknown or cyclic parent."""
    ids = {question.id for question in questions}
    for question in questions:
        if question.depends_on is not None and question.depends_on not in ids:
            raise ValueError(f"question {question.id!r} depends on unknown {question.depends_on!r}")
    ordered: list[Question] = []
    placed: set[str] = set()
    waiting = list(questions)
    while waiting:
        ready = [q for q in waiting if q.depends_on is None or q.depends_on in placed]
        if not ready:
            raise ValueError(f"the parents form a cycle: {', '.join(q.id for q in waiting)}")
        ordered += ready
        placed.update(question.id for question in ready)
        waiting = [question for question in waiting if question.id not in placed]
    return ordered


def _group(needs: Entry, name: str, read: Callable[[Place, object], Need]) -> tuple[Need, ...]:
    items = needs.raw.get(name)
    if items is None:
        return ()
    place = needs.at(name)
    if not isinstance(items, list | tuple):
        raise place.fault(f"must be a list, got {type(items).__name__}")
    return tuple(read(place.at(f"[{index}]"), item) for index, item in enumerate(items))


def _text_need(place: Place, raw: object) -> TextNeed:
    entry = place.mapping({"value": raw} if isinstance(raw, str) else raw)
    entry.only(("value", "match", "weight", "partial_threshold"))
    value = entry.text("value")
    if not any(char.isalnum() for char in value):
        # Matching drops punctuation, so such an item would be found in every picture.
        raise entry.at("value").fault(f"nothing to read in {value!r}; give letters or digits")
    threshold = entry.number("partial_threshold", DEFAULT_THRESHOLD)
    if not 0 <= threshold <= 1:
        raise entry.at("partial_threshold").fault(f"must lie within [0, 1], got {threshold:g}")
    match = entry.choice("match", MATCHES) if "match" in entry.raw else "contains"
    return TextNeed(value, match, entry.weight(), threshold)


def _object_need(place: Place, raw: object) -> ObjectNeed:
    entry = place.mapping(raw)
    entry.only(("name", "count", "color", "weight"))
    count = entry.raw.get("count")
    is_count = isinstance(count, int) and not isinstance(count, bool) and count >= 0
    if count is not None and not is_count:
        raise entry.at("count").fault(f"must be a non-negative integer, got {count!r}")
    if count is not None and count > MOST_COUNT:
        raise entry.at("count").fault(f"must be at most {MOST_COUNT:,}; no picture shows more")
    color = None if entry.raw.get("color") is None else entry.text("color")
    return ObjectNeed(entry.text("name"), count, color, entry.weight())


def _relation_need(place: Place, raw: object) -> RelationNeed:
    entry = place.mapping(raw)
    entry.only(("subject", "relation", "object", "weight"))
    subject, other = entry.text("subject"), entry.text("object")
    entry.text("relation")
    return RelationNeed(subject, entry.choice("relation", RELATIONS), other, entry.weight())


def _question(place: Place, raw: object) -> Question:
    entry = place.mapping(raw)
    entry.only(("id", "text", "expect", "depends_on", "weight"))
    expect = entry.choice("expect", ("yes", "no")) if "expect" in entry.raw else "yes"
    parent = None if entry.raw.get("depends_on") is None else entry.text("depends_on")
    return Question(entry.text("id"), entry.text("text"), expect, parent, entry.weight())


def _check_parents(questions: Sequence[Question], place: Place) -> None:
    ids = [question.id for question in questions]
    repeated = sorted({one for one in ids if ids.count(one) > 1})
    if repeated:
        raise place.fault(f"duplicate question ids: {', '.join(repeated)}")
    try:
        order_questions(questions)
    except ValueError as error:
        raise place.fault(str(error)) from error
