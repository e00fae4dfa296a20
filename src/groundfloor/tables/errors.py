"""What can go wrong at a table beside what the rules refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError, IllegalAction, UnknownAction

if TYPE_CHECKING:
    from ..engine.refusals import Refusal


class Said(GroundfloorError):
    """An error whose sentence can be said in every language: ``msgid`` with ``facts``."""

    def __init__(self, msgid: str, **facts: str) -> None:
        super().__init__(msgid % facts)
        self.msgid = msgid
        self.facts = facts


class Stale(Said):
    """The move was made on a picture of the table that is not the present one."""


class NotYourTurn(Said):
    """Somebody else is asked, or nobody."""


class NothingPencilled(Said):
    """There is no tentative move to confirm or to take back."""


class NothingToUndo(Said):
    """The last confirmed entries can't be undone by this seat."""


class UnknownGame(Said):
    """No game, or no seat, has this address."""


class DamagedTable(Said):
    """A table whose data on the disk can't be read."""


class UnknownPreference(Said):
    """No such preference."""


class BadUpload(Said):
    """A record that can be read but not used like this."""


class UnknownCommand(Said, UnknownAction):
    """A typed command, or a choice, that is no action of the question that stands."""


class Conflicting(Said):
    """A choice that can't be made together with the rest of the draft."""


class Ambiguous(Said):
    """A typed command that could mean several actions."""


class Refused(IllegalAction):
    """An action that the rules refuse now, with the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
