"""Games after a game: a rematch with rotated seats, and the same city again, with the same draws."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.errors import ImpossibleTable
from ..engine.match import Match, hash_of
from .creation import KEY_BYTES, public_id, table_for_match, with_clocks
from .proposals import people

if TYPE_CHECKING:
    from ..engine.record import Purpose, Record
    from .creation import Randomness
    from .table import Table


def rematch_id(secret: str, public: str) -> str:
    """Returns the public id of the rematch of a table: always the same one, which nobody can guess without the server's secret."""
    return public_id(hmac.digest(secret.encode(), f"rematch {public}".encode(), "sha256")[:10])


def rotated_seat(seat: int, count: int) -> int:
    """Returns where a seat of a table sits in its rematch: one place earlier, the first one last."""
    return (seat - 1) % count


def create_rematch(table: Table, public: str, name: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a table with the same people and bots, options and house values, seats rotated, new draws, and the key of these draws."""
    record = table.match.record
    rules = ruleset(record.ruleset.name).with_overrides(record.ruleset.overrides)
    key = randomness(KEY_BYTES)
    purpose: Purpose = "practice" if record.purpose == "practice" else ""
    match = Match.new(rules, (*record.seats[1:], record.seats[0]), record.options, key, purpose)
    agents = {rotated_seat(holder.seat, len(record.seats)): holder.agent for holder in table.seat_holders if holder.agent}
    rematch = with_same_clocks(table_for_match(match, name, randomness, public=public, agents=agents), table)
    rematch.is_listed = table.is_listed
    return rematch, key


def with_same_clocks(new: Table, table: Table) -> Table:
    """Gives a new table clocks like those of another one, with the whole bank again."""
    return with_clocks(new, table.clocks.pace.id, table.clocks.takeover) if table.clocks is not None and len(people(new)) > 1 else new


def known_key(record: Record) -> bytes | None:
    """Returns the key of all draws of a finished game; None if it is unknown, fixes only later draws, or is that of a day."""
    if not record.key or record.first_sealed_draw != 1 or record.purpose == "day":
        return None
    try:
        key = bytes.fromhex(record.key)
    except ValueError:
        return None
    return key if hash_of(key) == record.key_hash else None


def create_same_city(table: Table, name: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a table with the same seats, options and draws, and the key. It never counts; with one person it is for practice."""
    record = table.match.record
    key = known_key(record)
    if key is None:
        raise ImpossibleTable("The draws of this game are not known, so the same city can’t be played again.")
    people = sum(not holder.automa for holder in table.seat_holders)
    match = Match.new(record.ruleset, record.seats, record.options, key, "practice" if people == 1 else "again")
    agents = {holder.seat: holder.agent for holder in table.seat_holders if holder.agent}
    return with_same_clocks(table_for_match(match, name, randomness, agents=agents), table), key
