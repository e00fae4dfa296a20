"""Where mail is handed in, and what an e-mail address is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import Literal

from ..translatable import TranslatableError

Security = Literal["starttls", "tls", "none"]
"""TLS after a command, TLS from the beginning, or no encryption."""
MAX_ADDRESS = 254
"""Characters of an e-mail address (RFC 5321, 4.5.3.1.3, less the brackets)."""
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+",
    re.ASCII,
)
"""What browsers take for an e-mail address, with a domain of two parts at least; they encode domains with other letters."""


class BadMailAddress(TranslatableError):
    """A text that is no e-mail address."""


def check_address(address: str) -> str:
    """Returns an e-mail address without spaces around it; BadMailAddress if it is none."""
    found = address.strip()
    if len(found) > MAX_ADDRESS or not ADDRESS.fullmatch(found):
        raise BadMailAddress("This is not an e-mail address.")
    return found


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
