"""The data of a server in use: many games that stand in their middle, and a browser that knows them and more."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers
from groundfloor.server.game.tables.prepared_tables import resumed_record
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest

GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = ("second-2-random", "second-3-random", "second-4-random", "online-3", "first-5", "second-pei-random", "manual-4")
KNOWN_GAMES = 800
KNOWING_BROWSER = "browser-that-knows-800-games"
"""The cookie of a browser that holds a seat of 800 games, those in use among them."""
FILE = "tables.json"


@dataclass(frozen=True)
class StoredTable:
    """A table: its game id, and the tokens of the seats of people by seat."""

    game_id: str
    tokens: dict[int, str]


def store_tables(folder: Path, count: int, known: int = KNOWN_GAMES) -> None:
    """Stores ``count`` tables in their middle and, for ``KNOWING_BROWSER``, new ones up to ``known``; writes down what the first ones are called."""
    dice = random.Random(1)
    store = Store(folder / "data")
    service = TableService(store, lambda: "2030-01-01T00:00:00+00:00", dice.randbytes)
    browser = hashlib.sha256(KNOWING_BROWSER.encode()).hexdigest()
    texts = [half_of((GOLDEN / f"{name}.gfr").read_text()) for name in GAMES]
    found = []
    for number in range(max(count, known)):
        is_used = number < count
        new = (
            resumed_record(texts[number % len(texts)], service.new_bytes)
            if is_used
            else service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))
        )
        table = service.add(new)
        browsers.remember_seats(store, browser, table.game_id, [0])
        if is_used:
            found.append((table.game_id, {seat_value.seat: seat_value.token for seat_value in table.value.seats if seat_value.is_human}))
    store.close()
    (folder / FILE).write_text(json.dumps(found))


def read_tables(folder: Path) -> list[StoredTable]:
    """Returns the tables in use that ``store_tables`` has stored in a folder."""
    return [
        StoredTable(game_id, {int(seat): token for seat, token in tokens.items()})
        for game_id, tokens in json.loads((folder / FILE).read_text())
    ]


def half_of(record: str) -> str:
    head, _, entries = record.partition("\n\n")
    lines = entries.splitlines()
    return "\n".join([head, "", *lines[: len(lines) // 2], ""])
