"""All data goes from one database to another and back, and is the same there."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from groundfloor.server import transfer
from groundfloor.server.club.accounts import log_in_storage, passkey_storage
from groundfloor.server.club.accounts.rows import ChallengeRow, PasskeyRow
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.administration.rows import AdministrationEntry
from groundfloor.server.club.chat import storage as chat_storage
from groundfloor.server.club.chat.rows import NewMessage
from groundfloor.server.club.contacts import block_storage, friend_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.lobby import followed_storage, invitation_storage
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.moderation import report_storage, site_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications.rows import NotificationAddress, NotificationSettings
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.database import reading
from groundfloor.server.database.errors import DataInUse
from groundfloor.server.database.requests import SentRequest, carrying_out
from groundfloor.server.database.rows import (
    AccountRow,
    AccountSettings,
    ApiTokenRow,
    BanRow,
    Change,
    FinishedGame,
    FinishedSeat,
    NewJob,
    PrivateNotes,
    RatedGame,
    RegistrationLink,
    SessionRow,
    Summary,
)
from groundfloor.server.database.schema import metadata
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import availability, browsers, downtimes, games, results, transactions
from groundfloor.server.game.storage.rows import ResultRow
from groundfloor.server.transfer import TABLES, TransferError
from groundfloor.table.hours import Availability, Hours
from groundfloor.table.value import PACES, Draft, Pause, Preferences, Proposal, SeatClock, SeatNotes, TableClocks, TableValue, UndoProposal
from tests.support.stores import OPEN_TABLE, listed, new_game, of_lobby, save

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgresql import PostgreSQLServer


def everything(table: TableValue) -> TableValue:
    """Returns a table with something in each of its fields."""
    ann, pei = table.seats
    return replace(
        table,
        seats=(replace(ann, draft=Draft(("hire",)), notes=SeatNotes(("hire",), 2)), replace(pei, preferences=Preferences(True))),
        proposal=Proposal(UndoProposal(2), 0, 3, "later", (0,), (1,)),
        pause=Pause(0, "later"),
        clocks=TableClocks(PACES["days-1"], {0: SeatClock(86_400.5, "2030-01-01", True)}, "manager", 2, False),
    )


def filled(folder: Path) -> Path:
    """Returns a folder with something in every table that is copied."""
    with Store(folder) as store:
        for game_id in ("abc", "def"):
            with carrying_out(SentRequest(f"made {game_id}", answer=b"sealed")):
                transactions.add_game(
                    store,
                    WholeClub(),
                    listed(of_lobby(new_game(game_id), {0: "a1"}, "rated" if game_id == "def" else ""), is_listed=game_id == "def"),
                )
        finished = FinishedGame(
            "later", "second", 2, False, False, False, (FinishedSeat(0, "Ann", "ann", "person", "", "", 40, 1, True),), "record"
        )
        rated = RatedGame("second-2", {"a1": 1, "a2": 2})
        save(store, "def", Change("later", 2, Summary("over", 1, -1, 9, 6), finished=finished, rated=rated))
        drafted = Change(
            "later",
            2,
            Summary("running", 3, 1, 1, 3),
            ("zwei", "Grün “drei”"),
            job=NewJob("bot", "abc", 3),
        )
        save(store, "abc", drafted, everything)
        browsers.remember_seats(store, "browser", "abc", [0], is_host=True)
        for now in ("2030-01-01T00:00:00", "2030-01-01T00:01:00"):
            downtimes.note_alive(store, now)
        browsers.record_arrivals(store, ["secret-ann-abc"])
        games.save_analysis(store, "abc", "made", "[]")
        results.add_of_browser(
            store, "browser", [ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ann", True, "{}")], "player", "2030-01-02"
        )
        store.get_or_create_setting("secret", "hidden")
        account = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01")
        log_in_storage.add_account(store, account, ["code"], SessionRow("token", account.id, "Firefox, Linux", "2030-01-01", "2030-01-01"))
        passkey_storage.add(store, PasskeyRow("id", account.id, "key", 4_000_000_000, "Firefox, Linux", "2030-01-01", "2030-01-01"))
        account_storage.change_settings(store, account.id, AccountSettings(), {"sound": True})
        token_storage.add(store, ApiTokenRow("hash", account.id, "Board", "play", "2030-01-01", "2030-04-01"))
        token_storage.add_bot(store, AccountRow("b1", "Robby", "robby", "", "2030-01-01"), account.id)
        followed_storage.follow(store, "browser", "abc")
        block_storage.add(store, "browser", ["somebody"], "Somebody", "of-click", "2030-01-01")
        availability.change(store, "browser", "2030-01-01", lambda *_: Availability((Hours("Europe/Berlin", 540, 1320, "2030-01-01"),)))
        passkey_storage.add_challenge(store, ChallengeRow("asked", "add", account.owner_id, account.id, "Ann", "2030-01-01"))
        address_storage.add(
            store, NotificationAddress("target", "browser", "json", "https://example.com", "key", "", "en", "2030-01-01", game="abc")
        )
        address_storage.change_settings(store, "browser", NotificationSettings(15, 8))
        lobby_storage.add(store, OPEN_TABLE)
        invitation_storage.invite(store, "open", "ann", [account.owner_id])
        ben = AccountRow("a2", "Ben", "ben", "hash", "2030-01-01")
        log_in_storage.add_account(store, ben, ["code"], SessionRow("of-ben", ben.id, "", "2030-01-01", "2030-01-01"))
        for asker, name in ((account, "ben"), (ben, "ann"), (account, "nobody")):
            friend_storage.ask(store, asker, name, name, "2030-01-01")
        lobby_storage.change(store, "open", lambda table: replace(table, blocked=frozenset({"key"})))
        chat_storage.add_message(store, NewMessage("abc", "players", "browser", 0, "Ann", "Hello", "2030-01-01"))
        chat_storage.mark_read(store, "browser", "abc", "players", 1)
        chat_storage.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
        moderation_storage.add_administrator(store, account.id, "2030-01-01")
        administration_storage.add_log_entry(store, AdministrationEntry("2030-01-01", account.id, "people", "appoint", "Ann"))
        results.note_solved(store, "browser", "exercise", "player", "2030-01-01")
        site_storage.add_link(store, RegistrationLink("hash", account.id, "2030-01-01", "2030-02-01", 3))
        administration_storage.ban(store, BanRow("ban", None, "another mark", "Spam", "2030-01-01", "", account.id))
        report_storage.add(store, ReportRow("1", "browser", "mark", "abc", "", 0, "Ann", account.id, "No.", "2030-01-01"), "2030-01-01", 1)
    return folder


def rows(where: Path | str) -> dict[str, list[tuple[object, ...]]]:
    with Store(where) as store, reading(store.engine) as connection:
        return {table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))] for table in TABLES}


def test_data_goes_to_postgresql_and_back(tmp_path: Path, postgresql: PostgreSQLServer) -> None:
    folder, database, again = filled(tmp_path / "old"), postgresql.create(), tmp_path / "again"
    before = rows(folder)
    assert {name for name, found in before.items() if not found} <= {
        "attempts",
        "banned_addresses",
        "day_pars",
        "deliveries",
        "former_links",
        "freed_names",
        "failed_log_ins",
        "kept_advice",
        "known_devices",
        "lobby_messages",
        "notices",
    } and len(metadata.tables) > len(TABLES)
    assert transfer.transfer(folder, database) == 2 and rows(database) == before
    assert transfer.transfer(database, again) == 2 and rows(again) == before
    with Store(database) as store:
        transactions.add_game(store, WholeClub(), new_game("next"))
        store.jobs.add(NewJob("bot", "next"))
        administration_storage.add_log_entry(store, AdministrationEntry("2030-01-02", None, "people", "lift", "Ben"))
        assert games.find(store, "next") is not None and games.count(store) == 3
        assert [entry.subject for entry in administration_storage.log_entries(store, "", 0, 9)] == ["Ben", "Ann"]


def test_nothing_is_copied_over_games_or_to_itself(tmp_path: Path) -> None:
    one, other = filled(tmp_path / "one"), tmp_path / "other"
    with Store(other) as store:
        transactions.add_game(store, WholeClub(), new_game("kept"))
    with pytest.raises(TransferError, match="games in"):
        transfer.transfer(one, other)
    with pytest.raises(DataInUse):
        transfer.transfer(one, one)
    with Store(other) as store:
        assert games.count(store) == 1


def test_copy_that_differs_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = filled(tmp_path / "one"), tmp_path / "other"
    found = iter(["the game", "another one"])
    monkeypatch.setattr("groundfloor.server.game.storage.games.find", lambda *_: next(found))
    with pytest.raises(TransferError, match="abc differs"):
        transfer.transfer(one, other)
    with Store(other) as store:
        assert games.count(store) == 0


def test_source_is_locked_meanwhile(tmp_path: Path) -> None:
    with closing(Store(filled(tmp_path / "one"))), pytest.raises(DataInUse):
        transfer.transfer(tmp_path / "one", tmp_path / "other")
