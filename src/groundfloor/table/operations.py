"""What a seat can do at a table: a small class for each operation.

Seats and the steps of a plan count from 0. ``version`` is that of the table that somebody has seen: on another one the operation raises StaleVersion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .value import Preferences, Proposed

GuideWord = Literal["next", "leave", "resume"]


@dataclass(frozen=True, slots=True)
class Apply:
    """Confirms these actions at once, by their full texts; all or none."""

    texts: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Adds the only legal answer that begins with a text to the draft, or the text itself if there are several."""

    text: str
    version: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirms the draft. ``shown`` are the answers of the draft that the page shows, separated by commas (None: any)."""

    version: int
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes back the last choice of the draft."""

    version: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last confirmed decision. Where that takes everybody's agreement but nobody else has to agree, it is proposed."""

    version: int


@dataclass(frozen=True, slots=True)
class ReplacePlan:
    """Plans these moves and no others."""

    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddPlannedMove:
    """Adds a move to the plan, with its condition: ``factory at most 3``."""

    step: str


@dataclass(frozen=True, slots=True)
class RemovePlannedMove:
    """Takes a move off the plan. ``shown`` is what somebody has seen there, with or without its condition ("": anything)."""

    at: int
    shown: str = ""


@dataclass(frozen=True, slots=True)
class ReorderPlannedMove:
    """Moves a planned move to another place; before the first or after the last one it stays at that end."""

    at: int
    to: int
    shown: str = ""


@dataclass(frozen=True, slots=True)
class SetCondition:
    """Gives a planned move another condition: `` at most 3``, `` else agency 2`` or none ("")."""

    at: int
    condition: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class ClearPlan:
    """Takes all moves off the plan."""


@dataclass(frozen=True, slots=True)
class StartPlan:
    """Lets the table make the planned moves, each as soon as the seat is asked."""


@dataclass(frozen=True, slots=True)
class StopPlan:
    """Stops the table from making planned moves."""


@dataclass(frozen=True, slots=True)
class DraftNextPlannedMove:
    """Adds the next possible planned move to the draft."""

    version: int


@dataclass(frozen=True, slots=True)
class MarkSeen:
    """Remembers that the seat has looked at everything up to a version."""

    version: int


@dataclass(frozen=True, slots=True)
class SetGuide:
    """Goes on from a step of the guide, sends it away or calls it back."""

    word: GuideWord


@dataclass(frozen=True, slots=True)
class SetPreference:
    """Switches a preference on or off (None: to what it is not)."""

    name: str
    is_on: bool | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """Asks the others to agree to something."""

    what: Proposed
    version: int = -1


@dataclass(frozen=True, slots=True)
class Vote:
    """Agrees to the open proposal with this id, or refuses it; the proposer withdraws it by refusing."""

    proposal: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Gives time to another seat whose time is over."""

    to: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Loses a rated game at once, against all who stay."""


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """Takes the player's seat back from a bot."""


PlanChange = ReplacePlan | AddPlannedMove | RemovePlannedMove | ReorderPlannedMove | SetCondition | ClearPlan
Operation = (
    Apply
    | Pick
    | Confirm
    | TakeBack
    | Undo
    | PlanChange
    | StartPlan
    | StopPlan
    | DraftNextPlannedMove
    | MarkSeen
    | SetGuide
    | SetPreference
    | Propose
    | Vote
    | GiveTime
    | Resign
    | ReturnToSeat
)


# What happens at a table besides: operations of the server for a seat


@dataclass(frozen=True, slots=True)
class AnswerForBot:
    """Applies the answer of the bot that is on turn."""

    text: str
    version: int


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """Lets a bot play a seat from here on, or a person again (""). ``is_seat_lost``: others have taken it from its player."""

    bot: str
    is_seat_lost: bool = False


@dataclass(frozen=True, slots=True)
class EndTime:
    """Ends the time of the seat that is asked."""


@dataclass(frozen=True, slots=True)
class RenewLink:
    """Gives a seat a new secret token; its old link leads nowhere from here on. ``is_seat_lost``: its player has not got the new one."""

    token: str
    is_seat_lost: bool = True


@dataclass(frozen=True, slots=True)
class TakeOffer:
    """Gives an offered seat to another person, with an account ("": a guest)."""

    account: str = ""


@dataclass(frozen=True, slots=True)
class SetPreferences:
    """Gives a seat the preferences that its player has elsewhere."""

    preferences: Preferences


ServerOperation = AnswerForBot | LetBotPlay | EndTime | RenewLink | TakeOffer | SetPreferences
