"""What the screen is asked to show for a check, a sheet or a panel.

Arrays are typed `Any` so that this room needs no numpy: a picture is uint8 of shape (H, W, 3) or
(H, W, 4); a mask is bool or uint8 of shape (H, W).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn over a picture, in that picture's pixel coordinates.

    `shape` is box (x, y, w, h), ring (x, y, r), line (x0, y0, x1, y1), arrow (same), polygon
    (x0, y0, x1, y1, …), column (x), label (x, y) or number (x, y, w, h: the label in its
    middle, as large as there is room). `tone` is ok, bad, warn, accent or plain.
    """

    shape: str
    points: tuple[float, ...]
    label: str = ""
    tone: str = "plain"
    role: str = "result"
    item: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text; numbers stay numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """Named series over one axis, with marked places; `over` is the parameter on the axis."""

    x_label: str
    y_label: str
    series: Mapping[str, tuple[tuple[float, float], ...]]
    marks: tuple[tuple[float, str], ...] = ()
    note: str = ""
    over: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a check came out as it did, to be shown on a click on its row.

    `zoom` is the box (x, y, w, h) of `role` to go to. `pictures` are further pictures by title
    (an SSIM map, a mask). `histograms` are named series of 0-1 values.
    """

    check: str
    summary: str
    role: str = "result"
    zoom: tuple[float, float, float, float] | None = None
    marks: tuple[Mark, ...] = ()
    pictures: Mapping[str, Any] = field(default_factory=dict)
    table: Table | None = None
    curve: Curve | None = None
    histograms: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    text: str = ""
    frame: int | None = None


@dataclass(frozen=True, slots=True)
class SheetClass:
    """One class of a 2×2 sheet: a mask with a palette key, toggled and weighed by the person.

    `is_line` keeps a line of one pixel in sight at every zoom.
    """

    key: str
    label: str
    mask: Any
    opacity: float = 1.0
    visible: bool = True
    says: str = ""
    is_line: bool = False


@dataclass(frozen=True, slots=True)
class SheetPane:
    """One of the four panes: a base picture and the classes painted over it."""

    title: str
    subtitle: str
    base: Any
    classes: tuple[SheetClass, ...] = ()
    base_style: str = "plain"
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The 2×2 sheet: result · reference · what is wrong · how the two compare.

    `in_use` says what each parameter that finds its own value came to; `has_counts` is whether the
    pixels of each class may be told.
    """

    panes: tuple[SheetPane, ...]
    note: str = ""
    in_use: Mapping[str, float] = field(default_factory=dict)
    has_counts: bool = True


@dataclass(frozen=True, slots=True)
class Panel:
    """An extra panel of a kind.

    `form` is text, markdown, code, table, tree, filmstrip, timeline or curve. Markdown,
    code and data stand in `text` as they are written.
    """

    id: str
    form: str
    title: str
    table: Table | None = None
    tree: tuple[TreeNode, ...] = ()
    pictures: tuple[tuple[str, Any], ...] = ()
    curve: Curve | None = None
    timeline: tuple[float, ...] = ()
    timeline_marks: tuple[tuple[int, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node of a tree panel; `checked` None has no toggle."""

    label: str
    detail: str = ""
    checked: bool | None = None
    is_dimmed: bool = False
    item: str = ""
    children: tuple[TreeNode, ...] = ()
