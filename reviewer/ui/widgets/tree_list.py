"""A tree of parts (layers, groups) with a box for each that can be shown or hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from reviewer.model import TreeNode
from reviewer.ui import fonts, icons, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import plain_tip
from reviewer.ui.widgets.scroll_bar import thin_bars

_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_INDEX = QModelIndex()
_OPEN_UP_TO = 400
_HEIGHT = 24

Index = QModelIndex | QPersistentModelIndex


@dataclass(slots=True, eq=False)
class Branch:
    """One node with its place in the tree and what its box says now."""

    node: TreeNode
    parent: Branch | None
    row: int
    checked: bool | None
    children: list[Branch] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the nodes from the root down to this one."""
        above = self.parent.path if self.parent is not None else ()
        return (*above, self.node.item or self.node.label)

    @property
    def is_quiet(self) -> bool:
        """Whether it does not show: by its own box or that of a branch around it."""
        if self.checked is None:
            return self.node.is_dimmed
        return not self.checked or (self.parent is not None and self.parent.is_quiet)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a tree was left: paths of names from the root down."""

    closed: frozenset[tuple[str, ...]]
    current: tuple[str, ...]


def grown(nodes: Sequence[TreeNode], parent: Branch | None = None) -> list[Branch]:
    """Branches of these nodes and of all below them."""
    made = []
    for row, node in enumerate(nodes):
        branch = Branch(node, parent, row, node.checked)
        branch.children = grown(node.children, branch)
        made.append(branch)
    return made


class TreeModel(QAbstractItemModel):
    """Nodes for Qt."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.roots: list[Branch] = []

    def set_nodes(self, nodes: Sequence[TreeNode]) -> None:
        """Show other nodes."""
        self.beginResetModel()
        self.roots = grown(nodes)
        self.endResetModel()

    def branch(self, index: Index) -> Branch | None:
        """The branch at an index."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Branch) else None

    def index(self, row: int, column: int, parent: Index = _INDEX) -> QModelIndex:
        above = self.branch(parent)
        siblings = above.children if above is not None else self.roots
        if not 0 <= row < len(siblings) or column != 0:
            return QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, index: Index = _INDEX) -> QModelIndex:  # type: ignore[override]
        branch = self.branch(index)
        if branch is None or branch.parent is None:
            return QModelIndex()
        return self.createIndex(branch.parent.row, 0, branch.parent)

    def rowCount(self, parent: Index = _INDEX) -> int:
        branch = self.branch(parent)
        return len(branch.children if branch is not None else self.roots)

    def columnCount(self, parent: Index = _INDEX) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        branch = self.branch(index)
        if branch is None:
            return None
        if role == _ROLE:
            return branch
        if role == Qt.ItemDataRole.DisplayRole:
            return branch.node.label
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{branch.node.label}\n{branch.node.detail}".strip())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = {True: ", shown", False: ", hidden", None: ""}[branch.checked]
            return f"{branch.node.label}, {branch.node.detail}{state}"
        return None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, fonts.scaled(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        branch, tree = index.data(_ROLE), self.parent()
        if not isinstance(branch, Branch) or not isinstance(tree, TreeList):
            return
        tokens, rect = theme.of(tree), QRectF(option.rect)
        flags = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(fonts.scaled(8), rect.top(), tree.viewport().width() - fonts.scaled(16),
                       rect.height())  # fmt: skip
        if flags & QStyle.StateFlag.State_Selected:
            paint.box(painter, whole, radius=4, fill=tokens.sel)
        elif flags & QStyle.StateFlag.State_MouseOver:
            paint.box(painter, whole, radius=4, fill=tokens.hover)
        _draw_branch(painter, rect, branch, tokens, is_open=tree.isExpanded(index))
        if flags & QStyle.StateFlag.State_Selected and tree.hasFocus():
            paint.focus_ring(painter, whole, tokens, radius=4)
        painter.restore()


def _draw_branch(
    painter: QPainter, rect: QRectF, branch: Branch, tokens: theme.Tokens, *, is_open: bool
) -> None:
    side, left = icons.side(), rect.left() + fonts.scaled(4)
    top = round(rect.center().y() - side / 2)
    if branch.children:
        name = "chevron-down" if is_open else "chevron-right"
        icons.paint(painter, name, QRectF(left, top, side, side), color=tokens.text3)
    left += side + 4
    if branch.checked is not None:
        # An open eye in a hidden group sees nothing.
        tone = tokens.text3 if branch.is_quiet else tokens.text
        name = "eye" if branch.checked else "eye-off"
        icons.paint(painter, name, QRectF(left, top, side, side), color=tone)
        left += side + 8
    box = QRectF(left, rect.top(), max(0.0, rect.right() - left - fonts.scaled(16)), rect.height())
    needed = fonts.width(branch.node.detail, "s")
    shown = paint.text(
        painter, box.adjusted(0, 0, -min(needed + 12, box.width() / 2), 0), branch.node.label,
        font=fonts.font("m"), color=tokens.text2 if branch.is_quiet else tokens.text,
    )  # fmt: skip
    rest = box.adjusted(shown + 12, 0, 0, 0)
    paint.text(painter, rest, branch.node.detail, font=fonts.font("s"), color=tokens.text2)


class TreeList(QTreeView):
    """Space or a click on the eye shows and hides; choosing a node with an item says so."""

    toggled = Signal(str, bool)
    item_wanted = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = TreeModel(self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(fonts.scaled(16))
        self.setRootIsDecorated(False)
        self.setMouseTracking(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        thin_bars(self)

    def set_nodes(self, nodes: Sequence[TreeNode]) -> None:
        """Show other nodes, all open unless they are many."""
        self._model.set_nodes(nodes)
        if _count(self._model.roots) <= _OPEN_UP_TO:
            self.expandAll()

    def standing(self) -> Standing:
        """Which branches are closed and which one is current, to be taken up by a tree like it."""
        closed, current = set(), self._model.branch(self.currentIndex())
        for branch in _every(self._model.roots):
            index = self._model.createIndex(branch.row, 0, branch)
            if branch.children and not self.isExpanded(index):
                closed.add(branch.path)
        return Standing(frozenset(closed), current.path if current else ())

    def take_up(self, standing: Standing) -> None:
        """Close the branches and go to the node that were so before."""
        for branch in _every(self._model.roots):
            index = self._model.createIndex(branch.row, 0, branch)
            if branch.path in standing.closed:
                self.collapse(index)
            if branch.path == standing.current:
                self.setCurrentIndex(index)

    def drawBranches(self, painter: QPainter, rect: object, index: Index) -> None:
        """The delegate draws the chevrons."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._toggle(self.currentIndex())
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._want(self.currentIndex())
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        branch = self._model.branch(index)
        if branch is None:
            return
        x = event.position().x() - self.visualRect(index).left() - fonts.scaled(4)
        side = icons.side()
        if branch.children and x < side + 2:
            self.setExpanded(index, not self.isExpanded(index))
        elif branch.checked is not None and x < 2 * side + 8:
            self._toggle(index)
        else:
            self._want(index)

    def _toggle(self, index: Index) -> None:
        branch = self._model.branch(index)
        if branch is not None and branch.checked is not None:
            branch.checked = not branch.checked
            self.viewport().update()
            self.toggled.emit(branch.node.item or branch.node.label, branch.checked)

    def _want(self, index: Index) -> None:
        branch = self._model.branch(index)
        if branch is not None and branch.node.item:
            self.item_wanted.emit(branch.node.item)


def _every(branches: Sequence[Branch]) -> Iterator[Branch]:
    waiting = list(branches)
    while waiting:
        branch = waiting.pop()
        yield branch
        waiting.extend(branch.children)


def _count(branches: Sequence[Branch]) -> int:
    total, waiting = 0, list(branches)
    while waiting and total <= _OPEN_UP_TO:
        branch = waiting.pop()
        total += 1
        waiting.extend(branch.children)
    return total
