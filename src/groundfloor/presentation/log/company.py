"""Log sentences about a company: income, employees, rooms, floors and time markers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import presenter_class

from .. import effects, names
from ..board.phrases import signed

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def income_received(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for an income or a payment in phase I, and its sources."""
    money = formatter.number("money")
    gained = formatter.amounts(money=max(money, 0), info=formatter.number("info"), time=formatter.number("time"))
    if money < 0 and gained:
        said = formatter._("%(name)s received %(gained)s and paid %(paid)s.", gained=gained, paid=formatter.amounts(money=-money))
    elif money < 0:
        said = formatter._("%(name)s received no income, but paid %(paid)s.", paid=formatter.amounts(money=-money))
    elif gained:
        said = formatter._("%(name)s received %(gained)s.", gained=gained)
    else:
        said = formatter._("%(name)s received no income.")
    if money != formatter.number("base") + formatter.number("extra"):
        return said, formatter._("Firing an employee replaced the payment that was due.")
    base = signed(formatter.number("base")).removeprefix("+")
    people = formatter.counted("employee", formatter.number("ceo"))
    if formatter.number("extra"):
        why = formatter._(
            "With %(people)s, the CEO included, income was %(base)s money; other sources of the company added %(extra)s.",
            people=people,
            base=base,
        )
        return said, why
    return said, formatter._("With %(people)s, the CEO included, income was %(base)s money.", people=people, base=base)


def employee_hired(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a new employee."""
    if formatter.is_automa:
        automa = formatter.game.automas[formatter.event.seat]
        trains = automa is not None and automa.trains
        said = (
            formatter._("%(name)s hired an employee and trained them at once.")
            if trains
            else formatter._("%(name)s hired an employee, who stays untrained.")
        )
        return said, formatter._("The job market stood on its cheapest space.")
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"))
    if not price:
        return formatter._("%(name)s hired an employee for free."), ""
    return formatter._("%(name)s hired an employee for %(price)s.", price=price), ""


def hiring_done(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the end of hiring, by choice or because it was not possible."""
    reason = formatter.text("reason")
    if not reason:
        return formatter._("%(name)s was done hiring."), ""
    said = formatter._("%(name)s could not hire.")
    if reason == "most_employees":
        return said, formatter._("The company had %(employees)s employees, the maximum.")
    need = formatter.amounts(money=formatter.number("need_money"), info=formatter.number("need_info"))
    have = formatter.join([formatter.counted("money", formatter.number("money")), formatter.counted("info", formatter.number("info"))])
    return said, formatter._("An employee cost %(need)s, and the company had %(have)s.", need=need, have=have)


def employee_fired(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a fired employee, and why."""
    said = (
        formatter._("%(name)s fired a trained employee.")
        if formatter.text("employee") == "trained"
        else formatter._("%(name)s fired an untrained employee.")
    )
    if formatter.event.rule == "I.2":
        due, have = formatter.counted("money", -formatter.number("income")), formatter.counted("money", formatter.number("money"))
        return said, formatter._("Income cost %(due)s, and the company had only %(have)s.", due=due, have=have)
    was, will = signed(formatter.number("income")), signed(formatter.number("next"))
    return said, formatter._("Income went from %(was)s to %(will)s money.", was=was, will=will)


def time_set_aside(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for time markers that had no possible task."""
    aside = formatter.counted("time", formatter.number("time"))
    have = formatter.join([formatter.counted(what, formatter.number(what)) for what in ("money", "info", "supply")])
    return formatter._("%(name)s set %(aside)s aside.", aside=aside), formatter._("No task was possible with %(have)s.", have=have)


def time_taken(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the time markers of the next round."""
    said = formatter._("%(name)s took %(taken)s for the next round.", taken=formatter.counted("time", formatter.number("time")))
    if formatter.number("time") == formatter.number("wanted"):
        return said, ""
    return said, formatter.plural(
        "%(n)s was due, and the stock held only %(time)s.", "%(n)s were due, and the stock held only %(time)s.", formatter.number("wanted")
    )


def price_of(formatter: EventFormatter) -> str:
    """Returns the time markers and the supply that a task took."""
    return formatter.amounts(time=formatter.number("time"), supply=formatter.number("supply"))


def lost(formatter: EventFormatter) -> str:
    """Returns the reason for lost supply, "" if none was lost."""
    if not formatter.number("lost_supply"):
        return ""
    return formatter._(
        "The storage closet had no room for %(supply)s.", supply=formatter.counted("supply", formatter.number("lost_supply"))
    )


def room_used(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a task in a room."""
    gained = formatter.amounts(
        money=formatter.number("gained_money"), info=formatter.number("gained_info"), supply=formatter.number("gained_supply")
    )
    return ROOM_MESSAGES.get(formatter.text("room"), other_room_used)(formatter, price_of(formatter), gained)


def advertising_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the advertising room."""
    return formatter._("%(name)s advertised in %(box)s for %(price)s.", box=box(formatter), price=price), ""


def training_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the training room."""
    return formatter._("%(name)s trained an employee for %(price)s.", price=price), ""


def assembly_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the assembly room."""
    if not gained:
        return formatter._("%(name)s assembled a supply for %(price)s, but had no room for it.", price=price), ""
    return formatter._("%(name)s assembled %(gained)s for %(price)s.", gained=gained, price=price), lost(formatter)


def research_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the research and testing room."""
    return formatter._("%(name)s researched and tested: %(gained)s for %(price)s.", gained=gained, price=price), ""


def meeting_room_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the meeting room."""
    return formatter._("%(name)s held a meeting in the %(room)s: %(gained)s for %(price)s.", gained=gained, price=price), ""


def other_room_used(formatter: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in a room without a sentence of its own."""
    return thing_used(formatter, formatter.facts["room"], price, gained)


def thing_used(formatter: EventFormatter, name: object, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task of a room or tile without a sentence of its own."""
    if not gained:
        return formatter._("%(name)s used the %(floor)s for %(price)s, but gained nothing.", floor=name, price=price), lost(formatter)
    return formatter._("%(name)s used the %(floor)s: %(gained)s for %(price)s.", floor=name, gained=gained, price=price), lost(formatter)


ROOM_MESSAGES: dict[str, Callable[[EventFormatter, str, str], Sentences]] = {
    "advertising": advertising_used,
    "assembly": assembly_used,
    "meeting_room": meeting_room_used,
    "research_testing": research_used,
    "training": training_used,
}
"""The sentence of each room's task."""


def box(formatter: EventFormatter) -> str:
    """Returns the name of the marketing type of a box."""
    return names.full("marketing", effects.marketing_types(formatter.game.ruleset)[formatter.number("box")], formatter.words)


def floor_used(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a task on a floor."""
    price = price_of(formatter)
    gained = formatter.amounts(
        money=formatter.number("gained_money"), info=formatter.number("gained_info"), supply=formatter.number("gained_supply")
    )
    if "box" in formatter.facts:
        return formatter._("%(name)s advertised in %(box)s with the %(floor)s for %(price)s.", box=box(formatter), price=price), ""
    if "area" in formatter.facts:
        return presenter_class(formatter.text("area")).floor_placed_message(formatter, price), ""
    if "room" in formatter.facts:
        return formatter._("%(name)s used the %(floor)s on %(room)s for %(price)s.", price=price), ""
    return thing_used(formatter, formatter.facts["floor"], price, gained)


def room_remodeled(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a remodeled room."""
    price = formatter.amounts(money=formatter.number("money"), info=formatter.number("info"))
    said = (
        formatter._("%(name)s remodeled %(room)s for %(price)s.", price=price)
        if price
        else formatter._("%(name)s remodeled %(room)s for free.")
    )
    reasons = [formatter._("What can still be remodeled is remodeled at the end.")] if formatter.event.rule == "9.1.2" else []
    reasons += [formatter._("A supply came with it.")] if formatter.number("supply") else []
    return said, " ".join(reasons)


FORMATTERS: dict[EventKind, MessageFunction] = {
    "EmployeeFired": employee_fired,
    "EmployeeHired": employee_hired,
    "FloorUsed": floor_used,
    "HiringDone": hiring_done,
    "IncomeReceived": income_received,
    "RoomRemodeled": room_remodeled,
    "RoomUsed": room_used,
    "TimeSetAside": time_set_aside,
    "TimeTaken": time_taken,
}
