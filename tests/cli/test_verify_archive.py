"""``groundfloor verify`` checks the archive of finished games that a server sends."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.cli.main import exit_code
from groundfloor.results.archive import ArchivedGame, ArchivedSeat, archive_member
from tests.support.attack.attacks import golden_text


def member(number: int, record: str) -> bytes:
    seats = (ArchivedSeat("Ann", "person", 40, 1), ArchivedSeat("Pei", "automa", 30, 2, "pei"))
    return archive_member(ArchivedGame(number, f"game-{number}", "2030-01-01T00:00:00+00:00", "second", 2, seats, record))


def test_archive_is_checked_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, file = golden_text("second-two-automas-random"), tmp_path / "games.jsonl.gz"
    file.write_bytes(member(1, record) + member(2, record))
    assert exit_code(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("2 games with ")
    file.write_bytes(member(1, record) + member(2, record.replace("key ", "key 0", 1)))
    assert exit_code(["verify", str(file)]) == 1
    assert "Game 2 of" in capsys.readouterr().err
    file.write_bytes(member(1, record)[:-30])
    assert exit_code(["verify", str(file)]) == 1 and "damaged" in capsys.readouterr().err
    assert exit_code(["verify", str(tmp_path / "missing.jsonl.gz")]) == 1 and "can't be read" in capsys.readouterr().err
