"""What administrators see and do, on pages and over the API (docs/http.md): reports, people, bans, unlikely series of rated games, what they have done, sizes, jobs.

Each section is an object of JSON, which its page shows. Each change has ``do`` and a few texts, and is noted in the log. ``RightsCheck`` hides all of it from everybody else.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict, get_args

from babel.numbers import format_decimal, format_percent
from msgspec import UNSET, Meta, UnsetType, structs

from groundfloor.presentation.results.ratings import pool_title
from groundfloor.presentation.results.words import date_of

from ....editions import NAMES
from ....engine.display_names import is_visible
from ....numbers import parse_int, seat_number_or_none
from ....table.player_names import name_key
from ....table.value import GameStatus
from ...database import rate_limits
from ...database.census import MOST_COUNTED, count_rows
from ...database.rows import AdministrationEntry, BanRow, RegistrationLink, RegistrationMode
from ...game.bell import ban_message
from ...game.storage import games as stored_games
from ...game.storage import presence
from ...http.addresses import client_hash_of, client_of, is_loopback, parse_ip
from ...http.answers import promise
from ...http.errors import AnsweredBefore, BadBody, NotAppropriate, UnknownAccount
from ...http.handlers import NO_FIELDS, form_of, json_change, json_view, notice_for, page_status
from ...http.json_fields import Seat
from ...http.json_types import Answer, Empty, PersonMark, Time
from ...http.limits import MEGABYTE
from ...http.pages import answer, get_locale, render
from ...http.request_context import get_context
from ...http.route import ApiHandler, Route, on_server
from ...http.security import hash_of
from ..accounts.accounts import LOG_IN_CODE_DAYS, code_hash, end_all, new_codes, remove_account
from ..accounts.api_tokens import days_after
from ..chat import storage as chat_storage
from ..identity import storage as account_storage
from ..identity import token_storage
from ..identity.checks import logged_in
from ..lobby import message_storage as lobby_message_storage
from ..lobby import storage as lobby_storage
from ..moderation import report_storage, site_storage
from ..moderation import storage as moderation_storage
from ..moderation.reports import tell_administrators
from ..moderation.rights import banned_until, hours_after
from ..moderation.site_storage import LINK_ID_LETTERS, MAX_LINKS
from ..ratings.pages import LEAST_SERIES, RECENT_GAMES, UnlikelySeries, unlikely_series
from . import storage as administration_storage
from .storage import PeopleKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ....engine.errors import GroundfloorError
    from ...context import AppContext
    from ...database.rows import AccountRow, LobbyMessage, MessageRow, PersonRow, ReportRow
    from ...http.request_body import FormFields, JsonFields
    from .storage import PeopleOrder

FIRST = "reports"
"""The section that ``/admin`` itself shows."""
Fields = Mapping[str, str]
PAGE = 50
"""People, bans, reports, jobs and entries of the log on a page."""
MAX_REASON, MAX_NOTE = 300, 1_000
MAX_BANNER, MAX_INVITED = 300, 100
"""Characters of the banner, and accounts for which an invitation link is good."""
LINK_DAYS = 30
"""How long an invitation link is good."""
DAY_ENDS = "T23:59:59+00:00"


@dataclass(frozen=True)
class Done:
    """What an administrator has done, for the log: whom or what it was about, and more; ``shown`` is what they are shown this once."""

    subject: str
    detail: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)


class Ban(Answer, frozen=True):
    """Who may only look: an account, or the clients with an address, of which a hash is stored. `until` is empty for ever."""

    ban: str
    account: str | None
    name: str
    client: str | None
    reason: str
    since: Time
    until: str
    is_over: bool
    author: str


class Person(Answer, frozen=True):
    """An account as administrators see it. `used` is empty if it is logged in nowhere."""

    id: str
    name: str
    created: Time
    used: str
    sessions: int
    games: int
    results: int
    is_administrator: bool
    is_bot: bool
    ban: Ban | None


class OnePerson(Answer, frozen=True):
    person: Person
    code: Annotated[str, Meta(description="By which this person sets a new password once; told this once.")] | UnsetType = UNSET


class People(Answer, frozen=True):
    people: list[Person]
    count: int
    q: str
    order: Literal["new", "used"]
    kind: Literal["", "administrator", "banned", "bot"]
    page: int


class Bans(Answer, frozen=True):
    bans: list[Ban]
    page: int
    has_more: bool


class ReportedLine(Answer, frozen=True):
    """A message in the conversation of the one that was reported."""

    name: str
    mark: PersonMark
    text: str
    at: Time
    removed: Literal["", "author", "administrator"]
    is_reported: bool


class ReportedMessage(Answer, frozen=True):
    """A message as it was when it was reported, and up to five before and after it as they are now."""

    quote: str
    channel: str
    is_there: bool
    conversation: list[ReportedLine]


class Report(Answer, frozen=True):
    """What somebody has reported about a game or an open table, or about the player of a seat there (null: about all of it)."""

    report: str
    game: str
    open_table: str
    seat: Seat | None
    subject: str
    author: Annotated[str, Meta(description="The name of the account that reports; empty for a guest.")]
    accused: str | None
    accused_name: str
    text: str
    created: Time
    closed: str
    closed_by: str
    note: str
    message: Annotated[ReportedMessage | None, Meta(description="If it is about a message.")]
    can_ban: Annotated[bool, Meta(description="Whether the account, or for a message the address, is known.")]


class Reports(Answer, frozen=True):
    reports: list[Report]
    state: Literal["open", "closed"]
    open: int
    page: int
    has_more: bool


class GameInList(Answer, frozen=True):
    """A game as administrators find it. `moved` is empty if nobody has moved."""

    game: str
    name: str
    ruleset: str
    status: Literal["running", "over", "shown"]
    created: Time
    moved: str
    is_private: bool
    is_rated: bool
    seats: list[str]


class ListedGames(Answer, frozen=True):
    games: list[GameInList]
    q: str
    status: str
    ruleset: str
    page: int
    has_more: bool


class ListedOpenTable(Answer, frozen=True):
    """An open table as administrators find it."""

    table: str
    name: str
    ruleset: str
    people: int
    created: Time
    is_private: bool
    is_rated: bool
    players: list[str]


class ListedOpenTables(Answer, frozen=True):
    tables: list[ListedOpenTable]
    q: str
    page: int
    has_more: bool


class OpenLink(Answer, frozen=True):
    """A link by which people create accounts, without its secret: for how many more accounts it is good, and until when."""

    id: str
    created: Time
    until: Time
    left: int
    author_name: str


class Site(Answer, frozen=True):
    """What is chosen for the whole server: a banner that all pages show (empty: none), and who may create an account."""

    banner: str
    registration: Literal["open", "invited", "closed"]


class AdministeredSite(Site, frozen=True):
    links: list[OpenLink]
    link: Annotated[str, Meta(description="The address of a new link; told this once.")] | UnsetType = UNSET


class AdministrationLog(Answer, frozen=True):
    entries: list[AdministrationEntry]
    by: str
    page: int
    has_more: bool


class CacheSize(Answer, frozen=True):
    name: str
    bytes: int
    most_bytes: int


class StreamCount(Answer, frozen=True):
    count: int
    most: int


class Sizes(Answer, frozen=True):
    """How large the data is, and what the process that answers has in memory. Of a table at most `most_counted` rows are counted."""

    bytes: int
    most_bytes: int
    free_bytes: int
    rows: dict[str, int]
    most_counted: int
    memory: list[CacheSize]
    streams: StreamCount
    limits: dict[str, int]


class RatingSeries(Answer, frozen=True):
    """The most unlikely series, the most unlikely first."""

    series: list[UnlikelySeries]
    least_games: Annotated[int, Meta(description="How many games a series has at least.")]
    recent: Annotated[int, Meta(description="Of so many games of each pool, the last ones.")]


class JobCount(Answer, frozen=True):
    kind: str
    count: int
    seconds: int


class WaitingJob(Answer, frozen=True):
    """A job that is not done, the process that has claimed it, and for how many seconds it has been due."""

    job: int
    kind: str
    game: str
    version: int
    tries: int
    process: str
    seconds: int


class ServerProcess(Answer, frozen=True):
    process: str
    seats: int
    is_own: bool


class Jobs(Answer, frozen=True):
    kinds: list[JobCount]
    jobs: list[WaitingJob]
    processes: list[ServerProcess]


class RemoveGame(TypedDict):
    do: Literal["remove-game"]
    game: str


class RemoveOpenTable(TypedDict):
    do: Literal["remove-table"]
    table: str


class SetBanner(TypedDict):
    do: Literal["banner"]
    banner: Annotated[str, Meta(max_length=300)]


class SetRegistration(TypedDict):
    do: Literal["registration"]
    registration: Literal["open", "invited", "closed"]


class MakeLink(TypedDict):
    do: Literal["invite"]
    accounts: Annotated[int, Meta(ge=1, le=100)]


class RemoveLink(TypedDict):
    do: Literal["remove-link"]
    id: str


class NewBan(TypedDict):
    do: Literal["ban"]
    reason: str
    until: NotRequired[Annotated[str, Meta(description="A date; for ever if it is empty.")]]


class NewAddressBan(NewBan):
    address: Annotated[str, Meta(description="An IP address; of an IPv6 address its /64 network is banned.")]


class LiftBan(TypedDict):
    do: Literal["lift"]
    ban: str


class ChangePerson(TypedDict):
    do: Literal["lift", "end-sessions", "code", "remove-messages", "appoint", "dismiss"]


class DeletePerson(TypedDict):
    do: Literal["delete"]
    name: Annotated[str, Meta(description="The name of the account, to confirm it.")]


class RemoveMessage(TypedDict):
    """Removes the text of the message that a report is about, or those of all messages of its author, for everybody."""

    do: Literal["remove-message", "remove-messages"]
    report: str


class BanAccused(TypedDict):
    """Bans the account that a report is about; for a message of a guest the address from which it came."""

    do: Literal["ban"]
    report: str
    reason: str
    until: NotRequired[str]


class CloseReport(TypedDict):
    do: Literal["close"]
    report: str
    note: NotRequired[str]


class RemoveTable(TypedDict):
    """Removes the table that a report is about."""

    do: Literal["remove-table"]
    report: str


class RemoveJob(TypedDict):
    do: Literal["remove"]
    job: int


async def show(
    request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS, shown: Mapping[str, str] = NO_FIELDS
) -> Response:
    """``/admin``, which begins with the reports, and its other sections, with what is ``shown`` this once; the page of all people in place of that of an account that was deleted."""
    context, notice, status = get_context(request), notice_for(request, error), page_status(error)
    try:
        text = await context.read(section_text, request, section_of(request), person_of(request), notice, shown)
    except UnknownAccount as gone:
        text, status = await context.read(section_text, request, "people", "", notice_for(request, gone)), page_status(gone)
    return answer(request, text, status)


def section_text(request: Request, section: str, person: str, notice: str, shown: Mapping[str, str] = NO_FIELDS) -> str:
    context, words, language = get_context(request), get_locale(request).words, get_locale(request).language
    done = {
        "ban": words.gettext("The ban holds from now on."),
        "lift": words.gettext("The ban is lifted."),
        "end-sessions": words.gettext("This person is logged out everywhere, and their API tokens are revoked."),
        "remove-messages": words.gettext("All messages of this person are removed."),
        "appoint": words.gettext("This person is an administrator now."),
        "dismiss": words.gettext("This person is no administrator any more."),
        "delete": words.gettext("The account is deleted."),
        "close": words.gettext("The report is closed."),
        "remove-message": words.gettext("The message is removed."),
        "remove-game": words.gettext("The game is removed."),
        "remove-table": words.gettext("The table is removed."),
        "remove": words.gettext("The job is removed."),
        "banner": words.gettext("The banner is saved: pages show it from now on."),
        "registration": words.gettext("That holds from now on."),
        "remove-link": words.gettext("The link is removed."),
    }
    facts = {
        "date": partial(date_of, language=language),
        "number": partial(format_decimal, locale=language),
        "megabytes": lambda count: format_decimal(count / 1_000_000, "#,##0.0", locale=language),
        "section": section,
        "notice": notice,
        "shown": shown,
        "code_days": LOG_IN_CODE_DAYS,
        "rulesets": NAMES,
        "link_days": LINK_DAYS,
        "max_banner": MAX_BANNER,
        "max_invited": MAX_INVITED,
        "done": done.get(request.query_params.get("done", ""), ""),
        "pool_title": partial(pool_title, words=words),
        "percent": partial(format_percent, format="0.0##%", locale=language),
        "own_id": logged_in(request).id,
        "today": f"{context.table_service.today()}",
        "open_reports": report_storage.count_open(context.store),
        **structs.asdict(shown_section(request, section, person)),
    }
    return render(request, f"admin_{'person' if person else section}.html", facts)


def section_of(request: Request) -> str:
    """Returns the section of the address, such as ``people``."""
    parts = request.url.path.removeprefix("/api").split("/")
    return parts[2] if len(parts) > 2 else FIRST


def person_of(request: Request) -> str:
    """Returns the id of the account of the address; "" if that is a section."""
    return str(request.path_params.get("person", ""))


def shown_section(request: Request, section: str, person: str) -> Answer:
    """Returns a section, or a person; UnknownAccount if the account was deleted."""
    context = get_context(request)
    return one_person(context, person) if person else SECTIONS[section](context, request.query_params)


def one_person(context: AppContext, person: str) -> OnePerson:
    return OnePerson(person=described_person(known_person(context, person)))


async def again(request: Request, form: FormFields, promised: Mapping[str, str] | None) -> Response | str:
    """Answers a change that was made before; AnsweredBefore if what was shown then is not kept any more."""
    if promised is None and form.get("do") in SHOWN_ONCE:
        raise AnsweredBefore("This was done already. What you were shown then is kept for a few minutes only.")
    return await answer_change(request, form, promised or {})


@form_of(show, again=again)
async def change(request: Request, form: FormFields) -> Response | str:
    """``POST /admin/…``: a change, which ``do`` names; leads back to the page, or answers with it and what is shown this once."""
    return await answer_change(request, form, await make_change(request, form))


async def answer_change(request: Request, form: FormFields, shown: Mapping[str, str]) -> Response | str:
    if shown:
        return await show(request, shown=shown)
    path = "/admin/people" if form.get("do") == "delete" else request.url.path
    return f"{path}?done={form['do']}"


def current_section(request: Request) -> Answer:
    """Returns the section of the address, or the person."""
    return shown_section(request, section_of(request), person_of(request))


def asked_person(request: Request) -> OnePerson:
    """Returns the account of the address."""
    return one_person(get_context(request), person_of(request))


@json_view
def site_json(request: Request) -> Site:
    """Returns what is chosen for the whole server, for everybody."""
    chosen = get_context(request).site
    return Site(banner=chosen.banner, registration=chosen.registration)


async def json_again(request: Request, promised: Mapping[str, str] | None) -> Answer:
    """Returns the section as it is, after a change that was made before, and what was told then; nothing of a person who was deleted."""
    try:
        return structs.replace(await get_context(request).read(current_section, request), **(promised or {}))
    except UnknownAccount:
        return Empty()


async def change_in_section(request: Request, body: JsonFields) -> Answer:
    """Makes a change; returns the section as it is then, with what is told this once."""
    fields = {name: str(value) for name, value in body.items() if isinstance(value, str | int)}
    if len(fields) < len(body):
        raise BadBody("The fields are texts.")
    shown = await make_change(request, fields)
    return Empty() if fields.get("do") == "delete" else structs.replace(await get_context(request).read(current_section, request), **shown)


async def changed_person(request: Request, body: JsonFields) -> OnePerson | Empty:
    """Changes an account; returns it, or nothing if it was deleted."""
    answer = await change_in_section(request, body)
    assert isinstance(answer, OnePerson | Empty)
    return answer


async def make_change(request: Request, fields: Fields) -> Mapping[str, str]:
    """Does what ``do`` names, and notes it in the log; returns what is shown this once."""
    context, own, id = get_context(request), logged_in(request), person_of(request)
    done = await (change_person(request, fields, id) if id else CHANGES[section_of(request)](request, fields))
    now = context.table_service.now()
    entry = AdministrationEntry(now, own.id, section_of(request), fields.get("do", ""), done.subject, done.detail)
    await context.write(administration_storage.note, context.store, entry)
    return done.shown


# What they see


def people(context: AppContext, query: Mapping[str, str]) -> People:
    """Returns a page of accounts: those of a ``kind`` with ``q`` in their names, by ``order`` (``new`` or ``used``)."""
    key, number, now = name_key(query.get("q", "")[:60]), page_number(query), context.table_service.now()
    order: PeopleOrder = "used" if query.get("order") == "used" else "new"
    kind: PeopleKind = next((kind for kind in get_args(PeopleKind) if kind == query.get("kind")), "")
    listed = administration_storage.list_accounts(context.store, key, order, (number - 1) * PAGE, PAGE, kind, now)
    return People(
        people=[described_person(person) for person in listed],
        count=administration_storage.count_people(context.store, key, kind, now),
        q=query.get("q", "")[:60],
        order=order,
        kind=kind,
        page=number,
    )


def bans(context: AppContext, query: Mapping[str, str]) -> Bans:
    """Returns a page of bans, the newest first."""
    number, now = page_number(query), context.table_service.now()
    listed = moderation_storage.bans(context.store, (number - 1) * PAGE, PAGE + 1)
    return Bans(bans=[described_ban(ban, now) for ban in listed[:PAGE]], page=number, has_more=len(listed) > PAGE)


def reports(context: AppContext, query: Mapping[str, str]) -> Reports:
    """Returns a page of the open reports, or with ``state`` = ``closed`` of the others."""
    number, is_open = page_number(query), query.get("state") != "closed"
    reports = report_storage.listed(context.store, is_open, (number - 1) * PAGE, PAGE + 1)
    return Reports(
        reports=[described_report(context, report) for report in reports[:PAGE]],
        state="open" if is_open else "closed",
        open=report_storage.count_open(context.store),
        page=number,
        has_more=len(reports) > PAGE,
    )


def ratings(context: AppContext, query: Mapping[str, str]) -> RatingSeries:
    """Returns the most unlikely series of rated games between two accounts."""
    return RatingSeries(series=unlikely_series(context), least_games=LEAST_SERIES, recent=RECENT_GAMES)


def games(context: AppContext, query: Mapping[str, str]) -> ListedGames:
    """Returns a page of games: those with ``q`` in the name of the table or of a seat, with a ``status`` and a ``ruleset``."""
    number, part = page_number(query), query.get("q", "").strip()[:60]
    status, ruleset = (
        value if (value := query.get(name, "")) in known else "" for name, known in (("status", get_args(GameStatus)), ("ruleset", NAMES))
    )
    listed = administration_storage.list_games(context.store, part, status, ruleset, (number - 1) * PAGE, PAGE + 1)
    return ListedGames(
        games=[
            GameInList(
                game=game.game_id,
                name=game.name,
                ruleset=game.ruleset,
                status=game.status,
                created=game.created,
                moved=game.moved,
                is_private=game.is_private,
                is_rated=game.rating == "rated",
                seats=list(game.seats),
            )
            for game in listed[:PAGE]
        ],
        q=part,
        status=status,
        ruleset=ruleset,
        page=number,
        has_more=len(listed) > PAGE,
    )


def tables(context: AppContext, query: Mapping[str, str]) -> ListedOpenTables:
    """Returns a page of open tables, private ones too: those with ``q`` in the name of the table or of a player."""
    number, part = page_number(query), query.get("q", "").strip()[:60]
    listed = administration_storage.list_open_tables(context.store, part, (number - 1) * PAGE, PAGE + 1)
    return ListedOpenTables(
        tables=[
            ListedOpenTable(
                table=table.game_id,
                name=table.name,
                ruleset=table.ruleset,
                people=table.people,
                created=table.created,
                is_private=table.is_private,
                is_rated=table.is_rated,
                players=[player.name for player in table.players],
            )
            for table in listed[:PAGE]
        ],
        q=part,
        page=number,
        has_more=len(listed) > PAGE,
    )


def site(context: AppContext, query: Mapping[str, str]) -> AdministeredSite:
    """Returns what is chosen for the whole server, and the invitation links that are good."""
    links = site_storage.links(context.store, context.table_service.now())
    return AdministeredSite(
        banner=context.site.banner,
        registration=context.site.registration,
        links=[
            OpenLink(
                id=link.link[:LINK_ID_LETTERS],
                created=link.created,
                until=link.until,
                left=link.left,
                author_name=link.author_name,
            )
            for link in links
        ],
    )


def log(context: AppContext, query: Mapping[str, str]) -> AdministrationLog:
    """Returns a page of what administrators have done, the newest first, or what one of them has done (``by``, an id)."""
    number, author = page_number(query), query.get("by", "")[:40]
    entries = administration_storage.log_entries(context.store, author, (number - 1) * PAGE, PAGE + 1)
    return AdministrationLog(entries=entries[:PAGE], by=author, page=number, has_more=len(entries) > PAGE)


def sizes(context: AppContext, query: Mapping[str, str]) -> Sizes:
    """Returns how large the data is, and what this process has in memory."""
    boards, tables, rates = context.boards, context.table_service.cache, context.rates
    shared, regions = boards.shared, boards.rendered.texts
    limited = ("requests", "changes", "files", "tables", "log_ins", "names", "accounts", "messages", "addresses", "stored")
    limits = {name: getattr(rates, name) for name in limited}
    counted = rate_limits.clients(context.store)
    return Sizes(
        bytes=context.store.all_bytes(),
        most_bytes=context.settings.limits.data_megabytes * MEGABYTE,
        free_bytes=context.store.room_bytes(),
        rows=count_rows(context.store),
        most_counted=MOST_COUNTED,
        memory=[
            CacheSize(name="tables", bytes=tables.bytes, most_bytes=tables.most_bytes),
            CacheSize(name="shared", bytes=shared.bytes, most_bytes=shared.most_bytes),
            CacheSize(name="regions", bytes=regions.bytes, most_bytes=regions.most_bytes),
        ],
        streams=StreamCount(count=context.hub.count, most=context.settings.limits.streams),
        limits={name: getattr(limit, "clients", counted.get(name, 0)) for name, limit in limits.items()},
    )


def jobs(context: AppContext, query: Mapping[str, str]) -> Jobs:
    """Returns the jobs that are not done, those due first, and the processes at which somebody is."""
    unfinished = context.store.jobs.unfinished(PAGE)
    own = context.store.process
    here = {own: 0, **presence.processes(context.store)}
    return Jobs(
        kinds=[JobCount(kind=kind, count=count, seconds=round(seconds)) for kind, (count, seconds) in context.store.jobs.waiting().items()],
        jobs=[
            WaitingJob(
                job=job.id,
                kind=job.kind,
                game=job.game,
                version=job.version,
                tries=job.tries,
                process=process,
                seconds=round(seconds),
            )
            for job, process, seconds in unfinished
        ],
        processes=[ServerProcess(process=process, seats=seats, is_own=process == own) for process, seats in here.items()],
    )


def page_number(query: Mapping[str, str]) -> int:
    return min(max(parse_int(query.get("page", "")) or 1, 1), 100_000)


def described_person(person: PersonRow) -> Person:
    account, ban = person.account, person.rights.ban
    return Person(
        id=account.id,
        name=account.name,
        created=account.created,
        used=person.used,
        sessions=person.sessions,
        games=person.games,
        results=person.results,
        is_administrator=person.rights.is_administrator,
        is_bot=person.is_bot,
        ban=None if ban is None else described_ban(ban, ""),
    )


def described_ban(ban: BanRow, now: str) -> Ban:
    return Ban(
        ban=ban.id,
        account=ban.account,
        name=ban.name,
        client=ban.client,
        reason=ban.reason,
        since=ban.since,
        until=ban.until,
        is_over=ban.is_over(now),
        author=ban.author_name,
    )


def described_report(context: AppContext, report: ReportRow) -> Report:
    return Report(
        report=report.id,
        game=report.game,
        open_table=report.open_table,
        seat=seat_number_or_none(report.seat),
        subject=report.subject,
        author=report.author_name,
        accused=report.accused,
        accused_name=report.accused_name,
        text=report.text,
        created=report.created,
        closed=report.closed,
        closed_by=report.closed_by_name,
        note=report.note,
        message=reported_message(context, report),
        can_ban=bool(report.accused or report.accused_client),
    )


def reported_message(context: AppContext, report: ReportRow) -> ReportedMessage | None:
    """Returns the message that a report is about, with those around it; None if it is about none."""
    if not (report.message or report.lobby_message):
        return None
    lines: Sequence[MessageRow | LobbyMessage]
    if report.lobby_message:
        lines, channel = lobby_message_storage.around(context.store, report.lobby_message), "lobby"
    else:
        lines = found = chat_storage.around(context.store, report.message)
        channel = found[0].channel if found else ""
    reported = report.lobby_message or report.message
    return ReportedMessage(
        quote=report.quote,
        channel=channel,
        is_there=any(line.id == reported and not line.removed for line in lines),
        conversation=[
            ReportedLine(name=line.name, mark=line.mark, text=line.text, at=line.at, removed=line.removed, is_reported=line.id == reported)
            for line in lines
        ],
    )


def known_person(context: AppContext, id: str) -> PersonRow:
    found = administration_storage.person(context.store, id)
    if found is None:
        raise UnknownAccount("There is no such account any more.")
    return found


# What they do


async def change_person(request: Request, fields: Fields, id: str) -> Done:
    """Does one of ``PERSON_CHANGES`` with an account."""
    context, store, own = get_context(request), get_context(request).store, logged_in(request)
    person, do = await context.read(known_person, context, id), fields.get("do", "")
    account, detail = person.account, ""
    if person.rights.is_administrator and do in NOT_TO_ADMINISTRATORS:
        raise NotAppropriate("%(name)s is an administrator: take that away first.", name=account.name)
    match do:
        case "ban":
            new = new_ban(request, fields, account=account.id)
            await ban_account(request, new, account)
            detail = ban_detail(new)
        case "lift":
            await context.write(moderation_storage.lift_of_account, store, account.id)
            context.hub.deliver(ban_message(account.owner_id, is_banned=False))
        case "end-sessions":
            await end_all(request, account)
        case "code":
            return await make_code(request, account)
        case "remove-messages":
            await remove_messages(context, account.owner_id)
        case "appoint":
            await context.write(moderation_storage.add_administrator, store, account.id, context.table_service.now())
        case "dismiss":
            if account.id == own.id:
                raise NotAppropriate("Another administrator has to do that for you.")
            await context.write(moderation_storage.dismiss, store, account.id)
        case "delete":
            if fields.get("name", "").strip() != account.name:
                raise NotAppropriate("To delete this account, type its name: %(name)s", name=account.name)
            await remove_account(request, account)
        case _:
            raise unknown(PERSON_CHANGES)
    return Done(account.name, detail)


async def ban_account(request: Request, ban: BanRow, account: AccountRow) -> None:
    """Bans an account, tells its open pages, and keeps new accounts and guests from the addresses of which it was used lately."""
    context, store = get_context(request), get_context(request).store
    since = hours_after(ban.since, -context.settings.limits.banned_address_hours)
    clients = await context.read(moderation_storage.clients_of_owner, store, account.owner_id, since)
    if not await context.write(administration_storage.ban, store, ban):
        raise UnknownAccount("There is no such account any more.")
    await context.write(moderation_storage.note_addresses, store, account.id, clients, banned_until(context))
    context.hub.deliver(ban_message(account.owner_id, is_banned=True))


async def make_code(request: Request, account: AccountRow) -> Done:
    """Makes a code by which somebody who has lost the password sets a new one, once; NotAppropriate for a bot."""
    context = get_context(request)
    if await context.read(token_storage.is_bot, context.store, account.id):
        raise NotAppropriate("%(name)s is a bot: nobody logs in to its account.", name=account.name)
    code, until = new_codes()[0], days_after(context.table_service.now(), LOG_IN_CODE_DAYS)
    promise({"code": code})
    if not await context.write(account_storage.add_log_in_code, context.store, account.id, code_hash(code), until, logged_in(request).id):
        raise UnknownAccount("There is no such account any more.")
    return Done(account.name, shown={"code": code})


async def remove_messages(context: AppContext, owner_id: str) -> None:
    """Removes the texts of all messages of somebody, by the id of an account or browser, and tells the open pages of their tables."""
    await context.write(lobby_message_storage.remove_all_of, context.store, owner_id, "administrator")
    while changes := await context.write(chat_storage.remove_messages_of, context.store, owner_id, "administrator"):
        for change in changes:
            await context.read(context.publish_message, change)


async def change_bans(request: Request, fields: Fields) -> Done:
    """Bans an address, or lifts a ban."""
    context, do = get_context(request), fields.get("do", "")
    if do == "ban":
        new = new_ban(request, fields, client=given_client(request, fields))
        await context.write(administration_storage.ban, context.store, new)
        return Done("", ban_detail(new))
    if do == "lift":
        lifted = await context.write(moderation_storage.lift, context.store, fields.get("ban", ""))
        return Done(lifted.name if lifted is not None else "")
    raise unknown(("ban", "lift"))


async def change_reports(request: Request, fields: Fields) -> Done:
    """Closes a report with a note, removes the message or the table that it is about, or all messages of who wrote that message, or bans whom it is about."""
    context, own, do = get_context(request), logged_in(request), fields.get("do", "")
    report = await context.read(report_storage.find, context.store, fields.get("report", ""))
    if report is None:
        raise NotAppropriate("There is no such report any more.")
    note = fields.get("note", "").strip()[:MAX_NOTE]
    match do:
        case "close":
            await context.write(report_storage.close, context.store, report.id, own.id, note, context.table_service.now())
            await context.read(tell_administrators, context)
            return Done(report.subject, note)
        case "remove-message" if report.lobby_message:
            if not await context.write(lobby_message_storage.remove, context.store, report.lobby_message, "administrator"):
                raise NotAppropriate("This message is gone.")
        case "remove-message":
            change = await context.write(chat_storage.remove_message, context.store, report.message, "administrator")
            if change is None:
                raise NotAppropriate("This message is gone.")
            await context.read(context.publish_message, change)
        case "remove-messages":
            owner_id = await context.read(author_of, context, report)
            if not owner_id:
                raise NotAppropriate("This message is gone.")
            await remove_messages(context, owner_id)
        case "ban":
            return await ban_accused(request, fields, report)
        case "remove-table":
            if report.game:
                await context.write(context.table_service.delete, report.game)
            else:
                await context.write(lobby_storage.change, context.store, report.open_table, lambda table: None)
        case _:
            raise unknown(("close", "remove-message", "remove-messages", "ban", "remove-table"))
    return Done(report.subject)


def author_of(context: AppContext, report: ReportRow) -> str:
    """Returns who has written the message that a report is about, "" for nobody any more."""
    if report.lobby_message:
        row = lobby_message_storage.find(context.store, report.lobby_message)
        return row.owner_id if row is not None else ""
    message = chat_storage.find(context.store, report.message)
    return message[1].owner_id if message is not None else ""


async def ban_accused(request: Request, fields: Fields, about: ReportRow) -> Done:
    """Bans the account that a report is about; for a message of a guest the clients with the address from which it came."""
    context = get_context(request)
    if about.accused is not None:
        return await change_person(request, {**fields, "do": "ban"}, about.accused)
    if not about.accused_client:
        raise NotAppropriate("Neither an account nor an address is known.")
    new = new_ban(request, fields, client=about.accused_client)
    await context.write(administration_storage.ban, context.store, new)
    return Done(about.subject, ban_detail(new))


async def change_jobs(request: Request, fields: Fields) -> Done:
    """Removes a job."""
    context, job = get_context(request), parse_int(fields.get("job", "")) or 0
    if fields.get("do") != "remove":
        raise unknown(("remove",))
    if not await context.write(context.store.jobs.remove_one, job):
        raise NotAppropriate("This job is done, or gone.")
    return Done(f"{job}")


async def change_games(request: Request, fields: Fields) -> Done:
    """Removes a game."""
    context, id = get_context(request), fields.get("game", "")[:60]
    if fields.get("do") != "remove-game":
        raise unknown(("remove-game",))
    game = await context.read(stored_games.find, context.store, id)
    if game is None:
        raise NotAppropriate("There is no such game any more.")
    await context.write(context.table_service.delete, id)
    return Done(game.name)


async def change_tables(request: Request, fields: Fields) -> Done:
    """Closes an open table."""
    context, id = get_context(request), fields.get("table", "")[:60]
    if fields.get("do") != "remove-table":
        raise unknown(("remove-table",))
    table = await context.read(lobby_storage.find, context.store, id)
    if table is None or table.game:
        raise NotAppropriate("There is no such table any more.")
    await context.write(lobby_storage.change, context.store, id, lambda table: None)
    return Done(table.name or ", ".join(player.name for player in table.players))


async def change_site(request: Request, fields: Fields) -> Done:
    """Sets the banner or who may create an account, or makes or removes an invitation link."""
    context, do = get_context(request), fields.get("do", "")
    match do:
        case "banner":
            banner = " ".join(fields.get("banner", "").split())
            if len(banner) > MAX_BANNER or (banner and not is_visible(banner)):
                raise NotAppropriate("A banner has at most %(most)s characters, at least one of them visible.", most=MAX_BANNER)
            await change_site_settings(context, banner=banner)
            return Done("", banner)
        case "registration":
            mode = next((mode for mode in get_args(RegistrationMode) if mode == fields.get("registration")), None)
            if mode is None:
                raise BadBody("registration is one of: %(known)s.", known=", ".join(get_args(RegistrationMode)))
            await change_site_settings(context, registration=mode)
            return Done("", mode)
        case "invite":
            return await make_link(request, parse_int(fields.get("accounts", "")) or 0)
        case "remove-link":
            if not await context.write(site_storage.remove_link, context.store, fields.get("id", "")):
                raise NotAppropriate("There is no such link any more.")
            return Done("")
        case _:
            raise unknown(("banner", "registration", "invite", "remove-link"))


async def change_site_settings(context: AppContext, **changed: str) -> None:
    chosen = replace(await context.read(site_storage.settings, context.store), **changed)  # type: ignore[arg-type]
    await context.write(site_storage.change_settings, context.store, chosen)
    context.site = chosen


async def make_link(request: Request, count: int) -> Done:
    """Makes a link by which so many accounts can be created; NotAppropriate if there are too many links, or for another number."""
    context, now = get_context(request), get_context(request).table_service.now()
    if not 1 <= count <= MAX_INVITED:
        raise NotAppropriate("A link is good for 1 to %(most)s accounts.", most=MAX_INVITED)
    secret = secrets.token_urlsafe(16)
    shown = {"link": f"{context.addresses.link_origin(request)}/account?invitation={secret}"}
    promise(shown)
    new = RegistrationLink(hash_of(secret), logged_in(request).id, now, days_after(now, LINK_DAYS), count)
    if not await context.write(site_storage.add_link, context.store, new):
        raise NotAppropriate("There are %(most)s links, the most that are possible. Remove one first.", most=MAX_LINKS)
    return Done("", f"{count}", shown)


def ban_detail(ban: BanRow) -> str:
    return f"{ban.reason} ({ban.until[:10]})" if ban.until else ban.reason


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


def unknown(known: Iterable[str]) -> BadBody:
    return BadBody("do is one of: %(known)s.", known=", ".join(known))


SECTIONS: dict[str, Callable[[AppContext, Mapping[str, str]], Answer]] = {
    "reports": reports,
    "people": people,
    "bans": bans,
    "tables": tables,
    "games": games,
    "ratings": ratings,
    "site": site,
    "log": log,
    "sizes": sizes,
    "jobs": jobs,
}
CHANGES: dict[str, Callable[[Request, Fields], Awaitable[Done]]] = {
    "reports": change_reports,
    "bans": change_bans,
    "tables": change_tables,
    "games": change_games,
    "site": change_site,
    "jobs": change_jobs,
}
"""What can be changed, by section; ``change_person`` besides."""
PERSON_CHANGES = ("ban", "lift", "end-sessions", "code", "remove-messages", "appoint", "dismiss", "delete")
NOT_TO_ADMINISTRATORS = ("ban", "code", "delete")
"""What no administrator does to another one; the server's command makes codes for them."""
SHOWN_ONCE = ("code", "invite")
"""Changes after which something is shown this once."""
PERSON_PATH = "/admin/people/{person}"
PATHS = (PERSON_PATH, *(f"/admin/{section}" for section in SECTIONS))
"""The pages, besides ``/admin``."""
CHANGING = (PERSON_PATH, *(f"/admin/{section}" for section in CHANGES))
"""The paths to which something is sent."""


CHANGE_JSON = json_change(again=json_again, sets_cookie=False)(change_in_section)


def section_json(section: str) -> ApiHandler:
    """Makes the handler that answers with a section."""
    return replace(json_view(current_section), works=(SECTIONS[section],))


def section_change(section: str) -> ApiHandler:
    """Makes the handler of changes in a section, which answers with it."""
    return replace(CHANGE_JSON, works=(SECTIONS[section],))


change_person_json = json_change(again=json_again, sets_cookie=False)(changed_person)

ROUTES = (
    Route("GET /api/site", site_json, "The banner of the server, and who may create an account."),
    *on_server(
        *(
            Route(f"GET {path}", show, "A section of the administration; the first one shows the reports.", rights="administrator")
            for path in ("/admin", *PATHS)
        ),
        *(Route(f"POST {path}", change, "What an administrator does in a section.", rights="administrator") for path in CHANGING),
        Route("GET /api/admin/people", section_json("people"), "Accounts, for administrators.", rights="administrator", query=("q", "order", "kind", "page")),
        Route("GET /api/admin/people/{person}", json_view(asked_person), "An account.", rights="administrator"),
        Route("POST /api/admin/people/{person}", change_person_json, "Bans, logs out, appoints, dismisses or deletes somebody, makes a code for a lost password, or removes all messages.", body=NewBan | ChangePerson | DeletePerson, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/bans", section_json("bans"), "Bans.", rights="administrator", query=("page",)),
        Route("POST /api/admin/bans", section_change("bans"), "Bans an address, or lifts a ban.", body=NewAddressBan | LiftBan, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/reports", section_json("reports"), "Reports.", rights="administrator", query=("state", "page")),
        Route("POST /api/admin/reports", section_change("reports"), "Closes a report, removes its message, all messages of their author or its table, or bans whom it is about.", body=CloseReport | RemoveMessage | BanAccused | RemoveTable, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/tables", section_json("tables"), "Open tables, private ones too.", rights="administrator", query=("q", "page")),
        Route("POST /api/admin/tables", section_change("tables"), "Closes an open table.", body=RemoveOpenTable, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/games", section_json("games"), "All games.", rights="administrator", query=("q", "status", "ruleset", "page")),
        Route("POST /api/admin/games", section_change("games"), "Removes a game.", body=RemoveGame, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/ratings", section_json("ratings"), "The most unlikely series of rated games.", rights="administrator"),
        Route("GET /api/admin/site", section_json("site"), "What is chosen for the whole server.", rights="administrator"),
        Route("POST /api/admin/site", section_change("site"), "Sets the banner or who may create an account, makes or removes an invitation link.", body=SetBanner | SetRegistration | MakeLink | RemoveLink, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/log", section_json("log"), "What administrators have done.", rights="administrator", query=("by", "page")),
        Route("GET /api/admin/sizes", section_json("sizes"), "Sizes of the data and of memory.", rights="administrator"),
        Route("GET /api/admin/jobs", section_json("jobs"), "Jobs and processes.", rights="administrator"),
        Route("POST /api/admin/jobs", section_change("jobs"), "Removes a job.", body=RemoveJob, rights="administrator", refusals=(422,)),
    ),
)  # fmt: skip
