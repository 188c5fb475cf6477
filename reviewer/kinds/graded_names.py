"""Which JSON files of a folder are grades, and whether the folder is one task or many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice

from reviewer.kinds import naming
from reviewer.kinds.agent_shapes import looks_agent_judged
from reviewer.kinds.graded_shapes import looks_graded
from reviewer.kinds.grader_output import OUTPUT
from reviewer.kinds.protocol import Found, Listing
from reviewer.model import RESULT

_USUAL = ("grade.json", "score.json", "result.json", "results.json", "grading.json")
_OWN = "grade.json"
_OWN_SCHEMA = "reviewer.grade/"
_HOPELESS = 400
_IMAGES = 24
_KIND, _AGENT = "graded_folder", "agent_judged"


def detect(listing: Listing) -> Iterator[Found]:
    """A folder with one graded JSON is a task; with several, each of them is one.

    A JSON that cannot be read beside graded ones is a task too: its error is shown, never skipped.
    """
    names = [n for n in listing.files if n.casefold().endswith(".json") and not n.startswith(".")]
    if not names:
        return
    images = [name for name in listing.files if naming.is_image(name)]
    output = _output_of_review(listing) if _OWN in names else ""
    if output:
        yield _whole(listing, output, images)
        return
    judged: set[str] = set()
    usual = [n for n in _USUAL if n in names and _standing(listing, n, judged) != _OTHER]
    rest = [name for name in names if name not in usual]
    siblings = _siblings(listing, rest, judged, wants_strong=bool(usual))
    first = list(islice(siblings, 1 if usual else 2))
    if usual and not first:
        yield _whole(listing, usual[0], images)
    elif len(first) == 1 and not usual:
        yield _whole(listing, first[0], images)
    elif first:
        by_stem, texts = _by_stem(images), naming.text_names(listing.files)
        for name in chain(usual, first, siblings):
            yield _single(name, by_stem, texts, kind=_AGENT if name in judged else _KIND)


def _output_of_review(listing: Listing) -> str:
    """The grader's file behind a grade file of ours, or an empty string when it is not ours."""
    document = listing.peek(_OWN)
    review = document.get("review") if isinstance(document, Mapping) else None
    if not isinstance(review, Mapping) or not str(review.get("schema")).startswith(_OWN_SCHEMA):
        return ""
    source = review.get("graded_from")
    return source if isinstance(source, str) and source in listing.files else _OWN


_GRADED, _BROKEN, _OTHER = "graded", "broken", "other"


def _standing(listing: Listing, name: str, judged: set[str], *, wants_strong: bool = False) -> str:
    """Whether a JSON is a grade, cannot be read, or is something else; notes agent judges'."""
    document = listing.peek(name)
    if document is None:
        return _BROKEN
    if not looks_graded(document) or (wants_strong and not looks_graded(document, strong=True)):
        return _OTHER
    if looks_agent_judged(document):
        judged.add(name)
    return _GRADED


def _siblings(
    listing: Listing, names: list[str], judged: set[str], *, wants_strong: bool
) -> Iterator[str]:
    """The grades among these files; files that cannot be read count once one grade is found."""
    broken: list[str] = []
    found = False
    for number, name in enumerate(names):
        if number == _HOPELESS and not found:
            return
        standing = _standing(listing, name, judged, wants_strong=wants_strong)
        if standing == _BROKEN:
            broken.append(name)
        elif standing == _GRADED:
            found = True
            yield name
        if found:
            yield from broken
            broken.clear()


def _by_stem(images: list[str]) -> dict[str, str]:
    """The first picture of each stem."""
    found: dict[str, str] = {}
    for image in images:
        found.setdefault(naming.stem(image), image)
    return found


def _whole(listing: Listing, name: str, images: list[str]) -> Found:
    roles: list[tuple[str, str]] = []
    for image in images[:_IMAGES]:
        roles.append((naming.ROLE_WORDS.get(naming.stem(image).casefold(), "picture"), image))
    if roles and RESULT not in {role for role, _ in roles}:
        first = next((n for n, (role, _) in enumerate(roles) if role == "picture"), None)
        if first is not None:
            roles[first] = (RESULT, roles[first][1])
    return Found(
        kind=_AGENT if looks_agent_judged(listing.peek(name)) else _KIND,
        stem="",
        roles=(*roles, (OUTPUT, name)),
        why=f"{name} is a grader's output",
        instruction_file=naming.instruction_file(listing.files),
        graded_from=name,
    )


def _single(name: str, images: Mapping[str, str], texts: Mapping[str, str], *, kind: str) -> Found:
    stem = naming.stem(name)
    own = images.get(stem)
    return Found(
        kind=kind,
        stem=stem,
        roles=(*(((RESULT, own),) if own else ()), (OUTPUT, name)),
        why=f"{name} is a grader's output",
        graded_from=name,
        instruction_file=naming.instruction_file(texts, stem),
    )
