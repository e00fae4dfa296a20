"""Compares hints, analysis and guide with the strongest bot, and writes the tables of docs/strength.md: ``python -m groundfloor.research.arena.advice_comparison``."""

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

from groundfloor.agents.network.network import MARGIN_WEIGHT
from groundfloor.agents.search_agent import SearchAgent
from groundfloor.analysis.advice import Advice, AdvisedAnswer, advise
from groundfloor.analysis.evaluated_answers import Budget, Evaluator, deciding_figure, dice_of, evaluate_answers
from groundfloor.analysis.game_analysis import decisions_of
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.files import read_text, write_atomically
from groundfloor.guide import LESSONS, Hint, guided_match, hint

from .judgements import JUDGE_SECONDS, NOISE, JudgementFile, NotJudged
from .numpy_threads import use_one_thread
from .strength import END, MARK, report_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.game import Game

DIRECTOR_SIMULATIONS = 80
"""Those of the level of that name; it may take as long as it likes, so that a busy machine plays the same games."""
POSITIONS_OF_A_GAME = 25
SEATS = (2, 3, 2, 4)
"""Seats of the games, in turn."""
CLOSING = {"after_task": "end", "after_turn": "end", "after_buy": "end"}


def director_positions(folder: Path, count: int) -> list[Game]:
    """Returns ``count`` positions with a choice from games between Directors of ``second``, in mixed order; the folder keeps their records."""
    positions: list[Game] = []
    for number in range(-(-count // POSITIONS_OF_A_GAME)):
        decisions = [game for _entry, game, _action in decisions_of(director_game(folder, number), None)]
        chosen = sorted(Random(f"positions {number}").sample(range(len(decisions)), POSITIONS_OF_A_GAME))
        positions += [decisions[place] for place in chosen]
    Random("order").shuffle(positions)
    return positions[:count]


def director_game(folder: Path, number: int) -> Record:
    """Returns the record of a game between Directors, which is played unless the folder has it."""
    file = folder / f"directors-{number}.gfr"
    if file.exists():
        return Record.parse(read_text(file), ruleset)
    seats = [f"Director {seat + 1}" for seat in range(SEATS[number % len(SEATS)])]
    match = Match.new(ruleset("second"), seats, {}, f"judged game {number}".encode())
    agents = [SearchAgent(Random(f"director {number} {seat}"), simulations=DIRECTOR_SIMULATIONS) for seat in range(len(seats))]
    for agent in agents:
        agent.time_limit = 1e9
    while not match.game.is_over:
        seat = match.game.asked_seat
        match.apply(agents[seat].choose(match.game.view(seat)))
    write_atomically(file, match.record.format().encode())
    return match.record


@dataclass(frozen=True)
class Proposal:
    """A position at which the guide proposes moves; ``after`` is the other move that led there, "" where its proposals were followed."""

    step: Hint
    game: Game
    after: str = ""


def guided_positions() -> list[Proposal]:
    """Returns every position at which the guide proposes a move, and the next one after each other kind of move."""
    match = guided_match("Player 1")
    proposals: list[Proposal] = []
    while (proposal := next_proposal(match)) is not None:
        proposals.append(proposal)
        entries = len(match.record.entries)
        others = {action.verb: action for action in match.game.legal_actions if action.text not in proposal.step.moves}
        for action in others.values():
            other = Match.resume(match.record.prefix(entries), match.key)
            other.apply(action)
            later = next_proposal(other)
            if later is not None:
                proposals.append(Proposal(later.step, later.game, f"{proposal.step.id}: {action.text}"))
        match.apply(proposal.step.moves[0])
    return proposals


def next_proposal(match: Match) -> Proposal | None:
    """Goes on to the next position at which the guide proposes a move and returns it; None if there is none in its rounds.

    Questions that it has no lesson about are ended or declined, so that they take nothing from the plan.
    """
    lessons_read = tuple(lesson.id for lesson in LESSONS if not lesson.moves)
    last = max(max(lesson.rounds) for lesson in LESSONS)
    while match.game._state.round <= last and not match.game.is_over:
        step = hint(match.record, match.game, match.game.asked_seat, lessons_read)
        if step is not None and step.moves:
            return Proposal(step, match.game.copy())
        legal = [action.text for action in match.game.legal_actions]
        match.apply(CLOSING.get(match.game.question_kind) or ("done" if "done" in legal else legal[0]))
    return None


ADVISERS = {"hint, 16,000 simulations": 16000, "5,000 simulations, interpreted": 5000, "analysis, 24 simulations": 24}
"""What is compared, with its simulations: hints of both engines within ``HINT_SECONDS`` (``table/hints.py``), and analyses (``server/game/tables/advice.py``)."""
HINT_SIMULATIONS = ADVISERS["hint, 16,000 simulations"]
HINT_SECONDS = 2.0
"""Seconds after which a hint makes no more of them."""
ASKED_AGAIN = "Tycoon, asked again"
GUIDE_THINKINGS = 3
"""How often, with other draws, an answer is thought through for the table of the guide, where each position counts for itself."""
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
    return evaluate_answers(game, judge.evaluator, dice_of(game), Budget(simulations))[0].action.text


def compare_advice(judge: JudgementFile, positions: Sequence[Game]) -> list[str]:
    """Returns the table of hints and analysis as lines of Markdown."""
    by_adviser: dict[str, list[Comparison]] = {name: [] for name in (*ADVISERS, ASKED_AGAIN)}
    for number, game in enumerate(positions):
        try:
            judge.best(game)
            rows = {name: compare(judge, game, first_answer(judge, game, simulations)) for name, simulations in ADVISERS.items()}
            if number % EVERY == 0:
                rows[ASKED_AGAIN] = compare(judge, game, judge.best(game, seed=2))
        except NotJudged:
            continue
        for name, row in rows.items():
            by_adviser[name].append(row)
        print(f"position {number + 1} of {len(positions)}", flush=True)
    return [HEADING, "|" + " --- |" * 6, *(advice_row(name, rows) for name, rows in by_adviser.items() if rows)]


def advice_row(name: str, rows: Sequence[Comparison]) -> str:
    same, good = (fmean(getattr(row, field) for row in rows) for field in ("is_same", "is_as_good"))
    win, prestige = (fmean(getattr(row, field) for row in rows) for field in ("win", "prestige"))
    return f"| {name} | {same:.0%} | {good:.0%} | {100 * win:.1f} % | {prestige:.1f} | {len(rows)} |"


def compare_reasons(evaluator: Evaluator, positions: Sequence[Game], simulations: int) -> list[str]:
    """Returns the table of reasons as lines of Markdown: how often a reader who sees nothing but them finds the recommended answer."""
    by_reader: dict[str, list[bool]] = {name: [] for name in READERS}
    for number, game in enumerate(positions):
        advice = advise(game.view(game.asked_seat), evaluator, dice_of(game), Budget(simulations))
        assert advice is not None
        if advice.equals > 1:
            by_reader["about equal"].append(read_reasons(advice) < advice.equals)
            continue
        name = "quantities" if advice.choices[0].reasons else "the search’s figures"
        by_reader[name].append(read_reasons(advice) == 0)
        print(f"hint {number + 1} of {len(positions)}", flush=True)
    clear = by_reader["quantities"] + by_reader["the search’s figures"]
    rows = [("a clear best answer, all", clear), *((READERS[name], rows) for name, rows in by_reader.items())]
    lines = [READER_HEADING, "|" + " --- |" * 3]
    return lines + [f"| {label} | {fmean(rows):.0%} | {len(rows)} |" for label, rows in rows if rows]


READER_HEADING = "| hints | recommended answer found | hints |"
READERS = {
    "quantities": "… told by quantities",
    "the search’s figures": "… told by what the search found",
    "about equal": "about equal: one of the equals found",
}
PERCENT_IN_POINTS = 0.01 / MARGIN_WEIGHT
"""Prestige points that the reader takes a percent of winning chance for, as agents do."""


def read_reasons(advice: Advice) -> int:
    """Returns the place of the choice that a reader takes who knows the reasons alone, in mixed order, and what quantities are worth.

    Each choice is as good as its stated differences to the other answer say, weighed by the hand-made evaluation; where only the search tells
    answers apart, as the stated differences of winning chance and lead.
    """

    def worth(choice: AdvisedAnswer) -> float:
        if choice.reasons:
            return sum(reason.weight for reason in choice.reasons)
        figure, change = deciding_figure(choice.expectation, choice.other)
        return PERCENT_IN_POINTS * change if figure == "chance" else change

    order = list(range(len(advice.choices)))
    Random(advice.position).shuffle(order)
    return max(order, key=lambda place: worth(advice.choices[place]))


def compare_guide(judge: JudgementFile, proposals: Sequence[Proposal]) -> list[str]:
    """Returns the table of the guide as lines of Markdown: its steps, and how they do after other moves than the proposed one."""
    main: dict[str, tuple[str, Comparison]] = {}
    branches: dict[str, list[Comparison]] = {}
    for number, proposal in enumerate(proposals):
        move = proposal.step.moves[0]
        try:
            comparison = compare(judge, proposal.game, move, GUIDE_THINKINGS)
        except NotJudged:
            continue
        if proposal.after:
            branches.setdefault(proposal.step.id, []).append(comparison)
        else:
            main[proposal.step.id] = (move, comparison)
        print(f"proposal {number + 1} of {len(proposals)}: {proposal.step.id} {proposal.after}", flush=True)
    rows = [guide_row(id, move, comparison, branches.get(id, [])) for id, (move, comparison) in main.items()]
    return [GUIDE_HEADING, "|" + " --- |" * 7, *rows]


def guide_row(id: str, move: str, found: Comparison, branches: Sequence[Comparison]) -> str:
    lost = f"{100 * found.win:.1f} % | {found.prestige:.1f}"
    after = f"{sum(each.is_as_good for each in branches)} of {len(branches)}" if branches else ""
    return f"| {id} | `{move}` | `{found.best}` | {lost} | {'yes' if found.is_as_good else 'no'} | {after} |"


def with_table(text: str, id: str, lines: Sequence[str]) -> str:
    """Returns a document with the lines between the marks of a table. GroundfloorError if it has no such marks."""
    mark = MARK.format(id)
    before, mark_found, rest = text.partition(mark)
    _old, end, after = rest.partition(END)
    if not mark_found or not end:
        raise GroundfloorError(f"The document has no table between {mark} and {END}.")
    return "\n".join([before + mark, "", *lines, end]) + after


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m groundfloor.research.arena.advice_comparison", description=__doc__)
    parser.add_argument("folder", type=Path, help="where games and judgements are kept; the same command goes on there")
    parser.add_argument(
        "--table", choices=["hints", "guide", "reasons"], action="append", help="which table is measured; all if none is named"
    )
    parser.add_argument("--positions", type=int, default=200, help="positions for the tables of hints and reasons (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=JUDGE_SECONDS, help="Tycoon's time for a position (default: %(default)s)")
    parser.add_argument("--only-write", action="store_true", help="judge nothing, only write what the folder has")
    parser.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="where the tables are written (default: %(default)s)"
    )
    return parser


def main(words: list[str] | None = None) -> int:
    """Compares, and writes the tables; after Ctrl-C what is known so far. Returns the exit code."""
    use_one_thread(os.environ)
    arguments = parser().parse_args(words)
    tables: list[str] = arguments.table or ["hints", "guide", "reasons"]
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        try:
            lines_by_table = tables_of(arguments, tables, arguments.only_write)
        except KeyboardInterrupt:
            print("Stopped; the same command goes on here.", file=sys.stderr)
            lines_by_table = tables_of(arguments, tables, only_read=True)
        document: Path = arguments.document
        text = document.read_text("utf-8")
        for id, lines in lines_by_table.items():
            text = with_table(text, id, lines)
        document.write_text(text, "utf-8")
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    return 0


def tables_of(arguments: argparse.Namespace, tables: Sequence[str], only_read: bool) -> dict[str, list[str]]:
    """Returns the lines of each table, the guide's first, as it is the shorter one."""
    lines_by_table: dict[str, list[str]] = {}
    if "reasons" in tables and not only_read:
        positions = director_positions(arguments.folder, arguments.positions)
        lines_by_table["reasons"] = compare_reasons(Evaluator.from_file(), positions, HINT_SIMULATIONS)
    if not {"guide", "hints"} & set(tables):
        return lines_by_table
    with closing(JudgementFile(arguments.folder / "judgements.jsonl", arguments.seconds, only_read)) as judge:
        if "guide" in tables:
            lines_by_table["guide"] = compare_guide(judge, guided_positions())
        if "hints" in tables:
            lines_by_table["hints"] = compare_advice(judge, director_positions(arguments.folder, arguments.positions))
    return lines_by_table


if __name__ == "__main__":
    sys.exit(main())
