"""Shares of limited resources, such as streams, connections, tables and jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import case, func

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement

RESERVED = 0.25
"""The part of a resource that is kept for those who hold few."""
LITTLE = 0.25
"""The part of its own share up to which a client holds little, where what it holds is counted in bytes."""
NETWORK = 16
"""How many times as much as one client all clients in a /48 network of IPv6 may do together: somebody who rents a server has so many of them, and so has a mobile network for its customers."""
NETWORK_DIGITS = 8
"""Digits of the hash of an IPv6 client that are those of its network; they are followed by a dot."""


@dataclass(frozen=True)
class Shares:
    """Shares of a resource of ``total`` units: an owner (a client or an account) has ``most`` at most, and the last quarter is for those who hold fewer than ``few``.

    >>> shares = Shares(total=400, most=64, few=8)
    >>> shares.refusal(taken=299, own=63), shares.refusal(taken=300, own=63), shares.refusal(taken=300, own=7)
    ('', 'all', '')
    """

    total: int
    most: int
    few: int

    def refusal(self, taken: int, own: int) -> Literal["", "own", "all"]:
        """Returns why an owner of ``own`` units gets no further one while ``taken`` are taken: its own share is used up, or there are none left for it; "" if it gets one."""
        if own >= self.most:
            return "own"
        return "all" if taken >= self.total or (self.is_short(taken) and own >= self.few) else ""

    def is_short(self, taken: int) -> bool:
        """Returns whether only what is kept for those who hold few is left."""
        return taken >= self.total * (1 - RESERVED)


def network_of_hash(client: str) -> str:
    """Returns the network of a client by its hash (``client_hash_of``): the part that all in a /48 network of IPv6 share; any other client is its own.

    >>> network_of_hash("0c93e1f0.7ab0e12"), network_of_hash("77ab0e124f00c93e")
    ('0c93e1f0', '77ab0e124f00c93e')
    """
    network, dot, _ = client.partition(".")
    return network if dot and len(network) == NETWORK_DIGITS else client


def network_of_column(client: Any) -> ColumnElement[str]:
    """Returns what ``network_of_hash`` does, as an expression of a query."""
    return case((func.substr(client, NETWORK_DIGITS + 1, 1) == ".", func.substr(client, 1, NETWORK_DIGITS)), else_=client)


def is_held_by(column: Any, client: str, *, is_short: bool) -> ColumnElement[bool]:
    """Returns the condition for what a client holds or, where little is left, all of its network."""
    return network_of_column(column) == network_of_hash(client) if is_short else column == client


def owner_of_most(held: Mapping[str, int], own: int) -> str | None:
    """Returns who loses a unit to an owner of ``own`` units when all are taken: the owner with most, if it has at least two more.

    >>> owner_of_most({"ann": 3, "ben": 9}, 1), owner_of_most({"ann": 2}, 1)
    ('ben', None)
    """
    most = max(held, key=held.__getitem__, default=None)
    return most if most is not None and held[most] > own + 1 else None
