"""Placards say which era, event and special cards a game has; the street, the job market and the axis of rounds show what they do."""

from __future__ import annotations

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation.areas.advertising_agency import AgencyView
from groundfloor.presentation.areas.economic_forecast import ForecastView
from groundfloor.presentation.areas.retail_outlets import OutletsView
from groundfloor.presentation.board.buildings import Building
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.forecast import forecast, unemployed
from groundfloor.presentation.board.game_variants import SHOWN_VALUES, game_variants
from groundfloor.presentation.board.tracks import market
from groundfloor.presentation.view import TableView
from tests.support.boards import SEATS, asks, page_of, played, view_of
from tests.support.html import has, one, text, texts, value

ALL = {"era": "boom_and_bust", "event": "viral_campaign", "great_depression": "on", "windfall": "on"}
AREAS = {"retainer": "A", "viral_campaign": "B", "bulk_delivery": "D", "automation": "E", "speculation": "F", "tax_relief": "I"}


def with_options(options: dict[str, str], language: str = "en") -> TableView:
    game, told = played(4, asks("schedule", 0, 2), options=options)
    return view_of(game, told, 0, language=language)


def turned_up(id: str) -> TableView:
    game = with_options(ALL).game.copy()
    card = [design.id for design in game.ruleset.designs].index(id)
    game._state.revealed_forecasts.append(card)
    game._state.current_forecast = game.ruleset.designs[card].type
    assert game._state.revealed_design == card
    return view_of(game, [], 0)


def building(view: TableView, letter: str) -> Building:
    return next(each for each in all_buildings(view) if each.letter == letter)


def test_a_plain_game_has_no_variants() -> None:
    view = with_options({})
    assert game_variants(view) == ()
    assert not has(page_of(view), '[id^="variant"], .variants')


def test_each_option_has_a_variant_that_says_what_it_does() -> None:
    era, event, depression, windfall = game_variants(with_options(ALL))
    assert (era.kind, era.name) == ("Era", "Boom and Bust")
    assert era.note[0] == "The cards of this game: 4× Depression, 1× Recession, 1× Stable, 4× Boom."
    assert (event.kind, event.name, event.area) == ("Event", "Viral Campaign", "advertising_agency")
    assert event.note[0] == "Networking advances for every 2 markers."
    assert depression.name == "Great Depression" and "first space" in depression.note[0]
    assert windfall.note[1] == "It may turn up in this game or not."


def test_a_special_card_without_cards_of_its_kind_cannot_turn_up() -> None:
    _era, depression, windfall = game_variants(with_options({"era": "golden_age", "great_depression": "on", "windfall": "on"}))
    assert depression.note[1].startswith("It can’t turn up") and windfall.note[1].startswith("It may turn up")


def test_cards_of_this_projects_own_are_marked() -> None:
    for variant in game_variants(with_options(ALL))[:2]:
        assert variant.note[1] == "A card of this project’s own: the text of the printed one is lost."


def test_a_random_era_and_event_are_shown_once_they_are_drawn() -> None:
    view = with_options({"era": "random", "event": "random"})
    rules, state = view.game.ruleset, view.game._state
    assert [variant.id for variant in game_variants(view)] == ["era", "event"]
    assert game_variants(view)[1].area == rules.events[state.event].area


@pytest.mark.parametrize(("event", "letter"), AREAS.items())
def test_the_building_that_the_event_changes_says_so(event: str, letter: str) -> None:
    view = with_options({"event": event})
    changed = [each.letter for each in all_buildings(view) if each.event is not None]
    assert changed == [letter]
    page = page_of(view)
    assert has(page, "#variant-event")
    signs = texts(page, ".sign-event")
    assert len(signs) == 1 and signs[0].startswith(f"{game_variants(view)[0].name},")
    assert texts(page, f"#area-{letter} .sign-event") == signs


def test_the_street_has_the_events_prices_and_groups() -> None:
    plain, changed = with_options({}), with_options({"event": "automation"})
    assert [amount.number for amount in building(plain, "E").prices] == [2, 2, 1]
    assert [amount.number for amount in building(changed, "E").prices] == [1, 1, 1]
    front = building(with_options({"event": "viral_campaign"}), "B").view
    assert isinstance(front, AgencyView) and [board.rate for board in front.boards] == [2, 2, 1]


@pytest.mark.parametrize(("id", "consumers", "space"), [("great_depression", "0", 1), ("windfall", "all", 9)])
def test_a_revealed_special_card_has_a_second_word(id: str, consumers: str, space: int) -> None:
    view = turned_up(id)
    shown = next(card for card in forecast(view).cards if card.is_now)
    assert shown.type == FORECAST_TYPES[view.game._state.current_forecast]
    assert shown.special == {"great_depression": "Great Depression", "windfall": "Windfall"}[id]
    assert (str(shown.consumers), str(shown.unemployed)) == (consumers, f"to {space}")
    hanging = building(view, "G").view
    assert isinstance(hanging, ForecastView) and hanging.special == shown.special and str(hanging.consumers) == consumers
    outlets = building(view, "H").view
    assert isinstance(outlets, OutletsView) and str(outlets.consumers) == consumers and outlets.sure == 0
    assert unemployed(view) is None
    assert market(view).note == f"goes to space {space} in phase V"


def test_nothing_on_a_back_tells_whether_the_special_card_lies_there() -> None:
    for type in (0, 3):
        game, plain = with_options(ALL).game.copy(), with_options({"era": "boom_and_bust"}).game.copy()
        for each in (game, plain):
            each._state.current_forecast, each._state.revealed_forecasts = type, [2]
            assert each._state.round == 2 and each._state.revealed_design < 0
        ours, theirs = view_of(game, [], 0), view_of(plain, [], 0)
        now, same = forecast(ours).now, forecast(theirs).now
        assert now is not None and same is not None and now.consumers == same.consumers and not now.special
        assert unemployed(ours) == unemployed(theirs)


def test_the_last_round_is_announced_in_the_head() -> None:
    game, told = played(8, lambda game: asks("schedule", 0, 7)(game))
    assert "last round" in text(one(page_of(view_of(game, told, 0)), "header"))
    game, told = played(8, lambda game: asks("schedule", 0, 6)(game))
    assert "last round" not in text(one(page_of(view_of(game, told, 0)), "header"))


def test_the_prospective_score_says_which_remodels_it_counts() -> None:
    game, told = played(8, lambda game: asks("schedule", 0, 3)(game), rules="online")
    words = "Counts the remodels that can still be paid for at the end."
    player = game._state.players[0]
    player.money = player.info = 9
    assert words in page_of(view_of(game, told, 0)) and "Ann: " in page_of(view_of(game, told, 0))
    game, told = played(8, lambda game: asks("schedule", 0, 3)(game))
    assert words not in page_of(view_of(game, told, 0))


def test_german_variants() -> None:
    era, event, *_ = game_variants(with_options(ALL, "de"))
    assert (era.kind, era.name, event.name) == ("Epoche", "Auf und Ab", "Virale Kampagne")
    assert era.note[0] == "Die Karten dieser Partie: 4× Depression, 1× Rezession, 1× Stabil, 4× Boom."


HOUSE = {"retail_outlets.liquidation": 5, "start.money": 40}


@pytest.mark.parametrize(("language", "kind", "name"), [("en", "House values", "2 values"), ("de", "Hausregel-Werte", "2 Werte")])
def test_house_values_have_a_variant_that_leads_to_all_of_them(language: str, kind: str, name: str) -> None:
    view = view_of(Game(ruleset("second").with_overrides(HOUSE), SEATS), [], 0, language=language)
    (variant,) = game_variants(view)
    assert (variant.kind, variant.name) == (kind, name)
    assert (
        variant.note
        == {
            "en": ("Company: Money at the start: 40.", "Retail outlets: Money for a liquidated product: 5."),
            "de": ("Firma: Geld zu Beginn: 40.", "Einzelhandelsgeschäft: Geld für ein liquidiertes Produkt: 5."),
        }[language]
    )
    assert value(one(page_of(view), "a#variant-house"), "href") == "?go=table#house"


def test_a_note_does_not_list_more_house_values_than_it_has_room_for() -> None:
    many = dict.fromkeys(("remodel.prestige", "start.info", "marketing_bonus.info", "tenant.prestige", "floor.prestige"), 9)
    view = view_of(Game(ruleset("second").with_overrides(HOUSE | many), SEATS), [], 0)
    (variant,) = game_variants(view)
    assert variant.note[-1] == "The others are on the table’s page." and len(variant.note) == SHOWN_VALUES + 1
