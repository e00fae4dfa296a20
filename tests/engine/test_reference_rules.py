"""The reference rules, a second implementation, agree with every entry of golden records, of new games and of games with perturbed positions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from groundfloor import new_game, read_record, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.trace import trace
from tests.reference_rules.checker import check
from tests.reference_rules.components import ERAS, EVENTS
from tests.reference_rules.flow import Mismatch
from tests.support.biased_players import play_biased
from tests.support.perturbed_positions import named, play_perturbed
from tests.support.random_house_values import random_house_values
from tests.support.samples import sampled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _pytest.mark import ParameterSet

    from groundfloor.engine.record import Record
    from groundfloor.engine.ruleset import Ruleset

pytestmark = pytest.mark.reference

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.gfr"))
AUTOMAS = ("pei", "gropius", "hadid")
PEOPLE = [
    *(["human"] * humans for humans in (2, 3, 4, 5)),
    *(["human"] * humans + [one] for humans in (1, 2, 3) for one in AUTOMAS),
    *(["human"] * humans + [one, two] for humans in (1, 2, 3) for one in AUTOMAS for two in AUTOMAS if one != two),
    ["hadid", "human", "gropius"],
    ["human", "pei", "human"],
]
BOTH = {"great_depression": "on", "windfall": "on"}
OPTIONS: list[dict[str, str]] = [
    *({"event": event} for event in EVENTS),
    *({"era": era} | BOTH for era in ERAS),
    {"era": "random", "event": "random"},
    {"deck": "preset", "event": "random"} | BOTH,
    BOTH,
    {"deck": "preset"},
    {},
]
HOUSES = 24


def tables() -> Iterator[tuple[str, list[str], dict[str, str], bool]]:
    """Yields ruleset, seats, options, and whether any value may be changed by the house."""
    for deck in ("random", "preset"):
        yield from (("second", people, {"deck": deck}, False) for people in PEOPLE)
        for name in ("first", "manual"):
            least, most = ruleset(name).player_range
            yield from ((name, ["human"] * players, {"deck": deck}, False) for players in range(least, most + 1))
            yield name, ["human"] * 2, {"deck": deck, "two_player_bonus": "on"}, False
    for name in ("second", "online"):
        yield from ((name, PEOPLE[(number * 5 + 1) % len(PEOPLE)], options, False) for number, options in enumerate(OPTIONS))
    for number in range(HOUSES):
        name = NAMES[number % len(NAMES)]
        people = PEOPLE[number * 7 % len(PEOPLE)]
        if name in ("first", "manual"):
            yield name, ["human"] * len(people), {"deck": ("random", "preset")[number // 4 % 2]}, True
        else:
            windfall = ("off", "on")[number % 3 % 2]
            yield name, people, {"era": ERAS[number % len(ERAS)], "event": EVENTS[number // 2 % len(EVENTS)], "windfall": windfall}, True


TABLES = list(tables())
IDS = [
    f"{'house ' * has_house}{name} {'-'.join(people)} {' '.join(f'{key}={value}' for key, value in options.items())}"
    for name, people, options, has_house in TABLES
]


def sample(first: int) -> list[ParameterSet]:
    """Returns the numbers of the tables, of which `scripts/test` tries one in sixteen and CI one in four."""
    return sampled(range(len(TABLES)), lambda number: number % 16 == first, lambda number: number % 4 == first)


def rules_of(number: int) -> Ruleset:
    name, *_, has_house = TABLES[number]
    return ruleset(name).with_overrides(random_house_values(name, number) if has_house else {})


def lines(record: Record) -> list[dict[str, Any]]:
    """Returns the trace as it is written: through JSON and back."""
    found: list[dict[str, Any]] = json.loads(json.dumps(list(trace(record))))
    return found


@pytest.mark.parametrize("file", sampled(GOLDEN, GOLDEN[::6].__contains__), ids=[file.stem for file in GOLDEN])
def test_golden_record_matches_reference(file: Path) -> None:
    assert check(lines(read_record(file.read_text("utf-8")))) > 0


@pytest.mark.parametrize("number", sample(0), ids=IDS)
def test_new_game_matches_reference(number: int) -> None:
    _, people, options, _ = TABLES[number]
    assert check(lines(play_biased(named(people), options, number, rules_of(number)))) > 0


@pytest.mark.parametrize("number", sample(2), ids=IDS)
def test_engine_matches_reference_on_perturbed_positions(number: int) -> None:
    _, people, options, _ = TABLES[number]
    assert play_perturbed(new_game(rules_of(number), named(people), options), number) > 0


def of_kind(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return next(line for line in found if key in line)


SPOILERS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "an answer is missing": lambda found: of_kind(found, "legal")["legal"].pop(),
    "an answer too many": lambda found: of_kind(found, "legal")["legal"].append("factory"),
    "another weight": lambda found: of_kind(found, "weights")["weights"].append(of_kind(found, "weights")["weights"].pop() + 1),
    "another market": lambda found: found[-2]["position"]["state"].update(market=9),
    "another seat": lambda found: of_kind(found, "legal").update(seat=7),
    "another total": lambda found: found[-1]["scores"][0].update(total=1000),
    "another key": lambda found: found[-1].update(key="00" * 32),
    "another value": lambda found: found[0]["values"]["income"].update(value=[9, 6, 3, 0, -2]),
    "no scores": lambda found: found.pop(),
}


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_spoiled_trace_is_a_mismatch(spoil: Callable[[list[dict[str, Any]]], object]) -> None:
    found = lines(read_record(GOLDEN[0].read_text("utf-8")))
    spoil(found)
    with pytest.raises(Mismatch):
        check(found)


def test_reference_rules_import_nothing_of_groundfloor() -> None:
    """So that a misreading of either shows."""
    files = sorted((Path(__file__).parents[1] / "reference_rules").glob("*.py"))
    assert len(files) > 10
    assert [file.name for file in files if re.search(r"^\s*(from|import) groundfloor", file.read_text("utf-8"), re.MULTILINE)] == []
