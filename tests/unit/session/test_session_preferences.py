"""Settings that cannot be saved hold for the sitting; that is said once."""

from __future__ import annotations

from reviewer.session.preferences import Settings, keep
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
    (said,) = session.messages[before:]
    assert "settings.json" in said.text
    assert "holds until you close the window" in said.text
