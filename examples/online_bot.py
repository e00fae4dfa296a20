"""A bot in the lobby of a server: python3 examples/online_bot.py http://localhost:8765 TOKEN Robby greedy

TOKEN is an API token of the scope “play” that was made for a bot on the page of an account. The bot waits for an open table with a free seat, not a rated one, joins it, and
plays there to the end, as the agent that is named last would.
"""

import json
import sys
import time
from random import Random
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from groundfloor import read_record
from groundfloor.agents import make_agent

PAUSE = 3.0  # seconds between two looks at the lobby, and at a table where others are on turn
SERVER, TOKEN, NAME, AGENT = sys.argv[1].rstrip("/"), *sys.argv[2:5]
agent = make_agent(AGENT, Random())


def ask(path, body=None):
    """Returns the answer to a GET, or with a body to a POST; None if that was not possible, because somebody else was quicker."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(SERVER + path, json.dumps(body).encode() if body else None, headers)) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code in (404, 409):
            return None
        sys.exit(f"{path}: {json.load(error)['error']}")


def find_seat():
    """Joins a table, and waits there until its game begins; returns the path of the seat."""
    table = None
    while True:
        if table is None:
            lobby = ask("/api/lobby")
            free = [each for each in lobby["tables"] if len(each["players"]) < each["people"] and not each["rated"]]
            for each in lobby["own"] or free[:1]:
                table = ask(f"/api/lobby/{each['table']}", {"do": "join", "player": NAME})
        else:
            table = ask(f"/api/lobby/{table['table']}")  # None if its host has closed it
        if table and "seat" in table:
            return table["seat"].replace("/s/", "/api/seats/")
        if table and table["you"] is None:
            table = None  # its host has sent the bot away
        time.sleep(PAUSE)


def play(seat):
    """Answers whenever the seat is asked, until the game is over; returns the points of all seats."""
    while True:
        view = ask(seat)
        record = read_record(ask(f"/api/games/{view['game']}/record")["record"])
        game = record.replay()
        if game.is_over:
            return [score.total for score in game.scores()]
        if view["asked"] != view["seat"] or view["version"] != len(record.entries):
            time.sleep(PAUSE)
            continue
        action = agent.choose(game.view(view["seat"] - 1))
        ask(seat, {"apply": [action.text], "version": view["version"]})


if __name__ == "__main__":
    print("The game is over:", *play(find_seat()))
