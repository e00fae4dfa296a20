"""House values on the command line: in every command that plays or shows numbers, refused where a record has its own."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from groundfloor.cli.arguments import read_house_text
from groundfloor.cli.record_file import read_record
from groundfloor.engine.errors import BadHouseValues

from .calls import run

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
        '"factory.price" = [3, 2, 1]  # house: set for this table'
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
