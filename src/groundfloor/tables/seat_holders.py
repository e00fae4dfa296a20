"""Who plays a seat of a table: a person or a bot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..agents.specification import is_table_agent, table_agents
from ..table_value import PlanStop
from .errors import NotABotSeat
from .rights import ONLY_SHOWN, OVER, of_player, seat_situation

if TYPE_CHECKING:
    from .table import Table

MAX_BOTS = 15
"""How often bots can take a seat, so that the record of a game can still be uploaded."""

STANDING_ANSWERS = {"hire": "skips_hiring", "fire": "skips_firing"}
"""Questions with an automatic answer, ``done``, and the preference that switches it on."""


def check_is_played(table: Table) -> None:
    """Raises NotYourTurn if a table only shows a record."""
    if table.is_record_only:
        raise ONLY_SHOWN.error()


def check_running(table: Table) -> None:
    """Raises NotYourTurn if a table only shows a record, or its game is over."""
    check_is_played(table)
    if table.game.is_over:
        raise OVER.error()


def check_no_bot(table: Table, seat: int) -> None:
    """Raises NotYourTurn if a bot plays for a seat."""
    refusal = of_player(seat_situation(table, seat))
    if refusal is not None:
        raise refusal.error()


def change_player(table: Table, seat: int, bot: str) -> None:
    """Lets a bot play a seat of a table from here on, or a person ("")."""
    holder = table.value.seats[seat]
    check_running(table)
    if holder.is_automa:
        raise NotABotSeat("An Automa sits here; a bot can take the seat of a person only.")
    if bot and not is_table_agent(bot):
        raise NotABotSeat("There is no bot “%(bot)s”; there are: %(known)s.", bot=bot, known=", ".join(table_agents()))
    if bot == holder.agent:
        return
    if bot and has_had_all_bots(table, seat):
        raise NotABotSeat("Bots have taken this seat %(most)s times, the most that are possible in a game.", most=str(MAX_BOTS))
    table.change_match(lambda match: match.change_player(seat, bot))
    notes = holder.notes.stopped(PlanStop("bot", table.version)) if bot else holder.notes
    table.change_seat(replace(holder, automa=bot, draft=None, notes=notes))
    if table.value.clocks is not None and not bot:
        table.value = replace(table.value, clocks=table.value.clocks.with_player_back(seat))
    table.give_auto_answers()


def has_had_all_bots(table: Table, seat: int) -> bool:
    """Returns whether bots have taken a seat as often as they can."""
    return sum(bool(entry.bot) and entry.seat == seat for entry in table.match.record.entries) >= MAX_BOTS
