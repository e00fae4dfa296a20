"""The buildings of the street, as plain data: each area with its spaces, its sign and its façade; and which spaces have changed."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.state import CONDUCT, State

from .. import names
from ..areas.presenter import BuildingView
from ..areas.registry import PRESENTERS, presenters
from ..view import TableView
from .amounts import Amount
from .game_variants import GameVariant, event
from .spaces import Space, SpaceBuilder
from .tooltips import explain, tooltip_of


@dataclass(frozen=True)
class Building:
    """One area of the city. ``sign`` is its name in lines; ``conduct`` is ``now`` or ``done`` in phase IV; ``view`` is what its
    drawing shows; ``event`` is the event of the game that changes it."""

    letter: str
    id: str
    name: str
    sign: tuple[str, ...]
    conduct: str
    spaces: tuple[Space, ...]
    view: BuildingView
    prices: tuple[Amount, ...]
    event: GameVariant | None = None

    @property
    def is_selectable(self) -> bool:
        return any(space.state == "selectable" for space in self.spaces)

    @property
    def is_draft(self) -> bool:
        return any(space.state == "draft" for space in self.spaces)


def buildings(view: TableView) -> tuple[Building, ...]:
    builder = SpaceBuilder(view, tooltip_of)
    changed = event(view)
    return tuple(
        Building(
            letter=names.LETTERS[index],
            id=presenter.area.id,
            name=presenter.name(view.translations),
            sign=names.sign("area", presenter.area.id, view.translations),
            conduct=conduct_state(view, index),
            spaces=tuple(explain(view, presenter, space) for space in presenter.spaces(builder)),
            view=presenter.view(view),
            prices=presenter.price(view),
            event=changed if changed is not None and changed.area == presenter.area.id else None,
        )
        for index, presenter in enumerate(presenters(view.game.ruleset))
    )


def conduct_state(view: TableView, index: int) -> str:
    state = view.game._state
    if state.phase != CONDUCT or state.area < 0:
        return ""
    return "now" if index == state.area else "done" if index < state.area else ""


def occupants(state: State) -> dict[str, int]:
    """Returns every numbered space of the street by its id on the page, with the seat that occupies it, -1 for nobody."""
    rows = {kind: seats for presenter in PRESENTERS.values() for kind, seats in presenter.markers(state).items()}
    return {f"space-{kind}-{number}": seat for kind, seats in rows.items() for number, seat in enumerate(seats, 1)}


def differing_spaces(before: State, now: State) -> frozenset[str]:
    """Returns the spaces to which a marker has come, or from which one has gone."""
    old = occupants(before)
    return frozenset(id for id, seat in occupants(now).items() if seat != old.get(id, -1))


def changed_spaces(before: State, now: State, seat: int) -> frozenset[str]:
    """Returns the spaces with a different marker than before, unless it is the seat's own."""
    old = occupants(before)
    return frozenset(id for id, other in occupants(now).items() if other not in (-1, seat, old.get(id, -1)))
