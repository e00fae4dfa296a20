"""New accounts, log-ins, recovery and the end of accounts: what changes at once, and what browsers and accounts take over from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...database.database import writing
from ...database.requests import changes, changing, writing_if_allowed
from ..identity import known_devices, token_storage
from ..identity import storage as account_storage
from ..identity.rows import DeviceChange
from ..moderation import site_storage
from ..notifications import address_storage
from . import belongings, passkey_storage

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

    from ...database.rows import AccountRow, SessionRow
    from ...database.store import Store
    from .rows import PasskeyRow

NO_DEVICE = DeviceChange()
"""Of a log-in at a browser that no account is to know."""


def add_account(
    store: Store,
    account: AccountRow,
    codes: Collection[str],
    session: SessionRow,
    guest_id: str = "",
    passkey: PasskeyRow | None = None,
    device: DeviceChange = NO_DEVICE,
    link: str = "",
) -> bool:
    """Stores a new account, logged in, which takes over what the browser ("": none) holds; returns False if another one has the name, or the passkey.

    ``codes`` are hashes of its recovery codes. A ``link`` (a hash) is used up by it if that needs one; RegistrationRefused if it is no longer valid, or registration was closed meanwhile.
    """
    with changing(store.engine) as connection:
        if passkey is not None and passkey_storage.find(connection, passkey.id) is not None:
            return False
        if not account_storage.add(connection, account, codes):
            return False
        site_storage.register(connection, link, account.created)
        if passkey is not None:
            passkey_storage.add(connection, passkey)
        _begin_session(connection, account, session, guest_id, device)
    _forget_held_seats(store, guest_id, account.owner_id)
    return True


def add_session(store: Store, account: AccountRow, session: SessionRow, guest_id: str = "", device: DeviceChange = NO_DEVICE) -> bool:
    """Stores that an account is logged in, which takes over what the browser ("": none) holds; returns False if it was deleted, or has another password by now."""
    with changing(store.engine) as connection:
        known = account_storage.lock(connection, account.id)
        if known is None or known.password != account.password:
            return False
        _begin_session(connection, account, session, guest_id, device)
    _forget_held_seats(store, guest_id, account.owner_id)
    return True


def recover(
    store: Store, account: AccountRow, code: str, password: str, session: SessionRow, guest_id: str = "", device: DeviceChange = NO_DEVICE
) -> bool:
    """Uses up a recovery code (a hash) for a new password (a hash), ends all sessions and API tokens, and begins this session; returns False if there is no such code.

    Addresses for notices that somebody else may have added are switched off.
    """
    with changing(store.engine) as connection:
        account_storage.lock(connection, account.id)
        # asked for nobody's too, so that no time tells which names exist
        if not account_storage.use_code(connection, account.id, code, session.created):
            return False
        account_storage.set_password(connection, account.id, password)
        account_storage.drop_log_in_code(connection, account.id)
        passkey_storage.drop_challenges(connection, account.id)
        account_storage.end_other_sessions(connection, account.id)
        token_storage.revoke_all(connection, account.id)
        address_storage.distrust(connection, account.owner_id)
        known_devices.forget_failures(connection, known_devices.name_hash(account.name_key))
        _begin_session(connection, account, session, guest_id, device)
    _forget_held_seats(store, guest_id, account.owner_id)
    return True


@changes
def log_out_everywhere(connection: Connection, account: AccountRow) -> None:
    """Ends all sessions of an account, and the API tokens of it and its bots; no device is known to it any more, and addresses for notices are off as after a recovery."""
    account_storage.lock(connection, account.id)
    account_storage.end_other_sessions(connection, account.id)
    token_storage.revoke_all(connection, account.id)
    address_storage.distrust(connection, account.owner_id)


@changes
def change_password(connection: Connection, account: AccountRow, password: str, kept: str, device: str = "") -> None:
    """Stores a new password (a hash), and ends the code of an administrator and all sessions of the account except the ``kept`` one, that of a ``device``."""
    account_storage.set_password(connection, account.id, password)
    account_storage.drop_log_in_code(connection, account.id)
    passkey_storage.drop_challenges(connection, account.id)
    account_storage.end_other_sessions(connection, account.id, kept, device)
    known_devices.forget_failures(connection, known_devices.name_hash(account.name_key))


def answer_guest(store: Store, account: AccountRow, token: str, *, is_taken: bool) -> None:
    """Stores the answer to whether the account takes over what the browser of a session held before; if it ``is_taken``, the account does."""
    with writing(store.engine) as connection:
        guest = belongings.answer_guest(connection, account, token, is_taken=is_taken)
    _forget_held_seats(store, guest, account.owner_id)


def leave_games(store: Store, account: AccountRow, former: str) -> list[str]:
    """Takes some games off the list of an account or of its bots, whose seats there are called ``former`` from now on; returns their ids, none at the end."""
    with writing_if_allowed(store.engine) as connection:
        owners = [account.owner_id, *(bot.owner_id for bot in token_storage.bots_of(connection, account.id))]
        left = next((left for owner_id in owners if (left := belongings.leave_games(connection, owner_id, former))), [])
    _forget_held_seats(store, *owners)
    return left


def delete_account(store: Store, account: AccountRow, former: str) -> list[str]:
    """Deletes an account with all that only it has: its bots, sessions, results and list of games; returns the games at whose seats it may now be called ``former``.

    If it has many games, it should ``leave_games`` first: others then need not wait for all of them.
    """
    with changing(store.engine) as connection:
        bots = token_storage.bots_of(connection, account.id)
        renamed = [game_id for owner in (*bots, account) for game_id in belongings.delete_account(connection, owner, former)]
    _forget_held_seats(store, *(owner.owner_id for owner in (*bots, account)))
    return renamed


def _begin_session(connection: Connection, account: AccountRow, session: SessionRow, guest_id: str, device: DeviceChange) -> None:
    account_storage.add_session(connection, session)
    known_devices.remember(connection, account.id, device, session.created)
    if guest_id:
        belongings.merge_guest(connection, guest_id, account.owner_id)


def _forget_held_seats(store: Store, *owners: str) -> None:
    for owner_id in owners:
        if owner_id:
            store.held_seats.forget(owner_id)
