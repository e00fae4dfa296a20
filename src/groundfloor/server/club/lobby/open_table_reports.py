"""Reports about open tables and those who sit there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.bidi import isolated
from groundfloor.table.value import ACCOUNT_PREFIX

from ...http.pages import get_locale
from ...http.request_context import get_context
from ...http.security import owner_of
from ..moderation.reports import ALL, add
from ..moderation.rows import ReportRow
from .actions import open_table_for
from .listed_tables import table_name

if TYPE_CHECKING:
    from starlette.requests import Request


async def report_open_table(request: Request, number: int, text: str) -> None:
    """Reports the player with this number at the open table of the address, or the whole table. The same errors, UnknownOpenTable."""
    context, translations = get_context(request), get_locale(request).translations

    def work() -> None:
        table = open_table_for(context, request.path_params["table"], owner_of(request))
        player = next((known for known in table.players if known.number == number), None)
        name = table_name(table, translations)
        subject = f"{isolated(name)}: {isolated(player.name)}" if player is not None else name
        accused = (
            player.owner_id.removeprefix(ACCOUNT_PREFIX) if player is not None and player.owner_id.startswith(ACCOUNT_PREFIX) else None
        )
        add(
            request,
            ReportRow(
                "", owner_of(request), "", table.game, table.game_id, number if player is not None else ALL, subject, accused, text, ""
            ),
        )

    await context.work.write(work)
