"""The start page: a new game, the games of this browser, and records that are brought along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from ...editions import NAMES
from ...editions.overrides import parse_house_values
from ...engine.errors import BadRecord, GroundfloorError, ImpossibleTable
from ...store import HOST
from ...tables import NewTable, SeatRequest
from ..errors import TooLarge
from ..forms import SeatField, proposed, read_options, start_facts
from ..house import house_of
from ..pages import answer, reader_of, render
from ..quotas import admit_table
from ..received import read_form
from ..resending import request_hash
from ..saying import say_on_page, status_of
from ..security import browser_of, introduce, is_ours, welcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from gettext import NullTranslations

    from starlette.datastructures import FormData
    from starlette.requests import Request

    from ...tables import PreparedTable, Table
    from ..house import House


async def show(request: Request) -> Response:
    """``/``."""
    return await start_page(request, "", 200, [])


async def start_page(
    request: Request, notice: str, status: int, fields: list[SeatField], form: FormData | None = None, error: GroundfloorError | None = None
) -> Response:
    """The page, with what was filled in and a sentence if it could not be done."""
    house, reader = house_of(request), reader_of(request)
    welcome(request)
    known = await house.read(house.store.games_of_browser, browser_of(request))
    chosen = {name: str(value) for name, value in form.items() if isinstance(value, str)} if form is not None and fields else {}
    facts = start_facts(reader.words, known, fields, {**proposed(house.values), **chosen}, faulty_options(error))
    facts["values"] = house.values if proposed(house.values).get("ruleset") == NAMES[0] else ""
    text = await house.read(render, house, request, reader, "start.html", {**facts, "notice": notice})
    response = answer(request, reader, text, status)
    introduce(request, response)
    return response


def faulty_options(error: GroundfloorError | None) -> frozenset[str]:
    """The options that an error is about."""
    facts = error.facts if isinstance(error, ImpossibleTable) else {}
    return frozenset(str(facts[key]) for key in ("option", "other") if key in facts)


async def make(request: Request) -> Response:
    """``POST /new``: a new table."""
    fields: list[SeatField] = []
    words = reader_of(request).words

    def prepare(house: House, form: FormData) -> PreparedTable:
        fields.extend(SeatField.read(form))
        seats = [field for field in fields if field.kind]
        requested = tuple(SeatRequest(field.name or unnamed(field, fields, words), field.automa, field.colour) for field in seats)
        here = frozenset(number for number, field in enumerate(seats) if field.kind == "here")
        rules = str(form.get("ruleset", "second"))
        options = read_options(form, rules)
        values = parse_house_values(str(form.get("text", "")) or str(form.get("house", "")))
        new = NewTable(requested, ruleset=rules, options=options, name=str(form.get("name", "")), house=values)
        return house.host.prepare(new, here)

    return await opened(request, prepare, fields)


def unnamed(field: SeatField, fields: list[SeatField], words: NullTranslations) -> str:
    """The name of a person whose field was left empty: by the seat's number. Automas have names of their own."""
    return "" if field.automa else words.gettext("Player %(n)s") % {"n": fields.index(field) + 1}


async def upload(request: Request) -> Response:
    """``POST /upload``: a record, to look at or to go on from."""

    def prepare(house: House, form: FormData) -> PreparedTable:
        text = str(form.get("text", ""))
        if not text.strip():
            raise BadRecord("the file is empty.")
        return brought(house, text, form.get("do") == "resume")

    return await opened(request, prepare, [])


def brought(house: House, text: str, is_resumed: bool) -> PreparedTable:
    """The table of a record that somebody brings; BadRecord if it is longer than any game."""
    limits = house.settings.limits
    most = {"bytes": limits.record_bytes, "entries": limits.record_entries}
    for what, count in (("bytes", len(text.encode())), ("entries", text.count("\n"))):
        if count > most[what]:
            raise BadRecord(f"a record that is brought here has at most {most[what]:,} {what}, not {count:,}.")
    return house.host.prepare_resumed(text) if is_resumed else house.host.prepare_shown(text)


async def opened(request: Request, prepare: Callable[[House, FormData], PreparedTable], fields: list[SeatField]) -> Response:
    """Opens a table and goes there, or shows the start page again with the reason. A request that was here before opens no second one."""
    house, words = house_of(request), reader_of(request).words
    try:
        form = await read_form(request)
    except TooLarge:
        return await start_page(request, words.gettext("That file is too large: records and house values are smaller."), 413, [])
    if not is_ours(request, house.secret, str(form.get("csrf", ""))):
        return await start_page(
            request, words.gettext("This did not come from the game’s own page, so nothing was done. Please try again."), 403, []
        )
    welcome(request)
    browser = browser_of(request)
    try:
        hash = request_hash(request, {name: str(value) for name, value in form.items()})
        if not await house.read(house.host.is_answered, hash):
            await admit_table(house, request, browser)
        new = await house.heavy(prepare, house, form)
        table = await house.write(house.host.add, new, browser, hash)
    except GroundfloorError as error:
        return await start_page(request, say_on_page(error, words), status_of(error), fields, form, error)
    response = RedirectResponse(await house.read(way_in, house, table, browser), 303)
    introduce(request, response)
    return response


def way_in(house: House, table: Table, browser: str) -> str:
    """Where a browser goes once it has opened a table: to the links if others need them, else to its seat, else to the spectators' board."""
    held = house.store.seats_of_browser(browser, table.public)
    base = next((f"/s/{holder.token}" for holder in table.seat_holders if holder.seat in held), f"/g/{table.public}")
    if table.is_shown:
        return f"{base}/at/0"
    others = [holder for holder in table.seat_holders if not holder.automa and holder.seat not in held]
    return f"{base}/table" if others else base


async def forget(request: Request) -> Response:
    """``POST /forget``: takes a game off this browser's list; its host may delete it for everybody."""
    house, words = house_of(request), reader_of(request).words
    form = await read_form(request)
    if not is_ours(request, house.secret, str(form.get("csrf", ""))):
        return await start_page(
            request, words.gettext("This did not come from the game’s own page, so nothing was done. Please try again."), 403, []
        )
    await house.write(forget_one, house, browser_of(request), str(form.get("game", "")), form.get("do") == "delete")
    return RedirectResponse("/", 303)


def forget_one(house: House, browser: str, public: str, is_deleted: bool) -> None:
    """Deletes only what this browser has made."""
    held = house.store.seats_of_browser(browser, public) if browser else frozenset()
    if is_deleted and HOST in held:
        house.host.delete(public)
    elif browser:
        house.store.forget_game(browser, public)
