"""Where people have logged in before, and the attempts to log in elsewhere that failed.

A device is a hash of a cookie that each log-in replaces: somebody who has set or seen an older one does not know it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import INSERTS, insert_new, reads_once, writes, writes_soon
from .rows import FailedLogIns

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from .rows import DeviceChange

MAX_DEVICES = 50
"""Devices that are known to an account; a further one replaces the first."""
KNOWN, FAILED = s.known_devices.c, s.failed_log_ins.c


def name_hash(name_key: str) -> str:
    """Returns what stands for a name (its key) where attempts are counted: what is typed as one may be anything, even a password."""
    return hashlib.sha256(name_key.encode()).hexdigest()[:32]


def remember(connection: Connection, account: str, device: DeviceChange, at: str) -> None:
    """Stores that an account has logged in at a device, which is known under its new hash from now on, to its other accounts too."""
    if not device.now:
        return
    if device.before:
        connection.execute(update(s.known_devices).where(KNOWN.device == device.before).values(device=device.now))
    row = {"device": device.now, "account": account, "used": at}
    new = INSERTS[connection.dialect.name](s.known_devices)
    connection.execute(new.on_conflict_do_update(index_elements=["device", "account"], set_={"used": at}), row)
    newest = select(KNOWN.device).where(KNOWN.account == account).order_by(KNOWN.used.desc(), KNOWN.device).limit(MAX_DEVICES)
    connection.execute(delete(s.known_devices).where(KNOWN.account == account, KNOWN.device.not_in(newest)))


@reads_once
def is_known(connection: Connection, device: str, name_key: str) -> bool:
    """Returns whether somebody has logged in at a device to the account with the name of this key."""
    joined = select(KNOWN.device).join(s.accounts, s.accounts.c.id == KNOWN.account)
    return connection.execute(joined.where(KNOWN.device == device, s.accounts.c.name_key == name_key)).first() is not None


@reads_once
def owners(connection: Connection, device: str) -> list[str]:
    """Returns the owner ids of the accounts that have logged in at a device."""
    return [f"{ACCOUNT_PREFIX}{id}" for id in connection.execute(select(KNOWN.account).where(KNOWN.device == device)).scalars()]


def forget(connection: Connection, account: str, kept: str = "") -> None:
    """Forgets all devices of an account except the ``kept`` one; a banned account keeps all, as its ban also applies to guests there."""
    is_banned = select(s.bans.c.id).where(s.bans.c.account == account).exists()
    connection.execute(delete(s.known_devices).where(KNOWN.account == account, KNOWN.device != kept, ~is_banned))


@writes_soon
def note_failure(connection: Connection, name: str, at: str) -> int:
    """Counts an attempt under a name (``name_hash``) that failed; returns how many there are now."""
    row = {"name": name, "count": 0, "since": at, "last": at}
    connection.execute(insert_new(connection.dialect.name, s.failed_log_ins), row)
    counted = update(s.failed_log_ins).where(FAILED.name == name).values(count=FAILED.count + 1, last=at)
    return int(connection.execute(counted.returning(FAILED.count)).scalar_one())


@reads_once
def failures(connection: Connection, name: str) -> FailedLogIns | None:
    row = connection.execute(select(FAILED.count, FAILED.since, FAILED.last).where(FAILED.name == name)).one_or_none()
    return None if row is None else FailedLogIns(*row)


def forget_failures(connection: Connection, name: str) -> None:
    connection.execute(delete(s.failed_log_ins).where(FAILED.name == name))


@writes
def delete_old(connection: Connection, unused: str, quiet: str) -> None:
    """Deletes devices at which nobody has logged in since ``unused``, and the attempts under names that nobody has tried since ``quiet``."""
    connection.execute(delete(s.known_devices).where(KNOWN.used < unused))
    connection.execute(delete(s.failed_log_ins).where(FAILED.last < quiet))
