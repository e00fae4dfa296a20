"""One game of each setup case goes as it went, with all that can be asked of it: a difference is a change of the rules or of what is told."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.playthrough_files import FOLDER, HASHES, READABLE, block, excerpt, first_difference, stored_blocks
from tests.support.playthroughs import playthrough
from tests.support.setup_cases import SetupCase, setup_cases

CASES = setup_cases()
BLOCKS = stored_blocks()
SHOWN = [case for case in CASES if case.name in READABLE]
PARTS = [(0, "start\n"), (0, "1. one\n"), (1, "2. two\n"), (1, "3. three\n"), (1, "scores\n")]


@cache
def parts_of(name: str) -> list[tuple[int, str]]:
    """Returns the playthrough of a case, which is played once for both tests of a readable one."""
    return playthrough(next(case for case in CASES if case.name == name))


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name, marks=[] if case.name in READABLE else [pytest.mark.slow]) for case in CASES]
)
def test_game_goes_as_it_went(case: SetupCase) -> None:
    """All together they take long: ``scripts/test --quick`` plays those that a person can read."""
    parts = parts_of(case.name)
    if difference := first_difference(BLOCKS[case.name], parts):
        pytest.fail(f"{difference}If the change is meant, python -m tests.support playthroughs writes the files anew.")


@pytest.mark.parametrize("case", SHOWN, ids=[case.name for case in SHOWN])
def test_readable_file_is_an_excerpt_of_its_game(case: SetupCase) -> None:
    assert (FOLDER / f"{case.name}.txt").read_text("utf-8") == excerpt(case.name, parts_of(case.name))


def test_each_case_has_its_hashes() -> None:
    assert list(BLOCKS) == [case.name for case in CASES]
    assert {file.name for file in FOLDER.glob("*.txt")} == {HASHES.name, *(f"{name}.txt" for name in READABLE)}


def test_readable_files_cover_rulesets_and_automas() -> None:
    assert {case.edition for case in SHOWN} == {case.edition for case in CASES}
    assert {seat for case in SHOWN for seat in case.seats if ":" in seat} == {seat for case in CASES for seat in case.seats if ":" in seat}


@pytest.mark.parametrize(
    ("at", "place"), [(0, "at the start"), (1, "at entry 1 (round 0)"), (3, "at entry 3 (round 1)"), (4, "at entry 4 (round 1)")]
)
def test_first_difference_names_game_entry_and_text(at: int, place: str) -> None:
    stored = block("second-2", PARTS)
    changed = [*PARTS[:at], (PARTS[at][0], "other\n"), *PARTS[at + 1 :]]
    assert first_difference(stored, PARTS) == ""
    assert first_difference(stored, changed).startswith(f"second-2 differs {place};")
    assert first_difference(stored, changed).endswith("other\n")


def test_a_shorter_game_differs_where_it_ends() -> None:
    assert first_difference(block("second-2", PARTS), PARTS[:3]).startswith("second-2 differs at entry 3 ")
