"""The reference rules, a second implementation, follow traces entry by entry and agree with every one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from groundfloor import read_record
from groundfloor.engine.record import Record
from groundfloor.engine.trace import trace
from tests.reference_rules.checker import check
from tests.reference_rules.mismatch import Mismatch
from tests.reference_rules.written import Plain
from tests.support.biased_players import play_biased
from tests.support.samples import sampled

pytestmark = pytest.mark.reference

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.gfr"))
AUTOMAS = ("pei", "gropius", "hadid")
TABLES = [
    *(["human"] * humans for humans in (2, 3, 4, 5)),
    *(["human"] * humans + [one] for humans in (1, 2, 3) for one in AUTOMAS),
    *(["human"] * humans + [one, two] for humans in (1, 2, 3) for one in AUTOMAS for two in AUTOMAS if one != two),
    ["hadid", "human", "gropius"],
    ["human", "pei", "human"],
]


def lines(record: Record) -> list[dict[str, Plain]]:
    """Returns the trace as it is written: through JSON and back."""
    found: list[dict[str, Plain]] = json.loads(json.dumps(list(trace(record))))
    return found


def a_game(people: list[str], deck: str, seed: int) -> Record:
    seats = [f"Player {at}" if name == "human" else f"automa:{name}" for at, name in enumerate(people)]
    return play_biased(seats, {"deck": deck}, seed)


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_golden_record_matches_reference(file: Path) -> None:
    assert check(lines(read_record(file.read_text("utf-8")))) > 0


@pytest.mark.parametrize("number", sampled(range(len(TABLES)), lambda number: number % 2 == 0), ids=["-".join(people) for people in TABLES])
def test_new_games_match_reference(number: int) -> None:
    for deck in ("random", "preset"):
        assert check(lines(a_game(TABLES[number], deck, number))) > 0


def of_kind(found: list[dict[str, Plain]], key: str) -> dict[str, Plain]:
    """Returns the first line with the key."""
    return next(line for line in found if key in line)


def drop_an_answer(found: list[dict[str, Plain]]) -> None:
    answers = of_kind(found, "legal")["legal"]
    assert isinstance(answers, list)
    answers.pop()


def add_an_answer(found: list[dict[str, Plain]]) -> None:
    answers = of_kind(found, "legal")["legal"]
    assert isinstance(answers, list)
    answers.append("factory")


def change_a_weight(found: list[dict[str, Plain]]) -> None:
    weights = of_kind(found, "weights")["weights"]
    assert isinstance(weights, list) and isinstance(weights[0], int)
    weights[0] += 1


def change_the_market(found: list[dict[str, Plain]]) -> None:
    position = found[-2]["position"]
    assert isinstance(position, dict) and isinstance(position["state"], dict)
    position["state"]["market"] = 9


def change_a_seat(found: list[dict[str, Plain]]) -> None:
    of_kind(found, "legal")["seat"] = 7


def change_a_total(found: list[dict[str, Plain]]) -> None:
    scores = found[-1]["scores"]
    assert isinstance(scores, list) and isinstance(scores[0], dict)
    scores[0]["total"] = 1000


def change_the_key(found: list[dict[str, Plain]]) -> None:
    found[-1]["key"] = "00" * 32


def change_a_number(found: list[dict[str, Plain]]) -> None:
    values = found[0]["values"]
    assert isinstance(values, dict) and isinstance(values["income"], dict)
    values["income"]["value"] = [9, 6, 3, 0, -2]


def leave_out_the_scores(found: list[dict[str, Plain]]) -> None:
    found.pop()


SPOILERS = [
    drop_an_answer,
    add_an_answer,
    change_a_weight,
    change_the_market,
    change_a_seat,
    change_a_total,
    change_the_key,
    change_a_number,
    leave_out_the_scores,
]


@pytest.mark.parametrize("spoil", SPOILERS, ids=[spoil.__name__ for spoil in SPOILERS])
def test_spoiled_trace_is_a_mismatch(spoil: Callable[[list[dict[str, Plain]]], None]) -> None:
    """A spoiled trace is noticed."""
    found = lines(read_record(GOLDEN[0].read_text("utf-8")))
    spoil(found)
    with pytest.raises(Mismatch):
        check(found)


def test_reference_rules_import_nothing_of_groundfloor() -> None:
    """They import no module of the project, so that a misreading of either shows."""
    package = Path(__file__).parents[1] / "reference_rules"
    files = sorted(package.glob("*.py"))
    assert len(files) > 10
    assert [file.name for file in files if re.search(r"^\s*(from|import) groundfloor", file.read_text("utf-8"), re.MULTILINE)] == []
