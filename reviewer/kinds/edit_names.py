"""Which files of a folder are an image edit: the naming convention, and triples of roles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reviewer.kinds import naming
from reviewer.kinds.protocol import Found, Listing
from reviewer.model import GOLDEN, INITIAL, RESULT

KIND = "gimp_edit"
_CONVENTION = (
    ("_initial_reference", "reference"),
    ("_initial", INITIAL),
    ("_golden", GOLDEN),
)
_ORDER = {INITIAL: 0, RESULT: 1, GOLDEN: 2}


def detect(listing: Listing) -> tuple[Found, ...]:
    """Edits in this folder: `<id>_initial[_reference]`, `<id>`, `<id>_golden`, or triples."""
    images = [name for name in listing.files if naming.is_image(name)]
    by_convention = tuple(_convention(listing, images))
    if by_convention:
        return by_convention
    whole = _whole_folder(listing, images)
    if whole is not None:
        return (whole,)
    return tuple(_suffixed(listing, images)) or tuple(_three_folders(listing))


def _convention(listing: Listing, images: list[str]) -> Iterator[Found]:
    groups: dict[str, dict[str, str]] = {}
    for name in images:
        stem = naming.stem(name)
        for suffix, role in _CONVENTION:
            if stem.endswith(suffix) and len(stem) > len(suffix):
                groups.setdefault(stem[: -len(suffix)], {})[role] = name
                break
    plain = {naming.stem(name): name for name in images}
    texts = naming.text_names(listing.files)
    for task, roles in sorted(groups.items(), key=lambda item: naming.natural_key(item[0])):
        if task not in plain and not ({"reference", INITIAL} & roles.keys() and GOLDEN in roles):
            continue
        yield _convention_task(texts, task=task, roles=roles, result=plain.get(task))


def _convention_task(
    texts: Mapping[str, str], *, task: str, roles: dict[str, str], result: str | None
) -> Found:
    pairs: list[tuple[str, str]] = []
    settings: dict[str, object] = {}
    if "reference" in roles:
        pairs.append((INITIAL, roles["reference"]))
        if INITIAL in roles:
            pairs.append(("working copy", roles[INITIAL]))
        why = f"{roles['reference']} is the picture before the edit"
    elif INITIAL in roles:
        pairs.append((INITIAL, roles[INITIAL]))
        settings["missing_reference"] = True
        why = f"{roles[INITIAL]} is the picture before the edit (no reference copy)"
    else:
        why = f"{roles[GOLDEN]} is the golden picture of {task}"
    pairs.insert(1 if pairs else 0, (RESULT, result or f"{task}.{_ending(roles)}"))
    if GOLDEN in roles:
        pairs.append((GOLDEN, roles[GOLDEN]))
    return Found(
        kind=KIND,
        stem=task,
        roles=tuple(pairs),
        why=f"image-editing names: {why}",
        instruction_file=naming.instruction_file(texts, task),
        settings=settings,
    )


def _ending(roles: dict[str, str]) -> str:
    return naming.extension(roles.get(GOLDEN) or next(iter(roles.values())))


def _whole_folder(listing: Listing, images: list[str]) -> Found | None:
    roles: dict[str, str] = {}
    for name in images:
        role = naming.ROLE_WORDS.get(naming.stem(name).casefold())
        if role:
            roles.setdefault(role, name)
    if INITIAL in roles and GOLDEN in roles:
        # An agent that delivered nothing must not vanish from every figure.
        roles.setdefault(RESULT, f"result.{naming.extension(roles[GOLDEN])}")
    if RESULT not in roles or not ({INITIAL, GOLDEN} & roles.keys()):
        return None
    ordered = sorted(roles.items(), key=lambda item: _ORDER.get(item[0], 9))
    return Found(
        kind=KIND,
        stem="",
        roles=tuple(ordered),
        why=f"a triple of pictures named {', '.join(naming.stem(name) for _, name in ordered)}",
        instruction_file=naming.instruction_file(listing.files),
    )


def _suffixed(listing: Listing, images: list[str]) -> Iterator[Found]:
    groups: dict[str, dict[str, str]] = {}
    for name in images:
        stem = naming.stem(name)
        for word, role in naming.ROLE_WORDS.items():
            if stem.casefold().endswith((f"_{word}", f"-{word}", f".{word}")):
                groups.setdefault(stem[: -len(word) - 1], {}).setdefault(role, name)
                break
    texts = naming.text_names(listing.files)
    for task, roles in sorted(groups.items(), key=lambda item: naming.natural_key(item[0])):
        if RESULT not in roles or not ({INITIAL, GOLDEN} & roles.keys()):
            continue
        ordered = sorted(roles.items(), key=lambda item: _ORDER.get(item[0], 9))
        yield Found(
            kind=KIND,
            stem=task,
            roles=tuple(ordered),
            why="a triple of pictures told apart by their endings",
            instruction_file=naming.instruction_file(texts, task),
        )


def _three_folders(listing: Listing) -> Iterator[Found]:
    folders = {name.casefold(): name for name in listing.folders}
    for words in naming.TRIPLES:
        present = [word for word in words if word in folders]
        roles = {naming.ROLE_WORDS[word]: folders[word] for word in present}
        if RESULT not in roles or len(roles) < 2:
            continue
        yield from _folder_triples(listing, roles)
        return


def _folder_triples(listing: Listing, roles: dict[str, str]) -> Iterator[Found]:
    names: dict[str, dict[str, str]] = {}
    for role, folder in roles.items():
        inside = listing.below(folder)
        for name in inside.files if inside else ():
            if naming.is_image(name):
                names.setdefault(naming.stem(name), {})[role] = f"{folder}/{name}"
    texts = naming.text_names(listing.files)
    for task, found in sorted(names.items(), key=lambda item: naming.natural_key(item[0])):
        if len(found) < 2:
            continue
        pairs = {RESULT: f"{roles[RESULT]}/{task}.png", **found}
        yield Found(
            kind=KIND,
            stem=task,
            roles=tuple(sorted(pairs.items(), key=lambda item: _ORDER.get(item[0], 9))),
            why=f"equal names in the folders {', '.join(sorted(roles.values()))}",
            instruction_file=naming.instruction_file(texts, task),
            consumes=tuple(roles.values()),
        )
