"""Deliberate errors in the rules, the numbers and the tables: each must be noticed by a test (``scripts/check-mutants``).

Each is made in a copy of the project, against which the tests run that are named here; the first one that fails has noticed it.
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
    """``before`` stands exactly once in the file and becomes ``after``; ``tests`` are the folders or files that run, in order."""

    name: str
    file: str
    before: str
    after: str
    tests: str

    @property
    def path(self) -> Path:
        """The file, from the root of the project."""
        return Path("src/groundfloor") / self.file


GOLDEN = "tests/golden"
CITY = "tests/engine/city"
PHASES = "tests/engine/phases"
ERRORS = (
    DeliberateError(
        "who is left with no money must fire",
        "engine/phases/income.py",
        "player.money + income_of(game, player) < 0",
        "player.money + income_of(game, player) <= 0",
        f"{PHASES}/test_income.py",
    ),
    DeliberateError(
        "an Automa hires at any price",
        "engine/phases/hire.py",
        "deck.hired or game.state.job_market > 1",
        "deck.hired",
        "tests/engine/automa tests/golden",
    ),
    DeliberateError("hiring does not move the job market", "engine/effects.py", "state.job_market + steps", "state.job_market", PHASES),
    DeliberateError(
        "a covered closet holds supply",
        "engine/effects.py",
        "        return 0\n    return game.ruleset.closet",
        "        return 1\n    return game.ruleset.closet",
        f"{CITY} {PHASES} {GOLDEN}",
    ),
    DeliberateError(
        "a marker that joins a space goes under the stack",
        "engine/effects.py",
        "popularity[order[place]] > target",
        "popularity[order[place]] >= target",
        CITY,
    ),
    DeliberateError("a turn ends without a task", "engine/phases/schedule.py", 'else "task_first"', "else None", PHASES),
    DeliberateError(
        "a cancelled meeting pays", "engine/city/consulting_firm.py", "self.reward if is_met else self.consolation", "self.reward", CITY
    ),
    DeliberateError("a tie is a majority", "engine/city/advertising_agency.py", "all(count < own", "all(count <= own", CITY),
    DeliberateError(
        "the last info buys no supply",
        "engine/city/warehouse.py",
        "player.info >= self.prices[door][1]",
        "player.info > self.prices[door][1]",
        f"{PHASES} {GOLDEN}",
    ),
    DeliberateError(
        "an Automa misjudges its customers",
        "engine/city/factory.py",
        "return goods <= least",
        "return goods < least",
        "tests/engine/automa tests/engine/test_rare_events.py tests/golden",
    ),
    DeliberateError(
        "a marker stays above the stock track", "engine/city/stock_exchange.py", "place + rise >= size", "place + rise > size", CITY
    ),
    DeliberateError(
        "the dearest product of an owner sells first",
        "engine/city/retail_outlets.py",
        "order.index(outlets[space]), self.prices[space])",
        "order.index(outlets[space]), -self.prices[space])",
        CITY,
    ),
    DeliberateError(
        "a product that dropped is asked about again",
        "engine/city/retail_outlets.py",
        "if owner == seat and not self.marks[space]:",
        "if owner == seat:",
        CITY,
    ),
    DeliberateError(
        "improvements come on sale a stage late",
        "engine/city/construction_company.py",
        "stage > game.ruleset.stage(state.round)",
        "stage >= game.ruleset.stage(state.round)",
        CITY,
    ),
    DeliberateError(
        "a special card has other odds",
        "engine/city/economic_forecast.py",
        "copies * (cards - 1)",
        "copies * cards",
        "tests/editions tests/engine/test_odds.py",
    ),
    DeliberateError(
        "employees are fired after the forecast", "engine/phases/reorganize.py", "self.stage = FIRING\n", "self.stage = RENEW\n", PHASES
    ),
    DeliberateError(
        "a set counts its better half", "engine/phases/scoring.py", "return min(player.money //", "return max(player.money //", PHASES
    ),
    DeliberateError(
        "an Automa loses its discarded cards",
        "engine/automa/deck.py",
        "sorted(deck.pile + deck.discard + deck.revealed)",
        "sorted(deck.pile + deck.revealed)",
        "tests/engine/automa",
    ),
    DeliberateError(
        "draws are not those of the key", "engine/match.py", "if value < weight:", "if value <= weight:", "tests/engine/test_match.py"
    ),
    DeliberateError(
        "a copy shares its rooms",
        "engine/state.py",
        "self.room_markers = other.room_markers[:]",
        "self.room_markers = other.room_markers",
        "tests/engine/test_properties.py",
    ),
    DeliberateError(
        "every seat sees the answers",
        "engine/view.py",
        "self._game.legal_actions if self.is_asked else []",
        "self._game.legal_actions",
        "tests/engine",
    ),
    DeliberateError(
        "a position may have any popularity order",
        "engine/position_checks.py",
        "spaces == sorted(spaces, reverse=True)",
        "len(spaces) > 0",
        "tests/docs/test_position.py",
    ),
    DeliberateError(
        "a wrong number of the second edition",
        "editions/second.py",
        '"start.info": printed(7)',
        '"start.info": printed(6)',
        "tests/editions",
    ),
    DeliberateError(
        "an evidence is printed that is assumed",
        "editions/second.py",
        '"advertising_agency.desks": assumed(5)',
        '"advertising_agency.desks": printed(5)',
        "tests/editions",
    ),
    DeliberateError(
        "a wrong number of the first edition", "editions/first.py", '"end.floors": printed(5', '"end.floors": printed(4', "tests/editions"
    ),
    DeliberateError(
        "an event changes the wrong area",
        "editions/expansions.py",
        'change(edition, "stock_exchange.buy_out"',
        'change(edition, "marketing_bonus.money"',
        "tests/editions",
    ),
    DeliberateError(
        "a stale move is accepted", "tables/table.py", "if version != self.version:", "if version > self.version:", "tests/tables"
    ),
    DeliberateError(
        "a draft is not written",
        "tables/persistence.py",
        "if self.drafts.get(seat) != table.drafts.get(seat)",
        "if self.drafts.get(seat) is table.drafts.get(seat)",
        "tests/tables",
    ),
)


def noticed_by(error: DeliberateError) -> str:
    """The test that fails first in a copy of the project with the error; empty if none does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        file = copy / error.path
        file.write_text(file.read_text("utf-8").replace(error.before, error.after), "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not browser", *error.tests.split()]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or found is None:
        return f"an error of pytest: {done.stdout[-300:]}"
    return found.group(1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries the errors whose names hold one of the words, all without words; returns 1 if one is not noticed."""
    parser = argparse.ArgumentParser(prog="scripts/check-mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only errors whose name or file holds one of these")
    words = parser.parse_args(arguments).words
    missed = 0
    for error in ERRORS:
        if words and not any(word in f"{error.name} {error.file}" for word in words):
            continue
        test = noticed_by(error)
        missed += not test
        print(f"{error.name} ({error.file}): {test or 'NOT NOTICED'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
