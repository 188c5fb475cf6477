"""New task: a picture, a recipe with a live preview, checks that fit, a proof, then a folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from reviewer.session.blank import blank_canvas
from reviewer.session.making import Made, Wish
from reviewer.session.manifest import Asset
from reviewer.session.proposing import proposed
from reviewer.session.recipe import Recipe
from reviewer.ui import fonts, numbers
from reviewer.ui.extras.check_list import CheckList
from reviewer.ui.extras.forms import FileField, FormRow, scrolled
from reviewer.ui.extras.library_row import LibraryRow
from reviewer.ui.extras.recipe_words import read_recipe, template, titles
from reviewer.ui.extras.two_pictures import TwoPictures
from reviewer.ui.extras.words import wrapped
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.dialog import Dialog, focus_first
from reviewer.ui.widgets.segmented import Segment, Segmented
from reviewer.ui.widgets.text_box import TextBox

_PAUSE = 250
PICTURE, BLANK = "picture", "blank"
_FORMS = ("", "png", "jpg", "webp", "tif", "gif", "bmp")
_AS_INITIAL = "as the initial picture"
_PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.bmp *.tif *.tiff *.gif *.xcf);;All files (*)"
_LIBRARY = "Library (*.json);;All files (*)"


class NewTaskDialog(Dialog):
    """First it proves, then it writes; anything changed in between asks for a new proof."""

    preview_wanted = Signal()
    proof_wanted = Signal()
    write_wanted = Signal()
    library_wanted = Signal(str)

    def __init__(self, folder: str, parent: QWidget | None = None) -> None:
        about = (
            "The recipe makes the golden picture of the initial one. Golden must pass and initial "
            "must fail before anything is written."
        )
        super().__init__("New task", about, accept=tr("Prove it"), parent=parent)
        self.is_proved = False
        # Why the recipe cannot be followed on this picture.
        self._unmade = ""
        self._form = ""
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name of the task"))
        self.name.setPlaceholderText(tr("letters, digits, - and _"))
        self.start = Segmented(
            tr("Start from"),
            [Segment(PICTURE, tr("A picture")), Segment(BLANK, tr("A blank canvas"))],
        )
        self.source = FileField(tr("Initial picture"), filter_words=_PICTURES)
        self.blank = QLineEdit("800x600:white")
        self.blank.setAccessibleName(tr("Size and color of the canvas"))
        self.form = DropDown(tr(_AS_INITIAL), tr("Format of the golden picture"))
        self.library = FileField(tr("Library"), hint=tr("a manifest, if there is one"),
                                 filter_words=_LIBRARY)  # fmt: skip
        self.assets = LibraryRow()
        self.left_out = wrapped("", step="s", role="bad", most=0)
        self.instruction = TextBox(tr("Instruction"), hint=tr("what the agent is told"))
        self.recipe = TextBox(
            tr("Recipe"), hint=tr("one step a line, such as  brightness: factor=1.2")
        )
        self.add = DropDown(tr("Add a step"), tr("Add a step to the recipe"))
        self.folder = FileField(tr("Folder"), is_folder=True)
        self.folder.line.setText(folder)
        self.preview = TwoPictures(("Initial", "Golden"))
        self.preview.set_words(tr("Choose a picture"))
        self.checks = CheckList()
        self.proof = wrapped("", step="s", role="text2", most=0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self.preview_wanted)
        self._lay_out()
        self._connect()
        self._adapt()
        self._check()
        self.fit(1040, 760)
        focus_first(self.name)

    def _lay_out(self) -> None:
        px = fonts.scaled
        form = QWidget()
        left = QVBoxLayout(form)
        left.setContentsMargins(0, 0, px(8), 0)
        left.setSpacing(0)
        left.addWidget(FormRow(tr("Name"), self.name, is_wide=True))
        left.addWidget(FormRow(tr("Start from"), self.start))
        self._rows: dict[str, QWidget] = {
            "source": FormRow(tr("Initial picture"), self.source, is_wide=True),
            "library": FormRow(tr("Library"), self.library, is_wide=True),
            "left out": self.left_out,
            "filters": FormRow(tr("Only of"), self.assets, is_wide=True),
            "assets": FormRow(tr("From the library"), self.assets.pick),
            "blank": FormRow(tr("Canvas"), self.blank, is_wide=True),
        }
        for row in self._rows.values():
            left.addWidget(row)
        left.addWidget(FormRow(tr("Golden is saved"), self.form))
        left.addWidget(FormRow(tr("Folder"), self.folder, is_wide=True))
        for box in (self.instruction, self.recipe):
            box.setMinimumHeight(px(56))
        left.addWidget(FormRow(tr("Instruction"), QWidget()))
        left.addWidget(self.instruction, 1)
        left.addWidget(FormRow(tr("Recipe"), self.add))
        left.addWidget(self.recipe, 2)
        right = QVBoxLayout()
        right.setSpacing(px(8))
        right.addWidget(self.preview, 3)
        right.addWidget(self.checks, 3)
        held = QWidget()
        inside = QVBoxLayout(held)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.proof)
        inside.addStretch(1)
        right.addWidget(scrolled(held), 2)
        both = QHBoxLayout()
        both.setContentsMargins(px(24), 0, px(24), px(12))
        both.setSpacing(px(24))
        both.addWidget(scrolled(form), 1)
        both.addLayout(right, 1)
        self.body.addLayout(both, 1)

    def _connect(self) -> None:
        self.name.textChanged.connect(self._touched)
        for field in (self.source, self.folder):
            field.changed.connect(self._touched)
        for box in (self.instruction, self.recipe):
            box.edit.textChanged.connect(self._touched)
        self.library.changed.connect(self.library_wanted)
        self.blank.textChanged.connect(self._touched)
        self.start.changed.connect(self._touched)
        self.checks.changed.connect(self._touched)
        self.form.menu_wanted.connect(self._fill_forms)
        self.assets.picked.connect(self.source.line.setText)
        self.add.menu_wanted.connect(self._fill_steps)

    # What was chosen

    def steps(self) -> Recipe:
        """The recipe as far as it can be read."""
        return read_recipe(self.recipe.edit.toPlainText())[0]

    def source_path(self) -> Path | None:
        """The initial picture, when it is there."""
        path = Path(self.source.path()).expanduser() if self.source.path() else None
        return path if path is not None and path.is_file() else None

    def begin(self) -> Path | tuple[int, int, str] | None:
        """What the task starts from: a picture or a blank canvas, when it can be made."""
        if self.start.current() == PICTURE:
            return self.source_path()
        try:
            return blank_canvas(self.blank.text())
        except ValueError:
            return None

    def wish(self) -> Wish | None:
        """What shall be made; None while something is missing."""
        source = self.begin()
        if self._problem() or source is None:
            return None
        words, checks = self.instruction.words(), self.checks.chosen()
        return Wish(self.name.text().strip(), source, self.steps(), words, self._form, checks)

    def place(self) -> Path:
        """Where the task's folder will lie."""
        return Path(self.folder.path()).expanduser()

    def _problem(self) -> str:
        if not self.name.text().strip():
            return "Give the task a name."
        if self.start.current() == BLANK:
            try:
                blank_canvas(self.blank.text())
            except ValueError as error:
                return f"Canvas {error}."
        elif self.source_path() is None:
            return "Choose the initial picture."
        wrong = read_recipe(self.recipe.edit.toPlainText())[1]
        if wrong:
            return wrong
        if not self.folder.path():
            return "Choose the folder that the task is written into."
        return self.checks.problem()

    # What came of it

    def set_assets(self, assets: Sequence[Asset], left_out: str = "") -> None:
        """The pictures of a library, and which of them were left out."""
        self.assets.set_assets(assets)
        self.left_out.set_words(left_out)
        self._adapt()

    def set_preview(self, before: object, after: object, problem: str) -> None:
        """The picture before and after the recipe."""
        if self._unread() or self._timer.isActive():
            # It is of a recipe that stands there no more.
            return
        self._unmade = problem
        self.preview.set_pictures(before, after)
        self.preview.set_words(problem or tr("no preview"))
        if problem or not self.is_proved:
            self._check()

    def set_made(self, made: Made | None, problem: str) -> None:
        """The proof, or why there is none."""
        if problem:
            self.is_proved = False
            self.say(problem, is_error=True)
            self.accept_button.setEnabled(not (self._problem() or self._unmade))
            return
        if made is None:
            return
        self.is_proved = made.proof.holds
        self.checks.set_proposed(made.checks)
        self.proof.set_words(proof_words(made))
        self.proof.set_look(role="text" if made.proof.holds else "bad")
        if made.proof.holds:
            place = self.place() / made.wish.id
            self.say(tr("Proved. It goes to {place}").format(place=place))
            self.accept_button.set_text(tr("Write the task"))
        else:
            self.say(made.proof.problems[0], is_error=True)
        self.accept_button.setEnabled(True)

    def accept(self) -> None:
        """Prove first, write second; the dialog closes when the task is written."""
        if self.wish() is None:
            return
        self.accept_button.setEnabled(False)
        if self.is_proved:
            self.say(tr("Writing…"))
            self.write_wanted.emit()
        else:
            self.say(tr("Grading golden and initial…"))
            self.proof_wanted.emit()

    def written(self) -> None:
        """The task lies on the disk."""
        super().accept()

    def _touched(self) -> None:
        self.is_proved = False
        self.accept_button.set_text(tr("Prove it"))
        self.proof.set_words("")
        self._adapt()
        self._propose()
        self._unmade = ""
        self._check()
        unread = self._unread()
        if unread:
            self._timer.stop()
            self.preview.set_pictures(None, None)
            self.preview.set_words(unread)
        else:
            self._timer.start()

    def _unread(self) -> str:
        """Why the recipe that stands there cannot be read; nothing while there is none."""
        typed = self.recipe.edit.toPlainText()
        return read_recipe(typed)[1] if typed.strip() else ""

    def _propose(self) -> None:
        """The checks that fit the steps; the proof settles their thresholds."""
        try:
            self.checks.set_proposed(proposed(self.steps(), mode="RGB"))
        except ValueError:
            # A value such as a color that is none: the preview says which.
            self.checks.set_proposed(())

    def _adapt(self) -> None:
        """Show the rows that the choice of a start calls for."""
        is_picture = self.start.current() == PICTURE
        shown = {"source": is_picture, "library": is_picture, "blank": not is_picture,
                 "filters": is_picture and bool(self.assets.assets)}  # fmt: skip
        shown["assets"] = shown["filters"]
        shown["left out"] = is_picture and bool(self.left_out.words())
        for name, is_shown in shown.items():
            self._rows[name].setVisible(is_shown)

    def _check(self) -> None:
        problem = self._problem() or self._unmade
        self.accept_button.setEnabled(not problem)
        self.say(problem or "Ready to be proved.", is_error=bool(self._unmade) and bool(problem))

    def _fill_steps(self, menu: QMenu) -> None:
        for name, title in titles().items():
            act = menu.addAction(title)
            act.triggered.connect(lambda _=False, name=name: self.add_step(name))

    def add_step(self, name: str) -> None:
        """Begin a step on a line of its own."""
        before = self.recipe.edit.toPlainText().rstrip()
        self.recipe.edit.setPlainText(f"{before}\n{template(name)}".strip())

    def _fill_forms(self, menu: QMenu) -> None:
        for form in _FORMS:
            take = partial(self.choose_form, form)
            add_choice(menu, form or tr(_AS_INITIAL), take, is_current=form == self._form)

    def choose_form(self, form: str) -> None:
        """The format of the golden picture; empty keeps the initial one's where it can."""
        self._form = form
        self.form.set_text(form or tr(_AS_INITIAL))
        self._touched()


def proof_words(made: Made) -> str:
    """The checks with the credit of golden and initial, then what is wrong and what to know."""
    proof = made.proof
    lines = [f"golden {numbers.headline(proof.golden)}, initial {numbers.headline(proof.initial)}"]
    initial = dict(proof.initial_credits)
    for name, credit in proof.golden_credits:
        other = numbers.credit(initial.get(name))
        lines.append(f"{name}: golden {numbers.credit(credit)}, initial {other}")
    lines += [f"wrong: {problem}" for problem in proof.problems]
    return "\n".join([*lines, *proof.notes, *made.notes])
