"""Which of two pictures is better? Blind slots, several votes, a strict majority."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from reviewer.model.failure import told
from reviewer.model.reply import (
    LONGEST,
    all_objects,
    is_refusal,
    objects_in,
    saw_nothing,
    spoken,
    why_unread,
)
from reviewer.scoring.check_result import ENGINE_FAULTS

VOTES = 3
# The row of a pair that asks which picture is better.
PREFERENCE = "preference"
KING, CHALLENGER, TIE = "king", "challenger", "tie"

Picture = TypeVar("Picture")
PictureIn = TypeVar("PictureIn", contravariant=True)

_NOUN = r"(?:(?:the )?(?:image|picture|option|slot|candidate) )?"
_SIDE = rf"{_NOUN}([ab])"
_LEAD = (
    r"(?:(?:my |the )?(?:final )?(?:answer|winner|choice|vote|verdict|preference|pick)"
    r"(?: is(?: for)?| goes to)?)?"
)
_CHOICE = re.compile(rf"(?:(?:clearly|definitely|overall) )?{_LEAD} ?{_SIDE}")
_BETTER = re.compile(
    rf"{_SIDE} (?:(?:is|looks) (?:(?:clearly|slightly|much|marginally|definitely|overall) )?"
    r"(?:the )?(?:better|best|winner|stronger|superior|preferred|preferable)|wins)\b(.*)"
)
_THAN = r"(?:over|to|than|rather than|instead of)"
_OVER = re.compile(rf"{_SIDE} (?:over|rather than|instead of|beats) {_SIDE}")
_PREFERS = re.compile(
    r"(?:(?:overall|so|therefore|thus|hence|in conclusion|if (?:i|we) (?:had|have) to choose"
    rf"|(?:between|of|comparing) {_NOUN}[ab] and {_NOUN}[ab]) )?(?:i |we )?"
    r"(?:(?:would|d|will|ll|do|must|strongly|clearly|slightly|personally|definitely) )*"
    rf"(?:(?:prefer|choose|pick|select|favor|favour|vote(?: for)?|go with) {_SIDE}"
    rf"|like {_SIDE} (?:more|better|best))(?: {_THAN} {_SIDE})?(?: (?:because|since|for|as) (.*))?"
)
_EVEN = re.compile(r"\b(?:tie|tied|draw|equal|equally|neither|both|same|none|no difference)\b")
# A longer sentence says more than that the two are even.
_SHORT = 10


class ComparesPictures(Protocol[PictureIn]):
    """A judge of pairs; it is never told which picture is whose."""

    def compare(
        self,
        *,
        prompt: str,
        image_a: PictureIn,
        image_b: PictureIn,
        notes_a: str = "",
        notes_b: str = "",
    ) -> str:
        """The reply as given; raises RuntimeError, OSError or ValueError without one."""
        ...


@dataclass(frozen=True, slots=True)
class JudgeVote:
    """One vote: the reply as given, the slot it names and who stands there."""

    raw: str
    slot: str
    winner: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """What the votes come to."""

    winner: str
    challenger_slot: str
    votes: tuple[JudgeVote, ...]

    @property
    def unanimous(self) -> bool:
        """More than one vote without error, and all of those equal."""
        cast = [vote.winner for vote in self.votes if not vote.error]
        return len(cast) > 1 and len(set(cast)) == 1

    @property
    def is_judged(self) -> bool:
        """False when no vote could be had: the pair is then not judged, which is no tie."""
        return any(not vote.error for vote in self.votes)

    def to_dict(self) -> dict[str, Any]:
        """The published form, raw replies included: they are what makes a judge auditable."""
        return {
            "winner": self.winner,
            "challenger_slot": self.challenger_slot,
            "unanimous": self.unanimous,
            "votes": [
                {"raw": vote.raw, "slot": vote.slot, "winner": vote.winner, "error": vote.error}
                for vote in self.votes
            ],
        }


def challenger_slot(challenge_id: str, problem_id: str) -> str:
    """The challenger's slot: not to be foreseen before the challenge, derivable by all after it."""
    digest = sha256(f"imagent-slot-v1:{challenge_id}:{problem_id}".encode()).digest()
    return "A" if digest[0] % 2 else "B"


def named_choice(reply: str) -> str:
    """What a reply says, "A", "B" or "tie"; empty where it says nothing, or two things."""
    said = spoken(reply)
    objects = objects_in(said)
    if objects and saw_nothing(said):
        return ""
    if objects:
        # The words beside a choice in JSON are its reason, and no choice of their own.
        found = {_choice_in(text) or _tie_in(text) for text in _winner_fields(objects)}
        return found.pop() if len(found) == 1 else ""
    if len(reply) > LONGEST or is_refusal(reply):
        return ""
    whole = _choice_in(said)
    lines = [line for line in said.splitlines() if line.strip()]
    if whole or not lines:
        return whole
    # A choice on a line of its own, first or last, with the reasons beside it.
    ends = {_choice_in(lines[0]), _choice_in(lines[-1])} - {""}
    if ends:
        return ends.pop() if len(ends) == 1 else ""
    return _tie_in(lines[0]) or _tie_in(lines[-1])


def judge_problem(
    *,
    judge: ComparesPictures[Picture],
    challenge_id: str,
    problem_id: str,
    prompt: str,
    king_image: Picture,
    challenger_image: Picture,
    king_notes: str = "",
    challenger_notes: str = "",
    votes: int = VOTES,
    slot: str | None = None,
    check_cancelled: Callable[[], None] = lambda: None,
) -> JudgeVerdict:
    """Ask for votes on a pair; `slot` overrides the derived one, to probe a judge's slot bias."""
    if votes < 1:
        raise ValueError(f"votes must be positive, got {votes}")
    stands = challenger_slot(challenge_id, problem_id) if slot is None else slot
    if stands not in ("A", "B"):
        raise ValueError(f"slot must be 'A' or 'B', got {slot!r}")
    pair = [(challenger_image, challenger_notes), (king_image, king_notes)]
    (image_a, notes_a), (image_b, notes_b) = pair if stands == "A" else reversed(pair)
    cast: list[JudgeVote] = []
    for _ in range(votes):
        check_cancelled()
        try:
            reply = judge.compare(
                prompt=prompt,
                image_a=image_a,
                image_b=image_b,
                notes_a=notes_a,
                notes_b=notes_b,
            )
        except ENGINE_FAULTS as error:
            # An error is a vote for nobody, and it counts in the number of votes.
            why = told(error)[:200]
            cast.append(JudgeVote(raw="", slot="", winner=TIE, error=why))
            continue
        cast.append(_vote(str(reply), stands))
    return JudgeVerdict(_majority(cast), stands, tuple(cast))


def _vote(reply: str, stands: str) -> JudgeVote:
    picked = named_choice(reply)
    if not picked:
        # No tie: nothing was said about the pictures. It counts in the number of votes.
        why = why_unread(reply, "no single choice between A, B and a tie")
        return JudgeVote(raw=reply, slot="", winner=TIE, error=why)
    winner = TIE if picked == TIE else CHALLENGER if picked == stands else KING
    return JudgeVote(raw=reply, slot=picked, winner=winner)


def _majority(votes: Sequence[JudgeVote]) -> str:
    for side in (CHALLENGER, KING):
        if 2 * sum(vote.winner == side for vote in votes) > len(votes):
            return side
    return TIE


def _winner_fields(objects: Sequence[dict[str, Any]]) -> list[str]:
    named = [one["winner"] for one in all_objects(objects) if "winner" in one]
    return [text if isinstance(text, str) else "" for text in named]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9]+", " ", text.casefold()).split())


def _choice_in(text: str) -> str:
    words = _plain(text)
    named = _CHOICE.fullmatch(words)
    if named is not None:
        return named.group(1).upper()
    over = _OVER.fullmatch(words)
    if over is not None:
        return over.group(1).upper() if over.group(1) != over.group(2) else ""
    prefers = _PREFERS.fullmatch(words)
    if prefers is not None:
        side = prefers.group(1) or prefers.group(2)
        return _clear(side, prefers.group(4) or "") if prefers.group(3) != side else ""
    better = _BETTER.fullmatch(words)
    if better is None:
        return ""
    # "Image A is better than image B" names both, and means A; "… but B wins" must not.
    other = "b" if better.group(1) == "a" else "a"
    rest = re.sub(rf"^ {_THAN} {_NOUN}{other}\b", "", better.group(2))
    return _clear(better.group(1), rest)


def _clear(side: str, rest: str) -> str:
    """The side that is named, unless what follows may take it back."""
    other = "b" if side == "a" else "a"
    return "" if re.search(rf"\b{other}\b|\bnot\b", rest) else side.upper()


def _tie_in(text: str) -> str:
    words = _plain(text)
    is_short = len(words.split()) <= _SHORT and not re.search(r"\bnot\b", words)
    return TIE if is_short and _EVEN.search(words) else ""
