"""Compression of answers: short ones at once, others in a thread, where no request waits for them."""

from __future__ import annotations

import gzip
from functools import partial
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from .encodings import takes_gzip
from .middleware import HttpMiddleware
from .request_context import context_of

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

SMALLEST = 600
"""Bytes from which on an answer is compressed."""
LONG = 8_192
"""Bytes from which on an answer is compressed in a thread; fewer take less time than the handover."""
LEVEL = 6
COMPRESSED_TYPES = ("image/png", "image/jpeg", "font/woff2", "application/gzip", "text/event-stream")
"""Media types that are compressed already, or by themselves."""


class Compression(HttpMiddleware):
    """Middleware: compresses answers that come in one piece, for clients that accept that."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not takes_gzip(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and is_compressible(Headers(raw=message["headers"])):
                start = message
                return
            if start is not None:
                head, start = start, None
                body = message.get("body", b"")
                if not message.get("more_body", False) and len(body) >= SMALLEST:
                    compressed = (
                        await context_of(scope["app"]).work.in_thread(partial(compress, body)) if len(body) >= LONG else compress(body)
                    )
                    message = {**message, "body": compressed}
                    headers = MutableHeaders(raw=head["headers"])
                    headers.add_vary_header("Accept-Encoding")
                    headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(compressed))
                await send(head)
            await send(message)

        await self.app(scope, receive, send_compressed)


def is_compressible(headers: Headers) -> bool:
    """Returns whether an answer with these headers can be compressed."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return "content-encoding" not in headers and kind not in COMPRESSED_TYPES


def compress(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
