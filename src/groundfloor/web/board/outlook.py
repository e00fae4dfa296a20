"""What will come of a move, in a sentence, and what to mind before it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.numbered_agency import NumberedAgency
from groundfloor.engine.city.retail_outlets import LIQUIDATION, RetailOutlets
from groundfloor.engine.company.rooms import FloorTask, RoomTask
from groundfloor.engine.company.works import Advertise
from groundfloor.engine.state import ROOMS
from groundfloor.locales import effects, names

from .moves import brings, gain, shelf_room, spoken

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
        now, then = gain(quote, "income_now"), gain(quote, "income_then")
        said = _("From the next income on you receive %(then)s money instead of %(now)s.")
        return said % {"then": signed(then), "now": signed(now)}
    if verb == "remodel":
        return remodel_words(scene, action.a)
    if verb == "price" and action.a != LIQUIDATION:
        return price_words(scene, action.a, before)
    if verb in ("buy", "take"):
        return effects.of_tile(scene.game.ruleset.tiles[action.a], scene.words) + "."
    if verb in ("end", "done", "none", "drop", "sell", "bonus", "bonuses", "price"):
        return ""
    return task_words(scene, action, quote, before)


def signed(number: int) -> str:
    """With its sign."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def named_seats(scene: Scene, seats: list[int]) -> str:
    """Names in their order, joined as a sentence joins them."""
    _ = scene.words.gettext
    said = [_("you") if seat == scene.seat else scene.game.seats[seat].name for seat in seats]
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
    if quote.waits == "consulting_firm":
        said = _("In phase IV it slides to the right. Next round it gains %(info)s info if the left window of row %(row)s is taken then.")
        firm = next(area for area in before.ruleset.areas if isinstance(area, ConsultingFirm))
        return said % {"info": firm.reward, "row": space}
    if quote.waits == "advertising_agency":
        type = advertised(scene, action)
        if type >= 0:
            said = _("A marker from your stock goes to %(type)s at once and counts in phase IV.")
            return said % {"type": names.full("marketing", effects.marketing_types(before.ruleset)[type], scene.words)}
        if any(isinstance(area, NumberedAgency) for area in before.ruleset.areas):
            return _("In phase IV you choose how it advertises, from the last desk up.")
        return _("In phase IV you choose how it advertises, from the top desk down.")
    if quote.waits == "warehouse":
        return _("In phase IV you gain the supply at this door.")
    if quote.waits == "factory":
        return after_others(scene, _("In phase IV you put one product on a retail space"), state.factory, space)
    if quote.waits == "stock_exchange":
        return _("In phase IV it enters the tower and rises with the economy; then you may sell it.")
    if quote.waits == "construction_company":
        return after_others(scene, _("In phase IV you may buy one improvement"), state.sites, space)
    if gain(quote, "prestige"):
        return remodel_words(scene, action.a)
    if any(code == "trained" for code, _number in quote.gains):
        said = _("An employee is trained: %(n)s more time markers from the next round on.")
        return said % {"n": before.ruleset.employee_time}
    return _("You gain %(gains)s at once.") % {"gains": spoken(brings(scene, quote))}


def advertised(scene: Scene, action: Action) -> int:
    """The marketing type that a plate puts a marker into, or -1."""
    task = scene.game.ruleset.task_of[action.index]
    if isinstance(task, RoomTask):
        work = task.plates[1].work
    elif isinstance(task, FloorTask):
        work = task.plate.work
    else:
        return -1
    return work.type if isinstance(work, Advertise) else -1


def outlets_of(game: Game) -> RetailOutlets:
    """The retail outlets of the city."""
    return next(area for area in game.ruleset.areas if isinstance(area, RetailOutlets))


def after_others(scene: Scene, said: str, spaces: list[int], space: int) -> str:
    """A numbered space: whose markers come before."""
    _ = scene.words.gettext
    others = list(dict.fromkeys(seat for seat in spaces[: max(space - 1, 0)] if seat >= 0))
    if not others:
        return said + _(", before everybody else.")
    return said + _(", after %(names)s.") % {"names": named_seats(scene, others)}


def remodel_words(scene: Scene, room: int) -> str:
    """What a room does once it is remodeled."""
    _ = scene.words.gettext
    does = effects.of_room(scene.game.ruleset, room, scene.words, remodeled=True)
    return _("Remodeled: %(does)s.") % {"does": does}


def marketing_words(scene: Scene, quote: Quote) -> str:
    """Steps as things stand, and who has most."""
    _ = scene.words.gettext
    steps = gain(quote, "steps")
    said = scene.words.ngettext("%(n)s step as things stand", "%(n)s steps as things stand", steps) % {"n": steps}
    if gain(quote, "sole"):
        return said + _("; you alone would have the most markers there.")
    return said + _("; you would not have the most markers there alone.")


def price_words(scene: Scene, price: int, before: Game) -> str:
    """Who sells before a product at this price."""
    _ = scene.words.gettext
    state = before.state
    outlets = outlets_of(before)
    prices = outlets.prices
    bracket = outlets.bracket(price)
    ahead = 0
    for space, seat in enumerate(state.outlets):
        if seat < 0:
            continue
        other = outlets.bracket(prices[space])
        is_same = other == bracket and (
            state.order.index(seat) < state.order.index(scene.seat or 0) or (seat == scene.seat and prices[space] <= price)
        )
        ahead += other > bracket or is_same
    low, high = before.ruleset.consumers_range(state.current, len(state.players))
    said = scene.words.ngettext(
        "%(n)s product sells before it; %(range)s consumers come.", "%(n)s products sell before it; %(range)s consumers come.", ahead
    )
    return said % {"n": ahead, "range": f"{low}–{high}" if low < high else low}


def warnings(scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
    """What the move loses: supply without a place, a room that closes."""
    _ = scene.words.gettext
    if scene.seat is None:
        return []
    found = []
    room = shelf_room(before, scene.seat) + quote.supply
    supply = 1 if quote.waits == "warehouse" else gain(quote, "supply")
    if supply > room and action.verb != "remodel":
        found.append(
            _("Your closet is full: make room for it before then, or it is discarded.")
            if quote.waits
            else _("Your closet is full: the supply is discarded.")
        )
    if action.verb == "buy" and action.b >= 0:
        found += closing(scene, action, before, scene.seat)
    if action.verb == "end" and before.state.players[scene.seat].time and before.kind == "schedule":
        found.append(_("Nothing else is possible: the time markers left can’t be used this round."))
    return found


def closing(scene: Scene, action: Action, before: Game, seat: int) -> list[str]:
    """What a tenant improvement covers."""
    _ = scene.words.gettext
    player = before.state.players[seat]
    covered = player.places[action.b]
    if covered >= 0:
        id = before.ruleset.tiles[covered].id
        name = names.full(names.tile_group(id), id, scene.words)
        return [_("%(room)s closes; its prestige stays.") % {"room": name}]
    if action.b >= ROOMS:
        return []
    name = names.full("room", before.ruleset.rooms[action.b].id, scene.words)
    if player.remodeled[action.b]:
        found = [_("%(room)s closes; its %(points)s prestige stay.") % {"room": name, "points": before.ruleset.room_prestige}]
    else:
        found = [_("%(room)s closes and can’t be remodeled any more.") % {"room": name}]
    if action.b == before.ruleset.closet_room:
        found.append(_("Nothing can be stored from then on, and stored supply is discarded."))
    return found
