"""The results file of an arena: it goes on, mends a line that was cut off, and refuses what is not its own."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.files import Unreadable
from groundfloor.research.arena import games_file
from groundfloor.research.arena.arena_file import ArenaFile
from groundfloor.research.arena.games_file import BadGamesFile
from groundfloor.research.arena.paired_games import ArenaGame, ArenaSettings

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = ArenaSettings(("random", "greedy"), options={"deck": "preset"}, house={"factory.price": [3, 2, 1]})
GAMES = [
    ArenaGame(
        key=index // 2 + 1,
        rotation=index % 2,
        totals=(10, 20),
        ranks=(2, 1),
        decisions=(5, 6),
        seconds=(0.1, 0.2),
        failures=({}, {"late": 2}),
    )
    for index in range(3)
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "arena.jsonl"
    with closing(ArenaFile(path, SETTINGS)) as results:
        for game in GAMES:
            results.append(game)
    return path


def test_second_start_has_the_games_of_the_first(file: Path) -> None:
    with closing(ArenaFile(file, SETTINGS)) as results:
        assert results.games == GAMES
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_line_that_was_cut_off_is_removed(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    with closing(ArenaFile(file, SETTINGS)) as results:
        assert results.games == GAMES[:2]
        results.append(GAMES[2])
    assert file.read_bytes() == whole


def test_header_that_was_cut_off_is_written_again(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:20])
    with closing(ArenaFile(file, SETTINGS)) as results:
        assert results.games == []
    assert file.read_bytes() == whole.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ruleset": "first"}, "other settings: ruleset second, not first. Name another file."),
        ({"seats": ("greedy", "random")}, r"other settings: seats \['random', 'greedy'\], not"),
        ({"house": {}}, "other settings: house"),
        ({"seed": 2}, "other settings: seed 1, not 2"),
        ({"seconds": 1.0}, "other settings: seconds 5.0, not 1.0"),
    ],
)
def test_other_settings_are_refused(file: Path, change: dict[str, object], sentence: str) -> None:
    before = file.read_bytes()
    with pytest.raises(BadGamesFile, match=sentence):
        ArenaFile(file, replace(SETTINGS, **change))  # type: ignore[arg-type]
    assert file.read_bytes() == before


def test_other_code_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_file, "sources_digest", lambda *_: "sources 0")
    with pytest.raises(BadGamesFile, match="holds games of other code"):
        ArenaFile(file, SETTINGS)


def test_changed_bot_in_a_file_is_other_code(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("one = 1")
    settings = ArenaSettings((f"{bot}:Bot", f"program:python3 {bot} --fast"))
    before = games_file.code_revision(settings.seats)
    bot.write_text("one = 2")
    assert games_file.code_revision(settings.seats) != before


@pytest.mark.parametrize("content", [b"a poem\n", b"a poem", b"[]\n", b'{"format": "groundfloor fuzz"}\n'])
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "poem.txt"
    path.write_bytes(content)
    with pytest.raises(BadGamesFile, match="holds no results of an arena; name another file"):
        ArenaFile(path, SETTINGS)
    assert path.read_bytes() == content


def test_missing_or_damaged_game_is_named_by_its_line(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], lines[2], lines[3]]))
    with pytest.raises(BadGamesFile, match="does not have the game that line 2 should hold"):
        ArenaFile(file, SETTINGS)
    file.write_bytes(b"".join([*lines[:2], b"{}\n", lines[3]]))
    with pytest.raises(BadGamesFile, match="can't be read in line 3"):
        ArenaFile(file, SETTINGS)


def test_file_in_use_or_in_no_folder_is_refused(file: Path) -> None:
    with closing(ArenaFile(file, SETTINGS)), pytest.raises(BadGamesFile, match="Another arena writes to"):
        ArenaFile(file, SETTINGS)
    with pytest.raises(Unreadable, match="The folder .* does not exist"):
        ArenaFile(file.parent / "nowhere" / "arena.jsonl", SETTINGS)
