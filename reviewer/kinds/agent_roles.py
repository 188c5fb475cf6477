"""Which file of an agent's workspace plays which role: deliverables, screenshots, gt, the log."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.kinds import naming
from reviewer.kinds.protocol import Listing
from reviewer.metrics.floor_plan_counts import SCREENSHOTS
from reviewer.model import RESULT

DRAWING = "drawing"
REPORT = "report"
SCREENSHOT = "screenshot"
SKETCH = "sketch"
BLANK_PLAN = "blank plan"
REFERENCE = "reference"
GROUND_TRUTH = "gt"
TASK = "task"
CHAT = "chat log"
LOG = "agent log"
MANIFEST = "manifest"
ARCHIVE = "archive"
DELIVERABLE = "deliverable"
OTHER = "other"
RESULTS = "results"

PLAN_DELIVERABLES: dict[str, str] = {
    "floor_annotated.png": RESULT,
    "floor_annotated.svg": DRAWING,
    "placement_check.md": REPORT,
    **dict.fromkeys(SCREENSHOTS, SCREENSHOT),
}
EXPECTED_FURNITURE = "expected_furniture.json"
COMPANIONS = {
    "chat.jsonl": CHAT,
    "agent.log": LOG,
    "_manifest.json": MANIFEST,
    "results_manifest.txt": MANIFEST,
}
_ALWAYS = ("floor_annotated.png", "floor_annotated.svg", "placement_check.md")
_ARCHIVE = re.compile(r"^results\.(?:tar(?:\.(?:gz|bz2|xz))?|tgz|tbz2|txz)$", re.IGNORECASE)
_SCREEN = re.compile(r"(?:^|[_-])(?:view|screen(?:shot)?|proof|dbg)(?:[_\-.\d]|$)", re.IGNORECASE)
_GIVEN = {"floor": BLANK_PLAN, "sketch": SKETCH, "reference_room": REFERENCE}
_DRAWINGS = frozenset({"svg"})
_REPORTS = frozenset({"md", "csv", "txt"})
_DEPTH = 3
_MOST = 300
_PANES = 6

Roles = list[tuple[str, str]]


def archive_of(files: tuple[str, ...]) -> str:
    """The archive of a rollout's results, or an empty string."""
    return next((name for name in files if _ARCHIVE.match(name)), "")


def names_in(workspace: Listing | None) -> frozenset[str]:
    """The names in the root of a workspace and in its results."""
    if workspace is None:
        return frozenset()
    results = workspace.below(RESULTS) if RESULTS in workspace.folders else None
    return frozenset(workspace.files) | frozenset(results.files if results else ())


def is_plan(workspace: Listing | None) -> bool:
    """True when a workspace holds any deliverable of the floor plan."""
    return bool(names_in(workspace) & PLAN_DELIVERABLES.keys())


def plan_roles(workspace: Listing, prefix: str) -> Roles:
    """Roles of a floor plan's files; the root of the workspace wins over its results.

    The picture, the drawing and the report have a role also where the agent did not save them.
    """
    results = workspace.below(RESULTS) if RESULTS in workspace.folders else None
    inside = frozenset(results.files if results else ())
    found: Roles = []
    taken: set[str] = set()
    for name, role in PLAN_DELIVERABLES.items():
        if name in workspace.files:
            path = f"{prefix}{name}"
        elif name in inside or name in _ALWAYS:
            path = f"{prefix}{RESULTS}/{name}"
        else:
            continue
        found.append((role, path))
        taken.add(path)
    found += _given(workspace, prefix)
    taken |= {path for _, path in found}
    rest = [path for path in _files_below(results, f"{prefix}{RESULTS}/") if path not in taken]
    return found + [(OTHER, path) for path in rest]


def _given(workspace: Listing, prefix: str) -> Roles:
    """What the task gave to the agent, in the workspace or in its folder `exec`."""
    given = workspace.below("exec") if "exec" in workspace.folders else None
    found: Roles = []
    for listing, start in ((workspace, prefix), (given, f"{prefix}exec/")):
        for name in listing.files if listing else ():
            role = _GIVEN.get(naming.stem(name).casefold())
            is_shown = naming.is_image(name) or naming.extension(name) in _DRAWINGS
            if role and is_shown and role not in {known for known, _ in found}:
                found.append((role, f"{start}{name}"))
    return found


def other_roles(workspace: Listing, prefix: str, *, is_whole: bool = False) -> Roles:
    """Roles of the files of any other task: the first pictures are shown, the rest is listed.

    `is_whole`: without a folder of results all files of the workspace are results.
    """
    results = workspace.below(RESULTS) if RESULTS in workspace.folders else None
    if results is None and is_whole:
        paths = list(_files_below(workspace, prefix))
    else:
        paths = list(_files_below(results, f"{prefix}{RESULTS}/"))
    found: Roles = []
    shown = 0
    for path in paths:
        name = path.rpartition("/")[2]
        ending = naming.extension(name)
        if naming.is_image(name) and _SCREEN.search(naming.stem(name)):
            found.append((SCREENSHOT, path))
        elif naming.is_image(name) and shown < _PANES:
            found.append((DELIVERABLE if shown else RESULT, path))
            shown += 1
        elif ending in _DRAWINGS and DRAWING not in {role for role, _ in found}:
            found.append((DRAWING, path))
        elif ending in _REPORTS:
            found.append((REPORT, path))
        else:
            found.append((OTHER, path))
    return found


def truth_roles(truth: Listing | None, prefix: str) -> Roles:
    """The files of the ground truth; pictures among them are shown as golden."""
    found: Roles = []
    for path in _files_below(truth, prefix):
        is_golden = naming.is_image(path) and "golden" not in {role for role, _ in found}
        found.append(("golden" if is_golden else GROUND_TRUTH, path))
    return found


def companion_roles(listing: Listing) -> Roles:
    """The agent's log and what else lies beside a workspace; a folder of that name is named too."""
    there = {*listing.files, *listing.folders}
    return [(role, name) for name, role in COMPANIONS.items() if name in there]


def _files_below(listing: Listing | None, prefix: str, depth: int = 0) -> Iterator[str]:
    """The paths of all files below a folder, within bounds; hidden ones are left out."""
    if listing is None:
        return
    count = 0
    for name in listing.files:
        if not name.startswith(".") and count < _MOST:
            count += 1
            yield f"{prefix}{name}"
    if depth < _DEPTH:
        for name in listing.folders:
            yield from _files_below(listing.below(name), f"{prefix}{name}/", depth + 1)
