"""Bots of tables that no server runs."""

from __future__ import annotations

from groundfloor.tables import Table
from groundfloor.tables.agent_moves import agent_action


def let_bots_play(table: Table) -> None:
    """Lets bots answer until a person is asked or the game is over."""
    table.give_standing_answers()
    while (asked := table.bot_on_turn) is not None:
        table.answer_for_bot(asked[0], agent_action(table.match, asked[1]).text, table.version)
