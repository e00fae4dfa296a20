"""The page of one's account: log in and out, sessions, password, recovery codes, one's data, deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.results.words import date_of

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...store import Rights
from ...store.api_tokens import MAX_BOTS
from .. import accounts, api_tokens
from ..account_data import account_file
from ..addresses import LOOPBACK, host_of, is_loopback, peer_of
from ..context import get_context
from ..error_messages import message_for, status_of
from ..pages import answer, get_locale, render
from ..passkeys import relying_party
from ..passwords import MAX_LENGTH, MIN_LENGTH
from ..request_body import read_fields
from ..rights import banned
from ..security import account_of, ensure_browser_id, foreign_form_notice, is_own_form, rights_of, session_of, set_browser_cookie

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request

    from ...store import AccountRow
    from ..context import AppContext
    from ..rendering import RequestLocale

    Form = Mapping[str, str]

FILE = "groundfloor-account.json"
FORMS = ("create", "log-in", "log-out", "recover", "password", "recovery-codes", "sessions", "passkeys", "tokens", "bots", "delete")
"""Paths below ``/account`` to which forms are sent."""
MAX_FIELD = 1_000
MAX_PASSKEY = 10_000
"""Characters of a field that are read, and of one with what a passkey has answered."""


async def show(request: Request) -> Response:
    """``/account``: for a guest the forms to log in and to create an account, else the account."""
    return await account_page(request)


async def account_page(
    request: Request, notice: str = "", status: int = 200, codes: Sequence[str] = (), name: str = "", opened: str = "", token: str = ""
) -> Response:
    """Responds with the page; ``notice`` is an error in the form ``opened``, ``name`` what stood in it, ``codes`` and ``token`` are shown this once."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    facts: dict[str, object] = {"notice": notice, "codes": codes, "name": name, "opened": opened, "token": token}
    response = answer(request, locale, await context.read(account_text, context, request, locale, facts), status)
    set_browser_cookie(request, response)
    return response


def account_text(context: AppContext, request: Request, locale: RequestLocale, facts: dict[str, object]) -> str:
    words, account, own = locale.words, account_of(request), session_of(request)
    done = {
        "password": words.gettext("Your password is changed, and you are logged out everywhere else."),
        "session": words.gettext("That device is logged out."),
        "passkey": words.gettext("Your passkey is added."),
        "passkey-removed": words.gettext("The passkey is removed."),
        "token-revoked": words.gettext("The token is revoked."),
        "bot": words.gettext("Your bot has an account. Make a token for it."),
        "bot-deleted": words.gettext("The bot is deleted."),
        "deleted": words.gettext("Your account is deleted."),
    }
    facts |= {
        "done": done.get(request.query_params.get("done", ""), ""),
        "least": MIN_LENGTH,
        "most": MAX_LENGTH,
        "most_name": accounts.MAX_NAME,
        "all_codes": accounts.CODES,
        "is_unencrypted": request.url.scheme == "http" and not is_loopback(peer_of(request.scope)),
    }
    facts["has_passkeys"] = relying_party(request) is not None
    is_own_machine = host_of(request.headers.get("host", "")) in LOOPBACK and not context.addresses.public_url
    facts["passkey_page"] = f"http://localhost:{context.addresses.port}/account" if is_own_machine else ""
    if account is not None:
        facts["passkeys"] = [
            {
                "id": passkey.id,
                "label": passkey.label or words.gettext("Unknown device"),
                "created": date_of(passkey.created, locale.language),
                "used": date_of(passkey.used, locale.language),
            }
            for passkey in context.store.passkeys_of(account.id)
        ]
        rights = rights_of(request) or Rights()
        is_banned = rights.ban is not None and not rights.ban.is_over(context.host.now())
        facts["ban"] = message_for(banned(rights.ban, locale), words) if rights.ban is not None and is_banned else ""
        facts["is_administrator"] = rights.is_administrator
        facts |= program_facts(context, account, locale)
        facts["since"] = date_of(account.created, locale.language)
        facts["codes_left"] = context.store.count_recovery_codes(account.id)
        facts["sessions"] = [
            {
                "id": accounts.session_id(session),
                "device": session.device or words.gettext("Unknown device"),
                "is_here": own is not None and session.token == own.token,
                "created": date_of(session.created, locale.language),
                "used": date_of(session.used, locale.language),
            }
            for session in context.store.sessions_of(account.id)
        ]
    return render(context, request, locale, "account.html", facts)


def program_facts(context: AppContext, account: AccountRow, locale: RequestLocale) -> dict[str, object]:
    """Returns what the page shows of API tokens and bots."""
    bots, language = context.store.bots_of(account.id), locale.language
    names = {bot.id: bot.name for bot in bots}
    return {
        "bots": bots,
        "most_bots": MAX_BOTS,
        "scopes": api_tokens.SCOPES,
        "days": api_tokens.DAYS,
        "usual_days": api_tokens.USUAL_DAYS,
        "tokens": [
            {
                "id": api_tokens.token_id(each),
                "label": each.label,
                "scope": each.scope,
                "bot": names.get(each.account, ""),
                "expires": date_of(each.expires, language),
                "used": date_of(each.used, language) if each.used else "",
            }
            for each in context.store.tokens_of(account.id)
        ],
    }


async def respond(request: Request, opened: str, work: Callable[[Form], Awaitable[Response]]) -> Response:
    """Reads a form of our own and responds with what ``work`` makes of it; after an error with the page, and the form ``opened``."""
    context, words = get_context(request), get_locale(request).words
    fields = await read_fields(request, MAX_PASSKEY)
    form = {name: value if name == "passkey" else value[:MAX_FIELD] for name, value in fields.items()}
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await account_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        return await work(form)
    except GroundfloorError as error:
        return await account_page(request, message_for(error, words), status_of(error), name=form.get("name", ""), opened=opened)


def proof(form: Form, password: str = "password") -> accounts.Proof:
    """Returns what a form proves itself by."""
    return accounts.Proof(form.get(password, ""), form.get("passkey", ""))


def lead_to(request: Request, path: str) -> Response:
    """Redirects to another page, with the cookies as they are now."""
    response = RedirectResponse(path, 303)
    set_browser_cookie(request, response)
    return response


async def create(request: Request) -> Response:
    """``POST /account/create``: shows the recovery codes of the new account."""

    async def work(form: Form) -> Response:
        codes = await accounts.create_account(request, form.get("name", ""), proof(form))
        return await account_page(request, codes=codes)

    return await respond(request, "create", work)


async def log_in(request: Request) -> Response:
    """``POST /account/log-in``."""

    async def work(form: Form) -> Response:
        await accounts.log_in_with(request, form.get("name", ""), proof(form))
        return lead_to(request, "/")

    return await respond(request, "log-in", work)


async def recover(request: Request) -> Response:
    """``POST /account/recover``: sets a new password by a recovery code."""

    async def work(form: Form) -> Response:
        await accounts.recover(request, form.get("name", ""), form.get("code", ""), form.get("password", ""))
        return lead_to(request, "/account?done=password")

    return await respond(request, "recover", work)


async def log_out(request: Request) -> Response:
    """``POST /account/log-out``."""

    async def work(form: Form) -> Response:
        await accounts.log_out(request)
        return lead_to(request, "/")

    return await respond(request, "", work)


async def change_password(request: Request) -> Response:
    """``POST /account/password``."""

    async def work(form: Form) -> Response:
        await accounts.change_password(request, proof(form, "old"), form.get("password", ""))
        return lead_to(request, "/account?done=password")

    return await respond(request, "password", work)


async def renew_codes(request: Request) -> Response:
    """``POST /account/recovery-codes``: shows new ones."""

    async def work(form: Form) -> Response:
        return await account_page(request, codes=await accounts.renew_codes(request, proof(form)))

    return await respond(request, "recovery-codes", work)


async def end_session(request: Request) -> Response:
    """``POST /account/sessions``: logs out on another device, or here."""

    async def work(form: Form) -> Response:
        await accounts.end_session(request, form.get("session", ""))
        return lead_to(request, "/account?done=session")

    return await respond(request, "", work)


async def change_passkeys(request: Request) -> Response:
    """``POST /account/passkeys``: adds, renames or removes one."""

    async def work(form: Form) -> Response:
        if form.get("do") == "rename":
            await accounts.rename_passkey(request, form.get("id", ""), form.get("label", ""))
        elif form.get("do") == "remove":
            await accounts.remove_passkey(request, form.get("id", ""), proof(form))
            return lead_to(request, "/account?done=passkey-removed")
        else:
            await accounts.add_passkey(request, form.get("passkey", ""))
            return lead_to(request, "/account?done=passkey")
        return lead_to(request, "/account")

    return await respond(request, "passkeys", work)


async def change_tokens(request: Request) -> Response:
    """``POST /account/tokens``: makes an API token, which is shown this once, or revokes one."""

    async def work(form: Form) -> Response:
        if form.get("do") == "revoke":
            await api_tokens.revoke_token(request, form.get("id", ""))
            return lead_to(request, "/account?done=token-revoked")
        days = parse_int(form.get("days", "")) or 0
        given = form.get("label", ""), form.get("scope", ""), days, form.get("bot", "")
        token, _ = await api_tokens.create_token(request, proof(form), *given)
        return await account_page(request, token=token)

    return await respond(request, "tokens", work)


async def change_bots(request: Request) -> Response:
    """``POST /account/bots``: creates the account of a bot, or deletes it."""

    async def work(form: Form) -> Response:
        if form.get("do") == "delete":
            await api_tokens.delete_bot(request, form.get("id", ""), proof(form))
            return lead_to(request, "/account?done=bot-deleted")
        await api_tokens.create_bot(request, form.get("name", ""))
        return lead_to(request, "/account?done=bot")

    return await respond(request, "bots", work)


async def download(request: Request) -> Response:
    """``/account/data.json``: everything personal as a file."""
    context = get_context(request)
    try:
        text = await context.read(account_file, context, request)
    except GroundfloorError as error:
        return await account_page(request, message_for(error, get_locale(request).words), status_of(error))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(text, media_type="application/json", headers=headers)


async def delete(request: Request) -> Response:
    """``POST /account/delete``."""

    async def work(form: Form) -> Response:
        await accounts.delete_account(request, proof(form))
        return lead_to(request, "/account?done=deleted")

    return await respond(request, "delete", work)
