"""The notices of the person who asks, as a page and over the API: what they have not read, what was sent to them, and when they want it.

The browser's cookie, or the account, says who asks.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict
from urllib.parse import urlencode

from msgspec import UNSET, Meta, UnsetType, structs
from starlette.responses import RedirectResponse

from groundfloor.numbers import parse_int, seat_number_or_none
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.proposals import proposal_news

from ...database.rows import NOTIFICATION_KINDS, NotificationKind
from ...game.quotas import write_if_room
from ...game.storage import availability as stored_availability
from ...game.storage import browsers
from ...game.streams.bell import WaitingTables, waiting_tables
from ...game.time_zone import time_text
from ...game.viewer import viewer_of
from ...http.form_conflicts import changed_fields, conflicts, typed_fields
from ...http.handlers import form_of, json_change, json_view, personal_page, store_of
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, PersonMark, Time
from ...http.pages import get_locale, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, STORED, Route, on_server
from ...http.security import account_of, own_ban_of, owner_of
from ..clocks.changes import note_zone
from . import address_storage
from . import storage as notice_storage
from .errors import BadNotices
from .storage import SENDING_SECONDS
from .wording import notice_path, notice_texts, quoted_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from ...database.store import Store
    from ...http.request_body import FormFields, JsonFields
    from .rows import Delivery, NoticeRow

DELAYS = (0, 1, 5, 15, 60, 240)
"""After how many minutes notices may be sent."""
HOURS = tuple(range(-1, 24))
"""The hours of the day at which one e-mail may contain all notices, and at which quiet hours begin and end; -1: none."""
POSSIBLE: dict[str, tuple[int, ...]] = {"delay_minutes": DELAYS, "digest_hour": HOURS, "quiet_from": HOURS, "quiet_until": HOURS}
SENT = "sent-"
"""The beginning of the form fields that say whether a kind of notice is sent."""
MAX_LOST = 5
"""Messages that did not arrive of which the page tells."""


class NextTables(WaitingTables, frozen=True):
    is_banned: Annotated[Literal[True], Meta(description="The asker is banned, and may only look.")] | UnsetType = UNSET


About = Annotated[str, Meta(description="The id of a game, of an open table (invitation, joined, rematch), or of an account (friend).")]


ByPerson = Annotated[str, Meta(description="The name of the person who has caused it; empty if nobody is named.")]


class NoticeInList(ApiStruct, frozen=True):
    """A notice; one of a proposal says who has proposed what, such as `1 pause`, and how that ended ("": it is open)."""

    kind: NotificationKind
    about: About
    name: Annotated[str, Meta(description="What the table is called; empty if it has no name.")]
    person: ByPerson
    mark: PersonMark
    link: str
    version: int
    at: Time
    is_read: bool
    proposed: str | UnsetType = UNSET
    outcome: Literal["", "agreed", "refused", "withdrawn", "lapsed"] | UnsetType = UNSET


class SentNotice(ApiStruct, frozen=True):
    """A notice for one of the asker's addresses; `interrupted`: no answer came while it was being sent, and it is not sent again."""

    address: str
    kind: NotificationKind
    about: About
    name: str
    person: ByPerson
    mark: PersonMark
    seat: Annotated[Seat | None, Meta(description="The seat that is meant; null for all.")]
    version: int
    at: Time
    state: Literal["waiting", "sending", "sent", "failed", "interrupted"]
    changed: Time


class NoticeChoices(ApiStruct, frozen=True):
    delay_minutes: list[int]
    digest_hour: list[int]
    quiet_from: list[int]
    quiet_until: list[int]
    muted: list[NotificationKind]


class NoticeSettings(ApiStruct, frozen=True):
    """After how many minutes notices are sent, at which hour of the day one e-mail has all of them (-1: each by itself), between which hours nothing is sent (-1: no such hours), and which kinds never are."""

    delay_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_until: int
    muted: tuple[NotificationKind, ...]
    possible: NoticeChoices


class Notices(WaitingTables, frozen=True):
    """What the asker is told: the tables that wait, the last other notices, what was sent to their addresses, and when they want it."""

    notices: list[NoticeInList]
    sent: list[SentNotice]
    settings: NoticeSettings


class ReadNotices(TypedDict):
    """Marks all as read."""

    do: Literal["read"]


class SetNotices(TypedDict):
    """Changes when notices are sent; ``time_zone`` counts for those who have chosen no hours yet."""

    do: Literal["settings"]
    delay_minutes: NotRequired[int]
    digest_hour: NotRequired[int]
    quiet_from: NotRequired[int]
    quiet_until: NotRequired[int]
    muted: NotRequired[list[NotificationKind]]
    time_zone: NotRequired[str]


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/notices``: which tables wait, what is new, and when the person who asks is sent notices."""
    store, owner_id = store_of(request), owner_of(request)
    availability, now = stored_availability.of_owner(store, owner_id), get_context(request).table_service.now()
    zone = availability.zone_at(now)
    chosen, form, translations = setting_texts(store, owner_id), with_boxes(form), get_locale(request).translations
    return render(
        request,
        "notices.html",
        waiting=browsers.waiting(store, owner_id),
        news=[news_line(notice, translations) for notice in notice_storage.of_owner(store, owner_id)],
        unread=notice_storage.count_unread(store, owner_id),
        reports=get_context(request).club.unread(store, owner_id)[1],
        addresses={address.id: address for address in address_storage.of_owner(store, owner_id)},
        lost=[
            delivery
            for delivery in notice_storage.deliveries_of(store, owner_id)
            if delivery.state == "failed" or is_interrupted(delivery, now)
        ][:MAX_LOST],
        chosen={**chosen, **typed_fields(form, chosen)},
        now=chosen,
        conflicts=conflicts(form, chosen),
        delays=DELAYS,
        hours=HOURS,
        kinds=kind_labels(translations),
        zone=zone.key.replace("_", " "),
        is_zone_unset=not availability.hours,
        time_text=time_text(zone, get_locale(request).language),
        is_saved=request.query_params.get("done") == "saved",
        error_message=error_message,
    )


@form_of(show, needs_cookie=True)
async def change(request: Request, form: FormFields) -> str:
    """``POST /notices``: marks all as read, or changes when notices are sent."""
    if form.get("do") == "read":
        await mark_read(request)
        return "/notices"
    then = "/notices?done=saved"
    promise(then)
    now = await get_context(request).work.read(setting_texts, store_of(request), owner_of(request))
    changed = changed_fields(with_boxes(form), now)
    numbers = {name: parse_int(value) for name, value in changed.items() if name in POSSIBLE}
    texts = {**now, **changed}
    muted = [kind for kind in NOTIFICATION_KINDS if texts[SENT + kind] == "off"]
    await change_settings(request, {**numbers, "muted": muted})
    await note_zone(request, form.get("time_zone", ""))
    return then


def setting_texts(store: Store, owner_id: str) -> dict[str, str]:
    """Returns when somebody wants which notices, from a submitted form."""
    settings = address_storage.settings_of(store, owner_id)
    numbers = {name: str(getattr(settings, name)) for name in POSSIBLE}
    return numbers | {SENT + kind: "off" if kind in settings.muted else "on" for kind in NOTIFICATION_KINDS}


def with_boxes(form: Mapping[str, str]) -> Mapping[str, str]:
    """Returns a form with the boxes that are not ticked, which browsers don't send, if it has such boxes."""
    if "has-boxes" not in form:
        return form
    return {**form, **{SENT + kind: "on" if SENT + kind in form else "off" for kind in NOTIFICATION_KINDS}}


def kind_labels(translations: NullTranslations) -> dict[str, str]:
    """Returns the labels of the form's boxes, which say what is sent."""
    return {
        "turn": translations.gettext("it is my turn"),
        "reminder": translations.gettext("my time is nearly over"),
        "proposal": translations.gettext("the others wait for my answer to a proposal"),
        "resumed": translations.gettext("a pause is over"),
        "over": translations.gettext("a game is over"),
        "lost_seat": translations.gettext("somebody else plays my seat"),
        "mention": translations.gettext("somebody mentions me in a chat"),
        "reply": translations.gettext("somebody replies to me in a chat"),
        "invitation": translations.gettext("somebody invites me to a table"),
        "joined": translations.gettext("somebody joins my table"),
        "rematch": translations.gettext("somebody offers a rematch"),
        "friend": translations.gettext("somebody would like to be my friend"),
    }


def news_line(notice: NoticeRow, translations: NullTranslations) -> dict[str, object]:
    """Returns a notice as the page shows it; for a proposal with what was proposed, and how it ended."""
    table, proposed = isolated(notice.name), proposal_news(notice.proposed, notice.outcome, notice.people, translations, notice.mark)
    if proposed:
        text = translations.gettext("“%(table)s”: %(sentence)s") % {"table": table, "sentence": proposed}
    else:
        texts = {
            **notice_texts(translations, lost_on_time=notice.departure == "time"),
            "proposal": translations.gettext("Something was proposed at “%(table)s”."),
        }
        text = texts[notice.kind] % {"table": table, "name": quoted_name(notice.person, notice.mark, translations)}
    return {"text": text, "link": notice_path(notice), "at": notice.at, "is_read": notice.is_read}


def own_notices(request: Request) -> Notices:
    """Returns what the person who asks is told, and what was sent to them."""
    store, owner_id, now = store_of(request), owner_of(request), get_context(request).table_service.now()
    waits, chosen = (
        waiting_tables(store, get_context(request).club, owner_id, browsers.MOST_LISTED),
        address_storage.settings_of(store, owner_id),
    )
    return Notices(
        **structs.asdict(waits),
        notices=[notice_in_list(notice) for notice in notice_storage.of_owner(store, owner_id)],
        sent=[sent_notice(delivery, now) for delivery in notice_storage.deliveries_of(store, owner_id)],
        settings=NoticeSettings(
            **vars(chosen),
            possible=NoticeChoices(**{name: list(values) for name, values in POSSIBLE.items()}, muted=list(NOTIFICATION_KINDS)),
        ),
    )


as_json = json_view(own_notices)


@json_change(view=own_notices)
async def change_json(request: Request, body: JsonFields) -> None:
    """Marks all as read, or changes when notices are sent."""
    match body.text("do"):
        case "read":
            await mark_read(request)
        case "settings":
            await change_settings(request, {name: body[name] for name in (*POSSIBLE, "muted") if name in body})
            await note_zone(request, body.optional_text("time_zone"))
        case _:
            raise BadNotices("do is one of: %(known)s.", known="read, settings")


async def own_seat(request: Request) -> Response:
    """``/g/{game_id}/play``: leads holders of a seat of the game to it, of several to the one that is asked, and all others to its public board, which
    leads guests to a log-in and back here. Notices lead here.
    """
    viewer, query = await viewer_of(request), {}
    if go := request.query_params.get("go", ""):
        query["go"] = go
    elif not viewer.seat_url and account_of(request) is None:
        query["log-in"] = "1"
    return RedirectResponse(f"{viewer.seat_url or viewer.base}{f'?{urlencode(query)}' if query else ''}", 303)


async def next_table(request: Request) -> Response:
    """``/next``: leads to the table that has waited longest for a seat of this browser; to the start page if none does."""
    found = await get_context(request).work.read(browsers.waiting, store_of(request), owner_of(request), 1)
    return RedirectResponse(f"/s/{found[0].token}" if found else "/", 303)


@json_view
def waiting_json(request: Request) -> NextTables:
    """Returns the tables that wait for a seat of this browser, the one that has waited longest first, and how many notices are not read."""
    waits = waiting_tables(store_of(request), get_context(request).club, owner_of(request), browsers.MOST_LISTED)
    is_banned: Literal[True] | UnsetType = True if own_ban_of(request) is not None else UNSET
    return NextTables(**structs.asdict(waits), is_banned=is_banned)


async def change_settings(request: Request, given: Mapping[str, object]) -> None:
    """Changes when the person who asks is sent which notices: those settings that are ``given``. BadNotices for a value that is not possible."""
    context, owner_id = get_context(request), owner_of(request)
    chosen = await context.work.read(address_storage.settings_of, context.store, owner_id)
    for name, value in given.items():
        if name == "muted":
            chosen = replace(chosen, muted=muted_kinds(value))
        elif type(value) is int and value in POSSIBLE[name]:
            chosen = replace(chosen, **{name: value})  # type: ignore[arg-type]
        else:
            raise BadNotices("%(name)s is one of: %(known)s.", name=name, known=", ".join(map(str, POSSIBLE[name])))
    if (chosen.quiet_from < 0) != (chosen.quiet_until < 0) or chosen.quiet_from == chosen.quiet_until >= 0:
        raise BadNotices("The hours in which nothing is sent need a beginning and a different end.")
    await write_if_room(context, request, address_storage.change_settings, owner_id, chosen)


def muted_kinds(value: object) -> tuple[NotificationKind, ...]:
    """Returns the kinds of a list; BadNotices if it is none, or has another kind."""
    if not isinstance(value, list) or not all(each in NOTIFICATION_KINDS for each in value):
        raise BadNotices("muted is a list of kinds of notices, which are: %(known)s.", known=", ".join(NOTIFICATION_KINDS))
    return tuple(kind for kind in NOTIFICATION_KINDS if kind in value)


async def mark_read(request: Request) -> None:
    """Marks all notices of the person who asks as read, and tells their other pages."""
    context, owner_id = get_context(request), owner_of(request)
    await context.work.write(notice_storage.mark_read, context.store, owner_id, context.table_service.now())
    context.bell.note_owner(owner_id)


def is_interrupted(delivery: Delivery, now: str) -> bool:
    """Returns whether no answer came while it was being sent, or the server stopped: nobody knows whether it has arrived."""
    before = (datetime.fromisoformat(now) - timedelta(seconds=SENDING_SECONDS)).isoformat(timespec="seconds")
    return delivery.state == "sending" and delivery.changed < before


def notice_in_list(notice: NoticeRow) -> NoticeInList:
    is_proposal = notice.kind == "proposal"
    return NoticeInList(
        kind=notice.kind,
        about=notice.about,
        name=notice.name,
        person=notice.person,
        mark=notice.mark,
        link=notice_path(notice),
        version=notice.version,
        at=notice.at,
        is_read=notice.is_read,
        proposed=str(notice.proposed or "") if is_proposal else UNSET,
        outcome=notice.outcome if is_proposal else UNSET,
    )


def sent_notice(delivery: Delivery, now: str) -> SentNotice:
    return SentNotice(
        address=delivery.address,
        kind=delivery.kind,
        about=delivery.about,
        name=delivery.name,
        person=delivery.person,
        mark=delivery.mark,
        seat=seat_number_or_none(delivery.seat),
        version=delivery.version,
        at=delivery.at,
        state="interrupted" if is_interrupted(delivery, now) else delivery.state,
        changed=delivery.changed,
    )


LIMITS = (*PER_CHANGE, *STORED)
ROUTES = (
    Route("GET /next", next_table, "Leads to the table that has waited longest; to the start page if none does."),
    Route("GET /g/{game_id}/play", own_seat, "Leads holders of a seat of the game to it, and all others to its public board."),
    Route("GET /api/next", waiting_json, "The tables that wait for the asker.", rights="browser"),
    *on_server(
        Route("GET /notices", show, "What waits for the person who asks, and what they were told.", query=("done",)),
        Route("POST /notices", change, "Marks notices as read, or changes when they are sent.", limits=LIMITS),
        Route("GET /api/notices", as_json, "What the asker is told, and what was sent to them.", rights="browser"),
        Route(
            "POST /api/notices",
            change_json,
            "Marks notices as read, or changes when they are sent.",
            rights="browser",
            body=ReadNotices | SetNotices,
            refusals=(422,),
            limits=LIMITS,
        ),
    ),
)
