"""Log sentences of some editions and expansions: eras, events, special forecast cards, the two-player bonus, tasks of tenants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import names
from .company import price_of, thing_used

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def era_began(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the era of the game."""
    return formatter._("The era is %(era)s.", era=names.full("era", formatter.text("era"), formatter.words)), ""


def event_began(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the event of the game."""
    return formatter._("The event is %(event)s.", event=names.full("event", formatter.text("event"), formatter.words)), ""


def special_forecast_turned(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the front of a special card."""
    return formatter._(
        "The forecast turned up: %(special)s.", special=names.full("special", formatter.text("special"), formatter.words)
    ), ""


def job_market_sent(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a special card that moved the job market."""
    price = formatter.amounts(money=formatter.number("price"), info=formatter.number("price"))
    return formatter._("The job market went from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price), ""


def bonuses_decided(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the decision of two players to take bonuses."""
    return formatter._("%(name)s decided that both take a bonus."), ""


def bonuses_declined(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for the decision of two players to take none."""
    return formatter._("%(name)s decided that nobody takes a bonus."), ""


def tenant_used(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for an Emergency Meeting or the task of another tenant."""
    if "column" not in formatter.facts:
        gained = formatter.amounts(
            money=formatter.number("gained_money"), info=formatter.number("gained_info"), supply=formatter.number("gained_supply")
        )
        return thing_used(formatter, formatter.facts["tile"], price_of(formatter), gained)
    column = formatter._("left column") if formatter.text("column") == "left" else formatter._("right column")
    said = formatter._(
        "%(name)s used the %(tile)s: the marker of %(owner)s in row %(row)s of the %(column)s moved to the top.",
        **whose(formatter),
        column=column,
    )
    return said, ""


def whose(formatter: EventFormatter) -> dict[str, str]:
    """Returns the owner of the moved marker, as a fact."""
    return {"owner": formatter.person(formatter.number("whose") - 1)}


FORMATTERS: dict[EventKind, MessageFunction] = {
    "BonusesDecided": bonuses_decided,
    "BonusesDeclined": bonuses_declined,
    "EraBegan": era_began,
    "EventBegan": event_began,
    "JobMarketSent": job_market_sent,
    "SpecialForecastTurned": special_forecast_turned,
    "TenantUsed": tenant_used,
}
