"""The warehouse: its doors with their supply (``RULES III.D``, ``IV.D``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.area_projections import WarehouseProjection
from groundfloor.engine.city.warehouse import SupplyFetched, Warehouse, WarehouseRestocked
from groundfloor.engine.effects import supply_space
from groundfloor.engine.game import Game
from groundfloor.engine.state import State
from groundfloor.translatable import _, plural

from .. import names
from ..board.amounts import Amount, Offer, amount
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats, formats_own, says
from ..view import TableView
from .presenter import AreaPresenter, BuildingView, occupant_name


@dataclass(frozen=True)
class Door:
    """A door: its cube, its price in money and in info."""

    has_cube: bool
    money: Amount
    info: Amount


@dataclass(frozen=True)
class WarehouseView(BuildingView):
    doors: tuple[Door, ...]


class WarehousePresenter(AreaPresenter[Warehouse]):
    """Doors with a price in money or info, blocked where there is no supply."""

    task_verb = "warehouse"
    task_rule = "III.D"
    conduct_rule = "IV.D"
    task_places = ("door",)
    placed_message = _("%(name)s ordered the supply at door %(space)s for %(price)s.")
    automa_placed_message = _("%(name)s ordered the supply at door %(space)s.")
    failed_messages = plural(
        "The Automa’s card named the %(area)s; door %(shut)s was taken or had no supply.",
        "The Automa’s card named the %(area)s; doors %(shut)s were taken or had no supply.",
    )
    purpose_text = _("In phase IV the owner of a marker here gains the supply at this door.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        name = f"{self.name(view.translations)}, " + view._("door %(number)s")
        state, before = view.game._state, view.moment.game._state
        doors = []
        for number, door in enumerate(self.view(view).doors, 1):
            seat = state.warehouse_markers[number - 1]
            doors.append(
                builder.space(
                    f"door-{number}",
                    name % {"number": number},
                    f"warehouse {number}",
                    seat,
                    before.warehouse_markers[number - 1],
                    blocked="" if door.has_cube or seat >= 0 else view._("There is no supply at this door."),
                    offer=Offer(((door.money,), (door.info,)), (amount(view, "supply", 1),)),
                )
            )
        return tuple(doors)

    def view(self, view: TableView) -> WarehouseView:
        cubes = zip(self.area.prices, view.game._state.warehouse_supply, strict=True)
        return WarehouseView(
            tuple(Door(bool(cube), amount(view, "money", money), amount(view, "info", info)) for (money, info), cube in cubes)
        )

    def contents(self, view: TableView) -> list[str]:
        state = view.game._state
        parts = []
        doors = zip(self.area.prices, state.warehouse_supply, state.warehouse_markers, strict=True)
        for number, ((money, info), cube, seat) in enumerate(doors, 1):
            held = occupant_name(view, seat) if cube else view._("empty")
            parts.append(
                view._("door %(number)s (%(money)s money or %(info)s info) %(held)s", number=number, money=money, info=info, held=held)
            )
        return ["; ".join(parts) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"door": state.warehouse_markers}

    def task_title(self, view: TableView, action: Action, quote: Quote) -> str:
        door = int(action.text.split()[1])
        return view._("%(area)s, door %(number)s", area=self.name(view.translations), number=door)

    def second_step(self, view: TableView) -> str:
        return view._("Pay in money or in info, never mixed.")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> str:
        word = names.full("resource", "money" if quote.money else "info", view.translations)
        return view._("Pay %(resource)s", resource=word)

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        """Returns what the storage closet holds with the supply at the door (``RULES IV.D``); empty if it has no room, which a warning says."""
        projection = view.projection(action, before)
        if not isinstance(projection, WarehouseProjection):
            return view._("In phase IV you gain the supply at this door.")
        if not projection.kept:
            return ""
        return view._(
            "You gain this supply in phase IV; as things stand, your storage closet then holds %(held)s of %(capacity)s.",
            held=projection.held,
            capacity=projection.capacity,
        )

    def task_warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        """Returns a warning for one marker more than the storage closet has places (``RULES IV.D``): which supply is lost."""
        projection = view.projection(action, before)
        if view.own.seat is None or not isinstance(projection, WarehouseProjection):
            return []
        if not projection.capacity:
            return [view._("As things stand, you have no room for supply in phase IV: this one is discarded.")]
        if not projection.kept:
            return [
                view._(
                    "As things stand, your storage closet is full in phase IV (%(held)s of %(capacity)s): this supply is discarded.",
                    held=projection.held,
                    capacity=projection.capacity,
                )
            ]
        if before._state.warehouse_markers.count(view.own.seat) < supply_space(before, before._state.players[view.own.seat]):
            return []
        return [view._("Your storage closet is full then: the supply at another of your doors is discarded.")]


@formats(SupplyFetched)
def supply_fetched(formatter: EventFormatter, event: SupplyFetched) -> Sentences:
    if formatter.is_automa:
        return formatter._("%(name)s removed the supply at door %(door)s."), ""
    if event.supply:
        return formatter._("%(name)s fetched the supply at door %(door)s."), ""
    held = formatter.counted("supply", event.held)
    return formatter._("%(name)s had to discard the supply at door %(door)s."), formatter._(
        "The storage closet held %(held)s and had no room for more.", held=held
    )


@formats_own(SupplyFetched)
def own_supply_fetched(formatter: EventFormatter, event: SupplyFetched) -> str:
    if event.supply:
        return formatter._("You fetched a supply from the warehouse.")
    return formatter._("You had to discard a supply: the storage closet was full.")


says(WarehouseRestocked, _("Door %(door)s of the warehouse got a supply."), _("It was the most expensive door without one."))
