"""The description of the web interface for programs in OpenAPI 3.1, made of the routes that answer JSON, and of a few others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, get_args

import msgspec
from msgspec import UNSET, UnsetType

import groundfloor
from groundfloor.table.value import PACES

from .game.api.game_view import SeatView
from .game.hints import analysis_types
from .http import handlers
from .http.idempotency import MAX_LENGTH, MIN_LENGTH
from .http.route import JSON, ApiHandler, Rights, Route
from .http.security import COOKIE, SESSION_COOKIE

REFERENCE = "#/components/schemas/{name}"
PARAMETER = re.compile(r"{(\w+)}")
OF_BROWSER: list[dict[str, list[str]]] = [{}, {"browser": []}, {"session": []}, {"token": []}]
OF_ACCOUNT: list[dict[str, list[str]]] = [{"session": []}]
SECURITY: dict[Rights, list[dict[str, list[str]]]] = {
    "anybody": [],
    "browser": OF_BROWSER,
    "account": OF_ACCOUNT,
    "host": OF_BROWSER,
    "administrator": OF_ACCOUNT,
}
"""How the person who asks is identified."""
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
    "pace": ("Live, or over days.", {"type": "string", "enum": ["live", "days", *PACES]}),
    "players": ("How many seats, Automas and bots included.", {"type": "integer", "minimum": 1}),
    "pool": ("The pool of a list of ratings, such as `second-4`.", {"type": "string"}),
    "q": ("A part of the name.", {"type": "string"}),
    "ruleset": ("The id of a ruleset.", {"type": "string"}),
    "s": ("The token of a seat; may be repeated.", {"type": "array", "items": {"type": "string"}}),
    "state": ("Open or closed ones.", {"type": "string", "enum": ["open", "closed"]}),
    "strength": (
        "1 says what to do, without its place or price, and why, 2 which answers are good, 3 how the round may go on.",
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
OF_EVERY_REQUEST, OF_EVERY_CHANGE = (400, 408, 414, 421, 429, 431, 503), (403, 413, 415, 507)
OF_RIGHTS: dict[Rights, tuple[int, ...]] = {"account": (403,), "host": (403,), "administrator": (404,)}
RETRY_AFTER = {"Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "integer", "minimum": 0}}}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A new random key for each operation; the same request with the same key is done once.",
    "schema": {"type": "string", "minLength": MIN_LENGTH, "maxLength": MAX_LENGTH, "pattern": "^[A-Za-z0-9_-]+$"},
}


class Error(handlers.Error, frozen=True):
    """Why something was not done. `view` is the view of the seat after a refused operation (409, 422), `notes` what was written elsewhere meanwhile."""

    view: SeatView | UnsetType = UNSET


@cache
def description(routes: tuple[Route, ...]) -> bytes:
    return msgspec.json.encode(describe(routes))


def described(routes: Iterable[Route]) -> list[Route]:
    """Returns those routes that the description has: those of the API, and those of which it is said what they answer."""
    return [route for route in routes if route.path.startswith("/api/") or route.answer is not None]


def answer_of(route: Route) -> Any:
    """Returns the type of what a route answers: what its handler is annotated to return."""
    if not isinstance(route.handler, ApiHandler):
        return route.answer
    kinds: list[Any] = []
    for work in route.handler.works:
        parts = parts_of(returned(work))
        kinds += [part for part in parts if part is not NoneType]
        if parts and NoneType not in parts:
            break  # the others answer where this one returns nothing
    return reduce(or_, dict.fromkeys(kinds))


def returned(work: Callable[..., object]) -> Any:
    """Returns the type that a function is annotated to return; the types of its arguments may be imported for mypy alone."""
    return eval(work.__annotations__["return"], {**vars(analysis_types), **getattr(work, "__globals__", {})})


def describe(routes: Iterable[Route]) -> dict[str, Any]:
    """Returns the description of the API of a server with these routes."""
    typed = [(route, answer_of(route), route.body) for route in described(routes)]
    described_types = [part for _route, *types_of in typed for kind in types_of for part in parts_of(kind)]
    kinds = list(dict.fromkeys([Error, *described_types]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route, answer, body in typed:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, schema_of(answer, by_kind), schema_of(body, by_kind))
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
            "responses": {str(status): refusal(status, {JSON: {"schema": by_kind[Error]}}) for status in REFUSALS},
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


def operation(route: Route, answer: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Returns the description of a route, with the schemas of its answer and its body."""
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "description": PATH_PARAMETERS[name], "schema": {"type": "string"}}
        for name in PARAMETER.findall(route.path)
    ]
    for name in route.query:
        meaning, schema = QUERY_PARAMETERS[name]
        parameters.append({"name": name, "in": "query", "description": meaning, "schema": schema})
    facts: dict[str, Any] = {
        "summary": route.summary,
        "operationId": re.sub(r"\W+", "_", route.address.lower()).strip("_"),
        "x-limits": [str(limit) for limit in route.limited_by],
    }
    is_api = route.path.startswith("/api/")
    refusals = {*route.refusals, *OF_EVERY_REQUEST, *OF_RIGHTS.get(route.rights, ())}
    refusals.update(([404] if "{" in route.path else []) + ([401] if is_api else []))
    if route.method == "POST":
        parameters.append({"$ref": "#/components/parameters/IdempotencyKey"})
        facts["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
        refusals.update(OF_EVERY_CHANGE)
    status = route.handler.status if isinstance(route.handler, ApiHandler) else 200
    answered = {"description": route.summary, "content": {route.media_type: {"schema": answer}}}
    refused = {str(code): {"$ref": f"#/components/responses/{code}"} if is_api else refusal(code) for code in sorted(refusals)}
    security = {"security": SECURITY[route.rights]} if SECURITY[route.rights] else {}
    return {**facts, "parameters": parameters, "responses": {str(status): answered, **refused}, **security}


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
