"""The rows of an answer key: one for each fact that a picture made from a prompt must show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from reviewer.model import Check, CreditRule, Flag, Measurement

ANSWER_KEY = "answer_key"
OTHER = "other"
# How the questions about the other picture begin.
SECOND = "Second picture: "
SECOND_ZH = "第二张图："
NO_BACKEND = "no-backend"
# Among the facts of a row that no machine here could look for: what such a machine would have
# seen, and the files that its answer is of.
LACKS = "lacks"
# Among the facts of a row, and a flag: measured elsewhere, and taken from the grade file.
KEPT = "kept"
RELATION_WORDS = {
    "left_of": "to the left of",
    "right_of": "to the right of",
    "above": "above",
    "below": "below",
}
_RELATIONS_ZH = {"left_of": "左侧", "right_of": "右侧", "above": "上方", "below": "下方"}


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact: its row, where it stands in the key (`group`, `number`) and which part of it.

    `part` is "color" for the second check of an object that must have one. `parent` is the row of
    the question it follows. A question is in the words of its key, which nobody has translated:
    its `asks_zh` is empty.
    """

    id: str
    group: str
    number: int
    part: str
    asks: str
    asks_zh: str
    weight: float
    parent: str = ""

    @property
    def look(self) -> str:
        """What there is to see of such a fact."""
        if self.part == "color":
            return "colors"
        return {"text": "text", "objects": "shape", "relations": "shape"}.get(self.group, "whole")


def unseen(found: Iterable[Measurement]) -> Flag:
    """The flag of facts that no machine looked for."""
    missing = list(dict.fromkeys(m.error for m in found if m.error))
    return Flag(
        NO_BACKEND, "facts that nothing here can look for", bool(missing),
        detail="; ".join(missing),
    )  # fmt: skip


def fact_rows(key: Any) -> tuple[FactRow, ...]:  # noqa: ANN401 - an AnswerKey, read elsewhere
    """The facts in the order of the report: text, objects with colors, relations, questions."""
    return (*_texts(key), *_objects(key), *_relations(key), *_questions(key))


def _texts(key: Any) -> Iterator[FactRow]:  # noqa: ANN401
    for number, need in enumerate(key.text):
        how = "is all the text there is" if need.match == "exact" else "is legible"
        yield FactRow(
            f"text_{number + 1}",
            "text",
            number,
            "",
            f"The text “{need.value}” {how}",
            f"文字“{need.value}”{'是图中唯一的文字' if need.match == 'exact' else '清晰可读'}",
            need.weight,
        )


def _objects(key: Any) -> Iterator[FactRow]:  # noqa: ANN401
    for number, need in enumerate(key.objects):
        identity = f"object_{number + 1}"
        some = "At least one" if need.count is None else f"Exactly {need.count} ×"
        some_zh = "至少一个" if need.count is None else f"恰好 {need.count} 个"
        yield FactRow(
            identity,
            "objects",
            number,
            "",
            f"{some} {need.name}",
            f"{some_zh} {need.name}",
            need.weight,
        )
        if need.color is not None:
            yield FactRow(
                f"{identity}_color",
                "objects",
                number,
                "color",
                f"The {need.name} is {need.color}",
                f"{need.name} 的颜色是 {need.color}",
                need.weight,
            )


def _relations(key: Any) -> Iterator[FactRow]:  # noqa: ANN401
    for number, need in enumerate(key.relations):
        words = RELATION_WORDS[need.relation]
        yield FactRow(
            f"relation_{number + 1}",
            "relations",
            number,
            "",
            f"The {need.subject} is {words} the {need.object}",
            f"{need.subject} 在 {need.object} 的{_RELATIONS_ZH[need.relation]}",
            need.weight,
        )


def _questions(key: Any) -> Iterator[FactRow]:  # noqa: ANN401
    names = question_rows([question.id for question in key.questions])
    for number, need in enumerate(key.questions):
        expects = "" if need.expect == "yes" else " (no is expected)"
        yield FactRow(
            names[need.id],
            "questions",
            number,
            "",
            f"{need.text}{expects}",
            "",
            need.weight,
            names.get(need.depends_on or "", ""),
        )


def question_rows(ids: list[str]) -> dict[str, str]:
    """Row ids of questions, whatever their keys call them: safe in files and in drafts."""
    names: dict[str, str] = {}
    for number, identity in enumerate(ids, 1):
        name = "question_" + re.sub(r"[^A-Za-z0-9_-]", "_", identity)[:60]
        names[identity] = name if name not in names.values() else f"{name}_{number}"
    return names


def check_of(row: FactRow, *, of: str) -> Check:
    """The rubric's row of a fact, for the first picture (`of` is result) or for the other one."""
    start = "" if of == "result" else f"{OTHER}_"
    second = "" if of == "result" else SECOND
    second_zh = "" if of == "result" else SECOND_ZH
    return Check(
        id=start + row.id,
        asks=second + row.asks,
        asks_tr={"zh": second_zh + row.asks_zh} if row.asks_zh else {},
        translated_by="hand",
        measure=start + row.id,
        rule=CreditRule("direct"),
        bucket=f"{start}facts",
        weight=row.weight,
        overridable=True,
        needs=(start + row.parent,) if row.parent else (),
        scale="yes_no" if row.group == "questions" or row.group == "relations" else "unit",
        look=row.look,
        reads=(of,),
        params={"group": row.group, "number": row.number, "part": row.part},
    )
