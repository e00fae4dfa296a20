"""The server's settings on the command line: errors are sentences, and backup finds the folder that serve uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.cli.server_commands import data_folder_for, server_settings
from groundfloor.store import Store
from groundfloor.store.folder import default_data_folder

from .calls import run


@pytest.mark.parametrize(
    ("text", "said"), [("streems = 3", "perhaps streams is meant"), ("port = 0", "1 to 65535"), ("streams =", "is not TOML")]
)
@pytest.mark.parametrize("command", [("serve",), ("backup", "copy.db"), ("restore", "copy.db")])
def test_bad_settings_have_exit_code_2(
    command: tuple[str, ...], text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text)
    assert run(*command, "--settings", str(file)) == 2
    assert said in capsys.readouterr().err


def test_missing_settings_file_has_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("serve", "--settings", str(tmp_path / "none.toml")) == 1
    assert "none.toml can't be read" in capsys.readouterr().err


def test_environment_names_the_settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.toml"
    file.write_text("streams = 7\nport = 80")
    monkeypatch.setenv("GROUNDFLOOR_SETTINGS", str(file))
    monkeypatch.setenv("GROUNDFLOOR_PORT", "81")
    found = server_settings(None)
    assert (found.limits.streams, found.port) == (7, 81)


def test_backup_finds_the_folder_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder_for(None, None) == default_data_folder()
    monkeypatch.setenv("GROUNDFLOOR_DATA", str(tmp_path / "data"))
    assert data_folder_for(None, None) == tmp_path / "data" and data_folder_for(tmp_path, None) == tmp_path


def test_backup_and_restore_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "data", tmp_path / "copy.db"
    Store(data).close()
    assert run("backup", str(file), "--data", str(data)) == 0
    assert "has 0 games" in capsys.readouterr().out
    assert run("backup", str(file), "--data", str(data)) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert run("restore", str(file), "--data", str(data)) == 0
    assert "groundfloor-before-restore-1.db" in capsys.readouterr().out
