"""Choosing by hand which file plays which role, where naming could not tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.text_box import TextBox

_NONE = "no file"


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind of task with the roles that it knows; the first of `needed` may not stay empty."""

    name: str
    title: str
    roles: tuple[str, ...]
    needed: tuple[str, ...] = ("result",)


@dataclass(frozen=True, slots=True)
class ChosenRoles:
    """What the person chose: files are names below the folder, as they were handed in."""

    kind: str
    roles: Mapping[str, str]
    instruction: str


class RolesDialog(Dialog):
    """`chosen()` is the choice after the dialog was accepted."""

    def __init__(
        self, *, folder: str, files: Sequence[str], kinds: Sequence[KindChoice], kind: str = "",
        roles: Mapping[str, str] | None = None, instruction: str = "",
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        about = f"{folder}: say which file plays which role. No file is moved or changed."
        super().__init__("Roles", about, accept=tr("Use these roles"), parent=parent)
        self._files, self._kinds = tuple(files), {each.name: each for each in kinds}
        self._kind = kind if kind in self._kinds else next(iter(self._kinds), "")
        self._roles = dict(roles or {})
        self.kind_field = DropDown("", tr("Kind of task"))
        self.kind_field.menu_wanted.connect(self._fill_kinds)
        self.role_fields: dict[str, DropDown] = {}
        self.instruction = TextBox(
            tr("Instruction"), instruction, hint=tr("what the agent was asked to do")
        )
        self._rows = QWidget()
        self._column = QVBoxLayout(self._rows)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._lay_out()
        self._show()
        self.fit(560, 480)
        focus_first(self.kind_field)

    def _lay_out(self) -> None:
        pad = fonts.scaled(24)
        inside = QVBoxLayout()
        inside.setContentsMargins(pad, 0, pad, fonts.scaled(12))
        inside.setSpacing(0)
        inside.addWidget(_Labelled("Kind", self.kind_field))
        inside.addWidget(self._rows)
        inside.addWidget(_Labelled("Instruction", None))
        inside.addWidget(self.instruction, 1)
        self.body.addLayout(inside)

    def chosen(self) -> ChosenRoles:
        """Kind, role → file, instruction."""
        known = self._kinds[self._kind].roles if self._kind else ()
        roles = {role: self._roles[role] for role in known if self._roles.get(role)}
        return ChosenRoles(self._kind, roles, self.instruction.words())

    def choose_kind(self, name: str) -> None:
        """Another kind; roles that it shares with the one before keep their files."""
        self._kind = name
        self._show()

    def choose_file(self, role: str, name: str) -> None:
        """One file for one role; an empty name is none."""
        self._roles[role] = name
        self._check()

    def _show(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.role_fields = {}
        for role in self._kinds[self._kind].roles if self._kind else ():
            field = DropDown("", tr("File of the role {role}").format(role=role))
            field.menu_wanted.connect(lambda menu, role=role: self._fill_files(menu, role))
            self.role_fields[role] = field
            self._column.addWidget(_Labelled(role.replace("_", " ").capitalize(), field))
        self._check()

    def _check(self) -> None:
        kind = self._kinds.get(self._kind)
        self.kind_field.set_text(kind.title if kind else "")
        for role, field in self.role_fields.items():
            field.set_text(self._roles.get(role) or tr(_NONE))
        said = self._problem(kind)
        self.accept_button.setEnabled(not said)
        self.say(said, is_error=bool(said))

    def _problem(self, kind: KindChoice | None) -> str:
        if kind is None:
            return "There is no kind of task to choose."
        chosen = self.chosen().roles
        lacking = [role for role in kind.needed if role in kind.roles and role not in chosen]
        if lacking:
            return f"Choose the file of the role {lacking[0]}."
        twice = [name for name in chosen.values() if list(chosen.values()).count(name) > 1]
        return f"{twice[0]} plays two roles." if twice else ""

    def _fill_kinds(self, menu: QMenu) -> None:
        for kind in self._kinds.values():
            take = partial(self.choose_kind, kind.name)
            add_choice(menu, kind.title, take, is_current=kind.name == self._kind)

    def _fill_files(self, menu: QMenu, role: str) -> None:
        for name in ("", *self._files):
            is_current = name == self._roles.get(role, "")
            take = partial(self.choose_file, role, name)
            add_choice(menu, name or tr(_NONE), take, is_current=is_current)


class _Labelled(paint.Painted, QWidget):
    """Words at the left of a control."""

    def __init__(self, words: str, control: QWidget | None) -> None:
        super().__init__()
        self._words = words
        row = QHBoxLayout(self)
        row.setContentsMargins(fonts.scaled(136), 0, 0, 0)
        if control is not None:
            control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            row.addWidget(control, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(300), fonts.scaled(36))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        box = QRectF(0, 0, fonts.scaled(128), self.height())
        paint.text(painter, box, self._words, font=fonts.font("m"), color=tokens.text)
