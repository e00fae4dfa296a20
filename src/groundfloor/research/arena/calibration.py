"""Measures whether winning chances are true, and draws it: ``python -m groundfloor.research.arena.calibration``.

In games of the network against itself every decision is a forecast for each seat; a chance of 30 percent should come true in 30 of 100 cases.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.evaluation import final_values
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.game import Game
from groundfloor.files import write_atomically

from .advice_comparison import with_table
from .numpy_threads import use_one_thread
from .strength import report_error

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Evaluation

TABLES = (2, 3, 4, 5)
"""Numbers of seats."""
BINS = 10
"""Forecasts are grouped by tenths."""
PICTURE = "pictures/calibration.svg"


@dataclass
class Forecasts:
    """Forecasts of one number of seats: the sum of their squared errors, and by tenth how many there were, their sum, and how often they came true."""

    games: int = 0
    count: int = 0
    squares: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0] * BINS)
    sums: list[float] = field(default_factory=lambda: [0.0] * BINS)
    wins: list[float] = field(default_factory=lambda: [0.0] * BINS)

    def add(self, chances: Sequence[float], results: Sequence[float]) -> None:
        """Adds the chances of all seats at one decision, and the share of the win that each of them had in the end."""
        for chance, result in zip(chances, results, strict=True):
            bin = min(int(chance * BINS), BINS - 1)
            self.count += 1
            self.squares += (chance - result) ** 2
            self.counts[bin] += 1
            self.sums[bin] += chance
            self.wins[bin] += result

    @property
    def brier(self) -> float:
        """The mean squared error of the chances, 0 at best."""
        return self.squares / self.count

    def points(self) -> list[tuple[float, float, int]]:
        """Returns for each tenth that has any the mean chance, how often it came true, and how many forecasts these are."""
        return [(total / count, wins / count, count) for total, wins, count in zip(self.sums, self.wins, self.counts, strict=True) if count]


def play(seats: int, number: int, evaluator: PositionEvaluator, tally: Forecasts) -> None:
    """Plays a game of ruleset ``second`` in which every seat gives its likeliest answer, and adds its forecasts."""
    rng = Random(f"groundfloor calibration {seats} {number}")
    game = Game(ruleset("second"), [f"Seat {seat}" for seat in range(1, seats + 1)], {})
    forecasts: list[Evaluation] = []
    while not game.is_over:
        if game.chance is not None:
            game.apply_outcome(game.chance.draw(rng))
            continue
        (forecast,) = evaluator.evaluate([game])
        forecasts.append(forecast)
        game.apply_action(evaluator.likeliest_answer(game, forecast))
    results = [win for _prestige, _margin, win in final_values(game)]
    for forecast in forecasts:
        tally.add(forecast.win, results)
    tally.games += 1


def measure(games: int, evaluator: PositionEvaluator) -> dict[int, Forecasts]:
    """Returns the forecasts of so many games of each number of seats."""
    by_seats = {seats: Forecasts() for seats in TABLES}
    for seats, forecasts in by_seats.items():
        for number in range(games):
            play(seats, number, evaluator, forecasts)
        print(f"{seats} seats: Brier score {forecasts.brier:.3f} in {games} games", flush=True)
    return by_seats


def markdown(by_seats: dict[int, Forecasts]) -> list[str]:
    """Returns the table as lines of Markdown: the Brier score by seats, and for each tenth of the chances in how many of 100 cases they came true."""
    lines = ["| seats | games | Brier score | " + " | ".join(f"{10 * place}–{10 * place + 10} %" for place in range(BINS)) + " |"]
    lines.append("|" + " --- |" * (BINS + 3))
    for seats, forecasts in by_seats.items():
        cells = [
            f"{100 * wins / count:.0f}" if count >= 10 * forecasts.games**0.5 else ""
            for wins, count in zip(forecasts.wins, forecasts.counts, strict=True)
        ]
        lines.append(f"| {seats} | {forecasts.games} | {forecasts.brier:.3f} | {' | '.join(cells)} |")
    return lines


def draw(lines: Mapping[str, Sequence[tuple[float, float, int]]], file: Path) -> None:
    """Writes the reliability plot of some forecasts as SVG: how often chances came true; a line on the diagonal would be perfect.

    ``lines`` has the points of each by its label: the mean chance, how often it came true, and how many forecasts these are.
    """
    # Imported here, as only this picture needs it; it comes with the extras "data" and "test".
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "groundfloor", "font.size": 9}):
        figure = Figure(figsize=(5, 4.5), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 100], [0, 100], color="#888", linewidth=1)
        for label, points in lines.items():
            axes.plot(
                [100 * chance for chance, _came, _count in points], [100 * came for _chance, came, _count in points], "o-", label=label
            )
        axes.set_xlabel("winning chance in %")
        axes.set_ylabel("games won in %")
        axes.legend(loc="upper left")
        axes.grid(alpha=0.3)
        text = io.BytesIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Title": "How often winning chances come true"})
    write_atomically(file, text.getvalue())


def main(words: list[str] | None = None) -> int:
    use_one_thread(os.environ)
    parser = argparse.ArgumentParser(prog="python -m groundfloor.research.arena.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games of each number of seats (default: %(default)s)")
    parser.add_argument("--weights", default="", help="a file of weights in place of those of the package")
    parser.add_argument("--document", type=Path, default=Path("docs/strength.md"), help="where the table is written (default: %(default)s)")
    arguments = parser.parse_args(words)
    if arguments.games < 1:
        parser.error("--games is 1 or more")
    document: Path = arguments.document
    try:
        by_seats = measure(arguments.games, PositionEvaluator.from_file(arguments.weights))
        document.write_text(with_table(document.read_text("utf-8"), "calibration", markdown(by_seats)), "utf-8")
        draw({f"{seats} seats": forecasts.points() for seats, forecasts in by_seats.items()}, document.parent / PICTURE)
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
