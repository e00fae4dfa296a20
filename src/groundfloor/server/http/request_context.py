"""The application context, for code that has a request or the application."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request

    from ..context import AppContext


def get_context(request: Request) -> AppContext:
    return context_of(request.app)


def context_of(app: Starlette) -> AppContext:
    return cast("AppContext", app.state.context)
