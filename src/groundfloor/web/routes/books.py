"""Pages to read: what this is, and the short rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...help import load
from ..house import house_of
from ..pages import answer, page, reader_of, render

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def about(request: Request) -> Response:
    """``/about``."""
    return page(house_of(request), request, "about.html", {})


async def rules(request: Request) -> Response:
    """``/rules``: every paragraph under its number; ``?q=`` only those that have the words."""
    return await read(request, "rules.html")


async def panel(request: Request) -> Response:
    """``/rules/panel``: the same without its page, for the panel beside the board."""
    return await read(request, "rules_panel.html")


async def read(request: Request, template: str) -> Response:
    """The book, or what was found in it."""
    house, reader = house_of(request), reader_of(request)
    book = load(reader.language)
    sought = request.query_params.get("q", "").strip()[:80]
    facts = {"book": book, "sought": sought, "found": book.search(sought) if sought else []}
    return answer(request, reader, await house.read(render, house, request, reader, template, facts))
