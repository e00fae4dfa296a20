"""API tokens and the accounts of bots: whom they let in, for how long, and that they go with their owner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.identity.token_storage import MAX_BOTS, MAX_TOKENS
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.rows import OpenTablePlayer
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, ApiTokenRow, BanRow, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, transactions
from tests.support.stores import OPEN_TABLE, new_game

AT, LATER = "2030-01-01T00:00:00+00:00", "2030-04-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)
BOT = AccountRow("b1", "Robby", "robby", "", "2030-01-02")
TOKEN = ApiTokenRow("token", "a1", "Board", "play", AT, LATER)


@pytest.fixture
def store(store: Store) -> Store:
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", "a1", "Firefox", AT, AT))
    assert token_storage.add_bot(store, BOT, "a1") == ""
    return store


def test_token_leads_to_its_account_until_it_is_revoked(store: Store) -> None:
    assert token_storage.add(store, TOKEN)
    found = token_storage.find(store, "token")
    assert found is not None and found[:2] == (ANN, TOKEN) and found[2].ban is None and not found[2].is_administrator
    token_storage.touch(store, "token", LATER)
    assert token_storage.of_account(store, "a1") == [replace(TOKEN, used=LATER)]
    token_storage.revoke(store, "token")
    assert token_storage.find(store, "token") is None


def test_token_has_no_rights_of_an_administrator(store: Store) -> None:
    moderation_storage.add_administrator(store, "a1", AT)
    token_storage.add(store, TOKEN)
    found = token_storage.find(store, "token")
    assert found is not None and not found[2].is_administrator


def test_ban_of_an_owner_is_that_of_the_bot(store: Store) -> None:
    token_storage.add(store, replace(TOKEN, account="b1"))
    ban = BanRow("ban", "a1", None, "Spam", AT, "", None)
    administration_storage.ban(store, ban)
    found = token_storage.find(store, "token")
    assert found is not None and found[0] == BOT and found[2].ban == ban


def test_expired_tokens_are_deleted(store: Store) -> None:
    token_storage.add(store, TOKEN)
    assert (
        token_storage.delete_expired(store, AT) == 0
        and token_storage.delete_expired(store, "2030-04-02") == 1
        and token_storage.find(store, "token") is None
    )


def test_tokens_and_bots_are_limited(store: Store) -> None:
    added = [token_storage.add(store, replace(TOKEN, token=f"{number}")) for number in range(MAX_TOKENS + 1)]
    assert added == [True] * MAX_TOKENS + [False] and token_storage.add(store, replace(TOKEN, account="b1"))
    bots = [token_storage.add_bot(store, AccountRow(f"c{number}", f"C{number}", f"c{number}", "", AT), "a1") for number in range(MAX_BOTS)]
    assert bots == [""] * (MAX_BOTS - 1) + ["full"] and len(token_storage.bots_of(store, "a1")) == MAX_BOTS


def test_bot_has_a_name_that_nobody_else_has(store: Store) -> None:
    assert token_storage.add_bot(store, replace(BOT, id="b2", name_key="ann"), "a1") == "taken" and token_storage.bots_of(store, "a1") == [
        BOT
    ]


def test_tokens_of_bots_are_listed_with_those_of_their_owner(store: Store) -> None:
    token_storage.add(store, TOKEN)
    token_storage.add(store, replace(TOKEN, token="bot", account="b1", created=LATER))
    assert [each.token for each in token_storage.of_account(store, "a1")] == ["bot", "token"] and [
        each.token for each in token_storage.of_account(store, "b1")
    ] == ["bot"]


def test_bot_is_marked_at_open_tables(store: Store) -> None:
    players = (
        OpenTablePlayer(ANN.owner_id, "Ann", "red", 0),
        OpenTablePlayer(BOT.owner_id, "Robby", "blue", 1),
        OpenTablePlayer("x", "Eve", "green", 2),
    )
    lobby_storage.add(store, replace(OPEN_TABLE, host=ANN.owner_id, players=players))
    found = lobby_storage.find(store, "open")
    assert found is not None and [each.is_bot for each in found.players] == [False, True, False]
    lobby_storage.change(store, "open", lambda table: replace(table, name="Tuesday"))
    (listed,) = lobby_storage.listed(store, "", "", 0, 10)
    assert [each.is_bot for each in listed.players] == [False, True, False]


def test_seats_of_bots_are_known(store: Store) -> None:
    transactions.add_game(store, WholeClub(), new_game("abc"))
    browsers.remember_seats(store, ANN.owner_id, "abc", [0])
    assert token_storage.bot_seats(store, "abc") == frozenset()
    browsers.remember_seats(store, BOT.owner_id, "abc", [1], is_host=True)
    assert token_storage.bot_seats(store, "abc") == {1} and token_storage.bot_seats(store, "def") == frozenset()


def test_bots_go_with_their_owner(store: Store) -> None:
    for game_id, owner_id in (("abc", ANN.owner_id), ("def", BOT.owner_id)):
        transactions.add_game(store, WholeClub(), new_game(game_id))
        browsers.remember_seats(store, owner_id, game_id, [0])
    token_storage.add(store, replace(TOKEN, account="b1"))
    left = log_in_storage.leave_games(store, ANN, "Former player") + log_in_storage.leave_games(store, ANN, "Former player")
    assert sorted(left) == ["abc", "def"] and log_in_storage.leave_games(store, ANN, "Former player") == []
    log_in_storage.delete_account(store, ANN, "Former player")
    assert (
        account_storage.find(store, "robby") is None
        and token_storage.find(store, "token") is None
        and token_storage.bots_of(store, "a1") == []
    )
    names = [games.find(store, game_id).seats[0].name for game_id in ("abc", "def")]  # type: ignore[union-attr]
    assert names == ["Former player"] * 2
