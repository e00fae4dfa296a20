"""Malformed requests of every kind for every route of the application."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from groundfloor.server.every_route import ROUTES

from .exchange import SAME_ORIGIN, Request

DIGITS = b"9" * 5000
FORM = b"application/x-www-form-urlencoded"
JSON = b"application/json"
CHARSETS = (
    b"undefined", b"punycode", b"utf-7", b"idna", b"hex", b"rot13", b"zlib", b"base64", b"bz2", b"uu", b"unicode_escape",
    b"raw_unicode_escape", b"utf-16", b"utf-32", b"mbcs", b"no-such", b"x" * 3000, b"\xff\xfe", b'"', b"",
)  # fmt: skip
HEADERS = (
    (b"Origin", (b"http://[", b"http://", b"null", b"\xff", b"http://a:99999999", b"http://[::1", b"//", b"http://\xe2\x80\xae", DIGITS)),
    (b"Host", (b"", b"[", b"[::1", b"a b", b"\xff", b"x" * 5000, b"127.0.0.1:99999999", b"a:b:c", b"..", b"evil.example")),
    (b"Accept-Language", (b"de;q=x", b"de;q=" + DIGITS, b"*;q=nan", b",,,;;;", b"\xff", b"de," * 3000, b"-", b"a-" * 2000, b"de-\x00")),
    (b"Cookie", (b"groundfloor=", b"groundfloor=\xff", b"groundfloor=" + b"x" * 5000, b"=;=;=", b'lang="\\777"', b"lang=xx", b"rules_length=no", b"a=1;" * 3000)),
    (b"Content-Length", (b"-1", b"x", b"", DIGITS, b"1, 2", b"+3", b"0x10", b"99999999999", b"1_0")),
    (b"Transfer-Encoding", (b"chunked, chunked", b"gzip", b"x", b"\xff")),
    (b"Last-Event-ID", (b"x", b"-1", DIGITS, b"\xc2\xb2", b"1e9", b"0x1", b"\xff")),
    (b"Sec-Fetch-Site", (b"cross-site", b"x", b"\xff")),
    (b"X-Partial", (b"maybe", b"\xff")),
    (b"If-None-Match", (b"*", b'"', b"W/" + b"x" * 5000)),
    (b"Range", (b"bytes=-", b"bytes=" + DIGITS + b"-", b"bytes=0-0,0-0,0-0", b"lines=1")),
    (b"Idempotency-Key", (b"", b"\xff", b"x" * 5000, b"\x00", b"a b")),
    (b"X-Forwarded-For", (b"[", b"x" * 5000, b"1.2.3.4," * 1000, b"\xff")),
    (b"X-Forwarded-Proto", (b"javascript", b"\xff")),
    (b"X-Forwarded-Host", (b"evil.example", b"[", b"\xff")),
    (b"Expect", (b"100-continue", b"x")),
    (b"Content-Encoding", (b"gzip", b"x")),
    (b"Upgrade", (b"websocket", b"h2c")),
    (b"Bad Name", (b"x",)),
    (b"", (b"x",)),
)  # fmt: skip
PARAMETERS = (
    b"%00",
    b"%ff",
    b"..",
    b"%2e%2e%2f",
    DIGITS,
    b"-1",
    b"%C2%B2",
    b"%ED%A0%80",
    b"x" * 3000,
    b"'%22<>",
    b"%",
    b"%zz",
    b"%0d%0aX:1",
)
QUERIES = (b"at", b"lang", b"form", b"q", b"g", b"s", b"step", b"rule", b"ruleset", b"theme", b"x")
VALUES = (b"", DIGITS, b"-1", b"%00", b"%ff", b"%ED%A0%80", b"nan", b"1e9", b"%C2%B2", b"[[[", b"(" * 2000, b"%F0%9F%8E%B2", b"xx", b"a,b&")
FIELDS = (
    "do", "pick", "command", "set", "version", "seat", "csrf", "ruleset", "name", "house", "text", "game", "kind-0", "name-0",
    "colour-0", "option-era", "option-x", "idempotency_key",
)  # fmt: skip
FORM_VALUES = (
    b"", DIGITS, b"%00", b"%ff", b"%ED%A0%80", b"%E3%85%A4", b"nan", b"-1", b"%C2%B2", b"a.a.a.a" * 500, b"a=" + b"%5B" * 400,
    b"a%3D" + DIGITS, b"%0d%0a", b"'%22", b"x" * 20000,
)  # fmt: skip
NESTED = 330


def json_bodies() -> Iterator[tuple[str, bytes]]:
    """Yields bodies that are no JSON, or JSON of another shape than is documented, with what is wrong."""
    yield from {
        "empty": b"", "text": b"x", "cut": b'{"seats": [', "number": b"1", "array": b"[]", "null": b"null", "text value": b'"x"', "NaN": b'{"version": NaN}',
        "Infinity": b'{"version": -Infinity}', "1e999": b'{"version": 1e999}', "surrogate": b'{"apply": "\\ud800"}', "NUL": b'{"apply": "\\u0000"}',
        "byte order mark": b"\xef\xbb\xbf{}", "UTF-16": "{}".encode("utf-16"), "not UTF-8": b'{"a": "\xff"}', "digits": b'{"version": ' + DIGITS + b"}",
        "nested arrays": b"[" * 100_000, "nested objects": b'{"a":' * 50_000, "twice": b'{"version": 1, "version": 2}',
        "nested value": b'{"seats": ' + b"[" * NESTED + b"]" * NESTED + b"}",
        "nested house": b'{"seats": [{}, {}], "house": {"a": ' + b"[" * NESTED + b"]" * NESTED + b"}}",
        "deep key": json.dumps({"seats": [{}, {}], "house": {"a." * 4000 + "a": 1}}).encode(),
        "many seats": json.dumps({"seats": [{"name": "A"}] * 20_000}).encode(),
        "many values": json.dumps({"seats": [{}, {}], "house": {"factory.price": [1] * 100_000}}).encode(),
        "many keys": json.dumps({"seats": [{}, {}], "house": {f"k{n}": n for n in range(20_000)}}).encode(),
        "many options": json.dumps({"seats": [{}, {}], "options": {f"k{n}": n for n in range(20_000)}}).encode(),
        "many actions": json.dumps({"apply": ["done"] * 50_000, "version": 1}).encode(),
    }.items()  # fmt: skip
    for field in (
        "seats",
        "ruleset",
        "options",
        "name",
        "house",
        "apply",
        "pick",
        "do",
        "set",
        "command",
        "version",
        "record",
        "resume",
        "idempotency_key",
    ):
        values: tuple[object, ...] = (
            None,
            True,
            -1,
            10**30,
            1.5,
            "",
            "x" * 30_000,
            [],
            [[]],
            [None],
            {},
            {"": {}},
            [{"name": 1}],
            [{"name": "\u3164"}],
        )
        for value in values:
            body = {"seats": [{"name": "A"}, {"name": "B"}], "version": 1, field: value}
            yield f"{field} = {str(value)[:20]}", json.dumps(body).encode()


def bodies() -> Iterator[tuple[str, bytes, bytes]]:
    """Yields bodies with their type, and what is wrong with them."""
    for charset in CHARSETS:
        yield f"form, charset {charset[:20]!r}", FORM + b"; charset=" + charset, b"do=confirm&version=1"
        multipart = b'--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nx\r\n--b--\r\n'
        yield f"multipart, charset {charset[:20]!r}", b"multipart/form-data; boundary=b; charset=" + charset, multipart
        yield f"JSON, charset {charset[:20]!r}", JSON + b"; charset=" + charset, b"{}"
    for label, kind, body in (
        ("no boundary", b"multipart/form-data", b"--b\r\n"),
        ("empty boundary", b"multipart/form-data; boundary=", b"--\r\n"),
        ("long boundary", b"multipart/form-data; boundary=" + b"b" * 3000, b"--b\r\n"),
        ("cut", b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="do'),
        ("no name", b"multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
        ("bad part charset", b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="_charset_"\r\n\r\nundefined\r\n--b--\r\n'),
        ("bad disposition", b"multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: \xff; name*=undefined''%ff\r\n\r\nx\r\n--b--\r\n"),
        ("many parts", b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 3000 + b"--b--\r\n"),
        ("many files", b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nx\r\n' * 1000 + b"--b--\r\n"),
        ("binary file", b"multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="file"; filename="\xff/../x"\r\n\r\n\x00\xff\xfe\r\n--b--\r\n'),
        ("many fields", FORM, b"&".join(b"f%d=1" % n for n in range(5000))),
        ("no text", FORM, b"\xff\xfe\x00"),
        ("unknown type", b"text/\xff", b"x"),
        ("no type", b"", b"x"),
    ):  # fmt: skip
        yield label, kind, body
    for field in FIELDS:
        for value in FORM_VALUES:
            yield f"form, {field} = {value[:20]!r}", FORM, field.encode() + b"=" + value
    for label, body in json_bodies():
        yield f"JSON, {label}", JSON, body


def malformed(game_id: str, token: str) -> Iterator[Request]:
    """Yields every route with everything that can be wrong; ``game_id`` and ``token`` are a real game and a seat of it."""
    every_body = list(bodies())
    for pattern, method in routes():
        target = fill_all(pattern, game_id, token)
        for name, values in HEADERS:
            for value in values:
                yield Request(method, target, ((name, value),), label=f"{name.decode()}: {value[:30]!r}")
        for query in QUERIES:
            for value in VALUES:
                yield Request(method, target + b"?" + query + b"=" + value)
        for parameter in re.findall(r"\{\w+(?::\w+)?\}", pattern):
            for value in PARAMETERS:
                before, after = pattern.split(parameter, 1)
                address = (fill_all(before, game_id, token), value, fill_all(after, game_id, token))
                yield Request(method, b"".join(address), label=f"{parameter} = {value[:30]!r}")
        if method == "POST":
            for label, kind, body in every_body:
                yield Request(method, target, ((b"Content-Type", kind), *SAME_ORIGIN), body, label)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "HEAD", "FOO", "G\u00c9T"):
        yield Request(method, b"/")
    for target in (
        b"*",
        b"//",
        b"/static/../app.py",
        b"/static/%2e%2e/app.py",
        b"/static/" + b"x" * 3000,
        b"/" + b"a/" * 3000,
        b"http://evil.example/",
        b"x",
        b"/\xff",
        b"/static/%00",
    ):
        yield Request("GET", target)


def routes() -> list[tuple[str, str]]:
    """Returns path and method of each route but the streams of events, which don't end (``slow`` attacks them)."""
    return [(route.path, route.method) for route in ROUTES if not route.path.endswith("/events")]


def filled_routes(game_id: str, token: str) -> list[tuple[str, str]]:
    """Returns a good path of each route, and its method."""
    return [(fill_all(path, game_id, token).decode(), method) for path, method in routes()]


def fill_all(path: str, game_id: str, token: str) -> bytes:
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: filled(found.group(1), game_id, token), path).encode()


def filled(parameter: str, game_id: str, token: str) -> str:
    return {
        "game_id": game_id,
        "token": token,
        "number": "1",
        "name": "first",
        "day": "2025-06-01",
        "channel": "players",
        "game": game_id,
        "table": "no-table",
        "person": "nobody",
        "who": "nobody",
        "other": "nobody",
        "address": "nothing",
        "proof": "nothing",
    }[parameter]
