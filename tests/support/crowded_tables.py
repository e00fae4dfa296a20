"""Tables of two to six players with long names who like to build, in the first and in the last round."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache
from random import Random

from groundfloor import Match, ruleset
from groundfloor.agents.plain_agents import GreedyAgent

NAMES = ("Bartholomew Sinclair", "Wilhelmine von Hohenstein", "Maximilian-Alexander", "Dorothea Winterbottom", "Christophorus", "Finn")
SEATS = range(2, 7)
ROUNDS = ("first", "last")
BUILDS = 0.6
"""How often a player goes to the construction company if it is possible: greedy ones alone build late."""


def rules_for(seats: int) -> str:
    """Returns the name of a ruleset for that many players."""
    return "second" if seats <= ruleset("second").player_range[1] else "first"


@cache
def crowded_record(seats: int, when: str, question: str = "schedule") -> str:
    """Returns the text of a record that stops at a question of the ``first`` or the ``last`` round.

    The first seat schedules its second task, or somebody is asked for the price of a product, or what to buy, as early or as late in the game as that happens.
    """
    match = Match.new(ruleset(rules_for(seats)), NAMES[:seats], {}, hashlib.sha256(b"crowded %d" % seats).digest())
    dice = Random(seats)
    agent = GreedyAgent(dice)
    found: dict[int, str] = {}
    tasks: Counter[int] = Counter()
    while not match.game.is_over:
        game = match.game
        round, kind = game._state.round, game.question_kind
        tasks[round] += kind == "schedule" and game.asked_seat == 0
        if kind == question and (kind != "schedule" or (game.asked_seat == 0 and tasks[round] == 2)):
            found[round] = match.record.format()
            if when == "first":
                break
        builds = [action for action in game.legal_actions if action.verb == "construction"]
        match.apply(builds[0] if builds and dice.random() < BUILDS else agent.choose(game.view(game.asked_seat)))
    return found[max(found)]


@cache
def late_guided_record(seats: int) -> str:
    """Returns the text of a guided record that stops when the first improvement can be bought, in the sixth round, when all are on sale."""
    match = Match.new(ruleset(rules_for(seats)), NAMES[:seats], {}, hashlib.sha256(b"crowded %d" % seats).digest(), "guided")
    agent = GreedyAgent(Random(seats))
    while match.game.question_kind != "buy":
        game = match.game
        builds = [action for action in game.legal_actions if action.verb == "construction"]
        if builds and game._state.round >= 6:
            match.apply(builds[0])
            continue
        chosen = agent.choose(game.view(game.asked_seat))
        match.apply(next(action for action in game.legal_actions if action.verb != "construction") if chosen in builds else chosen)
    return match.record.format()
