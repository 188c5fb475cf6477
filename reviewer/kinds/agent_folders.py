"""Folders of the agent benchmark: a staged case, a repository, a rollout with its archive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_shapes import looks_agent_judged
from reviewer.kinds.graded_shapes import looks_graded
from reviewer.kinds.grader_output import OUTPUT
from reviewer.kinds.protocol import Found, Listing

FLOOR_PLAN = "floor_plan"
AGENT_JUDGED = "agent_judged"
GRADED = "graded_folder"
_KINDS = (FLOOR_PLAN, AGENT_JUDGED, GRADED)
_SCORES = ("score.json", "grade.json")
_DOMAIN = re.compile(r"^[A-Z]{2,5}$")
_NUMBER = re.compile(r"^((?:[A-Z]{2,5}_)?task_\d+)(?:_|$)")
_TASK_FILE = "task.md"
_OWN_SCHEMA = "reviewer.grade/"


@dataclass(frozen=True, slots=True)
class _Case:
    """One case: its workspace, ground truth, task file, score and archive, by relative path."""

    listing: Listing
    workspace: Listing
    prefix: str
    truth: Listing | None
    truth_prefix: str
    task_file: str
    same_number: tuple[str, ...]
    score: str
    document: object
    archive: str

    @property
    def has_plan(self) -> bool:
        """True when the floor plan's own files are there."""
        expected = self.truth is not None and roles.EXPECTED_FURNITURE in self.truth.files
        return expected or roles.is_plan(self.workspace)


def detect(listing: Listing) -> Iterator[Found]:
    """The tasks of the agent benchmark in a folder."""
    if _is_task_folder(listing):
        yield from _task_files(listing)
        return
    case, why = _case(listing)
    if case is not None:
        yield _found(case, why)


# The repository: tasks/<DOM>/<id>.md and [tasks/]workspace/<DOM>/<id without DOM_>/


def _is_task_folder(listing: Listing) -> bool:
    domain = listing.path.name
    return bool(_DOMAIN.match(domain)) and any(
        name.startswith(f"{domain}_") and name.endswith(".md") for name in listing.files
    )


def _task_files(listing: Listing) -> Iterator[Found]:
    """Task files that no workspace in the opened folder belongs to."""
    domain = listing.path.name
    names = [n for n in listing.files if n.startswith(f"{domain}_") and n.endswith(".md")]
    for name in names:
        own = name.removesuffix(".md").removeprefix(f"{domain}_")
        where = (f"../../workspace/{domain}/{own}", f"../workspace/{domain}/{own}")
        if any(listing.below(path) is not None for path in where):
            continue
        is_plan = "floor_plan" in own
        yield Found(
            kind=FLOOR_PLAN if is_plan else AGENT_JUDGED,
            stem=name.removesuffix(".md"),
            roles=((roles.TASK, name),),
            why=f"{name} is a task of the agent benchmark without a workspace here",
            instruction_file=name,
            settings=_settings("", "", _same_number(name, names)),
        )


def _same_number(name: str, names: list[str]) -> tuple[str, ...]:
    """Other task files that carry the number of this one."""
    found = _NUMBER.match(name)
    if found is None:
        return ()
    return tuple(n for n in names if n != name and _number_of(n) == found.group(1))


def _number_of(name: str) -> str:
    found = _NUMBER.match(name)
    return found.group(1) if found else ""


def _repository_task(listing: Listing) -> tuple[str, tuple[str, ...]]:
    """The task file of a workspace of the repository, and others with its number."""
    parts = listing.path.parts
    if len(parts) < 3 or parts[-3] != "workspace" or not _DOMAIN.match(parts[-2]):
        return "", ()
    domain, own = parts[-2], parts[-1]
    for start in (f"../../../tasks/{domain}", f"../../../{domain}"):
        tasks = listing.below(start)
        for name in (f"{domain}_{own}.md", f"{own}.md") if tasks else ():
            if tasks is not None and name in tasks.files:
                return f"{start}/{name}", _same_number(name, list(tasks.files))
    return "", ()


# A case: staged, a workspace of the repository, or a rollout


def _case(listing: Listing) -> tuple[_Case | None, str]:
    files, folders = listing.files, listing.folders
    if "tasks" in folders or listing.path.name in ("tasks", "gt"):
        return None, ""
    prefix = "workspace/" if "workspace" in folders and roles.RESULTS not in folders else ""
    workspace = (listing.below("workspace") if prefix else None) or listing
    own_truth = "gt" in folders
    task_file, same = (_TASK_FILE, ()) if _TASK_FILE in files else _repository_task(listing)
    archive = roles.archive_of(files)
    has_log = "chat.jsonl" in files or "agent.log" in files
    has_score = "score.json" in files
    why = ""
    if archive:
        why = f"{archive} holds the results of a rollout"
    elif task_file and (roles.RESULTS in folders or own_truth or has_log or prefix):
        why = f"{task_file.rpartition('/')[2]} with its workspace"
    elif roles.RESULTS in folders and (own_truth or has_log or "_manifest.json" in files):
        why = "results/ beside gt, a log or a manifest"
    elif roles.RESULTS in folders and has_score:
        why = "results/ beside score.json"
    elif prefix and own_truth:
        why = "workspace/ with gt/ beside it"
    elif has_log and has_score:
        why = "a rollout's log and score without results"
    elif roles.is_plan(workspace):
        why = "deliverables of the floor plan"
    elif own_truth and _holds(listing.below("gt"), roles.EXPECTED_FURNITURE):
        why = f"gt/{roles.EXPECTED_FURNITURE} of the floor plan"
    if not why:
        return None, ""
    truth, truth_prefix = _truth(listing, prefix)
    score, document = _score(listing)
    return (
        _Case(
            listing, workspace, prefix, truth, truth_prefix, task_file, same, score, document,
            archive,
        ),
        why,
    )  # fmt: skip


def _holds(listing: Listing | None, name: str) -> bool:
    return listing is not None and name in listing.files


def _truth(listing: Listing, prefix: str) -> tuple[Listing | None, str]:
    """The ground truth where graders look for it: beside the workspace, in it, further above."""
    places = ("gt", "workspace/gt", "../gt") if prefix else ("../gt", "gt", "../../gt")
    for place in places:
        found = listing.near(place)
        if found is not None and found.files:
            return found, f"{place}/"
    return None, ""


def _score(listing: Listing) -> tuple[str, object]:
    """The grader's file and what it holds; a grade that is all ours is no grader's file."""
    for name in _SCORES:
        if name not in listing.files:
            continue
        document = listing.peek(name)
        review = _own_review(document)
        is_ours = review is not None and review.get("original") is None
        return "" if is_ours else name, document
    return "", None


def _kind(case: _Case) -> str:
    own = _own_kind(case.document)
    if own:
        return own
    if looks_agent_judged(case.document):
        return AGENT_JUDGED
    names = (case.listing.path.name, case.task_file)
    if case.has_plan or any("floor_plan" in name for name in names):
        return FLOOR_PLAN
    if looks_graded(case.document):
        return GRADED
    return AGENT_JUDGED


def _own_kind(document: object) -> str:
    """The kind that a grade file of ours was written for."""
    review = _own_review(document)
    kind = str(review.get("kind")) if review is not None else ""
    return kind if kind in _KINDS else ""


def _own_review(document: object) -> Mapping[str, Any] | None:
    review = document.get("review") if isinstance(document, Mapping) else None
    is_ours = isinstance(review, Mapping) and str(review.get("schema")).startswith(_OWN_SCHEMA)
    return review if is_ours else None


def _found(case: _Case, why: str) -> Found:
    kind = _kind(case)
    listing, prefix = case.listing, case.prefix
    is_plan = kind == FLOOR_PLAN or case.has_plan
    if case.archive and not roles.names_in(case.workspace) & roles.PLAN_DELIVERABLES.keys():
        made: roles.Roles = []
    else:
        made = (roles.plan_roles if is_plan else roles.other_roles)(case.workspace, prefix)
    made += roles.truth_roles(case.truth, case.truth_prefix)
    if case.archive:
        made.append((roles.ARCHIVE, case.archive))
    if case.task_file:
        made.append((roles.TASK, case.task_file))
    made += roles.companion_roles(listing)
    if case.score:
        made.append((OUTPUT, case.score))
    return Found(
        kind=kind,
        stem="",
        roles=tuple(made),
        why=why,
        instruction_file=case.task_file,
        settings=_settings(prefix, case.truth_prefix, case.same_number),
        graded_from=case.score if case.score != "grade.json" else "",
    )


def _settings(prefix: str, truth: str, same_number: tuple[str, ...]) -> dict[str, Any]:
    settings: dict[str, Any] = {"workspace": prefix, "ground_truth": truth}
    if same_number:
        settings["same_number"] = list(same_number)
    return settings
