"""Errors of tables, besides those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.errors import IllegalAction, UnknownAction
from groundfloor.translatable import TranslatableError

if TYPE_CHECKING:
    from groundfloor.engine.refusals import Refusal

    from .drafts import DraftMoves


class NotPossibleNow(TranslatableError):
    """What somebody wants can't be done as the table stands."""


class NotAllowed(TranslatableError):
    """What somebody wants, they may not do."""


class StaleVersion(NotPossibleNow):
    """The move was made on another version of the table than the current one."""


class NotYourTurn(NotPossibleNow):
    """Somebody else is asked, or nobody."""


class GamePaused(NotYourTurn):
    """A move at a table that is paused."""


class CannotPropose(NotPossibleNow):
    """Somebody proposes what can't be proposed now."""


class CannotGiveTime(NotPossibleNow):
    """Somebody gives time to a player who can't get any now."""


class SeatOfAccount(NotAllowed):
    """Somebody opens a seat that belongs to somebody else's account."""


class SeatOffered(NotAllowed):
    """A seat that anybody with its link can take."""


class NoProposal(NotPossibleNow):
    """Somebody answers a proposal that is not open any more, or that does not ask them."""


class NoDraft(NotPossibleNow):
    """There is no draft to confirm or to take back."""


class NothingToUndo(NotPossibleNow):
    """The last confirmed entries can't be undone by this seat."""


class UnknownGame(TranslatableError):
    """No game, or no seat, has this address."""


class LostSeat(UnknownGame):
    """Somebody opens a seat by a secret that no longer opens it."""


class DamagedTable(TranslatableError):
    """A table whose stored data can't be read."""


class NotABotSeat(TranslatableError):
    """A seat that no bot can take, or a bot that does not exist."""


class NotABranch(TranslatableError):
    """A game that is no branch of another one."""


class UnknownOpenTable(TranslatableError):
    """No open table has this address."""


class CannotJoin(NotPossibleNow):
    """An open table that somebody can't join, or leave, any more."""


class CannotBegin(NotPossibleNow):
    """An open table whose game can't begin yet."""


class NotTheHost(NotAllowed):
    """Somebody wants what only the host of a table can do."""


class GameStays(NotAllowed):
    """A host wants to delete a game that others still need."""


class NotAPlayer(NotAllowed):
    """Somebody wants what only people who sit at a table can do."""


class NotYourSeat(NotAllowed):
    """Somebody wants what only the holder of a seat can do."""


class BadMessage(TranslatableError):
    """A message or notes of a seat that are empty or too long."""


class CannotWrite(NotAllowed):
    """Somebody may not, or may no longer, write at a table."""


class UnknownPreference(TranslatableError):
    """No such preference."""


class UnknownCommand(TranslatableError, UnknownAction):
    """A typed command, or a choice, that does not answer the open question."""


class UnknownChoice(UnknownCommand):
    """A choice with which no possible answer begins; the code that shows the error says what is possible (``with_possible_choices``)."""

    def __init__(self, draft: DraftMoves, text: str) -> None:
        super().__init__("“%(typed)s” is not possible now.", typed=text)
        self.draft = draft
        self.text = text


class ConflictsWithDraft(TranslatableError):
    """A choice that contradicts the rest of the draft."""


class BadPlan(TranslatableError):
    """A plan, or a change of one, that is not possible."""


class Ambiguous(TranslatableError):
    """A typed command that could mean several actions."""


class Refused(IllegalAction):
    """An action that the rules refuse now, with the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BadAvailability(TranslatableError):
    """Hours or holidays that nobody can have."""
