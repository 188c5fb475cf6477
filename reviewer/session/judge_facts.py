"""The facts of an answer key asked of a vision model, scored by the published rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reviewer.judge.protocol import Ask, JudgeError, Model, Picture, Reply, Token
from reviewer.kinds.t2i_rows import OTHER, question_rows
from reviewer.model import Check, Measurement
from reviewer.model.measurement import JUDGE
from reviewer.scoring.check_result import CheckResult

if TYPE_CHECKING:
    from reviewer.scoring.answer_key import AnswerKey


@dataclass(slots=True)
class Listening:
    """Keeps what a model said last, since the rules hand on only their results."""

    model: Model
    last: Reply | None = None

    @property
    def name(self) -> str:
        """The name of the model that answers."""
        return self.model.name

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        """The model's answer, kept."""
        self.last = None
        self.last = self.model.complete(ask, token=token)
        return self.last


@dataclass(frozen=True, slots=True)
class FactJudge:
    """Asks the rows of one candidate; a row without a usable answer is not judged, never 0."""

    model: Model
    prompts: Mapping[str, str]
    key: AnswerKey
    token: Token | None
    listening: Listening = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "listening", Listening(self.model))

    def ask(
        self,
        purpose: str,
        rows: Sequence[Check],
        picture: Picture,
        known: Mapping[str, Measurement],
    ) -> dict[str, Measurement]:
        """The measurements of the rows; `known` holds what was answered before."""
        asked: Callable[..., Iterator[Measurement]] = {
            "text": self._text,
            "objects": self._objects,
            "relations": self._relations,
        }.get(purpose, self._questions)
        return {found.id: found for found in asked(rows, picture, known)}

    def _text(
        self, rows: Sequence[Check], picture: Picture, known: Mapping[str, Measurement]
    ) -> Iterator[Measurement]:
        from reviewer.judge.vision import VisionReader
        from reviewer.scoring.text_check import check_text
        from reviewer.scoring.verifier import marked

        reader = VisionReader(self.listening, self.prompts["read_text"], self.token)
        try:
            lines = reader.read(picture)
        except JudgeError as error:
            yield from (self._silent(row, error, "judge.text") for row in rows)
            return
        needs = [self.key.text[_number(row)] for row in rows]
        for row, result in zip(rows, check_text(needs, lines), strict=True):
            yield self._judged(row, marked(result), "judge.text")

    def _objects(
        self, rows: Sequence[Check], picture: Picture, known: Mapping[str, Measurement]
    ) -> Iterator[Measurement]:
        from reviewer.scoring.verifier import verify_objects

        for number in dict.fromkeys(_number(row) for row in rows):
            asked = [row for row in rows if _number(row) == number]
            need = self.key.objects[number]
            if not any(row.params.get("part") == "color" for row in asked):
                need = dataclasses.replace(need, color=None)
            verifier = self._verifier()
            results = verify_objects([need], picture, verifier=verifier)
            for row in asked:
                place = 1 if row.params.get("part") == "color" else 0
                yield self._verified(row, results[place], verifier, "color" if place else "count")

    def _relations(
        self, rows: Sequence[Check], picture: Picture, known: Mapping[str, Measurement]
    ) -> Iterator[Measurement]:
        from reviewer.scoring.verifier import verify_relations

        for row in rows:
            verifier = self._verifier()
            need = self.key.relations[_number(row)]
            results = verify_relations([need], picture, verifier=verifier)
            yield self._verified(row, results[0], verifier, "relation")

    def _questions(
        self, rows: Sequence[Check], picture: Picture, known: Mapping[str, Measurement]
    ) -> Iterator[Measurement]:
        from reviewer.scoring.checklist import check_questions
        from reviewer.scoring.verifier import marked

        asked = {_number(row): row for row in rows}
        vqa = _Checklist(self, {}, {}, self._standing(asked, known))
        results = check_questions(self.key.questions, picture, vqa=vqa)
        for number, row in asked.items():
            text, result = self.key.questions[number].text, results[number]
            if result.skipped:
                yield Measurement(
                    row.measure,
                    None,
                    source=JUDGE,
                    instrument="judge.questions",
                    reason=self._unasked(number, results, vqa.errors),
                    model=self.model.name,
                )
            elif text in vqa.errors:
                yield self._silent(row, vqa.errors[text], "judge.questions")
            else:
                reply = vqa.replies.get(text)
                yield self._judged(row, marked(result), "judge.questions", reply)

    def _unasked(self, number: int, results: Sequence[CheckResult], errors: Container[str]) -> str:
        """Why a child was not asked, told as history: its parent may have another answer later."""
        places = {question.id: place for place, question in enumerate(self.key.questions)}
        parent = self.key.questions[number].depends_on or ""
        above = places[parent]
        if results[above].skipped:
            return f"not asked: depends on {parent}, which was not asked"
        state = "was not judged" if self.key.questions[above].text in errors else "had failed"
        return f"not asked: depends on {parent}, which {state}"

    def _standing(
        self, asked: Mapping[int, Check], known: Mapping[str, Measurement]
    ) -> dict[str, str]:
        """Replies that stand for questions answered before, which nobody asks again."""
        names = question_rows([question.id for question in self.key.questions])
        is_other = any(row.reads == (OTHER,) for row in asked.values())
        standing: dict[str, str] = {}
        for number, question in enumerate(self.key.questions):
            if number in asked:
                continue
            found = known.get(f"{OTHER}_" * is_other + names[question.id])
            passed = found is not None and found.is_measured and float(found.value or 0) >= 1
            standing[question.text] = "yes" if passed == (question.expect == "yes") else "no"
        return standing

    def _verifier(self) -> _Verifier:
        from reviewer.judge.vision import VisionPrompts, VisionVerifier

        prompts = VisionPrompts(
            self.prompts["count"], self.prompts["color"], self.prompts["relation"]
        )
        return _Verifier(VisionVerifier(self.listening, prompts, self.token), self.listening)

    def _verified(
        self, row: Check, result: CheckResult, verifier: _Verifier, part: str
    ) -> Measurement:
        instrument = f"judge.{row.params.get('group')}"
        if part in verifier.errors:
            return self._silent(row, verifier.errors[part], instrument)
        return self._judged(row, result, instrument, verifier.replies.get(part))

    def _judged(
        self, row: Check, result: CheckResult, instrument: str, reply: Reply | None = None
    ) -> Measurement:
        reply = reply or self.listening.last
        return Measurement(
            row.measure,
            result.score,
            source=JUDGE,
            instrument=instrument,
            notes=(result.detail,),
            raw=reply.text if reply is not None else "",
            model=reply.model if reply is not None else self.model.name,
        )

    def _silent(self, row: Check, error: JudgeError, instrument: str) -> Measurement:
        from reviewer.judge.opinion import not_judged

        return not_judged(row.measure, error, instrument=instrument, model=self.model.name)


@dataclass(slots=True)
class _Checklist:
    """Answers questions by the model, or by what was answered before; keeps every reply."""

    judge: FactJudge
    replies: dict[str, Reply]
    errors: dict[str, JudgeError]
    standing: Mapping[str, str]

    def answer(self, picture: Picture, question: str) -> str:
        """The model's word, as given."""
        from reviewer.judge.vision import VisionAnswers

        if question in self.standing:
            return self.standing[question]
        answers = VisionAnswers(
            self.judge.listening, self.judge.prompts["checklist"], self.judge.token
        )
        try:
            said = answers.answer(picture, question)
        except JudgeError as error:
            self.errors[question] = error
            raise
        if self.judge.listening.last is not None:
            self.replies[question] = self.judge.listening.last
        return said


@dataclass(slots=True)
class _Verifier:
    """Counts, names colors and places by the model; keeps every reply and every failure."""

    inner: Any
    listening: Listening
    replies: dict[str, Reply] = field(default_factory=dict)
    errors: dict[str, JudgeError] = field(default_factory=dict)

    def count(self, picture: Picture, name: str) -> int:
        """How many the model sees."""
        return int(self._heard("count", lambda: self.inner.count(picture, name)))

    def color(self, picture: Picture, name: str) -> str:
        """The color that the model names."""
        return str(self._heard("color", lambda: self.inner.color(picture, name)))

    def relation(self, picture: Picture, subject: str, relation: str, other: str) -> bool:
        """Whether the model says yes."""
        look = self.inner.relation
        return bool(self._heard("relation", lambda: look(picture, subject, relation, other)))

    def _heard(self, part: str, look: Callable[[], Any]) -> Any:  # noqa: ANN401 - as given
        try:
            said = look()
        except JudgeError as error:
            self.errors[part] = error
            raise
        if self.listening.last is not None:
            self.replies[part] = self.listening.last
        return said


def _number(row: Check) -> int:
    return int(row.params["number"])
