"""Each field of the state and of a player is copied, written into positions and read back: none can be forgotten in one of the places."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor import Game, new_game
from groundfloor.engine.position import load_player, load_state, save_player, save_state
from groundfloor.engine.state import Deck, Player, State

pytestmark = pytest.mark.interpreted("compiled classes do not list their slots")
STATE: tuple[str, ...] = getattr(State, "__slots__", ())
PLAYER: tuple[str, ...] = getattr(Player, "__slots__", ())
DERIVED = {name for name in PLAYER if name.startswith(("income_bonus", "hire_discount", "sale_", "keeps_"))}
"""What ``update_bonuses`` adds up from a player's tiles."""


def other_than(value: Any) -> Any:
    """Returns another value of the same kind and, if it is a list, of the same length."""
    if isinstance(value, Deck):
        deck = value.copy()
        deck.discard = [*deck.discard, 4]
        return deck
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [[number + 1 for number in row] for row in value]
    if isinstance(value, list) and value and isinstance(value[0], Player):
        players = [player.copy() for player in value]
        players[0].money += 1
        return players
    if isinstance(value, list):
        return [number + 1 for number in value] if value else [1]
    return value + 1


def a_game() -> Game:
    return new_game("second", ["Ann", "Ben", "automa:pei"])


@pytest.mark.parametrize("name", STATE)
def test_every_field_of_the_state_is_copied_saved_and_read_back(name: str) -> None:
    state = a_game().state
    before = save_state(state)
    setattr(state, name, other_than(getattr(state, name)))
    assert save_state(state) != before
    assert save_state(state.copy()) == save_state(state)
    value = getattr(state, name)
    assert not isinstance(value, list) or getattr(state.copy(), name) is not value
    if name != "popularity_order":
        assert save_state(load_state(save_state(state), a_game().state)) == save_state(state)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("name", PLAYER)
def test_every_field_of_a_player_is_copied_saved_and_read_back(name: str, seat: int) -> None:
    player = a_game().state.players[seat]
    if getattr(player, name) is None:
        pytest.skip("people have no deck")
    player.floors, player.floor_uses, player.tenants, player.tenant_places = [1], [0], [2], [3]
    before = save_player(player)
    changed = other_than(getattr(player, name))
    setattr(player, name, changed)
    twin = player.copy()
    assert twin is not player
    assert save_player(twin) == save_player(player) == save_player(load_player(save_player(player)))
    assert (save_player(player) == before) == (name in DERIVED)
    assert getattr(twin, name) == changed or name == "deck"
    assert not isinstance(changed, list) or getattr(twin, name) is not changed
