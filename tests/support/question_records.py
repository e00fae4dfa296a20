"""Records that end at a question of each kind to a human seat."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from groundfloor import Game, Match, read_record, ruleset

from .biased_players import BiasedPlayer
from .samples import sampled

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

SEATS = ("Ann", "Ben", "automa:hadid")
BUILDERS = BiasedPlayer(
    {"buy": 60, "take": 60, "training": 40, "factory": 12, "construction": 40, "meeting_room": 12, "bonus": 2, "remodel": 8}, other=3
)
STAFF = BiasedPlayer(
    {"hire": 300, "consulting": 60, "meeting_room": 40, "exchange": 20, "sell": 40, "factory": 30, "training": 9, "assembly": 40}, other=3
)
KINDS = (
    "fire_for_money", "hire", "schedule", "after_task", "marketing_type", "bonus", "bonus_room", "price", "sell", "drop", "buy", "tenant", "fire",
)  # fmt: skip


@dataclass(frozen=True)
class QuestionSetup:
    """A table whose questions are looked for: ``kinds`` maps each to a verb that one of its answers must have ("" for any).

    ``games`` are the numbers of those games in which the questions were found the last time: they are played first, and all others if one is missing.
    """

    rules: str = "second"
    seats: tuple[str, ...] = SEATS
    options: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=lambda: dict.fromkeys(KINDS, ""))
    games: tuple[int, ...] = ()


SECOND = QuestionSetup(games=(0, 1, 15, 61, 316))
ONLINE = {"hire": "", "price": "", "sell": "", "fire": "", "buy": "remodel", "after_buy": "remodel", "after_turn": "remodel", "tenant": ""}
EVERYTHING = {"era": "random", "event": "random", "great_depression": "on", "windfall": "on"}
FIRST = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")
OTHERS = {
    "online": QuestionSetup("online", ("Ann", "Ben", "automa:hadid", "Dora"), EVERYTHING, ONLINE, (0, 40, 100)),
    "first": QuestionSetup(
        "first", FIRST, {"deck": "preset"}, {"schedule": "emergency_meeting", "marketing_type": "print", "drop": "", "fire": ""}, (0, 12)
    ),
    "first for two": QuestionSetup("first", FIRST[:2], {"two_player_bonus": "on"}, {"bonuses": "", "bonus": "", "buy": ""}, (0,)),
    "manual": QuestionSetup("manual", FIRST[:5], {}, {"price": "price", "after_task": "", "tenant": ""}, (0, 74)),
}
"""Tables of other rulesets by name, with the questions that only they have or put differently."""


def questions(setup: QuestionSetup | None = None, games: int = 400) -> dict[str, str]:
    """Returns the record's text by the kind of the question that it stops at; late ones rather than early ones."""
    setup = setup or SECOND
    found: dict[str, str] = {}
    for number in dict.fromkeys((*setup.games, *range(games))):
        dice = Random(number)
        match = Match.new(ruleset(setup.rules), setup.seats, setup.options, hashlib.sha256(b"%d" % number).digest())
        wanted = dice.randint(1, 6)
        while (question := match.game.question) is not None:
            kind = question.kind
            is_right = kind in setup.kinds and any(setup.kinds[kind] in ("", action.verb) for action in question.legal)
            if kind not in found and match.game._state.round >= wanted and len(question.legal) > 1 and is_right:
                found[kind] = match.record.format()
            player = STAFF if number % 2 else BUILDERS
            if kind == "after_turn":
                player = replace(player, verbs={**player.verbs, "end": 200})
            match.apply(player.answer(match.game, dice))
        if len(found) == len(setup.kinds):
            break
    return found


EVERY = (*(f"second {kind}" for kind in KINDS), *(f"{name} {kind}" for name, setup in OTHERS.items() for kind in setup.kinds))
"""Each table with each of its questions, as ``standing_record`` names them."""
KINDS_ONCE = tuple({name.split()[-1]: name for name in reversed(EVERY)}.values())
"""One question of each kind."""


def question_cases(first: int) -> list[ParameterSet]:
    """Returns each of ``EVERY``: `scripts/test` tries one kind of question in nine, CI one in three, and the nightly tests all questions."""
    return sampled(EVERY, KINDS_ONCE[first::9].__contains__, KINDS_ONCE[first % 3 :: 3].__contains__)


def standing_record(name: str) -> str:
    """Returns the record's text of one of ``EVERY``: ``"first for two bonus"`` is the question ``bonus`` of the table ``first for two``."""
    table, _, kind = name.rpartition(" ")
    return _records_of(table)[kind]


@cache
def _records_of(table: str) -> dict[str, str]:
    return questions(OTHERS.get(table))


def standing_position(name: str) -> Game:
    """Returns the position where the record of one of ``EVERY`` stops."""
    return read_record(standing_record(name)).replay()
