"""What the page of a table says about deciding together: the open proposal, or what its viewer can propose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.record import ENDLESS_PURPOSES
from ..presentation.board.proposals import proposal_sentence, tally
from .scenes import proposal_facts

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ..tables import Table
    from .viewer import Viewer


@dataclass(frozen=True)
class Choice:
    """What can be proposed: its word in requests, and what a button and the sentence beside it say."""

    kind: str
    label: str
    sentence: str


@dataclass(frozen=True)
class Together:
    """Either what is proposed, or ``choices``; ``version`` is that of the table."""

    version: int
    sentence: str = ""
    tally: str = ""
    choices: tuple[Choice, ...] = ()


def together(viewer: Viewer, words: NullTranslations) -> Together | None:
    """Returns None for spectators, bots' seats, and games that are over."""
    table = viewer.table
    with table.lock:
        if viewer.seat is None or table.is_shown or table.game.is_over or table.seat_holders[viewer.seat].automa:
            return None
        found = proposal_facts(table, [holder.seat for holder in viewer.seats])
        if found is not None and found.is_open:
            called = {holder.seat: holder.name for holder in table.seat_holders}
            return Together(table.version, proposal_sentence(found, called, words), tally(found, words))
        return Together(table.version, choices=tuple(choices(table, viewer.seat, words)))


def choices(table: Table, seat: int, words: NullTranslations) -> list[Choice]:
    _ = words.gettext
    ends = [] if table.match.record.purpose in ENDLESS_PURPOSES else end_choices(words)
    if table.pause is not None:
        said = _("More than half have to agree; whoever asked for the pause decides alone.")
        return [Choice("resume", _("Resume the game"), said), *ends]
    found = [Choice("pause", _("Pause the game"), _("Nobody can move until the game is resumed. More than half have to agree."))]
    count = table.askable_undo(seat)
    if count and not table.undoable(seat):
        said = _("The last %(n)s decisions are taken back, if all agree whose decisions are among them.") % {"n": count}
        found.insert(0, Choice("undo", _("Take back my last decision"), said))
    return found + ends


def end_choices(words: NullTranslations) -> list[Choice]:
    _ = words.gettext
    return [
        Choice(
            "score", _("End the game here"), _("It is scored as it stands. All have to agree, and the result is marked as ended early.")
        ),
        Choice("cancel", _("Cancel the game"), _("It ends without result, and nobody’s statistics count it. All have to agree.")),
    ]
