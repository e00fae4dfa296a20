"""The second edition as changed for online play (``RULES 9.1``): its own values, and remodeling beside other decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.phases.endings import RemodelingEnding

from . import city
from .edition import Edition
from .evidence import derived, printed
from .second import SECOND

if TYPE_CHECKING:
    from groundfloor.engine.phases.rounds import Ending
    from groundfloor.engine.ruleset import Value

REVISION = 1

VALUES: dict[str, Value] = {
    **SECOND.values,
    "floor.construction_admin": printed((4, 0, 3), "time, supply, uses a round"),
    "floor.marketing_department": derived((2, 0, 3), "time, supply, uses a round; the 3 stands in the tile's text only"),
    "floor.telecommunications.copies": printed(2),
}


def ending(edition: Edition) -> Ending:
    """After the last round, with the remodels that can still be paid."""
    return RemodelingEnding()


ONLINE = replace(
    SECOND,
    name="online",
    revision=REVISION,
    values=VALUES,
    city=tuple(city.remodeling_construction if maker is city.construction_company else maker for maker in SECOND.city),
    windows=("fire_for_money", "hire", "marketing_type", "bonus", "price", "sell", "drop", "tenant", "fire"),
    ending=ending,
)
