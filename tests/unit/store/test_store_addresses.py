"""An address of a judge may hold a key: settings neither take such a one nor write it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.cli import main
from reviewer.model.address import holds_secret, without_secret
from reviewer.store import settings as kept
from reviewer.store.settings import JudgeSettings, Settings
from reviewer.ui.settings_fields import problem

KEY = "sk-URLKEY99"
HELD = [
    (f"http://me:{KEY}@127.0.0.1:8725/v1", "http://127.0.0.1:8725/v1"),
    (f"https://{KEY}@host/v1", "https://host/v1"),
    (f"https://host/v1?api_key={KEY}", "https://host/v1"),
    (f"https://host/v1#{KEY}", "https://host/v1"),
    (f"https://host/v1;key={KEY}", "https://host/v1"),
    (f"http://host:{KEY}/v1", ""),
    (f"me:{KEY}@host/v1", ""),
]
PLAIN = ["https://openrouter.ai/api/v1", "http://localhost:8000/v1", "http://[::1]:80/v1", ""]


def written() -> str:
    """All that lies in the folder of the settings."""
    return "".join(path.read_text() for path in kept.config_folder().glob("*"))


@pytest.mark.parametrize(("address", "plain"), HELD)
def test_an_address_with_a_key_is_refused_and_never_written(address: str, plain: str) -> None:
    assert holds_secret(address)
    assert without_secret(address) == plain
    assert problem("judge.base_url", address) != ""
    assert KEY not in problem("judge.base_url", address)
    kept.save_settings(Settings(author="ann", judge=JudgeSettings(base_url=address)))
    assert KEY not in written()
    assert json.loads(written())["judge"]["base_url"] == plain


@pytest.mark.parametrize(("address", "plain"), HELD)
@pytest.mark.parametrize("end", ["}", ""])
def test_a_settings_file_with_a_key_is_used_without_it(address: str, plain: str, end: str) -> None:
    path = kept.config_folder() / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"author": "ann", "judge": {"base_url": ' + json.dumps(address) + "}" + end)
    settings, note = kept.load_settings()
    if end:
        assert settings.judge.base_url == plain
        assert "put the key into an environment variable" in note
    assert note != ""
    assert KEY not in note + kept.put_aside()
    kept.note_last_task(Path("/some/folder"), "task")
    kept.save_settings(settings)
    assert KEY not in written()
    assert (kept.config_folder() / "settings.broken.json").exists()


@pytest.mark.parametrize("address", PLAIN)
def test_a_plain_address_stays(address: str) -> None:
    assert not holds_secret(address)
    assert problem("judge.base_url", address) == ""
    kept.save_settings(Settings(author="ann", judge=JudgeSettings(base_url=address)))
    settings, note = kept.load_settings()
    assert (settings.judge.base_url, note) == (address, "")


@pytest.mark.parametrize(("address", "_"), HELD)
def test_the_command_refuses_it_without_repeating_it(
    address: str, _: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["judge", str(tmp_path), "--base-url", address])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    assert code == 2
    assert "environment variable" in err
    assert KEY not in out + err
