"""The process in which hints and analyses are computed: it gets a record and a request, and answers with JSON.

Requests are ``ready``, ``hint`` and ``analysis START SIMULATIONS SECONDS``.
"""

from __future__ import annotations

import json
import time
from random import Random
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.match import Match
from ..engine.record import Record
from .hints import HINT_SECONDS, HINT_SIMULATIONS
from .thinking_worker import interruptible, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from .thinking_worker import Interruption

READY = "ready"
"""The request that only reads the network, for which a record is not looked at."""


def run(connection: Connection) -> None:
    """Answers until the server ends."""
    serve(connection, answer)


def answer(record: str, request: str, interruption: Interruption) -> str:
    """Returns the message for a request."""
    return interruptible(lambda: advice_of(record, request), interruption)


def advice_of(record: str, request: str) -> str:
    """Returns the JSON that a request asks for."""
    word, *numbers = request.split()
    if word == READY:
        read_network()
        return ""
    return hint_of(record) if word == "hint" else analysis_of(record, int(numbers[0]), int(numbers[1]), float(numbers[2]))


def read_network() -> None:
    """Reads the network and all code that uses it, which takes most of the time of a first hint."""
    from ..analysis import Evaluator

    Evaluator.from_file()


def hint_of(text: str) -> str:
    """Returns advice for the seat that is asked after all entries of a record; the key of the draws is not in it."""
    # Imported here, as numpy takes a tenth of a second and the server does without it.
    from ..analysis import Budget, Evaluator, advise
    from ..analysis.serialization import to_json

    game, evaluator = Match.resume(Record.parse(text, ruleset), None).game, Evaluator.from_file()
    ends = time.monotonic() + HINT_SECONDS
    budget = Budget(HINT_SIMULATIONS, lambda: time.monotonic() > ends)
    return to_json(advise(game.view(game.current_player), evaluator, Random(str(game.position())), budget))


def analysis_of(text: str, start: int, simulations: int, seconds: float) -> str:
    """Returns the decisions of people from the number ``start`` on that can be analysed in these seconds, at least one, and their total."""
    from ..analysis import Budget, Evaluator, analyse_game, decision_count
    from ..analysis.game_analysis import fingerprint, seats_of_people
    from ..analysis.serialization import to_json

    record, evaluator, found = Record.parse(text, ruleset), Evaluator.from_file(), []
    seats = seats_of_people(record)
    ends = time.monotonic() + seconds
    for decision in analyse_game(record, evaluator, Budget(simulations), seats, start):
        found.append(decision)
        if time.monotonic() > ends:
            break
    facts = {"total": decision_count(record, seats), "fingerprint": fingerprint(record, evaluator, simulations)}
    return json.dumps({**facts, "decisions": json.loads(to_json(found))})
