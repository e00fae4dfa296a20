"""Tables of two to six players who like to build, at the planning of the first and of the last round."""

from __future__ import annotations

import hashlib
from functools import cache
from random import Random

from groundfloor import Match, ruleset
from groundfloor.agents.greedy_agent import GreedyAgent

NAMES = ("Ann", "Bartholomew Sinclair", "Cleo", "Dorothea", "Emil", "Finn")
SEATS = range(2, 7)
ROUNDS = ("first", "last")
BUILDS = 0.6
"""How often a player goes to the construction company if it is possible: greedy ones alone build late."""


@cache
def planning_record(seats: int, when: str) -> str:
    """Returns the text of a record that stops where the first seat schedules its second task in the ``first`` or the ``last`` round."""
    rules = ruleset("second")
    if seats > rules.player_range[1]:
        rules = ruleset("first")
    match = Match.new(rules, NAMES[:seats], {}, hashlib.sha256(b"crowded %d" % seats).digest())
    dice = Random(seats)
    agent = GreedyAgent(dice)
    wanted = 1 if when == "first" else len(rules.stage_by_round)
    tasks = 0
    while True:
        game = match.game
        if game.state.round == wanted and game.question_kind == "schedule" and game.asked_seat == 0:
            tasks += 1
            if tasks == 2:
                return match.record.format()
        builds = [action for action in game.legal_actions if action.verb == "construction"]
        match.apply(builds[0] if builds and dice.random() < BUILDS else agent.choose(game.view(game.asked_seat)))
