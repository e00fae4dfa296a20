"""The description of the web interface for programs in OpenAPI 3.1: a row of ``OPERATIONS`` for each request, schemas from the types of ``api_types.py``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Any, get_args

import msgspec

import groundfloor

from ..results.transfer import GamesFile
from ..store.lobby import PACES
from . import api_types as types
from .idempotency import MAX_LENGTH, MIN_LENGTH
from .operations import REQUESTS
from .security import COOKIE, SESSION_COOKIE

REFERENCE = "#/components/schemas/{name}"
PARAMETER = re.compile(r"{(\w+)}")
JSON, TEXT, EVENT_STREAM = "application/json", "text/plain", "text/event-stream"
GUEST, BROWSER, SESSION = "guest", "browser", "session"
"""Who asks: nobody in particular, a browser by its cookie or an account, an account."""
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    GUEST: [],
    BROWSER: [{}, {"browser": []}, {"session": []}, {"token": []}],
    SESSION: [{"session": []}],
}
PATH_PARAMETERS = {
    "channel": "The channel of a message: `players` or `spectators`.",
    "day": "A date such as 2026-11-22, or `today`.",
    "number": "The number of a message in its channel.",
    "other": "The name of another account.",
    "person": "The id of an account.",
    "game_id": "The id of a game.",
    "table": "The id of an open table.",
    "token": "The secret token of a seat.",
    "who": "The name of an account; capital letters make no difference.",
}
QUERY_PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "after": ("Where the list goes on, as the last answer has said.", {"type": "string"}),
    "company": ("Whether people sat there alone, or Automas, or bots.", {"type": "string", "enum": ["people", "automas", "bots"]}),
    "from": ("The first day, in UTC.", {"type": "string", "format": "date"}),
    "to": ("The last day, in UTC.", {"type": "string", "format": "date"}),
    "person": ("Whoever sat there.", {"type": "string"}),
    "other": ("Who sat there as well.", {"type": "string"}),
    "rated": ("Whether the game was rated.", {"type": "string", "enum": ["yes", "no"]}),
    "seats": ("How many seats.", {"type": "integer", "minimum": 2, "maximum": 6}),
    "sort": ("Those with the highest prestige first.", {"type": "string", "enum": ["total"]}),
    "winner": ("Who won.", {"type": "string"}),
    "a": ("A game whose players are told when they come and go.", {"type": "array", "items": {"type": "string"}}),
    "after_players": ("The messages of players that have changed after this change.", {"type": "integer", "minimum": 0}),
    "after_spectators": ("The same of spectators.", {"type": "integer", "minimum": 0}),
    "before_players": ("The last 100 messages of players before the one with this number.", {"type": "integer", "minimum": 1}),
    "before_spectators": ("The same of spectators.", {"type": "integer", "minimum": 1}),
    "g": ("The id of a game; may be repeated.", {"type": "array", "items": {"type": "string"}}),
    "m": ("A game whose spectators write to each other; may be repeated.", {"type": "array", "items": {"type": "string"}}),
    "of": ("Only what this is for, such as `area:factory`.", {"type": "string"}),
    "by": ("Only what this administrator has done, by the id of the account.", {"type": "string"}),
    "kind": ("Only such accounts.", {"type": "string", "enum": ["administrator", "banned", "bot"]}),
    "status": ("Only such games.", {"type": "string", "enum": ["running", "over", "shown"]}),
    "order": ("The newest first, or those used last.", {"type": "string", "enum": ["new", "used"]}),
    "page": ("Which page of the list.", {"type": "integer", "minimum": 1}),
    "pace": ("Live, or over days.", {"type": "string", "enum": list(PACES)}),
    "players": ("How many seats, Automas and bots included.", {"type": "integer", "minimum": 1}),
    "pool": ("The pool of a list of ratings, such as `second-4`.", {"type": "string"}),
    "q": ("A part of the name.", {"type": "string"}),
    "ruleset": ("The id of a ruleset.", {"type": "string"}),
    "s": ("The token of a seat; may be repeated.", {"type": "array", "items": {"type": "string"}}),
    "state": ("Open or closed ones.", {"type": "string", "enum": ["open", "closed"]}),
    "strength": (
        "1 says where to look, 2 which answers are good, 3 how the round may go on.",
        {"type": "integer", "minimum": 1, "maximum": 3},
    ),
    "w": ("A page whose new boards are sent, such as `en:/g/ID`; may be repeated.", {"type": "array", "items": {"type": "string"}}),
}
REFUSALS = {
    401: "There is no such API token, or it has expired.",
    400: "The body, or a parameter, is not of the documented form.",
    403: "Sent by another site, not logged in, a wrong password, or not allowed.",
    404: "There is nothing at this address.",
    408: "The request did not arrive in time.",
    409: "The table, or the name, has changed hands or moved on.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is not JSON in UTF-8.",
    421: "The server does not answer to this host name.",
    422: "That is not possible.",
    429: "Too many requests of one client.",
    431: "The request has too many cookies.",
    503: "The server has no room, can't write at present, or is ending.",
    507: "The disk is full.",
}
BEFORE_ROUTES = (408, 421)
"""Refusals in plain text."""
OF_EVERY_REQUEST, OF_EVERY_CHANGE = (400, 408, 414, 421, 429, 431, 503), (403, 413, 415)
RETRY_AFTER = {"Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "integer", "minimum": 0}}}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A new random key for each operation; the same request with the same key is done once.",
    "schema": {"type": "string", "minLength": MIN_LENGTH, "maxLength": MAX_LENGTH, "pattern": "^[A-Za-z0-9_-]+$"},
}


@dataclass(frozen=True)
class Operation:
    """A request, as ``METHOD path``: what it does, the types of its answer and its body, and the statuses of refusals that not every request may get."""

    route: str
    summary: str
    answer: Any
    body: Any = None
    refusals: tuple[int, ...] = ()
    status: int = 200
    query: tuple[str, ...] = ()
    asker: str = GUEST
    media_type: str = JSON

    @property
    def method(self) -> str:
        return self.route.split(" ")[0]

    @property
    def path(self) -> str:
        return self.route.split(" ")[1]


TABLE = (422, 507)
"""How a request for a new table may be refused."""
CHAT_QUERY = ("after_players", "after_spectators", "before_players", "before_spectators")
OPERATIONS = (
    Operation("POST /api/games", "Opens a table.", types.CreatedTable, types.NewTable | types.NewGuidedGame | types.NewDayGame, (404, *TABLE), 201),
    Operation("POST /api/records", "Uploads a record.", types.CreatedTable, types.NewRecord, TABLE, 201),
    Operation("GET /api/exercises", "Last rounds with their solutions.", types.Exercises),
    Operation("GET /api/day/{day}", "The city of a day and its results.", types.Day),
    Operation(
        "GET /api/games", "Finished games that are public.", types.FinishedGames,
        query=("person", "other", "winner", "ruleset", "from", "to", "seats", "company", "rated", "sort", "after"),
    ),
    Operation("GET /api/people/{who}", "What somebody's finished games say of them.", types.PublicPerson),
    Operation("GET /api/people/{who}/against/{other}", "Two people against each other.", types.ComparedPeople),
    Operation("GET /api/games/{game_id}", "What a spectator may know.", types.GameView),
    Operation("GET /api/games/{game_id}/record", "The record of a game.", types.RecordText),
    Operation("GET /api/games/{game_id}/seats", "Who has come.", types.SeatLinks),
    Operation("GET /api/games/{game_id}/companies", "All companies beside each other, in words.", types.Companies),
    Operation("GET /api/games/{game_id}/history", "Figures by round, and turning points.", types.History),
    Operation("GET /api/games/{game_id}/purposes", "What questions and places are for.", types.Purposes, query=("of",)),
    Operation("GET /api/games/{game_id}/analysis", "The analysis of a finished game.", types.Analysis),
    Operation("POST /api/games/{game_id}/analysis", "Begins or cancels the analysis.", types.Analysis, types.DoAnalysis, (404, 422)),
    Operation("GET /api/games/{game_id}/branches", "Where a game can be left, and its branches.", types.Branches, query=("g",)),
    Operation("POST /api/games/{game_id}/branches", "Opens a branch.", types.CreatedBranch, types.NewBranch, (404, *TABLE), 201),
    Operation("GET /api/seats/{token}", "What a seat may know and do.", types.SeatView),
    Operation(
        "POST /api/seats/{token}", "One operation of a seat.", types.SeatView,
        reduce(or_, (each.body for each in REQUESTS)),
        (404, 409, 422, 507),
    ),
    Operation("GET /api/seats/{token}/seats", "Who has come, and the link of the seat.", types.SeatLinks),
    Operation("GET /api/seats/{token}/branches", "Where a game can be left, and its branches.", types.Branches, query=("g",)),
    Operation("POST /api/seats/{token}/branches", "Opens a branch for a seat.", types.CreatedBranch, types.NewBranch, (404, *TABLE), 201),
    Operation(
        "POST /api/seats/{token}/branch", "Renames or deletes a branch.", types.ChangedBranch, types.RenameBranch | types.DeleteBranch, (404, 422, 507)
    ),
    Operation("GET /api/seats/{token}/hint", "A hint for the seat that is asked.", types.Hint, refusals=(422,), query=("strength",)),
    Operation(
        "POST /api/seats/{token}/hint", "A hint, also the first one of a game that counts.", types.Hint, types.Empty, (404, 422, 507), query=("strength",)
    ),
    Operation("POST /api/seats/{token}/report", "Reports a player or the table to the administrators.", types.Empty, types.NewReport, (404, 422, 507), asker=BROWSER),
    Operation("GET /api/games/{game_id}/chat", "What spectators write.", types.Chat, query=CHAT_QUERY, asker=BROWSER),
    Operation("POST /api/games/{game_id}/chat", "Writes to other spectators.", types.Chat, types.NewMessage | types.ReadMessages, (404, 422, 507), asker=BROWSER),
    Operation("GET /api/seats/{token}/chat", "What the players write.", types.Chat, query=CHAT_QUERY, asker=BROWSER),
    Operation("POST /api/seats/{token}/chat", "Writes to the other players.", types.Chat, types.NewMessage | types.ReadMessages, (404, 422, 507), asker=BROWSER),
    Operation("GET /api/seats/{token}/note", "The private notes of a seat.", types.Notes),
    *(
        Operation(f"POST {base}/chat/{{channel}}/{{number}}", "Deletes or reports a message, or blocks its author.", types.Empty, types.ReportMessage | types.ActOnMessage, (404, 422, 507), asker=BROWSER)
        for base in ("/api/games/{game_id}", "/api/seats/{token}")
    ),
    Operation("POST /api/seats/{token}/note", "Changes the notes of a seat, or hides its chat.", types.Notes, types.ChangeNotes, (404, 409, 422, 507)),
    Operation("GET /api/next", "The tables that wait for the asker.", types.NextTables, asker=BROWSER),
    Operation("GET /api/notices", "What the asker is told, and what was sent to them.", types.Notices, asker=BROWSER),
    Operation("POST /api/notices", "Marks notices as read, or changes when they are sent.", types.Notices, types.ReadNotices | types.SetNotices, (422, 507), asker=BROWSER),
    Operation("GET /api/followed", "The tables that the asker follows.", types.FollowedTables, asker=BROWSER),
    Operation("POST /api/games/{game_id}/follow", "Follows a table, or no more.", types.Following, types.Follow, (404, 507), asker=BROWSER),
    Operation("GET /api/ratings", "The strongest people of a pool.", types.Ratings, query=("pool",)),
    Operation("GET /api/lobby", "The open tables.", types.Lobby, query=("pace", "ruleset", "players"), asker=BROWSER),
    Operation("POST /api/lobby", "Opens a table for others to join.", types.OpenTable, types.NewOpenTable, TABLE, 201, asker=BROWSER),
    Operation("GET /api/lobby/{table}", "An open table.", types.OpenTable, asker=BROWSER),
    Operation(
        "POST /api/lobby/{table}", "Joins, leaves, begins, sends away or closes.", types.OpenTable | types.LeftTable,
        types.JoinTable | types.RemovePlayer | types.OrderSeats | types.InviteFriend | types.ReportTable | types.ChangeTable, (404, 409, 422, 507), asker=BROWSER,
    ),
    Operation("GET /api/account", "The account that is logged in.", types.Account, refusals=(403,), asker=SESSION),
    Operation("POST /api/account", "Creates an account.", types.CreatedAccount, types.NewAccount | types.NewAccountByPasskey, (403, 409, 422, 507), 201, asker=BROWSER),
    Operation("GET /api/account/data", "Everything that is kept about the account.", types.AccountData, refusals=(403,), asker=SESSION),
    Operation("POST /api/account/log-in", "Logs in.", types.Account, types.LogIn | types.PasskeyAnswer, (422, 507), asker=BROWSER),
    Operation("POST /api/account/recover", "Sets a new password by a recovery code.", types.Account, types.Recovery, (422, 507), asker=BROWSER),
    Operation("GET /api/account/friends", "Friends and requests.", types.Friends, refusals=(403,), asker=SESSION),
    Operation("POST /api/account/friends", "Asks, accepts, declines, withdraws or removes.", types.Friends, types.ChangeFriends, (422, 507), asker=SESSION),
    Operation("GET /api/blocks", "Whom the asker has blocked.", types.Blocks, asker=BROWSER),
    Operation(
        "POST /api/blocks", "Blocks somebody, or ends it.", types.Blocks, types.BlockAtSeat | types.BlockPlayer | types.BlockAccount | types.Unblock, (404, 422, 507), asker=BROWSER
    ),
    Operation("GET /api/hours", "When the asker plays at tables over days.", types.PlayingTimes, asker=BROWSER),
    Operation("POST /api/hours", "Sets hours, adds or ends a holiday.", types.PlayingTimes, types.SetHours | types.AddHoliday | types.EndHoliday, (422, 507), asker=BROWSER),
    Operation("GET /api/notices/targets", "Where the asker's notices are sent.", types.NotificationAddresses, asker=BROWSER),
    Operation(
        "POST /api/notices/targets", "Adds, tests, switches or removes an address for notices.", types.NotificationAddresses,
        types.AddSubscription | types.AddTarget | types.ChangeTarget, (403, 404, 422, 507), asker=BROWSER,
    ),
    Operation("GET /api/account/settings", "What the account has chosen.", types.Settings, refusals=(403,), asker=SESSION),
    Operation("POST /api/account/settings", "Changes settings.", types.Settings, types.ChangedSettings, (422, 507), asker=SESSION),
    Operation("POST /api/account/log-out", "Ends this session.", types.Empty, types.Empty, (507,), asker=BROWSER),
    Operation("POST /api/account/guest", "Takes over what the browser held before the log-in, or leaves it.", types.Account, types.GuestAnswer, (507,), asker=SESSION),
    Operation("POST /api/account/sessions", "Ends a session.", types.Account | types.Empty, types.EndSession, (507,), asker=SESSION),
    Operation("POST /api/account/sessions/everywhere", "Ends all sessions and API tokens.", types.Empty, types.Empty, (507,), asker=SESSION),
    Operation("POST /api/account/password", "Sets a new password.", types.Account, types.ChangedPassword | types.PasswordByPasskey, (422, 507), asker=SESSION),
    Operation("POST /api/account/recovery-codes", "Makes new recovery codes.", types.RecoveryCodes, types.OwnPassword | types.PasskeyAnswer, (422, 507), asker=SESSION),
    Operation("POST /api/account/delete", "Deletes the account.", types.Empty, types.OwnPassword | types.PasskeyAnswer, (422, 507), asker=SESSION),
    Operation("POST /api/account/tokens", "Makes an API token.", types.CreatedToken, types.NewToken, (422, 507), asker=SESSION),
    Operation("POST /api/account/tokens/revoke", "Revokes an API token.", types.Account, types.RevokedToken, (507,), asker=SESSION),
    Operation("POST /api/account/bots", "Creates the account of a bot.", types.BotAccount, types.NewBot, (409, 422, 507), asker=SESSION),
    Operation("POST /api/account/bots/delete", "Deletes a bot.", types.Account, types.DeletedBot, (422, 507), asker=SESSION),
    Operation("POST /api/account/passkeys", "Adds a passkey.", types.Account, types.PasskeyAnswer, (422, 507), asker=SESSION),
    Operation(
        "POST /api/account/passkeys/options", "What a browser is to ask a passkey for.", types.PasskeyOptions,
        types.PasskeyRequest | types.NewAccountRequest | types.NewPasskeyRequest, (409, 422, 507), asker=BROWSER,
    ),
    Operation("POST /api/account/passkeys/rename", "Renames a passkey.", types.Account, types.PasskeyLabel, (422, 507), asker=SESSION),
    Operation("POST /api/account/passkeys/remove", "Removes a passkey.", types.Account, types.RemovedPasskey, (409, 422, 507), asker=SESSION),
    Operation("GET /api/admin/people", "Accounts, for administrators.", types.People, refusals=(404,), query=("q", "order", "kind", "page"), asker=SESSION),
    Operation("GET /api/admin/people/{person}", "An account.", types.OnePerson, asker=SESSION),
    Operation(
        "POST /api/admin/people/{person}", "Bans, logs out, appoints, dismisses or deletes somebody, makes a code for a lost password, or removes all messages.", types.OnePerson | types.Empty,
        types.NewBan | types.ChangePerson | types.DeletePerson, (422, 507), asker=SESSION,
    ),
    Operation("GET /api/admin/bans", "Bans.", types.Bans, refusals=(404,), query=("page",), asker=SESSION),
    Operation("POST /api/admin/bans", "Bans an address, or lifts a ban.", types.Bans, types.NewAddressBan | types.LiftBan, (404, 422, 507), asker=SESSION),
    Operation("GET /api/admin/reports", "Reports.", types.Reports, refusals=(404,), query=("state", "page"), asker=SESSION),
    Operation(
        "POST /api/admin/reports", "Closes a report, removes its message, all messages of their author or its table, or bans whom it is about.", types.Reports, types.CloseReport | types.RemoveMessage | types.BanAccused | types.RemoveTable, (404, 422, 507), asker=SESSION
    ),
    Operation("GET /api/admin/tables", "Open tables, private ones too.", types.ListedOpenTables, refusals=(404,), query=("q", "page"), asker=SESSION),
    Operation("POST /api/admin/tables", "Closes an open table.", types.ListedOpenTables, types.RemoveOpenTable, (404, 422, 507), asker=SESSION),
    Operation("GET /api/admin/games", "All games.", types.ListedGames, refusals=(404,), query=("q", "status", "ruleset", "page"), asker=SESSION),
    Operation("POST /api/admin/games", "Removes a game.", types.ListedGames, types.RemoveGame, (404, 422, 507), asker=SESSION),
    Operation("GET /api/admin/ratings", "The most unlikely series of rated games.", types.RatingSeries, refusals=(404,), asker=SESSION),
    Operation("GET /api/admin/site", "What is chosen for the whole server.", types.AdministeredSite, refusals=(404,), asker=SESSION),
    Operation(
        "POST /api/admin/site", "Sets the banner or who may create an account, makes or removes an invitation link.", types.AdministeredSite,
        types.SetBanner | types.SetRegistration | types.MakeLink | types.RemoveLink, (404, 422, 507), asker=SESSION,
    ),
    Operation("GET /api/admin/log", "What administrators have done.", types.AdministrationLog, refusals=(404,), query=("by", "page"), asker=SESSION),
    Operation("GET /api/admin/sizes", "Sizes of the data and of memory.", types.Sizes, refusals=(404,), asker=SESSION),
    Operation("GET /api/admin/jobs", "Jobs and processes.", types.Jobs, refusals=(404,), asker=SESSION),
    Operation("POST /api/admin/jobs", "Removes a job.", types.Jobs, types.RemoveJob, (404, 422, 507), asker=SESSION),
    Operation("GET /api/site", "The banner of the server, and who may create an account.", types.Site),
    Operation("GET /api/openapi.json", "This description.", dict[str, Any]),
    Operation("GET /g/{game_id}/record", "The record as a file.", str, media_type=TEXT),
    Operation("GET /my-games/games.json", "The results and games of the asker as a file.", GamesFile, asker=BROWSER),
    Operation("GET /events", "Server-sent events of several games.", str, refusals=(404,), query=("g", "s", "w", "a", "m"), media_type=EVENT_STREAM),
    Operation("GET /g/{game_id}/events", "Server-sent events of a game.", str, media_type=EVENT_STREAM),
    Operation("GET /healthz", "Whether games can be read and written.", types.Health),
)  # fmt: skip
"""All requests for programs; each that answers JSON, and a few others."""


@cache
def description() -> bytes:
    return msgspec.json.encode(describe())


def describe() -> dict[str, Any]:
    found = [part for each in OPERATIONS for part in (*parts_of(each.answer), *parts_of(each.body))]
    kinds = list(dict.fromkeys([types.Error, *found]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ground Floor",
            "version": groundfloor.__version__,
            "summary": "What bots, other boards and archives can do at a server.",
            "description": "docs/http.md of the project says how the parts belong together. `Accept-Language: de` gets texts in German.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: tidied(schema) for name, schema in components.items()},
            "responses": {str(status): refusal(status, {JSON: {"schema": by_kind[types.Error]}}) for status in REFUSALS},
            "parameters": {"IdempotencyKey": IDEMPOTENCY_KEY},
            "securitySchemes": {
                "browser": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": f"Who holds seats without an account; over HTTPS `__Host-{COOKIE}`.",
                },
                "token": {"type": "http", "scheme": "bearer", "description": "An API token of an account."},
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": SESSION_COOKIE,
                    "description": f"Who is logged in; over HTTPS `__Host-{SESSION_COOKIE}`.",
                },
            },
        },
    }


def operation(each: Operation, by_kind: dict[Any, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "description": PATH_PARAMETERS[name], "schema": {"type": "string"}}
        for name in PARAMETER.findall(each.path)
    ]
    for name in each.query:
        meaning, schema = QUERY_PARAMETERS[name]
        parameters.append({"name": name, "in": "query", "description": meaning, "schema": schema})
    facts: dict[str, Any] = {"summary": each.summary, "operationId": re.sub(r"\W+", "_", each.route.lower()).strip("_")}
    is_api = each.path.startswith("/api/")
    refusals = {*each.refusals, *OF_EVERY_REQUEST, *([404] if "{" in each.path else []), *([401] if is_api else [])}
    if each.method == "POST":
        parameters.append({"$ref": "#/components/parameters/IdempotencyKey"})
        facts["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of(each.body, by_kind)}}}
        refusals.update(OF_EVERY_CHANGE)
    answer = {"description": each.summary, "content": {each.media_type: {"schema": schema_of(each.answer, by_kind)}}}
    refused = {str(status): {"$ref": f"#/components/responses/{status}"} if is_api else refusal(status) for status in sorted(refusals)}
    security = {"security": SECURITY[each.asker]} if each.asker != GUEST else {}
    return {**facts, "parameters": parameters, "responses": {str(each.status): answer, **refused}, **security}


def refusal(status: int, content: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the answer to a refused request; without ``content`` it is a page or plain text."""
    found: dict[str, Any] = {"description": REFUSALS[status]}
    if content is not None and status not in BEFORE_ROUTES:
        found["content"] = content
    return found | ({"headers": RETRY_AFTER} if status in (429, 503) else {})


def parts_of(kind: Any) -> tuple[Any, ...]:
    """Returns the types of a union, which msgspec has no schema of; none for None."""
    return get_args(kind) if isinstance(kind, UnionType) else () if kind is None else (kind,)


def schema_of(kind: Any, by_kind: dict[Any, Any]) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [by_kind[part] for part in parts_of(kind)]
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def tidied(schema: Any) -> Any:
    """Returns a schema without titles that repeat its name, and with descriptions in one line."""
    if isinstance(schema, list):
        return [tidied(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: tidied(part) for name, part in schema.items() if name != "title" or not isinstance(part, str)}
    if isinstance(text := parts.get("description"), str):
        parts["description"] = " ".join(text.replace("``", "`").split())
    return parts
