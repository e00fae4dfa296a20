"""Rated games count once: by their end, by resignation or by time. Only all their players together can cancel them."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from groundfloor.engine.errors import ImpossibleTable
from groundfloor.results import GameFacts, format_games_file, parse_games_file, result_of
from groundfloor.results.archive import archived_game
from groundfloor.results.distinctions import earned
from groundfloor.results.ratings import Rating, rate
from groundfloor.server.club.lobby.open_tables import check_admission, joined, opened_table
from groundfloor.server.club.lobby.rows import OpenTableRow
from groundfloor.server.club.ratings import storage as rating_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import finished_games
from groundfloor.server.game.tables.finished import finished_game
from groundfloor.server.game.tables.seat_tokens import SeatTokens, renew_link
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import SeatRequest, Table
from groundfloor.table.creation import NewTable, create_table
from groundfloor.table.errors import CannotJoin, CannotPropose, NotYourSeat, NotYourTurn, SeatOfAccount
from groundfloor.table.proposals import read_proposed
from groundfloor.table.value import ACCOUNT_PREFIX
from tests.support.opened_tables import proposal_id, seat_asked
from tests.support.played_tables import PlayedTable, operation
from tests.support.rated_tables import ANN, ASKED, BEN, begun

NOW = "2026-11-22T20:00:00+00:00"


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store, lambda: NOW, random.Random(1).randbytes, club=WholeClub())


def play(service: TableService, game_id: str, before_end: Callable[[], object] = lambda: None) -> Table:
    """Plays a game to its end, persons and bots alike, by drawn legal actions; ``before_end`` is called before the last one is stored."""
    dice = random.Random(7)
    while not service.table(game_id).game.is_over:
        with operation(service, game_id) as table:
            action = dice.choice(table.game.legal_actions).text
            if table.bot_on_turn is not None:
                table.answer_for_bot(table.bot_on_turn[0], action, table.version)
            else:
                table.apply(seat_asked(table), (action,), table.version)
            if table.game.is_over:
                before_end()
    return service.table(game_id)


def test_game_counts_once_with_its_ranks(service: TableService) -> None:
    table = begun(service)
    assert table.value.is_rated and table.value.accounts == {0: "ann", 1: "ben"}
    assert rating_storage.of_game(service.store, table.game_id) == []
    over = play(service, table.game_id)
    ranks = {account: next(score.rank for score in over.game.scores() if score.seat == seat) for seat, account in enumerate(("ann", "ben"))}
    found = rating_storage.of_game(service.store, table.game_id)
    assert {row.account: Rating(row.mu, row.sigma) for row in found} == rate({}, ranks, dict.fromkeys(ranks, 1.0))
    assert [(row.pool, row.games, row.seat, row.rank) for row in found] == [
        ("second-2", 1, 0, ranks["ann"]),
        ("second-2", 1, 1, ranks["ben"]),
    ]
    with operation(service, table.game_id) as again:
        again.mark_seen(0, 1)
    assert rating_storage.of_game(service.store, table.game_id) == found


def test_game_of_a_private_table_of_two_who_know_only_each_other_changes_no_rating(service: TableService) -> None:
    table = begun(service, is_private=True)
    play(service, table.game_id)
    assert [(row.weight, Rating(row.mu, row.sigma)) for row in rating_storage.of_game(service.store, table.game_id)] == [
        (0.0, Rating())
    ] * 2


def test_games_that_two_processes_end_at_the_same_moment_count_one_after_the_other(where: Path | str) -> None:
    with Store(where, is_one_of_several=True) as one, Store(where, is_one_of_several=True) as other:
        services = [
            TableService(store, lambda: NOW, random.Random(number).randbytes, club=WholeClub()) for number, store in enumerate((one, other))
        ]
        games = [begun(service, game_id=f"open-{number}").game_id for number, service in enumerate(services)]
        both = Barrier(2)
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda service, game: play(service, game, both.wait), services, games))
        found = [row for game in games for row in rating_storage.of_game(one, game)]
        assert sorted((row.account, row.games) for row in found) == [("ann", 1), ("ann", 2), ("ben", 1), ("ben", 2)]
        assert rating_storage.recompute_all(one) == {"second-2": 2}
        assert [row for game in games for row in rating_storage.of_game(one, game)] == found


def test_seat_of_an_account_opens_for_nobody_else(service: TableService) -> None:
    table = begun(service)
    token = table.value.seats[0].token
    assert SeatTokens(service).find(token, ANN) == (service.table(table.game_id), 0)
    for owner_id in (BEN, "browser", "", ACCOUNT_PREFIX):
        with pytest.raises(SeatOfAccount, match="belongs to the account of Ann"):
            SeatTokens(service).find(token, owner_id)


def ranks_of(service: TableService, table: Table) -> dict[str, int]:
    return {row.account: row.rank for row in rating_storage.of_game(service.store, table.game_id)}


def test_who_resigns_loses_at_once_against_one_who_stays(service: TableService) -> None:
    table = begun(service)
    with operation(service, table.game_id) as here:
        here.resign(0)
    service.cache.remove(table.game_id)
    over = service.table(table.game_id)
    assert over.game.is_over and over.value.is_rated and over.value.departures == {0: "left"}
    assert ranks_of(service, table) == {"ann": 2, "ben": 1}
    reliability = [rating_storage.rated_games(service.store, account) for account in ("ann", "ben")]
    assert [(row.begun, row.finished, row.left, row.time, row.cancelled) for row in reliability] == [(1, 0, 1, 0, 0), (1, 1, 0, 0, 0)]


def test_own_result_of_who_stays_is_a_win_against_people(service: TableService) -> None:
    """Whoever resigns is ahead by the scores; the bot that plays on for them is no opponent."""
    table = begun(service)
    gone = table.game.scores()[0].seat
    with operation(service, table.game_id) as here:
        here.resign(gone)
    (kept,) = service.results.results((BEN, ANN)[gone])
    assert (kept.rank, kept.is_won, kept.people, kept.bots, kept.opponent) == (1, True, 1, (), "people")
    (lost,) = service.results.results((ANN, BEN)[gone])
    assert (lost.rank, lost.is_won, lost.departure, lost.opponent) == (2, False, "left", "people")


@pytest.mark.parametrize("is_scored", [True, False])
def test_who_has_lost_is_placed_last_in_order_whether_the_others_play_on_or_not(service: TableService, is_scored: bool) -> None:
    """The one who left first is the last of all, whatever the bots in their places make of their companies."""
    table = begun(service, "Cem", "Dora")
    with operation(service, table.game_id) as here:
        here.resign(2)
    with operation(service, table.game_id) as here:
        here.end_time(1)
    if is_scored:
        with operation(service, table.game_id) as here:
            here.propose(0, read_proposed("score"), here.version, NOW)
            here.agree(3, proposal_id(here), NOW)
    over = play(service, table.game_id)
    assert over.value.departures == {2: "left", 1: "time"} and over.value.is_rated
    ranks = ranks_of(service, table)
    assert (ranks["cem"], ranks["ben"]) == (4, 3) and {ranks["ann"], ranks["dora"]} <= {1, 2}
    stayed = {score.seat: score.total for score in over.game.scores()}
    assert (ranks["ann"] < ranks["dora"]) == (stayed[0] > stayed[3])
    assert rating_storage.rated_games(service.store, "ben").time == 1 and rating_storage.rated_games(service.store, "cem").left == 1
    assert rating_storage.recompute_all(service.store) == {"second-4": 1} and ranks_of(service, table) == ranks


def test_archive_has_those_who_have_lost_behind_all_others(service: TableService) -> None:
    table = begun(service, "Cem")
    with operation(service, table.game_id) as here:
        here.resign(1)
    play(service, table.game_id)
    line = archived_game(finished_games.archive(service.store, 0, 10)[0][1])
    assert [(seat.kind, seat.departure) for seat in line.seats] == [
        ("person", ""),
        ("person", "left"),
        ("person", ""),
    ]
    assert line.seats[1].rank == 3 and line.is_rated


@pytest.mark.parametrize(
    "attempt",
    [
        lambda table: table.seat_bot(0, "intern"),
        lambda table: table.propose(0, read_proposed("score"), table.version, NOW),
        lambda table: table.propose(0, read_proposed("bot 2 intern"), table.version, NOW),
        lambda table: table.propose(0, read_proposed("person 2"), table.version, NOW, "new"),
    ],
)
def test_nothing_but_the_consent_of_all_takes_the_rating(service: TableService, attempt: Callable[[Table], None]) -> None:
    table = begun(service, "Cem")
    with pytest.raises((CannotPropose, NotYourSeat)), operation(service, table.game_id) as here:
        attempt(here)
    assert service.table(table.game_id).value.is_rated


def test_all_together_cancel_a_rated_game_which_each_profile_counts(service: TableService) -> None:
    table = begun(service, "Cem")
    for seat in range(3):
        with operation(service, table.game_id) as here:
            assert here.value.is_rated
            if seat:
                here.agree(seat, proposal_id(here), NOW)
            else:
                here.propose(seat, read_proposed("cancel"), here.version, NOW)
    assert service.table(table.game_id).value.rating == "void" and rating_storage.of_game(service.store, table.game_id) == []
    assert [rating_storage.rated_games(service.store, account).cancelled for account in ("ann", "ben", "cem")] == [1, 1, 1]


def test_who_has_lost_neither_comes_back_nor_is_spared_by_the_others(service: TableService) -> None:
    table = begun(service, "Cem")
    with operation(service, table.game_id) as here:
        here.propose(0, read_proposed("cancel"), here.version, NOW)
        here.agree(2, proposal_id(here), NOW)
        here.resign(1)
        assert not here.game.is_over and here.value.is_rated
    attempts: list[Callable[[PlayedTable], None]] = [
        lambda here: here.seat_bot(1, ""),
        lambda here: here.resign(1),
        lambda here: here.propose(0, read_proposed("cancel"), here.version, NOW),
    ]
    for propose in ("pause", "cancel"):  # what they read does not lead them to a way back that they don't have
        with pytest.raises(NotYourTurn, match="You have lost this rated game"), operation(service, table.game_id) as here:
            here.propose(1, read_proposed(propose), here.version, NOW)
    for attempt in attempts:
        with pytest.raises((CannotPropose, NotYourSeat, NotYourTurn)), operation(service, table.game_id) as here:
            attempt(here)


def test_resignation_that_fails_leaves_the_player_there(service: TableService) -> None:
    table = begun(service, "Cem")
    with pytest.raises(ImpossibleTable), operation(service, table.game_id) as here:
        here.resign(1)
        raise ImpossibleTable("no")
    assert service.table(table.game_id).value.departures == {}


def test_only_of_a_rated_game_one_resigns() -> None:
    table = PlayedTable.of(create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(1).randbytes)[0])
    with pytest.raises(CannotPropose, match="Only a rated game can be resigned"):
        table.resign(0)


def test_renewed_link_alone_keeps_the_rating(service: TableService) -> None:
    table = begun(service)
    renew_link(service, table.game_id, 1, service.new_token(), ANN)
    assert service.table(table.game_id).value.is_rated
    play(service, table.game_id)
    assert len(rating_storage.of_game(service.store, table.game_id)) == 2


def test_resignation_at_another_process_is_known_here(where: Path | str) -> None:
    with Store(where, is_one_of_several=True) as one, Store(where, is_one_of_several=True) as other:
        here, there = (
            TableService(store, lambda: NOW, random.Random(number).randbytes, club=WholeClub()) for number, store in enumerate((one, other))
        )
        game = begun(here).game_id
        with operation(there, game) as table:
            table.resign(0)
        assert here.table(game).value.departures == {0: "left"}
        assert {row.account: row.rank for row in rating_storage.of_game(one, game)} == {"ann": 2, "ben": 1}


def test_game_that_a_departure_has_ended_was_not_ended_early_by_agreement(service: TableService) -> None:
    """It is decided, and yet no whole game: it earns no distinction."""
    table = begun(service)
    with operation(service, table.game_id) as found:
        found.resign(0)
        game = finished_game(found, NOW)
        result = result_of(found.match.record, 1, found.game_id, NOW, departures=found.value.departures)
    assert game is not None and not game.is_ended_early and [seat.rank for seat in game.seats] == [2, 1]
    assert (result.is_won, result.is_ended_early, result.is_cut_short) == (True, False, True) and earned([result]) == {}


def test_lost_game_is_among_the_own_results(service: TableService) -> None:
    """Also if a bot has played on; how it has played says nothing of the player."""
    table = begun(service, "Cleo")
    with operation(service, table.game_id) as found:
        found.resign(0)
    play(service, table.game_id)
    (lost,), (stayed,) = service.results.results(ANN), service.results.results(BEN)
    assert (lost.departure, lost.departed, lost.rank, lost.facts, lost.bots) == ("left", (0,), 3, GameFacts(), ())
    assert (stayed.departure, stayed.departed, stayed.people) == ("", (0,), 2) and stayed.rank < 3 and stayed.facts != GameFacts()
    assert service.results.missing(ANN) == [] and parse_games_file(format_games_file([lost, stayed])).results == (lost, stayed)


def test_game_that_those_who_stay_end_was_ended_early(service: TableService) -> None:
    table = begun(service, "Cleo")
    with operation(service, table.game_id) as found:
        found.resign(0)
        found.propose(1, read_proposed("score"), found.version, NOW)
        found.agree(2, proposal_id(found), NOW)
        game = finished_game(found, NOW)
    assert game is not None and game.is_ended_early


def test_private_rated_game_is_listed_when_over() -> None:
    """Everybody can look at what changes ratings (docs/http.md)."""
    table = opened_table(replace(ASKED, is_private=True, is_listed=False), "open", ANN, "", NOW, "Ann")
    assert table.is_private and table.is_listed


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"house": {"factory.price": [3, 2, 1]}}, "printed values"),
        ({"others": (SeatRequest("Pei", "pei"),)}, "people alone"),
        ({"pace": "days-1", "takeover": "manager"}, "people alone"),
    ],
)
def test_rated_table_has_printed_values_and_people_alone(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ImpossibleTable, match=said):
        opened_table(replace(ASKED, **changes), "open", ANN, "", NOW, "Ann")  # type: ignore[arg-type]


def test_only_people_with_accounts_join_a_rated_table_under_their_names() -> None:
    table: OpenTableRow = opened_table(replace(ASKED, people=3), "open", ANN, "", NOW, "Ann")
    assert [player.name for player in table.players] == ["Ann"] and table.is_listed
    with pytest.raises(CannotJoin, match="log in"):
        check_admission(table, "", 0)
    with pytest.raises(ImpossibleTable, match="log in"):
        opened_table(ASKED, "open", "browser", "", NOW)
    assert [player.name for player in joined(table, BEN, "Somebody", account="Ben").players] == ["Ann", "Ben"]
