"""Expected prestige and winning chance over a game, as figures for charts and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.after_game.figures import Figures, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import DecisionAnalysis, Expectation
    from groundfloor.engine.game import Game


def expectation_figures(decisions: Sequence[DecisionAnalysis], game: Game, words: NullTranslations) -> list[Figures]:
    """Returns winning chance and expected prestige of each seat at its first decision of each round, and after its last one."""
    _ = words.gettext
    rounds = sorted({decision.round for decision in decisions})
    columns = (*(str(max(round, 1)) for round in rounds), _("End"))
    note = _("At the first decision of each round, and after the last decision.")

    def figures(id: str, name: str, note: str, number: Callable[[Expectation], int]) -> Figures:
        seats = sorted({decision.seat for decision in decisions})
        return Figures(id, name, note, columns, tuple(row(decisions, seat, rounds, game.seats[seat].name, number) for seat in seats))

    own_views = _("Each player’s chance is what that player’s own move promised at that moment, so the chances need not add up to 100.")
    return [
        figures("winning-chance", _("Winning chance in percent"), f"{note} {own_views}", lambda expected: expected.percent),
        figures("expected-prestige", _("Expected prestige"), note, lambda expected: expected.points),
    ]


def row(decisions: Sequence[DecisionAnalysis], seat: int, rounds: Sequence[int], name: str, number: Callable[[Expectation], int]) -> Row:
    """Returns the values of a seat; a round without a decision of it has those of its next one."""
    own = [decision for decision in decisions if decision.seat == seat]
    found = []
    for round in rounds:
        later = next((decision.before for decision in own if decision.round >= round), own[-1].after)
        found.append(number(later))
    return Row(name, (*found, number(own[-1].after)), seat)
