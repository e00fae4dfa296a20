"""House values: read from TOML, checked, played by, and kept in records and positions."""

from __future__ import annotations

import json
import tomllib

import pytest

from groundfloor import Game, Match, read_record, ruleset
from groundfloor.editions import EDITIONS, NAMES, REGISTRY
from groundfloor.editions.edition import Edition
from groundfloor.editions.overrides import (
    conflicts,
    house_value_errors,
    house_values_template,
    house_values_text,
    limits_of,
    numbers_with_places,
    parse_house_values,
)
from groundfloor.engine.errors import BadHouseValues, BadRecord
from groundfloor.engine.ruleset import Ruleset
from tests.support.play import play_match

MINE = '"start.money" = 40\nfactory.price = [1, 0, 1]\n[remodel]\nprice = [2, 4]\n'


@pytest.mark.parametrize("name", NAMES)
def test_the_template_has_every_value_and_changes_nothing_by_itself(name: str) -> None:
    text = house_values_template(name, ruleset(name).values)
    assert parse_house_values(text) == {}
    uncommented = "\n".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith('# "'))
    assert set(tomllib.loads(uncommented)) == set(ruleset(name).values)
    assert ruleset(name).with_overrides(parse_house_values(uncommented)) is ruleset(name)


@pytest.mark.parametrize("edition", EDITIONS, ids=[edition.name for edition in EDITIONS])
def test_an_edition_s_own_values_are_possible(edition: Edition) -> None:
    assert list(conflicts(edition)) == []
    for key, value in edition.values.items():
        least, most = limits_of(key)
        assert all(least <= number <= most for _path, number in numbers_with_places(value.value)), key


def test_house_values_take_the_place_of_the_ruleset_s() -> None:
    rules = ruleset().with_overrides(parse_house_values(MINE))
    assert rules.overrides == {"start.money": 40, "remodel.price": [2, 4], "factory.price": [1, 0, 1]}
    assert rules.start_money == 40 and (rules.remodeling.money, rules.remodeling.info) == (2, 4)
    assert rules.values["factory.price"].value == (1, 0, 1) and rules.values["factory.price"].status == "house"
    assert rules.values["factory.spaces"].status == "derived" and ruleset().start_money == 0
    assert (rules.name, rules.revision) == (ruleset().name, ruleset().revision)


def test_values_that_are_the_ruleset_s_own_are_no_house_values() -> None:
    assert ruleset().with_overrides({"start.money": 0}) is ruleset()
    assert ruleset().with_overrides({"start.money": 0, "start.info": 9}).overrides == {"start.info": 9}


def test_the_back_of_a_boom_follows_from_its_fronts() -> None:
    booms: dict[str, object] = {"forecast.boom_1": [3, [1, 3, 4, 5], [0, 1, 1, 1], 2]}
    rules = ruleset().with_overrides(booms)
    assert rules.values["forecast.boom.back"].value == ((1, 3), (3, 4), (4, 5), (5, 6))
    assert [rules.consumers_range(3, players) for players in range(2, 6)] == [(1, 3), (3, 4), (4, 5), (5, 6)]
    assert ruleset().with_overrides({**booms, "forecast.boom.back": [[1, 3], [3, 4], [4, 5], [5, 6]]}).overrides == booms == rules.overrides


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('"factry.price" = [1, 1, 1]', r"Ruleset second has no value 'factry.price'. Did you mean factory.price"),
        ('"factory.price" = [1, 1]', r"factory.price: \[2, 2, 1\] has 3 parts, and \[1, 1\] has 2"),
        ('"construction_company.spaces" = [4, 5, 6]', "has 4 parts, as many as numbers of players from 2 to 5, and"),
        ('"factory.price" = [1, 1, -1]', "factory.price has numbers from 0 to 99, not -1"),
        ('"factory.price" = [1, 1, 1.5]', "this must be a whole number such as 1, not 1.5"),
        ('"ceo.time" = true', "ceo.time: this must be a whole number such as 4, not True"),
        ('"ceo.time" = [4]', "ceo.time: this must be a whole number"),
        ('"factory.price" = 2', "factory.price: this must be a list such as"),
        ('"advertising_agency.networking" = [0, 0, 0, 1]', "takes at least 1 marker for a space"),
        ('"players" = [3, 5]', "players goes from 2 to at most 5"),
        (
            '"advertising_agency.networking" = [0, 1, 3, 1]',
            "advertising_agency.networking costs nothing, so that everybody can choose a type",
        ),
        ('"income" = [-1, 6, 3, 0, -3]', "income: the CEO alone has no negative income, as there is nobody to fire"),
        ('"market.start" = 10', "market.start is a space of the job market, from 1 to 9"),
        ('"stages" = [1, 3, 3, 3, 3, 3, 3]', "stages: stages begin with 1, end with 3"),
        ('"start.supply" = 2', "start.supply does not fit into the closet, which holds 1"),
        ('"closet" = [2, 1]', "closet: remodeled, it holds at least as much"),
        ('"markers" = 10\n"ceo.time" = 11', "markers can't be less than ceo.time"),
        ('"markers" = 10\n"automa.hadid.time" = 11', "markers can't be less than automa.hadid.time"),
        ('"retail_outlets.liquidation" = 100', "from 0 to 99, not 100"),
        ('"retail_outlets.brackets" = [[16], [12, 9], [8, 6]]', "have each of the numbers of retail_outlets.prices once"),
        ('"retail_outlets.prices" = [12, 16, 12, 10, 10, 10, 8, 8, 6, 6, 6, 6]', "from the most expensive to the cheapest"),
        ('"forecast.boom_1" = [2, [2, 3, 4, 5], [0, 1, 1, 1], 2]', "forecast.boom_1 has the type 3, boom"),
        ('"forecast.boom_1" = [3, [2, 3, 4, 5], [0, 1, 1, 1], 0]', "forecast.boom_1 has at least 1 copy"),
        (
            '"forecast.boom.back" = [[2, 3], [3, 4], [4, 5], [5, 7]]',
            r"forecast.boom.back follows from the cards .* it is \[\[2, 3\], \[3, 4\]",
        ),
        (
            '"forecast.boom_1" = [3, [1, 3, 4, 5], [0, 1, 1, 1], 2]\n"forecast.boom.back" = [[2, 3], [3, 4], [4, 5], [5, 6]]',
            r"it is \[\[1, 3\]",
        ),
        ('"forecast.never_first" = [4, 0]', "types from 0 to 3"),
        ('"forecast.preset" = [3, 3, 3, 3, 3, 1, 1]', "forecast.preset takes 5 of the type boom, and there are 4"),
        ('"forecast.preset" = [2, 2, 1, 1, 2, 3, 5]', "forecast.preset has types from 0 to 3"),
        ('"era.golden_age" = [0, 2, 2, 2]', "era.golden_age: the game has 7 rounds, and cards for only 6 of them"),
        ('"era.golden_age" = [4, 0, 0, 4]', "era.golden_age has no card that may come first"),
        ('"floor.research_lab" = [0, 1, 3, 3, 3]', "floor.research_lab takes at least 1 time marker"),
        ('"floor.research_lab" = [1, 1, 0, 3, 3]', "floor.research_lab can be used 1 to 9 times"),
        ('"automa.exchange_order" = [0, 0, 1, 2]', "each of the spaces 0 to 3 once"),
        ('"card.factory" = [[[0, 1], [1, 2]], 1]', "card.factory has at least 2 copies"),
        ('"card.factory" = [[[0, 3], [1, 2]], 2]', "card.factory names a marketing type from 0 to 2 and a bracket from 0 to 2"),
    ],
)
def test_impossible_values_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadHouseValues, match=sentence):
        ruleset().with_overrides(parse_house_values(text))


def test_all_errors_are_found_with_their_place() -> None:
    """Each number that is wrong by itself is told with its place; only then what does not fit together."""
    edition = EDITIONS[-1]
    wrong = {"warehouse.prices": [[2, 1], [3, 200], [4, 3], [-5, 4]], "markers": "many", "closet": [2, 1]}
    assert [(error.keys, error.path) for error in house_value_errors(edition, wrong)] == [
        (("warehouse.prices",), (1, 1)),
        (("warehouse.prices",), (3, 0)),
        (("markers",), ()),
    ]
    against = {"closet": [2, 1], "ceo.time": 20, "markers": 10, "floor.research_lab": [0, 1, 0, 3, 3]}
    assert [(error.keys, error.path) for error in house_value_errors(edition, against)] == [
        (("markers", "ceo.time"), ()),
        (("closet",), ()),
        (("floor.research_lab",), (0,)),
        (("floor.research_lab",), (2,)),
    ]


def test_invalid_toml_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadHouseValues, match="House values are a TOML file, and this is not one"):
        parse_house_values("factory.price")


def test_a_ruleset_made_by_hand_takes_no_house_values() -> None:
    with pytest.raises(BadHouseValues, match="takes no house values"):
        Ruleset("bare", 1, {}).with_overrides({"start.money": 1})


def whole_game(options: dict[str, str]) -> Match:
    """Returns a game with house values, played by dice."""
    return play_match(Match.new(ruleset().with_overrides(parse_house_values(MINE)), ["Ann", "automa:hadid"], options, b"k" * 32), 5)


@pytest.mark.parametrize("options", [{}, {"event": "automation", "era": "random", "windfall": "on"}])
def test_a_record_holds_its_house_values_whole(options: dict[str, str]) -> None:
    match = whole_game(options)
    text = match.record.format()
    assert "house start.money 40\nhouse remodel.price [2, 4]\nhouse factory.price [1, 0, 1]\n" in text
    record = read_record(text)
    assert record.format() == text and record.replay().position() == match.game.position()
    assert record.ruleset is match.record.ruleset


def test_an_event_changes_a_house_value_too() -> None:
    match = whole_game({"event": "automation"})
    assert match.game.ruleset.values["factory.price"].value == (1, 1, 1)
    assert match.game.ruleset.start_money == 40


def test_a_position_holds_its_house_values() -> None:
    game = whole_game({}).game
    data = json.loads(json.dumps(game.position()))
    assert data["house"] == {"start.money": 40, "remodel.price": [2, 4], "factory.price": [1, 0, 1]}
    assert Game.from_position(data, ruleset).ruleset is game.ruleset
    with pytest.raises(BadHouseValues, match="no value 'start.mony'"):
        Game.from_position({**data, "house": {"start.mony": 1}}, ruleset)


def test_a_record_with_bad_house_lines_names_the_line() -> None:
    text = whole_game({}).record.format()
    for wrong, sentence in (
        ("house start.money forty", "Line 3: a house value is written like"),
        ("house start.money 40\nhouse start.money 40", "Line 4: house value start.money is given twice"),
        ("house start.money 400", "start.money has numbers from 0 to 99, not 400"),
    ):
        with pytest.raises(BadRecord, match=sentence):
            read_record(text.replace("house start.money 40", wrong))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#" * 64_001, "at most 64,000 characters, not 64,001"),
        ("factory.price = [1]\n" + "a." * 21 + "a = 1", "line 2 has more than 20 dots"),
        ("a = " + "[" * 30 + "]" * 30, "as many and as deep as those of a ruleset"),
        ("a = [" + "1," * 20_000 + "]", "as many and as deep as those of a ruleset"),
        ("a = '" + "x" * 5_000 + "'", "a key or text has at most"),
        ("a" * 5_000 + " = 1", "a key or text has at most"),
        ("a = -10000000000", "a number is at most"),
        ("a = " + "9" * 5_000, "are a TOML file, and this is not one"),
        ("a = " + "[" * 5_000, "are a TOML file, and this is not one"),
    ],
)
def test_values_of_impossible_size_are_refused_before_they_are_checked(text: str, sentence: str) -> None:
    with pytest.raises(BadHouseValues, match=sentence):
        parse_house_values(text)


def test_house_values_are_written_as_they_are_read() -> None:
    values = parse_house_values("scoring.money = 4\nfactory.price = [3, 2, 1]")
    assert house_values_text(values) == '"scoring.money" = 4\n"factory.price" = [3, 2, 1]\n'
    assert parse_house_values(house_values_text(values)) == values


def test_unknown_house_value_is_an_error_beside_the_others() -> None:
    found = [str(error) for error in REGISTRY.house_value_errors("second", {"no.such": 1, "factory.price": "cheap"})]
    assert len(found) == 2 and "no.such" in found[0] and "factory.price" in found[1]
    assert REGISTRY.house_value_errors("second", {}) == []
