"""The history of a game by rounds, against the records of whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor import read_record
from groundfloor.engine.city.retail_outlets import ProductSold
from groundfloor.engine.match import Match
from groundfloor.engine.phases.schedule import TimeSetAside
from groundfloor.presentation.after_game import game_history
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.translations import translations_of

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ("second-3-random", "second-gropius-random", "online-4", "first-6", "manual-fifth-floor")


@pytest.fixture(params=NAMES)
def text(request: pytest.FixtureRequest) -> str:
    return (GOLDEN / f"{request.param}.gfr").read_text("utf-8")


def test_last_moment_is_the_final_score(text: str) -> None:
    record = read_record(text)
    history, game = game_history(record), record.replay()
    end = history.moments[-1]
    assert end.is_end and end.entry == len(record.entries)
    for score in game.scores():
        assert end.seats[score.seat].total == score.total
        assert end.seats[score.seat].prestige["floor"] == sum(item.points for item in score.row("floor"))
    assert len(history.moments) == game._state.round + 1 and len(history.rounds) == game._state.round


def test_moments_are_positions_of_the_replay(text: str) -> None:
    record = read_record(text)
    for moment in game_history(record).moments:
        game = record.replay(until=moment.entry)
        assert game._state.round == moment.round
        for seat, standing in enumerate(moment.seats):
            player = game._state.players[seat]
            assert (standing.money, standing.info, standing.popularity) == (player.money, player.info, game._state.popularity[seat])


def test_time_used_is_no_more_than_there_was(text: str) -> None:
    history = game_history(read_record(text))
    aside = {(past.round, past.event.seat): past.event.time for past in history.of_kind(TimeSetAside)}
    for each in history.rounds:
        for seat, (used, due) in enumerate(zip(each.time_used, each.time_available, strict=True)):
            assert 0 < used <= due - aside.get((each.round, seat), 0)


def test_consumers_are_those_of_the_events(text: str) -> None:
    history = game_history(read_record(text))
    assert sum(sum(each.consumers) for each in history.rounds) == len(list(history.of_kind(ProductSold)))


def test_figures_are_those_of_the_history(text: str) -> None:
    history, translations = game_history(read_record(text)), translations_of("en")
    for seat, figures in enumerate(prestige_figures(history, translations)):
        assert figures.totals == tuple(moment.seats[seat].total for moment in history.moments[1:])
    money = level_figures(history, translations)[0]
    assert money.columns[-1] == "End" and [row.seat for row in money.rows] == [
        seat for seat in range(len(history.game.seats)) if history.has_purse(seat)
    ]
    for row in money.rows:
        assert row.values == tuple(moment.seats[row.seat].money for moment in history.moments)


def test_undone_moves_count_for_nothing() -> None:
    record = read_record((GOLDEN / "second-2-random.gfr").read_text("utf-8")).prefix(40)
    match = Match.resume(record, b"another key")
    seat = match.game.asked_seat
    plain = game_history(match.record)
    match.apply(match.game.legal_actions[0])
    if match.undoable_count(seat):
        match.undo(seat)
    else:
        pytest.fail("the record has no move here that can be undone")
    undone = game_history(match.record)
    assert [each.event.kind for each in undone.events] == [each.event.kind for each in plain.events]
    assert undone.last_entry == plain.last_entry + 2


def test_unfinished_game_has_a_history_too() -> None:
    record = read_record((GOLDEN / "second-2-random.gfr").read_text("utf-8")).prefix(60)
    history = game_history(record)
    assert not history.game.is_over and not history.moments[-1].is_end and history.moments[-1].entry == 60
