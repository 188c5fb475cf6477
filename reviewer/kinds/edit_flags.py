"""Sanity flags of an edit: what a person should know before judging anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_traits import asked, differing, traits
from reviewer.kinds.protocol import FOLDER_GONE, NO_FILE, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT, Flag

_NO_OP_LEVELS = 0.05
# Of 255 levels of alpha: this far below the golden picture is not how a program rounds.
_FAINT = 32
_SAME_PIXELS = "The result has the very pixels of the initial picture."
_IS = ("is", "are")


def flags(pictures: EditPictures) -> tuple[Flag, ...]:
    """Every flag, raised or not: silence would look like "not run"."""
    return tuple(_flags(pictures))


def _flags(pictures: EditPictures) -> Iterator[Flag]:
    for identity, text, severity, look in _LOOKS:
        try:
            found = look(pictures)
        except (NotMeasured, UnreadableError):
            found = ""
        yield Flag(identity, text, bool(found), severity=severity, detail=found)


def _digest(pictures: EditPictures, role: str) -> str:
    return pictures.request.reader.digest(pictures.artifact(role))


def _no_op(pictures: EditPictures) -> str:
    if _digest(pictures, RESULT) == _digest(pictures, INITIAL):
        return "The result is the initial file, byte for byte."
    if _is_about_settings(pictures):
        same = _settings(pictures, RESULT) == _settings(pictures, INITIAL)
        return "Every setting is as it was." if same else ""
    from reviewer.metrics.closeness import visible_difference
    from reviewer.metrics.exact import compare_exact

    pictures.require_one_scale(RESULT, INITIAL)
    result, initial = pictures.whole(RESULT), pictures.whole(INITIAL)
    gap = visible_difference(result, initial)
    if gap >= _NO_OP_LEVELS or gap >= _least_change(pictures):
        return ""
    exact = compare_exact(result, initial)
    if exact.is_equal and compare_exact(*pictures.stored(RESULT, INITIAL)).is_equal:
        return "" if _made(pictures) else _SAME_PIXELS
    if exact.alpha_only:
        return ""
    return f"The result differs from the initial picture by {gap:.3f} of 255 on average."


def _least_change(pictures: EditPictures) -> float:
    """The difference below which nothing was done; a task may ask for a very small one."""
    from reviewer.metrics.closeness import visible_difference

    try:
        meant = visible_difference(pictures.whole(GOLDEN), pictures.whole(INITIAL))
    except (NotMeasured, UnreadableError):
        return _NO_OP_LEVELS
    return min(_NO_OP_LEVELS, meant / 2) if meant else _NO_OP_LEVELS


def _made(pictures: EditPictures) -> frozenset[str]:
    """What the task asks to change beside pixels, and the result has changed."""
    changed = differing(traits(pictures, INITIAL), traits(pictures, RESULT))
    return asked(pictures).intersection(changed)


def _is_about_settings(pictures: EditPictures) -> bool:
    return pictures.is_settings(pictures.artifact(RESULT))


def _settings(pictures: EditPictures, role: str) -> Any:  # noqa: ANN401 - to be compared
    """The settings of a file by key, the last of each; lines and comments are left out."""
    document = pictures.request.reader.document(pictures.artifact(role), "gimprc").document
    return {entry.key: entry.plain for entry in document.entries}


def _alpha_only(pictures: EditPictures) -> str:
    from reviewer.metrics.exact import compare_exact

    exact = compare_exact(pictures.whole(RESULT), pictures.whole(INITIAL))
    if exact.alpha_only and exact.alpha_only == exact.differing:
        return (
            f"Only alpha changed, in {exact.alpha_only:,} px: a grader that drops alpha sees "
            "no change."
        )
    return ""


def _is_golden(pictures: EditPictures) -> str:
    if _digest(pictures, RESULT) == _digest(pictures, GOLDEN):
        return "The result is the golden file, byte for byte: was it copied?"
    return ""


def _broken_task(pictures: EditPictures) -> str:
    if _digest(pictures, INITIAL) == _digest(pictures, GOLDEN):
        return "Initial and golden are the same file: the task asks for no change."
    if _is_about_settings(pictures):
        same = _settings(pictures, INITIAL) == _settings(pictures, GOLDEN)
        return "Initial and golden have the same settings: no change is asked." if same else ""
    from reviewer.metrics.exact import compare_exact

    if not compare_exact(pictures.whole(INITIAL), pictures.whole(GOLDEN)).is_equal:
        return ""
    if not compare_exact(*pictures.stored(INITIAL, GOLDEN)).is_equal:
        return ""
    if any(differing(traits(pictures, INITIAL), traits(pictures, GOLDEN))):
        return ""
    return "Initial and golden are the same picture: the task asks for no change."


def _wrong_way(pictures: EditPictures) -> str:
    if _is_about_settings(pictures):
        result = _settings(pictures, RESULT)
        kept = result == _settings(pictures, INITIAL) != _settings(pictures, GOLDEN)
        return "The settings are those of the initial file." if kept else ""
    pictures.require_one_scale(RESULT, INITIAL, GOLDEN)
    found = pictures.nearness
    if found.initial < found.golden:
        return (
            f"{found.initial:.2f} levels from the initial picture, "
            f"{found.golden:.2f} from the golden one."
        )
    if found.initial == found.golden:
        return _kept(pictures)
    return ""


def _kept(pictures: EditPictures) -> str:
    """Where the pixels say nothing: whether the result is stored as the initial picture is."""
    initial, golden, result = (traits(pictures, role) for role in (INITIAL, GOLDEN, RESULT))
    meant = tuple(differing(initial, golden))
    if not meant or set(differing(initial, result)).intersection(meant):
        return ""
    return f"The {' and '.join(meant)} of the initial picture {_IS[len(meant) > 1]} still there."


def _direction(pictures: EditPictures) -> str:
    from reviewer.metrics.intent import intended_change

    pictures.require_one_scale(RESULT, INITIAL, GOLDEN)
    found = intended_change(*(pictures.whole(role) for role in (INITIAL, GOLDEN, RESULT)))
    if found.aligned is not None and found.aligned < 0:
        return f"The change runs against the intended one ({found.value:+.2f} of it was made)."
    return ""


def _blank(pictures: EditPictures) -> str:
    from reviewer.metrics.masks import blankness

    found = blankness(pictures.pixels(RESULT))
    if found.visible == 0:
        return "Nothing of the result is visible: it is fully transparent."
    if found.value == 0:
        return f"The whole result is one color, {found.color}."
    return ""


def _faint(pictures: EditPictures) -> str:
    """Alpha that the golden picture does not have: checks of color may not see it."""
    result, golden = (_mean_alpha(pictures, role) for role in (RESULT, GOLDEN))
    if not result or golden - result < _FAINT:
        return ""
    word = "nearly invisible" if result < _FAINT else "more transparent than the golden picture"
    return f"The result is {word}: alpha {result:.3g} of 255 on average, there {golden:.3g}."


def _mean_alpha(pictures: EditPictures, role: str) -> float:
    from reviewer.metrics.pixels import alpha

    found = alpha(pictures.pixels(role))
    return 255.0 if found is None else float(found.mean())


def _sizes(pictures: EditPictures) -> str:
    from reviewer.metrics.pixels import size_of

    sizes = {
        role: size_of(pictures.pixels(role)) for role in (RESULT, GOLDEN) if pictures.has(role)
    }
    if len(set(sizes.values())) > 1:
        said = ", ".join(f"{role} {w}×{h}" for role, (w, h) in sizes.items())
        return f"A grader would resize silently: {said}."
    return ""


def _not_finite(pictures: EditPictures) -> str:
    odd = [
        role for role in (INITIAL, RESULT, GOLDEN) if pictures.has(role) and _nan(pictures, role)
    ]
    return f"NaN or infinite values in {', '.join(odd)}." if odd else ""


def _nan(pictures: EditPictures, role: str) -> bool:
    return pictures.picture(role).non_finite > 0


def _no_reference(pictures: EditPictures) -> str:
    if pictures.request.task.settings.get("missing_reference"):
        return (
            "There is no _initial_reference copy; the agent may have overwritten the picture "
            "that it was given."
        )
    return ""


def _same_file(pictures: EditPictures) -> str:
    by_digest: dict[str, list[str]] = {}
    reader = pictures.request.reader
    for artifact in pictures.request.task.artifacts:
        if reader.exists(artifact) and artifact.role not in (INITIAL, GOLDEN, "working copy"):
            by_digest.setdefault(reader.digest(artifact), []).append(artifact.name)
    twice = [names for names in by_digest.values() if len(names) > 1]
    return f"One file under several names: {', '.join(twice[0])}." if twice else ""


def _raw_differs(pictures: EditPictures) -> str:
    import numpy as np

    from reviewer.metrics.pixels import rgb

    for role in (RESULT, GOLDEN):
        if not pictures.has(role):
            continue
        seen = pictures.picture(role, "seen")
        if not seen.notes and seen.orientation == 1:
            continue
        raw = pictures.picture(role, "raw")
        if seen.orientation > 1:
            return f"A grader that ignores orientation sees the {role} rotated."
        if raw.pixels.shape[:2] != seen.pixels.shape[:2]:
            return f"A grader that reads plainly sees the {role} in another size."
        gap = float(np.abs(rgb(raw.pixels).astype(np.int16) - rgb(seen.pixels)).mean())
        if gap > 1.0:
            return (
                f"A grader that reads plainly sees other colors in the {role} ({gap:.1f} levels)."
            )
    return ""


def _no_result(pictures: EditPictures) -> str:
    artifact = pictures.artifact(RESULT)
    if pictures.has(RESULT) or pictures.request.reader.absence(artifact) != NO_FILE:
        return ""
    if not pictures.request.task.folder.is_dir():
        return f"{artifact.name}: {FOLDER_GONE}."
    return f"{artifact.name} is not there: nothing was handed in yet, or the agent did not save it."


def _unreadable(pictures: EditPictures) -> str:
    artifact = pictures.artifact(RESULT)
    if not pictures.has(RESULT):
        why = pictures.request.reader.absence(artifact)
        return "" if why == NO_FILE else f"{artifact.name}: {why}."
    try:
        if pictures.is_settings(artifact):
            pictures.request.reader.document(artifact, "gimprc")
        else:
            pictures.picture(RESULT)
    except UnreadableError as error:
        return str(error)
    return ""


_LOOKS: tuple[tuple[str, str, str, Callable[[EditPictures], str]], ...] = (
    ("no-result", "no result yet", "bad", _no_result),
    ("unreadable", "result unreadable", "bad", _unreadable),
    ("no-op", "no-op", "warn", _no_op),
    ("alpha-only", "only alpha changed", "warn", _alpha_only),
    ("copied", "result is the golden file", "warn", _is_golden),
    ("broken-task", "initial equals golden", "bad", _broken_task),
    ("closer-to-initial", "closer to initial", "warn", _wrong_way),
    ("wrong-direction", "wrong direction", "warn", _direction),
    ("blank", "blank result", "warn", _blank),
    ("faint", "see-through result", "bad", _faint),
    ("resized", "sizes differ", "warn", _sizes),
    ("nan", "NaN in a picture", "bad", _not_finite),
    ("no-reference", "no reference copy", "warn", _no_reference),
    ("same-file", "one file, several names", "warn", _same_file),
    ("raw-differs", "read otherwise by graders", "warn", _raw_differs),
)
