"""What all viewers share: the same from every viewer's view, and nothing that depends on one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.presentation.board.buildings import buildings
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.forecast import forecast
from groundfloor.presentation.board.log import log
from groundfloor.presentation.board.news_steps import news_steps
from groundfloor.presentation.board.public_facts import PublicFacts, spectators_view, street
from groundfloor.presentation.board.score import sheet
from groundfloor.presentation.board.tracks import popularity
from groundfloor.presentation.view import OwnView
from tests.support.boards import asks, played, view_of


def facts(public: PublicFacts) -> list[object]:
    return [public.log, public.sheet, public.popularity, public.forecast, public.companies, public.buildings]


@pytest.mark.parametrize("kind", ["schedule", "price", "buy"])
def test_every_viewer_gets_the_same_facts(kind: str) -> None:
    game, told = played(3, asks(kind, 0, 3))
    text = game.legal_actions[0].text
    views = [view_of(game, told, 0), view_of(game, told, 0, (text,)), view_of(game, told, 1), view_of(game, told, None)]
    first, *others = [facts(PublicFacts(view)) for view in views]
    assert all(other == first for other in others)


def test_facts_are_those_of_a_spectator() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    view = view_of(game, told, None)
    companies = [company(view, person) for person in view.people]
    assert facts(PublicFacts(view_of(game, told, 0))) == [
        log(view),
        sheet(view),
        popularity(view),
        forecast(view),
        companies,
        buildings(view),
    ]


@pytest.mark.parametrize("kind", ["hire", "schedule", "marketing", "bonus", "price", "drop", "buy"])
def test_who_is_not_asked_sees_the_street_of_all(kind: str) -> None:
    """Only what is new to a viewer differs."""
    game, told = played(3, asks(kind, 0, 3))
    public = PublicFacts(view_of(game, told, None))
    for seat in (1, 2):
        view = view_of(game, told, seat)
        assert street(view, public) == buildings(view) == public.buildings
        changed = replace(view, own=replace(view.own, changed_spaces=frozenset({"space-door-1", "space-left-1"})))
        assert street(changed, public) == buildings(changed) != public.buildings
    assert street(view_of(game, told, 0), public) == buildings(view_of(game, told, 0))


def test_nothing_of_one_viewer_is_in_the_view_that_all_share() -> None:
    game, told = played(3, asks("schedule", 0, 3))
    view = view_of(game, told, 0, (game.legal_actions[0].text,))
    steps = news_steps(game, None, view.translations, view.moment.log, range(len(told)))
    found = spectators_view(replace(view, moment=replace(view.moment, steps=steps)))
    assert steps and found.own == OwnView() and found.moment.steps == () and found.game is game
