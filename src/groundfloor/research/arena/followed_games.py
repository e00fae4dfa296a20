"""Plays games of four that follow the first move of every hint, beside the same games with Tycoon in that seat, and writes their tables into docs/strength.md:
``python -m groundfloor.research.arena.followed_games``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from groundfloor.agents.search_agent import SearchAgent
from groundfloor.agents.specification import make_agent
from groundfloor.analysis.evaluated_answers import Budget, Evaluator, dice_of, evaluate_answers
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.engine.seats import Seat
from groundfloor.process_pool import available_cores, map_tasks

from .advice_comparison import HINT_SECONDS, HINT_SIMULATIONS, with_table
from .calibration import draw
from .games_file import BadGamesFile, GamesFile, check_same_code, code_revision
from .numpy_threads import use_one_thread
from .strength import report_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.agents.agent import Agent
    from groundfloor.engine.game import Game

FORMAT = "groundfloor followed games 1"
FOLLOWED, TYCOON = "hint", "tycoon"
"""Who sits in the seat that is compared."""
OTHERS = ("automa:gropius", "manager", "tycoon")
HEADING = "| in the seat | wins | prestige | promised on average | games |"
BAND_HEADING = "| winning chance promised | promised on average | won | decisions | games |"
BAND = 10
"""Width of a row of the table of promises, in percent."""
PICTURE = "pictures/promises.svg"


class FollowedGame(msgspec.Struct, frozen=True):
    """A game: its key, who sat in the seat that is compared, whether that seat won, its prestige, and each chance that a hint promised it."""

    key: int
    who: str
    has_won: bool
    prestige: int
    promised: list[float] = []


class FollowedHeader(msgspec.Struct, frozen=True):
    """The first line of a file: its format, the simulations of a hint, and what code played."""

    format: str
    simulations: int
    revision: str


class FollowedFile(GamesFile[FollowedHeader, FollowedGame]):
    """The games of a folder, in the order in which they were played."""

    owner = "games that follow hints"

    def __init__(self, path: Path, simulations: int, only_read: bool = False) -> None:
        super().__init__(path, FollowedHeader(FORMAT, simulations, code_revision(("tycoon",))), FollowedGame, only_read)

    def check_header(self, stored: FollowedHeader, wanted: FollowedHeader) -> None:
        """Raises BadGamesFile if a file was made by other code, or with other hints."""
        if (stored.format, stored.simulations) != (wanted.format, wanted.simulations):
            raise BadGamesFile(f"{self.path} has hints of {stored.simulations} simulations, not {wanted.simulations}; name another folder.")
        check_same_code(self.path, stored.revision, wanted.revision)

    def check_games(self) -> None:
        """There is nothing to check: each game stands for itself."""


def play(simulations: int, wanted: tuple[int, str]) -> FollowedGame:
    """Plays the game of a key; the seat that is compared, and those of the others, go round with the key."""
    key, who = wanted
    names = list(OTHERS)
    own = key % (len(names) + 1)
    names.insert(own, who)
    table: list[Seat | str] = [name if name.startswith("automa:") else Seat(f"{name} {seat + 1}") for seat, name in enumerate(names)]
    match = Match.new(ruleset("second"), table, {}, f"followed game {key}".encode())
    players = {
        seat: bot(name, Random(f"{key} {seat}")) for seat, name in enumerate(names) if name != FOLLOWED and not name.startswith("automa:")
    }
    evaluator, promised = Evaluator.from_file(), []
    while not match.game.is_over:
        seat = match.game.asked_seat
        if seat in players:
            match.apply(players[seat].choose(match.game.view(seat)))
            continue
        text, win = first_move(match.game.view(seat).game(), evaluator, simulations)
        promised.append(win)
        match.apply(text)
    score = next(score for score in match.game.scores() if score.seat == own)
    return FollowedGame(key, who, score.rank == 1, score.total, promised)


def bot(name: str, rng: Random) -> Agent:
    """Returns a bot that measures its time by the processor, so that other work on the machine takes none of it."""
    agent = make_agent(name, rng)
    if isinstance(agent, SearchAgent):
        agent.clock = time.process_time
    return agent


def first_move(game: Game, evaluator: Evaluator, simulations: int) -> tuple[str, float]:
    """Returns the first answer of a hint and the winning chance that it promises; its time is that of the processor, as for bots."""
    ends = time.process_time() + HINT_SECONDS
    best = evaluate_answers(game, evaluator, dice_of(game), Budget(simulations, lambda: time.process_time() > ends))[0]
    return best.action.text, best.expectation.win


def result_rows(games: Sequence[FollowedGame]) -> list[str]:
    """Returns the table of results as lines of Markdown."""
    lines = [HEADING, "|" + " --- |" * 5]
    for who, label in ((FOLLOWED, "the hint’s first move"), (TYCOON, "Tycoon, the same keys")):
        own = [game for game in games if game.who == who]
        if own:
            promises = [fmean(game.promised) for game in own if game.promised]
            promised = f"{fmean(promises):.0%}" if promises else ""
            wins, prestige = fmean(game.has_won for game in own), fmean(game.prestige for game in own)
            lines.append(f"| {label} | {wins:.0%} | {prestige:.1f} | {promised} | {len(own)} |")
    return lines


@dataclass(frozen=True)
class Band:
    """Promises of about the same height: from so many percent on, their mean, how often they came true, in how many decisions and games."""

    percent: int
    mean: float
    won: float
    decisions: int
    games: int


def promise_bands(games: Sequence[FollowedGame]) -> list[Band]:
    """Returns how often what was promised came true, by the height of the promise."""
    rows: dict[int, list[tuple[float, FollowedGame]]] = {}
    for game in games:
        for win in game.promised:
            rows.setdefault(min(int(100 * win) // BAND, 100 // BAND - 1), []).append((win, game))
    return [
        Band(
            BAND * place,
            fmean(win for win, _game in band),
            fmean(game.has_won for _win, game in band),
            len(band),
            len({game.key for _win, game in band}),
        )
        for place, band in sorted(rows.items())
    ]


def promise_rows(games: Sequence[FollowedGame]) -> list[str]:
    """Returns the bands of promises as lines of Markdown."""
    return [BAND_HEADING, "|" + " --- |" * 5] + [
        f"| {band.percent}–{band.percent + BAND} % | {band.mean:.0%} | {band.won:.0%} | {band.decisions} | {band.games} |"
        for band in promise_bands(games)
    ]


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m groundfloor.research.arena.followed_games", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept; the same command goes on there")
    parser.add_argument("--games", type=int, default=40, help="games with hints, and as many with Tycoon (default: %(default)s)")
    parser.add_argument(
        "--simulations", type=int, default=HINT_SIMULATIONS, help="simulations of each hint (default: those of a hint, %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=available_cores(), help="processes (default: a core each, %(default)s)")
    parser.add_argument("--only-write", action="store_true", help="play nothing, only write what the folder has")
    parser.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="where the tables are written (default: %(default)s)"
    )
    return parser


def main(words: list[str] | None = None) -> int:
    """Plays, and writes the tables; after Ctrl-C what is known so far. Returns the exit code."""
    use_one_thread(os.environ)
    arguments = parser().parse_args(words)
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        with closing(FollowedFile(arguments.folder / "followed.jsonl", arguments.simulations, arguments.only_write)) as file:
            known = {(game.key, game.who) for game in file.games}
            wanted = [(key, who) for key in range(1, arguments.games + 1) for who in (FOLLOWED, TYCOON) if (key, who) not in known]
            try:
                work = partial(play, arguments.simulations)
                for game in map_tasks(work, () if arguments.only_write else wanted, arguments.jobs):
                    file.append(game)
                    print(f"game {game.key}, {game.who}: {'won' if game.has_won else 'lost'} with {game.prestige}", flush=True)
            except KeyboardInterrupt:
                print("Stopped; the same command goes on here.", file=sys.stderr)
            text = arguments.document.read_text("utf-8")
            text = with_table(text, "followed", result_rows(file.games))
            arguments.document.write_text(with_table(text, "promises", promise_rows(file.games)), "utf-8")
            points = [(band.mean, band.won, band.decisions) for band in promise_bands(file.games)]
            draw({"hints, four seats": points}, arguments.document.parent / PICTURE)
    except (GroundfloorError, OSError) as error:
        return report_error(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
