"""A bot as a program: groundfloor play --seats you --bot "program:python3 examples/program_bot.py" """

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        dice = random.Random(message["seed"])
        answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "choose":
        texts = [each["action"] for each in message["view"]["actions"]]
        liked = [text for text in texts if text.split()[0] in ("construction", "buy", "take")]
        answer = {"type": "action", "id": message["id"], "action": dice.choice(liked or texts)}
    else:
        break
    print(json.dumps(answer), flush=True)
