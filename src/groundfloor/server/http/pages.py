"""Pages in the language of the request."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlencode

from starlette import routing
from starlette.responses import HTMLResponse

from groundfloor.presentation.translations import LANGUAGES, negotiate, translations_of

from .rendering import RequestLocale, environment, language_context
from .request_context import get_context
from .security import account_of, csrf_token, is_cross_site, owner_of, read_cookie, set_cookie, settings_of

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.requests import Request

    from .route import Route

LANGUAGE = "language"
MAX_WISHES = 400
"""Characters of ``Accept-Language`` that are read."""


class RoutedPage(routing.Route):
    """A route of the router with the ``parameters`` of its page: links to the same page in another language, and what leads back to it, keep no others."""

    def __init__(self, route: Route, parameters: tuple[str, ...]) -> None:
        super().__init__(route.path, route.respond, methods=[route.method])
        self.parameters = parameters


def get_locale(request: Request) -> RequestLocale:
    """Returns the locale of a request: by ``?lang=``, else by what the account has chosen, or a guest's cookie, else by ``Accept-Language``."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return RequestLocale(asked, translations_of(asked), is_chosen=True)
    settings = settings_of(request)
    kept = settings.language if settings is not None else read_cookie(request, LANGUAGE)
    language = kept if kept in LANGUAGES else accepted_language(request)
    return RequestLocale(language, translations_of(language))


def accepted_language(request: Request) -> str:
    """Returns the language of the server that a browser likes best, by ``Accept-Language``."""
    return negotiate(request.headers.get("accept-language", "")[:MAX_WISHES])


def language_links(request: Request) -> list[tuple[str, str, str]]:
    """Returns the links of the language switch: code, name and path of the same page for each language."""
    path = own_address(request)
    return [(code, LANGUAGES[code].name, f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': code})}") for code in LANGUAGES]


def own_address(request: Request) -> str:
    """Returns path and query of the requested page, only with the parameters that it has, and without its language."""
    route = request.scope.get("route")
    names = route.parameters if isinstance(route, RoutedPage) else ()
    kept = urlencode([(name, request.query_params[name]) for name in names if name in request.query_params])
    path = "/".join(quote(unquote(segment), safe="") for segment in request.scope["raw_path"].decode("latin-1").split("/"))
    return own_path(path) + (f"?{kept}" if kept else "")


def own_path(path: str) -> str:
    """Returns a path as one of this server: one that begins with two slashes would be the address of another host."""
    return "/" + path.lstrip("/\\")


def render(request: Request, template: str, /, **facts: object) -> str:
    """Renders a template with ``facts``, by their names there. May be called from any thread."""
    return environment.get_template(template).render({**page_context(request), **facts})


def page_context(request: Request) -> dict[str, object]:
    context, locale = get_context(request), get_locale(request)
    return {
        **language_context(locale.language, locale.translations),
        "language_links": language_links(request),
        "static": context.assets.url,
        "csrf": csrf_token(request),
        "path": request.url.path,
        "own_address": own_address(request),
        "error_message": "",
        "ban": context.club.ban_sentence(request, locale),
        "account": account_of(request),
        "settings": settings_of(request),
        "is_known": bool(owner_of(request)),
        "imprint_url": context.settings.imprint_url,
        "banner": context.site.banner,
        "is_local": context.is_local,
        "has_club": context.has_club,
    }


def own_name(request: Request, translations: NullTranslations) -> str:
    """Returns the name at a table of somebody who has chosen no other: the name of their account, "Player 1" for a guest."""
    account = account_of(request)
    return account.name if account is not None else translations.gettext("Player %(n)s") % {"n": 1}


def html_response(request: Request, text: str | bytes, status: int = 200, is_gzip: bool = False) -> HTMLResponse:
    """Returns a page as a response; a language chosen by ``?lang=`` is kept in a cookie, but not if another site links to it."""
    locale = get_locale(request)
    headers = {"Content-Language": locale.language, "Vary": "Cookie, Accept-Language"}
    if is_gzip:
        headers |= {"Content-Encoding": "gzip", "Vary": "Cookie, Accept-Language, Accept-Encoding"}
    response = HTMLResponse(text, status, headers=headers)
    if locale.is_chosen and not is_cross_site(request):
        set_cookie(request, response, LANGUAGE, locale.language)
    return response


def render_page(request: Request, template: str, status: int = 200, /, **facts: object) -> HTMLResponse:
    """Renders a page in the event loop; only for templates that take little time."""
    return html_response(request, render(request, template, **facts), status)


def now() -> str:
    """Returns the current time in the format of the store."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def time_before(now: str, span: timedelta) -> str:
    """Returns the time a span before now, "" if the clock has no time."""
    try:
        return (datetime.fromisoformat(now) - span).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""
