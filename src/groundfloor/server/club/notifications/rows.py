"""Rows of the database as values: notices, addresses and what is sent to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundfloor.table.value import DepartureKind, PersonMark, ProposalOutcome  # for the schemas of the API

from ...database.rows import NotificationKind, TransportName

if TYPE_CHECKING:
    from groundfloor.table.value import ProposedBy


@dataclass(frozen=True)
class NotificationAddress:
    """Where notices are sent: those of all tables of ``owner_id``, or those of one table (``game`` is its game id) to which its host has added it.

    ``address`` is an e-mail address, or the URL of a webhook or push subscription; ``secret`` is what its transport needs besides: a subscription's keys,
    what a webhook is signed with. ``confirmed`` "" is an address that nobody has confirmed yet. ``failing_since`` is "" after a notice that arrived.
    """

    id: str
    owner_id: str
    transport: TransportName
    address: str
    secret: str
    label: str
    language: str
    created: str
    confirmed: str = ""
    failing_since: str = ""
    is_off: bool = False
    game: str = ""


@dataclass(frozen=True)
class NotificationSettings:
    """When an owner is sent notices: after so many minutes, by e-mail perhaps only once a day at an hour of theirs (-1: each by itself).

    Nothing is sent from the hour ``quiet_from`` until ``quiet_until`` of their day (-1: there are no such hours), and never what is ``muted``.
    """

    delay_minutes: int = 5
    digest_hour: int = -1
    quiet_from: int = -1
    quiet_until: int = -1
    muted: tuple[NotificationKind, ...] = ()

    @property
    def has_quiet_hours(self) -> bool:
        return self.quiet_from >= 0 and self.quiet_until >= 0 and self.quiet_from != self.quiet_until


DeliveryState = Literal["waiting", "sending", "sent", "failed"]
"""A notice that is not due yet, is being sent or was when its process ended, has arrived as far as is known, or has not."""


@dataclass(frozen=True)
class Delivery:
    """A notice for an ``address``: ``about`` is the id of a game, an open table or an account, by ``kind``, ``name`` what the table is called ("": it is about none, or has no name), ``person`` who has caused it, with their ``mark`` at that time.

    ``seat`` is one of the game's (-1: all); ``changed`` is since when it has its ``state``. ``open_table`` is the id of the open table that it is about, if it is about one; ``departure`` is how the seat lost a rated game before its end.
    """

    id: int
    address: str
    about: str
    name: str
    person: str
    seat: int
    seat_name: str
    version: int
    kind: NotificationKind
    at: str
    state: DeliveryState
    changed: str
    open_table: str | None = None
    departure: DepartureKind | Literal[""] = ""
    mark: PersonMark = ""


@dataclass(frozen=True)
class NoticeRow:
    """What happened last of a ``kind`` at a table of somebody, or by a person: ``about``, ``name``, ``person``, ``open_table`` and ``departure`` are as in ``Delivery``.

    ``proposed`` is who has proposed what, as in ``Notification``, whose ``mark`` it is then, and ``outcome`` how that ended; ``people`` are the names at the seats of a table where something was proposed.
    """

    about: str
    name: str
    person: str
    kind: NotificationKind
    seat: int
    version: int
    at: str
    is_read: bool
    proposed: ProposedBy | None = None
    outcome: ProposalOutcome = ""
    people: tuple[str, ...] = ()
    open_table: str | None = None
    departure: DepartureKind | Literal[""] = ""
    mark: PersonMark = ""
