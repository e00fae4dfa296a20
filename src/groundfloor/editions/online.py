"""The second edition as changed for online play (``RULES 9.1``): its own values, and remodeling after other decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.phases.rounds import RemodelingEnding

from . import city
from .edition import Edition, printed
from .second import SECOND

if TYPE_CHECKING:
    from groundfloor.engine.phases.rounds import Ending
    from groundfloor.engine.ruleset import Value

VALUES: dict[str, Value] = {
    "floor.construction_admin": printed((4, 0, 3), "time, supply, uses a round"),
    "floor.marketing_department": printed(
        (2, 0, 3), "time, supply, uses a round: the tile's text says three, the list of changed rules does not name it"
    ),
    "floor.telecommunications.copies": printed(2),
}


def ending(edition: Edition) -> Ending:
    """Returns the ending after the last round, with all remodels that players can still pay."""
    return RemodelingEnding()


ONLINE = replace(
    SECOND.valued(VALUES),
    name="online",
    city=tuple(city.remodeling_construction if maker is city.construction_company else maker for maker in SECOND.city),
    turn_ends=("fire_for_money", "hire", "marketing_type", "bonus", "bonus_room", "price", "sell", "drop", "fire"),
    ending=ending,
)
