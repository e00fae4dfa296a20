"""Where mail is handed in, and what an e-mail address is."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import Literal

import idna

from groundfloor.translatable import TranslatableError

Security = Literal["starttls", "tls", "none"]
"""TLS after a command, TLS from the beginning, or no encryption."""
MAX_ADDRESS = 254
"""Characters of an e-mail address (RFC 5321, 4.5.3.1.3, less the brackets)."""
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+",
    re.ASCII,
)
"""What browsers take for an e-mail address, with a domain of two parts at least."""
MAX_LOCAL = 64
"""Bytes of what stands before the @ (RFC 5321, 4.5.3.1.1)."""
LARGE_DOMAINS = frozenset(
    ("aol.com", "fastmail.com", "freenet.de", "gmail.com", "gmx.at", "gmx.ch", "gmx.de", "gmx.net", "googlemail.com", "hotmail.com")
    + ("icloud.com", "live.com", "mail.com", "mail.de", "mailbox.org", "me.com", "msn.com", "orange.fr", "outlook.com", "outlook.de")
    + ("posteo.de", "proton.me", "protonmail.com", "t-online.de", "web.de", "yahoo.com", "yahoo.de", "ymail.com")
)
"""Domains at which anybody gets a mailbox."""
OTHER_LETTERS = re.compile(r"[^\x00-\x7f]")


class BadMailAddress(TranslatableError):
    """A text that is no e-mail address."""


def check_address(address: str) -> str:
    """Returns an e-mail address as mail servers know it: without spaces around it, its domain in ASCII; BadMailAddress if it is not valid.

    The part before the @ may have letters of any script (RFC 6531).
    """
    normal = unicodedata.normalize("NFC", address.strip())
    try:
        local, at, domain = normal.rpartition("@")
        normal = local + at + (domain if domain.isascii() else idna.encode(domain, uts46=True).decode())
    except idna.IDNAError:
        normal = ""
    is_long = len(normal) > MAX_ADDRESS or len(local.encode()) > MAX_LOCAL
    if is_long or not normal.isprintable() or not ADDRESS.fullmatch(OTHER_LETTERS.sub("a", normal)):
        raise BadMailAddress("This is not an e-mail address.")
    return normal


def mailbox_of(address: str) -> str:
    """Returns a key that is the same for all addresses that many mail servers deliver to the same person.

    >>> mailbox_of("A.nn+games@example.org") == mailbox_of("ann@example.org")
    True
    """
    local, at, domain = address.lower().rpartition("@")
    return local.partition("+")[0].replace(".", "") + at + domain


def small_domain_of(address: str) -> str:
    """Returns the domain of an address, where all names may lead to the same person; "" for a large mail service."""
    domain = address.lower().rpartition("@")[2]
    return "" if domain in LARGE_DOMAINS else domain


def shown_address(address: str) -> str:
    """Returns an e-mail address with its domain as people write it."""
    local, at, domain = address.rpartition("@")
    try:
        return local + at + idna.decode(domain)
    except idna.IDNAError:
        return address


def is_sender(text: str) -> bool:
    """Returns whether a text is an e-mail address, perhaps with a name before it."""
    return text.isprintable() and ADDRESS.fullmatch(parseaddr(text)[1]) is not None


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in: ``sender`` is an address, perhaps with a name."""

    host: str
    port: int
    security: Security
    user: str
    password: str = field(repr=False)
    sender: str

    @property
    def address(self) -> str:
        """The e-mail address of the sender, without a name."""
        return parseaddr(self.sender)[1]
