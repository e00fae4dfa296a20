"""Results of games against bots: the level is the opponent, and a seat that a bot has played keeps none."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from groundfloor.presentation.results.words import opponent_words
from groundfloor.presentation.translations import translations
from groundfloor.results import format_results, parse_results, result_of
from groundfloor.results.result import bots_of
from groundfloor.results.statistics import ladder
from groundfloor.tables import NewTable, SeatRequest, Table
from groundfloor.tables.creation import create_table
from tests.support.opened_tables import let_bots_play

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
    return result_of(table.match.record, 0, table.public, "2030-01-01T00:00:00+00:00")


def test_level_is_the_opponent_by_its_name() -> None:
    found = result(finished("random", "intern", "intern"))
    assert (found.bots, found.people, found.opponent) == (("random", "intern", "intern"), 0, "intern+random")
    assert opponent_words(found.opponent, translations("en")) == "Intern and Random"
    assert opponent_words(found.opponent, translations("de")) == "Praktikantin und Zufall"
    assert not any(rung.line.played for rung in ladder([found])) and not ladder([found], [("intern",)])[0].line.played


def test_bot_that_decided_most_is_the_opponent_of_a_seat() -> None:
    """A level that takes over at the end has not been beaten; one that was chosen by mistake and never moved isn't counted either."""
    table, _key = create_table(NewTable((SeatRequest("Ann"), SeatRequest("Rita", "intern"))), Random(3).randbytes)
    table.seat_bot(1, "random")
    dice = Random(1)
    let_bots_play(table)
    while not table.game.is_over:
        table.apply(0, (dice.choice(table.game.legal_actions).text,), table.version)
        if table.game.state.round >= 6 and table.seat_holders[1].agent == "random":
            table.seat_bot(1, "intern")
        let_bots_play(table)
    assert table.match.record.bots() == {1: "intern"}
    assert result(table).bots == ("random",)


def test_bot_of_a_seat_that_never_decided_is_its_last() -> None:
    table, _key = create_table(NewTable((SeatRequest("Ann"), SeatRequest("Rita", "intern"))), Random(3).randbytes)
    table.seat_bot(1, "tycoon")
    assert bots_of(table.match.record) == {1: "tycoon"}


def test_results_against_bots_are_taken_to_another_browser() -> None:
    found = result(finished("random"))
    assert parse_results(format_results([found])) == (found,)
