"""A mail server on this computer, which keeps what it receives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

from groundfloor.server.http.mail_server import MailServer, Security

from .other_servers import server_tls
from .ports import free_port

SENDER = "Ground Floor <games@games.example>"


@dataclass(frozen=True)
class ReceivedMail:
    """An e-mail as it came; ``raw`` are its bytes."""

    sender: str
    recipients: list[str]
    email: EmailMessage
    is_encrypted: bool
    raw: bytes

    def raw_header(self, name: str) -> str:
        """Returns a header as it stands in the bytes, unfolded but not decoded."""
        head = self.raw.partition(b"\r\n\r\n")[0].decode("ascii").replace("\r\n ", " ").replace("\r\n\t", "\t")
        (value,) = [value.strip() for key, _, value in (line.partition(":") for line in head.split("\r\n")) if key == name]
        return value

    def parts(self) -> tuple[str, str]:
        """Returns the text, and the HTML."""
        text, html = (self.email.get_body((kind,)) for kind in ("plain", "html"))
        assert text is not None and html is not None
        return text.get_content().replace("\r\n", "\n"), html.get_content()

    def links(self) -> list[str]:
        """Returns the addresses in the text."""
        return [word for word in self.parts()[0].split() if word.startswith("http")]


@dataclass
class ReceivingServer:
    """A running mail server: what it has received, whom it refuses, how many seconds it takes to answer, and what."""

    security: Security
    port: int
    received: list[ReceivedMail] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    delay: float = 0.0
    answer: str = "250 OK"
    login: tuple[str, str] | None = None

    def require(self, user: str, password: str) -> None:
        """Takes mail only from who knows the password."""
        self.login = user, password

    def settings(self, **changed: object) -> MailServer:
        """Returns how to reach it."""
        return replace(MailServer("localhost", self.port, self.security, "", "", SENDER), **changed)  # type: ignore[arg-type]

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if self.login is not None and not session.authenticated:
            return "530 5.7.0 Authentication required"
        if address in self.refused:
            return "550 5.1.1 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        await asyncio.sleep(self.delay)
        if self.answer[0] != "2":
            return self.answer
        is_encrypted = server.transport is not None and server.transport.get_extra_info("sslcontext") is not None
        email = message_from_bytes(envelope.content, policy=policy.default)
        self.received.append(ReceivedMail(envelope.mail_from, envelope.rcpt_tos, email, is_encrypted, envelope.content))
        return self.answer

    def authenticate(self, server: SMTP, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=(data.login.decode(), data.password.decode()) == self.login, handled=False)


@contextmanager
def mail_server(security: Security = "starttls", *, is_international: bool = True) -> Iterator[ReceivingServer]:
    """Runs a mail server in a thread; an international one takes addresses with other letters than those of ASCII (RFC 6531)."""
    server = ReceivingServer(security, free_port())
    tls = server_tls()
    controller = Controller(
        server,
        hostname="127.0.0.1",
        port=server.port,
        ssl_context=tls if security == "tls" else None,
        tls_context=tls if security == "starttls" else None,
        require_starttls=security == "starttls",
        authenticator=server.authenticate,
        enable_SMTPUTF8=is_international,
        auth_require_tls=security == "starttls",
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
