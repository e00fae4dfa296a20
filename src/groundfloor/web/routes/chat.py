"""The chat of a table and the notes of a seat: a page, the parts of it that an open board fetches, and the same over the API."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, get_args
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.pictures.markers import MARKERS

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...presentation.board.people import letters
from ...store import Channel
from ...tables.availability import hours_at
from ...tables.messages import people_of
from .. import chat
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import BadBody
from ..idempotency import request_hash
from ..json_fields import optional_text, required_field
from ..pages import answer, get_locale, render
from ..request_body import read_fields
from ..security import ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import json_response, respond_with_cookie

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...store import PrivateNotes
    from ..chat import ShownMessage
    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 2 * chat.MAX_NOTES
"""Longer than notes may be, so that those that are too long are refused rather than cut off."""


async def show(request: Request) -> Response:
    """``…/chat``: the messages and notes as a page; ``?before=NUMBER`` earlier ones; ``?part=whole`` what the board shows of it, ``?part=news&after_players=N`` what has changed since."""
    return await respond(request)


async def respond(request: Request, notice: str = "", status: int = 200, text: str = "") -> Response:
    context, locale = get_context(request), get_locale(request)
    is_part = "part" in request.query_params
    page = await context.read(chat_text, context, request, locale, notice, text, is_part=is_part)
    return answer(request, locale, page, status)


def chat_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, text: str, *, is_part: bool) -> str:
    """Renders the page, or the part of it that an open board asks for; after a refusal with its ``notice`` and the ``text`` that was not sent."""
    access = chat.access_of(context, request)
    query, store, table = request.query_params, context.store, access.table
    before = parse_int(query.get("before", "")) or 0
    zone = ZoneInfo(hours_at(store.availability_of(access.holder), context.host.now()).time_zone)

    def time_text(at: str) -> str:
        return str(format_datetime(datetime.fromisoformat(at), "short", tzinfo=zone, locale=locale.language))

    channels = []
    for channel in access.reads:
        after = parse_int(query.get(f"after_{channel}", "")) or 0
        changed = store.last_message_change(table.public, channel)
        of_channel = before if query.get("of", channel) == channel else 0
        found, earlier = chat.shown_messages(context, access, channel, locale.words, after, of_channel)
        channels.append({"id": channel, "changed": changed, "messages": found, "earlier": earlier})
    with table.lock:
        marks = letters(table.game)
        people = people_of(table)
    is_seat = access.seat != chat.SPECTATOR
    facts = {
        "access": access,
        "viewer": access.viewer,
        "base": access.viewer.base,
        "table": table,
        "channels": channels,
        "unread": chat.count_unread(context, access),
        "notes": chat.notes_of(context, access) if is_seat else None,
        "is_seat": is_seat,
        "seat_marks": [(holder.name, holder.colour, letter) for holder, letter in zip(table.seat_holders, marks, strict=True)],
        "others": [table.seat_holders[seat].name for seat in people if seat != access.seat],
        "most": chat.MAX_TEXT,
        "most_notes": chat.MAX_NOTES,
        "is_earlier": bool(before),
        "is_part": is_part,
        "is_news": query.get("part") == "news",
        "text": text,
        "notice": notice,
        "time_text": time_text,
        **MARKERS,
    }
    return render(context, request, locale, "chat_part.html" if is_part else "chat.html", facts)


async def change(request: Request) -> Response:
    """``POST …/chat``: writes a message, marks messages as read, changes the notes, hides or shows the chat.

    Answers with what the board shows (``part``), or leads to the page.
    """
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await respond(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        await carry_out(request, form, request_hash(request, form))
    except GroundfloorError as error:
        response = await respond(request, message_for(error, words), status_of(error), form.get("text", ""))
    else:
        response = await respond(request) if "part" in request.query_params else RedirectResponse(request.url.path, 303)
    set_browser_cookie(request, response)
    return response


async def carry_out(request: Request, form: dict[str, str], hash: str) -> None:
    context = get_context(request)

    def work() -> None:
        match form.get("do", "write"):
            case "read":
                for channel in get_args(Channel):
                    if (changed := parse_int(form.get(channel, ""))) is not None:
                        chat.mark_read(context, request, channel, changed)
            case "note":
                chat.change_notes(context, request, form.get("note", ""))
            case "hide" | "show" as do:
                chat.change_notes(context, request, hides_chat=do == "hide")
            case _:
                chat.write_message(context, request, form.get("text", ""), form.get("moment", ""), form.get("seat", ""), hash)

    await context.write(work)


# As data


async def as_json(request: Request) -> Response:
    """``GET /api/seats/{token}/chat`` and ``GET /api/games/{public}/chat``: the messages; ``?after_players=N&after_spectators=N`` those that have changed since, ``?before_players=N`` earlier ones."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(chat_json, context, request), 200)


def chat_json(context: AppContext, request: Request) -> dict[str, object]:
    """Returns what whoever asks may read, as the API tells it (docs/http.md)."""
    access, words = chat.access_of(context, request), get_locale(request).words
    query, changed, messages = request.query_params, {}, []
    for channel in access.reads:
        changed[channel] = context.store.last_message_change(access.table.public, channel)
        after, before = (parse_int(query.get(f"{name}_{channel}", "")) or 0 for name in ("after", "before"))
        messages += [message_json(each) for each in chat.shown_messages(context, access, channel, words, after, before)[0]]
    return {
        "game": access.table.public,
        "reads": list(access.reads),
        "writes": access.writes,
        "unread": chat.count_unread(context, access),
        "changed": changed,
        "messages": messages,
    }


def message_json(shown: ShownMessage) -> dict[str, object]:
    row = shown.row
    return {
        "channel": row.channel,
        "number": row.number,
        "changed": row.changed,
        "seat": row.seat if row.seat != chat.SPECTATOR else None,
        "name": row.name,
        "at": row.at,
        "text": row.text,
        "mentions": [part.text[1:] for part in shown.parts if part.kind == "mention"],
        "moment": row.moment if shown.moment is not None else None,
        "removed": row.removed or None,
        "is_own": shown.is_own,
    }


async def change_json(request: Request) -> Response:
    """``POST`` to the same: ``{"text": …, "moment": N}`` writes a message, ``{"do": "read", "players": N}`` marks messages as read."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        hash = request_hash(request, body)
        form = {name: str(body[name]) for name in ("moment", *get_args(Channel)) if body.get(name) is not None}
        do = optional_text(body, "do") or "write"
        if do == "write":
            form["text"] = required_field(body, "text", str)
        elif do != "read":
            raise BadBody("do is one of: %(known)s.", known="write, read")
        await carry_out(request, {**form, "do": do}, hash)
        return await context.read(chat_json, context, request)

    return await respond_with_cookie(request, work, 200)


async def note_as_json(request: Request) -> Response:
    """``GET /api/seats/{token}/note``: the notes of a seat."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(note_json, context, request), 200)


def note_json(context: AppContext, request: Request) -> dict[str, object]:
    return notes_json(chat.notes_of(context, chat.access_of(context, request)))


def notes_json(notes: PrivateNotes) -> dict[str, object]:
    return {"text": notes.text, "hides_chat": notes.hides_chat}


async def change_note_json(request: Request) -> Response:
    """``POST /api/seats/{token}/note``: ``{"text": …, "hides_chat": false}``, each of them if it is there."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        hides = body.get("hides_chat")
        if hides is not None and not isinstance(hides, bool):
            raise BadBody("hides_chat is true or false.")
        text = optional_text(body, "text") if "text" in body else None

        def change() -> PrivateNotes:
            return chat.change_notes(context, request, text, hides_chat=hides)

        return notes_json(await context.write(change))

    return await respond_with_cookie(request, work, 200)
