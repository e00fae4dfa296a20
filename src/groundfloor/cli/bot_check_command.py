"""The command bot check: plays a bot against rules and clock, and says plainly what was wrong."""

from __future__ import annotations

from collections import Counter
from json import dumps
from statistics import median
from typing import TYPE_CHECKING

from groundfloor.agents.specification import parse_specification
from groundfloor.agents.supervised_agent import TIME_LIMIT
from groundfloor.editions import NAMES
from groundfloor.editions import ruleset as ruleset_of
from groundfloor.engine.errors import GroundfloorError
from groundfloor.research.arena.bot_check import CheckedGame, check_bot, is_repeatable

from .arguments import BadUsage, Flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundfloor.agents.supervised_agent import FailureKind

KINDS: Mapping[FailureKind, str] = {"late": "late", "error": "failed", "illegal": "answered against the rules"}
"""What each kind of failure is called after "times"."""
SECONDS_TO_TELL = 0.1
"""A bot whose constructor takes as long as this is told so."""


class BotFailed(GroundfloorError):
    """A bot failed in its check."""


def check(bot: str, *, ruleset: str | None = None, seconds: float = TIME_LIMIT, seed: int = 1, json: Flag = False) -> None:
    """Checks a bot and prints a line for each game; BotFailed with what was wrong.

    Parameters
    ----------
    bot
        The bot: FILE.py:CLASS, program:COMMAND, or any other specification.
    ruleset
        Only this ruleset. Default: all of them.
    seconds
        How long a decision may take.
    seed
        Any whole number; it fixes every draw and the bot's source of randomness.
    json
        Print what was found as JSON.
    """
    if not seconds > 0:
        raise BadUsage("--seconds is more than 0.")
    parse_specification(bot)
    rulesets = NAMES if ruleset is None else (ruleset_of(ruleset).name,)
    games = []
    for game in check_bot(bot, rulesets, seconds, seed):
        games.append(game)
        if not json:
            print(game_line(game), flush=True)
    failures = Counter((failure.kind, failure.sentence, game.table) for game in games for failure in game.failures)
    repeats = bool(failures) or is_repeatable(bot, games[0], seconds, seed)
    if json:
        print(dumps(as_data(bot, games, repeats)))
    elif not repeats:
        print("With the same seed it plays differently: take all randomness from self.rng, or from the seed of the message start.")
    if failures:
        raise BotFailed("\n".join(failure_lines(bot, failures, games)))
    if not json:
        making = median(game.making for game in games)
        if making >= SECONDS_TO_TELL:
            print(f"Making it takes {making:.2f} s, which a table of the web game needs before each decision unless is_kept is set.")
        print(f"{bot}: {sum(game.decisions for game in games)} decisions, all legal and in time.")


def game_line(game: CheckedGame) -> str:
    mean = game.seconds / max(game.decisions, 1)
    wrong = f", failures: {len(game.failures)}" if game.failures else ""
    return f"{game.table}: {game.decisions} decisions, {mean:.4f} s on average, {game.longest:.4f} s at most{wrong}"


def failure_lines(bot: str, failures: Counter[tuple[FailureKind, str, str]], games: list[CheckedGame]) -> Iterator[str]:
    """Yields a sentence for each kind of failure, and whether the check has ended early."""
    yield f"{bot} did not pass:"
    for (kind, sentence, table), count in failures.items():
        yield f"{count} {'time' if count == 1 else 'times'} {KINDS[kind]} in {table}: {sentence}"
    if games[-1].is_given_up:
        yield f"The check ended with {games[-1].table}, as the bot could not be asked any longer."


def as_data(bot: str, games: list[CheckedGame], repeats: bool) -> dict[str, object]:
    checked = [
        {
            "table": game.table,
            "decisions": game.decisions,
            "seconds": game.seconds,
            "longest": game.longest,
            "making": game.making,
            "failures": [{"kind": failure.kind, "sentence": failure.sentence} for failure in game.failures],
        }
        for game in games
    ]
    return {"bot": bot, "games": checked, "repeatable": repeats}
