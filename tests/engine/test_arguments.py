"""Whatever the library exports refuses an argument of a wrong type with one sentence, the same interpreted and compiled."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from inspect import isclass, isfunction, signature
from pathlib import Path
from random import Random
from typing import Any

import pytest

import groundfloor
from groundfloor import GroundfloorError, Match, Seat, city_of_the_day, new_game, ruleset
from groundfloor.agents import make_agent
from groundfloor.daily import CityOfTheDay

API = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")


def a_match() -> Match:
    return Match.new(ruleset("second"), ["Ann", "automa:pei", "Ben"], {"deck": "preset"}, key=b"secret")


def a_finished_match() -> Match:
    dice, match = Random(1), a_match()
    while not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    return match


def match_after(*answers: str) -> Match:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    for answer in answers:
        match.apply(answer)
    return match


def a_chance() -> Any:
    return new_game("second", ["Ann", "Ben"]).chance


FINISHED = a_finished_match()
HIRE = ruleset("second").action("hire")
SEATS = (["Ann", "Ben"], ("Ann", "Ben"))
OPTIONS = (None, {"deck": "preset"})
CALLS: dict[str, tuple[Callable[[], Any], dict[str, tuple[Any, ...]]]] = {
    "new_game": (lambda: new_game, {"ruleset_or_name": ("second", ruleset("second")), "seats": SEATS, "options": OPTIONS}),
    "ruleset": (lambda: ruleset, {"name": ("second",), "revision": (None, 1)}),
    "read_record": (lambda: groundfloor.read_record, {"text": (FINISHED.record.format(),)}),
    "read_position": (lambda: groundfloor.read_position, {"text": (FINISHED.game.position_line(),)}),
    "position_text": (lambda: groundfloor.position_text, {"position": (FINISHED.game.position(),)}),
    "verify": (lambda: groundfloor.verify, {"record": (FINISHED.record,)}),
    "city_of_the_day": (lambda: city_of_the_day, {"day": (date(2026, 11, 22),)}),
    "CityOfTheDay.match": (lambda: city_of_the_day(date(2026, 11, 22)).match, {"name": ("Ann",), "opponent": ("pei",)}),
    "Seat": (lambda: Seat, {"name": ("Ann",), "automa": ("",), "colour": ("red",)}),
    "Match.new": (
        lambda: Match.new,
        {"ruleset": (ruleset("second"),), "seats": SEATS, "options": OPTIONS, "key": (b"secret",), "purpose": ("",), "day": ("",)},
    ),
    "Match.resume": (lambda: Match.resume, {"record": (a_match().record,), "key": (b"secret", None), "keeps_history": (False,)}),
    "Match.apply": (lambda: a_match().apply, {"action": ("hire", HIRE)}),
    "Match.undoable_count": (lambda: a_match().undoable_count, {"seat": (0,)}),
    "Match.undo": (lambda: match_after("done").undo, {"seat": (0,), "count": (1,)}),
    "Match.undo_by_consent": (lambda: match_after("done", "done").undo_by_consent, {"seat": (0,), "count": (2,)}),
    "Match.end": (lambda: a_match().end, {"seat": (0,), "is_scored": (True,)}),
    "Record": (
        lambda: groundfloor.Record,
        {
            "ruleset": (ruleset("second"),),
            "seats": (FINISHED.game.seats,),
            "options": (FINISHED.game.options, {"deck": "random"}),
            "key_hash": ("",),
        },
    ),
    "Record.parse": (lambda: groundfloor.Record.parse, {"text": (FINISHED.record.format(),), "find": (ruleset,)}),
    "Match": (lambda: Match, {"record": (FINISHED.record,), "game": (FINISHED.game,), "key": (None, b"secret")}),
    "Game": (lambda: groundfloor.Game, {"ruleset": (ruleset("second"),), "seats": SEATS, "options": OPTIONS}),
    "Game.from_position": (lambda: groundfloor.Game.from_position, {"data": (FINISHED.game.position(),), "find": (ruleset,)}),
    "Game.from_position_line": (
        lambda: groundfloor.Game.from_position_line,
        {"text": (FINISHED.game.position_line(),), "find": (ruleset,)},
    ),
    "make_agent": (lambda: make_agent, {"specification": ("greedy",), "rng": (Random(1),)}),
    "Record.replay": (lambda: FINISHED.record.replay, {"until": (None, 3)}),
    "Ruleset.action": (lambda: ruleset("second").action, {"text": ("hire", HIRE)}),
    "Chance.draw": (lambda: a_chance().draw, {"rng": (Random(1),)}),
    "Chance.outcome": (lambda: a_chance().outcome, {"text": ("specialty 1 retail", a_chance().outcomes[0])}),
    "Game.view": (lambda: a_match().game.view, {"seat": (None, 0)}),
    "Game.apply": (lambda: a_match().game.apply, {"answer": ("hire", HIRE)}),
    "Game.draft": (lambda: a_match().game.draft, {"action": ("hire", HIRE)}),
    "Game.refusal": (lambda: a_match().game.refusal, {"action": ("hire", HIRE)}),
    "Game.quote": (lambda: a_match().game.quote, {"action": ("hire", HIRE)}),
    "Game.projection": (lambda: a_match().game.projection, {"action": ("hire", HIRE)}),
    "View.refusal": (lambda: a_match().game.view(0).refusal, {"action": ("hire", HIRE)}),
    "View.quote": (lambda: a_match().game.view(0).quote, {"action": ("hire", HIRE)}),
    "View.projection": (lambda: a_match().game.view(0).projection, {"action": ("hire", HIRE)}),
    "View.plan": (lambda: a_match().game.view(0).plan, {"texts": (["hire"], ("hire",))}),
}
"""Each callable with its arguments, each in every type that it may have; the first ones make a possible call."""
GIVEN: tuple[Any, ...] = (3, 2.5, "hire", b"hire", None, True, ["hire"], ("hire",), {"hire": 1}, object())
WRONG = [
    pytest.param(name, argument, given, id=f"{name}-{argument}-{type(given).__name__}")
    for name, (_of, arguments) in CALLS.items()
    for argument, possible in arguments.items()
    for given in GIVEN
    if type(given) not in map(type, possible)
]


def documented() -> set[str]:
    """Returns all that the library exports, and the documented members of its classes, if it takes arguments."""
    found = {name for name in groundfloor.__all__ if isfunction(getattr(groundfloor, name))}
    for name, members in re.findall(r"^::: groundfloor\.(?:daily\.)?(\w+)\n    options:\n      members: \[(.*)\]", API, re.MULTILINE):
        kind = getattr(groundfloor, name, CityOfTheDay)
        assert isclass(kind)
        for member in members.split(", "):
            held = getattr(kind, member)
            if callable(held) and set(signature(held).parameters) - {"self", "journal"}:
                found.add(f"{name}.{member}")
    return found


def test_every_documented_callable_is_tried() -> None:
    assert documented() - CALLS.keys() == set()


@pytest.mark.parametrize("name", CALLS)
def test_first_arguments_are_possible(name: str) -> None:
    of, arguments = CALLS[name]
    of()(**{argument: possible[0] for argument, possible in arguments.items()})


@pytest.mark.parametrize(("name", "argument", "given"), WRONG)
def test_argument_of_a_wrong_type_is_refused_with_a_sentence(name: str, argument: str, given: object) -> None:
    of, arguments = CALLS[name]
    with pytest.raises((TypeError, ValueError, GroundfloorError)) as refused:
        of()(**{**{other: possible[0] for other, possible in arguments.items()}, argument: given})
    assert re.fullmatch(r"[A-Za-z][^\n]{10,190}, not [^\n]{1,90}\.", str(refused.value)), str(refused.value)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not installed")
    match = match_after("done")
    assert match.game.view(numpy.int64(1)).seat == 1 and match.record.replay(until=numpy.int64(2)) == match.record.replay(until=2)
    match.undo(numpy.int64(0), numpy.int8(1))
    assert str(match.record.entries[-1]) == "1 undo 1"
