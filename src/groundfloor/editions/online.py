"""The second edition as changed for online play (``RULES 9.1``): its own values, and remodeling after other decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.phases.rounds import RemodelingEnding

from . import city
from .edition import Edition, printed
from .second import SECOND_1, SECOND_2

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


ONLINE_1 = replace(
    SECOND_1.valued(VALUES),
    name="online",
    city=tuple(city.remodeling_construction if maker is city.construction_company else maker for maker in SECOND_1.city),
    windows=("fire_for_money", "hire", "marketing_type", "bonus", "price", "sell", "drop", "tenant", "fire"),
    ending=ending,
)

ONLINE_2 = replace(
    ONLINE_1,
    revision=2,
    values=SECOND_2.valued(VALUES).values,
    windows=(),
    turn_ends=("fire_for_money", "hire", "marketing_type", "bonus", "bonus_room", "price", "sell", "drop", "fire"),
    expects_specials=SECOND_2.expects_specials,
)
