"""Results of finished games, as a player keeps them: facts from the records, distinctions, statistics, and a file to take along.

>>> import random
>>> from datetime import date
>>> from groundfloor import city_of_the_day
>>> from groundfloor.results import DISTINCTIONS, earned, result_of
>>> dice = random.Random(1)
>>> match = city_of_the_day(date(2026, 11, 22)).match("Ann", "pei")
>>> while not match.game.is_over:
...     match.apply(dice.choice(match.game.legal_actions))
>>> result = result_of(match.record, seat=0, game="abc", finished="2026-11-22T20:00:00+00:00")
>>> result.opponent, result.day, result.total == sum(result.sources.values())
('pei', '2026-11-22', True)
>>> "opening" in earned([result])
True
"""

from .archive import ArchivedGame, ArchivedSeat, BadArchive, read_archive
from .distinctions import DISTINCTIONS, Distinction, Earned, earned
from .result import UNCOUNTED, GameFacts, GameResult, bots_of, counts, header_counts, result_of
from .statistics import LADDER, ResultLine, Rung, Streaks, by_time, ladder, line_of, lines_by, streaks
from .transfer import MAX_RESULTS, BadResults, GamesFile, SavedGame, format_games_file, key_of, later_entries, parse_games_file

__all__ = [
    "DISTINCTIONS",
    "LADDER",
    "MAX_RESULTS",
    "UNCOUNTED",
    "ArchivedGame",
    "ArchivedSeat",
    "BadArchive",
    "BadResults",
    "Distinction",
    "Earned",
    "GameFacts",
    "GameResult",
    "GamesFile",
    "ResultLine",
    "Rung",
    "SavedGame",
    "Streaks",
    "by_time",
    "bots_of",
    "counts",
    "earned",
    "format_games_file",
    "header_counts",
    "key_of",
    "ladder",
    "later_entries",
    "line_of",
    "lines_by",
    "parse_games_file",
    "read_archive",
    "result_of",
    "streaks",
]
