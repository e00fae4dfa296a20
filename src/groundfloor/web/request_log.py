"""The log: every request has a number, and is named by its route, never by its address, which may be secret."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, TextIO

from starlette.requests import ClientDisconnect

from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .settings import Settings

log = logging.getLogger("groundfloor.requests")
FIELDS = ("number", "method", "route", "status", "ms")
LONG_WORD = re.compile(r"[\w-]{20,}")
"""What may be a token."""
MOST_MESSAGE = 500
MOST_TRACEBACK = 1200
"""Letters of a message and of a traceback, of which the end says most."""


class RequestLog(HttpMiddleware):
    """Middleware: numbers the requests, logs them if that is wanted, and faults always."""

    def __init__(self, app: ASGIApp, is_logging: bool = False) -> None:
        super().__init__(app)
        self.is_logging = is_logging
        self._numbers = count(1)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        number, status, began = next(self._numbers), 0, time.perf_counter()
        scope.setdefault("state", {})["number"] = number

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        def facts() -> dict[str, object]:
            ms = round((time.perf_counter() - began) * 1000, 1)
            return dict(zip(FIELDS, (number, scope["method"][:10], route_of(scope), status, ms), strict=True))

        try:
            await self.app(scope, receive, send_noting)
        except ClientDisconnect:
            pass
        except Exception:
            log.exception("request %d failed", number, extra=facts())
        else:
            if self.is_logging:
                log.info("request %d", number, extra=facts())


def route_of(scope: Scope) -> str:
    """The template of the address, such as ``/s/{token}``; "-" if there is none."""
    return str(getattr(scope.get("route"), "path", "-"))


def number_of(request: Request) -> int:
    """The number of a request in the log."""
    return int(getattr(request.state, "number", 0))


class TextFormatter(logging.Formatter):
    """A line for people: time, level, logger, message, facts; the end of a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        said = " ".join(f"{name}={value}" for name, value in facts_of(record).items() if name != "number")
        line = f"{time_of(record)} {record.levelname} {record.name}: {message_of(record)}{' ' + said if said else ''}"
        trace = traceback_of(self, record)
        return f"{line}\n{trace}" if trace else line


class JsonFormatter(logging.Formatter):
    """One object a line."""

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
    """The message in one line, the beginning of it."""
    return printable(" ".join(record.getMessage().split()))[:MOST_MESSAGE]


def time_of(record: logging.LogRecord) -> str:
    """When it was logged, in UTC."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """What is said of a request."""
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def traceback_of(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """The end of the traceback; empty if there is none."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    text = printable(without_secrets(formatter.formatException(record.exc_info)))
    return text if len(text) <= MOST_TRACEBACK else f"… {text[-MOST_TRACEBACK:]}"


def printable(text: str) -> str:
    """The text without what a terminal would take for a command, or show in another order."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "…" for letter in text)


def without_secrets(trace: str) -> str:
    """A traceback whose messages have no words that could be the token of a seat, a cookie or a key; its lines of code stay."""
    return "\n".join(line if line.startswith(" ") else LONG_WORD.sub(without_token, line) for line in trace.split("\n"))


def without_token(found: re.Match[str]) -> str:
    """A long word, or "…" if it looks like a token: of small letters and others."""
    word = found.group()
    is_token = any("a" <= letter <= "z" for letter in word) and any(letter.isdigit() or "A" <= letter <= "Z" for letter in word)
    return "…" if is_token else word


def configure_logging(settings: Settings, stream: TextIO = sys.stderr) -> None:
    """Sends everything that is logged to the stream, in the form that is set."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(logging.INFO if settings.log_requests else logging.WARNING)
