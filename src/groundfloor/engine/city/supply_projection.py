"""What doors of the warehouse and spaces of the construction company will bring in phase IV (``RULES IV.D``, ``IV.I``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..effects import supply_capacity, supply_space
from ..projection import Projection
from .construction_company import ConstructionCompany

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ProjectionKind


class WarehouseProjection(Projection):
    """A marker at a door, if the seat uses and gains no other supply until then.

    ``kept`` is the supply that it brings, 0 if the storage closet is full by then; ``held`` is what the seat has once all its markers
    at the warehouse are conducted, of at most ``capacity``.
    """

    __slots__ = ("kept", "held", "capacity")
    kind: ClassVar[ProjectionKind] = "warehouse"

    def __init__(self, game: Game, seat: int, door: int) -> None:
        player, markers = game.state.players[seat], game.state.warehouse_markers
        room = supply_space(game, player)
        self.kept = 1 if markers[:door].count(seat) < room else 0
        self.held = player.supply + min(markers.count(seat) + 1, room)
        self.capacity = supply_capacity(game, player)

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "kept": self.kept, "held": self.held, "capacity": self.capacity}


class ConstructionProjection(Projection):
    """A marker on a construction space, if nothing is bought before it.

    The seats in ``before`` choose first. ``money`` and ``info`` are the price of a floor, ``tenant_money`` and ``tenant_info`` that of a tenant improvement;
    ``floors`` and ``tenants`` are the kinds that the seat can then have, if it can pay for them.
    """

    __slots__ = ("before", "money", "info", "tenant_money", "tenant_info", "floors", "tenants")
    kind: ClassVar[ProjectionKind] = "construction"

    def __init__(self, game: Game, company: ConstructionCompany, seat: int, space: int) -> None:
        player, tiles = game.state.players[seat], game.ruleset.tiles
        available = [tile for tile in tiles if company.purchase_refusal(game, player, tile.index) is None]
        self.before = [owner for owner in game.state.construction_queue[:space] if owner >= 0]
        floor = next(tile.index for tile in tiles if not tile.is_tenant)
        self.money, self.info = company.price(game, player, floor)
        self.tenant_money, self.tenant_info = company.tenant_money, company.tenant_info
        self.tenants = sum(1 for tile in available if tile.is_tenant)
        self.floors = len(available) - self.tenants

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "before": [seat + 1 for seat in self.before],
            "money": self.money,
            "info": self.info,
            "tenant_money": self.tenant_money,
            "tenant_info": self.tenant_info,
            "floors": self.floors,
            "tenants": self.tenants,
        }


def project_door(game: Game, seat: int, door: int) -> WarehouseProjection:
    """Returns what a marker at a door brings, by the index of the door (``RULES IV.D``)."""
    return WarehouseProjection(game, seat, door)


def project_space(game: Game, seat: int, space: int) -> ConstructionProjection:
    """Returns what a marker on a construction space brings, by the index of the space (``RULES IV.I``)."""
    return ConstructionProjection(game, game.ruleset.company, seat, space)
