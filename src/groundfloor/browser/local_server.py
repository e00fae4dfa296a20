"""Answers the requests of the pages of one browser, in a worker of that browser: the web application, called as by a server (ASGI)."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sqlite3
from contextlib import closing
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from groundfloor.server.app import create_app
from groundfloor.server.database.sqlite import FILE
from groundfloor.server.database.store import Store
from groundfloor.server.http.executor import InPlaceExecutor
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.security import COOKIE
from groundfloor.server.http.settings import Settings

from .local_club import LocalClub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableMapping
    from typing import Any

    from groundfloor.server.database.job_runner import Pool

MANY = 1_000_000
HOST = "localhost"
"""The name under which the application is asked, whatever the address of the page."""
STATIC_HASH = Path(__file__).with_name("static-hash")
"""The hash of the static files of a site, which scripts/build writes; they are not served from here then."""
EMPTY_DATABASE = Path(__file__).with_name("empty.db")
"""A database without games, which scripts/build makes: a new one takes no migrations then."""
COOKIES = "cookies"
"""The file of the cookies, as the browser keeps none that do not come from a server; that of whoever plays here is in the database, with the games."""
FRAMED = {"content-security-policy": ("frame-ancestors 'none'", "frame-ancestors *")}
LINK = re.compile(rb'(\s(?:href|action|formaction|src|data-address|data-worker)=\\?")/(?!/)')
"""What a page leads to and loads, also in HTML that is a text of JSON. A script with two addresses would run twice, and the service worker has only those of the site's folder."""
LIMITS = Limits(
    tables_per_hour=MANY,
    tables_per_browser=MANY,
    tables=MANY,
    unplayed_days=0,
    shown_days=0,
    abandoned_days=0,
    results_days=0,
    stored_megabytes_per_hour=MANY,
    stored_megabytes_at_once=MANY,
    stored_megabytes_per_day=MANY,
)
"""Of one person alone, to whom everything belongs: nothing is deleted of itself, and as much can be kept as the browser lets them."""
LINKING = ("text/html", "application/json", "text/event-stream")
"""Types of answers that have links."""


class LocalServer:
    """The application on a data folder that nobody else has open. ``base`` is the path of the site's folder, with a slash at its end."""

    def __init__(self, folder: Path, base: str = "/", pool: Pool | None = None) -> None:
        self.base = base
        if EMPTY_DATABASE.exists() and not (folder / FILE).exists():
            with closing(sqlite3.connect(EMPTY_DATABASE)) as source, closing(sqlite3.connect(folder / FILE)) as target:
                source.backup(target)  # in a transaction: a killed browser leaves none of it
        self._store = Store(folder, is_alone=True)
        self._file = folder / COOKIES
        static_hash = STATIC_HASH.read_text("ascii") if STATIC_HASH.exists() else ""
        self._app = create_app(
            self._store,
            settings=Settings(bot_processes=0, limits=LIMITS),
            executor=InPlaceExecutor(pool),
            club=LocalClub(),
            is_local=True,
            static_hash=static_hash,
        )
        self._lifespan = self._app.router.lifespan_context(self._app)
        self._cookies = self._kept_cookies() | {COOKIE: self._store.get_or_create_setting("browser", secrets.token_urlsafe(24))}

    async def start(self) -> None:
        """Goes on with the games: bots and Automas that were on turn move."""
        await self._lifespan.__aenter__()

    async def close(self) -> None:
        """Ends what is under way and closes the data folder."""
        await self._lifespan.__aexit__(None, None, None)
        self._store.close()

    async def handle(
        self,
        method: str,
        path: str,
        headers: Iterable[tuple[str, str]],
        body: bytes,
        begin: Callable[[int, list[tuple[str, str]]], None],
        send: Callable[[bytes], None],
        gone: asyncio.Event | None = None,
    ) -> None:
        """Answers one request: calls ``begin`` with status and headers, then ``send`` with each part. ``path`` has the query; ``gone`` is set when nobody waits any more."""
        parts: list[bytes] = []
        kind = ""
        gone = gone or asyncio.Event()
        is_read = False

        async def receive() -> MutableMapping[str, Any]:
            nonlocal is_read
            if not is_read:
                is_read = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal kind
            if message["type"] == "http.response.start":
                headers = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in message["headers"]]
                self._take_cookies(value for name, value in headers if name == "set-cookie")
                kind = next((value.partition(";")[0] for name, value in headers if name == "content-type"), "")
                begin(
                    message["status"],
                    [
                        self._header(name, value)
                        for name, value in headers
                        if name not in ("set-cookie", "x-frame-options", "content-length")
                    ],
                )
            elif kind in LINKING:
                parts.append(message.get("body", b""))
                if kind == "text/event-stream" or not message.get("more_body", False):  # an event comes as a whole
                    if whole := b"".join(parts):
                        send(LINK.sub(rb"\1" + self.base.encode(), whole))
                    parts.clear()
            elif message.get("body"):
                send(message["body"])

        await self._app(self._scope(method, path, headers), receive, answer)

    def _scope(self, method: str, path: str, headers: Iterable[tuple[str, str]]) -> dict[str, Any]:
        target, _, query = path.partition("?")
        if target.startswith(self.base):
            target = "/" + target.removeprefix(self.base)
        own = [("host", HOST), ("cookie", "; ".join(f"{name}={value}" for name, value in self._cookies.items()))]
        if method != "GET":
            own += [("origin", f"http://{HOST}"), ("sec-fetch-site", "same-origin")]
        taken = ("content-type", "accept", "accept-language", "last-event-id", "if-none-match", "idempotency-key")
        given = [(name.lower(), value) for name, value in headers if name.lower() in taken or name.lower().startswith("x-")]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(target),
            "raw_path": target.encode("ascii"),
            "query_string": query.encode("ascii"),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in [*own, *given]],
            "client": None,
            "server": (HOST, 80),
            "state": {},
            "extensions": {},
        }

    def _header(self, name: str, value: str) -> tuple[str, str]:
        if name == "location" and value.startswith("/") and not value.startswith("//"):
            return name, self.base + value[1:]
        old, new = FRAMED.get(name, ("", ""))
        return name, value.replace(old, new) if old else value

    def _take_cookies(self, given: Iterable[str]) -> None:
        before = dict(self._cookies)
        for text in given:
            try:
                cookies = SimpleCookie(text)
            except CookieError:
                continue
            for name, cookie in cookies.items():
                if cookie["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = cookie.value
        if self._cookies != before:
            self._keep_cookies()

    def _kept_cookies(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._file.read_text("utf-8")))
        except (OSError, ValueError, TypeError):  # none yet, or the browser was killed while it wrote them
            return {}

    def _keep_cookies(self) -> None:
        self._file.write_text(json.dumps(self._cookies), "utf-8")
