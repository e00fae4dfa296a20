"""Eras, events, special forecast cards and preset decks: each alone and together."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

import pytest

from groundfloor import Game, new_game, read_record, ruleset
from groundfloor.editions.edition import OWN_CARD
from groundfloor.engine.city.economic_forecast import front_weights
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.match import Match
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.state import DEPRESSION
from tests.support.table import Table

EVENTS = ("retainer", "viral_campaign", "bulk_delivery", "automation", "speculation", "tax_relief")
DECKS = {
    "golden_age": (4, 4, 2, 0),
    "steady_growth": (1, 6, 3, 0),
    "boom_and_bust": (4, 1, 1, 4),
    "stagnation": (0, 4, 6, 0),
    "hard_times": (1, 2, 4, 3),
}
"""Boom, stable, recession, depression."""


@pytest.mark.parametrize("era", DECKS)
def test_an_era_is_the_make_up_of_the_ten_cards(era: str) -> None:
    """RULES 8.2"""
    plain, game = new_game("second", ["Ann", "Ben"]), new_game("second", ["Ann", "Ben"], {"era": era})
    assert plain._state.forecast_deck == [2, 3, 3, 2] and plain._state.era == -1
    assert tuple(reversed(game._state.forecast_deck)) == DECKS[era] and sum(game._state.forecast_deck) == 10
    assert game.ruleset.eras[game._state.era].id == era and game.ruleset.eras[game._state.era].is_own
    assert game.chance is not None and game.chance.kind == "specialty"


def test_a_random_era_is_drawn_first_and_then_the_event() -> None:
    """RULES 11.3"""
    game = new_game("second", ["Ann", "Ben"], {"era": "random", "event": "random"})
    kinds = []
    for text in ("era stagnation", "event automation", "specialty 1 industrial"):
        assert game.chance is not None
        kinds.append(game.chance.kind)
        assert len(set(game.chance.weights)) == 1
        game.apply(text)
    assert kinds == ["era", "event", "specialty"]
    assert game._state.forecast_deck == [0, 6, 4, 0]
    assert game.ruleset.eras[game._state.era].id == "stagnation" and game.ruleset.events[game._state.event].id == "automation"


def test_the_first_card_is_never_a_boom_or_a_depression_with_an_era_either() -> None:
    """RULES 7.1"""
    game = new_game("second", ["Ann", "Ben"], {"era": "boom_and_bust"})
    while game.chance is not None and game.chance.kind != "back":
        game.apply(game.chance.outcomes[0])
    assert game.chance is not None and [outcome.text for outcome in game.chance.outcomes] == ["back recession", "back stable"]


def values_changed(event: str) -> dict[str, object]:
    plain, changed = ruleset().values, ruleset().with_options({**ruleset().normalize_options({}), "event": event}).values
    return {key: value.value for key, value in changed.items() if value.value != plain[key].value}


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        ("retainer", {"consulting_firm.consolation": 3}),
        ("viral_campaign", {"advertising_agency.networking": (0, 0, 2, 1)}),
        ("bulk_delivery", {"warehouse.refill": 2}),
        ("automation", {"factory.price": (1, 1, 1)}),
        ("speculation", {"stock_exchange.buy_out": 3}),
        ("tax_relief", {"construction_company.price": (3, 3)}),
    ],
)
def test_an_event_changes_one_area(event: str, changed: Mapping[str, object]) -> None:
    """RULES 8.5"""
    assert values_changed(event) == changed
    assert all(card.is_own and ruleset().values[f"event.{card.id}"].evidence == OWN_CARD for card in ruleset().events)
    area = next(card.area for card in ruleset().events if card.id == event)
    assert all(key.startswith(f"{area}.") for key in changed)


def test_retainer_pays_for_a_cancelled_meeting() -> None:
    """RULES 8.5"""
    for event, info in (("off", 20), ("retainer", 23)):
        assert Table(event=event).set(right="A").go("consulting_firm")["A"].info == info


def test_viral_campaign_advances_and_clears_by_two() -> None:
    """RULES 8.5"""
    for event, space, left in (("off", 1, "AABB"), ("viral_campaign", 2, "")):
        table = Table(event=event).set(boxes=("AABB", "", "")).go("advertising_agency")
        assert (table.state.popularity[0], table.box(0)) == (space, left)


def test_bulk_delivery_fills_the_two_most_expensive_empty_spaces() -> None:
    """RULES 8.5"""
    for event, cubes in (("off", [0, 0, 0, 1]), ("bulk_delivery", [0, 0, 1, 1])):
        assert Table(event=event).set(cubes="0000").go("reorganize").state.warehouse_supply == cubes


def test_automation_and_tax_relief_are_cheaper() -> None:
    """RULES 8.5"""
    for event, text, price in (
        ("off", "factory", (2, 2, 1)),
        ("automation", "factory", (1, 1, 1)),
        ("off", "construction", (4, 4, 0)),
        ("tax_relief", "construction", (3, 3, 0)),
    ):
        game = Table(event=event).go("schedule").game
        quote = game.quote(game.ruleset.action(text))
        assert (quote.money, quote.info, quote.supply) == price


def test_speculation_pays_three_times_for_a_buy_out() -> None:
    """RULES 8.5"""
    for event, money in (("off", 26), ("speculation", 29)):
        assert Table(event=event).set(track=".......A", current="boom").go("stock_exchange")["A"].money == money


def chances(rules: Ruleset, left: dict[int, int]) -> dict[str, Fraction]:
    """Returns the fronts that may come, with their chances."""
    shares = front_weights(rules.designs, left)
    return {rules.designs[index].id: Fraction(share, sum(shares.values())) for index, share in shares.items()}


def test_special_card_odds_are_one_in_cards_left() -> None:
    """RULES 8.3"""
    rules = ruleset().with_options({**ruleset().normalize_options({}), "great_depression": "on"})
    one, two, special = (index for index, design in enumerate(rules.designs) if design.type == DEPRESSION)
    assert rules.designs[special].id == "great_depression"
    quarter = Fraction(1, 4)
    assert chances(rules, {one: 2, two: 2, special: 1}) == {
        "depression_1": 3 * quarter / 2,
        "depression_2": 3 * quarter / 2,
        "great_depression": quarter,
    }
    third = Fraction(1, 3)
    assert chances(rules, {one: 1, two: 2, special: 1}) == {
        "depression_1": 2 * third / 3,
        "depression_2": 4 * third / 3,
        "great_depression": third,
    }
    assert chances(rules, {one: 0, two: 1, special: 1}) == {"great_depression": 1}
    assert chances(rules, {one: 1, two: 2, special: 0}) == {"depression_1": third, "depression_2": 2 * third}


def revealed(special: str, type: str, products: str) -> Table:
    """Returns a table after a special card was turned up."""
    return Table(**{special: "on"}).set(current=type, products=products, market=4).go_on("economic_forecast").take(f"front {special}")


def test_great_depression_stops_sales_and_resets_job_market() -> None:
    """RULES 8.3"""
    table = revealed("great_depression", "depression", "A16 B12 C12 A10")
    assert table.asked.endswith("drop") and [table[letter].money for letter in "ABC"] == [20] * 3
    assert revealed("great_depression", "depression", "").state.job_market == 1


def test_windfall_sells_all_products_and_ends_job_market() -> None:
    """RULES 8.3"""
    table = revealed("windfall", "boom", "A16 B12 C12 A10")
    assert [table[letter].money - 20 for letter in "ABC"] == [16 + 10, 12, 12]
    assert (table.products, table.state.job_market) == ("", 9)


def test_the_backs_of_special_cards_are_ordinary() -> None:
    """RULES 8.3"""
    rules = ruleset().with_options({**ruleset().normalize_options({}), "great_depression": "on", "windfall": "on"})
    for type in range(4):
        assert rules.consumers_range(type, 3) == ruleset().consumers_range(type, 3)
    assert rules.forecast_deck == ruleset().forecast_deck


def test_a_preset_deck_and_an_era_are_not_played_together() -> None:
    """RULES 7.4"""
    for era in ("random", "golden_age"):
        with pytest.raises(ImpossibleTable, match=f"Option deck preset can't be played together with era {era}"):
            new_game("second", ["Ann", "Ben"], {"deck": "preset", "era": era})
    assert new_game("second", ["Ann", "Ben"], {"deck": "preset", "windfall": "on", "event": "random"}).options["windfall"] == "on"


@pytest.mark.parametrize("rules", ["first", "manual"])
@pytest.mark.parametrize("option", ["era", "event", "great_depression", "windfall"])
def test_the_first_edition_has_none_of_them(rules: str, option: str) -> None:
    """RULES 9.2.6"""
    with pytest.raises(ImpossibleTable, match=f"has no option '{option}'"):
        new_game(rules, ["Ann", "Ben"], {option: "random"})


def test_record_position_and_view_carry_what_was_drawn() -> None:
    options = {"era": "random", "event": "random", "great_depression": "on"}
    match = Match.new(ruleset(), ["Ann", "Ben"], options, b"k" * 32)
    text = match.record.format()
    assert "option era random\noption event random\noption great_depression on\n" in text
    assert "* era " in text and "* event " in text
    game = read_record(text).replay()
    assert game.position() == match.game.position()
    twin = Game.from_position(json.loads(json.dumps(game.position())), ruleset)
    assert twin.ruleset is game.ruleset is match.game.ruleset
    assert game.view(None).as_dict()["position"] == game.position()


def test_undrawn_era_and_event_are_nowhere_yet() -> None:
    game = new_game("second", ["Ann", "Ben"], {"era": "random", "event": "random"})
    assert game._state.era == game._state.event == -1
    assert game.ruleset.values == ruleset().values
