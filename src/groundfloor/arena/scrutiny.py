"""A position looked at from all sides: read back, copied, viewed, and every action tried."""

from __future__ import annotations

import json
from random import Random

from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.errors import GroundfloorError, IllegalAction, WrongOutcome
from groundfloor.engine.game import Game
from groundfloor.engine.position import position_text

FOREIGN = Outcome((0,), "front of nothing")


class Unsound(GroundfloorError):
    """Something that always holds does not hold in a game."""


def demand(holds: bool, sentence: str) -> None:
    """Unsound with this sentence unless it holds."""
    if not holds:
        raise Unsound(sentence)


def scrutinize(game: Game, dice: Random) -> None:
    """All of it. Unsound, or the error that came, says what does not hold; the game stays as it is."""
    text = position_text(game.position())
    read_back(game, text)
    copied(game, text, dice)
    viewed(game)
    tried(game)
    drawn(game)
    demand(position_text(game.position()) == text, "Asking has changed the game.")


def read_back(game: Game, text: str) -> None:
    """A position is read back as it was written, which looks at its soundness too, with the same answers."""
    twin = Game.from_position(json.loads(text), ruleset)
    demand(position_text(twin.position()) == text and twin.legal == game.legal, "The position reads back as another one.")


def copied(game: Game, text: str, dice: Random) -> None:
    """A copy goes its own way, and with a journal the same way as without."""
    if game.is_over:
        return
    answer: Action | Outcome = dice.choice(game.legal) if game.chance is None else dice.choice(game.chance.outcomes)
    twin, told = game.copy(), game.copy()
    told.journal = []
    demand(position_text(twin.position()) == text, "A copy is another position.")
    twin.apply(answer)
    demand(position_text(game.position()) == text, f"{answer.text} on a copy has changed the game.")
    told.apply(answer)
    demand(position_text(told.position()) == position_text(twin.position()), f"{answer.text} does something else when a journal listens.")
    seats = {event.seat for event in told.journal}
    demand(seats <= set(range(-1, len(game.seats))), f"{answer.text} tells of the seats {sorted(seats)}.")


def viewed(game: Game) -> None:
    """Only who is asked sees answers; a view can be written as JSON."""
    for seat in (*range(len(game.seats)), None):
        view = game.view(seat)
        demand(bool(view.legal_actions) == (seat is not None and seat == game.asked), f"The view of seat {seat} has wrong answers.")
        if seat is None or seat == game.asked:
            json.dumps(view.as_dict())
    demand(len(game.scores()) == len(game.seats), "A seat has no score.")


def tried(game: Game) -> None:
    """Legal is what is accepted and has no reason against it, over the whole action table."""
    legal = set(game.legal)
    for action in game.ruleset.actions:
        demand((game.refusal(action) is None) == (action in legal), f"The reason against {action.text} does not fit the legal answers.")
        quote = game.quote(action)
        demand(min(quote.time, quote.money, quote.info, quote.supply) >= 0, f"{action.text} has a negative price.")
        if action in legal:
            game.copy().apply(action)
            continue
        try:
            game.apply(action)
        except IllegalAction:
            continue
        raise Unsound(f"{action.text} is accepted, and it is not legal.")


def drawn(game: Game) -> None:
    """Each outcome is accepted and reads back; what chance does not have is refused."""
    for outcome in game.chance.outcomes if game.chance is not None else []:
        demand(game.chance is not None and game.chance.outcome(outcome.text) is outcome, f"{outcome.text} reads back as another outcome.")
        game.copy().apply(outcome)
    try:
        game.apply(FOREIGN)
    except WrongOutcome:
        return
    raise Unsound("An outcome that nobody knows is accepted.")
