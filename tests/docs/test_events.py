"""docs/events.md against the code: every kind of event with exactly the documented facts, seat and rules."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import groundfloor
from groundfloor import new_game
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.presentation.rulebook import rule_book
from tests.support.biased_players import BiasedPlayer

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
ELSEWHERE = {"MovesTakenBack", "SeatTaken"}
"""Told by a table, not by the game."""


class Described:
    """A row of the document."""

    def __init__(self, row: str) -> None:
        cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
        self.kind = cells[0].strip("`")
        self.has_seat = cells[1] == "yes"
        self.rules = set(cells[2].split(", "))
        facts: list[str] = []
        for part in re.split("[,;] ", cells[3]):
            facts += re.findall(r"^`([a-z_]+\??)`", part)
        self.facts = {fact.rstrip("?"): fact.endswith("?") for fact in facts}
        self.when = cells[4]


@cache
def documented() -> dict[str, Described]:
    """Returns all rows by their kind."""
    lines = (ROOT / "docs/events.md").read_text("utf-8").splitlines()
    rows = [Described(line) for line in lines if line.startswith("| `")]
    assert len({row.kind for row in rows}) == len(rows)
    return {row.kind: row for row in rows}


def shift(game: Game, number: int, dice: random.Random) -> None:
    """Makes rare things likelier: money to build, products that may stay, companies whose rooms are all covered."""
    for player in game.state.players:
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
        journal: list[Event] = []
        game.journal = journal
        while not game.is_over:
            if game.chance is not None:
                shift(game, number, dice)
            game.apply((BUILDERS if number % 2 else BiasedPlayer()).choose(game, dice))
        for event in journal:
            found[event.kind].append(event)
    return found


def table(number: int, options: dict[str, str]) -> tuple[str, list[str], dict[str, str]]:
    """Returns ruleset, seats and options of one of the games."""
    seats = list(TABLES[number % len(TABLES)])
    if number < 72 or any(seat.startswith("automa:") for seat in seats):
        return ("second", "online")[number % 2], seats, options
    return ("first", "manual")[number // 6 % 2], seats, {"two_player_bonus": "on"} if len(seats) == 2 else {}


def told_in_code() -> set[str]:
    """Returns the kinds that stand in the source where events are written."""
    found: set[str] = set()
    for file in Path(groundfloor.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
            if name in ("note", "Event"):
                first = node.args[0]
                choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                found |= {choice.value for choice in choices if isinstance(choice, ast.Constant) and isinstance(choice.value, str)}
    return found


def test_the_code_and_the_document_know_the_same_events() -> None:
    assert told_in_code() == set(documented())


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
    assert rule in documented()[kind].rules
    assert subject in " ".join(map(str, (*paragraph.blocks("short"), *paragraph.items_of("short"))))


@pytest.mark.slow
def test_every_event_of_many_games_has_the_documented_facts_rules_and_seat() -> None:
    wrong: set[str] = set()
    for kind, events in happened().items():
        row = documented()[kind]
        needed = {fact for fact, is_optional in row.facts.items() if not is_optional}
        for event in events:
            facts = set(event.facts) - {"automatic"}
            if not needed <= facts <= set(row.facts):
                wrong.add(f"{kind} has the facts {sorted(event.facts)}, documented are {sorted(row.facts)}")
            if event.rule not in row.rules or (event.seat >= 0) != row.has_seat:
                wrong.add(f"{kind} of seat {event.seat} by rule {event.rule}")
    assert sorted(wrong) == []


@pytest.mark.slow
def test_optional_facts_are_sometimes_there_and_sometimes_not() -> None:
    wrong: list[str] = []
    for kind, events in happened().items():
        for fact, is_optional in documented()[kind].facts.items():
            times = sum(fact in event.facts for event in events)
            if is_optional and len(events) > 300 and not 0 < times < len(events):
                wrong.append(f"{kind}: {fact} was there {times} times of {len(events)}")
    assert wrong == []


@pytest.mark.slow
def test_every_documented_event_happens() -> None:
    assert set(documented()) - set(happened()) == ELSEWHERE


def test_every_event_says_when_it_happens() -> None:
    assert all(row.when for row in documented().values())
