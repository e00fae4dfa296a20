"""The par of a city of the day: what each level of the bots reaches there.

A level plays the city with a fixed effort, and draws its random numbers from the key of the day and the number of entries. So it reaches the same result on
every server, and a game can be computed in parts.
"""

from __future__ import annotations

import json
import time
from random import Random
from typing import TYPE_CHECKING

from groundfloor.daily import CityOfTheDay, parse_day
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.engine.view import View

if TYPE_CHECKING:
    from groundfloor.agents.agent import Agent

PLAYERS = {
    "intern": "greedy:random_moves=0.6",
    "associate": "greedy:random_moves=0.2",
    "manager": "net",
    "director": "search:simulations=80",
    "tycoon": "search:simulations=160",
    "champion": "search:simulations=320",
}
"""What plays for each level. Elsewhere Tycoon and Champion think for a time, with which they would reach something different on every machine."""


def par_of_day(data: str, seconds: float) -> str:
    """Continues to compute the par of a day for at most so many seconds, but at least one decision; returns the progress as JSON.

    ``data`` is what this function returned, or at the beginning the ``day``, ``revision`` and ``opponent`` alone. ``totals`` is what each level has
    reached so far; ``record`` is that of the game under way.
    """
    facts = json.loads(data)
    totals: dict[str, int] = facts.get("totals", {})
    city = CityOfTheDay(parse_day(facts["day"]), facts["revision"])
    record: str = facts.get("record", "")
    ends = time.monotonic() + seconds
    for level, specification in PLAYERS.items():
        if level in totals:
            continue
        match = Match.resume(Record.parse(record, ruleset), city.key) if record else city.match("?", facts["opponent"])
        while not match.game.is_over:
            match.apply(player(city, level, specification, len(match.record.entries)).choose(View(match.game, match.game.asked_seat)))
            if time.monotonic() > ends and not match.game.is_over:
                return json.dumps({**facts, "totals": totals, "record": match.record.format()})
        totals[level] = next(score.total for score in match.game.scores() if score.seat == 0)
        record = ""
        if time.monotonic() > ends:
            break
    return json.dumps({**facts, "totals": totals, "record": ""})


def player(city: CityOfTheDay, level: str, specification: str, entries: int) -> Agent:
    """Returns what plays for a level after so many entries."""
    from groundfloor.agents.specification import parse_specification  # with numpy, which the server does without

    return parse_specification(specification).make(Random(f"{city.key.hex()} {level} {entries}"))
