"""What will come of a move, in a sentence, and what to mind before it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.numbered_agency import NumberedAgency
from groundfloor.engine.city.retail_outlets import LIQUIDATION, RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.company.rooms import FloorTask, RoomTask
from groundfloor.engine.company.task_effects import Advertise
from groundfloor.engine.effects import supply_space
from groundfloor.engine.projections import can_use_remodel_bonus, has_free_tenant, lost_supply
from groundfloor.engine.state import FORECAST_TYPES, ROOMS
from groundfloor.presentation import effects, names

from .moves import brings, gain, spoken
from .retail_words import price_words

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game

    from .scene import Scene


def outlook(scene: Scene, action: Action, quote: Quote, before: Game) -> str:
    """One sentence on what the move will do and what it waits for; ``before`` is the position that it is made in."""
    _ = scene.words.gettext
    verb = action.verb
    if verb in names.MARKETING:
        return marketing_words(scene, quote)
    if verb in ("hire", "fire"):
        return income_words(scene, quote, before)
    if verb == "remodel":
        return remodel_words(scene, action.a)
    if verb == "price":
        return price_words(scene, action.a, before) if action.a != LIQUIDATION else _("It sells at once, without a consumer.")
    if verb in ("buy", "take"):
        return effects.of_tile(scene.game.ruleset.tiles[action.a], scene.words) + "."
    if action.text == "bonus remodel":
        return remodel_bonus_words(scene)
    if verb in ("end", "done", "none", "drop", "sell", "bonus", "bonuses"):
        return ""
    return task_words(scene, action, quote, before)


def signed(number: int) -> str:
    """With its sign."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def is_last_round(game: Game) -> bool:
    """No income, reorganization or further round follows this one, as things stand (``RULES 5.1``, ``9.2.1``)."""
    return game.ruleset.ending.is_over(game)


def income_change(scene: Scene, quote: Quote, before: Game) -> tuple[str, str] | None:
    """The viewer's money at each income before and after hiring or firing, all of it; None in the last round, which has no next one."""
    if is_last_round(before):
        return None
    extra = before.state.players[scene.seat].income_bonus_money if scene.seat is not None else 0
    return signed(gain(quote, "income_now") + extra), signed(gain(quote, "income_then") + extra)


def income_words(scene: Scene, quote: Quote, before: Game) -> str:
    """What hiring or firing means for the income."""
    _ = scene.words.gettext
    change = income_change(scene, quote, before)
    if change is None:
        return _("This is the last round: no income follows.")
    said = _("From the next income on you receive %(then)s money instead of %(now)s.")
    return said % {"now": change[0], "then": change[1]}


def named_seats(scene: Scene, seats: list[int]) -> str:
    """Names in their order, joined as a sentence joins them."""
    _ = scene.words.gettext
    said = [scene.game.seats[seat].name for seat in seats]
    if len(said) < 2:
        return "".join(said)
    return _("%(some)s and %(last)s") % {"some": ", ".join(said[:-1]), "last": said[-1]}


def task_words(scene: Scene, action: Action, quote: Quote, before: Game) -> str:
    """A task of phase III, by where it waits."""
    _ = scene.words.gettext
    state = before.state
    space = gain(quote, "space")
    if action.verb == "emergency_meeting":
        return _("The markers above it slide down one row.")
    if quote.resolves_in == "consulting_firm":
        return consulting_words(scene, before, space)
    if quote.resolves_in == "advertising_agency":
        type = advertised(scene, action)
        if type >= 0:
            said = _("A marker from your stock goes to %(type)s at once and counts in phase IV.")
            return said % {"type": names.full("marketing", effects.marketing_types(before.ruleset)[type], scene.words)}
        if any(isinstance(area, NumberedAgency) for area in before.ruleset.areas):
            return _("In phase IV you choose how it advertises, from the last desk up.")
        return _("In phase IV you choose how it advertises, from the top desk down.")
    if quote.resolves_in == "warehouse":
        return _("In phase IV you gain the supply at this door.")
    if quote.resolves_in == "factory":
        said = _("In phase IV you put one product on a free retail space, or liquidate it if there is none")
        return after_others(scene, said, state.factory_queue, space)
    if quote.resolves_in == "stock_exchange":
        return exchange_words(scene, before)
    if quote.resolves_in == "construction_company":
        return after_others(scene, _("In phase IV you may buy one improvement"), state.construction_queue, space)
    if gain(quote, "prestige"):
        return remodel_words(scene, action.a)
    if any(code == "trained" for code, _number in quote.gains):
        if is_last_round(before):
            return _("An employee is trained; this is the last round, so no time markers come of it.")
        said = scene.words.ngettext(
            "An employee is trained: %(n)s more time marker from the next round on.",
            "An employee is trained: %(n)s more time markers from the next round on.",
            before.ruleset.employee_time,
        )
        return said % {"n": before.ruleset.employee_time}
    if loses_supply(scene, action, quote, before):
        return ""
    return _("You gain %(gains)s at once.") % {"gains": spoken(brings(scene, quote))}


def consulting_words(scene: Scene, before: Game, row: int) -> str:
    """A booked row: what its right window gains now, and what the marker itself may gain a round later (``RULES IV.A``)."""
    _ = scene.words.gettext
    firm = next(area for area in before.ruleset.areas if isinstance(area, ConsultingFirm))
    beside = before.state.consulting_right[row - 1]
    facts = {"info": firm.reward, "row": row, "consolation": firm.consolation, "name": before.seats[beside].name}
    parts = []
    if beside >= 0 and beside == scene.seat:
        parts.append(_("In phase IV your marker in the right window of row %(row)s gains %(info)s info."))
    elif beside >= 0 and not before.seats[beside].automa:
        parts.append(_("In phase IV %(name)s gains %(info)s info in the right window of row %(row)s."))
    if is_last_round(before):
        parts.append(_("This is the last round: the new marker itself gains nothing any more."))
    elif firm.consolation:
        parts.append(
            _(
                "It slides to the right and gains %(info)s info next round if the left window of row %(row)s is taken then, else %(consolation)s."
            )
        )
    else:
        parts.append(_("It slides to the right and gains %(info)s info next round if the left window of row %(row)s is taken then."))
    return " ".join(parts) % facts


def exchange_words(scene: Scene, before: Game) -> str:
    """How far this round's type lets a listed marker rise, and what each multiple pays (``RULES IV.F``)."""
    _ = scene.words.gettext
    exchange = next(area for area in before.ruleset.areas if isinstance(area, StockExchange))
    type = before.state.current_forecast
    pay, rise = exchange.pay[type], exchange.rise[type]
    facts = {"type": names.full("forecast", FORECAST_TYPES[type], scene.words), "pay": pay, "n": rise}
    if rise:
        said = scene.words.ngettext(
            "In phase IV it enters the tower and rises %(n)s space (%(type)s)",
            "In phase IV it enters the tower and rises %(n)s spaces (%(type)s)",
            rise,
        )
    else:
        said = _("In phase IV it enters the tower and does not rise (%(type)s)")
    if pay:
        return (said + _("; then you may sell it for its number times %(pay)s money, or keep it.")) % facts
    return (said + _("; selling brings nothing this round.")) % facts


def advertised(scene: Scene, action: Action) -> int:
    """The marketing type that a plate puts a marker into, or -1."""
    task = scene.game.ruleset.task_of[action.index]
    if isinstance(task, RoomTask):
        work = task.plates[1].effect
    elif isinstance(task, FloorTask):
        work = task.plate.effect
    else:
        return -1
    return work.type if isinstance(work, Advertise) else -1


def outlets_of(game: Game) -> RetailOutlets:
    """The retail outlets of the city."""
    return next(area for area in game.ruleset.areas if isinstance(area, RetailOutlets))


def after_others(scene: Scene, said: str, spaces: list[int], space: int) -> str:
    """A numbered space: which others' markers come before."""
    _ = scene.words.gettext
    others = list(dict.fromkeys(seat for seat in spaces[: max(space - 1, 0)] if seat >= 0 and seat != scene.seat))
    if not others:
        return said + _(", before everybody else.")
    return said + _(", after %(names)s.") % {"names": named_seats(scene, others)}


def remodel_words(scene: Scene, room: int) -> str:
    """What a room does once it is remodeled."""
    _ = scene.words.gettext
    does = effects.of_room(scene.game.ruleset, room, scene.words, remodeled=True)
    return _("Remodeled: %(does)s.") % {"does": does}


def remodel_bonus_words(scene: Scene) -> str:
    """What the remodel bonus offers, and its price (``RULES IV.C.1``)."""
    cost = scene.game.ruleset.bonus_remodeling
    said = scene.words.gettext("It remodels one room for %(money)s money and %(info)s info.")
    return said % {"money": cost.money, "info": cost.info}


def marketing_words(scene: Scene, quote: Quote) -> str:
    """Steps as things stand, and who has most."""
    _ = scene.words.gettext
    steps = gain(quote, "steps")
    said = scene.words.ngettext("%(n)s step as things stand", "%(n)s steps as things stand", steps) % {"n": steps}
    if gain(quote, "sole"):
        return said + _("; you alone would have the most markers there.")
    return said + _("; you would not have the most markers there alone.")


def warnings(scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
    """What the move loses: supply without a place, a room that closes."""
    _ = scene.words.gettext
    if scene.seat is None:
        return []
    found = []
    room = supply_space(before, before.state.players[scene.seat]) + quote.supply
    if quote.resolves_in == "warehouse":
        if before.state.warehouse_markers.count(scene.seat) >= room:
            found.append(_("Your closet has no place for it yet; without one in phase IV it is discarded."))
    elif loses_supply(scene, action, quote, before):
        found.append(_("Your closet has no place for it: the supply is discarded."))
    if action.text == "bonus remodel" and not can_use_remodel_bonus(before, scene.seat):
        found.append(_("You have no use for it: you can't pay for a room, or none is left to remodel."))
    if action.verb == "buy" and action.b >= 0:
        found += closing(scene, action, before, scene.seat)
    if action.verb == "buy" and before.ruleset.tiles[action.a].extra_places and not has_free_tenant(before, scene.seat):
        found.append(_("No tenant improvement is left to come with it."))
    if action.verb == "end" and before.state.players[scene.seat].time and before.question_kind == "schedule":
        found.append(_("No task is possible: the time markers left are set aside for this round."))
    return found


def loses_supply(scene: Scene, action: Action, quote: Quote, before: Game) -> bool:
    """The viewer gains supply at once that the closet has no place for (``RULES III.6``)."""
    return scene.seat is not None and lost_supply(before, scene.seat, action, quote) > 0


def closing(scene: Scene, action: Action, before: Game, seat: int) -> list[str]:
    """What a tenant improvement covers."""
    _ = scene.words.gettext
    player = before.state.players[seat]
    covered = player.visible_tenants[action.b]
    if covered >= 0:
        id = before.ruleset.tiles[covered].id
        name = names.full(names.tile_group(id), id, scene.words)
        return [_("%(room)s closes; its prestige stays.") % {"room": name}]
    if action.b >= ROOMS:
        return []
    name = names.full("room", before.ruleset.rooms[action.b].id, scene.words)
    if player.remodeled[action.b]:
        found = [
            _("%(room)s closes; you keep its %(points)s.")
            % {"room": name, "points": names.counted("point", before.ruleset.room_prestige, scene.words)}
        ]
    else:
        found = [_("%(room)s closes and can’t be remodeled any more.") % {"room": name}]
    if action.b == before.ruleset.closet_room:
        found.append(_("Nothing can be stored from then on, and stored supply is discarded."))
    return found
