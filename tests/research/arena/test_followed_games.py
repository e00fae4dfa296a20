"""Games that follow hints: played once, gone on with, and told as what was promised beside what came."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.research.arena import followed_games
from groundfloor.research.arena.followed_games import FOLLOWED, TYCOON, FollowedGame, main, promise_rows, result_rows
from groundfloor.research.arena.games_file import BadGamesFile
from groundfloor.research.arena.strength import END, MARK


def test_promises_stand_beside_what_came() -> None:
    games = [
        FollowedGame(1, FOLLOWED, True, 50, [0.55, 0.92]),
        FollowedGame(2, FOLLOWED, False, 40, [0.51, 0.08]),
        FollowedGame(1, TYCOON, True, 48),
    ]
    assert result_rows(games)[2:] == ["| the hint’s first move | 50% | 45.0 | 52% | 2 |", "| Tycoon, the same keys | 100% | 48.0 |  | 1 |"]
    assert promise_rows(games)[2:] == [
        "| 0–10 % | 8% | 0% | 1 | 1 |",
        "| 50–60 % | 53% | 50% | 2 | 2 |",
        "| 90–100 % | 92% | 100% | 1 | 1 |",
    ]


@pytest.mark.thorough
@pytest.mark.slow
def test_games_are_played_once_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "OTHERS", ("automa:gropius", "random"))
    monkeypatch.setattr(followed_games, "TYCOON", "random")
    document = tmp_path / "strength.md"
    (tmp_path / "pictures").mkdir()
    document.write_text("".join(f"{MARK.format(id)}\nold\n{END}\n" for id in ("followed", "promises")))
    words = [str(tmp_path / "games"), "--games", "1", "--simulations", "0", "--jobs", "1", "--document", str(document)]
    assert main(words) == 0
    written = document.read_text()
    assert "old" not in written and "| the hint’s first move | " in written
    assert "games won" in (tmp_path / "pictures" / "promises.svg").read_text()
    games = (tmp_path / "games" / "followed.jsonl").read_text()
    assert main(words) == 0 and (tmp_path / "games" / "followed.jsonl").read_text() == games
    with pytest.raises(BadGamesFile, match="name another folder"):
        followed_games.FollowedFile(tmp_path / "games" / "followed.jsonl", 7)
