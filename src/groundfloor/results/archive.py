"""The archive of finished games: a line of JSON for each game, each a gzip member of its own, so that archives can be joined and gone on with."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from groundfloor.translatable import TranslatableError

from .departures import Departure

SeatKind = Literal["person", "automa", "bot"]
"""Who played a seat of a finished game at its end."""


class BadArchive(TranslatableError):
    """A file that is no archive of finished games, or not all of one."""


class ArchivedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a game of the archive: ``automa`` is the id of the Automa or bot ("": a person), ``has_account``: somebody with an account of this name played it.

    ``departure`` is how a player has lost a rated game before its end, ranked behind all who stayed: ``left``, ``time`` is over, or ""; a bot has played on.
    """

    name: str
    kind: SeatKind
    total: int
    rank: int
    automa: str = ""
    has_account: bool = False
    departure: Departure | Literal[""] = ""


class ArchivedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of the archive: ``number`` is its place there, ``game`` the id of its table, ``finished`` a time in UTC, ``record`` the text of its record."""

    number: int
    game: str
    finished: str
    ruleset: str
    revision: int
    seats: tuple[ArchivedSeat, ...]
    record: str
    is_ended_early: bool = False
    is_rated: bool = False


def archive_member(game: ArchivedGame) -> bytes:
    """Returns a game as a line of the archive, which is a gzip member."""
    return gzip.compress(msgspec.json.encode(game) + b"\n", mtime=0)


def archived_game(member: bytes) -> ArchivedGame:
    """Returns the game of a line of the archive."""
    return msgspec.json.decode(gzip.decompress(member), type=ArchivedGame)


def read_archive(path: Path) -> Iterator[ArchivedGame]:
    """Yields the games of an archive as a server sends it, ``groundfloor-games.jsonl.gz``, or of its lines as text.

    BadArchive after the games that could be read, if the rest is damaged or missing; OSError if the file can't be read.
    """
    with path.open("rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
    number = 0
    try:
        with gzip.open(path, "rb") if is_gzip else path.open("rb") as lines:
            for line in lines:
                number += 1
                yield msgspec.json.decode(line, type=ArchivedGame)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise BadArchive(
            "%(path)s is damaged, or ends in the middle of a game, after line %(number)s.", path=str(path), number=number
        ) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadArchive(
            "Line %(number)s of %(path)s is no finished game: %(reason)s.", path=str(path), number=number, reason=str(error)[:200]
        ) from None
