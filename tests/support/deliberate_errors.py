"""Deliberate errors in the rules, the numbers and the tables: each must be noticed by a test (``scripts/test --mutants``).

Each is made in a copy of the project, in which the test that is named here must then fail.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "docs", "scripts", "pyproject.toml", "README.md")


@dataclass(frozen=True)
class DeliberateError:
    """``before`` stands exactly once in the file and becomes ``after``; ``tests`` are files with the name of a test."""

    name: str
    file: str
    before: str
    after: str
    tests: str

    @property
    def path(self) -> Path:
        return Path("src/groundfloor") / self.file


ERRORS = (
    DeliberateError(
        "who is left with no money must fire",
        "engine/phases/income.py",
        "player.money + income_of(game, player) < 0",
        "player.money + income_of(game, player) <= 0",
        "tests/engine/phases/test_income.py::test_a_player_who_can_pay_may_not_fire",
    ),
    DeliberateError(
        "an Automa hires at any price",
        "engine/phases/hire.py",
        "deck.hired or game.state.job_market > 1",
        "deck.hired",
        "tests/engine/automa/test_turn.py::test_only_gropius_hires_on_the_markets_first_space",
    ),
    DeliberateError(
        "hiring does not move the job market",
        "engine/effects.py",
        "state.job_market + steps",
        "state.job_market",
        "tests/engine/phases/test_hire.py::test_the_market_goes_right_and_the_ceo_up",
    ),
    DeliberateError(
        "a covered closet holds supply",
        "engine/effects.py",
        "        return 0\n    return game.ruleset.closet",
        "        return 1\n    return game.ruleset.closet",
        "tests/engine/city/test_construction_company.py::test_a_covered_storage_closet_stores_nothing",
    ),
    DeliberateError(
        "a marker that joins a space goes under the stack",
        "engine/effects.py",
        "popularity[order[place]] > target",
        "popularity[order[place]] >= target",
        "tests/engine/city/test_advertising_agency.py::test_the_types_follow_each_other",
    ),
    DeliberateError(
        "a turn ends without a task",
        "engine/phases/schedule.py",
        'else "task_first"',
        "else None",
        "tests/engine/phases/test_schedule.py::test_a_turn_does_not_end_while_a_task_is_legal",
    ),
    DeliberateError(
        "a cancelled meeting pays",
        "engine/city/consulting_firm.py",
        "self.reward if is_met else self.consolation",
        "self.reward",
        "tests/engine/city/test_consulting_firm.py::test_a_meeting_takes_place_if_the_left_space_of_its_row_is_occupied",
    ),
    DeliberateError(
        "a tie is a majority",
        "engine/city/advertising_agency.py",
        "all(count < own",
        "all(count <= own",
        "tests/engine/city/test_advertising_agency.py::test_a_group_of_markers_is_worth_a_space",
    ),
    DeliberateError(
        "the last info buys no supply",
        "engine/city/warehouse.py",
        "player.info >= self.prices[door][1]",
        "player.info > self.prices[door][1]",
        "tests/engine/phases/test_board_tasks.py::test_a_warehouse_space_costs_money_or_info",
    ),
    DeliberateError(
        "an Automa misjudges its customers",
        "engine/city/factory.py",
        "return goods <= least",
        "return goods < least",
        "tests/engine/automa/test_conduct.py::test_few_products_go_to_the_most_expensive_space",
    ),
    DeliberateError(
        "a marker stays above the stock track",
        "engine/city/stock_exchange.py",
        "place + rise >= size",
        "place + rise > size",
        "tests/engine/city/test_stock_exchange.py::test_whoever_is_pushed_off_the_track_gets_the_marker_back",
    ),
    DeliberateError(
        "the most expensive product of an owner sells first",
        "engine/city/retail_outlets.py",
        "* len(self.bracket_places) + price",
        "* len(self.bracket_places) - price",
        "tests/engine/city/test_retail_outlets.py::test_of_an_owners_products_in_a_bracket_the_cheapest_sells_first",
    ),
    DeliberateError(
        "a product that dropped is asked about again",
        "engine/city/retail_outlets.py",
        "if owner == seat and not self.is_settled[space]:",
        "if owner == seat:",
        "tests/engine/city/test_retail_outlets.py::test_when_liquidation_is_the_only_target_nothing_is_asked",
    ),
    DeliberateError(
        "improvements come on sale a stage late",
        "engine/city/construction_company.py",
        "stage > game.ruleset.stage(state.round)",
        "stage >= game.ruleset.stage(state.round)",
        "tests/engine/city/test_construction_company.py::test_the_owners_buy_in_the_order_of_the_numbers",
    ),
    DeliberateError(
        "a special card has other odds",
        "engine/city/economic_forecast.py",
        "copies * (cards - 1)",
        "copies * cards",
        "tests/editions/test_expansions.py::test_special_card_odds_are_one_in_cards_left",
    ),
    DeliberateError(
        "employees are fired after the forecast",
        "engine/phases/reorganize.py",
        "self.stage = FIRING\n",
        "self.stage = RENEW\n",
        "tests/engine/phases/test_income.py::test_the_ceo_stays",
    ),
    DeliberateError(
        "a set counts its better half",
        "engine/phases/scoring.py",
        "return min(player.money //",
        "return max(player.money //",
        "tests/engine/phases/test_scoring.py::test_three_money_and_three_info_make_a_set",
    ),
    DeliberateError(
        "an Automa loses its discarded cards",
        "engine/automa/deck.py",
        "sorted(deck.pile + deck.discard + deck.revealed)",
        "sorted(deck.pile + deck.revealed)",
        "tests/engine/automa/test_deck.py::test_the_deck_is_shuffled_whole_at_the_start_of_a_round",
    ),
    DeliberateError(
        "draws are not those of the key",
        "engine/match.py",
        "if value < weight:",
        "if value <= weight:",
        "tests/engine/test_match.py::test_a_draw_beyond_the_largest_multiple_is_rejected",
    ),
    DeliberateError(
        "a copy shares its rooms",
        "engine/state.py",
        "self.room_markers = other.room_markers[:]",
        "self.room_markers = other.room_markers",
        "tests/engine/test_properties.py::test_nothing_is_lost_made_or_negative",
    ),
    DeliberateError(
        "every seat sees the answers",
        "engine/view.py",
        "self._game.legal_actions if self.is_asked else []",
        "self._game.legal_actions",
        "tests/engine/test_game.py::test_a_view_offers_answers_only_to_the_seat_that_is_asked",
    ),
    DeliberateError(
        "a position may have any popularity order",
        "engine/position_checks.py",
        "spaces == sorted(spaces, reverse=True)",
        "len(spaces) > 0",
        "tests/docs/test_position.py::test_an_impossible_position_is_refused_with_a_sentence",
    ),
    DeliberateError(
        "a wrong number of the second edition",
        "editions/second.py",
        '"start.info": printed(7)',
        '"start.info": printed(6)',
        "tests/editions/test_registry.py::test_an_old_record_continues_with_the_revision_it_names",
    ),
    DeliberateError(
        "an evidence is printed that is assumed",
        "editions/second.py",
        '"advertising_agency.desks": assumed(5)',
        '"advertising_agency.desks": printed(5)',
        "tests/editions/test_evidence.py::test_everything_that_is_not_printed_in_an_edition_says_so",
    ),
    DeliberateError(
        "a wrong number of the first edition",
        "editions/first.py",
        '"end.floors": printed(5',
        '"end.floors": printed(4',
        "tests/editions/test_first.py::test_9_2_1_a_fifth_floor_ends_the_game_after_phase_four",
    ),
    DeliberateError(
        "an event changes the wrong area",
        "editions/expansions.py",
        'change(edition, "stock_exchange.buy_out"',
        'change(edition, "marketing_bonus.money"',
        "tests/editions/test_expansions.py::test_an_event_changes_one_area",
    ),
    DeliberateError(
        "a stale move is accepted",
        "tables/table.py",
        "if version != self.version:",
        "if version > self.version:",
        "tests/tables/test_table.py::test_a_stale_move_changes_nothing",
    ),
    DeliberateError(
        "a draft is not written",
        "tables/persistence.py",
        "if self.drafts.get(seat) != table.drafts.get(seat)",
        "if self.drafts.get(seat) is table.drafts.get(seat)",
        "tests/tables/test_host.py::test_drafts_are_kept_and_dropped_in_the_store_too",
    ),
)


def copied(folder: Path) -> Path:
    """Copies what the tests need into a folder, which it returns."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def first_failure(folder: Path, tests: str) -> str:
    """Runs tests in a copy of the project and returns the first one that fails; empty if all pass."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "--thorough", *tests.split()]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or found is None:
        raise SystemExit(f"The tests {tests} could not be run: {done.stdout[-500:]}{done.stderr[-500:]}")
    return found.group(1)


def noticed_by(error: DeliberateError, folder: Path) -> str:
    """Returns the test that fails with the error in a copy of the project; empty if none does."""
    file = folder / error.path
    text = file.read_text("utf-8")
    file.write_text(text.replace(error.before, error.after), "utf-8")
    try:
        return first_failure(folder, error.tests)
    finally:
        file.write_text(text, "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries the errors whose name or file holds one of the words, all without words; returns 1 if one is not noticed."""
    parser = argparse.ArgumentParser(prog="scripts/test --mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only errors whose name or file holds one of these")
    words = parser.parse_args(arguments).words
    chosen = [error for error in ERRORS if not words or any(word in f"{error.name} {error.file}" for word in words)]
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        if failed := first_failure(folder, " ".join(dict.fromkeys(error.tests for error in chosen))):
            raise SystemExit(f"{failed} fails without any deliberate error.")
        for error in chosen:
            test = noticed_by(error, folder)
            missed += not test
            print(f"{error.name} ({error.file}): {test or 'NOT NOTICED'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
