"""Signals of the panes, connected to what the window does with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.session.known_folders import samples
from reviewer.ui.key_filter import KEEPS_TAB
from reviewer.ui.pictures.difference import compute_difference
from reviewer.ui.welcome_rows import Sample

if TYPE_CHECKING:
    from reviewer.ui.window import Window


def connect(window: Window) -> None:
    """Connect every pane once."""
    _connect_pictures(window)
    _connect_list(window)
    _connect_panel(window)
    _connect_bottom(window)
    _connect_welcome(window)
    window.person.settings_wanted.connect(lambda: window.surfaces.show_settings("author"))
    window.person.languages_chosen.connect(window.preferences.choose_languages)
    window.header.flag_clicked.connect(lambda _: window.show_tab("details"))
    window.surfaces.connect()
    window.pointing.connect()
    window.extras.outside.connect()
    window.status.tab_wanted.connect(window.tab_wanted)
    window.status.walk_wanted.connect(window.commands.run)
    window.status.cancel_wanted.connect(window.cancel_work)
    window.workspace.list_sighted.connect(lambda is_seen: window.status.show_walk(not is_seen))
    window.messages.acted.connect(window.surfaces.settle)


def _connect_pictures(window: Window) -> None:
    pictures = window.pictures
    pictures.set_difference(compute_difference)
    pictures.result_shown.connect(window.result_shown)
    pictures.role_shown.connect(window.role_shown)
    pictures.sheet.palette_changed.connect(
        lambda palette: window.preferences.palette_chosen(palette)
    )
    pictures.grader_view_changed.connect(window.set_grader_view)


def _connect_list(window: Window) -> None:
    pane, queue = window.list_pane, window.queue
    pane.chosen.connect(queue.chosen)
    pane.words_changed.connect(queue.filter)
    pane.sort_changed.connect(queue.sort)
    pane.save_filter_wanted.connect(queue.save_filter)
    pane.width_wanted.connect(window.workspace.set_list_width)
    pane.width_chosen.connect(queue.set_width)
    pane.fit_wanted.connect(queue.fit_width)


def _connect_panel(window: Window) -> None:
    panel = window.panel
    panel.answer_given.connect(
        lambda row, key: window.act(lambda: window.commands.answer(row, key))
    )
    panel.row_changed.connect(window.rows.changed)
    panel.row_selected.connect(window.rows.selected)
    panel.row_opened.connect(lambda row: window.rows.show_evidence(row, zoom=True))
    panel.dispute_wanted.connect(window.surfaces.show_dispute)
    panel.reason_wanted.connect(lambda row: window.act(lambda: window.surfaces.show_reason(row)))
    panel.raw_wanted.connect(window.surfaces.show_raw)
    panel.ledger_wanted.connect(lambda: window.show_tab("ledger"))
    panel.complete_wanted.connect(lambda: window.commands.run("complete"))
    panel.agree_wanted.connect(lambda: window.commands.run("agree-all"))


def _connect_bottom(window: Window) -> None:
    bottom = window.bottom
    bottom.setProperty(KEEPS_TAB, True)
    bottom.grip.dragged.connect(window.workspace.set_drawer_height)
    bottom.grip.chosen.connect(window.preferences.set_drawer_height)
    bottom.row_wanted.connect(window.rows.go_to)
    bottom.closed.connect(lambda: window.show_tab(""))
    bottom.draft_changed.connect(window.set_draft)
    bottom.draft_discarded.connect(lambda: window.session.announce(window.session.discard_draft()))
    bottom.draft_adopted.connect(window.surfaces.adopt)
    bottom.turning_wanted.connect(window.binder.lower.find_turning_points)
    bottom.file_wanted.connect(window.open_named)


def _connect_welcome(window: Window) -> None:
    welcome = window.welcome
    welcome.open_wanted.connect(lambda: window.commands.run("open-folder"))
    welcome.folder_chosen.connect(lambda name: window.open(Path(name)))
    welcome.samples_wanted.connect(window.open_samples)
    welcome.sample_chosen.connect(window.open_samples)
    welcome.set_samples(
        [Sample(found.id, found.title, found.about, str(found.picture)) for found in samples()]
    )
