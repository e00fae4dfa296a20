"""Compares hints, analysis and guide with the strongest bot, and writes the tables of docs/strength.md: ``python -m groundfloor.arena.advice_comparison``."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from groundfloor.analysis.evaluated_answers import NOISE, Budget, evaluate_answers
from groundfloor.engine.errors import GroundfloorError

from .judged_positions import Proposal, director_positions, guided_positions
from .judgements import JUDGE_SECONDS, JudgementFile, NotJudged
from .numpy_threads import use_one_thread
from .strength import END, MARK, report_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.game import Game

ADVISERS = {"hint, 400 simulations": 400, "100 simulations": 100, "analysis, 24 simulations": 24}
"""What is compared, with its simulations (``tables/hints.py``, ``tables/advice.py``), and what is between them."""
ASKED_AGAIN = "Tycoon, asked again"
GUIDE_THINKINGS = 3
"""So many times, with other draws, an answer is thought through for the table of the guide, where each position counts for itself."""
EVERY = 5
"""Tycoon is asked again about each position whose number this divides."""
HEADING = "| | the same answer | one as good | winning chance lost | prestige lost | positions |"
GUIDE_HEADING = "| step | proposed | Tycoon’s answer | winning chance lost | prestige lost | as good | after other moves |"


@dataclass(frozen=True)
class Comparison:
    """An answer beside the one that Tycoon would give: by how much less it promises, by Tycoon's own judgement; below 0: more.

    Where both were thought through several times, ``utility`` is the smallest difference, and the others are means.
    """

    best: str
    is_same: bool
    utility: float = 0.0
    win: float = 0.0
    prestige: float = 0.0

    @property
    def is_as_good(self) -> bool:
        """Whether the difference is within the noise, in one thinking at least."""
        return self.utility <= NOISE


def compare(judge: JudgementFile, game: Game, text: str, thinkings: int = 1) -> Comparison:
    """Returns an answer beside Tycoon's, both thought through that many times; NotJudged if the file lacks that and is only read."""
    best = judge.best(game)
    if best == text:
        return Comparison(best, True)
    pairs = [(judge.value(game, best, seed), judge.value(game, text, seed)) for seed in range(1, thinkings + 1)]
    return Comparison(
        best,
        False,
        utility=min(more.utility - less.utility for more, less in pairs),
        win=fmean(more.win - less.win for more, less in pairs),
        prestige=fmean(more.prestige - less.prestige for more, less in pairs),
    )


def first_answer(judge: JudgementFile, game: Game, simulations: int) -> str:
    return evaluate_answers(game, judge.evaluator, Random(str(game.position())), Budget(simulations))[0].action.text


def compare_advice(judge: JudgementFile, positions: Sequence[Game]) -> list[str]:
    """Returns the table of hints and analysis as lines of Markdown."""
    found: dict[str, list[Comparison]] = {name: [] for name in (*ADVISERS, ASKED_AGAIN)}
    for number, game in enumerate(positions):
        try:
            judge.best(game)
            rows = {name: compare(judge, game, first_answer(judge, game, simulations)) for name, simulations in ADVISERS.items()}
            if number % EVERY == 0:
                rows[ASKED_AGAIN] = compare(judge, game, judge.best(game, seed=2))
        except NotJudged:
            continue
        for name, row in rows.items():
            found[name].append(row)
        print(f"position {number + 1} of {len(positions)}", flush=True)
    return [HEADING, "|" + " --- |" * 6, *(advice_row(name, rows) for name, rows in found.items() if rows)]


def advice_row(name: str, rows: Sequence[Comparison]) -> str:
    same, good = (fmean(getattr(row, field) for row in rows) for field in ("is_same", "is_as_good"))
    win, prestige = (fmean(getattr(row, field) for row in rows) for field in ("win", "prestige"))
    return f"| {name} | {same:.0%} | {good:.0%} | {100 * win:.1f} % | {prestige:.1f} | {len(rows)} |"


def compare_guide(judge: JudgementFile, proposals: Sequence[Proposal]) -> list[str]:
    """Returns the table of the guide as lines of Markdown: its steps, and how they do after other moves than the proposed one."""
    main: dict[str, tuple[str, Comparison]] = {}
    branches: dict[str, list[Comparison]] = {}
    for number, proposal in enumerate(proposals):
        move = proposal.step.moves[0]
        try:
            found = compare(judge, proposal.game, move, GUIDE_THINKINGS)
        except NotJudged:
            continue
        if proposal.after:
            branches.setdefault(proposal.step.id, []).append(found)
        else:
            main[proposal.step.id] = (move, found)
        print(f"proposal {number + 1} of {len(proposals)}: {proposal.step.id} {proposal.after}", flush=True)
    rows = [guide_row(id, move, found, branches.get(id, [])) for id, (move, found) in main.items()]
    return [GUIDE_HEADING, "|" + " --- |" * 7, *rows]


def guide_row(id: str, move: str, found: Comparison, branches: Sequence[Comparison]) -> str:
    lost = f"{100 * found.win:.1f} % | {found.prestige:.1f}"
    after = f"{sum(each.is_as_good for each in branches)} of {len(branches)}" if branches else ""
    return f"| {id} | `{move}` | `{found.best}` | {lost} | {'yes' if found.is_as_good else 'no'} | {after} |"


def with_table(text: str, id: str, lines: Sequence[str]) -> str:
    """Returns a document with the lines between the marks of a table. GroundfloorError if it has no such marks."""
    mark = MARK.format(id)
    before, found, rest = text.partition(mark)
    _old, end, after = rest.partition(END)
    if not found or not end:
        raise GroundfloorError(f"The document has no table between {mark} and {END}.")
    return "\n".join([before + mark, *lines, end]) + after


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m groundfloor.arena.advice_comparison", description=__doc__)
    found.add_argument("folder", type=Path, help="where games and judgements are kept; the same command goes on there")
    found.add_argument("--table", choices=["hints", "guide"], action="append", help="which table is measured; both if none is named")
    found.add_argument("--positions", type=int, default=200, help="positions for the table of hints (default: %(default)s)")
    found.add_argument("--seconds", type=float, default=JUDGE_SECONDS, help="Tycoon's time for a position (default: %(default)s)")
    found.add_argument("--only-write", action="store_true", help="judge nothing, only write what the folder has")
    found.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="where the tables are written (default: %(default)s)"
    )
    return found


def main(words: list[str] | None = None) -> int:
    """Compares, and writes the tables; after Ctrl-C what is known so far. Returns the exit code."""
    use_one_thread(os.environ)
    arguments = parser().parse_args(words)
    tables: list[str] = arguments.table or ["hints", "guide"]
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        try:
            found = tables_of(arguments, tables, arguments.only_write)
        except KeyboardInterrupt:
            print("Stopped; the same command goes on here.", file=sys.stderr)
            found = tables_of(arguments, tables, only_read=True)
        document: Path = arguments.document
        text = document.read_text("utf-8")
        for id, lines in found.items():
            text = with_table(text, id, lines)
        document.write_text(text, "utf-8")
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    return 0


def tables_of(arguments: argparse.Namespace, tables: Sequence[str], only_read: bool) -> dict[str, list[str]]:
    """Returns the lines of each table, the guide's first, as it is the shorter one."""
    found: dict[str, list[str]] = {}
    with closing(JudgementFile(arguments.folder / "judgements.jsonl", arguments.seconds, only_read)) as judge:
        if "guide" in tables:
            found["guide"] = compare_guide(judge, guided_positions())
        if "hints" in tables:
            found["hints"] = compare_advice(judge, director_positions(arguments.folder, arguments.positions))
    return {
        id: ["```sh", f"python -m groundfloor.arena.advice_comparison FOLDER --table {id}", "```", "", *lines]
        for id, lines in found.items()
    }


if __name__ == "__main__":
    sys.exit(main())
