"""All ways in which a position can go on: outcomes of chance with their probabilities, and answers that a test lets players give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal

from .table import begin

Answers = Callable[[Game], list[str]]


class Ending:
    """A way to go on: the ``choices`` on it, how ``likely`` its outcomes of chance are together, and the game where it ends."""

    def __init__(self, choices: tuple[str, ...], likely: Fraction, game: Game) -> None:
        self.choices = choices
        self.likely = likely
        self.game = game


def endings(
    game: Game,
    answers: Answers,
    is_end: Callable[[Game], bool],
    chosen_chance: tuple[str, ...] = (),
    choices: tuple[str, ...] = (),
    likely: Fraction = Fraction(1),
) -> Iterator[Ending]:
    """Yields all ways to go on until ``is_end``; chance of a kind in ``chosen_chance`` counts as a choice. The game's journal goes along."""
    if is_end(game) or game.is_over:
        yield Ending(choices, likely, game)
    elif game.chance is not None:
        chance, total = game.chance, sum(game.chance.weights)
        is_choice = chance.kind in chosen_chance
        for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
            if weight:
                share = Fraction(1) if is_choice else Fraction(weight, total)
                path = (*choices, outcome.text) if is_choice else choices
                yield from endings(after(game, outcome.text), answers, is_end, chosen_chance, path, likely * share)
    else:
        for text in answers(game):
            yield from endings(after(game, text), answers, is_end, chosen_chance, (*choices, text), likely)


def after(game: Game, text: str) -> Game:
    """Returns a copy after an answer or outcome, with the events of both in its journal."""
    then = game.copy()
    then.journal = game.journal.copy() if game.journal is not None else Journal()
    then.apply(text)
    return then


def passes(game: Game) -> list[str]:
    """Returns the answer that does nothing, or the first one where something must be done."""
    texts = [action.text for action in game._legal]
    return [next((text for text in ("done", "none", "end") if text in texts), texts[0])]


def played_on(game: Game, texts: list[str], round: int = 99) -> Game:
    """Gives these answers, and lets everybody pass until a round or the end; chance always brings its first outcome."""
    then = game.copy()
    then.journal = game.journal.copy() if game.journal is not None else Journal()
    for text in texts:
        then = after(then, text)
    while not then.is_over and then._state.round < round:
        then.apply(then.chance.outcomes[0].text if then.chance is not None else passes(then)[0])
    return then


def events_of(game: Game) -> list[Event]:
    return game.journal.events if game.journal is not None else []


def facts_of(game: Game, kind: str, seat: int, fact: str) -> list[int]:
    found = [event.facts[fact] for event in events_of(game) if event.kind == kind and event.seat == seat]
    assert all(isinstance(number, int) for number in found)
    return [number for number in found if isinstance(number, int)]


def at_reorganize(game: Game) -> Game:
    """Returns the same position at the beginning of phase V, with the forecast turned up."""
    then = game.copy()
    if then._state.revealed_design < 0:
        designs = then.ruleset.designs
        then._state.revealed_forecasts.append(next(i for i, design in enumerate(designs) if design.type == then._state.current_forecast))
    for player in then._state.players:
        player.money += 100
    if then.ruleset.ending.is_over(then):
        then._steps, then._asked_seat = [], -1
        return then
    then.journal = Journal()
    return begin(then, "reorganize")
