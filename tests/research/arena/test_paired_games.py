"""Paired games: the same draws with the seats rotated, the same from the seed in any process, and no bot stops them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundfloor import read_record
from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.process_pool import WorkerEnded
from groundfloor.research.arena.paired_games import ArenaSettings, play_paired_game, play_paired_games, whole_keys

if TYPE_CHECKING:
    from pathlib import Path


def comparable(settings: ArenaSettings, games: int, jobs: int) -> list[object]:
    return [(game.key, game.rotation, game.totals, game.ranks, record) for game, record in play_paired_games(settings, 0, games, jobs)]


def test_rotations_have_the_same_specialties_and_other_seats() -> None:
    settings = ArenaSettings(("random", "greedy:random_moves=0.5", "automa:pei"))
    games = [play_paired_game(settings, index) for index in range(3)]
    assert [(game.key, game.rotation) for game, _record in games] == [(1, 0), (1, 1), (1, 2)]
    records = [read_record(record) for _game, record in games]
    names = [[seat.name for seat in record.seats] for record in records]
    assert names[0] == ["random 1", "greedy 2", "Pei"]
    assert names[1] == names[0][1:] + names[0][:1] and names[2] == names[0][2:] + names[0][:2]
    assert len({record.key for record in records}) == 1
    for game, record in games:
        replayed = read_record(record).replay()
        for score in replayed.scores():
            contestant = names[0].index(replayed.seats[score.seat].name)
            assert (game.totals[contestant], game.ranks[contestant]) == (score.total, score.rank)
        assert game.decisions[2] == 0 < game.decisions[0]
    assert play_paired_game(settings, 3)[0].key == 2


@pytest.mark.slow
def test_games_are_the_same_with_any_number_of_jobs() -> None:
    settings = ArenaSettings(("random", "greedy:random_moves=0.9"), "first", seed=7)
    assert comparable(settings, 4, 1) == comparable(settings, 4, 2)
    assert comparable(settings, 4, 1) != comparable(ArenaSettings(settings.seats, "first", seed=8), 4, 1)


def test_failing_bot_is_counted_and_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "from groundfloor.agents import Agent\nclass Broken(Agent):\n    def choose(self, view):\n        raise KeyError('x')\n"
    )
    game, _record = play_paired_game(ArenaSettings((f"{file}:Broken", "random")), 0)
    assert game.failures == ({"error": 3}, {}) and game.totals[0] > game.totals[1]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        (ArenaSettings(("random", "nobody")), BadSpecification),
        (ArenaSettings(("random", "automa:pei"), "first"), ImpossibleTable),
        (ArenaSettings(("random",)), ImpossibleTable),
        (ArenaSettings(("random", "automa:pei", "automa:pei")), ImpossibleTable),
        (ArenaSettings(("automa:gropius", "automa:pei")), ImpossibleTable),
        (ArenaSettings(("random", "greedy:random_moves=3")), BadSpecification),
    ],
)
def test_impossible_settings_are_refused_before_the_first_game(settings: ArenaSettings, error: type[Exception]) -> None:
    with pytest.raises(error):
        settings.check()


def test_games_are_raised_to_whole_keys() -> None:
    assert [whole_keys(games, 4) for games in (1, 4, 5)] == [4, 4, 8]


@pytest.mark.slow
def test_bot_that_ends_its_process_is_an_error_and_no_endless_wait(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "import os\nfrom groundfloor.agents import Agent\nclass Fatal(Agent):\n    def choose(self, view):\n        os._exit(3)\n"
    )
    with pytest.raises(WorkerEnded, match="A process that played games has ended"):
        list(play_paired_games(ArenaSettings((f"{file}:Fatal", "random")), 0, 4, 2))


def test_bot_that_does_not_close_ends_its_game_and_counts_as_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = (
        "import time\nfrom groundfloor.agents import RandomAgent\n"
        "class Mine(RandomAgent):\n    def close(self):\n        while True: time.sleep(0.01)\n"
    )
    (tmp_path / "lingering.py").write_text(bot)
    monkeypatch.setattr("groundfloor.agents.supervised_agent.SECONDS_TO_CLOSE", 0.05)
    game, _record = play_paired_game(ArenaSettings((f"{tmp_path / 'lingering.py'}:Mine", "random")), 0)
    assert game.failures[0] == {"late": 1} and not game.failures[1]


def test_bot_that_is_made_too_slowly_plays_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = "from groundfloor.agents import RandomAgent\nclass Mine(RandomAgent):\n    def __init__(self, rng):\n        while True: pass\n"
    (tmp_path / "spinning.py").write_text(bot)
    monkeypatch.setattr("groundfloor.agents.supervised_agent.time_limit_of", lambda _: 0.05)
    with pytest.raises(BadSpecification, match="Mine' can't be made: it was not made within 0.05 s\\."):
        ArenaSettings((f"{tmp_path / 'spinning.py'}:Mine", "random")).check()


def test_bot_whose_constructor_fails_later_counts_it(tmp_path: Path) -> None:
    bot = "from groundfloor.agents import RandomAgent\nclass Mine(RandomAgent):\n    def __init__(self, rng):\n        raise OSError('no file')\n"
    (tmp_path / "unmade.py").write_text(bot)
    game, _record = play_paired_game(ArenaSettings((f"{tmp_path / 'unmade.py'}:Mine", "random")), 0)
    assert game.failures[0] == {"error": 3} and not game.failures[1]
