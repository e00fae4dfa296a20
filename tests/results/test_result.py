"""Results are computed from records alone, and agree with the score sheet and the final position."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from groundfloor import Match, city_of_the_day, read_record, ruleset
from groundfloor.presentation.results.words import opponent_words
from groundfloor.presentation.translations import translations_of
from groundfloor.results import GameResult, counts, format_games_file, header_counts, parse_games_file, result_of
from groundfloor.results.result import bots_of
from groundfloor.results.statistics import ladder
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from tests.support.opened_tables import let_bots_play
from tests.support.play import play_match
from tests.support.played_tables import PlayedTable
from tests.support.results import result

DAY = date(2026, 11, 22)


@pytest.mark.parametrize("name", ["second", "online", "first", "manual"])
def test_result_agrees_with_the_final_position(name: str) -> None:
    match = play_match(Match.new(ruleset(name), ["Ann", "Ben", "Cleo"], {}, b"key of a test"), 5)
    for score in match.game.scores():
        found = result_of(match.record, score.seat, "abc", "2026-01-01T00:00:00+00:00")
        player = match.game._state.players[score.seat]
        assert (found.total, found.rank, found.people, found.opponent) == (score.total, score.rank, 2, "people")
        assert sum(found.sources.values()) == found.total == found.totals[score.seat]
        assert found.facts.floors == len(player.floors) and found.facts.remodeled == sum(player.remodeled)
        assert found.facts.hired - found.facts.fired == found.facts.employees - 1 == player.trained + player.untrained
        assert len(found.facts.floors_by_round) == match.game._state.round
        assert (found.facts.money, found.facts.info, found.facts.supply) == (player.money, player.info, player.supply)


def test_undone_moves_are_counted_and_change_nothing_else() -> None:
    plain, undone = (Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"key of a test") for _ in range(2))
    seat = undone.game.asked_seat
    undone.apply("done")
    undone.undo(seat)
    first, second = (result_of(play_match(match, 2).record, seat, "abc", "2026-01-01T00:00:00+00:00") for match in (plain, undone))
    assert (first.facts.undone, second.facts.undone) == (0, 1)
    assert first.sources == second.sources and first.totals == second.totals


def test_city_of_the_day_names_its_day() -> None:
    match = play_match(city_of_the_day(DAY).match("Ann", "hadid"), 1)
    found = result_of(match.record, 0, "abc", "2026-11-22T10:00:00+00:00", attempt=2)
    assert (found.day, found.attempt, found.opponent) == ("2026-11-22", 2, "hadid") and counts(match.record)


def test_practice_resumed_games_and_known_draws_do_not_count() -> None:
    practice = Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, b"key of a test", "practice")
    day = city_of_the_day(DAY).match("Ann", "pei")
    resumed = Match.resume(read_record(day.record.format()), b"another key")
    again = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"key of a test", "same_seed")
    for record in (practice.record, resumed.record, again.record):
        assert not counts(record) and not header_counts(record.format())
    assert result_of(play_match(resumed, 1).record, 0, "abc", "2026-11-22T10:00:00+00:00").day == ""


def test_margin_is_that_over_the_best_other_seat() -> None:
    assert result(total=30, other=25).margin == 5
    assert result(total=20, other=25).margin == -5
    three = result(totals=(30, 12, 28), people=1)
    assert three.margin == 2 and three.opponent == "pei+people"
    assert result(total=20, totals=(20, 12, 28), departed=(2,)).margin == 8


def finished(*bots: str) -> PlayedTable:
    """Returns a finished game of Ann, who decides at random, against bots."""
    seats = (SeatRequest("Ann"), *(SeatRequest(f"Bot {number}", bot) for number, bot in enumerate(bots)))
    table = PlayedTable.of(create_table(NewTable(seats), Random(3).randbytes)[0])
    dice = Random(1)
    let_bots_play(table)
    while not table.game.is_over:
        table.apply(0, (dice.choice(table.game.legal_actions).text,), table.version)
        let_bots_play(table)
    return table


def kept(table: PlayedTable) -> GameResult:
    return result_of(table.match.record, 0, table.game_id, "2030-01-01T00:00:00+00:00")


def test_level_is_the_opponent_by_its_name() -> None:
    found = kept(finished("random", "intern", "intern"))
    assert (found.bots, found.people, found.opponent) == (("random", "intern", "intern"), 0, "intern+random")
    assert opponent_words(found.opponent, translations_of("en")) == "Intern and Random"
    assert opponent_words(found.opponent, translations_of("de")) == "Praktikantin und Zufall"
    assert not any(rung.line.played for rung in ladder([found])) and not ladder([found], [("intern",)])[0].line.played


def test_bot_that_decided_most_is_the_opponent_of_a_seat() -> None:
    """A level that takes over at the end has not been beaten; one that was chosen by mistake and never moved isn't counted either."""
    table = PlayedTable.of(create_table(NewTable((SeatRequest("Ann"), SeatRequest("Rita", "intern"))), Random(3).randbytes)[0])
    table.seat_bot(1, "random")
    dice = Random(1)
    let_bots_play(table)
    while not table.game.is_over:
        table.apply(0, (dice.choice(table.game.legal_actions).text,), table.version)
        if table.game._state.round >= 6 and table.value.seats[1].agent == "random":
            table.seat_bot(1, "intern")
        let_bots_play(table)
    assert table.match.record.bots() == {1: "intern"}
    assert kept(table).bots == ("random",)


def test_bot_of_a_seat_that_never_decided_is_its_last() -> None:
    table = PlayedTable.of(create_table(NewTable((SeatRequest("Ann"), SeatRequest("Rita", "intern"))), Random(3).randbytes)[0])
    table.seat_bot(1, "tycoon")
    assert bots_of(table.match.record) == {1: "tycoon"}


def test_results_against_bots_are_taken_to_another_browser() -> None:
    found = kept(finished("random"))
    assert parse_games_file(format_games_file([found])).results == (found,)
