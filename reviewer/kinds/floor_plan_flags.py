"""Sanity flags of a floor plan: what a person should know before judging it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_flags import case_flags, same_files
from reviewer.kinds.floor_plan_files import PlanFiles
from reviewer.kinds.protocol import NO_FILE, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.metrics.drawing import count_differences
from reviewer.model import RESULT, Flag
from reviewer.model.counting import counted

_WIDTH, _HEIGHT, _BYTES = 2000, 1500, 50_000
_SHAPE_TOLERANCE = 0.02
_NAMED = 4
_WANTED = {
    roles.EXPECTED_FURNITURE: "an object with required_furniture",
    **dict.fromkeys(("rooms.json", "doors.json"), "an object of names"),
}
_JSON_WORDS = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}


def flags(files: PlanFiles) -> tuple[Flag, ...]:
    """Every flag, raised or not: silence would look like "not run"."""
    return (*_flags(files), *case_flags(files.request))


def _flags(files: PlanFiles) -> Iterator[Flag]:
    for identity, text, severity, look in _LOOKS:
        try:
            found = look(files)
        except (NotMeasured, UnreadableError):
            # The flag about the file itself says so once.
            found = ""
        yield Flag(identity, text, bool(found), severity=severity, detail=found)


def _picture(files: PlanFiles) -> str:
    artifact = files.artifact(RESULT)
    if artifact is None:
        return (
            f"{_missing(files, RESULT, 'floor_annotated.png')}: the judge's answers do not count."
        )
    try:
        files.request.reader.picture(artifact)
    except UnreadableError as error:
        return str(error)
    return ""


def _missing(files: PlanFiles, role: str, name: str) -> str:
    """That a deliverable is not there, and what stands in its place where something does."""
    found = files.request.task.artifact(role)
    why = NO_FILE if found is None else files.request.reader.absence(found)
    return f"There is no {name}" if why == NO_FILE else f"{name}: {why}"


def _drawing(files: PlanFiles) -> str:
    artifact = files.artifact(roles.DRAWING)
    if artifact is None:
        return f"{_missing(files, roles.DRAWING, 'floor_annotated.svg')}."
    try:
        if files.text is not None and not files.text.strip():
            return "floor_annotated.svg is empty."
        _ = files.root  # too much of it to be measured
        document = files.request.reader.document(artifact, "svg")
    except UnreadableError as error:
        return str(error)
    return " ".join(document.notes)


def _counts(files: PlanFiles) -> str:
    said = []
    for each in count_differences(files.text or "", files.root):
        places = [place.name or f"line {place.line}" for c in each.causes for place in c.places]
        shown = ", ".join(places[:_NAMED]) + (", …" if len(places) > _NAMED else "")
        reasons = "; ".join(cause.reason for cause in each.causes)
        what = f"{each.name}: {each.graded:g} graded, {each.found:g} found"
        said.append(f"{what} ({reasons}: {shown})" if shown else what)
    return ". ".join(said)


def _task_and_grader(files: PlanFiles) -> str:
    said = ["The judge is asked for at least 18 pieces, the task for 22."]
    if files.furniture:
        target = max(10, int(0.5 * len(files.furniture)))
        said.insert(
            0, f"The task asks for at least 8 core names, its grader for {target} of "
            f"{len(files.furniture)}."
        )  # fmt: skip
        if target > len(files.furniture):
            said.append("The grader's target is above the number of names there are.")
    return " ".join(said)


def _log(files: PlanFiles) -> str:
    found = files.log
    if isinstance(found, str):
        return found if files.artifact(roles.CHAT) is not None else ""
    return " ".join(found.notes)


def _same(files: PlanFiles) -> str:
    return same_files(files.request)


def _font(files: PlanFiles) -> str:
    artifact = files.artifact(roles.DRAWING)
    text = files.text or ""
    if artifact is None or not any(0x2E7F < ord(letter) < 0xFFF0 for letter in text):
        return ""
    return str(files.request.reader.document(artifact, "font_problem"))


def _size(files: PlanFiles) -> str:
    numbers = files.picture_numbers
    if numbers is None:
        return ""
    width, height, count = numbers
    if width < _WIDTH or height < _HEIGHT:
        return f"The picture is {width}×{height}, under {_WIDTH}×{_HEIGHT}."
    if count < _BYTES:
        return f"The picture has {count:,} bytes, under {_BYTES:,}: an almost blank page?"
    return ""


def _shape(files: PlanFiles) -> str:
    from reviewer.metrics.drawing_outlines import view_box

    numbers, view = files.picture_numbers, view_box(files.root)
    if numbers is None or view is None or not view[2] or not view[3]:
        return ""
    wanted, shown = view[2] / view[3], numbers[0] / max(1, numbers[1])
    if abs(shown / wanted - 1) <= _SHAPE_TOLERANCE:
        return ""
    return (
        f"The picture is {shown:.2f} times as wide as high, the drawing {wanted:.2f} times: "
        "it is no export of the whole page."
    )


def _blank(files: PlanFiles) -> str:
    from reviewer.metrics.masks import blankness

    artifact = files.artifact(RESULT)
    if artifact is None:
        return ""
    found = blankness(files.request.reader.picture(artifact).pixels)
    if found.visible == 0:
        return "Nothing of the picture is visible: it is fully transparent."
    return f"The whole picture is one color, {found.color}." if found.value == 0 else ""


def _truth(files: PlanFiles) -> str:
    import json

    said = []
    for artifact in files.request.task.artifacts_in(roles.GROUND_TRUTH):
        name = artifact.name.rpartition("/")[2]
        if not name.endswith(".json") or not files.request.reader.exists(artifact):
            continue
        try:
            held = json.loads(files.request.reader.text(artifact))
        except (ValueError, RecursionError) as error:
            said.append(f"{artifact.name} is not JSON ({error}): its checks leave the grade.")
            continue
        wanted = _WANTED.get(name, "")
        if name != roles.EXPECTED_FURNITURE and isinstance(held, list):
            # Places may also be listed as objects that have a name.
            continue
        if wanted and not isinstance(held, dict):
            what = _JSON_WORDS.get(type(held), "a number")
            said.append(f"{artifact.name} is {what}, not {wanted}: its checks leave the grade.")
    return " ".join(said)


def _rules(files: PlanFiles) -> str:
    from reviewer.metrics.floor_plan_rules import RULES

    broken = files.findings.violations
    if not broken:
        return ""
    rules = dict.fromkeys(each.rule for each in broken)
    names = "; ".join(RULES[rule].lower() for rule in list(rules)[:_NAMED])
    return f"{counted(len(broken), 'place breaks', 'places break')} what the task demands: {names}."


def _shots(files: PlanFiles) -> str:
    from reviewer.metrics.floor_plan_counts import screenshot_numbers

    reader = files.request.reader
    found = screenshot_numbers({name: reader.data(shot) for name, shot in files.shots.items()})
    return "; ".join(f"{name}: {why}" for name, why in found.problems.items())


_LOOKS: tuple[tuple[str, str, str, Callable[[PlanFiles], str]], ...] = (
    ("unreadable", "picture missing or unreadable", "bad", _picture),
    ("no-drawing", "drawing missing or odd", "bad", _drawing),
    ("counts-differ", "text patterns and XML disagree", "warn", _counts),
    ("grader-task", "the task and its grader disagree", "info", _task_and_grader),
    ("chat-log", "chat log not read whole", "warn", _log),
    ("same-file", "one file, several names", "warn", _same),
    ("screenshots", "screenshots that do not count", "warn", _shots),
    ("no-font", "no font for Chinese", "warn", _font),
    ("small", "picture too small", "warn", _size),
    ("other-shape", "picture is not the whole drawing", "warn", _shape),
    ("blank", "blank picture", "warn", _blank),
    ("gt-broken", "ground truth unreadable", "bad", _truth),
    ("rules-broken", "demands that no code grades are broken", "warn", _rules),
)
