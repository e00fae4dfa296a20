"""Scheduling: which tasks a human may take, and what they cost and do (RULES III, 6)."""

from __future__ import annotations

from .automa import automa_schedules
from .flow import Flow, ask
from .remodeling import pay_remodel, remodel_on, remodels
from .table import Table, lowest
from .values import CONSULTING, DESKS, EXCHANGE, FLOOR_USES, WAREHOUSE


def schedule(table: Table) -> Flow[None]:
    """Phase III: one task a turn, round and round, in popularity order."""
    order = table.order()
    while any(company.time for company in table.companies):
        for seat in order:
            if table.companies[seat].time:
                yield from (human_turn(table, seat) if table.companies[seat].human else automa_schedules(table, seat))


def human_turn(table: Table, seat: int) -> Flow[None]:
    """Remodels, a task, remodels; without a legal task the rest of the markers is set aside (RULES III.2, 11.6)."""
    company = table.companies[seat]
    while True:
        possible = tasks(table, seat)
        answer = yield from ask("schedule", seat, [*(possible or ["end"]), *remodels(table, seat)])
        if not answer.startswith("remodel "):
            break
        pay_remodel(table, seat, answer)
    if answer == "end":
        company.aside += company.time
        company.time = 0
        return
    do_task(table, seat, answer)
    yield from remodel_on(table, "after_task", seat)


def tasks(table: Table, seat: int) -> list[str]:
    """Every task that is legal now."""
    return [*city_tasks(table, seat), *room_tasks(table, seat), *floor_tasks(table, seat)]


def city_tasks(table: Table, seat: int) -> list[str]:
    """Tasks on the game board; each takes one marker."""
    company = table.companies[seat]
    found: list[str] = []
    row = lowest(table.left)
    if row is not None and company.can_pay(CONSULTING[row]):
        found.append("consulting")
    if company.can_pay(1, 1):
        found += [f"agency {desk + 1}" for desk in range(DESKS) if table.desks[desk] is None]
    for at, (money, info) in enumerate(WAREHOUSE):
        if table.cubes[at] and table.doors[at] is None:
            found += [f"warehouse {at + 1} money"] * company.can_pay(money) + [f"warehouse {at + 1} info"] * company.can_pay(0, info)
    if lowest(table.factory) is not None and company.can_pay(*table.edition.factory_price()):
        found.append("factory")
    found += [f"exchange {at + 1}" for at, price in enumerate(EXCHANGE) if table.listings[at] is None and company.can_pay(*price)]
    if lowest(table.sites) is not None and company.can_pay(*table.edition.construction_price()):
        found.append("construction")
    return found


def room_tasks(table: Table, seat: int) -> list[str]:
    """Tasks of the ground floor."""
    company = table.companies[seat]
    stock, supply = company.stock > 0, company.supply > 0
    new = company.remodeled
    options = (
        ("advertising networking", 1, stock),
        ("advertising social_media", 2, stock and "advertising" in new),
        ("assembly", 2 if "assembly" in new else 3, True),
        ("meeting_room 1", 1, True),
        ("meeting_room 2", 2, "meeting_room" in new),
        ("research_testing info", 1, supply),
        ("research_testing mixed", 1, supply and "research_testing" in new),
        ("training", 1 if "training" in new else 2, company.untrained > 0),
    )
    return [text for text, time, legal in options if legal and company.time >= time and text.split()[0] not in company.tops]


def floor_tasks(table: Table, seat: int) -> list[str]:
    """Tasks of the floor improvements."""
    company = table.companies[seat]
    needs = {
        "construction_admin": company.stock > 0 and lowest(table.sites) is not None,
        "in_house_factory": company.stock > 0 and lowest(table.factory) is not None,
        "marketing_department": company.stock > 0,
    }
    found: list[str] = []
    for floor in company.floors:
        if floor not in FLOOR_USES:
            continue
        time, supply, most = table.edition.floor_uses(floor)
        if company.time < time or company.supply < supply or company.uses[floor] >= most or not needs.get(floor, True):
            continue
        if floor == "office_renovation":
            found += [f"office_renovation {room}" for room in company.remodelable()]
        else:
            found.append(floor)
    return found


def do_task(table: Table, seat: int, text: str) -> None:
    """The task is paid; on the own board it is done at once, on the game board its marker waits."""
    word, *rest = text.split()
    if word in FLOOR_USES:
        do_floor(table, seat, word, rest)
    elif word in ("advertising", "assembly", "meeting_room", "research_testing", "training"):
        do_room(table, seat, word, rest)
    else:
        go_to_city(table, seat, word, rest)


def go_to_city(table: Table, seat: int, word: str, rest: list[str]) -> None:
    """One marker goes to a space of the game board."""
    company = table.companies[seat]
    company.time -= 1
    if word == "consulting":
        row = place_lowest(table.left, seat)
        company.pay(CONSULTING[row])
    elif word == "agency":
        company.pay(1, 1)
        table.desks[int(rest[0]) - 1] = seat
    elif word == "warehouse":
        at = int(rest[0]) - 1
        money, info = WAREHOUSE[at]
        company.pay(money) if rest[1] == "money" else company.pay(0, info)
        table.doors[at] = seat
    elif word == "factory":
        company.pay(*table.edition.factory_price())
        place_lowest(table.factory, seat)
    elif word == "exchange":
        at = int(rest[0]) - 1
        company.pay(*EXCHANGE[at])
        table.listings[at] = seat
    elif word == "construction":
        company.pay(*table.edition.construction_price())
        place_lowest(table.sites, seat)
    else:
        raise AssertionError(f"no such task: {word}")


def place_lowest(spaces: list[int | None], seat: int) -> int:
    """The seat's marker on the lowest free space; its index."""
    at = lowest(spaces)
    if at is None:
        raise AssertionError("no free space")
    spaces[at] = seat
    return at


def do_room(table: Table, seat: int, room: str, rest: list[str]) -> None:
    """A task of the ground floor."""
    company = table.companies[seat]
    new = room in company.remodeled
    time = 1
    if room == "advertising":
        time = 1 if rest[0] == "networking" else 2
        company.stock -= 1
        table.boxes[rest[0]][seat] += 1
    elif room == "assembly":
        time = 2 if new else 3
        company.gain(supply=1)
    elif room == "meeting_room":
        time = int(rest[0])
        company.gain(info=1 if time == 1 else 3)
    elif room == "research_testing":
        company.pay(supply=1)
        company.gain(money=2, info=2) if rest[0] == "mixed" else company.gain(info=4 if new else 3)
    else:
        time = 1 if new else 2
        company.untrained -= 1
        company.trained += 1
    company.time -= time
    company.markers[room] += time


def do_floor(table: Table, seat: int, floor: str, rest: list[str]) -> None:
    """A task of a floor improvement."""
    company = table.companies[seat]
    time, supply, _ = table.edition.floor_uses(floor)
    company.time -= time
    company.uses[floor] += 1
    company.pay(supply=supply)
    if floor == "assembly_line":
        company.gain(supply=1)
    elif floor == "conference_room":
        company.gain(info=5)
    elif floor == "online_store":
        company.gain(money=6)
    elif floor == "research_lab":
        company.gain(money=3, info=3)
    elif floor == "telecommunications":
        company.gain(info=3)
    elif floor == "office_renovation":
        company.remodel(rest[0])
    else:
        company.stock -= 1
        if floor == "marketing_department":
            table.boxes["broadcast"][seat] += 1
        else:
            place_lowest(table.sites if floor == "construction_admin" else table.factory, seat)
