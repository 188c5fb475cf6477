"""Reports and ground truth of a case as panels: Markdown, tables, code and plain text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds import naming
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Artifact, Panel, Table
from reviewer.model.counting import counted

_ROWS = 2000
_TEXT = 200_000
_READ = 8 * 1024 * 1024
_MOST = 24
_MARKDOWN = frozenset({"md", "markdown"})
_TABLES = {"csv": ",", "tsv": "\t"}
_REPORTS = _MARKDOWN | _TABLES.keys() | {"txt"}
_CODE = frozenset(
    {"json", "jsonl", "toml", "yaml", "yml", "xml", "html", "css", "js", "py", "sh", "sql", "log"}
)
_SHOWN_OF_TRUTH = _REPORTS | _CODE


def file_panels(request: Request) -> Iterator[Panel]:
    """Every report, then every file of the ground truth that is text; the first ones of many."""
    reports, truths = _chosen(request)
    found = [*((artifact, "report") for artifact in reports), *((each, "gt") for each in truths)]
    for artifact, start in found[:_MOST]:
        request.token.check()
        yield _file(request, artifact, f"{start}:{artifact.name}", is_truth=start == "gt")
    rest = [artifact.name for artifact, _ in found[_MOST:]]
    if rest:
        more = counted(len(rest), "more file is", "more files are")
        said = f"{more} not shown here. Open from Files:"
        yield Panel("more", "text", "More files", text="\n".join((said, *rest[:_ROWS])))


def _chosen(request: Request) -> tuple[list[Artifact], list[Artifact]]:
    reports: list[Artifact] = []
    truths: list[Artifact] = []
    for artifact in request.task.artifacts:
        ending = naming.extension(artifact.name)
        is_report = artifact.role == roles.REPORT or (
            artifact.role == roles.OTHER and ending in _REPORTS
        )
        is_truth = artifact.role == roles.GROUND_TRUTH and ending in _SHOWN_OF_TRUTH
        if (is_report or is_truth) and request.reader.exists(artifact):
            (reports if is_report else truths).append(artifact)
    return reports, truths


def _file(request: Request, artifact: Artifact, identity: str, *, is_truth: bool) -> Panel:
    """One file: Markdown as it is, CSV as a table, data as code."""
    name = artifact.name.rpartition("/")[2]
    title = f"gt: {name}" if is_truth else name
    try:
        size = request.reader.size(artifact)
        if size > _READ:
            said = f"{artifact.name}: it has {size:,} bytes, too many to be shown here. Open it."
            return Panel(identity, "text", title, text=said)
        text = request.reader.text(artifact)
    except UnreadableError as error:
        return Panel(identity, "text", title, text=str(error))
    ending = naming.extension(name)
    if ending in _MARKDOWN:
        return Panel(identity, "markdown", title, text=shown_text(text))
    if ending in _TABLES and (table := csv_table(text, separator=_TABLES[ending])):
        return Panel(identity, "table", title, table=table)
    return Panel(identity, "code" if ending in _CODE else "text", title, text=shown_text(text))


def shown_text(text: str) -> str:
    """A text of any length as a panel holds it; what is left out is said."""
    if len(text) <= _TEXT:
        return text
    return f"{text[:_TEXT]}\n\n… and {counted(len(text) - _TEXT, 'more character')}. Open the file."


def csv_table(text: str, *, separator: str = ",") -> Table | None:
    """A CSV text as a table with its first row as the head; None when it is empty or broken."""
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))[: _ROWS + 1]
    except csv.Error:
        # Shown as text instead.
        return None
    if not rows or not rows[0]:
        return None
    width = max(len(row) for row in rows)
    head = (*rows[0], *(f"column {n + 1}" for n in range(len(rows[0]), width)))
    return Table(head, tuple((*row, *[""] * (width - len(row))) for row in rows[1:]))
