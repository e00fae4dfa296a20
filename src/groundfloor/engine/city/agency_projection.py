"""Where markers at the advertising agency will take everybody: popularity after the types are counted (``RULES IV.B``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..projection import Projection
from .advertising_agency import AdvertisingAgency, rival_of

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ProjectionKind


class MarketingProjection(Projection):
    """A marker in the box of a type, if nobody adds another one to any box.

    The seat would advance ``steps`` by this type; ``is_sole`` says that it alone would have the most markers there; else ``rival``
    is another seat with the most, and ``missing`` says how many markers more it takes to be ahead. ``order`` and ``spaces`` are
    everybody's popularity once all types are counted, ``rank`` the seat's place in it, from 1; ``gets_bonus`` says that it may then
    take a marketing bonus. ``undecided`` is the number of markers at desks whose owners still choose.
    """

    __slots__ = ("type", "markers", "steps", "is_sole", "rival", "missing", "order", "spaces", "rank", "gets_bonus", "undecided", "seat")
    kind: ClassVar[ProjectionKind] = "marketing"

    def __init__(self, game: Game, agency: AdvertisingAgency, seat: int, type: int, markers: int, undecided: int) -> None:
        then = game.copy()
        box = then.state.marketing_boxes[type]
        box[seat] += markers
        self.seat = seat
        self.type = agency.types[type].id
        self.markers = markers
        self.steps, self.is_sole = agency.steps_for(then.state, type, seat)
        self.rival, most = rival_of(box, seat)
        self.missing = 0 if self.is_sole else most - box[seat] + 1
        self.order, self.spaces = agency.landings(then.state, len(game.ruleset.popularity_levels))
        self.rank = self.order.index(seat) + 1
        then.state.popularity_order = self.order
        self.gets_bonus = can_take_bonus(then, seat)
        self.undecided = undecided

    @property
    def space(self) -> int:
        return self.spaces[self.seat]

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "type": self.type,
            "markers": self.markers,
            "steps": self.steps,
            "is_sole": self.is_sole,
            "rival": self.rival + 1 if self.rival >= 0 else None,
            "missing": self.missing,
            "order": [seat + 1 for seat in self.order],
            "spaces": self.spaces[:],
            "rank": self.rank,
            "gets_bonus": self.gets_bonus,
            "undecided": self.undecided,
        }


class AgencyProjection(Projection):
    """A marker at a desk of the agency: what each type that its owner may choose in phase IV would bring now (``RULES III.B``)."""

    __slots__ = ("types",)
    kind: ClassVar[ProjectionKind] = "agency"

    def __init__(self, types: list[MarketingProjection]) -> None:
        self.types = types

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "types": [each.as_dict() for each in self.types]}


def can_take_bonus(game: Game, seat: int) -> bool:
    """Returns True if the seat takes a marketing bonus if popularity is as it stands (``RULES IV.C``)."""
    return seat not in game.ruleset.bonus.seats_without(game.state)


def project_type(game: Game, seat: int, type: int) -> MarketingProjection:
    """Returns what comes of a marker that leaves its desk for a type, at the question ``marketing_type`` (``RULES IV.B.1``)."""
    agency = game.ruleset.agency
    desks = sum(1 for owner in game.state.agency_desks if owner >= 0) - 1
    return MarketingProjection(game, agency, seat, type, markers_of(game, agency, seat, type), max(desks, 0))


def project_desk(game: Game, seat: int) -> AgencyProjection:
    """Returns what each type would bring to a marker at a desk, if it chose now (``RULES III.B``)."""
    agency, desks = game.ruleset.agency, sum(1 for owner in game.state.agency_desks if owner >= 0)
    return AgencyProjection(
        [MarketingProjection(game, agency, seat, type, markers_of(game, agency, seat, type), desks) for type in range(len(agency.types))]
    )


def project_box(game: Game, seat: int, type: int) -> MarketingProjection:
    """Returns what comes of a marker that a room or a tile puts into a box at once (``RULES 6.1``, ``6.3``)."""
    desks = sum(1 for owner in game.state.agency_desks if owner >= 0)
    return MarketingProjection(game, game.ruleset.agency, seat, type, 1, desks)


def markers_of(game: Game, agency: AdvertisingAgency, seat: int, type: int) -> int:
    """Returns the markers that come into a box with one from a desk, as many as the stock has."""
    return 1 + min(agency.types[type].extra_markers, game.state.players[seat].reserve_time)
