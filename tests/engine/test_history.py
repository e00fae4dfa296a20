"""The history of a match that is played: the same as that of its record, without applying anything twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from groundfloor import Match, read_record, ruleset
from groundfloor.engine.cancellation import cancellation_check
from groundfloor.engine.events import MovesTakenBack
from groundfloor.engine.history import EventHistory
from groundfloor.engine.record import Record

KEY = bytes(range(32))
GOLDEN = Path(__file__).parents[1] / "golden"


def history_data(history: EventHistory) -> list[object]:
    """Returns all that a history says, as plain data."""
    count = len(history.phases_after) - 1
    events = [(noted.entry, noted.round, noted.phase, noted.event.as_dict(), noted.holdings) for noted in history.events]
    states = {
        seat: (state.popularity, [vars_of(player) for player in state.players]) for seat, state in history.states_after_own_entry.items()
    }
    return [
        events,
        history.phases_after[:],
        dict(history.own_entries),
        states,
        history.visible_at(count),
        history.undone_by(count),
        history.game.position(),
    ]


def vars_of(player: object) -> list[object]:
    return [getattr(player, name) for name in ("money", "info", "supply", "time", "floors", "tenants")]


def new_match() -> Match:
    return Match.new(ruleset("second"), ["Ann", "Ben", "Cleo"], {}, KEY)


def play(match: Match, dice: random.Random, times: int) -> None:
    """Plays, undoes, asks others for an undo and lets bots take seats, at random."""
    for _ in range(times):
        if match.game.is_over:
            return
        seat = dice.randrange(3)
        if dice.random() < 0.1:
            match.change_player(seat, "" if match.record.bots().get(seat) else "greedy")
        elif match.undoable_count(seat) and dice.random() < 0.3:
            match.undo(seat, dice.randint(1, match.undoable_count(seat)))
        else:
            match.apply(dice.choice(match.game.legal_actions))


@pytest.mark.parametrize("seed", range(4))
def test_history_that_goes_on_is_that_of_the_record(seed: int) -> None:
    match, dice = new_match(), random.Random(seed)
    history = match.keep_history()
    for _ in range(8):
        play(match, dice, 25)
        assert history_data(history) == history_data(EventHistory(match.record))
        assert match.game is history.game
    people = [seat for seat in range(3) if not match.record.bots().get(seat)]
    if people and not match.game.is_over:
        match.end(people[0], is_scored=bool(seed % 2))
        assert history_data(history) == history_data(EventHistory(match.record))
        assert history.events[-1].event.kind in ("PhaseBegan", "GameScored")


def test_history_goes_on_with_lines_that_another_process_has_stored() -> None:
    match, dice = new_match(), random.Random(3)
    play(match, dice, 40)
    text = match.record.format()
    other = Match.resume(Record.parse(text, ruleset), KEY, keeps_history=True)
    for _ in range(10):
        first = len(match.record.entries)
        play(match, dice, 12)
        other.extend([str(entry) for entry in match.record.entries[first:]])
        assert other.history is not None and history_data(other.history) == history_data(EventHistory(match.record))
        assert other.game.position() == match.game.position() and other.record.key == match.record.key


def test_copy_of_a_match_goes_on_by_itself() -> None:
    """Neither replays anything, whatever the other does."""
    match, dice = new_match(), random.Random(5)
    match.keep_history()
    play(match, dice, 60)
    before, record = history_data(match.keep_history()), match.record.format()
    with cancellation_check(lambda: pytest.fail("replayed")):
        other = match.copy()
    play(other, dice, 40)
    assert history_data(match.keep_history()) == before and match.record.format() == record
    assert other.game is other.keep_history().game
    play(match, dice, 9)
    for each in (match, other):
        assert history_data(each.keep_history()) == history_data(EventHistory(each.record))


def test_moves_and_undos_replay_nothing_or_little() -> None:
    """A move is applied once; an undo begins at a checkpoint."""
    match, dice = new_match(), random.Random(1)
    match.keep_history()
    applied: list[int] = []
    while len(match.record.entries) < 120:
        with cancellation_check(lambda: applied.append(1)):
            match.apply(dice.choice(match.game.legal_actions))
    assert applied == []
    while not match.undoable_count(seat := match.game.asked_seat) or match.game.is_over:
        match.apply(match.game.legal_actions[0])
    with cancellation_check(lambda: applied.append(1)):
        match.undo(seat)
    assert len(applied) <= 32


CHANGED_BY = {
    "retail_products": {"ProductPriced", "ProductSold", "ProductDropped", "ProductLiquidated"},
    "exchange_track": {"StockEntered", "StocksRose", "StockBoughtOut", "StockSold"},
    "popularity": {"PopularityGained", "PopularityFaded"},
    "revealed_forecasts": {"ForecastTurned", "SpecialForecastTurned"},
    "job_market": {"JobMarketMoved", "JobMarketSent", "EmployeeHired"},
    "warehouse_supply": {"SupplyFetched", "WarehouseRestocked", "MarkerPlaced"},
}
"""The events of each part of the board."""


@pytest.mark.parametrize("name", ["everything", "first-6", "second-5-random", "second-two-automas-random"])
def test_position_at_an_event_has_nothing_of_the_events_after_it(name: str) -> None:
    """Each part of the board changes at its own events, and money and info only of whom the event is about."""
    history = EventHistory(read_record((GOLDEN / f"{name}.gfr").read_text("utf-8")))
    seen: set[str] = set()
    for index in range(1, len(history.events)):
        before, here = history.events[index - 1], history.events[index]
        if here.entry != before.entry or here.phase not in (1, 4, 5) or isinstance(here.event, MovesTakenBack):
            continue
        old, new = (history.position_at_event(each)._state for each in (index - 1, index))
        for part, kinds in CHANGED_BY.items():
            if getattr(old, part) != getattr(new, part):
                assert here.event.kind in kinds, (part, here.event)
                seen.add(part)
        for seat, (was, now) in enumerate(zip(old.players, new.players, strict=True)):
            assert seat == here.event.seat or (was.money, was.info) == (now.money, now.info), here.event
    assert seen >= {"retail_products", "popularity", "job_market"}


def test_position_at_the_last_event_of_an_entry_is_that_after_it() -> None:
    history = EventHistory(read_record((GOLDEN / "second-4-random.gfr").read_text("utf-8")))
    for entry in range(20, 60):
        indices = [index for index, happened in enumerate(history.events) if happened.entry == entry]
        if indices:
            at_last, after = history.position_at_event(indices[-1])._state, history.position_after(entry)._state
            assert [(each.money, each.info, each.supply) for each in at_last.players] == [
                (e.money, e.info, e.supply) for e in after.players
            ]
            assert at_last.retail_products == after.retail_products
