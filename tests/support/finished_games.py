"""Finished games that are public: stored as they are when they have ended, or played to their end at a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import httpx

from groundfloor.results.archive import SeatKind
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, Change, FinishedGame, FinishedSeat, SessionRow, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from groundfloor.server.http.security import hash_of
from groundfloor.table.player_names import name_key
from groundfloor.table.value import SeatValue, TableValue
from tests.support.stores import new_game, save

AT = "2030-01-02T12:00:00+00:00"
OVER = Summary("over", 1, -1, 9, 6)
COLOURS = ("red", "blue", "green", "amber", "pink", "grey")
MOVES = 400
"""More than a game of one person has."""


def add_account(store: Store, name: str) -> AccountRow:
    """Creates an account, which is logged in by the cookie ``groundfloor_session`` with its name."""
    account = AccountRow(f"id-{name}", name, name_key(name), "", AT)
    assert log_in_storage.add_account(store, account, ["code"], SessionRow(hash_of(name), account.id, "Firefox", AT, AT))
    return account


def record_of(names: Mapping[str, object], automas: Mapping[str, str]) -> str:
    seats = [f"seat {number} {automas.get(name, 'human')} {COLOURS[number - 1]} {name}" for number, name in enumerate(names, 1)]
    return "\n".join(["groundfloor record 1", "ruleset second 1", *seats, "", "1 done", ""])


def finish(
    store: Store,
    game_id: str,
    totals: Mapping[str, int],
    *,
    at: str = AT,
    ruleset: str = "second",
    automas: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
    is_listed: bool = True,
    is_rated: bool = False,
) -> None:
    """Stores a game with these people and totals, and its end; who has an account of that name holds the seat. ``automas`` and ``bots`` are ids by name."""
    automas, bots = automas or {}, bots or {}
    seats = tuple(
        SeatValue(number, name, COLOURS[number], automas.get(name, ""), f"secret {game_id} {number}") for number, name in enumerate(totals)
    )
    transactions.add_game(
        store, WholeClub(), replace(new_game(game_id), table=TableValue("Tuesday", seats, is_listed=is_listed), ruleset=ruleset, created=at)
    )
    for number, name in enumerate(totals):
        if (account := account_storage.find(store, name_key(name))) is not None:
            browsers.remember_seats(store, account.owner_id, game_id, [number])
    found = []
    for number, (name, total) in enumerate(totals.items()):
        kind: SeatKind = "automa" if name in automas else "bot" if name in bots else "person"
        rank = 1 + sum(other > total for other in totals.values())
        automa, specialty = {**automas, **bots}.get(name, ""), "" if kind == "automa" else "retail"
        found.append(FinishedSeat(number, name, name_key(name), kind, automa, specialty, total, rank, is_own=kind == "person"))
    end = FinishedGame(
        finished=at,
        ruleset=ruleset,
        revision=1,
        has_house_values=False,
        is_ended_early=False,
        has_bots=bool(bots),
        seats=tuple(found),
        record=record_of(totals, automas),
        is_rated=is_rated,
    )
    save(store, game_id, Change(at, 2, OVER, finished=end))


def play_to_the_end(client: httpx.Client, form: Mapping[str, str]) -> str:
    """Opens a table with the form of the start page, plays it to its end by the last legal action of each question, and returns its game id."""
    token = client.post("/new", data=dict(form)).headers["location"].split("/")[2]
    address = f"/api/seats/{token}"
    for _ in range(MOVES):
        view = client.get(address).json()
        if view["is_over"]:
            return str(view["game"])
        assert view["legal"], view
        moved = client.post(address, json={"apply": [view["legal"][-1]["action"]], "version": view["version"]})
        assert moved.status_code == 200, moved.text
    raise AssertionError("the game does not end")
