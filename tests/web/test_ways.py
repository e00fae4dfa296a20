"""The ways by which a server sends notices, by its settings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from groundfloor.notices.message import Message
from groundfloor.notices.outgoing import OutgoingClient
from groundfloor.notices.web_push import new_key
from groundfloor.web.settings import Settings
from groundfloor.web.ways import subject, ways_of
from tests.support.mail_server import SENDER
from tests.support.other_servers import HOST, OtherServer, other_server
from tests.support.push_service import Subscription


@pytest.fixture
def other() -> Iterator[OtherServer]:
    with other_server() as server:
        yield server


def test_only_a_server_with_a_mail_server_sends_mail() -> None:
    without, with_mail = (
        ways_of(each, new_key(), OutgoingClient(), lambda: 0.0)
        for each in (Settings(), Settings(smtp_host="mail.example", smtp_sender=SENDER))
    )
    assert list(without) == ["push", "discord", "slack", "json"] and set(with_mail) - set(without) == {"mail"}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://games.example:8443", smtp_host="mail.example", smtp_sender=SENDER), "https://games.example"),
        (Settings(public_url="http://games.example", smtp_host="mail.example", smtp_sender=SENDER), "mailto:games@games.example"),
        (Settings(public_url="https://games"), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://[2606:4700::1111]"), "mailto:groundfloor@localhost"),
        (Settings(public_url="https://192.0.2.1"), "https://192.0.2.1"),
    ],
)
def test_push_services_are_told_who_runs_the_server(settings: Settings, expected: str, other: OtherServer) -> None:
    assert subject(settings) == expected
    other.status = 201
    push = ways_of(settings, new_key(), other.client(), lambda: 0.0)["push"]
    message = Message("m1", "en", "Your turn", (), "https://games.example/")
    assert push.send(Subscription(f"https://{HOST}/").target(), message) == "sent"


def test_password_of_the_mail_server_is_not_shown() -> None:
    settings = Settings(smtp_host="mail.example", smtp_sender=SENDER, smtp_password="very secret")
    assert "very secret" not in f"{settings!r} {settings.mail_server!r}"
