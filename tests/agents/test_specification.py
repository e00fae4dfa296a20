"""Specifications of agents: built-in ones with settings, levels, files, programs, installed ones, and what is said about others."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from groundfloor.agents import Agent, GreedyAgent, RandomAgent, agent_classes
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.levels import LEVELS
from groundfloor.agents.program_agent import ProgramAgent
from groundfloor.agents.specification import is_table_agent, make_agent, next_lower, parse_specification
from groundfloor.presentation import names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOT = """
from groundfloor.agents import Agent

class Mine(Agent):
    def __init__(self, rng, *, depth: int = 1, style: str = "calm", brave: bool = False):
        super().__init__(rng)
        self.depth, self.style, self.brave = depth, style, brave

    def choose(self, view):
        return view.legal_actions[0]

class Unfinished(Agent):
    pass

class Stranger:
    pass
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return file


def test_names_and_settings_make_agents() -> None:
    assert type(make_agent("random", Random(1))) is RandomAgent
    greedy = make_agent(" greedy:random_moves=0.25 ", Random(1))
    assert isinstance(greedy, GreedyAgent) and greedy.random_moves == 0.25
    assert parse_specification("greedy:random_moves=0.25").label == "greedy"


def test_class_of_file_takes_settings_of_their_types(bot: Path) -> None:
    agent = make_agent(f"{bot}:Mine:depth=3:style=wild=ish:brave=on", Random(1))
    assert vars(agent) == {"rng": agent.rng, "depth": 3, "style": "wild=ish", "brave": True}
    assert parse_specification(f"{bot}:Mine").label == "Mine"


def test_program_is_a_command_with_arguments() -> None:
    found = parse_specification(f"program:{sys.executable} 'my bot.py' --fast")
    agent = found.make(Random(1))
    assert isinstance(agent, ProgramAgent) and agent.command == [sys.executable, "my bot.py", "--fast"]
    assert found.label == "my bot"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs a package that names two agents, one of which can't be loaded."""
    info = tmp_path / "lucky-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{agent_classes.GROUP}]\nlucky = groundfloor.agents:RandomAgent\ngone = no_such_package:Bot\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    agent_classes.installed_agents.cache_clear()
    yield
    agent_classes.installed_agents.cache_clear()


@pytest.mark.usefixtures("installed")
def test_installed_agent_is_named_by_its_entry_point() -> None:
    assert type(make_agent("lucky", Random(1))) is RandomAgent and is_table_agent("lucky")
    with pytest.raises(
        BadSpecification, match="installed bot 'gone' can't be loaded: ModuleNotFoundError: No module named 'no_such_package'"
    ):
        make_agent("gone", Random(1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "gredy",
            "There is no bot 'gredy'. Possible are random, greedy.*; the levels intern, .*, champion; FILE.py:CLASS and program:COMMAND",
        ),
        ("greedy:depth=2", "'greedy:depth=2' has no setting 'depth=2': its settings are random_moves, weights, written as NAME=VALUE."),
        ("random:x=1", "'random:x=1' has no setting 'x=1': it has no settings."),
        ("greedy:random_moves=often", "the setting random_moves is a number, not 'often'"),
        ("greedy:random_moves=nan", "the setting random_moves is a number, not 'nan'"),
        ("greedy:random_moves=2", "is not possible: random_moves is a share from 0 to 1."),
        ("manager:random_moves=1", "A level has no settings: write manager alone"),
        ("program:", "There is no program ''"),
        ("program:./there_is_none --fast", "There is no program './there_is_none'; write program:PATH ARGUMENTS"),
        ("program:'", "can't be split"),
        ("nowhere.py:Mine", "There is no file .*nowhere.py"),
        ("a\nb", "printable"),
    ],
)
def test_other_texts_are_refused_with_what_is_possible(text: str, sentence: str) -> None:
    with pytest.raises(BadSpecification, match=sentence):
        make_agent(text, Random(1))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Yours", "has no class 'Yours'; it has: Mine, Unfinished, Stranger."),
        ("Stranger", "'Stranger' in .* is no bot: it needs a class derived from groundfloor.agents.Agent"),
        ("Unfinished", "is no bot"),
        ("Mine:depth=deep", "the setting depth is a whole number, not 'deep'"),
        ("Mine:brave=1", "the setting brave is on or off, not '1'"),
    ],
)
def test_file_without_the_bot_is_refused(bot: Path, name: str, sentence: str) -> None:
    with pytest.raises(BadSpecification, match=sentence):
        make_agent(f"{bot}:{name}", Random(1))


def test_file_that_fails_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import no_such_module\n")
    with pytest.raises(BadSpecification, match="broken.py can't be loaded: ModuleNotFoundError: No module named 'no_such_module'."):
        make_agent(f"{file}:Mine", Random(1))


def test_every_level_has_an_agent_a_name_and_a_sentence() -> None:
    assert list(LEVELS) == ["intern", "associate", "manager", "director", "tycoon", "champion"]
    for level in LEVELS.values():
        assert level.seconds > 0 and isinstance(make_agent(level.id, Random(1)), Agent)
        assert level.id in names.AGENTS and level.id in names.PLAYING_STYLES


def test_failing_agents_are_followed_down_to_random() -> None:
    for first in ("tycoon", "search:seconds=1", "net", "bot.py:Mine", "program:./bot"):
        way = [first]
        while way[-1]:
            way.append(next_lower(way[-1]))
        assert way[-2] == "random" and len(way) == len(set(way))


def test_tables_take_names_only(bot: Path) -> None:
    assert is_table_agent("greedy") and is_table_agent("tycoon")
    for text in (f"{bot}:Mine", f"program:{sys.executable}", "greedy:random_moves=0.5", "pei", ""):
        assert not is_table_agent(text)
