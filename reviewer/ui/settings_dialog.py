"""All settings in one dialog; it hands back only what was changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts, theme
from reviewer.ui.settings_fields import PAGES, Field, problem, read
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import IconButton
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.inputs import NumberField, Toggle
from reviewer.ui.widgets.scroll_bar import thin_bars
from reviewer.ui.widgets.segmented import Segment, Segmented

_ROW, _LABEL = 44, 280


class SettingsDialog(Dialog):
    """`settings` is any object with the fields as attributes; `changes()` are dotted names."""

    def __init__(self, settings: object, parent: QWidget | None = None) -> None:
        super().__init__("Settings", accept=tr("Keep"), parent=parent)
        self._settings = settings
        self._values: dict[str, object] = {}
        self.controls: dict[str, QWidget] = {}
        self.pages = Segmented(tr("Page"), [Segment(title, title) for title, _ in PAGES])
        self.pages.changed.connect(self._turn)
        self.stack = QStackedWidget()
        for _, fields in PAGES:
            self.stack.addWidget(self._page(fields))
        top = QHBoxLayout()
        top.setContentsMargins(fonts.scaled(24), 0, fonts.scaled(24), fonts.scaled(8))
        top.addWidget(self.pages)
        top.addStretch(1)
        self.body.addLayout(top)
        self.body.addWidget(self.stack, 1)
        self.fit(680, 520)
        self._check()
        focus_first(self.pages.focusWidget() or self.pages)

    def changes(self) -> dict[str, object]:
        """What differs from the settings handed in, by dotted name."""
        return {
            name: value
            for name, value in self._values.items()
            if value != read(self._settings, name)
        }

    def show_field(self, name: str) -> None:
        """Open the page of one setting, with the keyboard in it."""
        for title, fields in PAGES:
            if any(field.name == name for field in fields):
                self.pages.set_current(title)
                self._turn(title)
        focus_first(self.controls[name])

    def set_value(self, name: str, value: object) -> None:
        """Take a value as a control gives it."""
        self._values[name] = value
        self._check()

    def _turn(self, title: str) -> None:
        self.stack.setCurrentIndex([name for name, _ in PAGES].index(title))

    def _check(self) -> None:
        problems = [said for name, value in self._values.items() if (said := problem(name, value))]
        self.accept_button.setEnabled(not problems)
        count = len(self.changes())
        changed = f"{count} changed" if count else ""
        self.say(problems[0] if problems else changed, is_error=bool(problems))

    def _page(self, fields: tuple[Field, ...]) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(fonts.scaled(24), 0, fonts.scaled(24), fonts.scaled(12))
        column.setSpacing(0)
        for number, field in enumerate(fields):
            control = self._control(field)
            self.controls[field.name] = control
            column.addWidget(_Row(field, control, is_first=number == 0))
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        thin_bars(area)
        return area

    def _control(self, field: Field) -> QWidget:
        value = read(self._settings, field.name)
        take = _taker(self.set_value, field.name)
        if field.form == "choice":
            return _choice(field, value, take)
        if field.form == "toggle":
            toggle = Toggle("")
            toggle.setAccessibleName(field.words)
            toggle.setChecked(bool(value))
            toggle.toggled.connect(take)
            return toggle
        if field.form == "number":
            assert isinstance(value, int | float)
            number = NumberField(field.words, low=field.low, high=field.high, unit=field.unit)
            number.setValue(float(value))
            kind = type(value)
            number.valueChanged.connect(lambda given: take(kind(given)))
            return number
        line = QLineEdit(str(value))
        line.setAccessibleName(field.words)
        line.textChanged.connect(lambda text: take(text.strip()))
        if field.form == "file":
            return _FileField(line, field)
        return line


def _taker(set_value: Callable[[str, object], None], name: str) -> Callable[[object], None]:
    return lambda value: set_value(name, value)


def _choice(field: Field, value: object, take: Callable[[object], None]) -> QWidget:
    by_key = {str(key): key for key, _ in field.choices}
    control = Segmented(field.words, [Segment(str(key), words) for key, words in field.choices])
    if str(value) in by_key:
        control.set_current(str(value))
    control.changed.connect(lambda key: take(by_key[key]))
    return control


class _FileField(QWidget):
    """A path, typed or chosen."""

    def __init__(self, line: QLineEdit, field: Field) -> None:
        super().__init__()
        self.line, self._field = line, field
        self.choose = IconButton("folder", tr("Choose a file: {name}").format(name=field.words))
        self.choose.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(line, 1)
        row.addWidget(self.choose)

    def _ask(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, self._field.words, self.line.text(), self._field.filter
        )
        if chosen:
            self.line.setText(chosen)


class _Row(paint.Painted, QWidget):
    """Words at the left, the control at the right, a hairline above."""

    def __init__(self, field: Field, control: QWidget, *, is_first: bool) -> None:
        super().__init__()
        self._field, self._control, self._is_first = field, control, is_first
        row = QHBoxLayout(self)
        is_wide = isinstance(control, QLineEdit | _FileField)
        row.setContentsMargins(fonts.scaled(_LABEL) if is_wide else 0, 0, 0, 0)
        if not is_wide:
            row.addStretch(1)
        row.addWidget(control, 1 if is_wide else 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        control.setToolTip(field.tip)
        control.setAccessibleDescription(field.tip)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(400), fonts.scaled(_ROW))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, px = QRectF(self.rect()), fonts.scaled
        if not self._is_first:
            paint.hairline(painter, rect.topLeft(), rect.width(), tokens.line)
        width = self._control.x() - px(16)
        one = self._field.tip == ""
        line = QRectF(0, 0 if one else px(4), width, rect.height() if one else px(20))
        paint.text(painter, line, self._field.words, font=fonts.font("m"), color=tokens.text)
        if not one:
            low = QRectF(0, px(23), width, px(16))
            small = fonts.font("s")
            paint.text(painter, low, self._field.tip, font=small, color=tokens.text2)
