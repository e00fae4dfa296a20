"""The tokens of seats, which their links have: which seat one opens, who takes an offered seat, and new ones."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.table.errors import LostSeat, SeatOffered, UnknownGame
from groundfloor.table.operations import RenewLink, TakeOffer
from groundfloor.table.reduce import reduce
from groundfloor.table.rights import OPEN_SEAT, address_situation
from groundfloor.table.value import ACCOUNT_PREFIX

from ..storage import browsers, games

if TYPE_CHECKING:
    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.table.table import Table
    from groundfloor.table.value import SeatAddress

    from .table_service import TableService

MAX_SEATS = 10_000
"""Seats whose tokens are kept in memory: not every request asks the store for them."""


class SeatTokens:
    """Finds the seats of tokens. For any thread."""

    def __init__(self, table_service: TableService) -> None:
        self._table_service = table_service
        self._known: OrderedDict[str, SeatAddress] = OrderedDict()
        self._lock = Lock()

    def find(self, token: str, owner_id: str = "") -> tuple[Table, int]:
        """Returns the table and the seat of a token; UnknownGame if there is none, SeatOfAccount if it belongs to an account and ``owner_id`` (as in ``browsers``) is another."""
        service = self._table_service
        address = self._known.get(token) or games.seat_of_token(service.store, token)
        try:
            table = service.table(address.game_id) if address is not None else None
        except UnknownGame:  # it was deleted since
            table = None
        if address is None or table is None or table.value.seats[address.seat].token != token:
            raise self._no_seat(token)
        OPEN_SEAT.check(address_situation(address, owner_id), name=table.value.seats[address.seat].name, game=table.game_id)
        self._remember(token, address)
        return table, address.seat

    def _remember(self, token: str, address: SeatAddress) -> None:
        """Keeps whose token it is; after a renewal nobody's, which the table knows."""
        with self._lock:
            self._known[token] = address
            self._known.move_to_end(token)
            if len(self._known) > MAX_SEATS:
                self._known.popitem(last=False)

    def _no_seat(self, token: str) -> GroundfloorError:
        """Returns the error that says why a token opens no seat, or no longer does."""
        service = self._table_service
        offered = games.seat_of_offer(service.store, token)
        if offered is not None:
            name = service.table(offered[0]).value.seats[offered[1]].name
            return SeatOffered(
                "The seat of %(name)s is offered to you. Whoever takes it plays on in their place.", name=name, game=offered[0]
            )
        former = games.former_link(service.store, token)
        if former is None:
            return UnknownGame("Nobody sits at this address: the link is incomplete, or the game was deleted.")
        if former[1]:
            return LostSeat(
                "Somebody else has taken this seat, as the others at the table had agreed. You can watch the game.", game=former[0]
            )
        return LostSeat(
            "The link of this seat was renewed: whoever has opened the table, or holds the seat, has the new one.", game=former[0]
        )


def offered_seat(service: TableService, token: str) -> tuple[Table, int]:
    """Returns the table and the seat that is offered to another person by this token; UnknownGame if none is."""
    offered = games.seat_of_offer(service.store, token)
    if offered is None:
        raise UnknownGame("This seat is not offered any more.")
    return service.table(offered[0]), offered[1]


def take_seat(service: TableService, token: str, owner_id: str) -> None:
    """Gives an owner the seat that this token offers, and opens from then on; UnknownGame if it offers none."""
    table, seat = offered_seat(service, token)
    account = owner_id.removeprefix(ACCOUNT_PREFIX) if owner_id.startswith(ACCOUNT_PREFIX) else ""
    with service.operation(table.game_id) as locked:
        locked.table = reduce(locked.table, TakeOffer(account), seat, service.now(), service.new_bytes)
    if owner_id:
        browsers.remember_seats(service.store, owner_id, table.game_id, [seat])


def renew_link(service: TableService, game_id: str, seat: int, token: str, kept_owner: str = "") -> None:
    """Gives a seat a new link, with this token. Browsers that hold the seat lose it, except the ``kept_owner``, if that is one of them."""
    is_kept = seat in browsers.held_seats(service.store, kept_owner, game_id).seats if kept_owner else False
    with service.operation(game_id) as locked:
        locked.table = reduce(locked.table, RenewLink(token, is_seat_lost=not is_kept), seat, service.now(), service.new_bytes)
    if is_kept:
        browsers.remember_seats(service.store, kept_owner, game_id, [seat])
