"""The tracks say what everybody knows and what the engine would do, in both languages, and no more."""

from __future__ import annotations

from functools import cache

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.game import Game
from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.seats import Seat
from groundfloor.engine.state import FORECAST_TYPES, State
from groundfloor.presentation.board.forecast import Forecast, forecast, unemployed
from groundfloor.presentation.board.tracks import Market, Popularity, market, popularity
from groundfloor.presentation.view import TableView
from tests.support.boards import Told, asks, played, view_of


@cache
def at(kind: str, round: int, seed: int = 3) -> tuple[Game, tuple[Told, ...]]:
    for dice in range(seed, seed + 40):
        game, told = played(dice, asks(kind, 0, round))
        if not game.is_over:
            return game, tuple(told)
    raise LookupError(kind)


def view(kind: str = "schedule", round: int = 4, pencil: tuple[str, ...] = (), language: str = "en", seed: int = 3) -> TableView:
    game, told = at(kind, round, seed)
    return view_of(game, list(told), 0, pencil, language=language)


def made_up(**facts: object) -> TableView:
    game = at("schedule", 4)[0].copy()
    for name, value in facts.items():
        setattr(game._state, name, value)
    return view_of(game, [], 0)


def landed(game: Game) -> State:
    """Returns the state after the agency has advanced the players by what stands in its boxes."""
    copy = game.copy()
    agency = next(area for area in copy.ruleset.areas if isinstance(area, AdvertisingAgency))
    agency.advance_players(copy)
    return copy._state


@pytest.mark.parametrize("seed", range(3, 43, 5))
def test_ghosts_land_where_settled_markers_lead(seed: int) -> None:
    game, told = played(seed, asks("marketing_type", 0, 3))
    if game.is_over:
        pytest.skip("nobody decides at the agency in this game")
    state = landed(game)
    for pencil in [(), *((action.text,) for action in game.legal_actions)]:
        shown = popularity(view_of(game, told, 0, pencil))
        for standing in shown.standings:
            space = state.popularity[standing.person.seat]
            assert (standing.landing or standing.space) == space
        for tower in shown.towers:
            ghosts = [person.seat for person in tower.ghosts]
            assert ghosts == [seat for seat in state.popularity_order if seat in ghosts]
            assert {person.seat for person in tower.people} == {
                seat for seat, space in enumerate(game._state.popularity) if space == tower.space
            }


def test_stack_has_most_popular_on_top() -> None:
    shown = popularity(made_up(popularity_order=[2, 0, 3, 1], popularity=[4, 1, 6, 4]))
    assert [[person.seat for person in tower.people] for tower in shown.towers if tower.people] == [[1], [0, 3], [2]]
    assert [(each.rank, each.space, each.level) for each in shown.standings] == [(1, 6, 2), (2, 4, 2), (3, 4, 2), (4, 1, 1)]
    assert sum(spaces for _, spaces in shown.levels) == len(shown.towers) == 9


def test_outside_the_agency_nobody_has_a_ghost() -> None:
    shown = popularity(view("schedule", 4))
    assert not any(tower.ghosts for tower in shown.towers)


def test_hiring_costs_what_the_engine_takes() -> None:
    given = view("schedule", 4)
    money, info = hiring_price(given.game, given.game._state.players[0])
    assert [(each.icon, each.number) for each in market(given).price] == [("money", money), ("info", info)]


def test_human_resources_make_the_price_ones_own() -> None:
    given = made_up(job_market=4)
    given.game._state.players[0].hire_discount_money = given.game._state.players[0].hire_discount_info = 3
    given.moment.game._state.players[0].hire_discount_money = given.moment.game._state.players[0].hire_discount_info = 3
    shown = market(given)
    assert [each.number for each in shown.price] == [1, 1] and shown.is_lower and not shown.is_free
    given.moment.game._state.job_market = 2
    assert market(given).is_free and market(given).price == ()


def test_scale_shows_the_price_now_and_where_a_pencilled_hiring_leads() -> None:
    shown = market(made_up(job_market=5))
    assert [field.price for field in shown.fields] == [2, 3, 3, 4, 4, 5, 5, 6, 7]
    assert [field.space for field in shown.fields if field.is_now] == [5]
    draft = market(view("hire", 4, ("hire",)))
    now = next(field.space for field in draft.fields if field.is_now)
    assert [field.space for field in draft.fields if field.is_draft] == [now + 1]


def test_how_far_the_market_goes_back_is_a_range_until_the_card_is_up() -> None:
    game = at("schedule", 4)[0].copy()
    game._state.current_forecast = FORECAST_TYPES.index("recession")
    game._state.revealed_forecasts = game._state.revealed_forecasts[:3]
    names = [design.id for design in game.ruleset.designs]
    down = unemployed(view_of(game, [], 0))
    assert down is not None and down.text == "3"
    game._state.current_forecast = FORECAST_TYPES.index("depression")
    game._state.revealed_forecasts = [names.index("stable_1")] * 2 + [names.index("boom_1")]
    column = game.ruleset.player_column(4)
    both = {game.ruleset.designs[names.index(f"depression_{number}")].unemployed[column] for number in (1, 2)}
    down = unemployed(view_of(game, [], 0))
    assert down is not None and {int(text) for text in down.text.split("–")} == both
    game._state.revealed_forecasts.append(names.index("depression_1"))
    up = unemployed(view_of(game, [], 0))
    assert up is not None and up.text == str(game.ruleset.designs[names.index("depression_1")].unemployed[column])


def test_nothing_goes_back_after_the_last_round() -> None:
    game, told = at("schedule", 7)
    assert unemployed(view_of(game, list(told), 0)) is None


@pytest.mark.parametrize("round", range(1, 8))
def test_past_rounds_show_fronts_and_two_backs_lie_open(round: int) -> None:
    given = view("schedule", round)
    state, rules = given.game._state, given.game.ruleset
    shown = forecast(given)
    column = rules.player_column(4)
    past = [card for card in shown.cards if card.state == "past"]
    assert [card.is_front for card in past] == [True] * (round - 1)
    for card, index in zip(past, state.revealed_forecasts, strict=True):
        design = rules.designs[index]
        assert card.type == FORECAST_TYPES[design.type] and card.unemployed is not None
        assert (card.consumers.text, card.unemployed.text) == (str(design.consumers[column]), str(design.unemployed[column]))
    assert shown.now is not None and shown.now.round == round and not shown.now.is_front
    backs = [card for card in shown.cards if not card.is_front]
    assert [card.type for card in backs] == [FORECAST_TYPES[type] for type in (state.current_forecast, state.next_forecast)][: 8 - round]
    low, high = rules.consumers_range(state.current_forecast, 4)
    assert backs[0].consumers.text == f"{low}–{high}" and backs[0].unemployed is None


@pytest.mark.parametrize("round", range(1, 6))
def test_what_is_left_by_type_is_the_deck_without_what_was_seen(round: int) -> None:
    given = view("schedule", round)
    state, rules = given.game._state, given.game.ruleset
    shown = forecast(given)
    seen = [rules.designs[index].type for index in state.revealed_forecasts] + [state.current_forecast, state.next_forecast]
    left = {FORECAST_TYPES[type]: count - seen.count(type) for type, count in enumerate(rules.forecast_deck) if count > seen.count(type)}
    assert shown.rest is not None
    assert {kind.type: kind.count for kind in shown.rest.kinds} == left
    assert list(shown.rest.rounds) == list(range(round + 2, 8))
    written = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    assert shown.rest.words == f"{written[5 - round]} of the {written[sum(left.values()) - 1]} left"


def test_nothing_is_left_when_the_last_two_cards_lie_open() -> None:
    assert forecast(view("schedule", 6)).rest is None
    assert len(forecast(view("schedule", 7)).cards) == 7


def test_with_the_preset_deck_all_types_show() -> None:
    game = Game(ruleset("second"), (Seat("Ann", colour="red"), Seat("Ben", colour="blue")), {"deck": "preset"})
    while game.chance is not None:
        game.apply(game.chance.outcomes[0])
    shown = forecast(view_of(game, [], 0))
    assert [card.type for card in shown.cards] == [FORECAST_TYPES[type] for type in game.ruleset.preset_deck]
    assert shown.rest is None


def test_only_assumed_numbers_have_a_note_with_their_evidence() -> None:
    game = at("schedule", 4)[0].copy()
    names = [design.id for design in game.ruleset.designs]
    game._state.revealed_forecasts = [names.index("stable_1"), names.index("boom_1"), names.index("recession_1")]
    game._state.current_forecast = FORECAST_TYPES.index("boom")
    printed, assumed, other, back, *_ = forecast(view_of(game, [], 0)).cards
    assert printed.consumers.note == () and back.consumers.note == ()
    assert assumed.consumers.note == (
        "Boom, consumers with 4 players",
        "4 is assumed: no known source prints it.",
        "Evidence: only the range on the back is printed.",
    )
    assert other.unemployed is not None and other.unemployed.note[-1] == "Evidence: chosen to fit everything that is printed."


def tracks(game: Game) -> tuple[Popularity, Market, Forecast]:
    view = view_of(game, [], 0)
    return popularity(view), market(view), forecast(view)


def test_spectators_and_players_see_the_same_but_for_their_price() -> None:
    game, told = at("schedule", 4)
    mine, theirs = (view_of(game, list(told), seat) for seat in (0, None))
    assert forecast(mine) == forecast(theirs)
    assert [tower.space for tower in popularity(mine).towers if tower.people] == [
        tower.space for tower in popularity(theirs).towers if tower.people
    ]


def test_rounds_before_the_first_show_no_card() -> None:
    game = Game(ruleset("second"), (Seat("Ann", colour="red"), Seat("Ben", colour="blue")))
    shown = forecast(view_of(game, [], 0))
    assert shown.cards == () and shown.rest is not None and len(shown.rest.rounds) == 7
