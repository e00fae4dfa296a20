"""The account, as a page and over the API: log in and out, sessions, password, recovery codes, passkeys, API tokens and bots, its data, deletion.

A program is logged in by a cookie, as a browser is (docs/http.md).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs
from starlette.responses import Response, StreamingResponse

from groundfloor.engine.errors import GroundfloorError
from groundfloor.presentation.results.words import date_of
from groundfloor.results import MAX_RESULTS

from ...database.rows import Rights
from ...game.time_zone import own_zone
from ...http.addresses import LOOPBACK, host_of, is_loopback, peer_of
from ...http.deadlines import renew_deadline
from ...http.errors import AnsweredBefore
from ...http.handlers import NO_FIELDS, form_of, json_change, json_view, personal_page, store_of
from ...http.json_types import ApiStruct, Empty
from ...http.limits import PASSWORDS_AT_ONCE, FixedLimit
from ...http.pages import get_locale, own_path, render
from ...http.request_body import FormFields
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, PER_REQUEST, ApiHandler, Route, on_server
from ...http.security import account_of, hash_of, rights_of, session_of, short_id
from ..identity import checks, token_storage
from ..identity.checks import MAX_NAME
from ..identity.token_storage import MAX_BOTS
from ..moderation import site_storage
from ..notifications import address_storage
from . import accounts, api_tokens
from .account_data import Account, AccountData, CreatedAccount, account_pieces, bot_account, guest_of, known_account
from .passkeys import relying_party
from .passwords import MAX_LENGTH, MIN_LENGTH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from ...database.rows import AccountRow
    from ...http.request_body import Fields, JsonFields

    Facts = dict[str, Any]
    Work = Callable[[Request, Fields], Awaitable[ApiStruct | None]]

FILE = "groundfloor-account.json"


def account_text(request: Request, error_message: str, form: Mapping[str, str], codes: Sequence[str] = (), token: str = "") -> str:
    """Renders the page; ``codes`` and ``token`` are shown this once."""
    context, translations, account = get_context(request), get_locale(request).translations, account_of(request)
    done = {
        "password": translations.gettext(
            "Your password is changed, and you are logged out everywhere else. API tokens, passkeys and addresses for notices stay: "
            "if somebody else knew the password, remove those that are not yours."
        ),
        "recovered": translations.gettext(
            "Your password is changed, and all other log-ins and API tokens are ended. Passkeys still open your account: remove those of a device "
            "that you have lost, and those that are not yours. Has somebody else been in your account? Then make new recovery codes as well."
        ),
        "session": translations.gettext("That device is logged out."),
        "everywhere": translations.gettext(
            "You are logged out everywhere, all your API tokens are revoked, and webhooks and notices to browsers are switched off."
        ),
        "passkey": translations.gettext("Your passkey is added."),
        "passkey-removed": translations.gettext("The passkey is removed."),
        "token-revoked": translations.gettext("The token is revoked."),
        "bot": translations.gettext("Your bot has an account. Make a token for it."),
        "bot-deleted": translations.gettext("The bot is deleted."),
        "guest": translations.gettext("Your answer is stored."),
        "deleted": translations.gettext("Your account is deleted."),
    }
    is_recovered = request.query_params.get("done") == "recovered"
    is_own_machine = host_of(request.headers.get("host", "")) in LOOPBACK and not context.addresses.public_url
    invitation = (form.get("invitation") or request.query_params.get("invitation", ""))[: accounts.MAX_LINK]
    link = hash_of(invitation) if invitation and context.site.registration == "invited" else ""
    return render(
        request,
        "account.html",
        error_message=error_message,
        codes=codes,
        token=token,
        name=form.get("name", ""),
        opened=request.url.path.removeprefix("/account/") if form else "",
        registration=context.site.registration,
        then=(form.get("then") or request.query_params.get("then", ""))[:MAX_THEN],
        invitation=invitation,
        is_link_over=link != "" and not site_storage.is_link(context.store, link, context.table_service.now()),
        is_recovered=is_recovered,
        has_addresses=is_recovered and account is not None and address_storage.of_owner(context.store, account.owner_id) != [],
        done=done.get(request.query_params.get("done", ""), ""),
        least=MIN_LENGTH,
        most=MAX_LENGTH,
        most_name=MAX_NAME,
        all_codes=accounts.CODES,
        is_unencrypted=request.url.scheme == "http" and not is_loopback(peer_of(request.scope)),
        has_passkeys=relying_party(request) is not None,
        passkey_page=f"http://localhost:{context.addresses.port}/account" if is_own_machine else "",
        **own_facts(request, account) if account is not None else {},
    )


def own_facts(request: Request, account: AccountRow) -> dict[str, object]:
    """Returns what the page shows to somebody who is logged in."""
    context, locale, own = get_context(request), get_locale(request), session_of(request)
    rights, bots = rights_of(request) or Rights(), token_storage.bots_of(context.store, account.id)
    return {
        "is_administrator": rights.is_administrator,
        "own": known_account(context.store, account),
        "most_results": MAX_RESULTS,
        "guest": guest_of(context.store, own.guest, account.owner_id) if own is not None else None,
        "own_session": short_id(own) if own is not None else "",
        "date": partial(date_of, language=locale.language, zone=own_zone(request)),
        "bots": bots,
        "bot_names": {bot.id: bot.name for bot in bots},
        "most_bots": MAX_BOTS,
        "scopes": api_tokens.SCOPES,
        "days": api_tokens.DAYS,
        "usual_days": api_tokens.USUAL_DAYS,
    }


show = personal_page(account_text)
"""``/account``: for a guest the forms to log in and to create an account, else the account."""


class AccountFile(StreamingResponse):
    """Sends everything that is kept about an account in pieces, as long as the session goes on; TooManyWaiting while it is sent to the same person already."""

    def __init__(self, request: Request, headers: Mapping[str, str] = NO_FIELDS) -> None:
        self.owner_id, self.session = checks.logged_in(request).owner_id, session_of(request)
        self.context = get_context(request)
        super().__init__(self.pieces(account_pieces(self.context, request)), media_type="application/json", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.context.work.downloads.turn(self.owner_id):
            if not await self.context.work.read(self.goes_on):
                raise checks.not_logged_in()
            await super().__call__(scope, receive, send)

    async def pieces(self, made: Iterator[bytes]) -> AsyncIterator[bytes]:
        """Yields the pieces of a file; each has the time of a request to be made, however long it takes to send them."""
        while piece := await self.context.work.read(self.next_piece, made):
            yield piece
            renew_deadline(self.context.settings.limits.work_seconds)

    def next_piece(self, made: Iterator[bytes]) -> bytes:
        """Returns the next piece; nothing after the last one, and when the session has ended, whoever reads slowly."""
        piece = next(made, b"")
        return piece if self.goes_on() else b""

    def goes_on(self) -> bool:
        return self.session is None or self.context.club.is_logged_in(self.context.store, self.session.token)


async def download(request: Request) -> Response:
    """``/account/data.json``: everything personal as a file."""
    try:
        return AccountFile(request, {"Content-Disposition": f'attachment; filename="{FILE}"'})
    except GroundfloorError as error:
        return await show(request, error)


# The forms of the page

MAX_THEN = 200
"""Characters of the path to which a log-in leads."""
FORMS: dict[str, dict[str, tuple[Work, str]]] = {
    "create": {"": (accounts.create_account, "")},
    "log-in": {"": (accounts.log_in_with, "/")},
    "log-out": {"": (accounts.log_out, "/")},
    "recover": {"": (accounts.recover, "/account?done=recovered")},
    "password": {"": (accounts.change_password, "/account?done=password")},
    "recovery-codes": {"": (accounts.renew_codes, "")},
    "guest": {"": (accounts.answer_guest, "/account?done=guest")},
    "sessions": {
        "": (accounts.end_session, "/account?done=session"),
        "everywhere": (accounts.log_out_everywhere, "/account?done=everywhere"),
    },
    "passkeys": {
        "": (accounts.add_passkey, "/account?done=passkey"),
        "rename": (accounts.rename_passkey, "/account"),
        "remove": (accounts.remove_passkey, "/account?done=passkey-removed"),
    },
    "tokens": {"": (api_tokens.create_token, ""), "revoke": (api_tokens.revoke_token, "/account?done=token-revoked")},
    "bots": {"": (api_tokens.create_bot, "/account?done=bot"), "delete": (api_tokens.delete_bot, "/account?done=bot-deleted")},
    "delete": {"": (accounts.delete_account, "/account?done=deleted")},
}
"""What a form that is sent to ``/account/NAME`` does, by its field ``do``, and where it leads; "": to the page with what is shown this once."""


def work_of(request: Request, form: FormFields) -> tuple[Work, str]:
    works = FORMS[request.url.path.removeprefix("/account/")]
    return works.get(form.text("do"), works[""])


async def again(request: Request, form: FormFields, promised: Mapping[str, Any] | None) -> Response | str:
    """Answers a form that was carried out before; AnsweredBefore if what was shown then is no longer kept."""
    return await answer_of(request, await accounts.log_in_again(request, promised), leads_to(request, form))


@form_of(show, again=again, needs_cookie=True)
async def change(request: Request, form: FormFields) -> Response | str:
    """``POST /account/{name}``: does what ``FORMS`` says."""
    work, then = work_of(request, form)[0], leads_to(request, form)
    shown = await work(request, form)
    return await answer_of(request, structs.asdict(shown) if shown is not None else None, then)


def leads_to(request: Request, form: FormFields) -> str:
    """Returns where a form leads when it is carried out: a log-in to the page from which somebody came to it."""
    then = work_of(request, form)[1]
    return own_path(form["then"][:MAX_THEN]) if then == "/" and form.get("then") and request.url.path.endswith("/log-in") else then


async def answer_of(request: Request, facts: Mapping[str, Any] | None, then: str) -> Response | str:
    """Returns where a form leads, or the page with what is shown this once."""
    if then:
        session = session_of(request)
        return "/account" if then == "/" and session is not None and session.guest else then
    if facts is None:
        raise AnsweredBefore("This was done already. What you were shown then is kept for a few minutes only.")
    codes, token = facts.get("recovery_codes", ()), str(facts.get("token", ""))
    return await personal_page(partial(account_text, codes=codes, token=token))(request)


# The API


def own_account(request: Request) -> Account:
    """Returns the account that is logged in; NotLoggedIn for a guest."""
    account, store, session = checks.logged_in(request), store_of(request), session_of(request)
    guest = guest_of(store, session.guest, account.owner_id) if session is not None else None
    bots = [bot_account(bot) for bot in token_storage.bots_of(store, account.id)]
    return Account(**structs.asdict(known_account(store, account)), guest=guest, bots=bots)


as_json = json_view(own_account)


async def data_json(request: Request) -> Response:
    """Sends everything that is kept about the account."""
    return AccountFile(request)


async def json_again(request: Request, promised: Facts | None) -> ApiStruct | Facts:
    """Answers a change that was made before."""
    told = await accounts.log_in_again(request, promised)
    return {**told} if told is not None else await account_or_nothing(request)


async def create_json_again(request: Request, promised: Facts | None) -> Facts:
    codes = await accounts.log_in_again(request, promised)
    return {**structs.asdict(await account_or_nothing(request)), **(codes or {})}


async def account_or_nothing(request: Request) -> Account | Empty:
    """Returns the account that is logged in; nothing for a guest."""
    return Empty() if account_of(request) is None else await get_context(request).work.read(own_account, request)


@json_change(201, again=create_json_again)
async def create_json(request: Request, body: JsonFields) -> CreatedAccount:
    """Creates an account."""
    codes = await accounts.create_account(request, body)
    account = await get_context(request).work.read(own_account, request)
    return CreatedAccount(**structs.asdict(account), recovery_codes=codes.recovery_codes)


def over_api(work: Work) -> ApiHandler:
    """Makes the handler of a change: it answers with what the work returns, else with the account as it is then."""

    @json_change(again=json_again)
    async def handle(request: Request, body: JsonFields) -> ApiStruct:
        answer = await work(request, body)
        return answer if answer is not None else await account_or_nothing(request)

    return replace(handle, works=(work, own_account))


CHANGES = {
    **{
        f"{name}/{do}".rstrip("/"): over_api(work)
        for name, works in FORMS.items()
        if name != "create"
        for do, (work, _then) in works.items()
    },
    "passkeys/options": over_api(accounts.passkey_options),
}
"""What can be sent to ``/api/account/NAME``."""


PASSWORDS = FixedLimit(PASSWORDS_AT_ONCE, "passwords or passkeys at a time, one of a client")
PER_ACCOUNT, PER_LOG_IN = ("accounts_per_hour", PASSWORDS), ("log_ins_per_hour", PASSWORDS)
PER_PASSKEY, PER_TOKEN = (*PER_CHANGE, PASSWORDS), (*PER_CHANGE, *PER_LOG_IN)
PER_DOWNLOAD = (*PER_REQUEST, FixedLimit(1, "file of a person at a time"))
QUERY = ("done", "invitation", "then")
"""The parameters of the page."""
ROUTES = on_server(
    Route("GET /account", show, "One's account; for a guest the forms that log in and create one.", query=QUERY),
    *(Route(f"GET /account/{name}", show, "The page of the account, to whose forms these addresses belong.", query=QUERY) for name in FORMS),
    Route("GET /account/data.json", download, "Everything that is kept about the account, as a file.", rights="account", limits=PER_DOWNLOAD),
    Route("POST /account/create", change, "Creates an account.", limits=PER_ACCOUNT),
    Route("POST /account/log-in", change, "Logs in.", limits=PER_LOG_IN, for_banned=True),
    Route("POST /account/log-out", change, "Ends this session.", for_banned=True),
    Route("POST /account/recover", change, "Sets a new password by a recovery code.", limits=PER_LOG_IN, for_banned=True),
    Route("POST /account/password", change, "Sets a new password.", rights="account", limits=PER_LOG_IN, for_banned=True),
    Route("POST /account/recovery-codes", change, "Makes new recovery codes.", rights="account", limits=PER_LOG_IN, for_banned=True),
    Route("POST /account/guest", change, "Takes over what the browser held before the log-in, or leaves it.", rights="account", for_banned=True),
    Route("POST /account/sessions", change, "Ends a session, or all of them.", rights="account", for_banned=True),
    Route("POST /account/passkeys", change, "Adds, renames or removes a passkey.", rights="account", limits=PER_PASSKEY, for_banned=True),
    Route("POST /account/tokens", change, "Makes or revokes an API token.", rights="account", limits=PER_TOKEN, for_banned=True),
    Route("POST /account/bots", change, "Creates or deletes the account of a bot.", rights="account", limits=PER_TOKEN),
    Route("POST /account/delete", change, "Deletes the account.", rights="account", limits=PER_LOG_IN, for_banned=True),
    Route("GET /api/account", as_json, "The account that is logged in.", rights="account"),
    Route("POST /api/account", create_json, "Creates an account.", body=accounts.NewAccount | accounts.NewAccountByPasskey, rights="browser", refusals=(409, 422), limits=PER_ACCOUNT),
    Route("GET /api/account/data", data_json, "Everything that is kept about the account.", answer=AccountData, rights="account", limits=PER_DOWNLOAD),
    Route("POST /api/account/log-in", CHANGES["log-in"], "Logs in.", body=accounts.LogIn | accounts.PasskeyAnswer, rights="browser", refusals=(422,), limits=PER_LOG_IN, for_banned=True),
    Route("POST /api/account/recover", CHANGES["recover"], "Sets a new password by a recovery code; ends all sessions and API tokens, and switches off webhooks and push addresses.", body=accounts.Recovery, rights="browser", refusals=(422,), limits=PER_LOG_IN, for_banned=True),
    Route("POST /api/account/log-out", CHANGES["log-out"], "Ends this session.", body=Empty, rights="browser", for_banned=True),
    Route("POST /api/account/guest", CHANGES["guest"], "Takes over what the browser held before the log-in, or leaves it.", body=accounts.GuestAnswer, rights="account", for_banned=True),
    Route("POST /api/account/sessions", CHANGES["sessions"], "Ends a session.", body=accounts.EndSession, rights="account", for_banned=True),
    Route("POST /api/account/sessions/everywhere", CHANGES["sessions/everywhere"], "Ends all sessions and API tokens, and switches off webhooks and push addresses.", body=Empty, rights="account", for_banned=True),
    Route("POST /api/account/password", CHANGES["password"], "Sets a new password.", body=accounts.ChangePassword | accounts.PasswordByPasskey, rights="account", refusals=(422,), limits=PER_LOG_IN, for_banned=True),
    Route("POST /api/account/recovery-codes", CHANGES["recovery-codes"], "Makes new recovery codes.", body=accounts.OwnPassword | accounts.PasskeyAnswer, rights="account", refusals=(422,), limits=PER_LOG_IN, for_banned=True),
    Route("POST /api/account/delete", CHANGES["delete"], "Deletes the account.", body=accounts.OwnPassword | accounts.PasskeyAnswer, rights="account", refusals=(422,), limits=PER_LOG_IN, for_banned=True),
    Route("POST /api/account/tokens", CHANGES["tokens"], "Makes an API token.", body=api_tokens.NewToken, rights="account", refusals=(422,), limits=PER_TOKEN, for_banned=True),
    Route("POST /api/account/tokens/revoke", CHANGES["tokens/revoke"], "Revokes an API token.", body=api_tokens.RevokeToken, rights="account", limits=PER_TOKEN, for_banned=True),
    Route("POST /api/account/bots", CHANGES["bots"], "Creates the account of a bot.", body=api_tokens.NewBot, rights="account", refusals=(409, 422), limits=PER_TOKEN),
    Route("POST /api/account/bots/delete", CHANGES["bots/delete"], "Deletes a bot.", body=api_tokens.DeleteBot, rights="account", refusals=(422,), limits=PER_TOKEN, for_banned=True),
    Route("POST /api/account/passkeys", CHANGES["passkeys"], "Adds a passkey.", body=accounts.PasskeyAnswer, rights="account", refusals=(422,), limits=PER_PASSKEY, for_banned=True),
    Route("POST /api/account/passkeys/options", CHANGES["passkeys/options"], "What a browser is to ask a passkey for.", body=accounts.PasskeyRequest | accounts.NewAccountRequest | accounts.NewPasskeyRequest, rights="browser", refusals=(409, 422), limits=PER_PASSKEY, for_banned=True),
    Route("POST /api/account/passkeys/rename", CHANGES["passkeys/rename"], "Renames a passkey.", body=accounts.PasskeyLabel, rights="account", refusals=(422,), limits=PER_PASSKEY, for_banned=True),
    Route("POST /api/account/passkeys/remove", CHANGES["passkeys/remove"], "Removes a passkey.", body=accounts.RemovePasskey, rights="account", refusals=(409, 422), limits=PER_PASSKEY, for_banned=True),
)  # fmt: skip
