"""Folders with an empty database of the current schema, which are quicker to open than empty folders, and a game to store."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from groundfloor.store import GameRow, NewGame, Notice, OpenTablePlayer, OpenTableRow, SeatRow, StorageFull, Store, Summary
from groundfloor.store.rows import Change
from groundfloor.store.sqlite import FILE

WAIT = 60.0
"""Seconds after which a test that waits has failed."""


@cache
def empty_database() -> bytes:
    """Returns the file of a new store, made once in each process."""
    with TemporaryDirectory() as folder:
        Store(folder).close()
        return (Path(folder) / FILE).read_bytes()


def with_database(folder: Path) -> Path:
    """Puts an empty database into a folder; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(empty_database())
    return folder


def new_game(public: str = "abc", entries: tuple[str, ...] = ("one",), summary: Summary | None = None) -> NewGame:
    """Returns a game of Ann against an Automa that can be stored; by default Ann is asked."""
    return NewGame(
        public=public,
        name="Tuesday",
        ruleset="second",
        revision=1,
        header="head",
        created="2030-01-01T00:00:00+00:00",
        key=b"k" * 32,
        seats=(SeatRow(0, "Ann", "red", "", f"secret-ann-{public}"), SeatRow(1, "Pei", "blue", "pei", f"secret-pei-{public}")),
        entries=entries,
        summary=summary or Summary("running", len(entries), 0, 1, 2),
    )


def new_game_of_two(public: str) -> NewGame:
    """Returns a game of Ann against Ben, whose table is called by its id."""
    seats = tuple(SeatRow(seat, name, "red", "", f"{name}-{public}") for seat, name in enumerate(("Ann", "Ben")))
    return replace(new_game(public), seats=seats, name=f"Table {public}")


OPEN_TABLE = OpenTableRow(
    public="open",
    host="ann",
    client="mark",
    name="Tuesday",
    ruleset="second",
    people=3,
    pace="live",
    is_private=False,
    others=(),
    options={},
    house={},
    created="2030-01-01T00:00:00+00:00",
    players=(OpenTablePlayer("ann", "Ann", "red", 0),),
)
"""A table for three that Ann has opened."""


def game_row(store: Store, public: str) -> GameRow:
    """Returns a stored game, which must be there."""
    found = store.game(public)
    assert found is not None
    return found


def save(store: Store, public: str, change: Change) -> list[Notice]:
    """Stores a change of a game as it is now."""
    return store.save(game_row(store, public), change)


DOWNGRADES = {
    "0039": "create table old_requests as select request, game, served, number from requests where game is not null; drop table requests;"
    "create table requests (request varchar(64) not null primary key, game integer not null, served integer not null,"
    "number integer not null default 0, FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE); insert into requests select * from old_requests; drop table old_requests;"
    "create index requests_by_game on requests (game); create index requests_by_age on requests (served);",
    "0038": "alter table notice_targets drop column tries; alter table notice_targets drop column not_before;",
    "0037": "drop table kept_advice;",
    "0036": "drop table failed_log_ins; drop table known_devices; alter table sessions drop column guest;",
    "0035": "alter table account_settings drop column seat_order;",
    "0034": "alter table messages drop column client; alter table reports drop column message; alter table reports drop column quote; alter table reports drop column accused_client;",
    "0033": "drop index games_by_status; drop index sessions_by_use;",
    "0032": "drop table ratings; drop table rating_pools; drop table rated_players;"
    "alter table games drop column rating; alter table open_tables drop column is_rated; update compatibility set oldest = '0015';",
    "0031": "drop table finished_seats; drop table finished_games; alter table games drop column is_listed; alter table open_tables drop column is_listed;",
    "0030": "drop table blocks; alter table invitations drop column inviter;",
    "0029": "drop table chats; drop table messages; drop table chat_reads; drop table private_notes;",
    "0028": "alter table seat_notes drop column acts; alter table seat_notes drop column round; alter table seat_notes drop column revision;"
    "alter table seat_notes drop column stop; alter table seat_notes drop column acted; alter table seat_notes drop column known;",
    "0027": "drop table clocks; drop table seat_clocks; drop table downtimes; alter table open_tables drop column takeover;",
    "0026": "drop table availability;",
    "0025": "drop table notices; drop table deliveries; drop table notice_settings; drop table notice_targets;",
    "0024": "drop table friends; drop table friend_requests;",
    "0023": "drop table invitations;",
    "0022": "drop table api_tokens; drop table bot_accounts;",
    "0021": "drop table followed_games;",
    "0020": "drop table proposals;",
    "0019": "drop table passkeys; drop table passkey_challenges;",
    "0018": "drop table account_settings;",
    "0017": "drop table open_table_blocks; drop table administrators; drop table bans; drop table reports;",
    "0016": "drop table open_table_players; drop table open_tables;",
    "0015": "drop table recovery_codes; drop table sessions; drop table accounts;",
    "0014": "drop table compatibility; alter table jobs drop column request; alter table outbox drop column request;",
    "0013": "drop index games_by_sequence; alter table games drop column changes; alter table browsers drop column number;"
    "alter table requests drop column number; drop table outbox; drop table jobs; drop table client_use; drop table rate_limits; drop table presence;"
    "create table outbox (id integer primary key autoincrement, game integer not null, public varchar(40) not null, version integer not null);",
    "0012": "drop index players_by_use; drop index players_by_client; alter table players drop column seen;"
    "alter table players drop column client;",
    "0004": "alter table standing drop column guide; drop table seat_notes; alter table games drop column moved; drop table arrivals;"
    "drop table analyses; alter table games drop column hints; alter table games drop column client;",
    "0003": "drop table requests;",
}
"""What takes the present tables back to those of older versions, step by step."""


def downgrade(folder: Path, version: str, more: str = "") -> None:
    """Makes the database of a closed store one of an older version, with ``more`` in it."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        for step, script in DOWNGRADES.items():
            if step >= version:
                database.executescript(script)
        database.executescript(f"{more}; update alembic_version set version_num = '{version}'")


class SlowStore(Store):
    """A store whose writes, and reads of one game, wait until they may go on."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()
        self.slow = ""
        self.is_full = False
        self.reads: list[str] = []

    def game(self, public: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
        self.reads.append(public)
        if public == self.slow:
            self._wait()
        return super().game(public, after=after, with_entries=with_entries)

    def save(self, row: GameRow, change: Change) -> list[Notice]:
        self._wait()
        if self.is_full:
            raise StorageFull
        return super().save(row, change)

    def _wait(self) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(WAIT)
