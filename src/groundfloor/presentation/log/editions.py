"""Log sentences of some editions and expansions: eras, events, special forecast cards, the two-player bonus, tasks of tenants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import names
from .company import price_of, thing_used

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def era_began(t: EventFormatter) -> Sentences:
    """Returns the sentence for the era of the game."""
    return t._("The era is %(era)s.", era=names.full("era", t.text("era"), t.words)), ""


def event_began(t: EventFormatter) -> Sentences:
    """Returns the sentence for the event of the game."""
    return t._("The event is %(event)s.", event=names.full("event", t.text("event"), t.words)), ""


def special_forecast_turned(t: EventFormatter) -> Sentences:
    """Returns the sentence for the front of a special card."""
    return t._("The forecast turned up: %(special)s.", special=names.full("special", t.text("special"), t.words)), ""


def job_market_sent(t: EventFormatter) -> Sentences:
    """Returns the sentence for a special card that moved the job market."""
    price = t.amounts(money=t.number("price"), info=t.number("price"))
    return t._("The job market went from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price), ""


def bonuses_decided(t: EventFormatter) -> Sentences:
    """Returns the sentence for the decision of two players to take bonuses."""
    return t._("%(name)s decided that both take a bonus."), ""


def bonuses_declined(t: EventFormatter) -> Sentences:
    """Returns the sentence for the decision of two players to take none."""
    return t._("%(name)s decided that nobody takes a bonus."), ""


def tenant_used(t: EventFormatter) -> Sentences:
    """Returns the sentence for an Emergency Meeting or the task of another tenant."""
    if "column" not in t.facts:
        gained = t.amounts(money=t.number("gained_money"), info=t.number("gained_info"), supply=t.number("gained_supply"))
        return thing_used(t, t.facts["tile"], price_of(t), gained)
    column = t._("left column") if t.text("column") == "left" else t._("right column")
    said = t._(
        "%(name)s used the %(tile)s: the marker of %(owner)s in row %(row)s of the %(column)s moved to the top.", **whose(t), column=column
    )
    return said, ""


def whose(t: EventFormatter) -> dict[str, str]:
    """Returns the owner of the moved marker, as a fact."""
    return {"owner": t.person(t.number("whose") - 1)}


FORMATTERS: dict[EventKind, MessageFunction] = {
    "BonusesDecided": bonuses_decided,
    "BonusesDeclined": bonuses_declined,
    "EraBegan": era_began,
    "EventBegan": event_began,
    "JobMarketSent": job_market_sent,
    "SpecialForecastTurned": special_forecast_turned,
    "TenantUsed": tenant_used,
}
