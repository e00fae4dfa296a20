"""E-mail: handed in at a mail server on this computer."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_string, policy
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import pytest

from groundfloor.presentation.translations import LANGUAGES
from groundfloor.server.club.notifications import mail as mail_module
from groundfloor.server.club.notifications.address_routes import confirmation
from groundfloor.server.club.notifications.mail import Mail
from groundfloor.server.club.notifications.message import Message, MessageLine, TryLater
from groundfloor.server.club.notifications.rows import Delivery
from groundfloor.server.club.notifications.sender import OF_PERSON
from groundfloor.server.club.notifications.wording import message_for, server_name, trial_message, unsubscribe_url
from groundfloor.server.database.rows import NOTIFICATION_KINDS
from groundfloor.server.http.mail_server import BadMailAddress, check_address, shown_address
from tests.support.mail_server import ReceivingServer, mail_server
from tests.support.other_servers import trusting
from tests.support.push_service import AT, confirmed_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundfloor.server.club.notifications.message import Outcome
    from groundfloor.server.club.notifications.rows import NotificationAddress

ADDRESS = confirmed_address("mail", "ann@example.org")
MESSAGE = Message(
    "games.example",
    "m1",
    "de",
    "2 Partien warten auf dich",
    (MessageLine("Donnerstag: du bist am Zug <b>", "https://games.example/next"), MessageLine("Gebäude", "")),
    "https://games.example/next",
    "https://games.example/unsubscribe/abc?x=1&y=2",
)


def now() -> float:
    return datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def server() -> Iterator[ReceivingServer]:
    with mail_server() as running:
        yield running


def sending(server: ReceivingServer, **changed: object) -> Mail:
    return Mail(server.settings(**changed), now, trusting())


def outcome(mail: Mail, message: Message, to: NotificationAddress = ADDRESS) -> Outcome | TryLater:
    """Sends a message in a thread, as jobs do: tests in a browser leave an event loop behind in the main one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(mail.send, to, message).result()


def test_mail_has_text_html_and_an_unsubscribe_link(server: ReceivingServer) -> None:
    assert outcome(sending(server), MESSAGE) == "sent"
    (received,) = server.received
    assert (received.sender, received.recipients) == ("games@games.example", ["ann@example.org"])
    email = received.email
    assert email["From"] == "Ground Floor <games@games.example>" and email["To"] == "ann@example.org"
    assert email["Subject"] == "games.example: 2 Partien warten auf dich" and email["Message-ID"] == "<m1@games.example>"
    assert email["Date"] == "Wed, 01 Jul 2026 12:00:00 +0000" and email["Auto-Submitted"] == "auto-generated"
    assert email["Content-Language"] == "de"
    assert email["List-Unsubscribe"] == "<https://games.example/unsubscribe/abc?x=1&y=2>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text, html = received.parts()
    assert text == (
        "Donnerstag: du bist am Zug <b>\nhttps://games.example/next\n\nGebäude\n\n"
        "-- \nKeine solchen E-Mails mehr:\nhttps://games.example/unsubscribe/abc?x=1&y=2\n"
    )
    assert '<a href="https://games.example/next">Donnerstag: du bist am Zug &lt;b&gt;</a>' in html and '<html lang="de">' in html
    assert '<a href="https://games.example/unsubscribe/abc?x=1&amp;y=2">' in html


def test_link_that_ends_mail_is_a_valid_header_in_the_bytes_that_are_sent(server: ReceivingServer) -> None:
    """RFC 2369, 2: an address in angle brackets; RFC 8058, 3.1: over HTTPS, and the header for one click. Mail programs decode no encoded words there."""
    url = unsubscribe_url("https://games.with-a-long-name.example", "secret", "0123456789abcdef" * 2)
    assert len(url) > 100 and outcome(sending(server), replace(MESSAGE, unsubscribe_url=url)) == "sent"
    (received,) = server.received
    assert received.raw_header("List-Unsubscribe") == f"<{url}>"
    assert received.raw_header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"
    assert f"<{url}>\r\n".encode() in received.raw, "the address is not folded"
    assert all(len(line) <= 998 for line in received.raw.split(b"\r\n")) and b"=?" not in received.raw


TABLE, PERSON = "Żółw, „das große Spiel“ 🎲 דנה and a name as long as names of tables", "Ľubomír Štefánik-Ðorđević"
ORIGIN = "https://games.with-a-long-name.example"
UNIQUE = ("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type", "Content-Language")
"""Headers that a message has once (RFC 5322, 3.6; RFC 3834; RFC 2045)."""


def every_message(address: NotificationAddress) -> list[Message]:
    """Returns a message of each kind of notice, one with all of them, and those about the account, the reports and the address itself."""
    deliveries = [
        Delivery(number, address.id, "abc", TABLE, PERSON, 1, PERSON, 2, kind, AT, "sending", AT, mark="guest")
        for number, kind in enumerate(NOTIFICATION_KINDS, 1)
    ]
    digest = [replace(deliveries[0], id=100), *deliveries[1:]]
    made = [message_for(address, chosen, ORIGIN, "secret") for chosen in (*([each] for each in deliveries), digest)]
    made += [trial_message(address, "trial", ORIGIN), confirmation(address, ORIGIN, "secret")]
    return [*made, *(about(address, about.__name__, ORIGIN, "secret") for about in OF_PERSON.values())]


def encoded_words(raw: bytes, name: str) -> list[str]:
    """Returns the words of a header as they stand in the bytes."""
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii").replace("\r\n ", " ")
    return next(line for line in head.split("\r\n") if line.startswith(f"{name}: ")).split(" ")[1:]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["ann@example.org", "jörg@xn--bcher-kva.example"], ids=["ascii", "international"])
def test_mail_of_every_kind_is_a_valid_message(server: ReceivingServer, language: str, address: str) -> None:
    """As it is sent, by a strict parser: no defects, each header once, a full date, an identification of its own, and what says that nobody has written it (RFC 3834, 5)."""
    to = replace(confirmed_address("mail", address), language=language)
    messages = every_message(to)
    with ThreadPoolExecutor(1) as threads:
        assert set(threads.map(sending(server).send, [to] * len(messages), messages)) == {"sent"}
    for message, received in zip(messages, server.received, strict=True):
        raw = received.raw
        assert b"\0" not in raw and not re.search(rb"(?<!\r)\n|\r(?!\n)", raw), "lines end with CR LF"
        assert max(map(len, raw.split(b"\r\n"))) <= 998, "RFC 5322, 2.1.1"
        assert raw.isascii() == address.isascii(), "other letters only for servers that know them (RFC 6531)"
        email = message_from_string(raw.decode(), policy=(policy.SMTP if address.isascii() else policy.SMTPUTF8) + policy.strict)
        for part in email.walk():
            known = "To" if not address.isascii() else ""  # Python's parser knows no addresses of RFC 6531
            assert part.defects == [] and [name for name, value in part.items() if value.defects and name != known] == []
        assert all(len(email.get_all(name, [])) == 1 for name in UNIQUE)
        assert email["Subject"] == f"{server_name(ORIGIN)}: {message.title}" and email["Content-Language"] == language
        if address.isascii():
            words = encoded_words(raw, "Subject")
            assert max(map(len, words)) <= 75 and all(word.isascii() for word in words), "RFC 2047, 2"
        assert parsedate_to_datetime(email["Date"]) == datetime.fromtimestamp(now(), UTC) and email["Date"].datetime.tzinfo is not None
        assert re.fullmatch(r"<[A-Za-z0-9_.-]+@games\.example>", email["Message-ID"]) and email["Auto-Submitted"] == "auto-generated"
        assert email["List-Unsubscribe"] == (f"<{message.unsubscribe_url}>" if message.unsubscribe_url else None)
        assert email["List-Unsubscribe-Post"] == ("List-Unsubscribe=One-Click" if message.unsubscribe_url else None), "RFC 8058, 3.1"
        assert email.get_content_type() == "multipart/alternative"
        assert [part.get_content_type() for part in email.iter_parts()] == ["text/plain", "text/html"], (
            "the best one last (RFC 2046, 5.1.4)"
        )
        assert all(line.text in received.parts()[0] for line in message.lines)
    assert len({received.email["Message-ID"] for received in server.received}) == len(messages)


def test_one_click_is_offered_over_https_only(server: ReceivingServer) -> None:
    assert outcome(sending(server), replace(MESSAGE, unsubscribe_url="http://club.lan/off")) == "sent"
    (received,) = server.received
    assert received.raw_header("List-Unsubscribe") == "<http://club.lan/off>" and received.email["List-Unsubscribe-Post"] is None


def test_mail_that_nobody_has_subscribed_to_has_no_such_link(server: ReceivingServer) -> None:
    assert (
        outcome(sending(server), Message("games.example", "m2", "en", "Confirm", (MessageLine("Yes", ""),), "https://games.example/c"))
        == "sent"
    )
    (received,) = server.received
    assert received.email["List-Unsubscribe"] is None and received.parts()[0] == "Yes\n\nhttps://games.example/c\n"


def test_mail_over_tls_with_a_password(server: ReceivingServer) -> None:
    server.require("ann", "secret")
    assert outcome(sending(server), MESSAGE) == "failed"
    assert outcome(sending(server, user="ann", password="wrong"), MESSAGE) == TryLater(), "the settings can be put right"
    assert server.received == []
    assert outcome(sending(server, user="ann", password="secret"), MESSAGE) == "sent"
    assert server.received[0].is_encrypted


def test_mail_over_tls_from_the_beginning() -> None:
    with mail_server(security="tls") as server:
        assert outcome(sending(server), MESSAGE) == "sent" and server.received[0].is_encrypted
        assert outcome(Mail(server.settings(), now), MESSAGE) == TryLater(), "nobody trusts the certificate"


def test_starttls_is_never_left_out() -> None:
    with mail_server(security="none") as server:
        assert isinstance(outcome(sending(server, security="starttls"), MESSAGE), TryLater)
        assert server.received == []
        assert outcome(sending(server), MESSAGE) == "sent" and not server.received[0].is_encrypted


def test_refused_recipient_fails_for_good(server: ReceivingServer) -> None:
    server.refused.add("ann@example.org")
    assert outcome(sending(server), MESSAGE) == "failed"


def test_absent_server_and_one_that_has_no_time_are_tried_later(server: ReceivingServer) -> None:
    assert outcome(sending(server, port=1), MESSAGE) == TryLater()
    server.answer = "451 4.3.0 Try again later"
    assert outcome(sending(server), MESSAGE) == TryLater()
    server.answer = "554 5.7.1 Not this message"
    assert outcome(sending(server), MESSAGE) == "failed" and server.received == []


def test_slow_server_is_waited_for_only_so_long(server: ReceivingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_module, "SECONDS", 0.4)
    server.delay = 1.5
    assert outcome(sending(server), MESSAGE) == "unknown", "it may have been accepted"


def test_subject_of_several_lines_adds_no_header(server: ReceivingServer) -> None:
    assert (
        outcome(
            sending(server), Message("games.example", "m", "en", "Your turn\r\nBcc: eve@example.org", (MessageLine("A\r\n.\r\nB", ""),), "")
        )
        == "sent"
    )
    (received,) = server.received
    assert (
        received.email["Subject"] == "games.example: Your turn Bcc: eve@example.org"
        and received.recipients == ["ann@example.org"]
        and received.email["Bcc"] is None
    )
    assert received.parts()[0].replace("\r\n", "\n") == "A\n.\nB\n"


@pytest.mark.parametrize("address", ["ann@example.org", " ann+games@mail.example.org ", "a.b@xn--bcher-kva.example"])
def test_mail_addresses(address: str) -> None:
    assert check_address(address) == address.strip()


@pytest.mark.parametrize(
    ("address", "stored", "shown"),
    [
        ("ann@bücher.example", "ann@xn--bcher-kva.example", "ann@bücher.example"),
        ("ann@Straße.example", "ann@xn--strae-oqa.example", "ann@straße.example"),
        ("ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah", "ann@例え.テスト"),
        ("jörg@bücher.example", "jörg@xn--bcher-kva.example", "jörg@bücher.example"),
        ("jo\u0308rg@example.org", "jörg@example.org", "jörg@example.org"),
        ("анна@example.org", "анна@example.org", "анна@example.org"),
    ],
)
def test_mail_addresses_of_other_scripts(address: str, stored: str, shown: str) -> None:
    """The domain as mail servers know it, whatever its letters; what stands before it as it is."""
    assert check_address(address) == stored == check_address(stored) and shown_address(stored) == shown


def test_mail_goes_to_an_address_of_another_script_where_the_mail_server_can(server: ReceivingServer) -> None:
    assert outcome(sending(server), MESSAGE, confirmed_address("mail", "jörg@xn--bcher-kva.example")) == "sent"
    (received,) = server.received
    assert received.recipients == ["jörg@xn--bcher-kva.example"] and received.email["To"] == "jörg@xn--bcher-kva.example"
    assert received.parts()[0].startswith("Donnerstag: du bist am Zug")


def test_mail_server_without_other_scripts_takes_domains_alone() -> None:
    with mail_server(is_international=False) as server:
        assert outcome(sending(server), MESSAGE, confirmed_address("mail", "ann@xn--bcher-kva.example")) == "sent"
        assert outcome(sending(server), MESSAGE, confirmed_address("mail", "jörg@example.org")) == "unsupported"
        assert [each.recipients for each in server.received] == [["ann@xn--bcher-kva.example"]]


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@", "@example.org", "ann@localhost", "ann@example.org, eve@example.org", "ann@example.org\r\nBcc: eve@example.org", "a b@example.org",
     "<ann@example.org>", "ann@-a.example", "ann@[127.0.0.1]", "ann\u202e@example.org", "ann@bü_cher.example", "ann@-ü.example", "ä b@example.org", "ж" * 33 + "@example.org", "a" * 65 + "@example.org", "a@" + "b." * 130 + "org"],
)  # fmt: skip
def test_what_is_no_mail_address(address: str) -> None:
    with pytest.raises(BadMailAddress):
        check_address(address)
