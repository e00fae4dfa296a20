"""The side of another version in benchmarks/versions.py: it keeps the same game, and its agents answer. It is run by that version's Python.

A line of JSON for each message: ``{"game": …}`` begins a game, ``{"answer": text}`` is an answer of this version, which it makes in its own
game too, and ``{"ask": seat}`` asks an agent, whose answer is printed and made. ``{"scores": true}`` prints the prestige of each seat,
``{"chances": true}`` the winning chances of the seats by a network that gives each of them its own, divided by their sum.
"""

import json
import sys
import time
from random import Random

from groundfloor import Match, ruleset
from groundfloor.agents import make_agent


def divided_chances(game):
    """Returns what the network of commit 04301efb expects for all seats after the answer that looks best to the seat that is asked."""
    import numpy as np

    from groundfloor.agents.network.position_evaluator import PositionEvaluator

    global evaluator
    evaluator = evaluator or PositionEvaluator.from_file()
    games, _rows, values = evaluator.evaluate_answers(game, game.legal_actions)
    after = games[int(evaluator.worth(games, values, game.asked_seat).argmax())]
    data = evaluator.encoder_for(game.ruleset).encode_seats(after)
    chances = evaluator.network.evaluate(np.frombuffer(data, np.uint8).reshape(len(game.seats), -1))[:, 2]
    return [float(chance / chances.sum()) for chance in chances]


evaluator = None
for line in sys.stdin:
    message = json.loads(line)
    if "game" in message:
        new = message["game"]
        match = Match.new(ruleset(new["ruleset"]), new["names"], {}, new["key"].encode())
        agents = {seat: make_agent(new["agent"], Random(f"{new['key']} {seat}")) for seat in new["seats"]}
        for agent in agents.values():
            agent.clock = time.process_time
        continue
    if "scores" in message:
        print(json.dumps([score.total for score in sorted(match.game.scores(), key=lambda score: score.seat)]), flush=True)
        continue
    if "chances" in message:
        print(json.dumps(divided_chances(match.game)), flush=True)
        continue
    if "answer" in message:
        match.apply(message["answer"])
        continue
    action = agents[message["ask"]].choose(match.game.view(message["ask"]))
    match.apply(action)
    print(json.dumps(action.text), flush=True)
