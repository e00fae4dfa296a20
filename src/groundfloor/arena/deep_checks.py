"""Deep checks of one position: reading it back, copying it, every view, every action, every outcome."""

from __future__ import annotations

import json
from random import Random

from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.errors import GroundfloorError, IllegalAction, WrongOutcome
from groundfloor.engine.game import Game
from groundfloor.engine.position import position_text

UNKNOWN_OUTCOME = Outcome((0,), "front of nothing")


class InvariantError(GroundfloorError):
    """A property that every game has is broken."""


def require(holds: bool, sentence: str) -> None:
    """Raises InvariantError with the sentence unless the condition holds."""
    if not holds:
        raise InvariantError(sentence)


def check_position(game: Game, rng: Random) -> None:
    """Runs all checks and leaves the game unchanged. Raises InvariantError, or whatever error the engine raised."""
    text = position_text(game.position())
    check_round_trip(game, text)
    check_copy(game, text, rng)
    check_views(game)
    check_all_actions(game)
    check_all_outcomes(game)
    require(position_text(game.position()) == text, "Asking has changed the game.")


def check_round_trip(game: Game, text: str) -> None:
    """Writes the position and reads it back, which also validates it; text and legal actions must be the same."""
    twin = Game.from_position(json.loads(text), ruleset)
    require(position_text(twin.position()) == text and twin.legal == game.legal, "The position reads back as another one.")


def check_copy(game: Game, text: str, rng: Random) -> None:
    """Checks that a copy is independent of its original, and that a journal changes nothing."""
    if game.is_over:
        return
    answer: Action | Outcome = rng.choice(game.legal) if game.chance is None else rng.choice(game.chance.outcomes)
    twin, journaled = game.copy(), game.copy()
    journaled.journal = []
    require(position_text(twin.position()) == text, "A copy is another position.")
    twin.apply(answer)
    require(position_text(game.position()) == text, f"{answer.text} on a copy has changed the game.")
    journaled.apply(answer)
    require(
        position_text(journaled.position()) == position_text(twin.position()), f"{answer.text} does something else when a journal listens."
    )
    seats = {event.seat for event in journaled.journal}
    require(seats <= set(range(-1, len(game.seats))), f"{answer.text} tells of the seats {sorted(seats)}.")


def check_views(game: Game) -> None:
    """Checks that only the seat that is asked sees legal actions, and that a view can be written as JSON."""
    for seat in (*range(len(game.seats)), None):
        view = game.view(seat)
        require(bool(view.legal_actions) == (seat is not None and seat == game.asked_seat), f"The view of seat {seat} has wrong answers.")
        if seat is None or seat == game.asked_seat:
            json.dumps(view.as_dict())
    require(len(game.scores()) == len(game.seats), "A seat has no score.")


def check_all_actions(game: Game) -> None:
    """Checks for every action of the ruleset that it is legal exactly if it has no refusal and is accepted."""
    legal = set(game.legal)
    for action in game.ruleset.actions:
        require((game.refusal(action) is None) == (action in legal), f"The reason against {action.text} does not fit the legal answers.")
        quote = game.quote(action)
        require(min(quote.time, quote.money, quote.info, quote.supply) >= 0, f"{action.text} has a negative price.")
        if action in legal:
            game.copy().apply(action)
            continue
        try:
            game.apply(action)
        except IllegalAction:
            continue
        raise InvariantError(f"{action.text} is accepted, and it is not legal.")


def check_all_outcomes(game: Game) -> None:
    """Checks that each outcome is accepted and found by its text, and that an unknown outcome is refused."""
    for outcome in game.chance.outcomes if game.chance is not None else []:
        require(game.chance is not None and game.chance.outcome(outcome.text) is outcome, f"{outcome.text} reads back as another outcome.")
        game.copy().apply(outcome)
    try:
        game.apply(UNKNOWN_OUTCOME)
    except WrongOutcome:
        return
    raise InvariantError("An outcome that nobody knows is accepted.")
