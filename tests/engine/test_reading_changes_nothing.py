"""Whatever reads a game leaves its state alone: nothing edits the live state, not even to put it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NoReturn

import pytest

from groundfloor import Game, new_game
from groundfloor.agents.evaluation import evaluate
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.editions import NAMES
from groundfloor.engine import position_projection
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.engine.state import Deck, Player, State
from groundfloor.presentation.board.decision import decision
from groundfloor.presentation.board.score import sheet
from tests.support.boards import view_of

CLASSES = (State, Player, Deck)
EDITS = (
    *("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"),
    *("__delitem__", "__iadd__", "__imul__", "__setitem__"),
)


class StateEdited(Exception):
    """A state that is only to be read was edited."""


def refuse(*_: object, **__: object) -> NoReturn:
    raise StateEdited


LockedList: type[list[object]] = type("LockedList", (list,), dict.fromkeys(EDITS, refuse))


def locked(value: object) -> object:
    """Returns lists, and lists in lists, that can't be edited; copies of them can."""
    return LockedList(locked(part) for part in value) if isinstance(value, list) else value


def lock_lists(thing: State | Player | Deck) -> None:
    """Locks all lists of a state, with its players and their decks."""
    for name in type(thing).__slots__:
        value = getattr(thing, name)
        for part in value if name == "players" else [value]:
            if isinstance(part, CLASSES):
                lock_lists(part)
        setattr(thing, name, locked(value))


@pytest.fixture
def locked_fields(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Game], None]]:
    """Returns a function after whose call no field of the game's state can be set; copies are free."""
    fixed: set[int] = set()

    def guarded(self: object, name: str, value: object) -> None:
        if id(self) in fixed:
            raise StateEdited
        object.__setattr__(self, name, value)

    for kind in CLASSES:
        monkeypatch.setattr(kind, "__setattr__", guarded)

    def lock(game: Game) -> None:
        fixed.clear()
        lock_lists(game._state)
        fixed.update(id(thing) for thing in (game._state, *game._state.players))
        fixed.update(id(player.deck) for player in game._state.players if player.deck is not None)

    yield lock
    fixed.clear()


def read_all(game: Game, rng: Random) -> None:
    game.scores()
    game.position()
    find_violation(game, tiles_of(game))
    for seat in (*range(len(game.seats)), None):
        game.view(seat).as_dict()
    for action in game.ruleset.actions:
        game.refusal(action)
        game.quote(action)
        game.projection(action)
    for action in rng.sample(game.legal_actions, min(3, len(game.legal_actions))):
        game.draft(action)
    for seat in range(len(game.seats)):
        evaluate(game, seat, load_weights())
        position_projection.time_of_round(game, seat)
        position_projection.floor_price(game, seat)
        position_projection.has_free_tenant(game, seat)
    position_projection.projected_popularity(game)
    position_projection.seats_to_come(game)
    position_projection.consumers_to_come(game)
    if game.asked_seat >= 0:
        view = view_of(game, [], game.asked_seat)
        decision(view)
        sheet(view)


@pytest.mark.interpreted("compiled classes can't be watched")
@pytest.mark.parametrize("name", NAMES)
def test_reading_a_game_edits_no_state(name: str, locked_fields: Callable[[Game], None]) -> None:
    rng = Random(f"reading {name}")
    game = new_game(name, ["Ann", "automa:gropius", "Ben"] if name in ("second", "online") else ["Ann", "Ben", "Cleo"])
    read = 0
    while not game.is_over:
        if game.asked_seat >= 0 and rng.random() < 0.1:
            twin = game.copy()
            locked_fields(twin)
            read_all(twin, rng)
            read += 1
        game.apply(rng.choice(game.legal_actions) if game.chance is None else rng.choice(game.chance.outcomes))
    assert read > 5


@pytest.mark.interpreted("compiled classes can't be watched")
def test_an_edit_of_a_locked_state_is_noticed(locked_fields: Callable[[Game], None]) -> None:
    game = new_game("second", ["Ann", "automa:pei"])
    locked_fields(game)
    with pytest.raises(StateEdited):
        game._state.players[0].money += 1
    with pytest.raises(StateEdited):
        game._state.popularity.append(1)
    with pytest.raises(StateEdited):
        game._state.marketing_boxes[0][0] = 1
    game.copy()._state.popularity.append(1)
