"""What a place of the city is for, and why nobody can go there now: notes of places that are not lit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.presentation import effects, names

from .outlook import remodel_bonus_words
from .rule_refs import SCHEDULING, rule_of_space

if TYPE_CHECKING:
    from groundfloor.engine.city.area import Area

    from .scene import Scene
    from .spaces import Space


def explained(scene: Scene, area: Area, spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """The spaces of an area with their rules, those that are not lit with what they are for and why they can't be chosen now."""
    told = (space if space.state in ("lit", "pencilled") else explained_one(scene, area, space) for space in spaces)
    return tuple(replace(space, rule=rule_of_space(area.id, space.id, scene.settled.state.phase)) for space in told)


def explained_one(scene: Scene, area: Area, space: Space) -> Space:
    """One place. A reason that stands there already (a price that can't be paid, a closed place) is kept."""
    what = purpose(scene, area, space)
    words = names.plain(what if space.note.warning else f"{what} {reason(scene, space)}".strip())
    # The label of a taken place ends with whose marker lies there, so that a list of them is quick to hear.
    label = space.label if space.person is not None else f"{space.label} {words}"
    return replace(space, label=label, note=replace(space.note, words=words))


def kind_of(space: Space) -> str:
    """The first word of a place's id: ``door-3`` is a ``door``."""
    return space.id.split("-")[0]


def index_of(space: Space) -> int:
    """The number at the end of a place's id, from 0."""
    return int(space.id.rpartition("-")[2]) - 1


def purpose(scene: Scene, area: Area, space: Space) -> str:
    """What happens to a marker in this place, or what the place gives."""
    _ = scene.words.gettext
    kind = kind_of(space)
    if isinstance(area, ConsultingFirm):
        if kind == "left":
            return _("A marker here slides to the right in phase IV.")
        return _("In phase IV a marker here gains %(info)s info if the left window of its row is taken.") % {"info": area.reward}
    if isinstance(area, AdvertisingAgency):
        return (
            _("In phase IV the owner of a marker here chooses how it advertises.") if kind == "agency" else type_words(scene, area, space)
        )
    if isinstance(area, MarketingBonus):
        return bonus_words(scene, area, space)
    if isinstance(area, Warehouse):
        return _("In phase IV the owner of a marker here gains the supply at this door.")
    if isinstance(area, Factory):
        return _("In phase IV a marker here becomes a product for the retail outlets.")
    if isinstance(area, StockExchange):
        return exchange_words(scene, area, space)
    if isinstance(area, RetailOutlets):
        return outlet_words(scene, area, space)
    assert isinstance(area, ConstructionCompany)
    return _("In phase IV the owner of a marker here may buy one improvement.")


def type_words(scene: Scene, area: AdvertisingAgency, space: Space) -> str:
    """A board of the agency: how many markers make a step of popularity."""
    kind = next(kind for kind in area.types if space.id == f"type-{kind.id}")
    said = scene.words.ngettext(
        "Each marker brings a step of popularity, and whoever alone has the most one more.",
        "Every %(n)s markers bring a step of popularity, and whoever alone has the most one more.",
        kind.markers_per_step,
    )
    return said % {"n": kind.markers_per_step}


def bonus_words(scene: Scene, area: MarketingBonus, space: Space) -> str:
    """A banner: what the bonus brings."""
    _ = scene.words.gettext
    bonus = next(bonus for bonus in area.bonuses if space.id == f"bonus-{bonus.id}")
    if bonus.is_remodel:
        return remodel_bonus_words(scene)
    if bonus.time and scene.game.ruleset.ending.is_over(scene.game):
        return _("In the last round it brings nothing any more.")
    if bonus.time:
        said = scene.words.ngettext(
            "It brings %(n)s more time marker next round.", "It brings %(n)s more time markers next round.", bonus.time
        )
        return said % {"n": bonus.time}
    code = "money" if bonus.money else "info" if bonus.info else "supply"
    return _("It brings %(amount)s.") % {"amount": names.counted(code, bonus.money or bonus.info or bonus.supply, scene.words)}


def exchange_words(scene: Scene, area: StockExchange, space: Space) -> str:
    """A door of the exchange, or a place in its tower."""
    _ = scene.words.gettext
    if kind_of(space) == "listing":
        return _("In phase IV a marker here enters the tower.")
    pays = ", ".join(f"{names.full('forecast', id, scene.words)} {pay}" for id, pay in zip(names.FORECASTS, area.pay, strict=True))
    said = _("In phase IV the owner may sell a marker here for %(multiple)s times the forecast’s money (%(pays)s).")
    return said % {"multiple": area.multiples[index_of(space)], "pays": pays}


def outlet_words(scene: Scene, area: RetailOutlets, space: Space) -> str:
    """A window of the outlets: what a consumer pays, and which prices sell alike; or the door of liquidation."""
    _ = scene.words.gettext
    if space.id == "liquidation":
        return _("A product that finds no consumer or no free window sells here at once.")
    price = area.prices[index_of(space)]
    facts = {"price": price, "bracket": effects.of_bracket(area.brackets[area.bracket(price)], scene.words)}
    return _("In phase IV a consumer pays %(price)s money for a product here (bracket %(bracket)s).") % facts


def reason(scene: Scene, space: Space) -> str:
    """Why a place that is not lit can't be chosen now; empty for those who only watch."""
    _ = scene.words.gettext
    if space.person is not None:
        return _("Your marker is here.") if space.person.is_you else _("Taken by %(name)s.") % {"name": space.person.name}
    found = moment_reason(scene)
    if found or scene.seat is None:
        return found
    return task_reason(scene, space) if kind_of(space) in SCHEDULING else conduct_reason(scene, space)


def moment_reason(scene: Scene) -> str:
    """Why nobody, or not the viewer, can choose anything now; empty if the viewer is asked or only watches a running game."""
    _ = scene.words.gettext
    if scene.history is not None:
        return _("You are looking back at an earlier moment.")
    if scene.settled.is_over:
        return _("The game is over.")
    asked = scene.settled.current_player
    if scene.seat is None or scene.is_asked or asked is None or asked == scene.seat:
        return ""
    return _("It is the turn of %(name)s.") % {"name": scene.game.seats[asked].name}


def room_reason(scene: Scene, seat: int) -> str:
    """Why a task or a remodeling in the viewer's own company can't be chosen now; empty in other companies."""
    if seat != scene.seat:
        return ""
    return moment_reason(scene) or phase_reason(scene)


def phase_reason(scene: Scene) -> str:
    """Why the viewer, who is asked, can't schedule a task; empty if a task is asked for."""
    _ = scene.words.gettext
    # While a task is only pencilled in, another one may still take its place.
    kind = scene.settled.question_kind
    if kind == "after_task":
        return _("Your task of this turn is done.")
    return "" if kind == "schedule" else _("Tasks are scheduled in phase III.")


def task_reason(scene: Scene, space: Space) -> str:
    """Why no task can be scheduled here."""
    _ = scene.words.gettext
    found = phase_reason(scene)
    if found:
        return found
    if scene.picked:
        return _("First finish what you have begun, or go back.")
    if kind_of(space) == "left":
        return _("A marker goes to the topmost free row.")
    return _("A marker goes to the lowest free space.")


def conduct_reason(scene: Scene, space: Space) -> str:
    """Why a place of phase IV is not chosen now."""
    _ = scene.words.gettext
    kind = kind_of(space)
    if kind in ("outlet", "liquidation") and scene.game.question_kind == "drop":
        return _("Choose the product that drops first.")
    return {
        "right": _("Markers come here from the left column only."),
        "type": _("Types are chosen in phase IV, for the markers at the desks."),
        "bonus": _("Bonuses are taken in phase IV, in popularity order."),
        "track": _("Markers come here from the doors in phase IV."),
        "outlet": _("Products come here from the factory in phase IV."),
        "liquidation": _("Products are liquidated in phase IV only."),
    }[kind]
