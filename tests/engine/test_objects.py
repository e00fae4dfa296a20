"""Objects are compared, hashed and shown as a person expects; what is shared can't be changed; wrong types are refused with a sentence (all of them: test_arguments.py)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from groundfloor import Game, Match, Outcome, Seat, new_game, read_record, ruleset
from groundfloor.engine.errors import UnknownAction
from groundfloor.engine.projection import projection_data


def a_match() -> Match:
    return Match.new(ruleset("second"), ["Ann", "automa:pei", "Ben"], {"deck": "preset"}, key=b"secret")


def positions(seed: int, answers: int = 400) -> list[Game]:
    """Returns the positions of a game that is played at random."""
    dice = Random(seed)
    game = new_game("second", ["Ann", "automa:hadid", "Ben"], {"era": "random"})
    found = [game.copy()]
    while not game.is_over and len(found) < answers:
        game.apply(game.chance.draw(dice) if game.chance is not None else dice.choice(game.legal_actions))
        found.append(game.copy())
    return found


def test_games_are_equal_if_their_positions_are() -> None:
    assert positions(1) == positions(1) and positions(1)[-1] != positions(2)[-1]
    assert new_game("second", ["Ann", "Ben"]) != new_game("second", ["Ann", "Cleo"]) != new_game("first", ["Ann", "Cleo"])
    with pytest.raises(TypeError, match="unhashable"):
        hash(new_game())


def test_key_tells_positions_apart_as_their_texts_do() -> None:
    games = [*positions(1), *positions(1), *positions(2)]
    assert (
        len({game.key() for game in games})
        == len({game.position_line() for game in games})
        == len({str(game.position()) for game in games})
    )


def test_key_tells_automas_and_rulesets_apart() -> None:
    tables = [("second", "automa:pei"), ("second", "automa:hadid"), ("second", "Ben"), ("online", "Ben"), ("first", "Ben")]
    assert len({new_game(rules, ["Ann", other]).key() for rules, other in tables}) == len(tables)


def test_what_a_game_tells_is_compared_by_its_content() -> None:
    first, second = a_match(), a_match()
    assert first == second and first.record == second.record and first.game.view(0) == second.game.view(0) != second.game.view(1)
    assert first.game.question == second.game.question and first.game.scores() == second.game.scores()
    assert first.game.quote("hire") == second.game.quote("hire") and len({first.game.quote("hire"), second.game.quote("hire")}) == 1
    assert hash(first.game.question) == hash(second.game.question) and first.game.refusal("factory") == second.game.refusal("factory")
    assert Seat("Ann", colour="red") == Seat("Ann", colour="red") != Seat("Ann") and len({Seat("Ann"), Seat("Ann")}) == 1
    assert Outcome((1,), "a") == Outcome((1,), "a") != Outcome((2,), "a") and {Outcome((1,), "a"): 1}[Outcome((1,), "a")] == 1
    second.apply("done")
    assert first != second and first.record != second.record and first.game != second.game


def test_repr_tells_ruleset_round_phase_and_who_is_asked() -> None:
    match = a_match()
    assert repr(match.game) == "<Game of second 1, round 1, hire, seat 1 (Ann) is asked: hire>"
    assert repr(match.game.view(0)) == "<View of seat 1: second 1, round 1, hire, seat 1 (Ann) is asked: hire>"
    assert repr(match) == "<Match with 3 entries: second 1, round 1, hire, seat 1 (Ann) is asked: hire>"
    assert repr(match.record) == "<Record of second 1 with 3 entries: Ann, Pei, Ben>" and repr(match.game.ruleset) == "<Ruleset second 1>"
    assert repr(new_game("second", ["Ann", "Ben"])).endswith("chance is asked: specialty>")
    assert repr(match.game.question) == "Question('hire', seat=0, legal=['hire', 'done'])"
    assert repr(match.game.quote("hire")).startswith("Quote(money=") and repr(match.game.scores()[0]).startswith("Score(seat=")
    assert repr(match.game._state.players[0]).startswith("Player(money=")


@pytest.mark.parametrize("text", ["hire", "done"])
def test_text_of_an_action_is_accepted_like_the_action(text: str) -> None:
    game = a_match().game
    action, view = game.ruleset.action(text), game.view(0)
    assert game.quote(text) == game.quote(action) == view.quote(text) and game.draft(text) == game.draft(action)
    assert game.refusal(text) == view.refusal(text) == view.refusal(action) is None
    assert [projection_data(thing.projection(given)) for thing in (game, view) for given in (text, action)] == [
        projection_data(game.projection(action))
    ] * 4
    with pytest.raises(UnknownAction, match="hier"):
        game.quote("hier")


def test_wrong_types_are_refused_with_a_sentence() -> None:
    wrong: Any = 3
    for call, sentence in (
        (lambda: a_match().apply(wrong), "An action is an Action or its text, such as 'hire', not 3."),
        (lambda: new_game("second", "Ann"), "Seats are a list of names and Seats, such as ['Ann', 'automa:pei'], not 'Ann'."),
        (lambda: new_game("second", ["Ann", wrong]), "Seats are a list of names and Seats, such as ['Ann', 'automa:pei'], not ['Ann', 3]."),
        (lambda: new_game(wrong), "A ruleset is a Ruleset or its name, such as 'second', not 3."),
        (lambda: a_match().game.view(cast("Any", "Ann")), "A seat is a number from 0 to 2, or None for a spectator, not 'Ann'."),
        (lambda: read_record(wrong), "A record is read from a text, such as path.read_text('utf-8'), not 3."),
    ):
        with pytest.raises(TypeError) as refused:
            call()
        assert str(refused.value) == sentence


def test_what_games_share_cannot_be_changed() -> None:
    game: Any = a_match().game
    for thing, name in ((game.seats[0], "name"), (game.ruleset, "name"), (game.legal_actions[0], "text"), (game.ruleset.rooms[0], "id")):
        with pytest.raises(AttributeError, match=f"{name} can't be changed: games share it"):
            setattr(thing, name, "other")
    drawn: Any = new_game("second", ["Ann", "Ben"]).chance
    assert isinstance(drawn.outcomes, tuple) and isinstance(drawn.weights, tuple)
    game.question.legal.clear()
    game.legal_actions.clear()
    assert len(game.legal_actions) == 2
