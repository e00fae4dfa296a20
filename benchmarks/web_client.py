"""HTTP requests over a few connections that are kept open, for benchmarks/web.py."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator

CONNECTIONS = 48
"""Open connections for requests, as a proxy before the server would keep them."""


class Connections:
    """A few connections to one server that are kept open, each used for one request at a time.

    Not a client library: at hundreds of requests a second a library would take more of the two cores than the server that is measured.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            self.free.put_nowait(None)

    async def request(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, str, int, str]:
        """Sends a request; returns the status, the text, how many bytes it had on the wire, and the cookie that is set."""
        opened = await self.free.get()
        try:
            opened = opened or await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = opened
            writer.write(head(method, path, self.port, {**headers, "Content-Length": str(len(body))}) + body)
            status, found = await read_head(reader)
            raw = await reader.readexactly(int(found.get("content-length", "0")))
            if found.get("connection", "") == "close":
                writer.close()
                opened = None
        except BaseException:
            opened = None
            raise
        finally:
            self.free.put_nowait(opened)
        text = zlib.decompress(raw, 47) if found.get("content-encoding") == "gzip" else raw
        return status, text.decode(), len(raw), found.get("set-cookie", "").partition(";")[0]


def head(method: str, path: str, port: int, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}", "Accept-Encoding: gzip"]
    return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers.items()), "", ""]).encode()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Reads the status and the headers, their names in small letters."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def events(reader: asyncio.StreamReader) -> AsyncIterator[tuple[str, str, int]]:
    """Yields the events of a stream, which may be compressed: name, data, and how many bytes came with it."""
    _, headers = await read_head(reader)
    decoder = zlib.decompressobj(31) if headers.get("content-encoding") == "gzip" else None
    text, size, name = "", 0, ""
    while length := int(await reader.readline() or b"0", 16):
        chunk = (await reader.readexactly(length + 2))[:-2]
        size += len(chunk)
        *lines, text = (text + (decoder.decompress(chunk) if decoder else chunk).decode()).split("\n")
        for line in lines:
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                yield name, line[6:], size
                size = 0
