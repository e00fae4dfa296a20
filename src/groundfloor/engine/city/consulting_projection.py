"""Whether meetings at the consulting firm take place (``RULES IV.A``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..projection import Projection
from .consulting_firm import ConsultingFirm

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ProjectionKind
    from ..state import State


class ConsultingProjection(Projection):
    """A meeting that is booked in a ``row``, from 1, if no Emergency Meeting moves a marker.

    The booking lets the marker of ``beside`` (a seat, -1: nobody) gain ``info`` in this round. The marker itself slides to the right and
    gains ``info`` in the next round if at least ``bookings`` markers are booked then, else ``consolation``; ``is_last`` says that no round
    follows.
    """

    __slots__ = ("row", "beside", "info", "bookings", "consolation", "is_last")
    kind: ClassVar[ProjectionKind] = "consulting"

    def __init__(self, game: Game, firm: ConsultingFirm, row: int) -> None:
        self.row = row + 1
        self.beside = game.state.consulting_right[row]
        self.info = firm.reward
        self.bookings = row + 1
        self.consolation = firm.consolation
        self.is_last = game.ruleset.ending.is_over(game)

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "row": self.row,
            "beside": self.beside + 1 if self.beside >= 0 else None,
            "info": self.info,
            "bookings": self.bookings,
            "consolation": self.consolation,
            "is_last": self.is_last,
        }


def project_booking(game: Game, seat: int, row: int) -> ConsultingProjection:
    """Returns what comes of a meeting that a seat books in a row, from 0 (``RULES III.A``)."""
    return ConsultingProjection(game, game.ruleset.firm, row)


def missing_bookings(state: State, row: int) -> int:
    """Returns how many more markers must be booked in this round for the meeting in the right window of ``row``, from 0."""
    return max(row + 1 - sum(1 for seat in state.consulting_left if seat >= 0), 0)
