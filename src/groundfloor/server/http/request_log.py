"""The log. A request is logged by its id and its route, never by its path, which may contain a secret token."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request

from groundfloor.request_id import on_behalf_of, request_id

from .addresses import peer_of
from .middleware import HttpMiddleware
from .request_context import get_context

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .settings import Settings

log = logging.getLogger("groundfloor.requests")
jobs_log = logging.getLogger("groundfloor.jobs")
FIELDS = ("request", "method", "route", "status", "job", "ms")
HEADER = "x-request-id"
GIVEN_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
"""What a trusted proxy may call a request."""
LONG_WORD = re.compile(r"[\w-]{20,}")
"""Words that may be tokens."""
MAX_MESSAGE = 500
MAX_TRACEBACK = 1200
"""Longest message and traceback in characters; the end of a traceback is kept."""
MAX_REPETITIONS, REPETITION_SECONDS, MAX_KINDS = 10, 60.0, 1000
"""Lines of one kind that are logged in that many seconds, and the kinds that are remembered."""


class RequestLog(HttpMiddleware):
    """Middleware: gives each request an id, which the answer names; logs those that failed, and all others if ``is_logging``."""

    def __init__(self, app: ASGIApp, is_logging: bool = False) -> None:
        super().__init__(app)
        self.is_logging = is_logging

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, began = 0, time.perf_counter()
        request = scope.setdefault("state", {})["id"] = id_of(scope)

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(raw=message["headers"])[HEADER] = request
            await send(message)

        def facts() -> dict[str, object]:
            ms = round((time.perf_counter() - began) * 1000, 1)
            return {"method": scope["method"][:10], "route": route_of(scope), "status": status, "ms": ms}

        with on_behalf_of(request):
            try:
                await self.app(scope, receive, send_noting)
            except ClientDisconnect:
                pass
            except Exception:
                log.exception("request failed", extra=facts())
            else:
                if self.is_logging:
                    log.info("request answered", extra=facts())
            finally:
                get_context(Request(scope)).metrics.count_request(scope["method"], route_of(scope), status, time.perf_counter() - began)


def id_of(scope: Scope) -> str:
    """Returns the id that a trusted proxy has given a request in ``X-Request-ID``, else a new one."""
    given = Headers(scope=scope).get(HEADER, "")
    if GIVEN_ID.fullmatch(given) and get_context(Request(scope)).addresses.is_proxy(peer_of(scope)):
        return given
    return secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """Returns the path of the route, such as ``/s/{token}``; "-" if no route matches."""
    return str(getattr(scope.get("route"), "path", "-"))


def name_request(record: logging.LogRecord) -> bool:
    """Adds to a record of the log the request on whose behalf it was made; returns True."""
    if request := request_id.get():
        record.request = request
    return True


class TextFormatter(logging.Formatter):
    """Formats a line of text: time, level, logger, message, fields; the end of a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        said = " ".join(f"{name}={value}" for name, value in facts_of(record).items())
        line = f"{time_of(record)} {record.levelname} {record.name}: {message_of(record)}{' ' + said if said else ''}"
        trace = traceback_of(self, record)
        return f"{line}\n{trace}" if trace else line


class JsonFormatter(logging.Formatter):
    """Formats one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
        }
        entry |= facts_of(record)
        trace = traceback_of(self, record)
        return json.dumps(entry | ({"traceback": trace} if trace else {}), ensure_ascii=False, default=str)


def message_of(record: logging.LogRecord) -> str:
    return printable(" ".join(record.getMessage().split()))[:MAX_MESSAGE]


def time_of(record: logging.LogRecord) -> str:
    """Returns the time of a log record, in UTC."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def traceback_of(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    text = printable(without_secrets(formatter.formatException(record.exc_info)))
    return text if len(text) <= MAX_TRACEBACK else f"… {text[-MAX_TRACEBACK:]}"


def printable(text: str) -> str:
    """Replaces control characters and marks of writing direction, which a terminal would obey."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "…" for letter in text)


def without_secrets(trace: str) -> str:
    """Replaces words that may be tokens, cookies or keys in the messages of a traceback; its lines of code stay."""
    return "\n".join(line if line.startswith(" ") else LONG_WORD.sub(without_token, line) for line in trace.split("\n"))


def without_token(found: re.Match[str]) -> str:
    """Returns "…" for a word that mixes lower case with upper case or digits, as tokens do; any other word unchanged."""
    word = found.group()
    is_token = any("a" <= letter <= "z" for letter in word) and any(letter.isdigit() or "A" <= letter <= "Z" for letter in word)
    return "…" if is_token else word


class RepetitionFilter(logging.Filter):
    """Lets ``MAX_REPETITIONS`` warnings or errors of a kind pass in a minute; the next one after that minute says how many were left out.

    A kind is a logger, the template of its message and, with a traceback, the kind of the error and the line that raised it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether a record is logged; adds to its message how many were left out before it."""
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._clock(), kind_of(record)
        began, count = self._kinds.get(kind, (now, 0))
        if now - began >= REPETITION_SECONDS:
            if count > MAX_REPETITIONS:
                record.msg, record.args = f"{record.getMessage()} ({count - MAX_REPETITIONS} more like this were not logged)", ()
            began, count = now, 0
        if len(self._kinds) >= MAX_KINDS:
            self._kinds.clear()
        self._kinds[kind] = began, count + 1
        return count < MAX_REPETITIONS


def kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    """Returns what repetitions of a log line have in common."""
    error = record.exc_info[1] if record.exc_info else None
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return record.name, record.msg, type(error), trace.tb_lineno if trace is not None else 0


def configure_logging(settings: Settings, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
    """Logs to the stream, in the format of the settings; ``clock`` returns monotonic seconds."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(RepetitionFilter(clock))
    handler.addFilter(name_request)
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for logger in (log, jobs_log):
        logger.setLevel(logging.INFO if settings.log_requests else logging.WARNING)
