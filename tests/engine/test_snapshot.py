"""What a game shows of its table can be read, compared, copied and kept, and never changes the game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from groundfloor import Game, Match, new_game, read_record, ruleset
from groundfloor.engine.fields import names_of
from groundfloor.engine.position_line import line_of
from groundfloor.engine.state import BONUSES, DECK_FIELDS, PLAYER_FIELDS, STATE_FIELDS

REFUSED = r"^(State|Player|Deck)Snapshot\.\w+ can't be changed: apply\(\) changes a game, and read_position\(\) makes another table\.$"
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301 - made here
}


def match_after(answers: int) -> Match:
    match = Match.new(ruleset("second"), ["Ann", "automa:pei", "Ben"], {}, key=b"secret")
    dice = Random(1)
    for _ in range(answers):
        match.apply(dice.choice(match.game.legal_actions))
    return match


def game_after(answers: int) -> Game:
    return match_after(answers).game


WAYS: dict[str, Callable[[Match], Game]] = {
    "match": lambda match: match.game,
    "copy": lambda match: match.game.copy(),
    "view": lambda match: match.game.view(0).game(),
    "draft": lambda match: match.game.draft(match.game.legal_actions[0]),
    "replay": lambda match: read_record(match.record.format()).replay(),
    "positions": lambda match: next(iter(match.record.positions()))[0],
}


@pytest.mark.parametrize("way", WAYS)
def test_no_field_can_be_written_however_the_game_was_got(way: str) -> None:
    game = WAYS[way](match_after(30))
    line = line_of(game)
    for part in (game.state, game.state.players[0], game.state.players[1].deck):
        for name in ("money", "round", "players", "pile", "wings"):
            with pytest.raises(AttributeError, match=REFUSED):
                setattr(part, name, 1000)
            with pytest.raises(AttributeError, match=REFUSED):
                delattr(part, name)
    assert line_of(game) == line


@pytest.mark.parametrize("way", WAYS)
def test_no_property_of_a_game_can_be_written(way: str) -> None:
    game = WAYS[way](match_after(30))
    line = line_of(game)
    for name in ("ruleset", "seats", "options", "automas", "chance", "asked_seat", "question_kind", "state", "question", "current_player"):
        with pytest.raises(AttributeError, match=rf"\b{name}\b"):
            setattr(game, name, None)
        with pytest.raises(AttributeError, match=rf"\b{name}\b"):
            delattr(game, name)
    assert line_of(game) == line


def test_draw_can_not_be_written_as_copies_share_it() -> None:
    game = new_game("second", ["Ann", "Ben"])
    chance, line = game.chance, line_of(game)
    assert chance is not None
    for thing, names in ((chance, ("kind", "outcomes", "weights")), (chance.outcomes[0], ("values", "text"))):
        for name in names:
            with pytest.raises(AttributeError, match=rf"\b{name}\b"):
                setattr(thing, name, ())
    assert line_of(game) == line and game.copy().chance == chance


def test_no_row_of_spaces_tiles_or_seats_can_be_changed() -> None:
    game = game_after(30)
    state, player = game.state, game.state.players[0]
    rows: tuple[Any, ...] = (state.players, state.factory_queue, state.marketing_boxes, state.marketing_boxes[0], player.remodeled)
    for row in rows:
        assert not hasattr(row, "append") and len(row) > 0
        with pytest.raises(TypeError, match="does not support item assignment"):
            row[0] = row[-1]


def test_state_itself_can_not_be_replaced() -> None:
    game: Any = game_after(0)
    with pytest.raises(AttributeError):
        game.state = game_after(30).state


def test_answers_that_are_told_are_lists_of_the_caller() -> None:
    game = game_after(0)
    question = game.question
    assert question is not None
    legal = [action.text for action in game.legal_actions]
    question.legal.clear()
    game.legal_actions.clear()
    assert [action.text for action in game.legal_actions] == legal != []


def with_tuples(value: Any) -> Any:
    return tuple(with_tuples(part) for part in value) if isinstance(value, list) else value


def test_snapshot_has_every_field() -> None:
    game = game_after(60)
    state = game.state
    for name in names_of(STATE_FIELDS):
        if name != "players":
            assert getattr(state, name) == with_tuples(getattr(game._state, name))
    for shown, player in zip(state.players, game._state.players, strict=True):
        for name in (*names_of(PLAYER_FIELDS), *BONUSES):
            if name != "deck":
                assert getattr(shown, name) == with_tuples(getattr(player, name))
        assert (shown.deck is None) == (player.deck is None)
        for name in names_of(DECK_FIELDS):
            if player.deck is not None:
                assert getattr(shown.deck, name) == with_tuples(getattr(player.deck, name))
        assert [shown.owns(tile) for tile in range(60)] == [player.owns(tile) for tile in range(60)]
    assert state.revealed_design == game._state.revealed_design


def test_snapshot_stays_when_the_game_goes_on() -> None:
    match = match_after(10)
    before, again = match.game.state, match.game.state
    assert before == again and hash(before) == hash(again) and {before: 1}[again]
    kept = repr(before)
    for _ in range(10):
        match.apply(match.game.legal_actions[0])
    assert repr(before) == kept and before == again != match.game.state


def test_repr_names_the_fields() -> None:
    text = repr(game_after(30).state)
    assert text.startswith("StateSnapshot(round=") and "PlayerSnapshot(money=" in text and "DeckSnapshot(pile=" in text


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_copied_snapshot_is_equal_and_refuses_too(copied: Callable[[Any], Any]) -> None:
    state = game_after(30).state
    twin = copied(state)
    player: Any = twin.players[0]
    assert twin == state and type(twin) is type(state) and twin.players[1].deck == state.players[1].deck
    with pytest.raises(AttributeError, match=REFUSED):
        player.money += 1
