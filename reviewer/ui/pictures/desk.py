"""The picture side of the window: modes, blink, difference walk, sheet, evidence, readout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.model import Evidence, Mark, Sheet
from reviewer.ui.pictures import arrange
from reviewer.ui.pictures.difference import ComputeDifference, Region
from reviewer.ui.pictures.pane import Heading
from reviewer.ui.pictures.source import PictureSource, Run
from reviewer.ui.pictures.upkeep import DeskUpkeep


class PictureDesk(DeskUpkeep):
    """Takes ready arrays; converting, comparing and painting go through `run`, off this thread."""

    mode_changed = Signal(str)
    tolerance_changed = Signal(int)
    role_chosen = Signal(str)

    def __init__(self, *, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(run=run, parent=parent)
        self.keeps_zoom = False
        self._evidence: Evidence | None = None
        self._pointed: tuple[Mark, ...] = ()
        self._chosen_mode, self._are_marks_on = "", True
        bar = self.toolbar
        bar.mode_chosen.connect(self.choose_mode)
        bar.pair_chosen.connect(self.set_partner)
        bar.tolerance_changed.connect(self.set_tolerance)
        self.stage.strip.chosen.connect(self.choose_role)
        self.blink_wanted.connect(self.toggle_blink)
        self.set_mode("3-up")

    def set_sources(self, sources: Sequence[PictureSource]) -> None:
        """The pictures of a task; the zoom stays when `keeps_zoom` is on."""
        state = self.camera.state()
        self._is_result_shown, self._evidence, self._waiting_step = False, None, 0
        self._shown.clear()
        self._pointed = ()
        # One filling at the end instead of one for each picture.
        self.pictures.blockSignals(True)
        self.pictures.set_sources(sources)
        self.pictures.blockSignals(False)
        roles = self.pictures.roles()
        lead = self.pictures.lead
        current = lead if lead in roles or not roles else roles[0]
        self._showing = replace(
            self._showing, blink="", marks=(), current=current, found=(frozenset(), 0)
        )
        self.walk.forget()
        self._set_roles()
        if self.keeps_zoom:
            self.camera.restore(state)
        else:
            self.camera.line_up()
            self.camera.fit()
        self.regions.set_picture(self.pictures.picture("result"))
        self._choose_default_mode()

    def update_source(self, source: PictureSource) -> None:
        """One role anew: the full decode after the reduced one, or its failure."""
        is_new = not self.pictures.has(source.role)
        self.walk.forget()
        self.pictures.update_source(source)
        if is_new:
            self._set_roles()
            self._fill()

    def set_difference(self, compute: ComputeDifference) -> None:
        """How a difference is computed."""
        self.walk.compute = compute

    def set_sheet(self, sheet: Sheet | None) -> None:
        """The 2×2 sheet of the task, or that it has none."""
        self.sheet.set_sheet(sheet)
        for pane in self.stage.sheet:
            pane.view.set_note(0, 0, "")
            if sheet is None:
                # Whose pictures stood here is not for whoever sees the next ones.
                pane.set_heading(Heading(""))
        self._adapt()
        if self._mode == "sheet" and sheet is None:
            self._choose_default_mode()
        elif self._mode == "sheet":
            self._set_reference()
            self.sheet.paint_all()
        elif self._chosen_mode == "sheet" and sheet is not None:
            self.set_mode("sheet")
        self._fill()

    def set_evidence(self, evidence: Evidence | None, *, zoom: bool = False) -> None:
        """Marks and further pictures of a check; None takes them away."""
        self._evidence, self._pointed = evidence, ()
        extras = evidence.pictures if evidence is not None else {}
        if extras or self.pictures.roles() != self.pictures.own_roles():
            made = [PictureSource(f"evidence:{name}", extras[name], title=name) for name in extras]
            self.pictures.set_extras(made)
            self._set_roles()
        if zoom and evidence is not None and self.pictures.has(evidence.role):
            # Where one pane is seen at a time, it is the one that the evidence is about.
            self._showing = replace(self._showing, current=evidence.role)
        self._show_marks()
        is_there = evidence is None or not zoom or self.zoom_to_evidence()
        if not is_there and not self.camera.is_by_hand:
            # The place of the row before is none of this one's.
            self.camera.fit()

    @property
    def evidence(self) -> Evidence | None:
        """The evidence that is marked now."""
        return self._evidence

    def _show_marks(self) -> None:
        told = self._evidence.marks if self._evidence and self._are_marks_on else ()
        items = {mark.item for mark in self._pointed}
        others = tuple(mark for mark in told if mark.item not in items)
        self._showing = replace(self._showing, marks=(*others, *self._pointed))
        self._fill()

    def point_at(self, marks: Sequence[Mark], *, zoom: bool) -> None:
        """Mark one thing beside the evidence, in every picture that shows it; none: no more."""
        self._pointed = tuple(marks)
        roles = {mark.role for mark in marks}
        if marks and self._mode == "one" and self._showing.current not in roles:
            self._showing = replace(self._showing, current=marks[0].role)
        self._show_marks()
        if marks and zoom:
            own = [mark for mark in marks if mark.role == self._showing.current]
            self.moves.show_mark((own or list(marks))[0])

    def show_picture(self, title: str, pixels: object) -> None:
        """One further picture, large; it goes when other evidence comes."""
        role = f"evidence:{title}"
        if not self.pictures.has(role):
            self.pictures.add_extra(PictureSource(role, pixels, title=title))
            self._set_roles()
        self._showing = replace(self._showing, current=role)
        self.set_mode("one")
        self.camera.fit()

    def toggle_overlay(self) -> bool:
        """Marks and classes off, to see the pictures bare, and on again; True when on."""
        self._are_marks_on = not self._are_marks_on
        self.sheet.set_classes_on(self._are_marks_on)
        self._show_marks()
        return self._are_marks_on

    @property
    def mode(self) -> str:
        """The current compare mode."""
        return self._mode

    def choose_mode(self, mode: str) -> None:
        """A mode that the person chose: it stays for the next tasks too."""
        self._chosen_mode = mode
        self.set_mode(mode)

    def set_mode(self, mode: str) -> None:
        """Switch to a mode of `arrange.MODES`; one that this task cannot show is left alone."""
        if mode not in arrange.MODES:
            raise ValueError(f"no such compare mode: {mode!r}; there are {arrange.MODES}")
        if not self._is_possible(mode):
            self.toolbar.set_mode(self._mode)
            return
        held = QApplication.focusWidget()
        self._mode = self.stage.mode = mode
        self._adapt()
        self.toolbar.set_mode(mode)
        self._set_reference()
        self.stage.arrange()
        if held is not None and self.isAncestorOf(held) and not held.isVisibleTo(self):
            # Qt would hand the keyboard to whatever comes next: a control of the sheet, say.
            self.focus_picture()
        if mode == "sheet":
            self.sheet.paint_all()
        self._fill()
        self.mode_changed.emit(mode)

    def focus_picture(self) -> None:
        """Give the keyboard to the picture that leads: it shows the ring."""
        self.stage.lead().view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_possible(self, mode: str) -> bool:
        if mode == "sheet":
            return self.sheet.sheet is not None
        return mode in ("3-up", "one") or len(self.pictures.roles()) > 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The default mode follows the room; one that the person chose stays."""
        was_narrow = self._is_narrow()
        super().resizeEvent(event)
        if self._is_narrow() != was_narrow and self._mode in ("3-up", "one"):
            self._choose_default_mode()

    def _choose_default_mode(self) -> None:
        count = len(self.pictures.roles())
        default = arrange.default_mode(is_narrow=self._is_narrow(), count=count)
        chosen = self._chosen_mode
        self.set_mode(chosen if chosen and self._is_possible(chosen) else default)

    @property
    def current_role(self) -> str:
        """The role in the large pane."""
        return self._showing.current

    def choose_role(self, role: str) -> None:
        """Show another role in the large pane."""
        self._showing = replace(self._showing, current=role)
        self._fill()
        self.role_chosen.emit(role)

    def set_partner(self, role: str) -> None:
        """The role that the result is compared with."""
        self._showing = replace(self._showing, partner=role)
        self._offer_partners()
        self.walk.forget()

    def set_tolerance(self, tolerance: int) -> None:
        """How much a channel may differ and still be the same."""
        if tolerance != self.walk.tolerance:
            self.walk.tolerance = tolerance
            self.toolbar.set_amount("difference", tolerance)
            self._fill()
            self.tolerance_changed.emit(tolerance)

    def set_grader_view(self, is_on: bool) -> None:
        """Say whether the sources are what the grader compared."""
        self.toolbar.grader.setChecked(is_on)

    def start_blink(self, role: str) -> None:
        """Show another role in the result's place for as long as a key is held."""
        if self.pictures.has(role) and self._mode != "sheet":
            self._showing = replace(self._showing, blink=role)
            self._fill()

    def stop_blink(self) -> None:
        """Show the result again."""
        if self._showing.blink:
            self._showing = replace(self._showing, blink="")
            self._fill()

    def toggle_blink(self) -> None:
        """Space on a picture: the partner in the result's place, and back."""
        if self._showing.blink:
            self.stop_blink()
        else:
            self.start_blink(self._showing.partner)

    def next_region(self) -> Region | None:
        """Go to the next difference, largest first."""
        return self._step(1)

    def previous_region(self) -> Region | None:
        """Go back to the difference before."""
        return self._step(-1)

    def _step(self, by: int) -> Region | None:
        if self.walk.result is None:
            self._waiting_step = by
            self._ask_difference()
            return None
        return self.walk.step(by)

    def zoom_to_evidence(self) -> bool:
        """Show where the evidence lies; False when it names no place."""
        return self.moves.zoom_to_evidence(self._evidence)

    def actual_size_at_evidence(self) -> None:
        """100 % at the evidence."""
        self.moves.actual_size_at_evidence(self._evidence)
