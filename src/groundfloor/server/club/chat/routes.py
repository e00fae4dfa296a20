"""The chat of a table and the notes of a seat: a page, the parts of it that an open board fetches, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict, get_args

from msgspec import Meta

from groundfloor.numbers import parse_int, seat_number_or_none
from groundfloor.presentation.board.people import letters
from groundfloor.presentation.pictures.markers import MARKERS
from groundfloor.table.messages import people_of

from ...database.rows import Channel, PrivateNotes, Remover
from ...game.time_zone import own_zone, time_text
from ...http.errors import BadBody
from ...http.handlers import form_of, json_change, json_view, page
from ...http.idempotency import was_carried_out
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, Notes, PersonMark, Time, described_notes
from ...http.limits import FixedLimit
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.request_texts import FIELD_BYTES
from ...http.route import PER_CHANGE, STORED, Route, of_table
from ...http.security import set_browser_cookie
from . import messages as chat
from . import storage as chat_storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ...context import AppContext
    from ...http.request_body import FormFields, JsonFields
    from .messages import ShownMessage
    from .rows import MessageRow


@page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``…/chat``: the messages and notes as a page; ``?before=NUMBER`` earlier ones; ``?part=whole`` what the board shows of it, ``?part=news&after_players=N`` what has changed since.

    After a refusal with its ``error_message`` and the text that was not sent.
    """
    context, locale = get_context(request), get_locale(request)
    access = chat.access_of(context, request)
    query, store, table = request.query_params, context.store, access.table
    before, is_part = parse_int(query.get("before", "")) or 0, "part" in query
    channels = []
    for channel in access.reads:
        after = parse_int(query.get(f"after_{channel}", "")) or 0
        changed = chat_storage.last_change(store, table.game_id, channel)
        of_channel = before if query.get("of", channel) == channel else 0
        messages, earlier = chat.shown_messages(context, access, channel, locale.translations, after, of_channel)
        channels.append({"id": channel, "changed": changed, "messages": messages, "earlier": earlier})
    marks = letters(table.game)
    people = people_of(table)
    is_seat = access.seat != chat.SPECTATOR
    notes = chat.notes_of(context, access) if is_seat else PrivateNotes()
    is_refused_note = form.get("do") == "note"
    note = form.get("note", "") if is_refused_note else notes.text
    return render(
        request,
        "chat_part.html" if is_part else "chat.html",
        access=access,
        viewer=access.viewer,
        base=access.viewer.base,
        table=table,
        channels=channels,
        unread=chat.count_unread(context, access),
        notes=notes if is_seat else None,
        note=note,
        other_note=notes.text if is_refused_note and form.get("version", "") != notes.version else None,
        note_version=getattr(request.state, "note_version", notes.version),
        is_seat=is_seat,
        seat_marks=[(seat_value.name, seat_value.colour, letter) for seat_value, letter in zip(table.value.seats, marks, strict=True)],
        others=[table.value.seats[seat].name for seat in people if seat != access.seat],
        most=chat.MAX_TEXT,
        most_notes=len(notes.text) if table.game.is_over else chat.MAX_NOTES,
        is_earlier=bool(before),
        is_part=is_part,
        is_news=query.get("part") == "news",
        text=form.get("text", ""),
        reply=replied(context, access, form.get("reply_to") or query.get("reply", "")),
        error_message=error_message,
        time_text=time_text(own_zone(request), locale.language),
        **MARKERS,
    )


def replied(context: AppContext, access: chat.ChatAccess, number: str) -> MessageRow | None:
    """Returns the message with this number, if the person who asks can answer it."""
    found = chat_storage.numbered(context.store, access.table.game_id, access.writes, parse_int(number) or 0) if access.writes else None
    return found if found is not None and not found.removed and chat.visible(context, [found], access.owner_id) else None


@form_of(show, is_made_again=True)
async def change(request: Request, form: FormFields) -> Response | str:
    """``POST …/chat``: writes a message, marks messages as read, changes the notes, hides or shows the chat.

    Answers with what the board shows (``part``), or leads to the page.
    """
    await carry_out(request, form)
    if "part" not in request.query_params:
        return request.url.path
    response = await show(request)
    set_browser_cookie(request, response)
    return response


async def carry_out(request: Request, form: dict[str, str]) -> None:
    context = get_context(request)

    def work() -> None:
        match form.get("do", "write"):
            case "read":
                for channel in get_args(Channel):
                    if (changed := parse_int(form.get(channel, ""))) is not None:
                        chat.mark_read(context, request, channel, changed)
            case "note":
                notes = chat.change_notes(context, request, *(form.get(name, "") for name in ("note", "version", "sent")))
                request.state.note_version = notes.version
            case "hide" | "show" as do:
                chat.change_notes(context, request, hides_chat=do == "hide")
            case _:
                chat.write_message(context, request, *(form.get(name, "") for name in ("text", "moment", "seat", "reply_to")))

    if not was_carried_out():
        await context.work.write(work)


# As data


class ChatMessage(ApiStruct, frozen=True):
    """A message, which has a number in its channel; `changed` grows with each message that is written or removed there."""

    channel: Channel
    number: int
    changed: int
    seat: Annotated[Seat | None, Meta(description="The seat that has written it; null for a spectator.")]
    name: str
    at: Time
    text: Annotated[str, Meta(description="`?at=N` stands for the position after N entries.")]
    mentions: Annotated[list[str], Meta(description="The names in it that belong to seats.")]
    moment: Annotated[int | None, Meta(description="The number of entries of the position that it is about.")]
    reply_to: Annotated[int | None, Meta(description="The number of the message that it answers.")]
    mark: PersonMark
    removed: Annotated[Remover | None, Meta(description="Who has removed its text.")]
    is_own: bool


class Chat(ApiStruct, frozen=True):
    """The messages that the asker may read: the last 100 of each channel, or those that have changed since."""

    game: str
    reads: Annotated[list[Channel], Meta(description="The channels that the asker may read.")]
    writes: Annotated[Channel | None, Meta(description="The one that they may write in.")]
    unread: Annotated[int, Meta(description="How many messages of others they have not read.")]
    changed: Annotated[dict[str, int], Meta(description="The last change of each channel.")]
    messages: list[ChatMessage]


class NewMessage(TypedDict):
    text: Annotated[str, Meta(description="One line of 1 to 500 characters; `@Name` mentions a person at the table.")]
    moment: NotRequired[Annotated[int, Meta(description="About the position after so many entries.")]]
    reply_to: NotRequired[
        Annotated[int, Meta(description="The number of the message in the same channel that it answers, whose author is told.")]
    ]


class ReadMessages(TypedDict):
    """Marks the messages of a channel up to a change as read."""

    do: Literal["read"]
    players: NotRequired[int]
    spectators: NotRequired[int]


class ChangeNotes(TypedDict):
    """`version` is that of the notes with which the text began: if they have changed since, nothing is overwritten (409)."""

    text: NotRequired[str]
    version: NotRequired[str]
    hides_chat: NotRequired[bool]


def shown_chat(request: Request) -> Chat:
    """Returns the messages; ``?after_players=N&after_spectators=N`` those that have changed since, ``?before_players=N`` earlier ones."""
    context = get_context(request)
    access, translations = chat.access_of(context, request), get_locale(request).translations
    query, changed, messages = request.query_params, dict[str, int](), list[ChatMessage]()
    for channel in access.reads:
        changed[channel] = chat_storage.last_change(context.store, access.table.game_id, channel)
        after, before = (parse_int(query.get(f"{name}_{channel}", "")) or 0 for name in ("after", "before"))
        messages += [chat_message(message) for message in chat.shown_messages(context, access, channel, translations, after, before)[0]]
    return Chat(
        game=access.table.game_id,
        reads=list(access.reads),
        writes=access.writes,
        unread=chat.count_unread(context, access),
        changed=changed,
        messages=messages,
    )


def chat_message(shown: ShownMessage) -> ChatMessage:
    row = shown.row
    return ChatMessage(
        channel=row.channel,
        number=row.number,
        changed=row.changed,
        seat=seat_number_or_none(row.seat) if row.seat != chat.SPECTATOR else None,
        name=row.name,
        at=row.at,
        text=row.text,
        mentions=[part.text[1:] for part in shown.parts if part.kind == "mention"],
        moment=row.moment if shown.moment is not None else None,
        reply_to=shown.answered.number if shown.answered is not None else None,
        mark=row.mark,
        removed=row.removed or None,
        is_own=shown.is_own,
    )


as_json = json_view(shown_chat)


@json_change(is_made_again=True)
async def change_json(request: Request, body: JsonFields) -> Chat:
    """Writes or reads messages: ``{"text": …, "moment": N, "reply_to": N}`` writes a message, ``{"do": "read", "players": N}`` marks messages as read."""
    form = {name: str(body[name]) for name in ("moment", "reply_to", *get_args(Channel)) if body.get(name) is not None}
    do = body.optional_text("do") or "write"
    if do == "write":
        form["text"] = body.text("text")
    elif do != "read":
        raise BadBody("do is one of: %(known)s.", known="write, read")
    await carry_out(request, {**form, "do": do})
    return await get_context(request).work.read(shown_chat, request)


def own_notes(request: Request) -> Notes:
    """Returns the notes of a seat."""
    context = get_context(request)
    return described_notes(chat.notes_of(context, chat.access_of(context, request)))


note_as_json = json_view(own_notes)


@json_change(view=own_notes, limits={"text": FIELD_BYTES["note"]})
async def change_note_json(request: Request, body: JsonFields) -> Notes:
    """Changes the notes of a seat: ``{"text": …, "version": …, "hides_chat": false}``, each of them if it is there."""
    context, hides = get_context(request), body.get("hides_chat")
    if hides is not None and not isinstance(hides, bool):
        raise BadBody("hides_chat is true or false.")
    text = body.optional_text("text") if "text" in body else None
    return described_notes(
        await context.work.write(chat.change_notes, context, request, text, body.optional_text("version"), hides_chat=hides)
    )


PER_MESSAGE = (
    "chat_messages_per_minute",
    "chat_messages_per_hour",
    *PER_CHANGE,
    *STORED,
    FixedLimit(chat_storage.CHANNEL.total, "messages of a channel"),
)
QUERY = ("after_players", "after_spectators", "before_players", "before_spectators")
ROUTES = (
    *of_table("GET {base}/chat", show, "The chat of a table, as a page.", query=("of", "before", "as")),
    *of_table("POST {base}/chat", change, "Writes a message, hides the chat, or marks it as read.", limits=PER_MESSAGE),
    Route("GET /api/games/{game_id}/chat", as_json, "What spectators write.", rights="browser", query=QUERY),
    Route("POST /api/games/{game_id}/chat", change_json, "Writes to other spectators.", rights="browser", body=NewMessage | ReadMessages, refusals=(422,), limits=PER_MESSAGE),
    Route("GET /api/seats/{token}/chat", as_json, "What the players write.", rights="browser", query=QUERY),
    Route("POST /api/seats/{token}/chat", change_json, "Writes to the other players.", rights="browser", body=NewMessage | ReadMessages, refusals=(422,), limits=PER_MESSAGE),
    Route("GET /api/seats/{token}/note", note_as_json, "The private notes of a seat."),
    Route("POST /api/seats/{token}/note", change_note_json, "Changes the notes of a seat, or hides its chat.", body=ChangeNotes, refusals=(409, 422), limits=PER_MESSAGE),
)  # fmt: skip
