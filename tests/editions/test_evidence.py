"""The evidence of each value in each ruleset: what is printed in one edition is not printed in another (VALUES)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from groundfloor.editions import NAMES

DERIVED = {
    "second": """income levels start.money consulting_firm.prices warehouse.prices factory.spaces
        stock_exchange.multiples retail_outlets.brackets floor.empty_floor.prestige floor.online_store floor.telecommunications.copies
        automa.bonus.improvement automa.bonus.marketing automa.bonus.production automa.bonus.retention automa.exchange_order""",
    "first": "income start.money",
    "manual": "income start.money floor.empty_floor.prestige floor.telecommunications.copies",
}
ASSUMED = {
    "second": """advertising_agency.desks stock_exchange.prices retail_outlets.from_players construction_company.spaces floor.prestige floor.telecommunications
        specialty.e_commerce automa.gropius.trained_at_once""",
    "first": """market market.start levels consulting_firm.prices advertising_agency.desks advertising_agency.price warehouse.prices
        factory.spaces retail_outlets.prices retail_outlets.from_players retail_outlets.brackets construction_company.spaces""",
    "manual": """market market.start levels consulting_firm.prices advertising_agency.desks warehouse.prices factory.spaces
        retail_outlets.prices retail_outlets.from_players retail_outlets.brackets construction_company.spaces closet forecast.preset
        forecast.stable_1 tenant.human_resources tenant.internship_program tenant.network_admin tenant.premium_product
        tenant.emergency_meeting floor.prestige floor.corner_office.prestige floor.corporate_merger.prestige floor.assembly_line
        floor.conference_room floor.construction_admin floor.in_house_factory floor.investor floor.it_department
        floor.marketing_department floor.online_store floor.research_lab floor.telecommunications floor.office_renovation""",
}
"""All that is not printed, beside the forecast cards, the Automas' cards and this project's own eras and events."""
ALWAYS = (
    "forecast.boom_",
    "forecast.stable_2",
    "forecast.stable_3",
    "forecast.recession_",
    "forecast.depression_",
    "card.",
    "era.",
    "event.",
)
DERIVED["online"] = DERIVED["second"].replace("floor.telecommunications.copies", "")
ASSUMED["online"] = ASSUMED["second"]


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_not_printed_in_an_edition_says_so(name: str) -> None:
    values = ruleset(name).values
    assert {key for key, value in values.items() if value.status == "derived"} == set(DERIVED[name].split())
    rooms = {key for key in values if key.startswith("room.")} if name == "manual" else set()
    usual = {key for key in values if key.startswith(ALWAYS)}
    assert {key for key, value in values.items() if value.status == "assumed"} == {*ASSUMED[name].split(), *rooms, *usual}
    assert {value.status for value in values.values()} == {"printed", "derived", "assumed"}


@pytest.mark.parametrize("name", NAMES)
def test_derived_values_say_what_they_follow_from(name: str) -> None:
    assert all(value.evidence for value in ruleset(name).values.values() if value.status == "derived")


@pytest.mark.parametrize("name", ["first", "manual"])
def test_outlet_prices_without_source_are_marked_assumed(name: str) -> None:
    """Prices and brackets of the outlets are assumed where 16 and 10 stand nowhere."""
    values = ruleset(name).values
    assert values["retail_outlets.prices"].status == values["retail_outlets.brackets"].status == "assumed"
    assert "only 12, 8, 6 and 3 are printed" in values["retail_outlets.prices"].evidence


def test_the_price_of_the_agency_is_printed_in_the_manual_only() -> None:
    found = {name: ruleset(name).values["advertising_agency.price"].status for name in NAMES}
    assert found == {"second": "printed", "online": "printed", "first": "assumed", "manual": "printed"}


@pytest.mark.parametrize("name", NAMES)
def test_the_first_popularity_level_says_what_the_sources_leave_open(name: str) -> None:
    assert "also allow spaces before level 1" in ruleset(name).values["levels"].evidence


@pytest.mark.parametrize("name", ["first", "manual"])
def test_evidence_of_another_edition_is_named_as_such(name: str) -> None:
    """Nothing assumed or derived leans on a text of the second edition without saying so."""
    second = ruleset("second").values
    for key, value in ruleset(name).values.items():
        if key in second and value.status != "printed" and value.evidence and value.evidence == second[key].evidence:
            assert key in ("construction_company.spaces", "floor.empty_floor.prestige", "floor.telecommunications.copies"), key
