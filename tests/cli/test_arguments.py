"""Options that several commands share: seats, and house values."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.recorded_bots import bot_name
from groundfloor.cli.arguments import BadUsage, SeatSpec, parse_seats, read_house_text
from groundfloor.cli.record_file import read_record
from groundfloor.engine.errors import BadHouseValues
from groundfloor.engine.record import is_bot_name
from groundfloor.engine.seats import Seat
from groundfloor.presentation.translations import translations_of

from .calls import run

EN = translations_of("en")


def test_people_agents_and_automas_are_told_apart() -> None:
    assert parse_seats("you, greedy,automa:pei,you:Ann Lee", EN) == [
        SeatSpec("Player 1", "", is_named=False),
        SeatSpec("Greedy 2", "greedy", is_named=False),
        SeatSpec("automa:pei", ""),
        SeatSpec("Ann Lee", ""),
    ]


def test_several_people_without_names_have_numbers() -> None:
    assert [place.seat for place in parse_seats("you,random,you", translations_of("de"))] == ["Spieler 1", "Zufall 2", "Spieler 3"]


@pytest.mark.parametrize("text", ["", "you:", "me", "you,,you", "automa", "automa:"])
def test_unknown_words_are_no_seats(text: str) -> None:
    with pytest.raises(BadUsage, match="A seat is you, you:NAME, automa:pei, .* or a bot. .* Possible are random, greedy"):
        parse_seats(text, EN)


@pytest.mark.parametrize("text", ["random:Ann", "greedy:x"])
def test_unknown_setting_of_a_bot_is_named(text: str) -> None:
    with pytest.raises(BadSpecification, match=f"'{text}' has no setting"):
        parse_seats(f"you,{text}", EN)


def test_bots_with_settings_and_levels_sit_down() -> None:
    table = parse_seats("you,greedy:random_moves=0.5,tycoon", EN)
    assert [(spec.seat, spec.agent) for spec in table[1:]] == [("Greedy 2", "greedy:random_moves=0.5"), ("Tycoon 3", "tycoon")]
    assert [bot_name(spec.agent) for spec in table[1:]] == ["greedy:random_moves=0.5", "tycoon"]
    assert is_bot_name(bot_name("program:/opt/größter bot")) and bot_name("a/b.py:Mine:depth=2") == "Mine:depth=2"


def test_an_option_fits_the_seat_of_its_player() -> None:
    you, greedy = parse_seats("you,greedy", EN)
    assert you.fits(Seat("Spieler 1"), "") and not you.fits(Seat("Spieler 1"), "greedy") and not you.fits(Seat("Pei", "pei"), "")
    assert greedy.fits(Seat("greedy 2"), "greedy") and not greedy.fits(Seat("random 2"), "random")
    assert not parse_seats("you:Ann", EN)[0].fits(Seat("Ben"), "")


MINE = '"factory.price" = [3, 2, 1]\n'


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Works in a folder with the file mine.toml, and nothing typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("mine.toml").write_text(MINE)


def test_a_line_of_the_template_is_uncommented_changed_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "second", "--template") == 0
    lines = capsys.readouterr().out.splitlines()
    mine = [line.removeprefix("# ").replace("[2, 2, 1]", "[3, 2, 1]") if line.startswith('# "factory.price"') else line for line in lines]
    Path("whole.toml").write_text("\n".join(mine))
    assert run("play", "--house", "whole.toml", "--lang", "en", "--record", "game.gfr") == 0
    assert "House values: factory.price = [3, 2, 1]." in capsys.readouterr().out
    assert read_record(Path("game.gfr")).ruleset.overrides == {"factory.price": [3, 2, 1]}
    assert run("play", "--house", "mine.toml", "--record", "game.gfr") == 0
    Path("other.toml").write_text('"factory.price" = [3, 3, 1]\n')
    assert run("play", "--house", "other.toml", "--record", "game.gfr") == 2
    assert "other house values" in capsys.readouterr().err


def test_a_template_with_a_house_file_has_its_values_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "second", "--template", "--house", "mine.toml") == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if line and not line.startswith("#")] == [
        '"factory.price" = [3, 2, 1]  # house value: set for this table'
    ]


def test_the_rules_mark_house_values_and_say_what_the_mark_means(capsys: pytest.CaptureFixture[str]) -> None:
    for language, legend in (("en", "† a house value, set for this table."), ("de", "† ein Hausregel-Wert, für diesen Tisch gesetzt.")):
        for words in (("III.E",), ("second", "III.E"), ("second",), ("second", "--both")):
            assert run("rules", *words, "--house", "mine.toml", "--lang", language) == 0
            said = capsys.readouterr().out
            assert "3†" in said and legend in said, words
            assert run("rules", *words, "--lang", language) == 0
            assert "†" not in capsys.readouterr().out
    assert run("rules", "second", "--json", "--house", "mine.toml") == 0
    assert json.loads(capsys.readouterr().out)["factory.price"] == {"value": [3, 2, 1], "status": "house", "evidence": "set for this table"}


def test_fuzz_plays_with_house_values_and_counts_them_separately(capsys: pytest.CaptureFixture[str]) -> None:
    Path("exchange.toml").write_text('"stock_exchange.buy_out" = 9\n')
    assert run("fuzz", "--games", "8", "--house", "exchange.toml", "--state", "state.json") == 0
    kinds = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:-2]]
    assert kinds == [["online", "house"], ["second", "house"]]
    assert run("fuzz", "--games", "9", "--house", "exchange.toml", "--state", "state.json") == 0
    for words in ((), ("--house", "mine.toml")):
        assert run("fuzz", "--games", "9", "--state", "state.json", *words) == 1
        assert "is of revision" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("replay", "game-1.gfr"), ("verify", "game-1.gfr"), ("fuzz", "--reproduce", "game-1.gfr")])
def test_house_values_of_a_record_cannot_be_replaced(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--games", "1", "--house", "mine.toml", "--records", ".") == 0
    assert run(*command) == 0
    capsys.readouterr()
    assert run(*command, "--house", "mine.toml") == 2
    said = capsys.readouterr()
    assert "A record holds its own house values" in said.err and said.out == ""


COMMANDS = (
    ("play",),
    ("simulate", "--games", "1"),
    ("fuzz", "--games", "1"),
    ("serve",),
    ("rules", "second"),
    ("rules", "second", "--template"),
    ("rules", "second", "--aid"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("factory.cost = 3", "Did you mean factory.price"),
        ('"factory.price" = [3, 2]', "has 3 parts"),
        ('"factory.price" = [3, 2, -1]', "has numbers from"),
        ('"factory.price" = "much"', "this must be a list"),
        ('"factory.price" = [3, 2', "this is not one"),
    ],
)
def test_every_command_refuses_impossible_house_values(
    command: tuple[str, ...], text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.toml").write_text(text)
    assert run(*command, "--house", "bad.toml") == 2
    said = capsys.readouterr()
    assert sentence in said.err and said.err.count("\n") == 1 and said.out == ""


def test_differences_between_rulesets_take_no_house_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "differences", "--house", "mine.toml") == 2
    assert "name a ruleset" in capsys.readouterr().err


def test_house_file_for_some_ruleset_is_sent_to_server() -> None:
    """The server gets the text of a file that some ruleset can be played with."""
    assert read_house_text(None) == ""
    assert read_house_text(Path("mine.toml")) == MINE
    Path("bad.toml").write_text("nothing = 1")
    with pytest.raises(BadHouseValues):
        read_house_text(Path("bad.toml"))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no path there")
def test_house_values_come_from_pipe() -> None:
    """As in ``groundfloor serve --house <(generate)``."""
    reading, writing = os.pipe()
    os.write(writing, MINE.encode())
    os.close(writing)
    assert read_house_text(Path(f"/dev/fd/{reading}")) == MINE
    os.close(reading)
