"""Checks a bot against rules and clock: games in every ruleset, with the fewest and the most seats, and against an Automa."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import Failure, SupervisedAgent
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.match import Match

from .simulate import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundfloor.engine.ruleset import Ruleset


@dataclass(frozen=True)
class CheckedGame:
    """One game of a check: the table in words, the bot's decisions, seconds of thinking and the longest one, failures of the bot.

    ``making`` is how many seconds its constructor took. ``is_given_up``: it has failed so often in a row that it was no longer asked.
    """

    table: str
    decisions: int
    seconds: float
    longest: float
    making: float
    failures: tuple[Failure, ...]
    is_given_up: bool
    record: str


def tables(rules: Ruleset) -> list[tuple[str, list[str]]]:
    """Returns the tables of a ruleset that a bot is checked at, each in words and as seats; the bot has the first one."""
    least, most = rules.player_range
    checked = [(f"{rules.name}, {count} seats", ["Bot", *(f"Random {seat}" for seat in range(2, count + 1))]) for count in (least, most)]
    if rules.entrepreneurs:
        automa = rules.entrepreneurs[0]
        checked.append((f"{rules.name}, against {automa.name}", ["Bot", f"automa:{automa.id}"]))
    return checked


def check_bot(specification: str, rulesets: tuple[str, ...] = NAMES, seconds: float = 5.0, seed: int = 1) -> Iterator[CheckedGame]:
    """Plays the bot's games one by one, the others at random; ends early after one in which the bot had to be given up.

    Raises BadSpecification if there is no such bot.
    """
    for name in rulesets:
        for table, seats in tables(ruleset(name)):
            game = checked_game(specification, name, table, seats, seconds, seed)
            yield game
            if game.is_given_up:
                return


def checked_game(specification: str, name: str, table: str, seats: list[str], seconds: float, seed: int) -> CheckedGame:
    """Plays one game; the seed fixes its draws, the other seats and the bot's source of randomness."""
    key = hashlib.sha256(f"groundfloor bot check {seed} {table}".encode()).digest()
    match = Match.new(ruleset(name), seats, {}, key)
    bot = SupervisedAgent(Random(key), specification, seconds)
    people = [seat for seat, person in enumerate(match.game.seats) if not person.automa]
    players = {seat: bot if seat == 0 else SupervisedAgent(Random(key + bytes([seat])), "random") for seat in people}
    play = play_match(match, players)[0]
    failures = tuple(failure for failure in bot.failures if failure.agent == specification)
    return CheckedGame(
        table=table,
        decisions=play.decisions,
        seconds=play.seconds,
        longest=play.longest,
        making=bot.seconds_to_make,
        failures=failures,
        is_given_up=bot.is_given_up,
        record=match.record.format(),
    )


def is_repeatable(specification: str, game: CheckedGame, seconds: float, seed: int) -> bool:
    """Returns whether the bot plays a game of its check again move for move, given the same seed."""
    for name in NAMES:
        for table, seats in tables(ruleset(name)):
            if table == game.table:
                return checked_game(specification, name, table, seats, seconds, seed).record == game.record
    return True
