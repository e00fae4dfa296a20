"""What lets a browser install the game as an app, and show tables without network: manifest, service worker, offline page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from ...http.pages import get_locale, render_page
from ...http.request_context import get_context
from ...http.route import Route
from ...pages.rooms import files

if TYPE_CHECKING:
    from collections.abc import Callable
    from gettext import NullTranslations

    from starlette.requests import Request

PAPER = "#F6F1E4"
"""The colour of the page by day (``--paper`` in tokens.css)."""
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
)
MASKABLE = ("icon-maskable-512.png", "512x512", "image/png", "maskable")
"""The icon with room around it, from which systems cut their own shape."""


def manifest_facts(language: str, translations: NullTranslations, url: Callable[[str], str], root: str = "/") -> dict[str, object]:
    """Returns a manifest; ``url`` is where a static file is, ``root`` the path of the start page."""
    keys = ("src", "sizes", "type", "purpose")
    shortcuts = (
        (translations.gettext("Games"), ""),
        (translations.gettext("How to play"), "how-to-play"),
        (translations.gettext("Rules"), "rules"),
    )
    return {
        "id": root,
        "name": translations.gettext("Ground Floor"),
        "short_name": "Ground Floor",
        "description": translations.gettext(
            "Build a company from the ground floor up: a street full of business, a few rounds, never enough time."
        ),
        "lang": language,
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [dict(zip(keys, (url(name), *rest))) for name, *rest in (*ICONS, MASKABLE)],
        "shortcuts": [{"name": name, "url": root + path} for name, path in shortcuts],
    }


async def manifest(request: Request) -> Response:
    """``/manifest.webmanifest``: name, icons and colours of the app, in the language of the browser."""
    locale = get_locale(request)
    facts = manifest_facts(locale.language, locale.translations, get_context(request).assets.url)
    return JSONResponse(facts, media_type="application/manifest+json", headers={"Vary": "Cookie, Accept-Language"})


async def service_worker(request: Request) -> Response:
    """``/service-worker.js``: at the root, so that it may answer for all pages; requested again at each visit.

    It contains the version of the files, by which browsers notice an update of the server.
    """
    text = files("static")["service-worker.js"].read_text("utf-8")
    text = f'self.GROUNDFLOOR_VERSION = "{get_context(request).assets.hash}";\n{text}'
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def offline(request: Request) -> Response:
    """``/offline``: the page that the service worker shows for pages that it has not kept, no matter who is logged in by then."""
    return render_page(request, "offline.html", account=None)


ROUTES = (
    Route("GET /manifest.webmanifest", manifest, "Name, icons and colours of the app, in the language of the browser."),
    Route("GET /service-worker.js", service_worker, "The script that answers for pages while there is no network."),
    Route("GET /offline", offline, "The page that the service worker shows for pages that it has not kept."),
)
