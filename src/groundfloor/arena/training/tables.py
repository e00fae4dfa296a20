"""Draws the tables of self-play: the ruleset, the seats, and who plays them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from groundfloor.arena.game_sampler import GameSetup, random_setup
from groundfloor.editions import NAMES, ruleset

NET, OLD, GREEDY = "net", "old", "greedy"
"""Who plays a seat: the network as it is, an older one, or the greedy agent."""

TABLES: tuple[tuple[float, int, tuple[str, ...]], ...] = (
    (0.40, 2, ()),
    (0.07, 3, ()),
    (0.09, 4, ()),
    (0.03, 5, ()),
    (0.03, 1, ("pei",)),
    (0.05, 1, ("gropius",)),
    (0.07, 1, ("hadid",)),
    (0.10, 1, ("gropius", "hadid")),
    (0.02, 1, ("pei", "hadid")),
    (0.03, 2, ("hadid",)),
    (0.02, 2, ("gropius",)),
    (0.02, 2, ("gropius", "hadid")),
)
"""Share of the games, people and Automas of tables of ruleset ``second``; the rest are random setups of any ruleset."""
OPTION_PROBABILITY = 0.12
OTHER_RULESETS = 0.2
"""Probability that a table without Automas is of another ruleset than ``second``."""
OPPONENTS = ((0.78, NET), (0.12, OLD), (0.10, GREEDY))
"""Probability of each kind of opponent beside the first seat of the network."""


@dataclass(frozen=True)
class TrainingTable:
    """A game to play: its setup, and for each seat who plays it ("" for an Automa)."""

    setup: GameSetup
    players: tuple[str, ...]


def draw_table(rng: Random) -> TrainingTable:
    setup = draw_setup(rng)
    people = [seat for seat, name in enumerate(setup.seats) if not name.startswith("automa:")]
    learner = rng.choice(people)
    players = [""] * len(setup.seats)
    for seat in people:
        players[seat] = NET if seat == learner else draw(OPPONENTS, rng)
    return TrainingTable(setup, tuple(players))


def draw_setup(rng: Random) -> GameSetup:
    """Returns a random setup: mostly tables of ``second`` that are much played, sometimes any that there are."""
    number = rng.random()
    for share, people, automas in TABLES:
        if number < share:
            return draw_table_setup(people, automas, rng)
        number -= share
    return random_setup(rng)


def draw_table_setup(people: int, automas: tuple[str, ...], rng: Random) -> GameSetup:
    """Returns the setup of a table of that many people and these Automas, in random seats."""
    seats = [*[f"Seat {number}" for number in range(1, people + 1)], *[f"automa:{id}" for id in automas]]
    rng.shuffle(seats)
    name = "second"
    if not automas and rng.random() < OTHER_RULESETS:
        name = rng.choice([other for other in NAMES if other != "second"])
    rules = ruleset(name)
    options = {}
    if rng.random() < OPTION_PROBABILITY:
        option = rng.choice([option for option in rules.options if option.players in (0, len(seats))])
        options = {option.name: rng.choice(option.values)}
    return GameSetup(rules, tuple(seats), options)


def draw(choices: tuple[tuple[float, str], ...], rng: Random) -> str:
    """Returns one of these choices by their probabilities."""
    return rng.choices([name for _share, name in choices], [share for share, _name in choices])[0]
