"""Blind pairs: two candidates without names, a vote, and only then whose they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reviewer.kinds.t2i_rows import OTHER
from reviewer.model import RESULT, Artifact, Measurement, Task
from reviewer.model.ledger import NOT_JUDGED, why_not
from reviewer.model.reply import load_json
from reviewer.model.wording import worded
from reviewer.scoring.pairwise import challenger_slot
from reviewer.session.judge_plan import PREFERENCE, SWAPPED
from reviewer.session.ladder import VALUES, VERDICT
from reviewer.session.refusing import RefusedError

if TYPE_CHECKING:
    from reviewer.session.changes import Changes
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

KIND = "text_to_image"
SLOTS = ("A", "B")
CHOICES = ("A", "B", "tie")
_OTHER_SIDE = {"A": "B", "B": "A"}


@dataclass(frozen=True, slots=True)
class ModelVote:
    """One vote of a model: the slot it named, and its reply as given."""

    slot: str
    winner: str
    raw: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class ModelVotes:
    """All votes of a model on a pair with the challenger in one slot."""

    challenger_slot: str
    choice: str
    votes: tuple[ModelVote, ...]
    model: str
    unanimous: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is told after the vote: whose pictures they were, what the model said, who won.

    Letters are the sides as they are shown, also where they are swapped; `bias` says what asking
    the model with swapped sides came to, and `mine_bias` the same of this person. `before` is this
    person's blind vote where it was changed after the reveal: the one that counts.
    """

    names: Mapping[str, str]
    model: ModelVotes | None
    swapped: ModelVotes | None
    verdict: float | None
    rule: str
    says: str
    others: Mapping[str, str]
    bias: str = ""
    before: str = ""
    mine_bias: str = ""
    # What there is to say of the model where it cast no vote, and what it answered instead.
    silence: str = ""
    refused: tuple[ModelVote, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonVote:
    """One person's vote as it counts: the first one that was blind, else the last one.

    `changed` is the last vote where it differs from the blind one; `probe` the vote with the
    sides swapped, as a letter of those sides.
    """

    choice: str
    is_blind: bool
    changed: str = ""
    probe: str = ""

    @property
    def bias(self) -> str:
        """What swapping the sides showed."""
        return _bias(self.choice, self.probe)


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as a person may see it; `revealed` is None until this person has voted.

    `a` and `b` are the pictures; their names must not be shown before the vote.
    """

    task: str
    prompt: str
    a: Artifact
    b: Artifact
    is_swapped: bool
    mine: str
    revealed: Revealed | None


def is_pair(task: Task) -> bool:
    """True for a task with two candidates; other kinds keep files beside the result as others."""
    has_both = task.artifact(OTHER) is not None and task.artifact(RESULT) is not None
    return task.kind == KIND and has_both


def slot_of(task: Task, digests: Mapping[str, str], problem_id: str) -> tuple[str, str]:
    """The challenge's name and the slot of the first picture; without a name, by the pictures."""
    challenge = str(task.settings.get("challenge_id") or "")
    if not challenge:
        challenge = f"{digests.get(RESULT, '')}:{digests.get(OTHER, '')}"
    return challenge, challenger_slot(challenge, problem_id)


def slot_in(state: TaskState) -> str:
    """The slot in which the first picture of a task stands."""
    from reviewer.kinds.t2i_rows import ANSWER_KEY

    held = state.task.artifact(ANSWER_KEY)
    key = state.reader.document(held, "answer_key") if held is not None else None
    problem = key.problem_id if key is not None else state.task.id
    return slot_of(state.task, state.digests, problem)[1]


def choice_of(value: object, slot: str) -> str:
    """The slot that a value of the row `preference` stands for, empty where it is none."""
    if not isinstance(value, (int, float)):
        return ""
    if value == VALUES["tie"]:
        return "tie"
    other = "B" if slot == "A" else "A"
    return slot if value >= 1 else other if value <= 0 else ""


def value_of(choice: str, slot: str) -> float:
    """The value of a vote: 1 the first picture, 0 the second, .5 a tie."""
    if choice not in CHOICES:
        raise ValueError(f"a vote is A, B or tie, not {choice!r}")
    return VALUES["tie"] if choice == "tie" else float(choice == slot)


def model_votes(found: Measurement | None) -> ModelVotes | None:
    """The votes that a model cast, from the raw replies kept with its measurement."""
    kept = _kept_votes(found) if found is not None and found.is_measured else None
    if kept is None or found is None:
        return None
    slot, votes, unanimous = kept
    return ModelVotes(slot, choice_of(found.value, slot), votes, found.model, unanimous)


def refused_votes(found: Measurement | None) -> tuple[ModelVote, ...]:
    """The replies of a model none of which could be read as a vote."""
    kept = _kept_votes(found) if found is not None and not found.is_measured else None
    return kept[1] if kept is not None else ()


def _kept_votes(found: Measurement) -> tuple[str, tuple[ModelVote, ...], bool] | None:
    """The slot, the votes and whether all agree; None without raw replies.

    A preference that came from a file of answers has a value and no votes.
    """
    try:
        raw = load_json(found.raw or "")
        votes = tuple(
            ModelVote(str(v["slot"]), str(v["winner"]), str(v["raw"]), str(v.get("error", "")))
            for v in raw["votes"]
        )
        return str(raw["challenger_slot"]), votes, bool(raw.get("unanimous"))
    except (ValueError, KeyError, TypeError):
        return None


def _silence(found: Measurement | None, slot: str) -> str:
    """Why there are no votes: nobody asked, a choice from a file of answers, or no answer."""
    if found is None:
        return "was not asked"
    if found.is_measured:
        return choice_of(found.value, slot) or "was not asked"
    why = why_not(found.reason) or found.error
    return f"{NOT_JUDGED}: {why}" if why else NOT_JUDGED


def bias_of(first: ModelVotes | None, swapped: ModelVotes | None) -> str:
    """What swapping the sides showed: consistent, follows A, follows B, or not probed."""
    return _bias(first.choice if first else "", swapped.choice if swapped else "")


def _bias(first: str, swapped: str) -> str:
    if not first or not swapped:
        return "not probed"
    if "tie" in (first, swapped):
        return "consistent" if first == swapped else "undecided"
    return f"follows {first}" if first == swapped else "consistent"


def on_sides(votes: ModelVotes | None, slot: str) -> ModelVotes | None:
    """The same votes with the first picture in `slot`: letters follow the pictures."""
    if votes is None or votes.challenger_slot == slot:
        return votes
    cast = tuple(replace(vote, slot=_OTHER_SIDE.get(vote.slot, vote.slot)) for vote in votes.votes)
    choice = _OTHER_SIDE.get(votes.choice, votes.choice)
    return replace(votes, challenger_slot=slot, choice=choice, votes=cast)


class Pairs:
    """The pair on the desk, for one person."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def view(self, *, swapped: bool = False) -> PairView | None:
        """The pair as this person may see it; `swapped` probes whether the side sways."""
        state = self._session.current
        if state is None or not is_pair(state.task) or not state.is_loaded or state.error:
            return None
        first, other = state.task.artifact(RESULT), state.task.artifact(OTHER)
        assert first is not None
        assert other is not None
        slot = self._slot(state, swapped)
        mine = self._mine(state, swapped)
        return PairView(
            task=state.task.id,
            prompt=state.instruction,
            a=first if slot == "A" else other,
            b=other if slot == "A" else first,
            is_swapped=swapped,
            mine=mine,
            revealed=self._revealed(state, slot) if mine else None,
        )

    def vote(
        self, choice: str, *, reason: str = "", swapped: bool = False, has_seen: bool = False
    ) -> Changes:
        """Vote A, B or tie; blind unless this person has voted before or has seen the model's."""
        from reviewer.session.pair_desk import awaits_vote

        state = self._session.current
        if state is None or not is_pair(state.task):
            raise RefusedError("there is no pair on the desk")
        slot = self._slot(state, swapped)
        item = SWAPPED if swapped else PREFERENCE
        changed = self._session.editor.vote(
            item,
            value_of(choice, slot),
            reason=reason,
            is_blind=not has_seen and awaits_vote(state.review, self._session.settings.author),
            extra={"vote": choice, "challenger_slot": slot},
        )
        mine = people_in(state).get(self._session.settings.author)
        if not swapped and mine is not None and mine.changed:
            said = "kept apart: your blind vote, {choice}, is the one that counts"
            self._session.say(worded(said, choice=mine.choice))
        return changed

    def waiting(self) -> list[str]:
        """The pairs of the queue on which this person has not voted yet."""
        return [
            row.id
            for row in self._session.rows()
            if is_pair(self._session.tasks[row.id]) and PREFERENCE not in row.mine
        ]

    def _slot(self, state: TaskState, swapped: bool) -> str:
        slot = slot_in(state)
        return slot if not swapped else "B" if slot == "A" else "A"

    def _mine(self, state: TaskState, swapped: bool) -> str:
        votes = votes_in(state, item=SWAPPED if swapped else PREFERENCE)
        return votes.get(self._session.settings.author, "")

    def _revealed(self, state: TaskState, slot: str) -> Revealed:
        other = "B" if slot == "A" else "A"
        names = {artifact.role: artifact.name for artifact in state.task.artifacts}
        verdict = state.measurements.get(VERDICT)
        author = self._session.settings.author
        first, swapped = (model_votes(state.judged.get(item)) for item in (PREFERENCE, SWAPPED))
        votes = {
            name: choice_of(value_of(vote, slot_in(state)), slot)
            for name, vote in votes_in(state).items()
        }
        mine = people_in(state).get(author)
        was_changed = mine is not None and bool(mine.changed)
        return Revealed(
            before=choice_of(value_of(mine.choice, slot_in(state)), slot)
            if mine is not None and was_changed
            else "",
            mine_bias=mine.bias if mine is not None and mine.probe else "",
            names={slot: names[RESULT], other: names[OTHER]},
            model=on_sides(first, slot),
            swapped=on_sides(swapped, slot),
            verdict=float(verdict.value)
            if verdict is not None and isinstance(verdict.value, (int, float))
            else None,
            rule=str(verdict.facts.get("rule", "")) if verdict is not None else "",
            says="; ".join(verdict.notes) or verdict.reason or verdict.error if verdict else "",
            others={name: vote for name, vote in votes.items() if name != author},
            bias=bias_of(first, swapped) if swapped is not None else "",
            silence=_silence(state.judged.get(PREFERENCE), slot) if first is None else "",
            refused=refused_votes(state.judged.get(PREFERENCE)),
        )


def votes_in(state: TaskState, *, item: str = PREFERENCE) -> dict[str, str]:
    """Everybody's last vote, as A, B or tie of the slots in which this task shows them."""
    slot = slot_in(state)
    if item == SWAPPED:
        slot = "B" if slot == "A" else "A"
    found = {}
    for answer in state.review.answers.get(item, ()):
        choice = choice_of(answer.value, slot)
        if choice and not answer.is_stale:
            found[answer.author] = choice
    return found


def people_in(state: TaskState) -> dict[str, PersonVote]:
    """Everybody's vote as it counts: what was said before the reveal, later words apart."""
    slot, probes = slot_in(state), votes_in(state, item=SWAPPED)
    found = {}
    for answer in state.review.answers.get(PREFERENCE, ()):
        now, first = choice_of(answer.value, slot), choice_of(answer.first, slot)
        if answer.is_stale or not (first or now):
            continue
        found[answer.author] = PersonVote(
            choice=first or now,
            is_blind=bool(first),
            changed=now if first and first != now else "",
            probe=probes.get(answer.author, ""),
        )
    return found
