"""What follows when something changes: panes filled, toolbar and readout kept true."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from reviewer.model import Mark
from reviewer.ui import fonts
from reviewer.ui.pictures import content, probe
from reviewer.ui.pictures.content import Showing
from reviewer.ui.pictures.inspector import WIDTH as INSPECTOR_WIDTH
from reviewer.ui.pictures.marks import in_palette
from reviewer.ui.pictures.pane import Pane
from reviewer.ui.pictures.parts import REGIONS_FROM, DeskParts
from reviewer.ui.pictures.picture_set import KEYS, title_of
from reviewer.ui.pictures.source import Run


class DeskUpkeep(DeskParts):
    """The desk's inner life; what may be asked of it is in `PictureDesk`."""

    grader_view_changed = Signal(bool)
    region_changed = Signal(int, int)
    result_shown = Signal()
    role_shown = Signal(str)
    pixel_said = Signal(str)
    place_clicked = Signal(str, float, float)
    blink_wanted = Signal()

    def __init__(self, *, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(run=run, parent=parent)
        self._showing, self._mode = Showing(), "3-up"
        self._is_result_shown, self._waiting_step = False, 0
        self._shown: set[str] = set()
        # Opening the difference shows the whole picture; only going on moves it.
        self._is_first_look = False
        self._connect()
        self._watch_panes()

    def _connect(self) -> None:
        bar, stage = self.toolbar, self.stage
        bar.grader_toggled.connect(self.grader_view_changed)
        bar.link_toggled.connect(self.camera.set_linked)
        bar.fit_wanted.connect(self.camera.fit)
        bar.zoom_wanted.connect(self.camera.set_zoom)
        bar.line_up_wanted.connect(self.camera.line_up)
        bar.amount_changed.connect(self._set_amount)
        self.camera.changed.connect(self._camera_moved)
        self.camera.cursor_moved.connect(self._read)
        self.pictures.changed.connect(self._picture_changed)
        self.walk.changed.connect(self._walk_changed)
        self.walk.region_changed.connect(self._region_moved)
        self.regions.chosen.connect(self.walk.go)
        self.sheet.painted.connect(self._sheet_painted)
        self.sheet.palette_changed.connect(lambda _: self._fill())
        stage.arranged.connect(self._camera_moved)
        stage.main.view.swiped.connect(self._swiped)
        for number, pane in enumerate(stage.sheet):
            pane.view.clicked.connect(lambda x, y, at=number: self._say_pixel(at, x, y))

    def set_numbers(self, numbers: tuple[Mark, ...]) -> None:
        """Numbers of places over every picture; none takes them away."""
        if numbers != self._showing.numbers:
            self._showing = replace(self._showing, numbers=numbers)
            self._fill()

    def set_found_lines(self, found: content.FoundLines) -> None:
        """In a result that is text: the lines that were found, and the one to be seen."""
        if found != self._showing.found:
            self._showing = replace(self._showing, found=found)
            self._fill()

    def _set_roles(self) -> None:
        roles = self.pictures.roles()
        thumbnails = [
            (role, title_of(self.pictures.source(role)), KEYS.get(role, "")) for role in roles
        ]
        self.stage.set_roles(list(roles), thumbnails)
        if self._showing.current not in roles and roles:
            self._showing = replace(self._showing, current=roles[0])
        self._watch_panes()
        self._offer_partners()
        self._adapt()

    def _watch_panes(self) -> None:
        for pane in self.stage.all_panes():
            if not pane.is_watched:
                pane.is_watched = True
                pane.view.painted.connect(lambda full, each=pane: self._painted(each, full))
                pane.view.blink_wanted.connect(self.blink_wanted)
                pane.view.clicked.connect(lambda x, y, each=pane: self._clicked(each, x, y))

    def _offer_partners(self) -> None:
        others = [
            (role, title_of(self.pictures.source(role)))
            for role in self.pictures.roles()
            if role != "result"
        ]
        names = [role for role, _ in others]
        if self._showing.partner not in names and names:
            partner = "golden" if "golden" in names else names[0]
            self._showing = replace(self._showing, partner=partner)
        self.toolbar.set_pair(self._showing.partner, others)

    def _is_narrow(self) -> bool:
        return self.stage.room().is_narrow

    def _adapt(self) -> None:
        count = len(self.pictures.roles())
        has_sheet = self.sheet.sheet is not None
        self.toolbar.set_modes(is_narrow=self._is_narrow(), count=count, has_sheet=has_sheet)
        is_sheet = self._mode == "sheet"
        self.inspector.setVisible(is_sheet)
        if is_sheet:
            most, least = fonts.scaled(INSPECTOR_WIDTH), fonts.scaled(280)
            self.inspector.setFixedWidth(max(least, min(most, self.width() // 3)))
        is_high = self.height() >= fonts.scaled(REGIONS_FROM)
        self.regions.setVisible(self._mode == "difference" and is_high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.stage.window_width = self.window().width()
        self._adapt()
        self.toolbar.set_mode(self._mode)
        self._read()

    def _set_reference(self) -> None:
        if self._mode == "sheet" and self.sheet.sheet is not None:
            base = self.sheet.sheet.panes[0].base
            if base is not None:
                self.camera.set_reference((int(base.shape[1]), int(base.shape[0])))
            return
        for role in ("result", "golden", *self.pictures.roles()):
            size = self.pictures.size(role)
            picture = self.pictures.picture(role)
            size = picture.size if size is None and picture is not None else size
            if size is not None:
                self.camera.set_reference(size)
                if self.stage.aspect != size[0] / size[1]:
                    self.stage.aspect = size[0] / size[1]
                    self.stage.arrange()
                return

    def _picture_changed(self, role: str) -> None:
        self._set_reference()
        self.regions.set_picture(self.pictures.picture("result"))
        self._fill()

    def _in_palette(self) -> Showing:
        """What is shown, its marks in the colors that are chosen."""
        showing, palette = self._showing, self.sheet.palette
        return replace(
            showing,
            marks=in_palette(showing.marks, palette),
            numbers=in_palette(showing.numbers, palette),
        )

    def _fill(self) -> None:
        stage, pictures, showing = self.stage, self.pictures, self._in_palette()
        if self._mode == "3-up":
            content.fill_grid(stage, pictures, showing)
        elif self._mode == "one":
            content.fill_one(stage, pictures, showing)
        elif self._mode == "sheet":
            content.fill_sheet(stage, self.sheet, pictures, showing.numbers)
        elif self._mode == "difference":
            self._ask_difference()
            content.fill_difference(stage, pictures, self.walk, showing)
        else:
            content.fill_over(stage, pictures, showing)
        content.hint(stage)
        self._read()

    def _camera_moved(self) -> None:
        self.toolbar.set_zoom(self.camera.zoom)
        self.toolbar.set_nudged(self.camera.has_nudges())
        for pane in self.stage.all_panes():
            pane.header.set_moved(pane.view.is_nudged)
        if self._mode == "one":
            content.fill_strip(self.stage, self.pictures, self._showing)
        if self._mode == "sheet":
            self.sheet.set_scale(self.camera.zoom / self.devicePixelRatioF())
        content.hint(self.stage)

    def _read(self) -> None:
        if self._mode == "sheet":
            self.readout.set_reading(
                probe.read_sheet(self.sheet, self.camera, is_narrow=self._is_narrow())
            )
            return
        reading = probe.read_pictures(
            self.pictures, self.camera, self.walk, self._showing, mode=self._mode,
            is_narrow=self._is_narrow(),
        )  # fmt: skip
        self.readout.set_reading(reading)

    def _ask_difference(self) -> None:
        roles = ("result", self._showing.partner)
        if all(self.pictures.has(role) for role in roles):
            first, second = (self.pictures.source(role).pixels for role in roles)
            problems = [self.pictures.problem(role) for role in roles]
            texts = [self.pictures.source(role).file for role in roles if self._is_text(role)]
            if any(problems):
                self.walk.problem = next(problem for problem in problems if problem)
            elif texts:
                self.walk.problem = self.tr("{0} is text: it has no pixels").format(texts[0])
            elif first is not None and second is not None:
                self.walk.ask(first, second)

    def _is_text(self, role: str) -> bool:
        return self.pictures.has(role) and bool(self.pictures.source(role).lines)

    def _walk_changed(self) -> None:
        self._fill()
        if self.walk.regions and self.walk.index < 0:
            if self._waiting_step:
                by, self._waiting_step = self._waiting_step, 0
                self.walk.step(by)
            elif self._mode == "difference":
                self._is_first_look = True
                self.walk.go(0)
                self._is_first_look = False

    def _region_moved(self) -> None:
        region = self.walk.region
        if region is not None:
            self.moves.show_region(region, by_hand=not self._is_first_look)
            self.region_changed.emit(self.walk.index, self.walk.count)
        self._fill()

    def _sheet_painted(self, _pane: int) -> None:
        if self._mode == "sheet":
            numbers = self._in_palette().numbers
            content.fill_sheet(self.stage, self.sheet, self.pictures, numbers)
            content.hint(self.stage)

    def _say_pixel(self, pane: int, x: int, y: int) -> None:
        words = self.sheet.says(pane, x, y) or self.tr("nothing marked here")
        for number, each in enumerate(self.stage.sheet):
            # One pixel was asked about: what was said of another one would look like its answer.
            each.view.set_note(x, y, words if number == pane else "")
        self.pixel_said.emit(words)

    def _clicked(self, pane: Pane, x: int, y: int) -> None:
        """Say which role was clicked, and where, in shares of its picture."""
        shown = pane.view.picture
        if shown is None:
            return
        role = pane.key
        if pane in self.stage.sheet:
            role = "result" if pane is self.stage.sheet[0] else ""
        elif pane is self.stage.main:
            lead = self.pictures.lead
            role = self._showing.current if self._mode == "one" else lead
        wide, high = shown.size
        seen = self._showing.seen_role(role)
        self.place_clicked.emit(seen, (x + 0.5) / wide, (y + 0.5) / high)

    def _set_amount(self, share: float) -> None:
        if self._mode == "swipe":
            self._showing = replace(self._showing, swipe=share)
        else:
            self._showing = replace(self._showing, onion=share)
        self._fill()

    def _swiped(self, share: float) -> None:
        self._showing = replace(self._showing, swipe=share)
        self.toolbar.set_amount("swipe", round(share * 100))

    def _painted(self, pane: Pane, is_full: bool) -> None:
        if is_full:
            self._note_shown(pane)
        if self._is_result_shown or not is_full:
            return
        lead = self.pictures.lead
        picture, problem = self.pictures.picture(lead), self.pictures.problem(lead)
        is_read = bool(problem) or self._is_text(lead)
        is_result = pane.view.picture is picture if picture is not None else is_read
        if is_result or (self._mode == "sheet" and pane is self.stage.sheet[0]):
            self._is_result_shown = True
            self.result_shown.emit()

    def _note_shown(self, pane: Pane) -> None:
        """Say of each role once that its full picture, or its failure, is on the screen."""
        seen = self._showing.seen_role(self._showing.current if self._mode == "one" else pane.key)
        pictures = (pane.view.picture, pane.view.over)
        for role in self.pictures.roles():
            picture = self.pictures.picture(role)
            is_there = role == seen if picture is None else picture in pictures
            if is_there and role not in self._shown and (picture is None or picture.is_full):
                self._shown.add(role)
                self.role_shown.emit(role)
