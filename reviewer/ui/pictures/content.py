"""What each pane of a mode shows, said once for all modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from reviewer.model import Mark
from reviewer.ui import numbers
from reviewer.ui.pictures.difference import DifferenceWalk, legend
from reviewer.ui.pictures.pane import Heading, Pane
from reviewer.ui.pictures.picture_set import KEYS, SAME_SHAPE, PictureSet, title_of, word_of
from reviewer.ui.pictures.sheet import SheetDesk
from reviewer.ui.pictures.stage import Stage
from reviewer.ui.pictures.text_lines import ShownText

# A current region of so many pixels is seen by its box at any zoom that shows it.
_SEEN_FROM = 6
# Under this share of its size, text of a usual height cannot be read.
UNREADABLE_UNDER = 0.2

FoundLines = tuple[frozenset[int], int]


@dataclass(frozen=True, slots=True)
class Showing:
    """What the desk shows besides the pictures themselves."""

    current: str = "result"
    partner: str = "golden"
    blink: str = ""
    swipe: float = 0.5
    onion: float = 0.5
    marks: tuple[Mark, ...] = ()
    # Numbers of places, in pixels of the result, drawn over every picture of the same scene.
    numbers: tuple[Mark, ...] = ()
    # In a result that is text: the lines that checks found, and the one that matters now.
    found: FoundLines = (frozenset(), 0)

    def seen_role(self, role: str) -> str:
        """The role a pane shows while a blink is on."""
        if not self.blink or role != self.current:
            return role
        return self.blink if self.blink != role else "result"


def tr(words: str) -> str:
    """Translate in the context of the desk."""
    return QCoreApplication.translate("PictureDesk", words)


def fill_role(
    pane: Pane, pictures: PictureSet, role: str, *, key: str = "", marks: Sequence[Mark] = (),
    is_blinking: bool = False, numbers: Sequence[Mark] = (), found: FoundLines = (frozenset(), 0),
) -> None:  # fmt: skip
    """Show one role in a pane, or in its place what is wrong with it."""
    if not pictures.has(role):
        pane.view.set_text(ShownText(()))
        pane.view.set_picture(None, message=tr("no picture of this role"))
        pane.set_heading(Heading(role.capitalize(), key))
        return
    source, picture = pictures.source(role), pictures.picture(role)
    flags = source.flags
    if picture is not None and not picture.is_full:
        flags = (*flags, tr("reading the full picture"))
    pane.set_heading(
        Heading(
            title_of(source),
            key,
            source.details,
            flags,
            (),
            is_blinking=is_blinking,
            file=source.file,
            beside=pictures.files_beside(role),
        )
    )
    problem = pictures.problem(role)
    pane.view.set_text(ShownText(source.lines, *(found if role == "result" else ())))
    if picture is None:
        pane.view.set_picture(None, message=problem or tr("reading …"), is_error=bool(problem))
    elif pane.view.picture is not picture:
        pane.view.set_picture(picture, is_apart=pictures.is_apart(role))
    pane.view.set_over(None, "none", 0.5)
    own = [mark for mark in marks if mark.role == role]
    pane.view.set_marks([*placed(numbers, pictures, role), *own])


def placed(numbers: Sequence[Mark], pictures: PictureSet, role: str) -> list[Mark]:
    """Numbers in the pixels of a role, where it shows the scene of the result at its own size."""
    size, seen = pictures.size("result"), pictures.size(role)
    if not numbers or size is None or seen is None:
        return []
    across, down = seen[0] / size[0], seen[1] / size[1]
    if abs(across / down - 1) > SAME_SHAPE:
        return []
    scales = (across, down, across, down)
    return [
        replace(mark, points=tuple(p * by for p, by in zip(mark.points, scales, strict=True)))
        for mark in numbers
    ]


def fill_grid(stage: Stage, pictures: PictureSet, showing: Showing) -> None:
    """3-up: each pane its role; the result's pane blinks."""
    for role, pane in stage.panes.items():
        seen = showing.seen_role(role)
        fill_role(
            pane, pictures, seen, key=KEYS.get(seen, ""), marks=showing.marks,
            is_blinking=seen != role, numbers=showing.numbers, found=showing.found,
        )  # fmt: skip


def fill_one(stage: Stage, pictures: PictureSet, showing: Showing) -> None:
    """One large pane, the strip beside it."""
    role = showing.seen_role(showing.current)
    fill_role(
        stage.main, pictures, role, marks=showing.marks, is_blinking=role != showing.current,
        numbers=showing.numbers, found=showing.found,
    )  # fmt: skip
    fill_strip(stage, pictures, showing)


def fill_strip(stage: Stage, pictures: PictureSet, showing: Showing) -> None:
    """The thumbnails, with what the large pane sees."""
    stage.strip.set_current(showing.current)
    seen = stage.main.view.seen_shares()
    for thumbnail in stage.strip.thumbnails():
        picture = pictures.picture(thumbnail.role)
        thumbnail.set_picture(picture, is_error=bool(pictures.problem(thumbnail.role)))
        thumbnail.set_seen(seen)


def fill_over(stage: Stage, pictures: PictureSet, showing: Showing) -> None:
    """Swipe and onion skin: the result, and the partner over it."""
    if showing.blink:
        role = showing.seen_role(showing.current)
        fill_role(stage.main, pictures, role, marks=showing.marks, is_blinking=True)
        return
    base, partner = pictures.in_order(showing.partner)
    fill_role(stage.main, pictures, base, marks=showing.marks, numbers=showing.numbers)
    over = pictures.picture(partner)
    is_swipe = stage.mode == "swipe"
    amount = showing.swipe if is_swipe else showing.onion
    stage.main.view.set_over(over, "swipe" if is_swipe else "onion", amount)
    if not pictures.has(base) or not pictures.has(partner):
        return
    first, second = pictures.source(base), pictures.source(partner)
    sides = (tr("left {0}, right {1}") if is_swipe else tr("{1} over {0}")).format(
        word_of(first), word_of(second)
    )
    flags = tuple(dict.fromkeys((*first.flags, *second.flags)))
    problem = pictures.problem(partner)
    if problem:
        flags = (problem, *flags)
    title = f"{title_of(first)} | {title_of(second)}"
    stage.main.set_heading(Heading(title, "", sides, flags))


def fill_difference(
    stage: Stage, pictures: PictureSet, walk: DifferenceWalk, showing: Showing
) -> None:
    """The painted difference with its regions, and close-ups of every role."""
    for role, pane in stage.details.items():
        fill_role(pane, pictures, role, key=KEYS.get(role, ""))
        if not pictures.has(role):
            continue  # the task before had it; the panes are laid out anew in a moment
        pane.set_heading(Heading(title_of(pictures.source(role)), KEYS.get(role, "")))
    main = stage.main
    if showing.blink:
        role = showing.seen_role(showing.current)
        fill_role(main, pictures, role, marks=showing.marks, is_blinking=True)
        return
    main.view.set_over(None, "none", 0.5)
    if walk.picture is None:
        message = walk.problem or tr("comparing …")
        main.view.set_picture(None, message=message, is_error=bool(walk.problem))
    elif main.view.picture is not walk.picture:
        main.view.set_picture(walk.picture)
    details = _against(pictures, showing.partner)
    if walk.picture is not None:
        details += " · " + numbers.pixels(*walk.picture.size)
    note = walk.result.note if walk.result is not None else ""
    flags = (note,) if note else ()
    main.set_heading(Heading(tr("Difference"), "", details, flags, legend(walk.result)))
    main.view.set_marks(region_marks(walk))


def _against(pictures: PictureSet, partner: str) -> str:
    """What is compared with what; two candidates by their sides."""
    first, second = (
        (pictures.source(role).title or role) if pictures.has(role) else role
        for role in pictures.in_order(partner)
    )
    return tr("{0} against {1}").format(first, second)


def region_marks(walk: DifferenceWalk) -> list[Mark]:
    """A ring where a region would be too small to see, the box and label of the current one."""
    # The current one too: it draws the eye to what lies beside it, and has a box of its own.
    small = [
        Mark("small", (*region.box, float(region.area)))
        for number, region in enumerate(walk.regions[:200])
        if number != walk.index or max(region.box[2:]) >= _SEEN_FROM
    ]
    region = walk.region
    if region is None:
        return small
    label = f"{walk.index + 1} · {numbers.count(region.area)} px"
    if region.is_alpha:
        label += tr(" alpha")
    return [*small, Mark("box", region.box, label)]


def _sheet_heading(title: str, said: str, pictures: PictureSet) -> Heading:
    """What a pane of the sheet says; one that shows a file says of it what every pane says."""
    for role in pictures.own_roles():
        source = pictures.source(role)
        # An id may stand before the name; what is counted in a clip stands after it.
        name = source.file.rpartition("/")[2]
        if name and said.rpartition("/")[2].partition(" · ")[0] == name:
            more = said.partition(" · ")[2]
            details = " · ".join(part for part in (source.details, more) if part)
            beside = pictures.files_beside(role)
            return Heading(title, "", details, source.flags, file=name, beside=beside)
    return Heading(title, "", said)


def fill_sheet(
    stage: Stage, sheet: SheetDesk, pictures: PictureSet, numbers: Sequence[Mark] = ()
) -> None:
    """The four panes of the sheet."""
    panes = sheet.sheet.panes if sheet.sheet is not None else ()
    for number, pane in enumerate(stage.sheet):
        if number >= len(panes):
            pane.set_heading(Heading("—"))
            pane.view.set_picture(None, message=tr("nothing to show here"))
            continue
        is_words = panes[number].base is None
        said = panes[number].subtitle
        shown = "" if is_words else said
        pane.set_heading(_sheet_heading(panes[number].title, shown, pictures))
        if is_words:
            pane.view.set_picture(None, message=said or tr("no picture"))
            pane.view.set_marks([])
            continue
        picture, problem = sheet.picture(number), sheet.problem(number)
        if picture is None:
            message = problem or tr("painting …")
            pane.view.set_picture(None, message=message, is_error=bool(problem))
        elif pane.view.picture is not picture:
            pane.view.set_picture(picture)
        pane.view.set_marks([*numbers, *sheet.marks(number)])


def hint(stage: Stage) -> None:
    """Say in the lead pane when the picture is too small to judge text in it."""
    seen = [pane for pane in (stage.lead(), *stage.all_panes()) if pane.isVisibleTo(stage)]
    lead = next((pane.view for pane in seen if pane.view.picture is not None), stage.lead().view)
    for pane in stage.all_panes():
        if pane.view is not lead:
            pane.view.set_hint("")
    picture = lead.picture
    if picture is None:
        lead.set_hint("")
        return
    scale = lead.picture_rect().width() / picture.size[0]
    if 0 < scale < UNREADABLE_UNDER:
        lead.set_hint(tr("{0} %: text not readable, Z zooms").format(max(1, round(scale * 100))))
    else:
        lead.set_hint("")
