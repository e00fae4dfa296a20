"""API tokens and the accounts of bots: whom they let in, for how long, and that they go with their owner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts.token_storage import MAX_BOTS, MAX_TOKENS
from groundfloor.server.database.rows import AccountRow, ApiTokenRow, BanRow, OpenTablePlayer, SessionRow
from groundfloor.server.store import Store
from tests.support.stores import OPEN_TABLE, new_game

AT, LATER = "2030-01-01T00:00:00+00:00", "2030-04-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)
BOT = AccountRow("b1", "Robby", "robby", "", "2030-01-02")
TOKEN = ApiTokenRow("token", "a1", "Board", "play", AT, LATER)


@pytest.fixture
def store(store: Store) -> Store:
    store.add_account(ANN, ["code"], SessionRow("1", "a1", "Firefox", AT, AT))
    assert store.add_bot(BOT, "a1") == ""
    return store


def test_token_leads_to_its_account_until_it_is_revoked(store: Store) -> None:
    assert store.add_token(TOKEN)
    found = store.token("token")
    assert found is not None and found[:2] == (ANN, TOKEN) and found[2].ban is None and not found[2].is_administrator
    store.touch_token("token", LATER)
    assert store.tokens_of("a1") == [replace(TOKEN, used=LATER)]
    store.revoke_token("token")
    assert store.token("token") is None


def test_token_has_no_rights_of_an_administrator(store: Store) -> None:
    store.add_administrator("a1", AT)
    store.add_token(TOKEN)
    found = store.token("token")
    assert found is not None and not found[2].is_administrator


def test_ban_of_an_owner_is_that_of_the_bot(store: Store) -> None:
    store.add_token(replace(TOKEN, account="b1"))
    ban = BanRow("ban", "a1", None, "Spam", AT, "", None)
    store.ban(ban)
    found = store.token("token")
    assert found is not None and found[0] == BOT and found[2].ban == ban


def test_expired_tokens_are_deleted(store: Store) -> None:
    store.add_token(TOKEN)
    assert store.delete_expired_tokens(AT) == 0 and store.delete_expired_tokens("2030-04-02") == 1 and store.token("token") is None


def test_tokens_and_bots_are_limited(store: Store) -> None:
    added = [store.add_token(replace(TOKEN, token=f"{number}")) for number in range(MAX_TOKENS + 1)]
    assert added == [True] * MAX_TOKENS + [False] and store.add_token(replace(TOKEN, account="b1"))
    bots = [store.add_bot(AccountRow(f"c{number}", f"C{number}", f"c{number}", "", AT), "a1") for number in range(MAX_BOTS)]
    assert bots == [""] * (MAX_BOTS - 1) + ["full"] and len(store.bots_of("a1")) == MAX_BOTS


def test_bot_has_a_name_that_nobody_else_has(store: Store) -> None:
    assert store.add_bot(replace(BOT, id="b2", key="ann"), "a1") == "taken" and store.bots_of("a1") == [BOT]


def test_tokens_of_bots_are_listed_with_those_of_their_owner(store: Store) -> None:
    store.add_token(TOKEN)
    store.add_token(replace(TOKEN, token="bot", account="b1", created=LATER))
    assert [each.token for each in store.tokens_of("a1")] == ["bot", "token"] and [each.token for each in store.tokens_of("b1")] == ["bot"]


def test_bot_is_marked_at_open_tables(store: Store) -> None:
    players = (
        OpenTablePlayer(ANN.owner_id, "Ann", "red", 0),
        OpenTablePlayer(BOT.owner_id, "Robby", "blue", 1),
        OpenTablePlayer("x", "Eve", "green", 2),
    )
    store.add_open_table(replace(OPEN_TABLE, host=ANN.owner_id, players=players))
    found = store.open_table("open")
    assert found is not None and [each.is_bot for each in found.players] == [False, True, False]
    store.change_open_table("open", lambda table: replace(table, name="Tuesday"))
    (listed,) = store.listed_open_tables("", "", 0, 10)
    assert [each.is_bot for each in listed.players] == [False, True, False]


def test_seats_of_bots_are_known(store: Store) -> None:
    store.add(new_game("abc"))
    store.remember_seats(ANN.owner_id, "abc", [0])
    assert store.bot_seats("abc") == frozenset()
    store.remember_seats(BOT.owner_id, "abc", [1], is_host=True)
    assert store.bot_seats("abc") == {1} and store.bot_seats("def") == frozenset()


def test_bots_go_with_their_owner(store: Store) -> None:
    for game_id, owner_id in (("abc", ANN.owner_id), ("def", BOT.owner_id)):
        store.add(new_game(game_id))
        store.remember_seats(owner_id, game_id, [0])
    store.add_token(replace(TOKEN, account="b1"))
    left = store.leave_games(ANN, "Former player") + store.leave_games(ANN, "Former player")
    assert sorted(left) == ["abc", "def"] and store.leave_games(ANN, "Former player") == []
    store.delete_account(ANN, "Former player")
    assert store.account("robby") is None and store.token("token") is None and store.bots_of("a1") == []
    names = [store.game(game_id).seats[0].name for game_id in ("abc", "def")]  # type: ignore[union-attr]
    assert names == ["Former player"] * 2
