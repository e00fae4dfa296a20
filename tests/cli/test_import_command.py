"""The command import: games of a file of “My games” become records, with which the terminal goes on."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from groundfloor.daily import city_of_the_day
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.results import SavedGame, format_games_file

from .calls import run

KEY = bytes(range(32))


def saved(id: str, entries: int = 10_000, key: bytes = KEY) -> SavedGame:
    """Returns a game of Ann against Pei after so many entries, with its key as long as it goes on."""
    match, dice = Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, KEY), random.Random(1)
    while not match.game.is_over and len(match.record.entries) < entries:
        match.apply(dice.choice(match.game._legal))
    return SavedGame(game=id, name=f"Table {id}", record=match.record.format(), seats=(1,), key="" if match.game.is_over else key.hex())


def games_file(folder: Path, *games: SavedGame) -> str:
    file = folder / "groundfloor-games.json"
    file.write_text(format_games_file((), games), "utf-8")
    return str(file)


def test_games_become_records_and_running_ones_keep_their_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running, over, to = saved("running22", 6), saved("finished2"), tmp_path / "games"
    assert run("import", games_file(tmp_path, running, over), "--to", str(to)) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "2 games were written, 0 were here already."
    assert [line.partition(" ")[0] for line in lines] == ["Table", "Table"]
    assert "groundfloor play --record" in lines[0] and "groundfloor replay" in lines[1]
    assert {path.name for path in to.iterdir()} == {
        "groundfloor-running22.gfr",
        "groundfloor-running22.gfr.key",
        "groundfloor-finished2.gfr",
    }
    assert f"key {KEY.hex()}" in (to / "groundfloor-running22.gfr.key").read_text("utf-8")
    assert run("replay", str(to / "groundfloor-finished2.gfr")) == 0


def test_city_of_a_day_keeps_its_draws_without_a_key_in_the_file(tmp_path: Path) -> None:
    match = city_of_the_day(date(2026, 11, 22)).match("Ann", "pei")
    game = SavedGame(game="cityofaday", name="City", record=match.record.format(), seats=(1,))
    assert run("import", games_file(tmp_path, game), "--to", str(tmp_path)) == 0
    assert (tmp_path / "groundfloor-cityofaday.gfr.key").exists()


def test_record_that_is_there_goes_on_where_the_file_is_further(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "groundfloor-same222.gfr"

    def entries(after: int) -> int:
        assert run("import", games_file(tmp_path, saved("same222", after)), "--to", str(tmp_path)) == 0
        return len(Record.parse(record.read_text("utf-8"), ruleset).entries)

    first = entries(6)
    further = entries(12)
    assert further > first and entries(6) == further
    assert capsys.readouterr().out.splitlines()[-1] == "0 games were written, 1 were here already."


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"record": "a poem"}, "The game “Table other22” of the file can’t be read, so nothing was imported: Line 1"),
        ({"game": "../other"}, "no table has such an id."),
        ({"game": "running22"}, "The file has a game twice, so nothing was imported."),
    ],
)
def test_nothing_is_written_of_a_file_with_a_game_that_can_not_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, str], said: str
) -> None:
    other = saved("other22", 6)
    wrong = SavedGame(**{**{name: getattr(other, name) for name in ("game", "name", "record", "seats", "key")}, **changed})
    assert run("import", games_file(tmp_path, saved("running22", 6), wrong), "--to", str(tmp_path / "games")) == 1
    assert said in capsys.readouterr().err and not (tmp_path / "games").exists()


def test_wrong_key_is_left_out_and_what_is_no_file_of_games_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("import", games_file(tmp_path, saved("other22", 6, bytes(32))), "--to", str(tmp_path)) == 0
    assert (tmp_path / "groundfloor-other22.gfr").exists() and not (tmp_path / "groundfloor-other22.gfr.key").exists()
    (tmp_path / "poem.json").write_text("a poem", "utf-8")
    assert run("import", str(tmp_path / "poem.json")) == 1
    assert "This is not a file of games" in capsys.readouterr().err
