"""Answers grouped by their places on the board: areas of the city, the viewer's company, its remodels, what can be bought."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from groundfloor.engine.actions import Action

from . import names
from .areas.registry import presenters
from .board.action_text import action_title
from .board.phrases import tile_words
from .view import TableView

FEW = 8
"""Up to so many answers are no long list."""


@dataclass(frozen=True)
class AnswerPlace:
    """A place with the legal answers there; ``first`` is the number of the first one in the list of all, from 1."""

    title: str
    first: int
    actions: tuple[Action, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.actions) - 1


def answer_places(view: TableView) -> list[AnswerPlace]:
    """Returns the places of all legal answers, in their order; an answer without a place is one of its own."""
    places: list[AnswerPlace] = []
    for title, actions in groupby(view.game.legal_actions, lambda action: place_title(view, action)):
        first = places[-1].last + 1 if places else 1
        places.append(AnswerPlace(title, first, tuple(actions)))
    return places


def place_title(view: TableView, action: Action) -> str:
    """Returns the name of the place where an answer is given: an area with its letter, the viewer's company, a tenant improvement, all floors."""
    rules = view.game.ruleset
    for letter, presenter in zip(names.LETTERS, presenters(rules), strict=False):
        if action.verb == presenter.task_verb:
            return f"{names.without_soft_hyphens(presenter.name(view.translations))} ({letter})"
    if action.verb == "remodel":
        return view._("Remodel")
    if rules.task_of[action.index] is not None:
        return view._("Your company")
    bought = next((tile for tile in rules.tiles if action.verb == "buy" and tile.id == action.text.split()[1]), None)
    if bought is None:
        return answer_title(view, action)
    return tile_words(view, bought.index) if bought.is_tenant else view._("Floors")


def answer_title(view: TableView, action: Action) -> str:
    return names.without_soft_hyphens(action_title(view, action, view.game.quote(action), view.game.question_kind))


def place_line(view: TableView, place: AnswerPlace) -> str:
    """Returns a place with several answers in a line: ``7–14. Warehouse (D): door 1, door 2.``"""
    name = place.title.partition(" (")[0]
    called = [answer_title(view, action).removeprefix(name).lstrip(" ,:") for action in place.actions]
    return f"{place.first}–{place.last}. {place.title}: {', '.join(dict.fromkeys(called))}."


def is_long(view: TableView) -> bool:
    """Whether the answers are so many that a list of their places is shorter."""
    return len(view.game.legal_actions) > FEW and any(len(place.actions) > 1 for place in answer_places(view))
