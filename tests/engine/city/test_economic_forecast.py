"""Area G and the forecast's cards (RULES IV.G, 7)."""

from __future__ import annotations

from collections import Counter

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.actions import Chance
from groundfloor.engine.game import Game
from tests.support.table import Table

DECK = {"depression": 2, "recession": 3, "stable": 3, "boom": 2}


def at_first_back(deck: str = "random") -> Game:
    """Returns a game of two that stands before its first card, or behind it if nothing is to be asked."""
    game = new_game("second", ["Ann", "Ben"], {"deck": deck})
    while game.chance is not None and game.chance.kind in ("specialty", "popularity"):
        game.apply(game.chance.outcomes[0])
    return game


def odds(chance: Chance | None) -> dict[str, int]:
    assert chance is not None
    return {outcome.text: weight for outcome, weight in zip(chance.outcomes, chance.weights, strict=True)}


def test_the_current_card_turns_up() -> None:
    """RULES IV.G"""
    table = Table().go("economic_forecast")
    assert (table.asked, table.state.revealed_design) == ("* front", -1)
    table.take("front stable_2")
    assert table.game.ruleset.designs[table.state.revealed_design].id == "stable_2"
    assert table.is_done


def test_revealed_card_writes_event_with_its_numbers() -> None:
    """RULES IV.G, 7.2"""
    facts = {"type": "stable", "consumers": 3, "unemployed": 1}
    told = [event.as_dict() for event in Table().go("economic_forecast").told("front stable_2")]
    assert told == [{"kind": "ForecastTurned", "seat": 0, "rule": "IV.G", "facts": facts}]


@pytest.mark.parametrize(("special", "type", "consumers"), [("great_depression", "depression", 0), ("windfall", "boom", 12)])
def test_revealed_special_card_writes_event(special: str, type: str, consumers: int) -> None:
    """RULES 8.3"""
    table = Table(**{special: "on"}).set(current=type).go("economic_forecast")
    facts = {"type": type, "consumers": consumers, "special": special}
    assert [event.as_dict() for event in table.told(f"front {special}")] == [
        {"kind": "SpecialForecastTurned", "seat": 0, "rule": "8.3", "facts": facts}
    ]


def test_a_front_that_is_up_is_not_turned_again() -> None:
    """RULES IV.G"""
    assert Table().set(front="stable_1").go("economic_forecast").is_done


def test_half_of_each_type_plays() -> None:
    """RULES 7.1"""
    designs = ruleset().designs
    copies: Counter[int] = Counter()
    for design in designs:
        copies[design.type] += design.copies
    assert (sum(copies.values()), len(designs)) == (20, 10)
    assert [copies[type] // 2 for type in range(4)] == list(ruleset().forecast_deck) == list(DECK.values())


def test_the_first_card_is_never_a_depression_or_boom() -> None:
    """RULES 7.1"""
    assert odds(at_first_back().chance) == {"back recession": 3, "back stable": 3}


@pytest.mark.parametrize("first", ["recession", "stable"])
def test_the_second_card_is_any_of_the_other_nine(first: str) -> None:
    """RULES 7.1, 7.3"""
    game = at_first_back()
    game.apply(f"back {first}")
    left = DECK | {first: 2}
    assert odds(game.chance) == {f"back {type}": count for type, count in left.items()}


def test_the_backs_of_the_current_and_the_next_card_are_known() -> None:
    """RULES 7.3"""
    game = at_first_back()
    game.apply("back stable")
    game.apply("back boom")
    assert (game._state.current_forecast, game._state.next_forecast, game._state.forecast_deck) == (2, 3, [2, 3, 2, 1])


def test_a_type_that_is_used_up_does_not_come_again() -> None:
    """RULES 7.3, 11.4"""
    table = Table()
    table.state.forecast_deck = [0, 2, 0, 1]
    assert table.go("reorganize").odds == {"back recession": 2, "back boom": 1}


def test_a_type_that_alone_is_left_is_not_asked() -> None:
    """RULES 11.1"""
    table = Table()
    table.state.forecast_deck = [0, 0, 1, 0]
    assert table.go("reorganize").is_done
    assert table.state.next_forecast == 2


@pytest.mark.parametrize(
    ("turned", "weights"),
    [
        ("boom_1", {"front stable_1": 2, "front stable_2": 2, "front stable_3": 2}),
        ("stable_1", {"front stable_1": 1, "front stable_2": 2, "front stable_3": 2}),
    ],
)
def test_fronts_that_were_turned_up_are_less_likely(turned: str, weights: dict[str, int]) -> None:
    """RULES 7.3, 11.4"""
    assert Table().set(turned=turned).go("economic_forecast").odds == weights


def test_a_front_whose_copies_were_all_turned_up_does_not_come() -> None:
    """RULES 11.4"""
    table = Table().set(round=3, turned="stable_2 stable_2").go("economic_forecast")
    assert table.odds == {"front stable_1": 2, "front stable_3": 2}


@pytest.mark.parametrize(
    ("type", "ranges"),
    [
        (3, [(2, 3), (3, 4), (4, 5), (5, 6)]),
        (2, [(1, 2), (2, 3), (3, 4), (4, 5)]),
        (1, [(1, 1), (1, 2), (2, 3), (3, 4)]),
        (0, [(0, 1), (0, 1), (1, 2), (2, 3)]),
    ],
)
def test_a_back_says_the_lowest_and_the_highest_number_of_consumers(type: int, ranges: list[tuple[int, int]]) -> None:
    """RULES 7.2"""
    assert [ruleset().consumers_range(type, players) for players in (2, 3, 4, 5)] == ranges


def test_a_front_says_consumers_and_unemployed() -> None:
    """RULES 7.2"""
    facts = {design.id: (design.consumers, design.unemployed) for design in ruleset().designs}
    assert facts == {
        "boom_1": ((2, 3, 4, 5), (0, 1, 1, 1)),
        "boom_2": ((3, 4, 5, 6), (0, 0, 1, 1)),
        "stable_1": ((1, 2, 3, 4), (1, 2, 2, 2)),
        "stable_2": ((2, 3, 4, 5), (1, 1, 2, 2)),
        "stable_3": ((1, 3, 3, 5), (1, 2, 2, 3)),
        "recession_1": ((1, 1, 2, 3), (2, 2, 3, 3)),
        "recession_2": ((1, 2, 3, 4), (2, 2, 3, 3)),
        "recession_3": ((1, 2, 2, 3), (2, 3, 3, 4)),
        "depression_1": ((0, 0, 1, 2), (3, 4, 4, 5)),
        "depression_2": ((1, 1, 2, 3), (3, 3, 4, 4)),
    }


def test_the_preset_deck_fixes_the_types_and_asks_nothing_for_them() -> None:
    """RULES 7.4, 11.1"""
    game = at_first_back("preset")
    assert game.question is not None and game.question.kind == "hire"
    assert (game._state.current_forecast, game._state.next_forecast) == (2, 2)
    assert game._state.preset_deck == [1, 1, 2, 3, 1]


def test_the_preset_deck_leaves_the_fronts_to_chance() -> None:
    """RULES 7.4"""
    assert Table("A B", deck="preset").set(round=1).go("economic_forecast").odds == {f"front stable_{n}": 2 for n in (1, 2, 3)}


def test_after_the_last_card_of_the_preset_deck_none_comes() -> None:
    """RULES 7.4"""
    table = Table("A B", deck="preset").set(round=6)
    table.state.forecast_deck, table.state.preset_deck, table.state.next_forecast = [0, 0, 0, 0], [], 1
    table.go("reorganize")
    assert (table.is_done, table.state.current_forecast, table.state.next_forecast) == (True, 1, -1)
