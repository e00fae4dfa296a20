"""How long the texts of a request may be: they are measured, in bytes of UTF-8, before anything else is done with them.

Processing a text later may take longer than in proportion to its length: NFKD of 10,000 combining marks takes a second.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from .errors import AddressTooLong, NullCharacter, TextTooLong, TooManyCookies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from starlette.types import Scope

USUAL_BYTES = 800
"""Bytes of a text, unless its field may have more: 200 characters of any script."""
FIELD_BYTES: Mapping[str, int] = MappingProxyType(
    {
        "address": 1_200,
        "draft": 8_000,
        "endpoint": 1_200,
        "house": 200_000,
        "note": 40_000,
        "passkey": 10_000,
        "reason": 1_200,
        "record": 200_000,
        "replaces": 1_200,
        "sent": 40_000,
        "text": 4_000,
        "then": 2_400,
    }
)
"""Bytes of the texts of fields that may have more, wherever they are sent; values within such a field may have as many."""
NO_LIMITS: Mapping[str, int] = MappingProxyType({})
PARAMETERS, QUERY_BYTES = 50, 4_000
"""Parameters and bytes of a query."""
LONG_QUERIES: Mapping[str, tuple[int, int]] = MappingProxyType({"/events": (170, 16_000)})
"""The same at addresses where more can be asked for: 32 games, of each its seat, its view and more."""
COOKIES, COOKIE_BYTES = 60, 8_192
"""Cookies of a request, and the bytes of all of them: other programs of the same host have some, too."""


def limit_of(name: str, limits: Mapping[str, int] = NO_LIMITS) -> int:
    """Returns the most bytes of a field; ``limits`` are those of an address where fields may have more."""
    return limits.get(name) or FIELD_BYTES.get(name, USUAL_BYTES)


def check_text(name: str, text: str | bytes, most: int) -> None:
    """Raises TextTooLong for a text of a request with more than ``most`` bytes, NullCharacter for one with the null character, which PostgreSQL does not store or look for."""
    if len(text) > most or (isinstance(text, str) and not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > most):
        raise TextTooLong("“%(name)s” is too long: it has at most %(most)s bytes.", name=name[:40], most=f"{most:,}")
    if isinstance(text, str) and "\0" in text:
        raise NullCharacter("What was sent holds the null character, which stands in no text.")


def check_address(scope: Scope) -> None:
    """Raises AddressTooLong for a path with a part that is too long, or a query with too many parameters, bytes, or bytes in one of them; NullCharacter."""
    path, query = scope["path"], scope["query_string"]
    parameters, size = LONG_QUERIES.get(path, (PARAMETERS, QUERY_BYTES))
    if len(query) > size or query.count(b"&") >= parameters:
        raise AddressTooLong(
            "This address is too long: the most that may stand behind its question mark is %(bytes)s bytes, in %(parameters)s parameters.",
            parameters=str(parameters),
            bytes=f"{size:,}",
        )
    parts: Iterable[tuple[str, str]] = (("", part) for part in path.split("/"))
    try:
        for name, text in (*parts, *(parse_qsl(query.decode("latin-1"), keep_blank_values=True) if query else ())):
            check_text("", name, USUAL_BYTES)
            check_text(name, text, USUAL_BYTES)
    except TextTooLong:
        raise AddressTooLong(
            "This address is too long: each part and parameter of it has at most %(most)s bytes.", most=str(USUAL_BYTES)
        ) from None


def check_cookies(scope: Scope) -> None:
    """Raises TooManyCookies for more cookies, or bytes of them, than a browser sends."""
    cookies = [value for name, value in scope["headers"] if name == b"cookie"]
    if sum(map(len, cookies)) > COOKIE_BYTES or sum(value.count(b";") + 1 for value in cookies) > COOKIES:
        raise TooManyCookies(
            "Your browser sends too many cookies: at most %(most)s, with %(bytes)s bytes, are read here. Please delete those of this site.",
            most=str(COOKIES),
            bytes=f"{COOKIE_BYTES:,}",
        )
