"""Notices by e-mail: text and HTML, with a link that ends them by one click (RFC 8058)."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from datetime import UTC, datetime
from email import policy
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape
from typing import TYPE_CHECKING, Any

import aiosmtplib

from groundfloor.presentation.translations import translations_of

from ...database.rows import TryLater

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable
    from email.policy import Policy

    from ...http.mail_server import MailServer
    from .message import Message, Outcome
    from .rows import NotificationAddress

LAST_STEPS = 3
"""Steps of the event loop in which what is left of a connection is closed, also of one that was being encrypted."""
SECONDS = 15.0
"""For a whole delivery to the mail server."""
LONGEST_LINE = 76
"""Characters of a line with encoded words."""
log = logging.getLogger(__name__)


class SubjectHeader(UnstructuredHeader, BaseHeader):
    """A subject whose encoded words have at most 75 characters (RFC 2047, 2) and all of its spaces: what the policies of Python 3.11 fold has 76, and may lose some."""

    def fold(self, *, policy: Policy[Any]) -> str:
        if self.isascii() or policy.utf8:  # type: ignore[attr-defined]
            return super().fold(policy=policy)
        return f"{self.name}: {Header(self, 'utf-8', LONGEST_LINE, self.name).encode(linesep=policy.linesep)}{policy.linesep}"


class UrlHeader(UnstructuredHeader, BaseHeader):
    """A header with an address, which is neither folded nor encoded, however long it is: readers of the header decode nothing (RFC 2369, 2)."""

    def fold(self, *, policy: Policy[Any]) -> str:
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("subject", SubjectHeader)
HEADERS.map_to_type("list-unsubscribe", UrlHeader)
POLICY = policy.SMTP.clone(cte_type="7bit", header_factory=HEADERS)


class Client(aiosmtplib.SMTP):
    """A client that knows whether it has begun to send a message: if no answer comes after that, the server may have taken it."""

    may_have_sent = False

    def close(self) -> None:
        """Breaks off the connection: closing it politely would wait for the server, and the event loop ends now."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        super().close()

    async def data(self, *arguments: Any, **named: Any) -> aiosmtplib.SMTPResponse:
        self.may_have_sent = True
        return await super().data(*arguments, **named)


class Mail:
    """Sends messages as e-mail. ``clock`` is the time in seconds since 1970. For any thread."""

    def __init__(self, server: MailServer, clock: Callable[[], float] = time.time, tls: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._clock = clock
        self._tls = tls

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        """Hands a message in at the mail server; never raises."""
        client = self._client()
        try:
            asyncio.run(deliver(client, self.email(address.address, message)))
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:  # TimeoutError is an OSError
            log.warning("mail failed: %s", type(error).__name__)  # the text may name the address
            if isinstance(error, aiosmtplib.SMTPNotSupported) and not address.address.isascii():
                return "unsupported"
            return "failed" if is_refusal(error) else "unknown" if client.may_have_sent and not is_answer(error) else TryLater()
        return "sent"

    def check(self, address: str) -> None:
        """``check_address`` has checked that an e-mail address is valid."""

    def _client(self) -> Client:
        server = self._server
        return Client(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            timeout=SECONDS,
            tls_context=self._tls,
            local_hostname=self._domain,
        )

    @property
    def _domain(self) -> str:
        return self._server.address.rpartition("@")[2]

    def email(self, address: str, message: Message) -> EmailMessage:
        """Returns a message as an e-mail; ValueError if it can't be one."""
        email = EmailMessage(POLICY.clone(utf8=not address.isascii()))
        email["From"] = self._server.sender
        email["To"] = address
        email["Subject"] = " ".join(f"{message.server}: {message.title}".split())
        email["Date"] = format_datetime(datetime.fromtimestamp(self._clock(), UTC))
        email["Message-ID"] = f"<{message.id}@{self._domain}>"
        email["Auto-Submitted"] = "auto-generated"
        if message.unsubscribe_url:
            email["List-Unsubscribe"] = f"<{message.unsubscribe_url}>"
        if message.unsubscribe_url.startswith("https:"):  # RFC 8058, 3.1
            email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        email.set_content(plain_text(message))
        email.add_alternative(html(message), subtype="html")
        email["Content-Language"] = message.language
        return email


async def deliver(client: Client, email: EmailMessage) -> None:
    try:
        async with asyncio.timeout(SECONDS):
            await client.connect()
            await client.send_message(email)
            with suppress(aiosmtplib.SMTPException):  # the server has taken the mail, whatever it says now
                await client.execute_command(b"QUIT", timeout=1)
    finally:
        client.close()
        for _ in range(LAST_STEPS):
            await asyncio.sleep(0)


def answers_of(error: Exception) -> list[aiosmtplib.SMTPResponseException]:
    """Returns the answer of the mail server, if an error is one."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return list(error.recipients)
    return [error] if isinstance(error, aiosmtplib.SMTPResponseException) else []


def is_answer(error: Exception) -> bool:
    return bool(answers_of(error))


def is_refusal(error: Exception) -> bool:
    """Returns whether a message will never be taken: its recipient or text is refused for good (5xx), or it is not valid. Other answers come from a server in trouble."""
    refusals = (aiosmtplib.SMTPRecipientRefused, aiosmtplib.SMTPDataError)
    is_refused = any(isinstance(answer, refusals) and answer.code >= 500 for answer in answers_of(error))
    return is_refused or isinstance(error, ValueError | aiosmtplib.SMTPNotSupported)


def plain_text(message: Message) -> str:
    paragraphs = [f"{line.text}\n{line.url}" if line.url else line.text for line in message.lines]
    if message.url and all(line.url != message.url for line in message.lines):
        paragraphs.append(message.url)
    if message.unsubscribe_url:
        paragraphs.append(f"-- \n{_unsubscribe(message)}:\n{message.unsubscribe_url}")
    return "\n\n".join(paragraphs) + "\n"


def html(message: Message) -> str:
    """Returns HTML that loads nothing from other servers."""
    paragraphs = [_link(line.url, line.text) for line in message.lines]
    if message.url and all(line.url != message.url for line in message.lines):
        paragraphs.append(_link(message.url, message.url))
    if message.unsubscribe_url:
        paragraphs.append(f"<small>{_link(message.unsubscribe_url, _unsubscribe(message))}</small>")
    body = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f'<!doctype html>\n<html lang="{escape(message.language)}">\n<meta charset="utf-8">\n<title>{escape(message.title)}</title>\n{body}\n</html>\n'


def _link(url: str, text: str) -> str:
    return f'<a href="{escape(url)}">{escape(text)}</a>' if url else escape(text)


def _unsubscribe(message: Message) -> str:
    return translations_of(message.language).gettext("No more of these e-mails")
