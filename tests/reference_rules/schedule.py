"""Scheduling: which tasks a human may take, and what they cost and do (RULES III, 6)."""

from __future__ import annotations

from .automa import automa_schedules
from .components import FLOOR_TASKS
from .flow import Flow, ask
from .remodeling import pay_remodel, remodel_on, remodels
from .table import Table, lowest


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
    return [*city_tasks(table, seat), *room_tasks(table, seat), *meetings(table, seat), *floor_tasks(table, seat)]


def city_tasks(table: Table, seat: int) -> list[str]:
    """Returns tasks on the game board; each takes one marker."""
    company, edition = table.companies[seat], table.edition
    found: list[str] = []
    row = lowest(table.left)
    if row is not None and company.can_pay(edition.row("consulting_firm.prices")[row]):
        found.append("consulting")
    if company.can_pay(*edition.row("advertising_agency.price")):
        free = [f"agency {desk}" for desk, there in enumerate(table.desks, 1) if there is None]
        found += ["agency"] * (free != []) if edition.old else free
    for at, (money, info) in enumerate(edition.rows("warehouse.prices")):
        if table.cubes[at] and table.doors[at] is None:
            found += [f"warehouse {at + 1} money"] * company.can_pay(money) + [f"warehouse {at + 1} info"] * company.can_pay(0, info)
    if lowest(table.factory) is not None and company.can_pay(*edition.row("factory.price")):
        found.append("factory")
    for at, there in enumerate(table.listings):
        if there is None and company.can_pay(*edition.rows("stock_exchange.prices")[at]):
            found.append(f"exchange {at + 1}")
    if lowest(table.sites) is not None and company.can_pay(*edition.row("construction_company.price")):
        found.append("construction")
    return found


def room_tasks(table: Table, seat: int) -> list[str]:
    company = table.companies[seat]
    stock, supply = company.stock > 0, company.supply > 0
    new = company.remodeled
    options = (
        ("advertising networking", stock),
        (f"advertising {table.edition.marketing()[1]}", stock and "advertising" in new),
        ("assembly", True),
        ("meeting_room 1", True),
        ("meeting_room 2", "meeting_room" in new),
        ("research_testing info", supply),
        ("research_testing mixed", supply and "research_testing" in new),
        ("training", company.untrained > 0),
    )
    texts = [text for text, legal in options if legal and text.split()[0] not in company.tops]
    return [text for text in texts if company.time >= room_time(table, seat, text)]


def room_time(table: Table, seat: int, text: str) -> int:
    new = text.split()[0] in table.companies[seat].remodeled
    value = table.edition.values["room." + text.replace(" ", ".")]
    if isinstance(value, int):
        return value
    both = text in ("advertising networking", "assembly", "training")
    return table.edition.row("room." + text.replace(" ", "."))[1 if both and new else 0]


def meetings(table: Table, seat: int) -> list[str]:
    """Returns markers that an Emergency Meeting could move to the top of their column (RULES 9.2.5)."""
    company = table.companies[seat]
    if not company.works("emergency_meeting") or company.time < table.edition.number("tenant.emergency_meeting"):
        return []
    columns = (("left", table.left), ("right", table.right))
    return [
        f"emergency_meeting {side} {row}"
        for side, column in columns
        for row, there in enumerate(column, 1)
        if there is not None and row > 1
    ]


def floor_tasks(table: Table, seat: int) -> list[str]:
    company = table.companies[seat]
    needs = {
        "construction_admin": company.stock > 0 and lowest(table.sites) is not None,
        "in_house_factory": company.stock > 0 and lowest(table.factory) is not None,
        "marketing_department": company.stock > 0,
    }
    found: list[str] = []
    for floor in company.floors:
        if floor not in FLOOR_TASKS:
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
    if word in FLOOR_TASKS:
        do_floor(table, seat, word, rest)
    elif word == "emergency_meeting":
        do_meeting(table, seat, rest)
    elif word in ("advertising", "assembly", "meeting_room", "research_testing", "training"):
        do_room(table, seat, word, rest)
    else:
        go_to_city(table, seat, word, rest)


def go_to_city(table: Table, seat: int, word: str, rest: list[str]) -> None:
    company, edition = table.companies[seat], table.edition
    company.time -= 1
    if word == "consulting":
        row = place_lowest(table.left, seat)
        company.pay(edition.row("consulting_firm.prices")[row])
    elif word == "agency":
        company.pay(*edition.row("advertising_agency.price"))
        if edition.old:
            place_lowest(table.desks, seat)
        else:
            table.desks[int(rest[0]) - 1] = seat
    elif word == "warehouse":
        at = int(rest[0]) - 1
        money, info = edition.rows("warehouse.prices")[at]
        company.pay(money) if rest[1] == "money" else company.pay(0, info)
        table.doors[at] = seat
    elif word == "factory":
        company.pay(*edition.row("factory.price"))
        place_lowest(table.factory, seat)
    elif word == "exchange":
        at = int(rest[0]) - 1
        company.pay(*edition.rows("stock_exchange.prices")[at])
        table.listings[at] = seat
    elif word == "construction":
        company.pay(*edition.row("construction_company.price"))
        place_lowest(table.sites, seat)
    else:
        raise AssertionError(f"no such task: {word}")


def place_lowest(spaces: list[int | None], seat: int) -> int:
    """Returns the seat's marker on the lowest free space; its index."""
    at = lowest(spaces)
    if at is None:
        raise AssertionError("no free space")
    spaces[at] = seat
    return at


def do_room(table: Table, seat: int, room: str, rest: list[str]) -> None:
    company = table.companies[seat]
    new = room in company.remodeled
    text = " ".join([room, *rest])
    time = room_time(table, seat, text)
    if room == "advertising":
        company.stock -= 1
        table.boxes[rest[0]][seat] += 1
    elif room == "assembly":
        company.gain(supply=1)
    elif room == "meeting_room":
        company.gain(info=table.edition.row(f"room.meeting_room.{rest[0]}")[1])
    elif room == "research_testing":
        company.pay(supply=1)
        _, *gains = table.edition.row(f"room.research_testing.{rest[0]}")
        company.gain(*gains) if rest[0] == "mixed" else company.gain(info=gains[new])
    else:
        company.untrained -= 1
        company.trained += 1
    company.time -= time
    company.markers[room] += time


def do_meeting(table: Table, seat: int, rest: list[str]) -> None:
    """A marker at the consulting firm goes to the top of its column, those above it slide down; the time lies on the tile and does nothing more."""
    company = table.companies[seat]
    time = table.edition.number("tenant.emergency_meeting")
    company.time -= time
    company.aside += time
    column = table.left if rest[0] == "left" else table.right
    column.insert(0, column.pop(int(rest[1]) - 1))


def do_floor(table: Table, seat: int, floor: str, rest: list[str]) -> None:
    company = table.companies[seat]
    time, supply, _, *gains = table.edition.row(f"floor.{floor}")
    company.time -= time
    company.uses[floor] += 1
    company.pay(supply=supply)
    if floor == "assembly_line":
        company.gain(supply=1)
    elif floor == "conference_room":
        company.gain(info=gains[0])
    elif floor in ("online_store", "accounting_department"):
        company.gain(money=gains[0])
    elif floor == "research_lab":
        company.gain(money=gains[0], info=gains[1])
    elif floor == "telecommunications":
        company.gain(info=gains[0])
    elif floor == "office_renovation":
        company.remodel(rest[0])
    else:
        company.stock -= 1
        if floor == "marketing_department":
            table.boxes["broadcast"][seat] += 1
        else:
            place_lowest(table.sites if floor == "construction_admin" else table.factory, seat)
