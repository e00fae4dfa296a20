"""docs/position.md and its schema against the code; and what a damaged position meets."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from groundfloor import Game, new_game, position_text, read_position, ruleset
from groundfloor.engine.errors import BadPosition, GroundfloorError, ImpossibleTable, UnknownRuleset
from groundfloor.engine.position_checks import markers_of
from groundfloor.engine.state import FORECAST_TYPES
from tests.support.position_fields import FILE, SCHEMA_FILE, SNAPSHOT_FILE, STATE_FILE, document, schema, snapshot_module, state_module
from tests.support.samples import sampled

SCHEMA = json.loads(SCHEMA_FILE.read_text("utf-8"))
SOUND: set[tuple[str, str]] = set()
"""Parts of positions that were found to fit: the reference in the schema, and their JSON."""


def check_reference(validator: Validator, ref: str, part: Any, schema: Any) -> Iterator[ValidationError]:
    """Yields the faults of a part of a position, which is checked once only: from one entry to the next hardly any part changes."""
    known = (ref, json.dumps(part))
    if known not in SOUND:
        faults = list(Draft202012Validator.VALIDATORS["$ref"](validator, ref, part, schema))
        yield from faults
        if not faults:
            SOUND.add(known)


VALIDATOR = extend(Draft202012Validator, {"$ref": check_reference})(SCHEMA)  # type: ignore[no-untyped-call]
TABLES = [
    ("Ann", "Ben"),
    ("Ann", "Bén ☃", "Cleo"),
    ("Ann", "Ben", "Cleo", "Dan"),
    ("Ann", "Ben", "Cleo", "Dan", "Eve"),
    ("Ann", "automa:pei"),
    ("automa:gropius", "Ann", "automa:hadid"),
    ("Ann", "automa:hadid", "Ben", "automa:pei", "Cleo"),
]
BY_DECK = [(seats, deck) for seats in TABLES for deck in ("random", "preset")]


def step(game: Game, dice: random.Random) -> str:
    if game.chance is not None:
        text = game.chance.draw(dice).text
    else:
        text = dice.choice(game.legal_actions).text
    game.apply(text)
    return text


def positions(seats: tuple[str, ...], deck: str, seed: int) -> Iterator[Game]:
    """Yields a game by dice, at its start and after every answer and outcome."""
    dice = random.Random(f"{seats} {deck} {seed}")
    game = new_game("second", list(seats), {"deck": deck})
    yield game
    while not game.is_over:
        rich = game._state.players[dice.randrange(len(seats))]
        if game.chance is not None and rich.deck is None:
            rich.money += 5
            rich.info += 5
        step(game, dice)
        yield game


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deck"), sampled(BY_DECK, BY_DECK[::8].__contains__))
def test_every_position_fits_the_schema_and_reads_back(seats: tuple[str, ...], deck: str) -> None:
    for game in positions(seats, deck, 1):
        text = position_text(game.position())
        assert text.isascii() and text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
        VALIDATOR.validate(json.loads(text))
        twin = read_position(text)
        assert position_text(twin.position()) == text
        assert [action.text for action in twin.legal_actions] == [action.text for action in game.legal_actions]
        assert (twin.chance and twin.chance.weights) == (game.chance and game.chance.weights)


HOUSES: list[tuple[str, dict[str, object]]] = [
    ("second", {"markers": 40, "closet": [5, 10], "start.supply": 5}),
    ("second", {"advertising_agency.desks": 1, "factory.spaces": 1, "employee.time": 20}),
    (
        "second",
        {"start.money": 99, "forecast.depression_1": [0, [0, 0, 1, 2], [3, 4, 4, 5], 9], "construction_company.spaces": [1, 1, 1, 1]},
    ),
    ("first", {"advertising_agency.desks": 1, "construction_company.spaces": [1, 1, 1, 1, 1], "start.info": 99}),
]


@pytest.mark.parametrize(("name", "house"), HOUSES)
def test_every_position_with_house_values_fits_the_schema(name: str, house: dict[str, object]) -> None:
    """The schema had the numbers of the editions as its highest ones."""
    dice = random.Random(str(house))
    game = Game(ruleset(name).with_overrides(house), ["Ann", "Ben", "Cleo"])
    for _ in range(200):
        if not game.is_over:
            step(game, dice)
            VALIDATOR.validate(json.loads(position_text(game.position())))


def test_the_schema_is_valid_and_strict() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    sound = sample()[0]
    for path in (("extra",), ("state", "extra"), ("state", "players", 0, "extra"), ("seats", 0, "extra"), ("steps", 0, "extra")):
        damaged = copy.deepcopy(sound)
        target: Any = damaged
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = 1
        assert not VALIDATOR.is_valid(damaged)
    assert not VALIDATOR.is_valid({**sound, "state": {**sound["state"], "round": 1.5}})


def test_constructors_tables_and_schema_are_made_of_the_declared_fields() -> None:
    """``python -m tests.support position_fields`` writes them."""
    assert STATE_FILE.read_text("utf-8") == state_module()
    assert SNAPSHOT_FILE.read_text("utf-8") == snapshot_module()
    assert FILE.read_text("utf-8") == document()
    assert SCHEMA_FILE.read_text("utf-8") == schema()


def test_every_field_of_a_position_is_documented() -> None:
    section = FILE.read_text("utf-8").partition("## The object")[2].partition("## `state`")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in re.findall("`([a-z]+)`", row)] == list(SCHEMA["properties"])


@cache
def sample() -> list[Any]:
    dice = random.Random(9)
    found: list[Any] = []
    for seats in TABLES:
        games = [json.loads(position_text(game.position())) for game in positions(seats, "random", 3)]
        found += [*dice.sample(games, 20), games[-1]]
    return found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("9" * 5000, "is not JSON"),
        ("[]", "must be an object"),
        ("null", "must be an object"),
    ],
)
def test_a_text_that_is_no_json_object_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_position(text)


def started() -> Any:
    """Returns the first question of a game of two."""
    dice = random.Random(1)
    game = new_game("second", ["Ann", "Ben"])
    while game.chance is not None:
        step(game, dice)
    return game.position()


def changed(**state: object) -> str:
    """Returns the first question with other things on the table."""
    position = started()
    position["state"].update(state)
    return position_text(position)


def boxes(number: int) -> dict[str, list[int]]:
    """Returns marketing boxes with so many markers of the first seat in the first one."""
    return {"networking": [number, 0], "social_media": [0, 0], "broadcast": [0, 0]}


def company(**facts: object) -> str:
    """Returns the first question with another first company."""
    position = started()
    position["state"]["players"][0].update(facts)
    return position_text(position)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(round="one"), "'round' must be a whole number"),
        (changed(round=True), "'round' must be a whole number"),
        (changed(round=1.0), "'round' must be a whole number"),
        (changed(round=99), "'round' must be from 0 to 7, not 99"),
        (changed(phase=7), "'phase' must be from 0 to 6, not 7"),
        (changed(phase=3), "the steps do not match the phase"),
        (changed(area="warehouse"), "an area must be conducted in phase 4"),
        (changed(consulting_left=[0] * 4), "'consulting_left' must have 5 items, not 4"),
        (changed(job_market=10), "'job_market' must be from 1 to 9, not 10"),
        (changed(popularity_order=[1, 1]), "'popularity_order' has an item twice"),
        (changed(popularity=[1, 10]), "'popularity' must be from 1 to 9, not 10"),
        (changed(popularity_order=[1, 2], popularity=[1, 2]), "the popularity order does not match the spaces of the track"),
        (changed(marketing_boxes=[]), "'marketing_boxes' must be an object."),
        (changed(marketing_boxes=boxes(30)), "'marketing_boxes' must be from 0 to 25, not 30"),
        (changed(marketing_boxes=boxes(1)), "Ann has 25 time markers, not 26"),
        (changed(retail_products=[0, 0, 1] + [0] * 9), "closed with this number of players"),
        (changed(factory_queue=[1] + [0] * 6), "outside phases 3 and 4"),
        (changed(forecast_deck=dict.fromkeys(FORECAST_TYPES, 9)), "forecast cards do not add up"),
        (changed(copies_left={"skyscraper": 1}), "'copies_left' names the improvement 'skyscraper'; there are: human_resources"),
        (changed(copies_left=[2] * 28), "'copies_left' must be an object"),
        (
            changed(current_forecast="storm"),
            "'current_forecast' names the forecast type 'storm'; there are: depression, recession, stable, boom.",
        ),
        (changed(office_cards_left=1), "Automa-office cards do not add up"),
        (company(time=5), "Ann has 25 time markers, not 26"),
        (company(supply=9), "Ann has more supply than there is room for"),
        (company(money=-1), "'money' must be from 0 to 1000000, not -1"),
        (company(trained=1), "the space of Ann's CEO does not match"),
        (company(specialty=""), "has no specialty"),
        (company(floors=["skyline"], floor_uses=[0]), "copies of"),
        (company(tenants=["internship_program"] * 2, tenant_places=["advertising", "assembly"]), "'tenants' has an item twice"),
        (company(deck={"pile": [], "discard": [], "revealed": [], "hired": 0}), "an Automa must have a deck"),
        (position_text({**started(), "format": 2}), "format is 2; this version of groundfloor reads format 1"),
        (position_text({**started(), "steps": []}), "there are no steps, but the game is not over"),
        (position_text({**started(), "steps": [{"step": "dance"}]}), "There is no step 'dance'"),
        (position_text({**started(), "question": None}), "is not the one that follows from the rest"),
        (position_text({**started(), "more": 1}), "is not the one that follows from the rest"),
        (position_text({**started(), "seats": "Ann"}), "'seats' must be a list of objects"),
    ],
)
def test_an_impossible_position_is_refused_with_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read_position(text)
    assert reason in str(caught.value) and str(caught.value).endswith(".")


def test_unknown_rulesets_and_impossible_tables_have_their_own_errors() -> None:
    with pytest.raises(ImpossibleTable):
        read_position(position_text({**started(), "seats": started()["seats"][:1]}))
    with pytest.raises(ImpossibleTable):
        read_position(position_text({**started(), "options": {"weather": "fine"}}))
    with pytest.raises(UnknownRuleset):
        read_position(position_text({**started(), "ruleset": "third"}))
    with pytest.raises(UnknownRuleset, match="Revision 9 of second is newer"):
        read_position(position_text({**started(), "revision": 9}))


def holders(data: Any) -> list[Any]:
    inner = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []
    return ([data] if inner else []) + [holder for item in inner for holder in holders(item)]


def damage(position: Any, dice: random.Random) -> Any:
    damaged = copy.deepcopy(position)
    holder = dice.choice(holders(damaged))
    key = dice.choice(list(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
    kind = dice.randrange(5)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder["more"] = dice.choice([0, "", None])
    elif kind == 1:
        holder.append(copy.deepcopy(dice.choice(holder)))
    elif kind == 2 and isinstance(holder[key], int):
        holder[key] += dice.choice([-1, 1, 2])
    elif kind == 3 and isinstance(holder, list):
        dice.shuffle(holder)
    else:
        holder[key] = dice.choice([None, True, -2, 10**30, 1.5, "x", [], {}, [[]], copy.deepcopy(dice.choice(holders(damaged)))])
    return damaged


def check_sound(game: Game) -> None:
    for seat, player in enumerate(game._state.players):
        assert markers_of(game, seat) == game.ruleset.markers_per_player
        assert min(player.money, player.info, player.supply, player.time, player.reserve_time, player.untrained) >= 0
        assert player.employee_count == 1 + player.trained + player.untrained
    assert sorted(game._state.popularity_order) == list(range(len(game._state.players)))
    assert min(game._state.copies_left) >= 0


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(50, 600, 50))])
def test_a_damaged_position_is_refused_or_is_a_possible_game(first: int) -> None:
    for seed in range(first, first + 50):
        dice = random.Random(seed)
        damaged = damage(dice.choice(sample()), dice)
        try:
            game = read_position(json.dumps(damaged))
        except GroundfloorError as error:
            assert str(error).endswith((".", "?")), seed
            continue
        VALIDATOR.validate(damaged)
        while not game.is_over:
            check_sound(game)
            step(game, dice)
        assert len(game.scores()) == len(game.seats), seed
