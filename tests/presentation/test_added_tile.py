"""A tile that has only its rules is drawn, told and printed by its id; a name and an effect are all that it takes to present it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.editions import REGISTRY, tiles
from groundfloor.editions.build import build
from groundfloor.engine.company.improvements import add_floor, add_tenant
from groundfloor.engine.company.rooms import FloorTask, PrintedTask, TenantTask
from groundfloor.engine.company.task_effects import Gain
from groundfloor.engine.components import Tile
from groundfloor.engine.events import Event
from groundfloor.engine.journal import Journal
from groundfloor.presentation import effects, names
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.names import Name
from groundfloor.presentation.plain_text import answer_lines, company_lines, offer_lines
from groundfloor.presentation.view import TableView
from tests.support import boards
from tests.support.boards import asks, page_of, played, view_of

ID = "artificial_tile"


def tile_of(group: str) -> Tile:
    printed = PrintedTask(1, 0, Gain(money=3))
    task = TenantTask(ID, printed) if group == "tenant" else FloorTask(ID, 2, printed)
    return Tile(ID, group == "tenant", 1, 1, task=task, uses=2)


@pytest.fixture(params=["tenant", "floor"])
def view(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> TableView:
    """Returns a position of a ruleset with the tile, which the viewer owns and can use."""
    group = request.param
    monkeypatch.setitem(tiles.TENANTS if group == "tenant" else tiles.FLOORS, ID, lambda read: tile_of(group))
    edition = REGISTRY.editions["second", 1]
    longer = replace(edition, tenants=(*edition.tenants, ID)) if group == "tenant" else replace(edition, floors=(*edition.floors, ID))
    rules = build(longer)
    monkeypatch.setattr(boards, "ruleset", lambda name: rules)
    game, told = played(7, asks("schedule", 0, 2))
    tile = rules.tile(ID)
    if group == "tenant":
        add_tenant(game, 0, tile, 0)
    else:
        add_floor(game, 0, tile)
    game._state.players[0].time = 3
    before = game.copy()
    before.journal = journal = Journal()
    game._legal.append(rules.action(ID))
    before._legal.append(rules.action(ID))
    before.apply(rules.action(ID))
    return view_of(game, [*told, *((1, 2, 3, event) for event in journal.events)], 0)


def used(view: TableView) -> Event:
    return next(line.event for line in view.moment.log if ID in (line.event.facts.get("tile"), line.event.facts.get("floor")))


def test_tile_without_a_name_is_drawn_by_its_id(view: TableView) -> None:
    page = page_of(view)
    assert page.count(ID) > 3 and f'value="{ID}"' in page


def test_log_shows_unnamed_tile_by_id(view: TableView) -> None:
    assert format_event(used(view), view.game, view.translations)[0] == f"Ann used the {ID}: 3 money for 1 time marker."


def test_terminal_prints_a_tile_without_a_name(view: TableView) -> None:
    assert any(ID in line for line in company_lines(view, 0))
    assert any(ID in line for line in offer_lines(view))
    line = next(line for line in answer_lines(view, is_brief=False) if ID in line)
    assert line.endswith("You gain 3 money at once.")


def test_name_and_effect_are_all_that_a_tile_brings(view: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    group = "tenant" if view.game.ruleset.tiles[view.game.ruleset.tile(ID)].is_tenant else "floor"
    monkeypatch.setitem(names.TENANTS if group == "tenant" else names.FLOORS, ID, Name(group, "Coffee Bar", effect="A cup for everybody"))
    names.full.cache_clear()
    names.breakable.cache_clear()
    effects.of_tile.cache_clear()
    try:
        assert "Coffee Bar" in page_of(view) and "A cup for everybody" in page_of(view)
        assert any("Coffee Bar" in line for line in company_lines(view, 0))
        assert format_event(used(view), view.game, view.translations)[0] == "Ann used the Coffee Bar: 3 money for 1 time marker."
    finally:
        names.full.cache_clear()
        names.breakable.cache_clear()
        effects.of_tile.cache_clear()
