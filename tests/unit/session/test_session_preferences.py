"""Settings are written beside the window; what cannot be saved holds for the sitting."""

from __future__ import annotations

import threading

from reviewer.session import preferences
from reviewer.session.preferences import Settings, keep, load_settings
from reviewer.store import settings as kept


def test_a_home_that_is_read_only_is_said_once_and_stops_nothing(
    tmp_path, make_graded, unknown_grader, open_desk, monkeypatch
) -> None:
    make_graded(tmp_path / "t" / "one", unknown_grader)
    session = open_desk(tmp_path / "t")
    (tmp_path / "home").write_text("no folder can be made here")
    monkeypatch.setattr(kept, "config_folder", lambda: tmp_path / "home" / "config")
    before = len(session.messages)
    for theme in ("dark", "light"):
        keep(Settings(theme=theme), session)
        session.jobs.drain()
    (said,) = session.messages[before:]
    assert "settings.json" in said.text
    assert "holds until you close the window" in said.text


def test_a_slow_disk_holds_nobody_up_and_the_last_choice_is_written_before_the_end(
    tmp_path, open_desk, monkeypatch
) -> None:
    session, written = open_desk(tmp_path), []
    is_ready, save = threading.Event(), preferences.save_settings

    def slow(settings: Settings) -> None:
        assert is_ready.wait(10)
        written.append(settings.theme)
        save(settings)

    monkeypatch.setattr(preferences, "save_settings", slow)
    for theme in ("dark", "system", "light"):
        keep(Settings(theme=theme), session)
    assert written == []
    is_ready.set()
    session.close()
    assert written[-1] == "light"
    assert load_settings()[0].theme == "light"
