"""What people do with their accounts, on pages and over the API: create one, log in and out, set a password, add passkeys, delete it.

Somebody who tries names learns nothing: an unknown name takes as long as a wrong password, and gets the same sentence.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from groundfloor.table.creation import PUBLIC_ID_LETTERS
from groundfloor.table.errors import NotYourTurn
from groundfloor.table.operations import Resign
from groundfloor.table.player_names import name_key
from groundfloor.table.reduce import reduce

from ...database.errors import StorageError
from ...database.rows import AccountRow, SessionRow
from ...game.quotas import is_beyond
from ...http.errors import BadBody, TooManyAttempts
from ...http.json_fields import required_field
from ...http.json_types import ApiStruct, Data, Empty, Name, Password, PublicKeyCredential
from ...http.pages import get_locale
from ...http.repeated_requests import promise
from ...http.request_body import FormFields
from ...http.request_checks import limited_client
from ...http.request_context import get_context
from ...http.security import (
    begin_as_guest,
    device_id,
    guest_id,
    hash_of,
    log_in_here,
    log_out_here,
    owner_of,
    session_of,
    short_id,
)
from ..identity import known_devices, token_storage
from ..identity import storage as account_storage
from ..identity.checks import account_name, checked_label, count_attempt, logged_in, not_logged_in, write_in_session
from ..identity.devices import device_name
from ..identity.errors import BadAccount
from ..identity.known_devices import name_hash
from ..identity.rows import DeviceChange
from ..lobby import storage as lobby_storage
from ..moderation import site_storage
from ..moderation.site_storage import RegistrationRefused
from ..notifications import storage as notice_storage
from ..ratings import storage as rating_storage
from . import belongings, log_in_storage, passkey_storage
from .errors import LastWayIn, NameTaken, RegistrationClosed, WrongPassword
from .passkey_storage import MAX_PASSKEYS
from .passkeys import account_of_passkey, ask_for, new_passkey
from .passwords import NOBODYS_HASH, hash_password, is_outdated, is_password, new_password

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...context import AppContext
    from ...game.tables.table_service import TableService
    from ...http.request_body import Fields
    from .passkeys import Credential

    Facts = Mapping[str, object]

MAX_LINK = 100
"""Characters of what invites somebody to create an account."""
SESSION = "session"
"""Under which name the token of a new session is promised to a repeated request (``repeated_requests.py``)."""
CODES, CODE_LETTERS, CODE_GROUP = 10, 16, 4
"""Recovery codes of an account, the letters of each, and the letters of a group."""
LOG_IN_CODE_DAYS = 3
"""How long a code is valid that an administrator makes for somebody who has lost their password."""
PURPOSES = ("create", "log-in", "add", "confirm")
"""What a passkey can be asked for."""
GUEST_CHOICES = ("take", "leave", "ask")
"""What becomes of what a browser holds when somebody logs in there: their account takes it over or leaves it, or they are asked afterwards."""
TOLD_ATTEMPTS = 5
"""Failed attempts to log in from which on the owner is told of them: fewer are the owner's own slips."""
NOBODY = AccountRow("", "", "", NOBODYS_HASH, "")
"""Stands for the account of a name that nobody has, which is then treated like any other."""


GuestChoice = Annotated[
    Literal["take", "leave", "ask"],
    Meta(
        description="Whether the account takes over what the browser holds; with `ask` (the usual value) `POST /api/account/guest` says it. "
        "With `take` too, if results would be left out."
    ),
]


class NewAccount(TypedDict):
    name: Name
    password: Password
    guest: NotRequired[GuestChoice]
    invitation: NotRequired[Annotated[str, Meta(description="What stands in the invitation link, if new accounts need one.")]]


class LogIn(TypedDict):
    name: str
    password: str
    guest: NotRequired[GuestChoice]


class Recovery(TypedDict):
    name: str
    code: str
    password: Password
    guest: NotRequired[GuestChoice]


class GuestAnswer(TypedDict):
    guest: Literal["take", "leave"]


class EndSession(TypedDict):
    end: Annotated[str, Meta(description="The id of a session.")]


class ChangePassword(TypedDict):
    old: str
    password: Password


class OwnPassword(TypedDict):
    password: str


class PasskeyAnswer(TypedDict):
    """The answer of a passkey, in place of a password."""

    passkey: PublicKeyCredential


class NewAccountByPasskey(PasskeyAnswer):
    guest: NotRequired[GuestChoice]
    invitation: NotRequired[str]


class PasswordByPasskey(TypedDict):
    passkey: PublicKeyCredential
    password: Password


PasskeyRequest = TypedDict("PasskeyRequest", {"for": Literal["log-in", "confirm"]})
"""A request for the answer of a passkey."""


NewAccountRequest = TypedDict("NewAccountRequest", {"for": Literal["create"], "name": Name, "invitation": NotRequired[str]})
"""A request for a passkey of a new account."""


NewPasskeyRequest = TypedDict(
    "NewPasskeyRequest", {"for": Literal["add"], "password": NotRequired[str], "passkey": NotRequired[PublicKeyCredential]}
)
"""A request for a further passkey, with either of the two."""


class PasskeyLabel(TypedDict):
    id: str
    label: Name


class RemovePasskey(TypedDict):
    id: str
    password: NotRequired[str]
    passkey: NotRequired[PublicKeyCredential]


class PasskeyOptions(ApiStruct, frozen=True):
    options: Annotated[Data, Meta(description="What `navigator.credentials` is asked for, as JSON.")]


class RecoveryCodes(ApiStruct, frozen=True):
    """Recovery codes, which are sent only this once."""

    recovery_codes: list[str]


async def create_account(request: Request, given: Fields) -> RecoveryCodes:
    """Creates an account that is logged in; returns its recovery codes. ``new_session`` says what becomes of what the browser held.

    With a passkey, it has the name for which the passkey was made. Raises RegistrationClosed, BadAccount for an impossible name or password, BadPasskey, NameTaken, TooManyAttempts.
    """
    context, passkey, proof, choice = get_context(request), None, read_proof(given), guest_choice(given)
    link = await registration_link(request, given.optional_text("invitation"))
    if proof.passkey:
        passkey, asked = await new_passkey(request, "create", proof.passkey)
        id, password, (shown, key) = asked.account, "", account_name(asked.name)
    else:
        shown, key = account_name(given.text("name"))
        chosen = new_password(proof.password)
        await count_attempt(context, limited_client(request), context.rates.accounts)
        id, password = secrets.token_hex(16), await context.work.password(hash_password, chosen)
    codes = new_codes()
    account = AccountRow(id, shown, key, password, context.table_service.now())
    session, token, taken, device = await new_session(request, account, choice)
    promise({"recovery_codes": codes, SESSION: token})
    try:
        is_added = await context.work.write(
            log_in_storage.add_account, context.store, account, hashes(codes), session, taken, passkey, device, link
        )
    except RegistrationRefused:  # at another process, or by somebody else with this link
        context.site = await context.work.read(site_storage.settings, context.store)
        await registration_link(request, given.optional_text("invitation"))
        raise no_invitation() from None
    if not is_added:
        raise name_taken(shown)
    await log_in(request, account, session, token)
    return RecoveryCodes(recovery_codes=codes)


async def registration_link(request: Request, invitation: str) -> str:
    """Returns the hash of the link by which somebody creates an account, "" if that needs none; RegistrationClosed if they may not."""
    context = get_context(request)
    match context.site.registration:
        case "closed":
            raise RegistrationClosed("This server takes no new accounts at present. You can play without one.")
        case "invited":
            link = hash_of(invitation[:MAX_LINK])
            if not await context.work.read(site_storage.is_link, context.store, link, context.table_service.now()):
                raise no_invitation()
            return link
        case _:
            return ""


def no_invitation() -> RegistrationClosed:
    return RegistrationClosed(
        "A new account needs an invitation link, and this one was used up, or is over. Please ask an administrator of this server for another one."
    )


def name_taken(name: str) -> NameTaken:
    return NameTaken("“%(name)s” is taken, or looks like another name. Please choose another one, or log in if it is yours.", name=name)


async def log_in_with(request: Request, given: Fields) -> None:
    """Logs the browser in; a passkey needs no name. ``new_session`` says what becomes of what the browser held.

    Raises WrongPassword, BadPasskey or TooManyAttempts.
    """
    context, proof, choice = get_context(request), read_proof(given), guest_choice(given)
    if proof.passkey:
        await count_client(request, "passkey ")
        account = await account_of_passkey(request, "log-in", proof.passkey)
    else:
        account = await account_of_password(request, name_key(given.text("name")), proof.password)
    session, token, taken, device = await new_session(request, account, choice)
    promise({SESSION: token})
    if not await context.work.write(log_in_storage.add_session, context.store, account, session, taken, device):
        raise wrong_password()
    await log_in(request, account, session, token)


async def recover(request: Request, given: Fields) -> None:
    """Sets a new password by a recovery code, which is used up, ends all sessions and API tokens, switches off webhooks and push addresses, and logs the browser in.

    Nobody guesses a code of 80 random bits, so attempts are limited by client alone: strangers can't use up those of the owner. Raises WrongPassword, BadAccount for an impossible password, or TooManyAttempts.
    """
    context, key, code, choice = get_context(request), name_key(given.text("name")), given.text("code"), guest_choice(given)
    chosen = new_password(given.text("password"))
    await count_client(request, "recovery ")
    account = await context.work.read(account_storage.find, context.store, key) or NOBODY
    refusal = WrongPassword("This name and this recovery code do not belong together, or the code was used before. Please check both.")
    if not await context.work.read(account_storage.has_code, context.store, account.id, code_hash(code), context.table_service.now()):
        await note_failure(context, key)
        raise refusal
    hash = await context.work.password(hash_password, chosen)
    session, token, taken, device = await new_session(request, account, choice)
    promise({SESSION: token})
    if not await context.work.write(log_in_storage.recover, context.store, account, code_hash(code), hash, session, taken, device):
        raise refusal
    await log_in(request, account, session, token)


async def change_password(request: Request, given: Fields) -> None:
    """Sets a new password, and ends all other sessions. Raises NotLoggedIn, WrongPassword, BadPasskey, BadAccount or TooManyAttempts."""
    proof, password = read_proof(given, "old"), given.text("password")
    logged_in(request)
    chosen = new_password(password)
    account, session = await check_proof(request, proof), session_of(request)
    assert session is not None
    hash = await get_context(request).work.password(hash_password, chosen)
    await write_in_session(request, log_in_storage.change_password, account, hash, session.token, device_id(request))
    log_in_here(request, replace(account, password=hash), session, "")
    end_streams(request, account.owner_id)


async def renew_codes(request: Request, given: Fields) -> RecoveryCodes:
    """Returns new recovery codes in place of the old ones. Raises NotLoggedIn, WrongPassword, BadPasskey or TooManyAttempts."""
    account = await check_proof(request, read_proof(given))
    codes = new_codes()
    made = RecoveryCodes(recovery_codes=codes)
    promise(made)
    await write_in_session(request, account_storage.set_codes, account.id, hashes(codes))
    return made


async def passkey_options(request: Request, given: Fields) -> PasskeyOptions:
    """Returns what the browser is to ask a passkey for, by the field ``for``: to create an account, to log in, to add a passkey, or to confirm something.

    For a further passkey the proof is checked first: nobody makes one in vain. Raises PasskeysUnavailable, BadAccount, NameTaken, NotLoggedIn,
    WrongPassword, BadPasskey or TooManyAttempts.
    """
    return PasskeyOptions(options=await options_for(request, given))


async def options_for(request: Request, given: Fields) -> dict[str, object]:
    context, purpose = get_context(request), given.text("for")
    if purpose == "create":
        await registration_link(request, given.optional_text("invitation"))
        shown, key = account_name(given.text("name"))
        await count_attempt(context, limited_client(request), context.rates.accounts)
        if await context.work.read(account_storage.find, context.store, key) is not None:
            raise name_taken(shown)
        return await ask_for(request, "create", secrets.token_hex(16), shown)
    if purpose == "log-in":
        return await ask_for(request, "log-in")
    if purpose == "add":
        account = await check_proof(request, read_proof(given))
        return await ask_for(request, "add", account.id, account.name)
    account = logged_in(request)
    if purpose == "confirm":
        return await ask_for(request, "confirm", account.id, account.name)
    raise BadBody("for is one of: %(known)s.", known=", ".join(PURPOSES))


async def add_passkey(request: Request, given: Fields) -> None:
    """Adds the passkey that the browser has made to the account that is logged in. Raises NotLoggedIn, BadPasskey, or BadAccount if it has too many."""
    credential = given.text("passkey") if isinstance(given, FormFields) else required_field(given, "passkey", dict)
    account = logged_in(request)
    passkey, asked = await new_passkey(request, "add", credential)
    if asked.account != account.id or not await write_in_session(request, passkey_storage.add, passkey):
        raise BadAccount("This passkey can’t be added: it belongs to an account already, or yours has %(most)s of them.", most=MAX_PASSKEYS)


async def rename_passkey(request: Request, given: Fields) -> None:
    """Renames a passkey of the account that is logged in. Raises NotLoggedIn or BadAccount."""
    id, label = given.text("id"), given.text("label")
    context, account = get_context(request), logged_in(request)
    await context.work.write(passkey_storage.rename, context.store, account.id, id, checked_label(label))


async def remove_passkey(request: Request, given: Fields) -> None:
    """Removes a passkey of the account that is logged in. Raises LastWayIn, NotLoggedIn, WrongPassword, BadPasskey or TooManyAttempts."""
    id = given.text("id")
    account = await check_proof(request, read_proof(given))
    if not await write_in_session(request, passkey_storage.remove, account.id, id):
        raise LastWayIn("It is your only way into your account. Set a password or add another passkey first.")


async def log_out(request: Request, given: Fields) -> Empty:
    """Ends the session; what the account holds stays with it, and the browser begins anew. Does nothing to a guest."""
    context, session = get_context(request), session_of(request)
    if session is not None:
        await context.work.write(account_storage.end_session, context.store, session.account, session.token)
        end_streams(request, owner_of(request))
        log_out_here(request)
    return Empty()


async def end_session(request: Request, given: Fields) -> Empty | None:
    """Ends a session of the account that is logged in, on another device (None) or here; NotLoggedIn for a guest."""
    id = given.text("session" if isinstance(given, FormFields) else "end")
    context, account = get_context(request), logged_in(request)
    for session in await context.work.read(account_storage.sessions_of, context.store, account.id):
        if short_id(session) == id:
            await context.work.write(account_storage.end_session, context.store, account.id, session.token)
            end_streams(request, account.owner_id)
    if (own := session_of(request)) is not None and short_id(own) == id:
        log_out_here(request)
        return Empty()
    return None


async def log_out_everywhere(request: Request, given: Fields) -> Empty:
    """Ends all sessions of the account that is logged in, including this one, and its API tokens and those of its bots, and switches off its webhooks and push addresses; NotLoggedIn for a guest."""
    await end_all(request, logged_in(request))
    log_out_here(request)
    return Empty()


async def end_all(request: Request, account: AccountRow) -> None:
    """Ends all sessions of an account, and the API tokens of it and its bots, and switches off its webhooks and push addresses."""
    context = get_context(request)
    bots = await context.work.read(token_storage.bots_of, context.store, account.id)
    await context.work.write(log_in_storage.log_out_everywhere, context.store, account)
    end_streams(request, account.owner_id, *(bot.owner_id for bot in bots))


async def delete_account(request: Request, given: Fields) -> Empty:
    """Deletes the account that is logged in. Raises NotLoggedIn, WrongPassword, BadPasskey or TooManyAttempts."""
    await remove_account(request, await check_proof(request, read_proof(given)))
    log_out_here(request)
    return Empty()


async def remove_account(request: Request, account: AccountRow) -> None:
    """Deletes an account with all that only it has; its seats at tables stay without its name, and running rated games are lost."""
    context, former = get_context(request), get_locale(request).translations.gettext("Former player")
    for game_id, seat in await context.work.read(rating_storage.running_seats, context.store, account.id):
        with suppress(NotYourTurn):  # it is over meanwhile
            await context.work.write(resign, context.table_service, game_id, seat)
    while left := await context.work.write(log_in_storage.leave_games, context.store, account, former):
        context.table_service.forget(left)  # moves of others come between
    context.table_service.forget(await context.work.write(log_in_storage.delete_account, context.store, account, former))
    end_streams(request, account.owner_id)


def resign(service: TableService, game_id: str, seat: int) -> None:
    """Resigns a rated game for a seat; NotYourTurn if it is over."""
    with service.operation(game_id) as locked:
        locked.table = reduce(locked.table, Resign(), seat, service.now(), service.new_bytes)


@dataclass(frozen=True)
class Proof:
    """Shows that somebody may use an account: its password, or else what a passkey of it has answered."""

    password: str
    passkey: Credential = ""


def read_proof(given: Fields, password: str = "password") -> Proof:
    """Returns the proof in a request: the answer of a passkey, or else the field ``password``."""
    if isinstance(given, FormFields):
        return Proof(given.text(password), given.text("passkey"))
    if "passkey" in given:
        return Proof("", required_field(given, "passkey", dict))
    return Proof(given.text(password))


async def check_proof(request: Request, proof: Proof) -> AccountRow:
    """Returns the account that is logged in. Raises NotLoggedIn for a guest, WrongPassword or BadPasskey if the proof is not that of its owner, TooManyAttempts after too many tries.

    They are counted by session: nobody outside can use them up. NotLoggedIn also if the session has ended meanwhile, or the account has another password.
    """
    context, account, session = get_context(request), logged_in(request), session_of(request)
    assert session is not None  # API tokens don't lead here (api_tokens.check_scope)
    await count_attempt(context, f"session {session.token}", context.rates.names)
    if proof.passkey:
        await account_of_passkey(request, "confirm", proof.passkey)
    elif (proven := await account_with(context, account, proof.password)) is None:
        raise WrongPassword("That is not your password. Please try again.")
    else:
        account = proven
    if not await context.work.read(account_storage.has_session, context.store, account, session.token):
        raise not_logged_in()
    request.state.session = account, session
    return account


async def account_of_password(request: Request, key: str, password: str) -> AccountRow:
    """Returns the account with this key and password. Raises WrongPassword or TooManyAttempts.

    Attempts at a device that is known to the account have a limit of their own; those at all others are limited by client, and together by name.
    """
    context, device, name = get_context(request), device_id(request), name_hash(key)
    is_known = device != "" and await context.work.read(known_devices.is_known, context.store, device, key)
    if is_known:
        await count_attempt(context, f"device {device} {name}", context.rates.names)
    else:
        await count_client(request)
        if await is_beyond(context, context.rates.names, f"password {name}"):
            await note_failure(context, key)
            raise TooManyAttempts(
                "There were too many attempts under this name. A passkey or a recovery code still opens the account, and its password where it "
                "was logged in before. Or wait a few minutes, then try again."
            )
    account = await context.work.read(account_storage.find, context.store, key) or NOBODY
    proven = await account_with(context, account, password)
    if proven is None:
        if not is_known:
            await note_failure(context, key)
        raise wrong_password()
    return proven


async def account_with(context: AppContext, account: AccountRow, password: str) -> AccountRow | None:
    """Returns an account if this is its password, None if it is not; an outdated hash is replaced."""
    if not await context.work.password(is_password, account.password or NOBODYS_HASH, password):
        return None
    if not is_outdated(account.password):
        return account
    hash = await context.work.password(hash_password, new_password(password))
    try:
        if await context.work.write(account_storage.renew_hash, context.store, account, hash):
            return replace(account, password=hash)
    except StorageError:  # the next log-in tries again
        return account
    # a log-in at the same time has stored another hash
    known = await context.work.read(account_storage.find, context.store, account.name_key)
    return None if known is None else await account_with(context, known, password)


async def note_failure(context: AppContext, key: str) -> None:
    """Counts an attempt under a name that failed, whether anybody has the name or not. The owner is told of several, at most once a day."""
    with suppress(StorageError):
        count = await context.work.write(known_devices.note_failure, context.store, name_hash(key), context.table_service.now())
        account = await context.work.read(account_storage.find, context.store, key) if count >= TOLD_ATTEMPTS else None
        if account is not None and not await context.work.write(context.rates.told_owners.take, account.id):
            await context.work.write(notice_storage.tell_owner, context.store, account.owner_id)
            context.notices.wake()


def wrong_password() -> WrongPassword:
    return WrongPassword(
        "This name and this password do not belong together. Please check both; if you have lost the password, use a recovery code."
    )


async def count_client(request: Request, kind: str = "") -> None:
    """Counts an attempt of a ``kind`` (with a space at its end) to the client; TooManyAttempts if it has had too many of them."""
    context, client = get_context(request), limited_client(request)
    await count_attempt(context, client and kind + client, context.rates.log_ins)


async def log_in(request: Request, account: AccountRow, session: SessionRow, token: str) -> None:
    """Logs the request and the browser in by a stored session; the one that the browser had before ends."""
    if (before := session_of(request)) is not None:
        await get_context(request).work.write(account_storage.end_session, get_context(request).store, before.account, before.token)
    if guest := guest_id(request):
        await get_context(request).work.write(lobby_storage.note_log_in, get_context(request).store, guest, account.owner_id)
    end_streams(request, owner_of(request), guest, account.owner_id)
    log_in_here(request, account, session, token)
    begin_as_guest(request)


async def log_in_again(request: Request, promised: Facts | None) -> Facts | None:
    """Logs the browser in by the session that a repeated request began the first time; returns what else is told, None if there is nothing."""
    if promised is None or SESSION not in promised:
        return promised
    context, token = get_context(request), str(promised[SESSION])
    known = await context.work.read(account_storage.session, context.store, hash_of(token))
    if known is not None:
        log_in_here(request, known[0], known[1], token)
        begin_as_guest(request)
    return {name: value for name, value in promised.items() if name != SESSION} or None


def end_streams(request: Request, *owners: str) -> None:
    """Ends the open streams of those whose rights have changed; their pages ask for new ones at once."""
    for owner_id in owners:
        get_context(request).hub.end_streams(owner_id)


async def new_session(request: Request, account: AccountRow, choice: str) -> tuple[SessionRow, str, str, DeviceChange]:
    """Returns a session of an account, not stored yet, its token, which the store never has, the guest from whom the account takes over, and the device.

    It takes over what the browser held only if its person says so: by the ``choice``, or later if that is ``ask``, or if results would be left out. Somebody else may have set the cookie.
    """
    context, guest, token = get_context(request), guest_id(request), secrets.token_urlsafe(32)
    now, device = context.table_service.now(), device_name(request.headers.get("user-agent", ""))
    is_open = guest != "" and await context.work.read(belongings.is_question, context.store, guest, account.owner_id, choice)
    session = SessionRow(hash_of(token), account.id, device, now, now, guest if is_open else "")
    request.state.device = secrets.token_urlsafe(24)
    known = DeviceChange(device_id(request), hash_of(request.state.device))
    return session, token, guest if choice == "take" and not is_open else "", known


def guest_choice(given: Fields) -> str:
    """Returns what is to become of what the browser holds, one of ``GUEST_CHOICES``; BadBody for something else."""
    choice = given.optional_text("guest") or "ask"
    if choice not in GUEST_CHOICES:
        raise BadBody("guest is one of: %(known)s.", known=", ".join(GUEST_CHOICES))
    return choice


async def answer_guest(request: Request, given: Fields) -> None:
    """Takes over what the browser held before the log-in (``take``), or leaves it (``leave``); does nothing if that was answered already. Raises NotLoggedIn."""
    choice, account, session = guest_choice(given), logged_in(request), session_of(request)
    if choice == "ask" or session is None:
        raise BadBody("guest is one of: %(known)s.", known=", ".join(GUEST_CHOICES[:2]))
    context = get_context(request)
    await context.work.write(log_in_storage.answer_guest, context.store, account, session.token, is_taken=choice == "take")
    log_in_here(request, account, replace(session, guest=""), "")
    end_streams(request, account.owner_id)


def new_codes() -> list[str]:
    """Returns new recovery codes, each of 80 random bits."""
    codes = ("".join(secrets.choice(PUBLIC_ID_LETTERS) for _ in range(CODE_LETTERS)) for _ in range(CODES))
    return ["-".join(code[start : start + CODE_GROUP] for start in range(0, CODE_LETTERS, CODE_GROUP)) for code in codes]


def code_hash(code: str) -> str:
    """Returns the hash of a recovery code, however it was typed."""
    return hash_of("".join(letter for letter in code.lower() if letter.isalnum()))


def hashes(codes: list[str]) -> list[str]:
    return [code_hash(code) for code in codes]
