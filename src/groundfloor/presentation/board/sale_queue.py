"""The queue in which products are sold, as a small drawing: whose product each is, and whether a consumer comes for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_projection import RetailProjection

if TYPE_CHECKING:
    from groundfloor.engine.projection import Projection

    from .scene import Scene

PRODUCTS_AT_MOST = 6
"""A longer queue is not drawn."""


@dataclass(frozen=True)
class QueuedProduct:
    """A product in the order of the sales; ``consumer``: a ``sure`` one, a ``possible`` one, or ``none``."""

    colour: str
    consumer: str
    is_new: bool = False


def sale_queue(scene: Scene, projection: Projection | None) -> tuple[QueuedProduct, ...]:
    """Returns the products that sell before the projected one, and that one last; empty if the queue is long or there is none."""
    if not isinstance(projection, RetailProjection) or projection.needed > PRODUCTS_AT_MOST or scene.seat is None:
        return ()
    owners = [owner for _price, owner in projection.ahead] + [scene.seat]
    chances = [projection.consumers.at_least(number) for number in range(1, len(owners) + 1)]
    coming = ["sure" if chance == 1 else "possible" if chance else "none" for chance in chances]
    last = len(owners) - 1
    colours = [scene.people[owner].colour for owner in owners]
    return tuple(
        QueuedProduct(colour, consumer, place == last) for place, (colour, consumer) in enumerate(zip(colours, coming, strict=True))
    )
