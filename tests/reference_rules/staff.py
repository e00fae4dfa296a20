"""Income and hiring (RULES I, II) and the end of the round (RULES V)."""

from __future__ import annotations

from functools import partial

from .company import Company
from .flow import Flow
from .remodeling import decide, end_turn
from .setup import next_back
from .table import Table
from .values import TYPES


def receive_income(table: Table) -> Flow[None]:
    for seat in table.order():
        company = table.companies[seat]
        if not company.human:
            continue
        number = table.edition.number
        rest = number("floor.investor") * company.works("investor")
        if company.specialty == "e_commerce":
            rest += number("specialty.e_commerce")
        pay = table.edition.row("income")[company.ceo - 1] + rest
        fires = company.money + pay < 0
        if fires:
            which = yield from decide(table, "fire_for_money", seat, [f"fire {kind}" for kind in company.employees()])
            company.fire(which.split()[1])
            pay = rest
        company.money += pay
        company.gain(info=number("tenant.network_admin") * company.works("network_admin"))
        company.gain(info=number("floor.it_department") * company.works("it_department"))
        company.take_time(number("tenant.internship_program") * company.works("internship_program"))
        if fires:
            yield from end_turn(table, seat)


def hire(table: Table) -> Flow[None]:
    going = table.order()
    while going:
        for seat in going[:]:
            company = table.companies[seat]
            if not company.human:
                automa_hires(table, company)
                going.remove(seat)
                continue
            answer = yield from decide(table, "hire", seat, partial(offers, table, company))
            if answer == "done":
                going.remove(seat)
            else:
                company.pay(*wage(table, company))
                table.move_market(1)
                company.ceo += 1
                company.untrained += 1
            yield from end_turn(table, seat)


def offers(table: Table, company: Company) -> list[str]:
    most = len(table.edition.row("income"))
    return ["hire", "done"] if company.ceo < most and company.can_pay(*wage(table, company)) else ["done"]


def wage(table: Table, company: Company) -> list[int]:
    """Returns what an employee costs the company, in money and in info (RULES II.2)."""
    return [max(0, table.wage - less * company.works("human_resources")) for less in table.edition.row("tenant.human_resources")]


def automa_hires(table: Table, company: Company) -> None:
    """Gropius hires once, when the market stands on its first space on his turn (RULES 8.1.4)."""
    pile = company.pile
    if pile is not None and company.automa == "gropius" and not pile.hired and table.market == 1:
        pile.hired = True
        table.move_market(1)
        company.ceo += 1
        if table.edition.number("automa.gropius.trained_at_once") == 1:
            company.trained += 1
        else:
            company.untrained += 1
        pile.add("factory")


def reorganize(table: Table) -> Flow[None]:
    for company in table.companies:
        company.stock += company.time_on_ground()
        company.stock += sum(count * table.edition.floor_uses(floor)[0] for floor, count in company.uses.items())
        company.aside = 0
        company.markers.clear()
        company.uses.clear()
    for seat in table.order():
        yield from fire(table, seat)
    for seat, company in enumerate(table.companies):
        number = table.edition.number
        temp = number("marketing_bonus.temp") * (table.bonuses.get("temp") == seat)
        company.take_time(ceo_time(company) + number("employee.time") * company.trained + temp)
    table.bonuses.clear()
    empty = [at for at, cube in enumerate(table.cubes) if not cube]
    for at in empty[max(0, len(empty) - table.edition.number("warehouse.refill")) :]:
        table.cubes[at] = True
    for seat in reversed(table.order()):
        if not table.companies[seat].works("public_relations"):
            table.move(seat, -1)
    table.move_market(-table.unemployed())
    table.current, table.next = table.next, ""
    table.next = yield from next_back(table, TYPES)


def ceo_time(company: Company) -> int:
    """Returns the number of markers for the CEO; Hadid has those of her Internship Program too."""
    return company.edition.number("automa.hadid.time" if company.automa == "hadid" else "ceo.time")


def fire(table: Table, seat: int) -> Flow[None]:
    """Any number of the seat's employees leave (RULES V.2); an Automa never fires."""
    company = table.companies[seat]
    while company.human:
        answer = yield from decide(table, "fire", seat, lambda: [*(f"fire {kind}" for kind in company.employees()), "done"])
        if answer != "done":
            company.fire(answer.split()[1])
        yield from end_turn(table, seat)
        if answer == "done":
            return
