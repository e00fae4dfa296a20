"""An agent of this package as a program, so that two versions of the package can play each other in the arena.

groundfloor arena --seats search:simulations=400 --bot "program:OTHER/.venv/bin/python OTHER/examples/agent_program.py search:simulations=80"
"""

import json
import random
import sys

from groundfloor.agents import make_agent
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        agent = make_agent(sys.argv[1], random.Random(message["seed"]))
        answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "choose":
        game = Game.from_position(message["view"]["position"], ruleset)
        agent.time_limit = message["seconds"]
        action = agent.choose(game.view(message["view"]["seat"] - 1))
        answer = {"type": "action", "id": message["id"], "action": action.text}
    else:
        break
    print(json.dumps(answer), flush=True)
