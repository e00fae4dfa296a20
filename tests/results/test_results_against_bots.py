"""Results of games against bots: the level is the opponent, and a seat that a bot has played keeps none."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from groundfloor.presentation.results.words import opponent_words
from groundfloor.presentation.translations import translations
from groundfloor.results import format_results, parse_results, result_of
from groundfloor.results.statistics import ladder
from groundfloor.tables import NewTable, SeatRequest, Table
from groundfloor.tables.creation import create_table
from tests.support.bots import let_bots_play

if TYPE_CHECKING:
    from groundfloor.results import GameResult


def finished(*bots: str) -> Table:
    """Returns a finished game of Ann, who decides at random, against bots."""
    seats = (SeatRequest("Ann"), *(SeatRequest(f"Bot {number}", bot) for number, bot in enumerate(bots)))
    table, _key = create_table(NewTable(seats), Random(3).randbytes)
    dice = Random(1)
    let_bots_play(table)
    while not table.game.is_over:
        table.apply(0, (dice.choice(table.game.legal_actions).text,), table.version)
        let_bots_play(table)
    return table


def result(table: Table) -> GameResult:
    """Returns Ann's result."""
    return result_of(table.match.record, 0, table.public, "2030-01-01T00:00:00+00:00")


def test_level_is_the_opponent_by_its_name() -> None:
    found = result(finished("random", "intern", "intern"))
    assert (found.bots, found.people, found.opponent) == (("random", "intern", "intern"), 0, "intern+random")
    assert opponent_words(found.opponent, translations("en")) == "Intern and Random"
    assert opponent_words(found.opponent, translations("de")) == "Praktikantin und Zufall"
    assert not any(rung.line.played for rung in ladder([found]))


def test_results_against_bots_are_taken_to_another_browser() -> None:
    found = result(finished("random"))
    assert parse_results(format_results([found])) == (found,)
