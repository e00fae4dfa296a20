"""A whole game: set-up, the rounds of five phases, the end (RULES 4, 5.1)."""

from __future__ import annotations

from . import areas
from .construction import construction_company
from .flow import Flow
from .outlets import economic_forecast, retail_outlets
from .remodeling import remodel_at_the_end
from .schedule import schedule
from .setup import set_up
from .staff import hire, receive_income, reorganize
from .table import Table


def play(table: Table) -> Flow[None]:
    yield from set_up(table)
    last = len(table.edition.stages())
    for number in range(1, last + 1):
        begin_round(table, number)
        table.phase = 1
        yield from receive_income(table)
        table.phase = 2
        yield from hire(table)
        table.phase = 3
        yield from schedule(table)
        table.phase = 4
        yield from conduct(table)
        if number == last or skyscraper(table):
            break
        table.phase = 5
        yield from reorganize(table)
    remodel_at_the_end(table)
    table.phase = 6


def skyscraper(table: Table) -> bool:
    """Returns whether somebody's building is so high that the first edition's game ends (RULES 9.2.1)."""
    return table.edition.old and max(len(company.floors) for company in table.companies) >= table.edition.number("end.floors")


def begin_round(table: Table, number: int) -> None:
    """The round marker goes on; each Automa's deck is shuffled, at the start of stage 3 with one more construction card."""
    before = table.edition.stages()[number - 2] if number > 1 else 1
    table.round = number
    for company in table.companies:
        if company.pile is not None:
            if table.stage == 3 and before < 3:
                company.pile.add("construction_company")
            company.pile.shuffle()


def conduct(table: Table) -> Flow[None]:
    """Phase IV, area by area."""
    for area in table.edition.areas():
        table.area = area
        if area == "consulting_firm":
            areas.consulting_firm(table)
        elif area == "warehouse":
            areas.warehouse(table)
        else:
            yield from ASKING[area](table)
    table.area = ""


ASKING = {
    "advertising_agency": areas.advertising_agency,
    "marketing_bonus": areas.marketing_bonus,
    "factory": areas.factory,
    "stock_exchange": areas.stock_exchange,
    "economic_forecast": economic_forecast,
    "retail_outlets": retail_outlets,
    "construction_company": construction_company,
}
