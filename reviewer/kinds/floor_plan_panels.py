"""Panels of a floor plan: rules, counts beside counts, layers, then those of every case."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_panels import case_panels
from reviewer.kinds.floor_plan_demanded import findings_table
from reviewer.kinds.floor_plan_files import PlanFiles
from reviewer.kinds.floor_plan_places import LAYER
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Panel, Table, TreeNode
from reviewer.model.counting import counted


def panels(request: Request) -> tuple[Panel, ...]:
    """All panels; one that cannot be made says why."""
    return (*plan_panels(PlanFiles(request)), *case_panels(request))


def plan_panels(files: PlanFiles) -> Iterator[Panel]:
    """The panels about the drawing itself."""
    if files.artifact(roles.DRAWING) is None:
        yield Panel("rules", "text", "Rules", text="There is no floor_annotated.svg.")
        return
    try:
        found = files.findings
        reasons = "\n".join(f"{key}: {why}" for key, why in found.plan.reasons.items())
        scale = found.scale
        said = f"1 unit is {scale.mm_per_unit:.4g} mm" if scale.mm_per_unit else scale.reason
        table = findings_table(found.findings)
        yield Panel("rules", "table", "Rules", table=table, text=f"{said}\n{reasons}".strip())
        yield Panel("counts", "table", "Counts", table=counts_table(files))
        yield Panel("layers", "tree", "Layers", tree=layer_tree(files))
    except (NotMeasured, UnreadableError) as error:
        yield Panel("rules", "text", "Rules", text=str(error))


def counts_table(files: PlanFiles) -> Table:
    """What the grader's patterns count beside what the XML holds."""
    from reviewer.metrics.drawing import pattern_counts, xml_counts

    graded, held = pattern_counts(files.text or ""), xml_counts(files.root)
    pairs = (
        ("shapes", len(graded.shapes), len(held.shapes)),
        ("colors", len(graded.colors), len(held.fills)),
        ("texts", len(graded.texts), len(held.texts)),
        ("mm", len(graded.mm), held.mm),
        ("furniture layer", graded.has_furniture_layer, held.has_furniture_layer),
        ("semantic ids", len(graded.named_ids), len(held.named_ids)),
        ("path effects", len(graded.path_effects), len(held.path_effects.applied)),
        ("texts with mm", len(graded.mm_texts), len(held.mm_texts)),
        ("east rectangles", len(graded.east), len(held.east)),
    )
    rows = tuple((name, one, two, "" if one == two else "differs") for name, one, two in pairs)
    return Table(("what", "graded (text patterns)", "held (XML)", "note"), rows)


def layer_tree(files: PlanFiles) -> tuple[TreeNode, ...]:
    """The layers, those inside others below them; each can be switched off."""
    from reviewer.metrics.drawing import layers

    roots: list[_Node] = []
    open_at: list[_Node] = []
    for layer in layers(files.root):
        holds = f"{counted(layer.shapes, 'shape')}, {counted(layer.texts, 'text')}"
        detail = f"{holds}, line {layer.line}"
        node = _Node(layer.label, detail, layer.is_visible)
        del open_at[layer.depth :]
        (open_at[-1].children if open_at else roots).append(node)
        open_at.append(node)
    return tuple(node.frozen() for node in roots)


class _Node:
    """A layer while its children are still being found."""

    def __init__(self, label: str, detail: str, is_visible: bool) -> None:
        self.label = label
        self.detail = detail
        self.is_visible = is_visible
        self.children: list[_Node] = []

    def frozen(self) -> TreeNode:
        """The node of the panel."""
        return TreeNode(
            self.label or "(no label)",
            self.detail,
            checked=self.is_visible,
            is_dimmed=not self.is_visible,
            item=f"{LAYER}{self.label}",
            children=tuple(child.frozen() for child in self.children),
        )
