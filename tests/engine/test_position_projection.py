"""Projections agree with what the engine then does."""

from __future__ import annotations

import pytest

from groundfloor.engine.action_projection import projection_key
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.phases.income import income_of
from groundfloor.engine.position_projection import (
    can_use_remodel_bonus,
    conducted_agency,
    consumers_to_come,
    employee_count,
    floor_price,
    has_free_tenant,
    has_place_for_employee,
    job_market_price,
    known_forecasts,
    lost_income,
    lost_supply,
    next_hire_price,
    possible_designs,
    projected_popularity,
    seats_to_come,
    time_of_next_round,
    time_of_next_round_trained,
    time_of_round,
)
from groundfloor.engine.state import FORECAST_TYPES, REORGANIZE, SCHEDULE
from tests.support.table import Table


def journal_after(game: Game, text: str) -> list[Event]:
    """Returns the events of an answer and of all that follows up to the next question or chance."""
    then = game.copy()
    then.journal = journal = Journal()
    then.apply(text)
    return journal.events


def test_time_of_round_stays_the_same_while_tasks_are_scheduled(games: list[Game]) -> None:
    """It is the time that everybody begins phase III with, whatever is done with it."""
    begun: dict[tuple[int, int], int] = {}
    compared = 0
    for game in games:
        if game._state.phase != SCHEDULE:
            continue
        for seat in range(len(game.seats)):
            first = begun.setdefault((game._state.round, seat), time_of_round(game, seat))
            assert time_of_round(game, seat) == first, (game._state.round, seat)
            compared += 1
    assert compared > 100


def test_time_of_round_leaves_out_markers_that_tasks_take_from_the_stock() -> None:
    """In-House Factory puts a marker from the stock into the factory (``RULES 6.3``)."""
    table = Table("A B").give("A", floors="in_house_factory", supply=1).go("schedule")
    before = time_of_round(table.game, 0)
    table.take("in_house_factory")
    assert table.state.factory_queue[0] == 0 and time_of_round(table.game, 0) == before


def test_time_of_next_round_is_what_phase_v_brings(games: list[Game]) -> None:
    """``TimeTaken`` tells what was wanted (``RULES V.3``)."""
    compared = 0
    for game in games:
        if game._state.phase == REORGANIZE and game.question_kind == "fire" and game.chance is None:
            projected = [time_of_next_round(game, seat) for seat in range(len(game.seats))]
            events = [event for event in journal_after(game, "done") if event.kind == "TimeTaken"]
            assert all(event.facts["wanted"] == projected[event.seat] for event in events)
            compared += len(events)
    assert compared > 0


def test_time_of_next_round_trained_counts_untrained_employees() -> None:
    table = Table("A B").give("A", untrained=2)
    assert time_of_next_round_trained(table.game, 0) == time_of_next_round(table.game, 0) + 2 * table.game.ruleset.employee_time


def test_projected_popularity_is_where_the_agency_moves_the_markers(games: list[Game]) -> None:
    """The last choice of a type is followed by the moves of all markers (``RULES IV.B.2``)."""
    compared = 0
    for game in games:
        if game.question_kind != "marketing_type" or game.asked_seat < 0:
            continue
        for action in game._legal:
            then = game.draft(action)
            if conducted_agency(then) is None or max(then._state.agency_desks) >= 0:
                continue
            order, spaces = projected_popularity(then)
            then.run()
            if conducted_agency(then) is None:
                assert (order, spaces) == (then._state.popularity_order, then._state.popularity)
                compared += 1
    assert compared > 0


def test_seats_to_come_names_whoever_is_asked_next(games: list[Game]) -> None:
    """Within a phase and an area the next seat that is asked is one of those to come."""
    compared = 0
    for game in games:
        for action in game._legal[:3]:
            then = game.copy()
            then.apply(action)
            here = (game._state.round, game._state.phase, game._state.area, game.question_kind)
            there = (then._state.round, then._state.phase, then._state.area, then.question_kind)
            if then.asked_seat in (-1, game.asked_seat) or here != there or then.is_over:
                continue
            if game.question_kind == "drop" and then.asked_seat not in seats_to_come(game):
                continue  # of the next bracket, which begins anew
            assert then.asked_seat in seats_to_come(game), (game.question_kind, seats_to_come(game), then.asked_seat)
            compared += 1
    assert compared > 50


def test_prices_income_and_employees_are_those_after_a_hire(games: list[Game]) -> None:
    """The job market's price now and then, the income that a hire costs, and the number of employees (``RULES I.2``, ``II.2``)."""
    compared = 0
    for game in games:
        seat = game.asked_seat
        if game.question_kind == "hire" and seat >= 0 and "hire" in [action.text for action in game._legal]:
            then = game.draft(game.ruleset.action("hire"))
            assert job_market_price(game) == game.quote(game.ruleset.action("hire")).money + game._state.players[seat].hire_discount_money
            assert next_hire_price(game) == job_market_price(then)
            assert employee_count(then, seat) == employee_count(game, seat) + 1
            assert lost_income(game, seat) == income_of(game, game._state.players[seat]) - income_of(then, then._state.players[seat]) > 0
            assert has_place_for_employee(game, seat)
            compared += 1
    assert compared > 0


def test_a_full_company_has_no_place_for_an_employee_and_loses_no_income() -> None:
    """Five employees with the CEO are the most (``RULES II.3``)."""
    table = Table("A B")
    table.give("A", untrained=4)
    game = table.game
    assert employee_count(game, 0) == 4 and not has_place_for_employee(game, 0) and lost_income(game, 0) == 0


def test_known_forecasts_come_in_their_order(games: list[Game]) -> None:
    """What lies face down and is known turns up in the coming rounds (``RULES 7.3``)."""
    last = games[-1]
    turned = [last.ruleset.designs[index].type for index in last._state.revealed_forecasts]
    for game in games:
        known = known_forecasts(game)
        first = len(game._state.revealed_forecasts)
        for type, came in zip(known, turned[first:], strict=False):
            assert type == came, (game._state.round, game._state.phase)


def test_forecast_of_next_round_is_known_while_the_one_after_it_is_drawn() -> None:
    """In phase V it has become the current one by then, and the front that lies open is of the round that ends (``RULES V.8``)."""
    table = Table("A B", deck="random").set(next="boom", front="stable_1")
    boom = table.state.next_forecast
    table.go_on("reorganize")
    assert table.asked == "* back" and known_forecasts(table.game) == [boom]
    table.take("back depression")
    assert known_forecasts(table.game) == [boom, FORECAST_TYPES.index("depression")]


def test_possible_designs_and_consumers_hold_what_turns_up(games: list[Game]) -> None:
    """The front that comes is one of those that may, and its consumers are in the range (``RULES 7.2``)."""
    compared = 0
    for before in games:
        game = before.copy()
        game.apply(game._legal[-1])
        if game.chance is None or game.chance.kind != "front":
            continue
        type = game._state.current_forecast
        fronts = [f"front {design.id}" for design in possible_designs(game, type)]
        assert fronts == [outcome.text for outcome in game.chance.outcomes], FORECAST_TYPES[type]
        least, most = consumers_to_come(game)
        for design in possible_designs(game, type):
            assert least <= design.consumers[game.ruleset.player_column(len(game.seats))] <= most
        compared += 1
    assert compared > 0


def test_lost_supply_is_what_the_closet_does_not_take(games: list[Game]) -> None:
    """Supply without a place is discarded (``RULES III.6``)."""
    compared = 0
    for game in games:
        if game.asked_seat < 0:
            continue
        seat = game.asked_seat
        for action in game._legal:
            quote = game.quote(action)
            gained = sum(number for code, number in quote.gains if code == "supply")
            if gained and not quote.resolves_in:
                before = game._state.players[seat].supply
                kept = game.draft(action)._state.players[seat].supply - before + quote.supply
                assert lost_supply(game, seat, action, quote) == gained - kept, action
                compared += 1
    assert compared > 0


def test_floor_price_is_that_of_the_question(games: list[Game]) -> None:
    """A floor costs more with each floor that its buyer has (``RULES IV.I.2``)."""
    compared = 0
    for game in games:
        if game.question_kind == "buy" and game.asked_seat >= 0:
            for action in game._legal:
                if action.verb == "buy" and not game.ruleset.tiles[action.operand].is_tenant:
                    quote = game.quote(action)
                    assert floor_price(game, game.asked_seat) == (quote.money, quote.info)
                    compared += 1
    assert compared > 0


def test_empty_floor_asks_for_a_tenant_if_one_is_free(games: list[Game]) -> None:
    """``RULES IV.I.6``"""
    compared = 0
    for game in games:
        if game.question_kind != "buy" or game.asked_seat < 0:
            continue
        for action in game._legal:
            if action.text == "buy empty_floor":
                events = journal_after(game, "buy empty_floor")
                then = game.copy()
                then.apply(action)
                brings = then.question_kind == "tenant" or any(event.kind == "TenantAdded" for event in events)
                assert has_free_tenant(game, game.asked_seat) == brings
                compared += 1
    assert compared > 0 or games[0].ruleset.name == "first"


def test_remodel_bonus_is_of_use_if_a_room_can_be_chosen(games: list[Game]) -> None:
    """Whoever can't use it is not asked for a room (``RULES IV.C.1``)."""
    compared = 0
    for game in games:
        if game.question_kind == "bonus" and game.asked_seat >= 0 and "bonus remodel" in [action.text for action in game._legal]:
            seat = game.asked_seat
            then = game.copy()
            then.apply("bonus remodel")
            assert can_use_remodel_bonus(game, seat) == (then.question_kind == "bonus_room" and then.asked_seat == seat)
            compared += 1
    assert compared > 0 or len(games[0].seats) < 4


def test_answers_with_the_same_key_have_the_same_projection(games: list[Game]) -> None:
    """The desks of the agency: where a marker lies does not change what a type would bring. Older editions ask for no desk."""
    shared = 0
    for game in games:
        by_key: dict[str | int, list[object]] = {}
        for action in game._legal:
            found = game.projection(action)
            by_key.setdefault(projection_key(game, action), []).append(found.as_dict() if found is not None else None)
        for first, *others in by_key.values():
            assert all(other == first for other in others)
            shared += len(others)
    assert shared or games[0].ruleset.name in ("first", "manual")


def test_projections_outside_their_phase_are_what_is() -> None:
    """After phase III no time is left for tasks, without the agency the tracks stay, and a card that lies open says how many consumers come."""
    table = Table("A B C D").set(popularity="B4 A3 D2 C1", front="stable_1").give("A", time=3)
    game = table.go("retail_outlets").game
    assert time_of_round(game, 0) == 0
    assert projected_popularity(game) == (game._state.popularity_order, game._state.popularity)
    fewest, most = consumers_to_come(game)
    assert fewest == most == game.ruleset.designs[game._state.revealed_design].consumers[game.ruleset.player_column(4)]


def test_nobody_is_to_come_after_the_end() -> None:
    game = Table("A B").game
    game._asked_seat, game._steps = -1, []
    assert seats_to_come(game) == []


def test_action_without_supply_loses_none() -> None:
    game = Table("A B").go_on("schedule").game
    action = game.ruleset.action("training")
    assert lost_supply(game, 0, action, game.quote(action)) == 0


def to_come(table: Table) -> str:
    """Returns who is asked and what, and the letters of the seats that follow."""
    return f"{table.asked}: {' '.join(table.letters[seat] for seat in seats_to_come(table.game))}"


@pytest.mark.parametrize(
    ("edition", "area", "row", "first", "after"),
    [
        ("second", "advertising_agency", "desks", "B marketing_type: A C", "A marketing_type: C B"),
        ("first", "advertising_agency", "desks", "C marketing_type: B A", "B marketing_type: A"),
        ("second", "factory", "factory", "B price: A C", "A price: C B"),
        ("second", "construction_company", "sites", "B buy: A C", "A buy: C B"),
        ("online", "construction_company", "sites", "B buy: A C", "A buy: C B"),
    ],
)
def test_markers_are_asked_in_their_order(edition: str, area: str, row: str, first: str, after: str) -> None:
    table = Table("A B C", edition).fill(row, "BACB" if edition != "first" else "ABC").go(area)
    assert to_come(table) == first
    table.take("none" if row == "sites" else table.legal[0])
    assert to_come(table) == after


def test_buyer_of_an_empty_floor_is_asked_before_the_next_space() -> None:
    """RULES IV.I.6"""
    table = Table("A B C").set(sites="BAC").give("B", money=90, info=90).go("construction_company").take("buy empty_floor")
    assert to_come(table) == "B tenant: A C"


def test_last_marker_is_followed_by_nobody() -> None:
    for area, row in (("advertising_agency", "desks"), ("factory", "factory"), ("construction_company", "sites")):
        for edition in ("second", "first"):
            assert to_come(Table("A B C", edition).fill(row, "A").go(area)).endswith(": ")
