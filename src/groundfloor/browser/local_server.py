"""Answers the requests of the pages of one browser, in a worker of that browser: the web application, called as by a server (ASGI)."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from groundfloor.store import Store
from groundfloor.web.app import create_app
from groundfloor.web.executor import InPlaceExecutor
from groundfloor.web.security import COOKIE
from groundfloor.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableMapping
    from typing import Any

    from groundfloor.tables.job_runner import Pool

HOST = "localhost"
"""The name under which the application is asked, whatever the address of the page."""
STATIC_HASH = Path(__file__).with_name("static-hash")
"""The hash of the static files of a site, which scripts/build writes; they are not served from here then."""
COOKIES = "cookies"
"""The file of the cookies. The browser keeps none that do not come from a server."""
FRAMED = {"content-security-policy": ("frame-ancestors 'none'", "frame-ancestors 'self'")}
LINK = re.compile(rb'(\s(?:href|action|formaction|data-address)=")/(?!/)')
"""What a page leads to; scripts, styles and pictures are found by the service worker."""


class LocalServer:
    """The application on a data folder that nobody else has open. ``base`` is the path of the site's folder, with a slash at its end."""

    def __init__(self, folder: Path, base: str = "/", pool: Pool | None = None) -> None:
        self.base = base
        self._store = Store(folder, is_alone=True)
        self._file = folder / COOKIES
        static_hash = STATIC_HASH.read_text("ascii") if STATIC_HASH.exists() else ""
        self._app = create_app(
            self._store, settings=Settings(bot_processes=0), executor=InPlaceExecutor(pool), is_local=True, static_hash=static_hash
        )
        self._lifespan = self._app.router.lifespan_context(self._app)
        self._cookies: dict[str, str] = (
            json.loads(self._file.read_text("utf-8")) if self._file.exists() else {COOKIE: secrets.token_urlsafe(24)}
        )
        self._keep_cookies()

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
        parts, is_page = [], False
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
            nonlocal is_page
            if message["type"] == "http.response.start":
                found = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in message["headers"]]
                self._take_cookies(value for name, value in found if name == "set-cookie")
                is_page = any(name == "content-type" and value.startswith("text/html") for name, value in found)
                begin(
                    message["status"],
                    [self._header(name, value) for name, value in found if name not in ("set-cookie", "x-frame-options", "content-length")],
                )
            elif is_page:
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    send(LINK.sub(rb"\1" + self.base.encode(), b"".join(parts)))
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

    def _keep_cookies(self) -> None:
        self._file.write_text(json.dumps(self._cookies), "utf-8")
