"""What administrators see and do, on pages and over the API (docs/http.md): people, bans, reports, unlikely series of rated games, sizes, jobs. ``RightsCheck`` hides it from everybody else.

Each section is an object of JSON, which its page shows, and each change has ``do`` and a few texts.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from babel.numbers import format_decimal, format_percent

from groundfloor.presentation.results.ratings import pool_title
from groundfloor.presentation.results.words import date_of

from ...numbers import parse_int, seat_number_or_none
from ...store import BanRow
from ...store.administration import MOST_COUNTED
from ...tables.player_names import name_key
from ..accounts import end_streams, logged_in, remove_account
from ..addresses import client_hash_of, client_of, is_loopback, parse_ip
from ..context import AppContext, get_context
from ..errors import BadBody, NotAppropriate, UnknownAccount
from ..handlers import NO_FIELDS, form_of, json_change, json_view, notice_for, page_status
from ..json_fields import attributes
from ..limits import MEGABYTE
from ..pages import answer, get_locale, render
from ..ratings import LEAST_SERIES, RECENT_GAMES, unlikely_series

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ...engine.errors import GroundfloorError
    from ...store import PersonRow, ReportRow
    from ...store.administration import PeopleOrder
    from ..request_body import FormFields, JsonFields

PATHS = ("/admin/people", "/admin/people/{person}", "/admin/bans", "/admin/reports", "/admin/ratings", "/admin/sizes", "/admin/jobs")
"""The pages; ``/admin`` itself shows the reports."""
CHANGING = ("/admin/people/{person}", "/admin/bans", "/admin/reports", "/admin/jobs")
"""The paths to which something is sent."""
FIRST = "reports"
Facts = dict[str, Any]
Fields = Mapping[str, str]
PAGE = 50
"""People, bans, reports and jobs on a page."""
MAX_REASON, MAX_NOTE = 300, 1_000
DAY_ENDS = "T23:59:59+00:00"


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``/admin``, which begins with the reports, and its other sections; the page of all people in place of that of an account that was deleted."""
    context, notice, status = get_context(request), notice_for(request, error), page_status(error)
    try:
        text = await context.read(section_text, request, section_of(request), person_of(request), notice)
    except UnknownAccount as gone:
        text, status = await context.read(section_text, request, "people", "", notice_for(request, gone)), page_status(gone)
    return answer(request, text, status)


def section_text(request: Request, section: str, person: str, notice: str) -> str:
    context, words, language = get_context(request), get_locale(request).words, get_locale(request).language
    done = {
        "ban": words.gettext("The ban holds from now on."),
        "lift": words.gettext("The ban is lifted."),
        "end-sessions": words.gettext("This person is logged out everywhere."),
        "appoint": words.gettext("This person is an administrator now."),
        "dismiss": words.gettext("This person is no administrator any more."),
        "delete": words.gettext("The account is deleted."),
        "close": words.gettext("The report is closed."),
        "remove-message": words.gettext("The message is removed."),
        "remove-table": words.gettext("The table is removed."),
        "remove": words.gettext("The job is removed."),
    }
    facts = {
        "date": partial(date_of, language=language),
        "number": partial(format_decimal, locale=language),
        "megabytes": lambda count: format_decimal(count / 1_000_000, "#,##0.0", locale=language),
        "section": section,
        "notice": notice,
        "done": done.get(request.query_params.get("done", ""), ""),
        "pool_title": partial(pool_title, words=words),
        "percent": partial(format_percent, format="0.0##%", locale=language),
        "own_id": logged_in(request).id,
        "today": f"{context.table_service.today()}",
        "open_reports": context.store.count_open_reports(),
        **section_facts(request, section, person),
    }
    return render(request, f"admin_{'person' if person else section}.html", facts)


def section_of(request: Request) -> str:
    """Returns the section of the address, such as ``people``."""
    parts = request.url.path.removeprefix("/api").split("/")
    return parts[2] if len(parts) > 2 else FIRST


def person_of(request: Request) -> str:
    """Returns the id of the account of the address; "" if that is a section."""
    return str(request.path_params.get("person", ""))


def section_facts(request: Request, section: str, person: str) -> Facts:
    """Returns a section, or a person; UnknownAccount if the account was deleted."""
    context = get_context(request)
    return {"person": person_facts(found_person(context, person))} if person else SECTIONS[section](context, request.query_params)


@form_of(show)
async def change(request: Request, form: FormFields) -> str:
    """``POST /admin/…``: a change, which ``do`` names; leads back to the page."""
    await make_change(request, form)
    path = "/admin/people" if form.get("do") == "delete" else request.url.path
    return f"{path}?done={form['do']}"


def facts_json(request: Request) -> Facts:
    """``GET /api/admin/…``: a section, or a person."""
    return section_facts(request, section_of(request), person_of(request))


as_json = json_view(facts_json)


async def json_again(request: Request, promised: object) -> Facts:
    """Returns the section as it is, after a change that was made before; nothing of a person who was deleted."""
    try:
        return await get_context(request).read(facts_json, request)
    except UnknownAccount:
        return {}


@json_change(again=json_again, sets_cookie=False)
async def change_json(request: Request, body: JsonFields) -> Facts:
    """``POST /api/admin/…``: a change; answers the section as it is then."""
    fields = {name: str(value) for name, value in body.items() if isinstance(value, str | int)}
    if len(fields) < len(body):
        raise BadBody("The fields are texts.")
    await make_change(request, fields)
    return {} if fields.get("do") == "delete" else await get_context(request).read(facts_json, request)


async def make_change(request: Request, fields: Fields) -> None:
    if id := person_of(request):
        await change_person(request, fields, id)
    else:
        await CHANGES[section_of(request)](request, fields)


# What they see


def people(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns a page of accounts: those with ``q`` in their names, by ``order`` (``new`` or ``used``)."""
    key, number = name_key(query.get("q", "")[:60]), page_number(query)
    order: PeopleOrder = "used" if query.get("order") == "used" else "new"
    found = context.store.list_accounts(key, order, (number - 1) * PAGE, PAGE)
    return {
        "people": [person_facts(each) for each in found],
        "count": context.store.count_people(key),
        "q": query.get("q", "")[:60],
        "order": order,
        "page": number,
    }


def bans(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns a page of bans, the newest first."""
    number, now = page_number(query), context.table_service.now()
    found = context.store.bans((number - 1) * PAGE, PAGE + 1)
    return {"bans": [ban_facts(each, now) for each in found[:PAGE]], "page": number, "has_more": len(found) > PAGE}


def reports(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns a page of the open reports, or with ``state`` = ``closed`` of the others."""
    number, is_open = page_number(query), query.get("state") != "closed"
    found = context.store.listed_reports(is_open, (number - 1) * PAGE, PAGE + 1)
    return {
        "reports": [{**report_facts(each), "message": message_facts(context, each)} for each in found[:PAGE]],
        "state": "open" if is_open else "closed",
        "open": context.store.count_open_reports(),
        "page": number,
        "has_more": len(found) > PAGE,
    }


def ratings(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns the most unlikely series of rated games between two accounts."""
    return {"series": unlikely_series(context), "least_games": LEAST_SERIES, "recent": RECENT_GAMES}


def sizes(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns how large the data is, and what this process has in memory."""
    boards, tables, rates = context.boards, context.table_service.cache, context.rates
    shared, regions = boards.scenes.facts, boards.rendered.texts
    limited = ("requests", "changes", "files", "tables", "log_ins", "names", "accounts", "messages", "addresses", "stored")
    limits = {name: getattr(rates, name) for name in limited}
    counted = context.store.limited_clients()
    return {
        "bytes": context.store.all_bytes(),
        "most_bytes": context.settings.limits.data_megabytes * MEGABYTE,
        "free_bytes": context.store.room_bytes(),
        "rows": context.store.count_rows(),
        "most_counted": MOST_COUNTED,
        "memory": [
            {"name": "tables", "bytes": tables.bytes, "most_bytes": tables.most_bytes},
            {"name": "shared", "bytes": shared.bytes, "most_bytes": shared.most_bytes},
            {"name": "regions", "bytes": regions.bytes, "most_bytes": regions.most_bytes},
        ],
        "streams": {"count": context.hub.count, "most": context.settings.limits.streams},
        "limits": {name: getattr(limit, "clients", counted.get(name, 0)) for name, limit in limits.items()},
    }


def jobs(context: AppContext, query: Mapping[str, str]) -> Facts:
    """Returns the jobs that are not done, those due first, and the processes at which somebody is."""
    found = context.store.jobs.unfinished(PAGE)
    own = context.store.process
    here = {own: 0, **context.store.processes()}
    return {
        "kinds": [
            {"kind": kind, "count": count, "seconds": round(seconds)} for kind, (count, seconds) in context.store.jobs.waiting().items()
        ],
        "jobs": [
            {"job": job.id, **attributes(job, "kind", "game", "version", "tries"), "process": process, "seconds": round(seconds)}
            for job, process, seconds in found
        ],
        "processes": [{"process": process, "seats": seats, "is_own": process == own} for process, seats in here.items()],
    }


def page_number(query: Mapping[str, str]) -> int:
    return min(max(parse_int(query.get("page", "")) or 1, 1), 100_000)


def person_facts(found: PersonRow) -> Facts:
    ban = found.rights.ban
    return {
        **attributes(found.account, "id", "name", "created"),
        **attributes(found, "used", "sessions", "games", "results"),
        "is_administrator": found.rights.is_administrator,
        "ban": None if ban is None else ban_facts(ban, ""),
    }


def ban_facts(found: BanRow, now: str) -> Facts:
    facts = attributes(found, "account", "name", "client", "reason", "since", "until")
    return {**facts, "ban": found.id, "is_over": found.is_over(now), "author": found.author_name}


def report_facts(found: ReportRow) -> Facts:
    return {
        **attributes(found, "game", "open_table", "subject", "accused", "accused_name", "text", "created", "closed", "note"),
        "report": found.id,
        "seat": seat_number_or_none(found.seat),
        "author": found.author_name,
        "closed_by": found.closed_by_name,
        "can_ban": bool(found.accused or found.accused_client),
    }


def message_facts(context: AppContext, found: ReportRow) -> Facts | None:
    """Returns the message that a report is about, with those around it; None if it is about none."""
    if not found.message:
        return None
    lines = context.store.messages_around(found.message)
    return {
        "quote": found.quote,
        "channel": lines[0].channel if lines else "",
        "is_there": any(each.id == found.message and not each.removed for each in lines),
        "conversation": [{**attributes(each, "name", "text", "at", "removed"), "is_reported": each.id == found.message} for each in lines],
    }


def found_person(context: AppContext, id: str) -> PersonRow:
    found = context.store.person(id)
    if found is None:
        raise UnknownAccount("There is no such account any more.")
    return found


# What they do


async def change_person(request: Request, fields: Fields, id: str) -> None:
    """Bans a person, lifts the ban, ends their sessions, makes them an administrator or takes that from them, or deletes the account."""
    context, store, own = get_context(request), get_context(request).store, logged_in(request)
    found, do = await context.read(found_person, context, id), fields.get("do", "")
    account, rights = found.account, found.rights
    if do == "ban":
        if rights.is_administrator:
            raise NotAppropriate("%(name)s is an administrator: take that away first.", name=account.name)
        if not await context.write(store.ban, new_ban(request, fields, account=account.id)):
            raise UnknownAccount("There is no such account any more.")
    elif do == "lift":
        await context.write(store.lift_ban_of_account, account.id)
    elif do == "end-sessions":
        await context.write(store.end_sessions, account.id)
        end_streams(request, account.owner_id)
    elif do == "appoint":
        await context.write(store.add_administrator, account.id, context.table_service.now())
    elif do == "dismiss":
        if account.id == own.id:
            raise NotAppropriate("Another administrator has to do that for you.")
        await context.write(store.dismiss, account.id)
    elif do == "delete":
        if rights.is_administrator:
            raise NotAppropriate("%(name)s is an administrator: take that away first.", name=account.name)
        if fields.get("name", "").strip() != account.name:
            raise NotAppropriate("To delete this account, type its name: %(name)s", name=account.name)
        await remove_account(request, account)
    else:
        raise unknown("ban, lift, end-sessions, appoint, dismiss, delete")


async def change_bans(request: Request, fields: Fields) -> None:
    """Bans an address, or lifts a ban."""
    context, do = get_context(request), fields.get("do", "")
    if do == "ban":
        await context.write(context.store.ban, new_ban(request, fields, client=given_client(request, fields)))
    elif do == "lift":
        await context.write(context.store.lift_ban, fields.get("ban", ""))
    else:
        raise unknown("ban, lift")


async def change_reports(request: Request, fields: Fields) -> None:
    """Closes a report with a note, removes the message or the table that it is about, or bans whom it is about."""
    context, own, do = get_context(request), logged_in(request), fields.get("do", "")
    found = await context.read(context.store.report, fields.get("report", ""))
    if found is None:
        raise NotAppropriate("There is no such report any more.")
    if do == "close":
        await context.write(
            context.store.close_report, found.id, own.id, fields.get("note", "").strip()[:MAX_NOTE], context.table_service.now()
        )
    elif do == "remove-message":
        notice = await context.write(context.store.remove_message, found.message, "administrator")
        if notice is None:
            raise NotAppropriate("This message is gone.")
        await context.read(context.publish_message, notice)
    elif do == "ban":
        await ban_accused(request, fields, found)
    elif do == "remove-table":
        if found.game:
            await context.write(context.table_service.delete, found.game)
        else:
            await context.write(context.store.change_open_table, found.open_table, lambda table: None)
    else:
        raise unknown("close, remove-message, ban, remove-table")


async def ban_accused(request: Request, fields: Fields, about: ReportRow) -> None:
    """Bans the account that a report is about; for a message of a guest the clients with the address from which it came."""
    context = get_context(request)
    if about.accused is not None:
        await change_person(request, {**fields, "do": "ban"}, about.accused)
    elif about.accused_client:
        await context.write(context.store.ban, new_ban(request, fields, client=about.accused_client))
    else:
        raise NotAppropriate("Neither an account nor an address is known.")


async def change_jobs(request: Request, fields: Fields) -> None:
    """Removes a job."""
    context = get_context(request)
    if fields.get("do") != "remove":
        raise unknown("remove")
    if not await context.write(context.store.jobs.remove_one, parse_int(fields.get("job", "")) or 0):
        raise NotAppropriate("This job is done, or gone.")


def new_ban(request: Request, fields: Fields, account: str | None = None, client: str | None = None) -> BanRow:
    """Returns a ban with ``reason`` and ``until`` (a date, "" for ever); NotAppropriate if one of them is missing or wrong."""
    context, reason, until = get_context(request), " ".join(fields.get("reason", "").split())[:MAX_REASON], fields.get("until", "").strip()
    if not reason:
        raise NotAppropriate("Say why: the banned person reads the reason.")
    if until:
        try:
            day = date.fromisoformat(until)
        except ValueError:
            day = date.min
        if day < context.table_service.today():
            raise NotAppropriate(
                "A ban ends today or later, on a date such as %(example)s, or never.", example=f"{context.table_service.today()}"
            )
        until = f"{day}{DAY_ENDS}"
    return BanRow(secrets.token_hex(8), account, client, reason, context.table_service.now(), until, logged_in(request).id)


def given_client(request: Request, fields: Fields) -> str:
    """Returns the hash of the clients with an ``address``; NotAppropriate if that is none, or one of this machine."""
    address = fields.get("address", "").strip()[:60]
    if parse_ip(address) is None or is_loopback(address):
        raise NotAppropriate("That is not the address of another machine. Examples: 203.0.113.7 and 2001:db8::1.")
    return client_hash_of(get_context(request).secret, client_of(address))


def unknown(known: str) -> BadBody:
    return BadBody("do is one of: %(known)s.", known=known)


SECTIONS: dict[str, Callable[[AppContext, Mapping[str, str]], Facts]] = {
    "reports": reports,
    "people": people,
    "bans": bans,
    "ratings": ratings,
    "sizes": sizes,
    "jobs": jobs,
}
CHANGES: dict[str, Callable[[Request, Fields], Awaitable[None]]] = {"reports": change_reports, "bans": change_bans, "jobs": change_jobs}
"""What can be changed, by section; ``change_person`` besides."""
