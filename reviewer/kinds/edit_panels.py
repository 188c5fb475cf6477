"""Further panels of an edit: the layers of XCF files as trees, the lines of a settings file."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds import naming
from reviewer.kinds.edit_catalog import ids_of
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_read_layers import cut, setting_key, setting_text
from reviewer.kinds.edit_show_layers import layer_tree
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import RESULT, Panel, Table

PANEL = "layers:"
_LINES = 2_000


def extra_panels(request: Request) -> Iterator[Panel]:
    """A tree for each layered picture, and the settings with the lines that were asked for."""
    seen: set[str] = set()
    for artifact in request.task.artifacts:
        if artifact.role in seen or naming.extension(artifact.name) != "xcf":
            continue
        seen.add(artifact.role)
        title = "Layers" if artifact.role == RESULT else f"Layers of {artifact.role}"
        try:
            image = request.reader.document(artifact, "xcf")
        except UnreadableError as error:
            yield Panel(f"{PANEL}{artifact.role}", "text", title, text=str(error))
            continue
        said = f"{artifact.name}: XCF version {image.version}, {image.precision_name}"
        yield Panel(f"{PANEL}{artifact.role}", "tree", title, tree=layer_tree(image), text=said)
    result = request.task.artifact(RESULT)
    if result is not None and EditPictures(request).is_settings(result):
        yield _settings(request)


def _settings(request: Request) -> Panel:
    """Every line of the settings file; those that a check asked for say so and stand first."""
    result = request.task.artifact(RESULT)
    assert result is not None
    try:
        document = request.reader.document(result, "gimprc").document
    except UnreadableError as error:
        return Panel("settings", "text", "Settings", text=str(error))
    asked: dict[int, str] = {}
    keys: dict[str, str] = {}
    for check in request.rubric.checks:
        if "setting_value" not in {name.rpartition(".")[2] for name in ids_of(check)}:
            continue
        key = setting_key(check.params)
        keys[key if isinstance(key, str) else key[0]] = check.id
        found = request.measurements.get(check.measure)
        if found is not None and "line" in found.facts:
            asked[int(found.facts["line"])] = check.id
    rows = []
    for entry in document.entries[:_LINES]:
        by = asked.get(entry.line, "")
        if not by and entry.key in keys:
            by = f"{keys[entry.key]}: overruled by a later line"
        rows.append((entry.line, entry.key or "", cut(setting_text(entry) or ""), by))
    rows += [(fault.line, "", "", f"malformed: {fault.cause}") for fault in document.faults]
    rows.sort(key=lambda row: (not row[3], row[0]))
    table = Table(("line", "setting", "value", "asked by"), tuple(rows))
    return Panel("settings", "table", "Settings", table=table)
