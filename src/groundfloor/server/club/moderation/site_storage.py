"""What administrators have chosen for the whole server, and the links by which people create accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from groundfloor.engine.errors import GroundfloorError

from ...database import schema as s
from ...database.database import INSERTS, column_values, reads_once
from ...database.requests import changes
from ...database.rows import RegistrationLink, SiteSettings
from ..identity import storage as accounts

if TYPE_CHECKING:
    from sqlalchemy import Connection

SETTING = "site"
"""The name of the setting."""
MAX_LINKS = 100
"""Links that are good at the same time."""
LINK_ID_LETTERS = 16
"""Letters of its hash by which administrators name a link."""
LINK = s.registration_links.c


class RegistrationRefused(GroundfloorError):
    """Nobody creates an account now, or not without a link, or not by this one."""


@reads_once
def settings(connection: Connection) -> SiteSettings:
    found = connection.execute(select(s.settings.c.value).where(s.settings.c.name == SETTING)).scalar_one_or_none()
    return SiteSettings() if found is None else msgspec.json.decode(found, type=SiteSettings)


@changes
def change_settings(connection: Connection, chosen: SiteSettings) -> None:
    new = INSERTS[connection.dialect.name](s.settings)
    replacing = new.on_conflict_do_update(index_elements=["name"], set_={"value": new.excluded.value})
    connection.execute(replacing, {"name": SETTING, "value": msgspec.json.encode(chosen).decode()})


@changes
def add_link(connection: Connection, new: RegistrationLink) -> bool:
    """Adds a link; returns False if there are ``MAX_LINKS``, or its author was deleted. Expired links are deleted."""
    connection.execute(delete(s.registration_links).where((LINK.until < new.created) | (LINK.left < 1)))
    if connection.execute(select(func.count()).select_from(s.registration_links)).scalar_one() >= MAX_LINKS:
        return False
    if not accounts.lock(connection, new.author):
        return False
    connection.execute(insert(s.registration_links), column_values(s.registration_links, new))
    return True


@reads_once
def links(connection: Connection, now: str) -> list[RegistrationLink]:
    """Returns the links that are good, the newest first."""
    chosen = select(s.registration_links, s.accounts.c.name).join(s.accounts, s.accounts.c.id == LINK.author)
    rows = connection.execute(chosen.where(LINK.until >= now, LINK.left > 0).order_by(LINK.created.desc(), LINK.link))
    return [RegistrationLink(*row) for row in rows]


@reads_once
def is_link(connection: Connection, link: str, now: str) -> bool:
    """Returns whether a link (a hash) is good for another account."""
    return connection.execute(select(LINK.link).where(LINK.link == link, LINK.until >= now, LINK.left > 0)).first() is not None


def register(connection: Connection, link: str, now: str) -> None:
    """Uses up a link (a hash) for an account, if that needs one; RegistrationRefused if the link is not good for another account, or if registration was closed meanwhile."""
    mode = settings(connection).registration
    if mode == "open":
        return
    if mode == "closed":
        raise RegistrationRefused("No new accounts are taken.")
    used = update(s.registration_links).where(LINK.link == link, LINK.until >= now, LINK.left > 0).values(left=LINK.left - 1)
    if not connection.execute(used).rowcount:
        raise RegistrationRefused("This link is good for no account.")


@changes
def remove_link(connection: Connection, id: str) -> bool:
    """Removes the link with this id, the first ``LINK_ID_LETTERS`` of its hash; returns whether there was one."""
    return connection.execute(delete(s.registration_links).where(func.substr(LINK.link, 1, LINK_ID_LETTERS) == id)).rowcount > 0
