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
    window.pictures.set_difference(compute_difference)
    window.pictures.result_shown.connect(window.result_shown)
    window.pictures.role_shown.connect(window.role_shown)
    window.pictures.sheet.palette_changed.connect(
        lambda palette: window.preferences.palette_chosen(palette)
    )
    window.pictures.grader_view_changed.connect(window.set_grader_view)
    window.person.settings_wanted.connect(lambda: window.surfaces.show_settings("author"))
    window.person.languages_chosen.connect(window.preferences.choose_languages)
    window.list_pane.chosen.connect(window.queue.chosen)
    window.list_pane.words_changed.connect(window.queue.filter)
    window.list_pane.sort_changed.connect(window.queue.sort)
    window.list_pane.save_filter_wanted.connect(window.queue.save_filter)
    window.list_pane.width_wanted.connect(window.workspace.set_list_width)
    window.list_pane.width_chosen.connect(window.queue.set_width)
    window.list_pane.fit_wanted.connect(window.queue.fit_width)
    window.bottom.grip.dragged.connect(window.workspace.set_drawer_height)
    window.bottom.grip.chosen.connect(window.preferences.set_drawer_height)
    window.header.flag_clicked.connect(lambda _: window.show_tab("details"))
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
    window.surfaces.connect()
    panel.ledger_wanted.connect(lambda: window.show_tab("ledger"))
    panel.complete_wanted.connect(lambda: window.commands.run("complete"))
    panel.agree_wanted.connect(lambda: window.commands.run("agree-all"))
    bottom = window.bottom
    bottom.setProperty(KEEPS_TAB, True)
    bottom.row_wanted.connect(window.rows.go_to)
    window.pointing.connect()
    bottom.closed.connect(lambda: window.show_tab(""))
    bottom.draft_changed.connect(window.set_draft)
    bottom.draft_discarded.connect(lambda: window.session.announce(window.session.discard_draft()))
    bottom.draft_adopted.connect(window.surfaces.adopt)
    bottom.turning_wanted.connect(window.binder.lower.find_turning_points)
    bottom.file_wanted.connect(window.open_named)
    window.extras.outside.connect()
    window.status.tab_wanted.connect(window.tab_wanted)
    window.status.walk_wanted.connect(window.commands.run)
    window.workspace.list_sighted.connect(lambda is_seen: window.status.show_walk(not is_seen))
    window.status.cancel_wanted.connect(window.cancel_work)
    window.messages.acted.connect(window.surfaces.settle)
    window.welcome.open_wanted.connect(lambda: window.commands.run("open-folder"))
    window.welcome.folder_chosen.connect(lambda name: window.open(Path(name)))
    window.welcome.samples_wanted.connect(window.open_samples)
    window.welcome.sample_chosen.connect(window.open_samples)
    window.welcome.set_samples(
        [Sample(found.id, found.title, found.about, str(found.picture)) for found in samples()]
    )
