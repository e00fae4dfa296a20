"""Sentences of the log: formats events with their reasons, and refusals. Those of an area are in its module of ``areas``."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

from groundfloor.engine.automa import AutomaPassed, CardAdded, CardDrawn, DeckShuffled, SpaceMissed
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed, TenantUsed
from groundfloor.engine.effects import EmployeeFired, RoomRemodeled
from groundfloor.engine.events import Event, GameEnded, MovesTakenBack, SeatTaken, TaskResult
from groundfloor.engine.game import Game
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.hire import EmployeeHired, HiringDone
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import JobMarketMoved, JobMarketSent, PopularityFaded, StageOpened, TimeTaken
from groundfloor.engine.phases.rounds import GameScored, PhaseBegan, RoundBegan
from groundfloor.engine.phases.schedule import TimeSetAside
from groundfloor.engine.phases.setup import EraBegan, EventBegan, PopularityDrawn, SpecialtyReceived
from groundfloor.engine.refusals import SENTENCES, SINGULARS, Refusal
from groundfloor.translatable import _

from .. import effects, names
from ..areas.registry import presenter_class
from ..board.phrases import signed_number
from ..names import phase_name
from .event_formatter import FORMATTERS, OWN_REASONS, OWN_SENTENCES, EventFormatter, Sentences, formats, formats_own, says

if TYPE_CHECKING:
    from groundfloor.table.value import DepartureKind


@formats(IncomeReceived)
def income_received(formatter: EventFormatter, event: IncomeReceived) -> Sentences:
    money = event.money
    gained = formatter.amounts(money=max(money, 0), info=event.info, time=event.time)
    if money < 0 and gained:
        sentence = formatter._("%(name)s received %(gained)s and paid %(paid)s.", gained=gained, paid=formatter.amounts(money=-money))
    elif money < 0:
        sentence = formatter._("%(name)s received no income, but paid %(paid)s.", paid=formatter.amounts(money=-money))
    elif gained:
        sentence = formatter._("%(name)s received %(gained)s.", gained=gained)
    else:
        sentence = formatter._("%(name)s received no income.")
    if money != event.base + event.extra:
        return sentence, formatter._("Firing an employee replaced the payment that was due.")
    base = signed_number(event.base).removeprefix("+")
    people = formatter.counted("employee", event.ceo)
    if event.extra:
        why = formatter._(
            "With %(people)s, the CEO included, income was %(base)s money; other sources of the company added %(extra)s.",
            people=people,
            base=base,
        )
        return sentence, why
    return sentence, formatter._("With %(people)s, the CEO included, income was %(base)s money.", people=people, base=base)


@formats_own(IncomeReceived)
def own_income_received(formatter: EventFormatter, event: IncomeReceived) -> str:
    gained = formatter.amounts(money=max(event.money, 0), info=event.info, time=event.time)
    paid = formatter.amounts(money=-event.money) if event.money < 0 else ""
    if gained and paid:
        return formatter._("You received %(gained)s and paid %(paid)s.", gained=gained, paid=paid)
    if paid:
        return formatter._("You received no income, but paid %(paid)s.", paid=paid)
    return formatter._("You received %(gained)s.", gained=gained) if gained else formatter._("You received no income.")


@formats(EmployeeHired)
def employee_hired(formatter: EventFormatter, event: EmployeeHired) -> Sentences:
    if formatter.is_automa:
        automa = formatter.game.automas[event.seat]
        trains = automa is not None and automa.trains
        sentence = (
            formatter._("%(name)s hired an employee and trained them at once.")
            if trains
            else formatter._("%(name)s hired an employee, who stays untrained.")
        )
        return sentence, formatter._("The job market stood on its cheapest space.")
    price = formatter.amounts(money=event.money, info=event.info)
    if not price:
        return formatter._("%(name)s hired an employee for free."), ""
    return formatter._("%(name)s hired an employee for %(price)s.", price=price), ""


@formats(HiringDone)
def hiring_done(formatter: EventFormatter, event: HiringDone) -> Sentences:
    reason = event.reason
    if not reason:
        return formatter._("%(name)s was done hiring."), ""
    sentence = formatter._("%(name)s could not hire.")
    if reason == "most_employees":
        return sentence, formatter._("The company had %(employees)s employees, the maximum.")
    need = formatter.amounts(money=event.need_money, info=event.need_info)
    have = formatter.join([formatter.counted("money", event.money or 0), formatter.counted("info", event.info or 0)])
    return sentence, formatter._("An employee cost %(need)s, and the company had %(have)s.", need=need, have=have)


@formats_own(HiringDone)
def own_hiring_done(formatter: EventFormatter, event: HiringDone) -> str:
    return formatter._("You could not hire.") if event.reason else formatter._("You were done hiring.")


@formats(EmployeeFired)
def employee_fired(formatter: EventFormatter, event: EmployeeFired) -> Sentences:
    sentence = (
        formatter._("%(name)s fired a trained employee.")
        if event.employee == "trained"
        else formatter._("%(name)s fired an untrained employee.")
    )
    if event.rule == "I.2":
        due, have = formatter.counted("money", -event.income), formatter.counted("money", event.money)
        return sentence, formatter._("Income cost %(due)s, and the company had only %(have)s.", due=due, have=have)
    was, will = signed_number(event.income), signed_number(event.next)
    return sentence, formatter._("Income went from %(was)s to %(will)s money.", was=was, will=will)


@formats(TimeSetAside)
def time_set_aside(formatter: EventFormatter, event: TimeSetAside) -> Sentences:
    aside = formatter.counted("time", event.time)
    have = formatter.join([formatter.counted(what, getattr(event, what)) for what in ("money", "info", "supply")])
    return formatter._("%(name)s set %(aside)s aside.", aside=aside), formatter._("No task was possible with %(have)s.", have=have)


@formats_own(TimeSetAside)
def own_time_set_aside(formatter: EventFormatter, event: TimeSetAside) -> str:
    return formatter._("You set %(aside)s aside.", aside=formatter.counted("time", event.time))


@formats(TimeTaken)
def time_taken(formatter: EventFormatter, event: TimeTaken) -> Sentences:
    sentence = formatter._("%(name)s took %(taken)s for the next round.", taken=formatter.counted("time", event.time))
    if event.time == event.wanted:
        return sentence, ""
    return sentence, formatter.plural(
        "%(n)s was due, and the stock held only %(time)s.", "%(n)s were due, and the stock held only %(time)s.", event.wanted
    )


@formats_own(TimeTaken)
def own_time_taken(formatter: EventFormatter, event: TimeTaken) -> str:
    return formatter._("You have %(taken)s again.", taken=formatter.counted("time", event.time))


def price_of(formatter: EventFormatter, event: RoomUsed | FloorUsed | TenantUsed) -> str:
    return formatter.amounts(time=event.time, supply=event.supply)


def gain_of(formatter: EventFormatter, result: TaskResult) -> str:
    return formatter.amounts(money=result.gained_money, info=result.gained_info, supply=result.gained_supply)


def loss_reason(formatter: EventFormatter, result: TaskResult) -> str:
    if not result.lost_supply:
        return ""
    return formatter._("The storage closet had no room for %(supply)s.", supply=formatter.counted("supply", result.lost_supply))


def thing_used(formatter: EventFormatter, name: object, result: TaskResult, price: str) -> Sentences:
    gained = gain_of(formatter, result)
    if gained:
        sentence = formatter._("%(name)s used the %(floor)s: %(gained)s for %(price)s.", floor=name, gained=gained, price=price)
    else:
        sentence = formatter._("%(name)s used the %(floor)s for %(price)s, but gained nothing.", floor=name, price=price)
    return sentence, loss_reason(formatter, result)


ROOM_SENTENCES = {
    "advertising": _("%(name)s advertised in %(box)s for %(price)s."),
    "assembly": _("%(name)s assembled %(gained)s for %(price)s."),
    "meeting_room": _("%(name)s held a meeting in the %(room)s: %(gained)s for %(price)s."),
    "research_testing": _("%(name)s researched and tested: %(gained)s for %(price)s."),
    "training": _("%(name)s trained an employee for %(price)s."),
}
"""The sentence of each room's task."""


@formats(RoomUsed)
def room_used(formatter: EventFormatter, event: RoomUsed) -> Sentences:
    result, price, gained = event.result, price_of(formatter, event), gain_of(formatter, event.result)
    if event.room not in ROOM_SENTENCES:
        return thing_used(formatter, formatter.facts["room"], result, price)
    if event.room == "assembly" and not gained:
        return formatter._("%(name)s assembled a supply for %(price)s, but had no room for it.", price=price), ""
    place = box(formatter, result.box or 0)
    return formatter._(ROOM_SENTENCES[event.room], box=place, gained=gained, price=price), loss_reason(formatter, result)


def box(formatter: EventFormatter, number: int) -> str:
    return names.full("marketing", effects.marketing_types(formatter.game.ruleset)[number], formatter.translations)


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
    sentence = (
        formatter._("%(name)s remodeled %(room)s for %(price)s.", price=price)
        if price
        else formatter._("%(name)s remodeled %(room)s for free.")
    )
    reasons = [formatter._("What can still be remodeled is remodeled at the end.")] if event.rule == "9.1.2" else []
    reasons += [formatter._("A supply came with it.")] if event.supply else []
    return sentence, " ".join(reasons)


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
    sentence = formatter._(area.automa_placed_message)
    if not failed:
        return sentence, formatter._("The Automa’s card named the %(area)s, and its first choice there was free.")
    return sentence, formatter.plural(*area.failed_messages, len(failed), shut=formatter.join([str(space) for space in failed]))


@formats(TenantUsed)
def tenant_used(formatter: EventFormatter, event: TenantUsed) -> Sentences:
    result = event.result
    if result.column is None:
        return thing_used(formatter, formatter.facts["tile"], result, price_of(formatter, event))
    column = formatter._("left column") if result.column == "left" else formatter._("right column")
    sentence = formatter._(
        "%(name)s used the %(tile)s: the marker of %(owner)s in row %(row)s of the %(column)s moved to the top.",
        owner=formatter.person(-1 if result.whose is None else result.whose),
        column=column,
    )
    return sentence, ""


says(RoundBegan, _("Round %(round)s, stage %(stage)s"))


@formats(PhaseBegan)
def phase_began(formatter: EventFormatter, event: PhaseBegan) -> Sentences:
    return phase_name(event.phase, formatter.translations), ""


@formats(AreaConducted)
def area_conducted(formatter: EventFormatter, event: AreaConducted) -> Sentences:
    return str(formatter.facts["area"]), ""


says(SpecialtyReceived, _("%(name)s drew the specialty %(specialty)s."))


@formats(PopularityDrawn)
def popularity_drawn(formatter: EventFormatter, event: PopularityDrawn) -> Sentences:
    after = formatter.seat_names(event.order[1:])
    return formatter._("%(name)s came first in the drawn order, before %(people)s.", people=after), ""


says(StageOpened, _("Improvements of stage %(stage)s came on sale."), own=_("Improvements of stage %(stage)s."))


@formats(JobMarketMoved)
def job_market_moved(formatter: EventFormatter, event: JobMarketMoved) -> Sentences:
    price = formatter.amounts(money=event.price, info=event.price)
    came = formatter.counted("unemployed", event.unemployed)
    if event.was == event.market:
        sentence = formatter._("The job market stayed on space %(market)s, where an employee cost %(price)s.", price=price)
    else:
        sentence = formatter._("The job market went back from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price)
    return sentence, formatter._("The forecast card brought %(came)s.", came=came)


says(
    PopularityFaded,
    _("%(name)s went back to popularity space %(space)s."),
    own=_("Popularity fades every round: you are on space %(space)s now."),
)


@formats(GameScored)
def game_scored(formatter: EventFormatter, event: GameScored) -> Sentences:
    sentence = formatter.plural(
        "%(name)s finished in position %(rank)s with %(n)s prestige point.",
        "%(name)s finished in position %(rank)s with %(n)s prestige points.",
        event.total,
    )
    if event.tied < 0:
        return sentence, ""
    return sentence, formatter._("%(other)s had %(total)s too and was more popular.", other=formatter.person(event.tied))


@formats_own(GameScored)
def own_game_scored(formatter: EventFormatter, event: GameScored) -> str:
    return formatter.plural(
        "You finished in position %(rank)s with %(n)s prestige point.",
        "You finished in position %(rank)s with %(n)s prestige points.",
        event.total,
    )


@formats(MovesTakenBack)
def moves_taken_back(formatter: EventFormatter, event: MovesTakenBack) -> Sentences:
    if event.others:
        others = formatter.seat_names(event.others)
        return formatter._("%(name)s took back the last %(entries)s decisions, with the consent of %(others)s.", others=others), ""
    return formatter.plural("%(name)s took back a decision.", "%(name)s took back %(n)s decisions.", event.entries), ""


@formats(GameEnded)
def game_ended(formatter: EventFormatter, event: GameEnded) -> Sentences:
    if not event.others:
        if event.scored:
            return formatter._("The game ends here with %(name)s as the only person still playing, and is scored as it stands."), ""
        return formatter._("%(name)s cancelled the game."), ""
    others = formatter.seat_names(event.others)
    if event.scored:
        return formatter._("The game ends here, as %(name)s proposed, and is scored as it stands. Agreed: %(others)s.", others=others), ""
    return formatter._("The game is cancelled without result, as %(name)s proposed. Agreed: %(others)s.", others=others), ""


@formats(SeatTaken)
def seat_taken(formatter: EventFormatter, event: SeatTaken) -> Sentences:
    bot = event.bot
    if not bot:
        return formatter._("%(name)s is played by a person from here on."), ""
    title = names.full("bot", bot, formatter.translations)
    if formatter.game.seats[event.seat].name == title:
        return formatter._("%(name)s is played by a bot from here on."), ""
    return formatter._("%(name)s is played by a bot from here on: %(bot)s.", bot=title), ""


def departure_sentence(name: str, how: DepartureKind, translations: NullTranslations) -> str:
    """Returns that somebody has lost a rated game before its end, and how."""
    sentences = {
        "left": translations.gettext("%(name)s has resigned and is placed behind all who stayed."),
        "time": translations.gettext("%(name)s has lost on time and is placed behind all who stayed."),
    }
    return sentences[how] % {"name": name}


says(EraBegan, _("The era is %(era)s."))
says(EventBegan, _("The event is %(event)s."))


@formats(JobMarketSent)
def job_market_sent(formatter: EventFormatter, event: JobMarketSent) -> Sentences:
    price = formatter.amounts(money=event.price, info=event.price)
    return formatter._("The job market went from space %(was)s to %(market)s, where an employee cost %(price)s.", price=price), ""


@formats_own(JobMarketMoved, JobMarketSent)
def hiring_costs(formatter: EventFormatter, event: JobMarketMoved | JobMarketSent) -> str:
    price = formatter.amounts(money=event.price, info=event.price)
    if event.was == event.market:
        return formatter._("An employee still costs %(price)s.", price=price)
    return formatter._("An employee now costs %(price)s.", price=price)


@formats(CardDrawn)
def card_drawn(formatter: EventFormatter, event: CardDrawn) -> Sentences:
    card = formatter.game.ruleset.automa_card(event.card, event.design)
    return formatter._(
        "%(name)s drew the %(card)s card: %(corners)s.", corners=effects.of_card(formatter.game.ruleset, card, formatter.translations)
    ), ""


says(CardAdded, _("%(name)s got another %(card)s card."))
says(DeckShuffled, _("%(name)s shuffled all cards into a new draw pile."), _("The last card of the pile had been drawn."))
says(
    SpaceMissed,
    _("%(name)s found no space with the %(card)s card and drew another one."),
    _("Every space there was taken or had no supply."),
)


@formats(AutomaPassed)
def automa_passed(formatter: EventFormatter, event: AutomaPassed) -> Sentences:
    why = formatter._("None of the cards found a space.") if event.reason == "no_space" else formatter._("The card was an Automa office.")
    return formatter._("%(name)s placed a time marker in its own company, without effect."), why


HEADINGS = (RoundBegan, PhaseBegan, AreaConducted)
"""Events that are headings, a name without a full stop: from the widest to the narrowest."""


def format_event(event: Event, game: Game, translations: NullTranslations) -> tuple[str, str]:
    """Returns the sentence of an event, a heading for ``HEADINGS``, and the reason, "" if there is none."""
    formatter = FORMATTERS.get(type(event))
    return formatter(EventFormatter(event, game, translations), event) if formatter is not None else (event.kind, "")


def own_sentence(event: Event, game: Game, translations: NullTranslations) -> str:
    """Returns the sentence of an event for the player whom it concerns, or for all; "" if only the log has one."""
    found = OWN_SENTENCES.get(type(event))
    return found(EventFormatter(event, game, translations), event) if found is not None else ""


def own_reason(event: Event, game: Game, translations: NullTranslations) -> str:
    """Returns why an event happened for the player whom it concerns; "" if it is said to all in the same way."""
    found = OWN_REASONS.get(type(event))
    return found(EventFormatter(event, game, translations), event) if found is not None else ""


def format_refusal(refusal: Refusal, translations: NullTranslations) -> str:
    sentence = SENTENCES.get(refusal.code, refusal.code)
    if refusal.code in SINGULARS:
        sentence = translations.ngettext(SINGULARS[refusal.code], sentence, refusal.facts["need"])
    else:
        sentence = translations.gettext(sentence)
    return translations.gettext("Not possible: %(reason)s.") % {"reason": sentence.format(**refusal.facts)}
