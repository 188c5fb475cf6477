"""What is told of a pair after the vote, in words."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.model import RESULT
from reviewer.model.counting import counted
from reviewer.session.pairs import ModelVotes, PairView, Revealed
from reviewer.ui.panel.words import one_line
from reviewer.ui.widgets.row_list import plain_tip

_RULES = {
    "validity": "only one of the two is valid",
    "fact_dominance": "the facts of one outweigh the other's",
    "judge": "the blind votes decide",
    "tie": "nothing separates them",
}
_CHOICES = {"A": "A", "B": "B", "tie": "neither", "": "no answer"}


@dataclass(frozen=True, slots=True)
class Told:
    """Names, votes and verdict of a pair; `raw` are the model's replies, word for word."""

    names: str
    votes: str
    verdict: str
    raw: str


def told(view: PairView) -> Told:
    """The three columns after the vote."""
    found = view.revealed
    assert found is not None
    names = "\n".join(f"{slot}: {found.names.get(slot, 'unknown')}" for slot in ("A", "B"))
    return Told(names, _votes(view, found), _verdict(view, found), _raw(found))


def _votes(view: PairView, found: Revealed) -> str:
    lines = [f"you: {_CHOICES[view.mine]}"]
    counts = view.mine
    if found.before and not view.is_swapped:
        counts = found.before
        lines[0] = f"you, blind: {_CHOICES[found.before]}, which counts"
        lines.insert(1, f"you, after the reveal: {_CHOICES[view.mine]}")
    if found.mine_bias:
        lines.append(f"you with swapped sides: {found.mine_bias}")
    lines += [f"{name}: {_CHOICES.get(vote, vote)}" for name, vote in found.others.items()]
    if found.model is None:
        lines.append(f"model: {found.silence}")
        replies = list(dict.fromkeys(vote.raw for vote in found.refused if vote.raw))
        lines += [f"it answered “{one_line(reply, 120)}”" for reply in replies[:2]]
    else:
        lines.append(f"{found.model.model or 'model'}: {_counted(found.model)}")
        if found.swapped is not None:
            lines.append(f"with swapped sides: {found.bias}")
        if view.mine:
            agrees = "agrees with you" if found.model.choice == counts else "differs from you"
            lines.append(f"the model {agrees}")
    return "\n".join(lines)


def _counted(votes: ModelVotes) -> str:
    cast = [vote for vote in votes.votes if not vote.error]
    mine = sum((vote.slot or "tie") == votes.choice for vote in cast)
    failed = len(votes.votes) - len(cast)
    said = f"{_CHOICES[votes.choice]}, {mine} of {counted(len(votes.votes), 'vote')}"
    return f"{said}, {failed} failed" if failed else said


def _verdict(view: PairView, found: Revealed) -> str:
    first, second = ("A", "B") if view.a.role == RESULT else ("B", "A")

    def by_side(text: str) -> str:
        """What the ladder says of the first and the second picture, by where they stand here."""
        return text.replace("the first picture", first).replace("the second picture", second)

    words = {1.0: f"{first} wins", 0.0: f"{second} wins", 0.5: "a tie"}
    if found.verdict is None:
        return f"none yet: {by_side(found.says)}" if found.says else "none yet"
    said = words.get(found.verdict, f"{found.verdict:g}")
    rule = _RULES.get(found.rule, found.rule.replace("_", " "))
    why = by_side(found.says.removeprefix(f"{found.rule}: "))
    lines = [said, f"rule {found.rule}: {rule}" if found.rule else "", why]
    return "\n".join(line for line in lines if line)


def _raw(found: Revealed) -> str:
    votes = found.model.votes if found.model is not None else found.refused
    lines = [
        f"{n}: {': '.join(part for part in (vote.error, vote.raw) if part)}"
        for n, vote in enumerate(votes, 1)
    ]
    return plain_tip("\n".join(lines))
