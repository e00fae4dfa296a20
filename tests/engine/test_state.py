"""Each declared field of the table, a company, a deck and a step is copied, written into positions and read back: none can be forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor import Game, new_game
from groundfloor.engine.fields import ById, Field, IdSet, Kind, ListOf, Number, Part, PerSeat, names_of, read_fields, write_fields
from groundfloor.engine.freezing import field_names
from groundfloor.engine.position import STEP_TYPES, position_context
from groundfloor.engine.state import BONUSES, DECK_FIELDS, PLAYER_FIELDS, STATE_FIELDS, Deck, Player, State
from groundfloor.engine.step import Step

SEATS = ["Ann", "Ben", "automa:pei"]
STEP_FIELDS = [pytest.param(kind, field, id=f"{kind.name} {field.name}") for kind in STEP_TYPES for field in kind.fields]


def a_game() -> Game:
    return new_game("second", SEATS)


CONTEXT = position_context(a_game().ruleset, len(SEATS))


def other_value(kind: Kind, value: Any) -> Any:
    """Returns another value that a field of this kind can have."""
    if isinstance(kind, Number):
        return kind.least if value != kind.least else kind.least + 1
    if isinstance(kind, IdSet):
        return [1 - is_in for is_in in value]
    if isinstance(kind, ById):
        return [other_value(kind.item, part) for part in value]
    if isinstance(kind, ListOf) and value and not kind.is_unique:
        return [other_value(kind.item, part) for part in value]
    if isinstance(kind, ListOf):
        return value[::-1] if value else [1, 0] if kind.is_unique else [1] * (len(SEATS) if isinstance(kind, PerSeat) else 1)
    if isinstance(kind, Part):
        other = value.copy()
        first = kind.fields[0]
        setattr(other, first.name, other_value(first.kind, getattr(other, first.name)))
        return other
    return 1 if value != 1 else 0


def change(thing: Any, field: Field) -> object:
    """Gives a field another value; returns what is written of it."""
    before = field.kind.write(getattr(thing, field.name), CONTEXT)
    setattr(thing, field.name, other_value(field.kind, getattr(thing, field.name)))
    after = field.kind.write(getattr(thing, field.name), CONTEXT)
    assert after != before
    return after


def check_copied(thing: Any, twin: Any, field: Field) -> None:
    """Checks that a copy has the value of a field, in a list of its own."""
    value, copied = getattr(thing, field.name), getattr(twin, field.name)
    assert twin is not thing and type(twin) is type(thing)
    assert field.kind.write(copied, CONTEXT) == field.kind.write(value, CONTEXT)
    assert isinstance(value, int) or value is None or copied is not value
    if isinstance(value, list) and value and not isinstance(value[0], int):
        assert copied[0] is not value[0]


def check_read_back(thing: Any, fresh: Any, fields: tuple[Field, ...], start: object = None) -> None:
    written = write_fields(thing, fields, CONTEXT)
    read_fields(fresh, fields, written, CONTEXT, start)
    assert write_fields(fresh, fields, CONTEXT) == written


@pytest.mark.parametrize("field", STATE_FIELDS, ids=names_of(STATE_FIELDS))
def test_every_field_of_the_table_is_copied_written_and_read_back(field: Field) -> None:
    state = a_game()._state
    written = change(state, field)
    assert write_fields(state, STATE_FIELDS, CONTEXT)[field.name] == written
    check_copied(state, state.copy(), field)
    check_read_back(state, State(), STATE_FIELDS, a_game()._state)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("field", PLAYER_FIELDS, ids=names_of(PLAYER_FIELDS))
def test_every_field_of_a_company_is_copied_written_and_read_back(field: Field, seat: int) -> None:
    player = a_game()._state.players[seat]
    if getattr(player, field.name) is None:
        pytest.skip("people have no deck")
    player.floors, player.floor_uses, player.tenants, player.tenant_places = [1], [0], [2], [3]
    if field.name in ("floors", "tenants"):
        setattr(player, field.name, [])
    written = change(player, field)
    assert write_fields(player, PLAYER_FIELDS, CONTEXT)[field.name] == written
    check_copied(player, player.copy(), field)
    check_read_back(player, Player(), PLAYER_FIELDS)


@pytest.mark.parametrize("field", DECK_FIELDS, ids=names_of(DECK_FIELDS))
def test_every_field_of_a_deck_is_copied_written_and_read_back(field: Field) -> None:
    deck = Deck()
    change(deck, field)
    check_copied(deck, deck.copy(), field)
    check_read_back(deck, Deck(), DECK_FIELDS)


@pytest.mark.parametrize("name", BONUSES)
def test_bonuses_of_a_company_are_copied_and_not_written(name: str) -> None:
    player = a_game()._state.players[0]
    before = write_fields(player, PLAYER_FIELDS, CONTEXT)
    setattr(player, name, 3)
    assert getattr(player.copy(), name) == 3
    assert write_fields(player, PLAYER_FIELDS, CONTEXT) == before


@pytest.mark.parametrize(("kind", "field"), STEP_FIELDS)
def test_every_field_of_a_step_is_copied_written_and_read_back(kind: type[Step], field: Field) -> None:
    """``saved_fields`` has it too, so that the endgame search and observations can't miss it."""
    step = kind()
    for each in kind.fields:
        change(step, each)
    before = step.copy().saved_fields()
    written = change(step, field)
    assert step.save(CONTEXT)[field.name] == written
    assert step.saved_fields() != before
    check_copied(step, step.copy(), field)
    read = kind()
    read.load(step.save(CONTEXT), CONTEXT)
    assert read.save(CONTEXT) == step.save(CONTEXT) and read.saved_fields() == step.saved_fields()


@pytest.mark.interpreted("compiled classes do not list their slots")
@pytest.mark.parametrize("kind", STEP_TYPES, ids=[kind.name for kind in STEP_TYPES])
def test_step_has_no_field_that_is_not_declared(kind: type[Step]) -> None:
    assert sorted(field_names(kind())) == sorted(names_of(kind.fields))
