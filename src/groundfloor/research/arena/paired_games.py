"""Paired games: the same chance key once for each rotation of the seats, so that luck of the draw and of the seat falls on everybody alike."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.recorded_bots import note_bots
from groundfloor.agents.specification import parse_specification
from groundfloor.agents.supervised_agent import TIME_LIMIT, check_agent, time_limit_of
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.match import Match
from groundfloor.engine.seats import Seat
from groundfloor.process_pool import map_tasks

from .simulate import play_agents

AUTOMA = "automa:"


@dataclass(frozen=True)
class ArenaSettings:
    """Who plays, and what: ``seats`` has a specification of an agent or ``automa:ID`` for each contestant, ``seconds`` is the time limit."""

    seats: tuple[str, ...]
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1
    seconds: float = TIME_LIMIT

    def check(self) -> None:
        """Raises BadSpecification, ImpossibleTable, UnknownRuleset or BadHouseValues if no game can be played so."""
        self.new_game(0)
        for specification in self.seats:
            if not specification.startswith(AUTOMA):
                check_agent(specification)
        if all(specification.startswith(AUTOMA) for specification in self.seats):
            raise BadSpecification("Automas alone can't play; one seat must be a bot's.")

    def seats_of(self, rotation: int) -> list[int]:
        """Returns which contestant, counted from 0, sits on each seat in a rotation."""
        return [(seat + rotation) % len(self.seats) for seat in range(len(self.seats))]

    def table(self, rotation: int) -> list[Seat | str]:
        """Returns the seats of a rotation for the engine; an agent's name says what it is and which contestant."""
        seats: list[Seat | str] = []
        for contestant in self.seats_of(rotation):
            text = self.seats[contestant]
            seats.append(text if text.startswith(AUTOMA) else Seat(f"{parse_specification(text).label[:30]} {contestant + 1}"))
        return seats

    def new_game(self, rotation: int) -> Game:
        return Game(ruleset(self.ruleset).with_overrides(self.house), self.table(rotation), self.options)


@dataclass(frozen=True)
class ArenaGame:
    """One game: number of its chance key from 1, rotation from 0; all else by contestant: prestige, rank, decisions, seconds, failures."""

    key: int
    rotation: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    failures: tuple[dict[str, int], ...]

    def share(self, contestant: int) -> float:
        """Returns the share of a contestant in the win: 1, or a half if two are first together, and so on; 0 for the others."""
        return 1 / self.ranks.count(1) if self.ranks[contestant] == 1 else 0.0

    def margin(self, contestant: int) -> int:
        """Returns the contestant's prestige less that of the best of the others."""
        return self.totals[contestant] - max(total for other, total in enumerate(self.totals) if other != contestant)


def play_paired_game(settings: ArenaSettings, index: int) -> tuple[ArenaGame, str]:
    """Plays the game with this number, from 0 on; returns it with the text of its record. A number gives the same game in any process."""
    key_number, rotation = index // len(settings.seats) + 1, index % len(settings.seats)
    key = hashlib.sha256(f"groundfloor arena {settings.seed} {key_number}".encode()).digest()
    contestants = settings.seats_of(rotation)
    match = Match.new(ruleset(settings.ruleset).with_overrides(settings.house), settings.table(rotation), settings.options, key)
    agents = {
        seat: (Random(key + bytes([contestant])), text, time_limit_of(text, settings.seconds))
        for seat, contestant in enumerate(contestants)
        if not (text := settings.seats[contestant]).startswith(AUTOMA)
    }
    note_bots(match.record, {seat: text for seat, (_rng, text, _seconds) in agents.items()})
    plays = play_agents(match, agents)
    scores = {score.seat: score for score in match.game.scores()}
    order = [contestants.index(contestant) for contestant in range(len(contestants))]
    game = ArenaGame(
        key=key_number,
        rotation=rotation,
        totals=tuple(scores[seat].total for seat in order),
        ranks=tuple(scores[seat].rank for seat in order),
        decisions=tuple(plays[seat].decisions for seat in order),
        seconds=tuple(round(plays[seat].seconds, 4) for seat in order),
        failures=tuple(plays[seat].failures for seat in order),
    )
    return game, match.record.format()


def play_paired_games(settings: ArenaSettings, first: int, games: int, jobs: int = 1) -> Iterator[tuple[ArenaGame, str]]:
    """Yields the games from number ``first`` (from 0) up to ``games``, in their order, played by ``jobs`` processes; WorkerEnded if one dies."""
    return map_tasks(partial(play_paired_game, settings), range(first, games), min(jobs, games - first))


def whole_keys(games: int, seats: int) -> int:
    """Returns the number of games, raised so that every chance key is played in all rotations.

    >>> whole_keys(100, 3)
    102
    """
    return -(-games // seats) * seats
