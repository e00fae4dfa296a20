"""Passkeys (WebAuthn): what a browser is asked to sign, and whether its answer is right.

They belong to a host name: that of the request, which must be one of the server's own names, over HTTPS or on ``localhost``. An answer counts for the
challenge that was sent to the same browser or account, for the same purpose, once, and for ten minutes. ``webauthn`` is imported when it is first used, as it
takes 27 MB of memory.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ...http.addresses import host_of, parse_ip
from ...http.limits import CHALLENGE_MINUTES
from ...http.request_context import get_context
from ...http.security import hash_of, owner_of
from ..identity.devices import device_name
from . import passkey_storage
from .errors import BadPasskey, PasskeysUnavailable, WrongPassword
from .rows import ChallengeRow, PasskeyRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ...context import AppContext
    from ...database.rows import AccountRow

T = TypeVar("T")
ChallengeKind = Literal["create", "log-in", "add", "confirm"]
"""What a passkey is asked for: a new account, a log-in, a further passkey, or a confirmation by somebody who is logged in."""
Credential = dict[str, Any] | str
"""What a browser answers: ``PublicKeyCredential.toJSON()``, as an object or its text."""
CHALLENGE_BYTES = 32
SITE_NAME = "Ground Floor"
MAX_ID = 1_400
"""Characters of a passkey's id: 1,023 bytes as base64url."""


@dataclass(frozen=True)
class RelyingParty:
    """The site that a passkey is for: a host name, and the origin of the pages there."""

    id: str
    origin: str


def relying_party(request: Request) -> RelyingParty | None:
    """Returns the site that passkeys are for at the address of a request, None if none are possible there: at an IP address, or without encryption."""
    addresses, header = get_context(request).addresses, request.headers.get("host", "").lower()
    host = host_of(header)
    if host not in addresses.names or parse_ip(host) is not None:
        return None
    is_public = host == host_of(addresses.public_url.partition("://")[2].lower())
    origin = addresses.public_url.lower() if is_public else f"{request.url.scheme}://{header}"
    return RelyingParty(host, origin) if host == "localhost" or origin.startswith("https://") else None


def required_party(request: Request) -> RelyingParty:
    """Returns the site that passkeys are for at the address of a request; PasskeysUnavailable if none are possible there."""
    party = relying_party(request)
    if party is None:
        raise PasskeysUnavailable("Passkeys need https:// or localhost; here use a password.")
    return party


async def ask_for(request: Request, purpose: ChallengeKind, account: str = "", name: str = "") -> dict[str, object]:
    """Returns what a browser is to ask a passkey for, with a challenge that is stored: the argument of ``navigator.credentials``.

    ``account`` and ``name`` are those of the account, new or logged in ("": any, at the log-in). Raises PasskeysUnavailable.
    """
    context, party = get_context(request), required_party(request)
    challenge = secrets.token_bytes(CHALLENGE_BYTES)

    def work() -> dict[str, object]:
        known = passkey_storage.of_account(context.store, account) if account else []
        if purpose in ("create", "add"):
            return creation_options(party, challenge, account, name, known)
        return request_options(party, challenge, known)

    options = await context.work.password(work)
    row = ChallengeRow(hash_of(challenge.hex()), purpose, owner_of(request), account, name, context.table_service.now())
    await context.work.write(passkey_storage.add_challenge, context.store, row)
    return options


def creation_options(party: RelyingParty, challenge: bytes, account: str, name: str, known: list[PasskeyRow]) -> dict[str, object]:
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement, UserVerificationRequirement

    return options_to_json_dict(
        generate_registration_options(
            rp_id=party.id,
            rp_name=SITE_NAME,
            user_id=bytes.fromhex(account),
            user_name=name,
            challenge=challenge,
            timeout=CHALLENGE_MINUTES * 60_000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=descriptors(known),
        )
    )


def request_options(party: RelyingParty, challenge: bytes, known: list[PasskeyRow]) -> dict[str, object]:
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    options = generate_authentication_options(
        rp_id=party.id, challenge=challenge, timeout=CHALLENGE_MINUTES * 60_000, allow_credentials=descriptors(known)
    )
    return options_to_json_dict(options)


def descriptors(known: list[PasskeyRow]) -> list[Any]:
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known]


async def new_passkey(request: Request, purpose: ChallengeKind, credential: Credential) -> tuple[PasskeyRow, ChallengeRow]:
    """Returns the passkey that a browser has made, not stored yet, and what it was asked. Raises PasskeysUnavailable or BadPasskey."""
    context, party = get_context(request), required_party(request)

    def parse() -> bytes:
        from webauthn.helpers import parse_registration_credential_json

        return challenge_in(parse_registration_credential_json(credential).response.client_data_json)

    challenge = await read_answer(context, parse)
    asked = await use_challenge(request, purpose, challenge)

    def verify() -> PasskeyRow:
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        verified = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
        key = bytes_to_base64url(verified.credential_public_key)
        now, label = context.table_service.now(), device_name(request.headers.get("user-agent", ""))
        return PasskeyRow(bytes_to_base64url(verified.credential_id), asked.account, key, verified.sign_count, label, now, now)

    made = await read_answer(context, verify)
    if len(made.id) > MAX_ID:
        raise unreadable()
    return made, asked


async def account_of_passkey(request: Request, purpose: ChallengeKind, credential: Credential) -> AccountRow:
    """Returns the account whose passkey has answered, and notes that it was used.

    Raises PasskeysUnavailable, BadPasskey for an answer that does not fit, or WrongPassword for a passkey that belongs to no account (any longer), or to another one.
    """
    context, party = get_context(request), required_party(request)

    def parse() -> tuple[str, bytes, bytes | None]:
        from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

        answer = parse_authentication_credential_json(credential)
        return bytes_to_base64url(answer.raw_id), challenge_in(answer.response.client_data_json), answer.response.user_handle

    id, challenge, handle = await read_answer(context, parse)
    asked = await use_challenge(request, purpose, challenge)
    known = await context.work.read(passkey_storage.find, context.store, id)
    if known is None or asked.account not in ("", known[0].id) or handle not in (None, bytes.fromhex(known[0].id)):
        raise WrongPassword("This passkey belongs to no account here, or to another one. Please choose another passkey, or use a password.")
    account, passkey = known

    def verify() -> int:
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        return verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        ).new_sign_count

    count = await read_answer(context, verify)
    if not await context.work.write(passkey_storage.use, context.store, passkey, count, context.table_service.now()):
        raise unreadable()
    return account


async def use_challenge(request: Request, purpose: ChallengeKind, challenge: bytes) -> ChallengeRow:
    """Returns what was asked by a challenge, which is used up; BadPasskey if this browser was not asked for this purpose, or too long ago."""
    context = get_context(request)
    asked = await context.work.write(passkey_storage.use_challenge, context.store, hash_of(challenge.hex()))
    is_right = asked is not None and asked.purpose == purpose and asked.owner_id == owner_of(request)
    if asked is None or not is_right or context.table_service.hours_since(asked.created) * 60 >= CHALLENGE_MINUTES:
        raise BadPasskey("That took too long, or was sent before. Please try once more.")
    return asked


def challenge_in(client_data: bytes) -> bytes:
    from webauthn.helpers import parse_client_data_json

    return parse_client_data_json(client_data).challenge


async def read_answer(context: AppContext, work: Callable[[], T]) -> T:
    """Lets ``webauthn`` read what a browser has sent; BadPasskey if it can't, for whatever reason."""

    def guarded() -> T:
        try:
            return work()
        except Exception as error:  # the library raises errors of many kinds for what a client can send
            raise unreadable() from error

    return await context.work.password(guarded)


def unreadable() -> BadPasskey:
    return BadPasskey("The answer of this passkey is not right, so nothing was done. Please try once more, or use a password.")
