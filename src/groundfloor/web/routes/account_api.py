"""The same over the API: a program is logged in by a cookie, as a browser is (docs/http.md)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from .. import accounts, api_tokens
from ..account_data import account_data, bot_facts, passkey_facts, session_facts, token_facts
from ..context import get_context
from ..json_fields import optional_text, required_field
from ..security import account_of, ensure_browser_id, set_browser_cookie
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    Body = dict[str, Any]
    Work = Callable[[Request, Body], Awaitable[dict[str, object]]]


async def show(request: Request) -> Response:
    """``GET /api/account``: the account that is logged in."""
    return await json_response(request, lambda: account_facts(request), 200)


async def account_facts(request: Request) -> dict[str, object]:
    store, account = get_context(request).store, accounts.logged_in(request)

    def facts() -> dict[str, object]:
        sessions = [session_facts(each) for each in store.sessions_of(account.id)]
        return {
            "name": account.name,
            "created": account.created,
            "recovery_codes_left": store.count_recovery_codes(account.id),
            "has_password": bool(account.password),
            "passkeys": [passkey_facts(each) for each in store.passkeys_of(account.id)],
            "tokens": [token_facts(each) for each in store.tokens_of(account.id)],
            "bots": [bot_facts(each) for each in store.bots_of(account.id)],
            "sessions": sessions,
        }

    return await get_context(request).read(facts)


async def data(request: Request) -> Response:
    """``GET /api/account/data``: everything personal."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(account_data, context, request), 200)


async def create(request: Request) -> Response:
    """``POST /api/account``: creates an account that is logged in."""

    async def work(request: Request, body: Body) -> dict[str, object]:
        given = proof(body)
        codes = await accounts.create_account(request, "" if given.passkey else text(body, "name"), given)
        return {**await account_facts(request), "recovery_codes": codes}

    return await respond(request, work, 201)


async def respond(request: Request, work: Work, status: int = 200) -> Response:
    """Responds with what ``work`` makes of the JSON body, and with the cookies as they are then."""
    ensure_browser_id(request)
    response = await respond_to_json(request, lambda body: work(request, body), status)
    if response.status_code == status:
        set_browser_cookie(request, response)
    return response


def text(body: Body, name: str) -> str:
    return str(required_field(body, name, str))


def proof(body: Body, password: str = "password") -> accounts.Proof:
    """Returns what a body proves itself by: the field ``passkey``, or else that of the ``password``."""
    if "passkey" in body:
        return accounts.Proof(passkey=required_field(body, "passkey", dict))
    return accounts.Proof(text(body, password))


async def log_in(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/log-in``."""
    given = proof(body)
    await accounts.log_in_with(request, "" if given.passkey else text(body, "name"), given)
    return await account_facts(request)


async def recover(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/recover``."""
    await accounts.recover(request, text(body, "name"), text(body, "code"), text(body, "password"))
    return await account_facts(request)


async def log_out(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/log-out``."""
    await accounts.log_out(request)
    return {}


async def end_session(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/sessions``: ends one of them."""
    await accounts.end_session(request, text(body, "end"))
    return {} if account_of(request) is None else await account_facts(request)


async def change_password(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/password``."""
    await accounts.change_password(request, proof(body, "old"), text(body, "password"))
    return await account_facts(request)


async def renew_codes(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/recovery-codes``."""
    return {"recovery_codes": await accounts.renew_codes(request, proof(body))}


async def ask_passkey(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/passkeys/options``: what a browser is to ask a passkey for."""
    purpose = text(body, "for")
    given = proof(body) if purpose == "add" else accounts.Proof()
    return {"options": await accounts.passkey_options(request, purpose, text(body, "name") if purpose == "create" else "", given)}


async def add_passkey(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/passkeys``: adds the one that the browser has made."""
    await accounts.add_passkey(request, required_field(body, "passkey", dict))
    return await account_facts(request)


async def rename_passkey(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/passkeys/rename``."""
    await accounts.rename_passkey(request, text(body, "id"), text(body, "label"))
    return await account_facts(request)


async def remove_passkey(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/passkeys/remove``."""
    await accounts.remove_passkey(request, text(body, "id"), proof(body))
    return await account_facts(request)


async def create_token(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/tokens``: makes an API token, which is told only now."""
    days = required_field(body, "days", int) if "days" in body else api_tokens.USUAL_DAYS
    given = text(body, "label"), text(body, "scope"), days, optional_text(body, "bot")
    token, row = await api_tokens.create_token(request, proof(body), *given)
    return {"token": token, **token_facts(row)}


async def revoke_token(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/tokens/revoke``."""
    await api_tokens.revoke_token(request, text(body, "id"))
    return await account_facts(request)


async def create_bot(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/bots``: creates the account of a bot."""
    return bot_facts(await api_tokens.create_bot(request, text(body, "name")))


async def delete_bot(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/bots/delete``."""
    await api_tokens.delete_bot(request, text(body, "id"), proof(body))
    return await account_facts(request)


async def delete(request: Request, body: Body) -> dict[str, object]:
    """``POST /api/account/delete``."""
    await accounts.delete_account(request, proof(body))
    return {}


CHANGES = {
    name: partial(respond, work=work)
    for name, work in {
        "log-in": log_in,
        "log-out": log_out,
        "recover": recover,
        "sessions": end_session,
        "password": change_password,
        "recovery-codes": renew_codes,
        "passkeys": add_passkey,
        "passkeys/options": ask_passkey,
        "passkeys/rename": rename_passkey,
        "passkeys/remove": remove_passkey,
        "tokens": create_token,
        "tokens/revoke": revoke_token,
        "bots": create_bot,
        "bots/delete": delete_bot,
        "delete": delete,
    }.items()
}
"""What can be sent to ``/api/account/NAME``."""
