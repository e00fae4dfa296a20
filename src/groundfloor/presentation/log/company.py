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


def income_received(t: EventFormatter) -> Sentences:
    """Returns the sentence for an income or a payment in phase I, and its sources."""
    money = t.number("money")
    gained = t.amounts(money=max(money, 0), info=t.number("info"), time=t.number("time"))
    if money < 0 and gained:
        said = t._("%(name)s received %(gained)s and paid %(paid)s.", gained=gained, paid=t.amounts(money=-money))
    elif money < 0:
        said = t._("%(name)s received no income, but paid %(paid)s.", paid=t.amounts(money=-money))
    elif gained:
        said = t._("%(name)s received %(gained)s.", gained=gained)
    else:
        said = t._("%(name)s received no income.")
    if money != t.number("base") + t.number("extra"):
        return said, t._("Firing an employee replaced the payment that was due.")
    base = signed(t.number("base")).removeprefix("+")
    people = t.counted("employee", t.number("ceo"))
    if t.number("extra"):
        why = t._(
            "With %(people)s, the CEO included, income was %(base)s money; other sources of the company added %(extra)s.",
            people=people,
            base=base,
        )
        return said, why
    return said, t._("With %(people)s, the CEO included, income was %(base)s money.", people=people, base=base)


def employee_hired(t: EventFormatter) -> Sentences:
    """Returns the sentence for a new employee."""
    if t.is_automa:
        automa = t.game.automas[t.event.seat]
        trains = automa is not None and automa.trains
        said = (
            t._("%(name)s hired an employee and trained them at once.")
            if trains
            else t._("%(name)s hired an employee, who stays untrained.")
        )
        return said, t._("The job market stood on its cheapest space.")
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    if not price:
        return t._("%(name)s hired an employee for free."), ""
    return t._("%(name)s hired an employee for %(price)s.", price=price), ""


def hiring_done(t: EventFormatter) -> Sentences:
    """Returns the sentence for the end of hiring, by choice or because it was not possible."""
    reason = t.text("reason")
    if not reason:
        return t._("%(name)s was done hiring."), ""
    said = t._("%(name)s could not hire.")
    if reason == "most_employees":
        return said, t._("The company had %(employees)s employees, the maximum.")
    need = t.amounts(money=t.number("need_money"), info=t.number("need_info"))
    have = t.join([t.counted("money", t.number("money")), t.counted("info", t.number("info"))])
    return said, t._("An employee cost %(need)s, and the company had %(have)s.", need=need, have=have)


def employee_fired(t: EventFormatter) -> Sentences:
    """Returns the sentence for a fired employee, and why."""
    said = t._("%(name)s fired a trained employee.") if t.text("employee") == "trained" else t._("%(name)s fired an untrained employee.")
    if t.event.rule == "I.2":
        due, have = t.counted("money", -t.number("income")), t.counted("money", t.number("money"))
        return said, t._("Income cost %(due)s, and the company had only %(have)s.", due=due, have=have)
    was, will = signed(t.number("income")), signed(t.number("next"))
    return said, t._("Income went from %(was)s to %(will)s money.", was=was, will=will)


def time_set_aside(t: EventFormatter) -> Sentences:
    """Returns the sentence for time markers that had no possible task."""
    aside = t.counted("time", t.number("time"))
    have = t.join([t.counted(what, t.number(what)) for what in ("money", "info", "supply")])
    return t._("%(name)s set %(aside)s aside.", aside=aside), t._("No task was possible with %(have)s.", have=have)


def time_taken(t: EventFormatter) -> Sentences:
    """Returns the sentence for the time markers of the next round."""
    said = t._("%(name)s took %(taken)s for the next round.", taken=t.counted("time", t.number("time")))
    if t.number("time") == t.number("wanted"):
        return said, ""
    return said, t.plural(
        "%(n)s was due, and the stock held only %(time)s.", "%(n)s were due, and the stock held only %(time)s.", t.number("wanted")
    )


def price_of(t: EventFormatter) -> str:
    """Returns the time markers and the supply that a task took."""
    return t.amounts(time=t.number("time"), supply=t.number("supply"))


def lost(t: EventFormatter) -> str:
    """Returns the reason for lost supply, "" if none was lost."""
    if not t.number("lost_supply"):
        return ""
    return t._("The storage closet had no room for %(supply)s.", supply=t.counted("supply", t.number("lost_supply")))


def room_used(t: EventFormatter) -> Sentences:
    """Returns the sentence for a task in a room."""
    gained = t.amounts(money=t.number("gained_money"), info=t.number("gained_info"), supply=t.number("gained_supply"))
    return ROOM_MESSAGES.get(t.text("room"), other_room_used)(t, price_of(t), gained)


def advertising_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the advertising room."""
    return t._("%(name)s advertised in %(box)s for %(price)s.", box=box(t), price=price), ""


def training_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the training room."""
    return t._("%(name)s trained an employee for %(price)s.", price=price), ""


def assembly_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the assembly room."""
    if not gained:
        return t._("%(name)s assembled a supply for %(price)s, but had no room for it.", price=price), ""
    return t._("%(name)s assembled %(gained)s for %(price)s.", gained=gained, price=price), lost(t)


def research_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the research and testing room."""
    return t._("%(name)s researched and tested: %(gained)s for %(price)s.", gained=gained, price=price), ""


def meeting_room_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in the meeting room."""
    return t._("%(name)s held a meeting in the %(room)s: %(gained)s for %(price)s.", gained=gained, price=price), ""


def other_room_used(t: EventFormatter, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task in a room without a sentence of its own."""
    return thing_used(t, t.facts["room"], price, gained)


def thing_used(t: EventFormatter, name: object, price: str, gained: str) -> Sentences:
    """Returns the sentence for a task of a room or tile without a sentence of its own."""
    if not gained:
        return t._("%(name)s used the %(floor)s for %(price)s, but gained nothing.", floor=name, price=price), lost(t)
    return t._("%(name)s used the %(floor)s: %(gained)s for %(price)s.", floor=name, gained=gained, price=price), lost(t)


ROOM_MESSAGES: dict[str, Callable[[EventFormatter, str, str], Sentences]] = {
    "advertising": advertising_used,
    "assembly": assembly_used,
    "meeting_room": meeting_room_used,
    "research_testing": research_used,
    "training": training_used,
}
"""The sentence of each room's task."""


def box(t: EventFormatter) -> str:
    """Returns the name of the marketing type of a box."""
    return names.full("marketing", effects.marketing_types(t.game.ruleset)[t.number("box")], t.words)


def floor_used(t: EventFormatter) -> Sentences:
    """Returns the sentence for a task on a floor."""
    price = price_of(t)
    gained = t.amounts(money=t.number("gained_money"), info=t.number("gained_info"), supply=t.number("gained_supply"))
    if "box" in t.facts:
        return t._("%(name)s advertised in %(box)s with the %(floor)s for %(price)s.", box=box(t), price=price), ""
    if "area" in t.facts:
        return presenter_class(t.text("area")).floor_placed_message(t, price), ""
    if "room" in t.facts:
        return t._("%(name)s used the %(floor)s on %(room)s for %(price)s.", price=price), ""
    return thing_used(t, t.facts["floor"], price, gained)


def room_remodeled(t: EventFormatter) -> Sentences:
    """Returns the sentence for a remodeled room."""
    price = t.amounts(money=t.number("money"), info=t.number("info"))
    said = t._("%(name)s remodeled %(room)s for %(price)s.", price=price) if price else t._("%(name)s remodeled %(room)s for free.")
    reasons = [t._("What can still be remodeled is remodeled at the end.")] if t.event.rule == "9.1.2" else []
    reasons += [t._("A supply came with it.")] if t.number("supply") else []
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
