"""Presents the agency with numbered desks, where the last one decides first (``RULES 9.2.3``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.numbered_agency import NumberedAgency

from .advertising_agency import AdvertisingAgencyPresenter

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.state import State


class NumberedAgencyPresenter(AdvertisingAgencyPresenter[NumberedAgency]):
    """Desks that fill from the lowest number; their owners decide in reverse order."""

    is_numbered: ClassVar[bool] = True

    def conduct_order(self, words: NullTranslations) -> str:
        return words.gettext("In phase IV you choose how your marker advertises, from the last desk up.")

    def deciding_desk(self, state: State, seat: int) -> int:
        desks = state.agency_desks
        return max((number for number, owner in enumerate(desks, 1) if owner == seat), default=0)
