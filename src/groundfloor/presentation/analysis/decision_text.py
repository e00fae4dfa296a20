"""Analysed decisions in words: what was played, what was better, what it cost and why; and expected prestige and winning chance over the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..after_game.figures import FigureRow, Figures
from ..bidi import isolated
from ..names import round_and_phase
from ..view import TableView
from .hint_text import basis_text, chance_text, keep_percent_together, then_text, title_of
from .reason_text import reasons_sentence, search_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import DecisionAnalysis, Expectation
    from groundfloor.engine.game import Game


@dataclass(frozen=True)
class DecisionText:
    """A decision in words, and the number of entries after which it was made."""

    entry: int
    seat: int
    moment: str
    verdict: str
    cost: str
    why: str


def decision_text(decision: DecisionAnalysis, game: Game, language: str, translations: NullTranslations) -> DecisionText:
    _ = translations.gettext
    view = TableView.of_position(game, decision.seat, language, translations)
    facts = {
        "name": isolated(game.seats[decision.seat].name),
        "played": title_of(view, decision.played),
        "best": title_of(view, decision.best),
    }
    verdict = _("%(name)s chose “%(played)s”; “%(best)s” was better.") % facts
    moment = round_and_phase(decision.round, decision.phase, translations)
    return DecisionText(decision.entry, decision.seat, moment, verdict, cost_text(decision, translations), why_text(decision, view))


def why_text(decision: DecisionAnalysis, view: TableView) -> str:
    """Returns why the best answer is better than the one that was played, what follows it, and how both were judged."""
    translations, played = view.translations, title_of(view, decision.played)
    why = reasons_sentence(decision.reasons, played, view.game.ruleset.ending.is_over(view.game), translations)
    why = why or search_sentence(decision.before, decision.after, played, translations)
    return " ".join(filter(None, (why, then_text(view, decision.line), basis_text(decision.before, decision.simulations, view))))


def cost_text(decision: DecisionAnalysis, translations: NullTranslations) -> str:
    facts = {
        "before": chance_text(decision.before, translations),
        "after": chance_text(decision.after, translations),
        "points_before": decision.before.points,
        "points_after": decision.after.points,
    }
    parts = []
    if facts["before"] != facts["after"]:
        parts.append(translations.gettext("winning chance %(before)s → %(after)s") % facts)
    if decision.before.points != decision.after.points:
        parts.append(translations.gettext("expected prestige %(points_before)s → %(points_after)s") % facts)
    return keep_percent_together(translations.gettext("What it cost: %(what)s.") % {"what": ", ".join(parts)})


def summary_lines(decisions: Sequence[DecisionAnalysis], game: Game, translations: NullTranslations) -> list[str]:
    """Returns for each seat how many decisions were analysed and how many had no better answer; then those of the guide."""
    lines = []
    for seat in sorted({decision.seat for decision in decisions}):
        own = [decision for decision in decisions if decision.seat == seat and not decision.is_guided]
        if not own:
            continue
        best = sum(not decision.is_mistake for decision in own)
        sentence = translations.ngettext(
            "%(name)s: %(n)s decision, the best answer or one as good in %(best)s of them.",
            "%(name)s: %(n)s decisions, the best answer or one as good in %(best)s of them.",
            len(own),
        )
        lines.append(sentence % {"name": isolated(game.seats[seat].name), "n": len(own), "best": best})
    guided = sum(decision.is_guided for decision in decisions)
    if guided:
        lines.append(
            translations.ngettext(
                "%(n)s decision followed the guide and is not judged.", "%(n)s decisions followed the guide and are not judged.", guided
            )
            % {"n": guided}
        )
    return lines


def expectation_figures(decisions: Sequence[DecisionAnalysis], game: Game, translations: NullTranslations) -> list[Figures]:
    """Returns winning chance and expected prestige of each seat at its first decision of each round, and after its last one."""
    _ = translations.gettext
    rounds = sorted({decision.round for decision in decisions})
    columns = (*(str(max(round, 1)) for round in rounds), _("End"))
    note = _("At the first decision of each round, and after the last decision.")

    def figures(id: str, name: str, note: str, number: Callable[[Expectation], int]) -> Figures:
        seats = sorted({decision.seat for decision in decisions})
        return Figures(
            id, name, note, columns, tuple(row(decisions, seat, rounds, isolated(game.seats[seat].name), number) for seat in seats)
        )

    return [
        figures("winning-chance", _("Winning chance in percent"), note, lambda expected: expected.percent),
        figures("expected-prestige", _("Expected prestige"), note, lambda expected: expected.points),
    ]


def row(
    decisions: Sequence[DecisionAnalysis], seat: int, rounds: Sequence[int], name: str, number: Callable[[Expectation], int]
) -> FigureRow:
    """Returns the values of a seat; a round without a decision of its own has those of its next one."""
    own = [decision for decision in decisions if decision.seat == seat]
    values = []
    for round in rounds:
        later = next((decision.before for decision in own if decision.round >= round), own[-1].after)
        values.append(number(later))
    return FigureRow(name, (*values, number(own[-1].after)), seat)
