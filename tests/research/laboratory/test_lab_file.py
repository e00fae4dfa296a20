"""The results file of a laboratory: games by their number, in any order, each once."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.research.arena.games_file import BadGamesFile
from groundfloor.research.laboratory import lab_file
from groundfloor.research.laboratory.lab_file import LabFile
from groundfloor.research.laboratory.play import play_lab_game
from groundfloor.research.laboratory.settings import LabSettings

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = LabSettings("random", players=(2,))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Returns a file with games 3 and 1, in this order."""
    path = tmp_path / "lab.jsonl"
    with closing(LabFile(path, SETTINGS)) as results:
        for number in (3, 1):
            results.append(play_lab_game(SETTINGS, number))
    return path


def test_missing_games_are_those_whose_numbers_are_not_there(file: Path) -> None:
    with closing(LabFile(file, SETTINGS)) as results:
        assert [game.number for game in results.games] == [3, 1]
        assert list(results.missing(5)) == [2, 4, 5]


def test_line_that_was_cut_off_is_played_again(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-5])
    with closing(LabFile(file, SETTINGS)) as results:
        assert list(results.missing(3)) == [1, 2]
        results.append(play_lab_game(SETTINGS, 1))
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"bot": "greedy"}, "bot random, not greedy"), ({"players": (2, 3)}, r"players \[2\], not \[2, 3\]"), ({"seed": 9}, "seed 1, not 9")],
)
def test_other_settings_are_refused(file: Path, change: dict[str, object], sentence: str) -> None:
    before = file.read_bytes()
    with pytest.raises(BadGamesFile, match=f"holds games with other settings: {sentence}. Name another file."):
        LabFile(file, replace(SETTINGS, **change))  # type: ignore[arg-type]
    assert file.read_bytes() == before


def test_other_code_may_report_but_not_play_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_file, "code_revision", lambda _: "0.2.0 sources 0")
    with closing(LabFile(file, SETTINGS)) as results:
        assert len(results.games) == 2 and list(results.missing(1)) == []
        with pytest.raises(BadGamesFile, match="holds games of other code"):
            results.missing(3)


def test_game_that_is_there_twice_is_refused(file: Path) -> None:
    with file.open("ab") as end:
        end.write(file.read_bytes().splitlines(keepends=True)[1])
    with pytest.raises(BadGamesFile, match="has in line 4 a game that does not belong there"):
        LabFile(file, SETTINGS)


def test_file_of_an_arena_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    path.write_text('{"format": "groundfloor arena 1"}\n')
    with pytest.raises(BadGamesFile, match="holds no results of a laboratory"):
        LabFile(path, SETTINGS)
