"""The page with the links of a table, where its host also changes who plays a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.agents.levels import FIRST_LEVEL
from groundfloor.numbers import seat_number_or_none
from groundfloor.presentation.house_values import value_sentences
from groundfloor.table.seats import MAX_BOTS

from ...http.addresses import ALL_INTERFACES
from ...http.handlers import form_of, page
from ...http.limits import FixedLimit
from ...http.pages import get_locale, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, of_table
from ...http.security import owner_of
from ..new_tables.bot_choices import bots
from ..new_tables.same_table import same_table_path
from ..situations import away_seats
from ..viewer import get_viewer
from . import seat_players
from .table_links import qr_code, reach_of, seat_links
from .votes import votes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...http.request_body import FormFields


@page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``…/table``: the seats of the table, and the links that this browser may pass on: all of them for the host, those of their own seats for others."""
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    viewer = get_viewer(context, request, owner_id)
    origin = context.addresses.link_origin(request)
    rows = seat_links(context, viewer, origin, locale)
    draws = viewer.table.match.record
    house = draws.ruleset.overrides
    at_table = [seat_value.agent for seat_value in viewer.table.value.seats if seat_value.agent]
    bot_choices = bots(locale, at_table)
    return render(
        request,
        "links.html",
        **context.club.table_facts(request, viewer, locale),
        **context.club.follow_facts(request, viewer),
        viewer=viewer,
        rows=rows,
        token=request.path_params.get("token", ""),
        missing=[row.seat_value.name for row in rows if row.arrival == "missing"],
        public_link=f"{origin}/g/{viewer.table.game_id}",
        origin=origin,
        reach=reach_of(origin),
        listens_everywhere=context.addresses.host in ALL_INTERFACES,
        qr_code=qr_code,
        has_others=any(row.arrival != "automa" and not row.is_own for row in rows),
        same_table=same_table_path(context, viewer),
        topics=viewer.topics(locale.language).partition("&w=")[0],
        draws=draws,
        error_message=error_message,
        done=request.query_params.get("done", ""),
        is_reported="reported" in request.query_params,
        reported_people=[
            (seat_number_or_none(seat_value.seat), seat_value.name) for seat_value in viewer.table.value.seats if not seat_value.is_automa
        ],
        votes=votes_of(viewer, locale.translations, away_seats(context, viewer)),
        bots=bot_choices,
        bots_by_id={bot.id: bot for bot in bot_choices},
        first_level=FIRST_LEVEL,
        house=list(zip(house, value_sentences(draws.ruleset, house, locale.translations), strict=True)),
    )


@form_of(show)
async def change_seat(request: Request, form: FormFields) -> str:
    """``POST …/table``: lets a bot play a seat from here on, or a person again; renews the link of a seat; reports somebody."""
    context, seat, path = get_context(request), form.optional_seat("seat"), request.url.path
    if form.get("do") == "report":
        promise(f"{path}?reported=1")
        await context.club.report(request, seat, form.text("text"))
        return f"{path}?reported=1"

    def work() -> str:
        """Returns the address of the page, a new one if the link of its own seat was renewed, with the new link in sight."""
        owner_id = owner_of(request)
        viewer, wanted = get_viewer(context, request, owner_id), -1 if seat is None else seat
        if form.get("do") != "renew":
            seat_players.change_player(context, viewer, wanted, form.text("bot"))
            return path
        token = context.table_service.new_token()
        then = f"{f'/s/{token}/table' if wanted == viewer.address_seat else path}#seat-link-{wanted}"
        promise(then)
        seat_players.renew_link(context, viewer, wanted, owner_id, token)
        return then

    return await context.work.write(work)


ROUTES = (
    *of_table("GET {base}/table", show, "Who sits at the table, and the links of their seats.", query=("done", "reported", "as")),
    *of_table("POST {base}/table", change_seat, "Gives a seat to a bot or a person, or renews its link.", rights="host", limits=(*PER_CHANGE, FixedLimit(MAX_BOTS, "times that bots take a seat"))),
)  # fmt: skip
