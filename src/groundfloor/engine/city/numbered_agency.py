"""The advertising agency with numbered spaces, where the last marker decides first (``RULES 9.2.3``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .advertising_agency import AdvertisingAgency, AgencyStep, MarketingType
from .area import SpaceTask

if TYPE_CHECKING:
    from ..actions import ActionTable
    from ..game import Game
    from ..kinds import QuestionKind
    from ..ruleset import Ruleset
    from ..state import State


class NumberedDeskTask(SpaceTask):
    """A marker on the lowest free space of the agency's left column."""

    __slots__ = ()

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add("agency"),)

    def spaces(self, state: State) -> list[int]:
        return state.agency_desks


class NumberedAgency(AdvertisingAgency):
    """An agency whose desks fill from the lowest number; their owners decide in reverse order."""

    is_numbered: ClassVar[bool] = True

    def __init__(self, desks: int, money: int, info: int, types: tuple[MarketingType, ...]) -> None:
        super().__init__(desks, money, info, types)
        self.tasks = (NumberedDeskTask(self.id, money, info, 0),)

    def conduct(self, game: Game) -> None:
        game.push(ReverseAgencyStep())


class ReverseAgencyStep(AgencyStep):
    """Goes through the desks from the last to the first."""

    __slots__ = ()
    name: ClassVar[str] = "reverse_agency"
    turn_question: ClassVar[QuestionKind] = ""

    def seats_to_come(self, game: Game) -> list[int]:
        return [seat for seat in game.state.agency_desks[self.desk - 1 :: -1] if seat >= 0] if self.desk else []

    def next_desk(self, desks: list[int]) -> int:
        return max((desk for desk, seat in enumerate(desks) if seat >= 0), default=len(desks))
