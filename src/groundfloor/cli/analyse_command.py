"""The command analyse: what each decision of a recorded game was worth, and what would have been better."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.analysis import Budget, Evaluator, GameAnalysis, analyse_game, decision_count
from groundfloor.analysis.game_analysis import BLAME_SIMULATIONS, fingerprint, seats_of_people
from groundfloor.numbers import with_seat_numbers
from groundfloor.presentation.analysis.decision_text import decision_text, expectation_figures, summary_lines
from groundfloor.presentation.translations import translations_of

from .arguments import BadUsage, Flag, LanguageOption, default_language
from .game_text import table_lines
from .progress_bar import progress_bar
from .record_file import for_each_file, heading, read_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from groundfloor.engine.record import Record


def analyse(
    *files: Path,
    seat: int | None = None,
    everybody: Flag = False,
    simulations: int = 50,
    weights: str = "",
    most: int = 8,
    json: Flag = False,
    lang: LanguageOption = None,
) -> None:
    """Analyses a record with progress on standard error, and prints the costliest decisions and how the expectations went.

    Parameters
    ----------
    files
        The records of games, finished or not; - is standard input.
    seat
        Only this seat, counted from 1. Default: the seats of people.
    everybody
        The seats of bots too.
    simulations
        How many continuations of each decision are searched, and at least 1,000 of what looks like a mistake; with 0 the network alone judges.
    weights
        A file of weights in place of those of the package.
    most
        How many decisions are listed.
    json
        Print every decision as JSON; of several records one analysis per line, with its file.
    """
    language = lang or default_language()
    if simulations < 0 or most < 1:
        raise BadUsage("--simulations is 0 or more, --most 1 or more.")
    if seat is not None and everybody:
        raise BadUsage("--seat and --everybody can't be combined.")
    translations, evaluator = translations_of(language), Evaluator.from_file(weights)

    def analyse_one(file: Path) -> None:
        record = read_record(file)
        if seat is not None and not 1 <= seat <= len(record.seats):
            raise BadUsage(f"--seat is a number from 1 to {len(record.seats)}, not {seat}.")
        seats = [seat - 1] if seat is not None else None if everybody else seats_of_people(record)
        analysis = analyse_with_progress(record, evaluator, seats, simulations, translations)
        if json:
            plain = with_seat_numbers(asdict(analysis))
            print(dumps({"file": str(file), "analysis": plain} if len(files) > 1 else plain))
            return
        for line in [*heading(file, files), *analysis_lines(analysis, record, most, language, translations)]:
            print(line)

    for_each_file(files, analyse_one)


def analyse_with_progress(
    record: Record, evaluator: Evaluator, seats: Sequence[int] | None, simulations: int, translations: NullTranslations
) -> GameAnalysis:
    """Returns the analysis of a record, with a progress bar on standard error if that is a terminal."""
    decisions = []
    with progress_bar() as progress:
        task = progress.add_task(translations.gettext("Analysing"), total=decision_count(record, seats))
        blame = partial(Budget, BLAME_SIMULATIONS) if 0 < simulations < BLAME_SIMULATIONS else None
        for decision in analyse_game(record, evaluator, Budget(simulations), seats, blame=blame):
            decisions.append(decision)
            progress.advance(task)
    return GameAnalysis(fingerprint(record, evaluator, simulations), simulations, decisions)


def analysis_lines(analysis: GameAnalysis, record: Record, most: int, language: str, translations: NullTranslations) -> list[str]:
    """Returns the summary, the costliest decisions, and the tables of winning chance and expected prestige."""
    _ = translations.gettext
    if not analysis.decisions:
        return [_("There is no decision to analyse in this record.")]
    lines = summary_lines(analysis.decisions, record.replay(), translations)
    costliest = analysis.costliest(most=most)
    if costliest:
        lines += ["", _("Decisions that cost most:")]
    for number, decision in enumerate(costliest, 1):
        text = decision_text(decision, record.replay(decision.entry), language, translations)
        lines += [
            f"{number}. {text.moment} ({_('entry %(n)s') % {'n': text.entry}}): {text.verdict}",
            f"   {text.cost} {text.why}",
        ]
    for figures in expectation_figures(analysis.decisions, record.replay(), translations):
        lines += ["", *table_lines(figures)]
    return lines
