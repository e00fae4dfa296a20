"""Log sentences about a company: income, employees, rooms, floors, time markers and markers that it places in the city."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed, TenantUsed
from groundfloor.engine.effects import EmployeeFired, RoomRemodeled
from groundfloor.engine.phases.hire import EmployeeHired, HiringDone
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import TimeTaken
from groundfloor.engine.phases.schedule import TimeSetAside
from groundfloor.presentation.areas.registry import presenter_class

from .. import effects, names
from ..board.phrases import signed_number
from .event_formatter import formats

if TYPE_CHECKING:
    from groundfloor.engine.events import TaskResult

    from .event_formatter import EventFormatter, Sentences


@formats(IncomeReceived)
def income_received(formatter: EventFormatter, event: IncomeReceived) -> Sentences:
    money = event.money
    gained = formatter.amounts(money=max(money, 0), info=event.info, time=event.time)
    if money < 0 and gained:
        said = formatter._("%(name)s received %(gained)s and paid %(paid)s.", gained=gained, paid=formatter.amounts(money=-money))
    elif money < 0:
        said = formatter._("%(name)s received no income, but paid %(paid)s.", paid=formatter.amounts(money=-money))
    elif gained:
        said = formatter._("%(name)s received %(gained)s.", gained=gained)
    else:
        said = formatter._("%(name)s received no income.")
    if money != event.base + event.extra:
        return said, formatter._("Firing an employee replaced the payment that was due.")
    base = signed_number(event.base).removeprefix("+")
    people = formatter.counted("employee", event.ceo)
    if event.extra:
        why = formatter._(
            "With %(people)s, the CEO included, income was %(base)s money; other sources of the company added %(extra)s.",
            people=people,
            base=base,
        )
        return said, why
    return said, formatter._("With %(people)s, the CEO included, income was %(base)s money.", people=people, base=base)


@formats(EmployeeHired)
def employee_hired(formatter: EventFormatter, event: EmployeeHired) -> Sentences:
    if formatter.is_automa:
        automa = formatter.game.automas[event.seat]
        trains = automa is not None and automa.trains
        said = (
            formatter._("%(name)s hired an employee and trained them at once.")
            if trains
            else formatter._("%(name)s hired an employee, who stays untrained.")
        )
        return said, formatter._("The job market stood on its cheapest space.")
    price = formatter.amounts(money=event.money, info=event.info)
    if not price:
        return formatter._("%(name)s hired an employee for free."), ""
    return formatter._("%(name)s hired an employee for %(price)s.", price=price), ""


@formats(HiringDone)
def hiring_done(formatter: EventFormatter, event: HiringDone) -> Sentences:
    reason = event.reason
    if not reason:
        return formatter._("%(name)s was done hiring."), ""
    said = formatter._("%(name)s could not hire.")
    if reason == "most_employees":
        return said, formatter._("The company had %(employees)s employees, the maximum.")
    need = formatter.amounts(money=event.need_money, info=event.need_info)
    have = formatter.join([formatter.counted("money", event.money or 0), formatter.counted("info", event.info or 0)])
    return said, formatter._("An employee cost %(need)s, and the company had %(have)s.", need=need, have=have)


@formats(EmployeeFired)
def employee_fired(formatter: EventFormatter, event: EmployeeFired) -> Sentences:
    said = (
        formatter._("%(name)s fired a trained employee.")
        if event.employee == "trained"
        else formatter._("%(name)s fired an untrained employee.")
    )
    if event.rule == "I.2":
        due, have = formatter.counted("money", -event.income), formatter.counted("money", event.money)
        return said, formatter._("Income cost %(due)s, and the company had only %(have)s.", due=due, have=have)
    was, will = signed_number(event.income), signed_number(event.next)
    return said, formatter._("Income went from %(was)s to %(will)s money.", was=was, will=will)


@formats(TimeSetAside)
def time_set_aside(formatter: EventFormatter, event: TimeSetAside) -> Sentences:
    aside = formatter.counted("time", event.time)
    have = formatter.join([formatter.counted(what, getattr(event, what)) for what in ("money", "info", "supply")])
    return formatter._("%(name)s set %(aside)s aside.", aside=aside), formatter._("No task was possible with %(have)s.", have=have)


@formats(TimeTaken)
def time_taken(formatter: EventFormatter, event: TimeTaken) -> Sentences:
    said = formatter._("%(name)s took %(taken)s for the next round.", taken=formatter.counted("time", event.time))
    if event.time == event.wanted:
        return said, ""
    return said, formatter.plural(
        "%(n)s was due, and the stock held only %(time)s.", "%(n)s were due, and the stock held only %(time)s.", event.wanted
    )


def price_of(formatter: EventFormatter, event: RoomUsed | FloorUsed | TenantUsed) -> str:
    return formatter.amounts(time=event.time, supply=event.supply)


def gain_of(formatter: EventFormatter, result: TaskResult) -> str:
    return formatter.amounts(money=result.gained_money, info=result.gained_info, supply=result.gained_supply)


def loss_reason(formatter: EventFormatter, result: TaskResult) -> str:
    if not result.lost_supply:
        return ""
    return formatter._("The storage closet had no room for %(supply)s.", supply=formatter.counted("supply", result.lost_supply))


@formats(RoomUsed)
def room_used(formatter: EventFormatter, event: RoomUsed) -> Sentences:
    return ROOM_MESSAGES.get(event.room, other_room_used)(formatter, event.result, price_of(formatter, event))


def advertising_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    return formatter._("%(name)s advertised in %(box)s for %(price)s.", box=box(formatter, result.box or 0), price=price), ""


def training_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    return formatter._("%(name)s trained an employee for %(price)s.", price=price), ""


def assembly_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    gained = gain_of(formatter, result)
    if not gained:
        return formatter._("%(name)s assembled a supply for %(price)s, but had no room for it.", price=price), ""
    return formatter._("%(name)s assembled %(gained)s for %(price)s.", gained=gained, price=price), loss_reason(formatter, result)


def research_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    gained = gain_of(formatter, result)
    return formatter._("%(name)s researched and tested: %(gained)s for %(price)s.", gained=gained, price=price), ""


def meeting_room_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    gained = gain_of(formatter, result)
    return formatter._("%(name)s held a meeting in the %(room)s: %(gained)s for %(price)s.", gained=gained, price=price), ""


def other_room_used(formatter: EventFormatter, result: TaskResult, price: str) -> Sentences:
    return thing_used(formatter, formatter.facts["room"], result, price)


def thing_used(formatter: EventFormatter, name: object, result: TaskResult, price: str) -> Sentences:
    gained = gain_of(formatter, result)
    if not gained:
        return formatter._("%(name)s used the %(floor)s for %(price)s, but gained nothing.", floor=name, price=price), loss_reason(
            formatter, result
        )
    return formatter._("%(name)s used the %(floor)s: %(gained)s for %(price)s.", floor=name, gained=gained, price=price), loss_reason(
        formatter, result
    )


ROOM_MESSAGES: dict[str, Callable[[EventFormatter, TaskResult, str], Sentences]] = {
    "advertising": advertising_used,
    "assembly": assembly_used,
    "meeting_room": meeting_room_used,
    "research_testing": research_used,
    "training": training_used,
}
"""The sentence of each room's task."""


def box(formatter: EventFormatter, number: int) -> str:
    return names.full("marketing", effects.marketing_types(formatter.game.ruleset)[number], formatter.words)


@formats(FloorUsed)
def floor_used(formatter: EventFormatter, event: FloorUsed) -> Sentences:
    result, price = event.result, price_of(formatter, event)
    if result.box is not None:
        name = box(formatter, result.box)
        return formatter._("%(name)s advertised in %(box)s with the %(floor)s for %(price)s.", box=name, price=price), ""
    if result.area is not None:
        return formatter._(presenter_class(result.area).floor_placed_message, price=price), ""
    if result.room is not None:
        return formatter._("%(name)s used the %(floor)s on %(room)s for %(price)s.", price=price), ""
    return thing_used(formatter, formatter.facts["floor"], result, price)


@formats(RoomRemodeled)
def room_remodeled(formatter: EventFormatter, event: RoomRemodeled) -> Sentences:
    price = formatter.amounts(money=event.money, info=event.info)
    said = (
        formatter._("%(name)s remodeled %(room)s for %(price)s.", price=price)
        if price
        else formatter._("%(name)s remodeled %(room)s for free.")
    )
    reasons = [formatter._("What can still be remodeled is remodeled at the end.")] if event.rule == "9.1.2" else []
    reasons += [formatter._("A supply came with it.")] if event.supply else []
    return said, " ".join(reasons)


@formats(MarkerPlaced)
def marker_placed(formatter: EventFormatter, event: MarkerPlaced) -> Sentences:
    if formatter.is_automa:
        return automa_placed(formatter, event)
    price = formatter.amounts(money=event.money, info=event.info, supply=event.supply)
    if not price:
        return formatter._("%(name)s took space %(space)s of the %(area)s for free."), ""
    return formatter._(presenter_class(event.area).placed_message, price=price), ""


def automa_placed(formatter: EventFormatter, event: MarkerPlaced) -> Sentences:
    area, failed = presenter_class(event.area), event.failed
    said = formatter._(area.automa_placed_message)
    if not failed:
        return said, formatter._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return said, formatter.plural(*area.failed_messages, len(failed), shut=formatter.join([str(space) for space in failed]))


@formats(TenantUsed)
def tenant_used(formatter: EventFormatter, event: TenantUsed) -> Sentences:
    result = event.result
    if result.column is None:
        return thing_used(formatter, formatter.facts["tile"], result, price_of(formatter, event))
    column = formatter._("left column") if result.column == "left" else formatter._("right column")
    said = formatter._(
        "%(name)s used the %(tile)s: the marker of %(owner)s in row %(row)s of the %(column)s moved to the top.",
        owner=formatter.person(-1 if result.whose is None else result.whose),
        column=column,
    )
    return said, ""
