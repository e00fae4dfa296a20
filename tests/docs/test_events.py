"""Events of many games against their classes, and docs/events.md, whose table is made of the classes."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from groundfloor import new_game
from groundfloor.engine.events import EVENTS, Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.presentation.rulebook import rule_book
from tests.support.biased_players import BiasedPlayer
from tests.support.event_docs import FILE, SCHEMA_FILE, document, schema

ROOT = Path(__file__).parents[2]
TABLES = [
    ("Ann", "Ben"),
    ("Ann", "Ben", "Cleo"),
    ("Ann", "Ben", "Cleo", "Dan"),
    ("Ann", "automa:gropius"),
    ("Ann", "automa:hadid", "Ben", "automa:pei", "Cleo"),
    ("Ann", "Ben", "Cleo", "Dan", "Eve"),
]
BUILDERS = BiasedPlayer(
    {"emergency_meeting": 30, "buy": 60, "hire": 2, "training": 40, "factory": 12, "construction": 40, "exchange": 8}, other=3
)
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"era": "boom_and_bust", "great_depression": "on", "windfall": "on"},
    {"era": "random", "event": "random", "windfall": "on"},
)
ELSEWHERE = {"GameEnded", "MovesTakenBack", "SeatTaken"}
"""Told by a table, not by the game."""


def shift(game: Game, number: int, dice: random.Random) -> None:
    """Makes rare things likelier: money to build, products that may stay, companies whose rooms are all covered."""
    for player in game._state.players:
        if player.deck is not None:
            continue
        if number % 3 and dice.random() < 0.3:
            player.money, player.info = player.money + 4, player.info + 4
        if number % 4 == 1:
            player.keeps_unsold = 1
        if number % 9 == 0:
            player.visible_tenants[:6] = [0] * 6
            player.supply = 0


@cache
def happened() -> dict[str, list[Event]]:
    """Returns the events of many games, half of them by players that like to build."""
    found: dict[str, list[Event]] = defaultdict(list)
    for number in range(108):
        dice = random.Random(number)
        options = {"deck": "preset"} if dice.random() < 0.5 else OPTIONS[number % len(OPTIONS)]
        game = new_game(*table(number, options))
        game.journal = journal = Journal()
        while not game.is_over:
            if game.chance is not None:
                shift(game, number, dice)
            game.apply((BUILDERS if number % 2 else BiasedPlayer()).choose(game, dice))
        for event in journal.events:
            found[event.kind].append(event)
    return found


def table(number: int, options: dict[str, str]) -> tuple[str, list[str], dict[str, str]]:
    """Returns ruleset, seats and options of one of the games."""
    seats = list(TABLES[number % len(TABLES)])
    if number < 72 or any(seat.startswith("automa:") for seat in seats):
        return ("second", "online")[number % 2], seats, options
    return ("first", "manual")[number // 6 % 2], seats, {"two_player_bonus": "on"} if len(seats) == 2 else {}


@pytest.mark.interpreted("a compiled class has no docstring and no types of its fields")
def test_document_and_schema_are_made_of_the_classes() -> None:
    """``python -m tests.support event_docs`` writes it."""
    assert FILE.read_text("utf-8") == document()
    assert SCHEMA_FILE.read_text("utf-8") == schema()


@pytest.mark.thorough
@pytest.mark.slow
def test_events_of_many_games_fit_the_schema() -> None:
    kinds = json.loads(SCHEMA_FILE.read_text("utf-8"))["$defs"]
    for kind, events in happened().items():
        validator = Draft202012Validator(kinds[kind])
        for text in {json.dumps(event.as_dict()) for event in events}:
            validator.validate(json.loads(text))


@pytest.mark.parametrize(
    ("kind", "rule", "subject"),
    [
        ("BonusMissed", "IV.C.1", "least popular"),
        ("BonusUnused", "IV.C.2", "you need not remodel"),
        ("HiringDone", "II.3", "can’t hire"),
        ("ProductStayed", "IV.H.3", "Niche Market"),
        ("TenantAdded", "IV.I.6", "for free"),
        ("TenantUsed", "6.2", "Emergency Meeting"),
    ],
)
def test_rule_of_an_event_is_about_it(kind: str, rule: str, subject: str) -> None:
    """The rules of ``BonusMissed`` and ``BonusUnused`` were swapped."""
    paragraph = rule_book("en", "first" if kind == "TenantUsed" else "second").paragraph(rule)
    assert rule in EVENTS[kind].rules
    assert subject in " ".join(map(str, (*paragraph.blocks("short"), *paragraph.items_of("short"))))


@pytest.mark.slow
def test_events_of_many_games_have_the_rules_and_seats_of_their_classes() -> None:
    wrong = {
        f"{event.kind} of seat {event.seat} by rule {event.rule}"
        for events in happened().values()
        for event in events
        if event.rule not in event.rules or (event.seat >= 0) != event.has_seat
    }
    assert sorted(wrong) == []


@pytest.mark.slow
def test_optional_fields_are_sometimes_there_and_sometimes_not() -> None:
    wrong: list[str] = []
    for kind, events in happened().items():
        for each in fields(EVENTS[kind]):
            times = sum(getattr(event, each.name) is not None for event in events)
            if each.default is None and len(events) > 300 and not 0 < times < len(events):
                wrong.append(f"{kind}: {each.name} was there {times} times of {len(events)}")
    assert wrong == []


@pytest.mark.slow
def test_every_kind_of_event_happens() -> None:
    assert set(EVENTS) - set(happened()) == ELSEWHERE
