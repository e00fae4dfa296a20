"""Security headers, the browser's cookie, and protection against cross-site request forgery."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from .errors import CookiesRefused, ForeignForm
from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response
    from starlette.types import Message, Receive, Scope, Send

    from ..database.rows import AccountRow, AccountSettings, ApiTokenRow, BanRow, Rights, SessionRow

COOKIE = "groundfloor"
SESSION_COOKIE = "groundfloor_session"
DEVICE_COOKIE = "groundfloor_device"
SHORT_ID_LETTERS = 16
MAX_COOKIE = 200
"""Characters of a cookie's value; a longer one is not ours."""
YEAR = 365 * 24 * 3600
RETRY_AFTER = "60"
"""Default of ``Retry-After``, in seconds."""
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self' data:"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ONLY_HTTPS = f"max-age={YEAR}"
"""By this header a browser asks for a host by HTTPS alone for a year: a link with ``http://`` is then not sent unencrypted before it is redirected."""


class SecurityHeaders(HttpMiddleware):
    """Middleware: sets the security headers of every response; without a ``Cache-Control`` of its own it is not cached."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if scope.get("scheme") == "https":  # by the word of a trusted proxy, too
                    headers.setdefault("Strict-Transport-Security", ONLY_HTTPS)
                if message["status"] in (429, 503):
                    headers.setdefault("Retry-After", RETRY_AFTER)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def owner_of(request: Request) -> str:
    """Returns the owner id of the person who asks: of the account that is logged in, else of the browser; "" if it has no cookie."""
    account = account_of(request)
    return guest_id(request) if account is None else account.owner_id


def account_of(request: Request) -> AccountRow | None:
    """Returns the account that is logged in, which ``Sessions`` has looked up."""
    found: tuple[AccountRow, SessionRow | None] | None = getattr(request.state, "session", None)
    return None if found is None else found[0]


def settings_of(request: Request) -> AccountSettings | None:
    """Returns what the account that is logged in has chosen; None for a guest, and for an account that has chosen nothing yet."""
    settings: AccountSettings | None = getattr(request.state, "settings", None)
    return settings if account_of(request) is not None else None


def rights_of(request: Request) -> Rights | None:
    """Returns the rights of the session or API token with which the request comes; None for a guest."""
    found: Rights | None = getattr(request.state, "rights", None)
    return found


def is_administrator(request: Request) -> bool:
    """Returns whether an administrator asks, on a page or over the API, in a session."""
    rights = rights_of(request)
    return account_of(request) is not None and rights is not None and rights.is_administrator


def own_ban_of(request: Request) -> BanRow | None:
    """Returns the ban that ``RightsCheck`` has looked up, of the account or, for a guest, of one that was used in the same browser; None if nobody is banned."""
    found: BanRow | None = getattr(request.state, "ban", None)
    return found


def is_guest_ban(request: Request) -> bool:
    """Returns whether the ban of ``own_ban_of`` is that of another account, which was used in the same browser."""
    ban, account = own_ban_of(request), account_of(request)
    return ban is not None and (account is None or ban.account != account.id) and not is_by_token(request)


def session_of(request: Request) -> SessionRow | None:
    """Returns the session in which the request comes, None if nobody is logged in, or only by an API token."""
    found: tuple[AccountRow, SessionRow | None] | None = getattr(request.state, "session", None)
    return None if found is None else found[1]


def is_by_token(request: Request) -> bool:
    """Returns whether the request is that of an account by an API token: no browser sends it by itself, and it gets no cookies."""
    return getattr(request.state, "is_by_token", False)


def guest_id(request: Request) -> str:
    """Returns the id of this browser in the store, a hash of its cookie, no matter who is logged in; "" if it has none."""
    cookie = cookie_of(request)
    return hash_of(cookie) if cookie else ""


def sender_of(request: Request) -> str:
    """Returns a hash of what a request has sent to identify its sender, whether that is still valid or not; "" if it has sent nothing."""
    sent = request.headers.get("authorization", "") if is_by_token(request) else ""
    sent = sent or read_cookie(request, SESSION_COOKIE) or read_cookie(request, COOKIE)
    return hash_of(sent) if sent else ""


def next_sender_of(request: Request) -> str:
    """Returns what ``sender_of`` will return for the next request of the same browser, which has the cookies of the response."""
    if token := getattr(request.state, "session_token", ""):
        return hash_of(token)
    return sender_of(request) if account_of(request) is not None else guest_id(request)


def hash_of(secret: str) -> str:
    """Returns the hash under which the store keeps a secret that nobody can guess: a cookie, a recovery code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def short_id(row: SessionRow | ApiTokenRow) -> str:
    """Returns what names a session or an API token to its owner: the start of the token's hash, which is not secret."""
    return row.token[:SHORT_ID_LETTERS]


def cookie_of(request: Request) -> str:
    given = getattr(request.state, "cookie", "")
    return given if isinstance(given, str) and given else read_cookie(request, COOKIE)


def read_cookie(request: Request, name: str) -> str:
    """Returns the value of one of the server's own cookies; "" if the browser sends none, or one of more than ``MAX_COOKIE`` characters.

    Over HTTPS only the cookie with the prefix counts (``cookie_name``): no other host, and nobody on an unencrypted connection, can have set that.

    ``request.cookies`` would unquote all of them, which before Python 3.11.10 and 3.12.6 takes quadratic time (CVE-2024-7592). Our values are never quoted.
    """
    match = re.search(rf"(?:^|; ?){cookie_name(request, name)}=([^;]{{0,{MAX_COOKIE}}})(?:;|$)", request.headers.get("cookie", ""))
    return match[1] if match is not None else ""


def cookie_name(request: Request, name: str) -> str:
    """Returns the name under which a browser has one of the server's cookies: over HTTPS with the prefix ``__Host-``."""
    return f"__Host-{name}" if request.url.scheme == "https" else name


def device_id(request: Request) -> str:
    """Returns the hash under which this browser is known to the accounts that have logged in there; "" if none has."""
    device = read_cookie(request, DEVICE_COOKIE)
    return hash_of(device) if device else ""


def log_in_here(request: Request, account: AccountRow, session: SessionRow, token: str) -> None:
    """Logs in the rest of the request, and with ``set_browser_cookie`` the browser."""
    request.state.session, request.state.settings, request.state.rights = (account, session), None, None
    request.state.session_token = token


def log_out_here(request: Request) -> None:
    """Logs out the rest of the request, and with ``set_browser_cookie`` the browser: both go on as a guest who holds nothing."""
    request.state.session, request.state.rights, request.state.session_token = None, None, ""
    begin_as_guest(request)


def begin_as_guest(request: Request) -> None:
    """Gives the browser, with ``set_browser_cookie``, a new cookie, by which it holds nothing yet: somebody else may know, or may have set, the previous one."""
    request.state.cookie = secrets.token_urlsafe(24)


def ensure_browser_id(request: Request) -> None:
    """Creates a cookie for a browser that has none; ``set_browser_cookie`` sends it."""
    if not cookie_of(request) and not is_by_token(request):
        begin_as_guest(request)


def set_browser_cookie(request: Request, response: Response) -> None:
    """Sets the browser's cookie, new or renewed for a year, and that of a session that has begun, was renewed or is over.

    A form of another site gets none: browsers send it without our cookies, but would keep a new one in place of the one with which a guest holds games.
    Nor does a browser for which none was made, or a response that has them already.
    """
    is_foreign = request.method == "POST" and not read_cookie(request, COOKIE) and (is_cross_site(request) or is_sandboxed(request))
    cookie, own = cookie_of(request), f"{cookie_name(request, COOKIE)}="
    is_set = any(header.startswith(own) for header in response.headers.getlist("set-cookie"))
    if not cookie or is_set or is_by_token(request) or is_foreign:
        return
    set_cookie(request, response, COOKIE, cookie, is_hidden=True)
    if token := getattr(request.state, "session_token", ""):
        set_cookie(request, response, SESSION_COOKIE, token, is_hidden=True)
        if device := getattr(request.state, "device", "") or read_cookie(request, DEVICE_COOKIE):
            set_cookie(request, response, DEVICE_COOKIE, device, is_hidden=True)
    elif account_of(request) is None and read_cookie(request, SESSION_COOKIE):
        delete_cookie(request, response, SESSION_COOKIE)


def set_cookie(request: Request, response: Response, name: str, value: str, is_hidden: bool = False) -> None:
    """Sets a same-site cookie for a year; ``is_hidden`` keeps it from scripts."""
    is_secure = request.url.scheme == "https"
    response.set_cookie(cookie_name(request, name), value, max_age=YEAR, httponly=is_hidden, samesite="lax", secure=is_secure)


def delete_cookie(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(cookie_name(request, name), samesite="lax", secure=request.url.scheme == "https")


def csrf_token(request: Request) -> str:
    secret: str = request.app.state.context.secret
    return hmac.new(secret.encode(), cookie_of(request).encode(), hashlib.sha256).hexdigest()[:32]


def is_cross_site(request: Request) -> bool:
    """Returns whether another site has sent this request, by ``Sec-Fetch-Site`` and ``Origin``. What has an API token comes from a program."""
    if is_by_token(request):
        return False
    if request.headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
        return True
    origin = request.headers.get("origin", "null")
    host = request.headers.get("host", "")
    return origin not in ("null", f"http://{host}", f"https://{host}", request.app.state.context.settings.public_url or "null")


def is_sandboxed(request: Request) -> bool:
    """Returns whether a sandboxed page, which has no origin, has sent this request."""
    return not is_by_token(request) and request.headers.get("origin") == "null" and request.headers.get("sec-fetch-site") != "same-origin"


def is_own_form(request: Request, token: str) -> bool:
    """Returns whether one of the server's own pages has sent this form.

    Because of the referrer policy browsers send a form without JavaScript with the origin "null"; then ``Sec-Fetch-Site`` or the CSRF
    token decides.
    """
    if is_cross_site(request):
        return False
    if request.headers.get("origin", "null") != "null" or request.headers.get("sec-fetch-site") == "same-origin":
        return True
    return hmac.compare_digest(token.encode(), csrf_token(request).encode())


def check_own_form(request: Request, form: Mapping[str, str]) -> None:
    """Raises ForeignForm if none of the server's own pages has sent this form."""
    if not is_own_form(request, form.get("csrf", "")):
        raise ForeignForm("This did not come from the game’s own page, so nothing was done. Please try again.")


def check_cookie(request: Request, form: Mapping[str, str]) -> None:
    """Raises CookiesRefused if a form comes without the cookie that its page has set; forms of pages that set none, and of programs, need none."""
    has_cookie = read_cookie(request, COOKIE) or read_cookie(request, SESSION_COOKIE)
    if not has_cookie and form.get("csrf", "") not in ("", csrf_token(request)) and not is_cross_site(request):
        raise CookiesRefused(
            "Your browser did not send back the cookie of this page, and nothing was saved: without it the server can’t tell you from others. "
            "Allow cookies for this site, then try again."
        )
