"""The reference manual: the first edition's flow with the second edition's floor tiles (``RULES 9.3``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.seats import COLOURS

from . import city, second
from .edition import assumed, derived, printed
from .first import FIRST, SAME

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Value


def without_sixth(value: Value) -> Value:
    """Returns a forecast design of the first edition without its numbers for 6 players."""
    content = value.value
    assert isinstance(content, tuple)
    type, consumers, unemployed, copies = content
    return assumed((type, consumers[:4], unemployed[:4], copies), "as in the first edition")


TILES = {key: value for key, value in second.VALUES.items() if key.startswith("floor.")}

VALUES: dict[str, Value] = {
    **{key: value for key, value in FIRST.values.items() if not key.startswith("floor.")},
    **{key: without_sixth(value) for key, value in FIRST.values.items() if key.startswith("forecast.") and key[-1].isdigit()},
    **TILES,
    "players": printed((2, 5)),
    "market": assumed(second.VALUES["market"].value, "as in the second edition; only 2, 5 and 7 are printed"),
    "market.start": assumed(second.VALUES["market.start"].value, "the mark 5 is printed, but two spaces have it"),
    "consulting_firm.prices": assumed(second.VALUES["consulting_firm.prices"].value, SAME),
    "advertising_agency.price": second.VALUES["advertising_agency.price"],
    "construction_company.spaces": assumed((4, 5, 6, 7), "for 2 to 5 players"),
    "floor.prestige": assumed(second.VALUES["floor.prestige"].value, "printed are '2 to 8' and, for the first edition, 5"),
    "floor.telecommunications.copies": derived(1, "31 floor tiles are printed"),
}

SILENT_OF_FIRST = (
    "closet",
    "forecast.preset",
    *(key for key in VALUES if key.startswith("room.")),
    "tenant.human_resources",
    "tenant.internship_program",
    "tenant.network_admin",
    "tenant.premium_product",
    "tenant.emergency_meeting",
)
"""What the manual says nothing of, and the first edition's rulebook prints."""
SILENT_OF_SECOND = (
    "floor.corner_office.prestige",
    "floor.corporate_merger.prestige",
    "floor.assembly_line",
    "floor.conference_room",
    "floor.construction_admin",
    "floor.in_house_factory",
    "floor.investor",
    "floor.it_department",
    "floor.marketing_department",
    "floor.online_store",
    "floor.research_lab",
    "floor.telecommunications",
    "floor.office_renovation",
)
"""What the manual says nothing of, and the second edition has."""


VALUES |= {key: assumed(VALUES[key].value, "as in the first edition") for key in SILENT_OF_FIRST}
VALUES |= {key: assumed(VALUES[key].value, SAME) for key in SILENT_OF_SECOND}

MANUAL = replace(
    FIRST,
    name="manual",
    values=VALUES,
    city=tuple(city.liquidating_factory if maker is city.factory else maker for maker in FIRST.city),
    floors=second.FLOORS,
    colours=COLOURS,  # the manual names none
)
