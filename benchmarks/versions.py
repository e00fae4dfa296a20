"""Plays an agent of this version against agents of another one, whose positions this one may not be able to read: both keep the same game.

    python benchmarks/versions.py FILE PYTHON --own champion --other tycoon --seats 3 --games 60
    python benchmarks/versions.py FILE PYTHON --chances --games 500   # compares winning chances instead, and needs no FILE

PYTHON is that of the other version's environment. One seat is of this version, the others are of the other one; each key is played from every
seat, and agents measure their time by the processor. The games are kept in FILE, and the same command goes on with them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from groundfloor.agents.evaluation import final_values
from groundfloor.agents.search_agent import SearchAgent
from groundfloor.agents.specification import make_agent
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.process_pool import available_cores, map_tasks
from groundfloor.research.arena.games_file import GamesFile, check_same_run, code_revision
from groundfloor.research.arena.intervals import ConfidenceSequence, share_interval
from groundfloor.research.arena.numpy_threads import use_one_thread

OTHER_VERSION = Path(__file__).with_name("other_version.py")


class Settings(msgspec.Struct, frozen=True):
    """Who plays whom: agents by their specifications, the ruleset, and how many seats there are."""

    own: str
    other: str
    ruleset: str
    seats: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A game: its number from 0, the prestige of each seat, and the seconds of a decision of each version."""

    number: int
    prestige: list[int]
    own_seconds: float
    other_seconds: float


class Header(msgspec.Struct, frozen=True):
    """The first line of a file."""

    format: str
    settings: Settings
    revision: str


class VersionGames(GamesFile[Header, PlayedGame]):
    """The games of a file, in the order in which they ended."""

    owner = "games of versions"

    def check_header(self, stored: Header, wanted: Header) -> None:
        check_same_run(self.path, stored, wanted)

    def check_games(self) -> None:
        """There is nothing to check: each game stands for itself."""


class OtherVersion:
    """The process of the other version."""

    def __init__(self, python: str) -> None:
        command = [python, "-P", str(OTHER_VERSION)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, message: Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        print(json.dumps(message), file=self.process.stdin, flush=True)

    def ask(self, message: Mapping[str, object]) -> Any:
        assert self.process.stdout is not None
        self.send(message)
        return json.loads(self.process.stdout.readline())

    def processor_time(self) -> float:
        """Returns the seconds of processor time that it has used, on Linux."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / 100

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def play(settings: Settings, python: str, number: int) -> PlayedGame:
    """Plays the game of a number: the key of every so many games, with this version's seat going round."""
    key, own = f"versions {number // settings.seats}", number % settings.seats
    names = [f"Seat {seat + 1}" for seat in range(settings.seats)]
    match = Match.new(ruleset(settings.ruleset), names, {}, key.encode())
    agent = make_agent(settings.own, Random(f"{key} {own}"))
    if isinstance(agent, SearchAgent):
        agent.clock = time.process_time
    seats = [seat for seat in range(settings.seats) if seat != own]
    own_seconds, other_seconds, decisions = 0.0, 0.0, [0, 0]
    with closing(OtherVersion(python)) as other:
        other.send({"game": {"ruleset": settings.ruleset, "names": names, "key": key, "agent": settings.other, "seats": seats}})
        while not match.game.is_over:
            seat = match.game.asked_seat
            decisions[seat == own] += 1
            if seat == own:
                began = time.process_time()
                action = agent.choose(match.game.view(seat))
                own_seconds += time.process_time() - began
                match.apply(action)
                other.send({"answer": action.text})
            else:
                began = other.processor_time()
                text = other.ask({"ask": seat})
                other_seconds += other.processor_time() - began
                match.apply(text)
        prestige = [score.total for score in sorted(match.game.scores(), key=lambda score: score.seat)]
        if other.ask({"scores": True}) != prestige:
            raise GroundfloorError("The two versions have played by other rules, or with other draws.")
    return PlayedGame(number, prestige, own_seconds / max(1, decisions[True]), other_seconds / max(1, decisions[False]))


def chances_of_game(seats: int, python: str, number: int) -> tuple[float, float, int]:
    """Plays a game of this version's network against itself, and returns the squared errors of both versions' winning chances, and how many chances these are.

    Both look at every fifth decision, and forecast the win of each seat.
    """
    from groundfloor.agents.network.position_evaluator import PositionEvaluator

    key, names = f"chances {number}", [f"Seat {seat + 1}" for seat in range(seats)]
    match, evaluator = Match.new(ruleset("second"), names, {}, key.encode()), PositionEvaluator.from_file()
    forecasts: list[tuple[Sequence[float], Sequence[float]]] = []
    decisions = 0
    with closing(OtherVersion(python)) as other:
        other.send({"game": {"ruleset": "second", "names": names, "key": key, "agent": "net", "seats": []}})
        while not match.game.is_over:
            (forecast,) = evaluator.evaluate([match.game])
            if decisions % 5 == 0:
                forecasts.append((forecast.win, other.ask({"chances": True})))
            decisions += 1
            action = evaluator.likeliest_answer(match.game, forecast)
            match.apply(action)
            other.send({"answer": action.text})
    results = [win for _prestige, _margin, win in final_values(match.game)]
    own, others = (
        sum((chance - win) ** 2 for pair in forecasts for chance, win in zip(pair[side], results, strict=True)) for side in (0, 1)
    )
    return own, others, len(forecasts) * seats


def own_win(settings: Settings, game: PlayedGame) -> float:
    """Returns the share of a win of this version's seat: 1, 0, or a part for those who tie."""
    best, own = max(game.prestige), game.prestige[game.number % settings.seats]
    return 1 / game.prestige.count(best) if own == best else 0.0


def key_shares(settings: Settings, games: list[PlayedGame]) -> list[float]:
    """Returns this version's share of wins for each key that was played from every seat."""
    keys: dict[int, list[float]] = {}
    for game in games:
        keys.setdefault(game.number // settings.seats, []).append(own_win(settings, game))
    return [fmean(wins) for _key, wins in sorted(keys.items()) if len(wins) == settings.seats]


def report(settings: Settings, games: list[PlayedGame], target: float) -> str:
    shares = key_shares(settings, games)
    interval, sequence = share_interval(shares), ConfidenceSequence(target)
    for share in shares:
        sequence.add(share)
    own, best = [], []
    for game in games:
        seat = game.number % settings.seats
        own.append(game.prestige[seat])
        best.append(max(prestige for place, prestige in enumerate(game.prestige) if place != seat))
    low, high = interval or (0.0, 1.0)
    return (
        f"{fmean(own_win(settings, game) for game in games):.0%} ({low:.0%} to {high:.0%}) of {len(games)} games, "
        f"{fmean(own):.1f} prestige, the best other {fmean(best):.1f}, "
        f"{fmean(game.own_seconds for game in games):.2f} and {fmean(game.other_seconds for game in games):.2f} s/decision; "
        f"{'decided' if sequence.excludes_target else 'not decided'} against {target:.0%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the games are kept")
    parser.add_argument("python", help="the Python of the other version's environment")
    parser.add_argument("--own", default="champion", help="the agent of this version")
    parser.add_argument("--other", default="tycoon", help="the agents of the other version")
    parser.add_argument("--ruleset", default="second")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=60, help="how many games there are in the end")
    parser.add_argument("--target", type=float, help="the share of wins to decide against; an equal share if there is none")
    parser.add_argument(
        "--chances", action="store_true", help="compare winning chances in games of this version's network, for each number of seats"
    )
    parser.add_argument("--jobs", type=int, default=available_cores())
    asked = parser.parse_args()
    use_one_thread(os.environ)
    if asked.chances:
        for seats in (2, 3, 4, 5):
            rows = list(map_tasks(partial(chances_of_game, seats, asked.python), range(asked.games), asked.jobs))
            own, other, count = (sum(column) for column in zip(*rows, strict=True))
            print(f"{seats} seats: Brier score {own / count:.3f}, of the other version {other / count:.3f}, {len(rows)} games", flush=True)
        return
    settings = Settings(asked.own, asked.other, asked.ruleset, asked.seats)
    header = Header("groundfloor games of versions 1", settings, code_revision((asked.own,)))
    with closing(VersionGames(asked.file, header, PlayedGame)) as file:
        known = {game.number for game in file.games}
        wanted = [number for number in range(asked.games) if number not in known]
        for game in map_tasks(partial(play, settings, asked.python), wanted, asked.jobs):
            file.append(game)
            print(report(settings, file.games, asked.target or 1 / asked.seats), flush=True)
        if file.games:
            print(report(settings, file.games, asked.target or 1 / asked.seats))


if __name__ == "__main__":
    main()
