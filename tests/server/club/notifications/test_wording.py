"""What notices say: in the language of their address, and nothing that not everybody at the table may know."""

from __future__ import annotations

import json
import re
from dataclasses import astuple, replace
from email.header import decode_header, make_header
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import storage as notice_storage
from groundfloor.server.club.notifications.mail import Mail
from groundfloor.server.club.notifications.rows import Delivery, NotificationAddress, NotificationSettings
from groundfloor.server.club.notifications.web_push import payload
from groundfloor.server.club.notifications.webhooks import discord, plain, slack
from groundfloor.server.club.notifications.wording import message_for, unsubscribe_token, unsubscribe_url
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import Change, Notification, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.mail_server import MailServer
from groundfloor.table.value import Draft, Preferences, SeatNotes, SeatValue, TableValue
from tests.support.stores import new_game, save

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundfloor.server.club.notifications.message import Message
    from groundfloor.server.database.rows import NotificationKind

AT = "2030-01-01T00:00:00+00:00"
ORIGIN, SECRET = "https://games.example", "hidden"
BEN = NotificationAddress("address", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT)
CHANNEL = replace(BEN, transport="discord", owner_id="ann", game="abc")


def delivery(kind: NotificationKind, number: int = 1, game: str = "abc") -> Delivery:
    return Delivery(number, "address", game, "Tuesday", "", 1, "Ben", 2, kind, AT, "sending", AT)


@pytest.mark.parametrize(
    ("address", "language", "kind", "text"),
    [
        (BEN, "en", "turn", "It is your turn at “Tuesday”."),
        (BEN, "de", "turn", "Du bist am Zug: „Tuesday“."),
        (BEN, "en", "reminder", "Your time at “Tuesday” is nearly over."),
        (BEN, "en", "mention", "You were mentioned in the chat of “Tuesday”."),
        (BEN, "en", "resumed", "The pause at “Tuesday” is over."),
        (BEN, "de", "lost_seat", "Dein Platz an „Tuesday“ gehört dir nicht mehr."),
        (CHANNEL, "en", "turn", "It is the turn of “Ben” at “Tuesday”."),
        (CHANNEL, "de", "reminder", "Die Bedenkzeit von „Ben“ ist fast um: „Tuesday“."),
        (CHANNEL, "en", "over", "The game at “Tuesday” is over."),
    ],
)
def test_message_is_in_the_language_of_its_target(address: NotificationAddress, language: str, kind: NotificationKind, text: str) -> None:
    message = message_for(replace(address, language=language), [delivery(kind)], ORIGIN, SECRET)
    assert message.title == text == message.lines[0].text and message.language == language
    assert message.url == message.lines[0].url == f"{ORIGIN}/g/abc/play"


def test_who_has_lost_on_time_is_told_that_the_game_is_lost() -> None:
    message = message_for(BEN, [replace(delivery("lost_seat"), departure="time")], ORIGIN, SECRET)
    assert message.title == "Your time at “Tuesday” was over: you have lost this rated game."


@pytest.mark.parametrize(
    ("kind", "text", "path"),
    [
        ("invitation", "“Ann” invites you to a table.", "/lobby/abc"),
        ("joined", "“Ann” has joined your table.", "/lobby/abc"),
        ("rematch", "“Ann” offers you a rematch.", "/lobby/abc"),
        ("rematch", "“Ann” offers you a rematch.", "/g/abc/play?go=after"),
        ("friend", "“Ann” would like to be your friend.", "/friends"),
        ("reply", "“Ann” has replied to you in the chat of “Tuesday”.", "/g/abc/play"),
    ],
)
def test_message_names_who_has_caused_it_and_leads_where_it_can_be_answered(kind: NotificationKind, text: str, path: str) -> None:
    open_table = "abc" if path.startswith("/lobby") else None
    message = message_for(BEN, [replace(delivery(kind), person="Ann", open_table=open_table)], ORIGIN, SECRET)
    assert message.title == text and message.url == ORIGIN + path
    hostile = message_for(BEN, [replace(delivery(kind), person=NAMES[1])], ORIGIN, SECRET)
    assert "ann@ evil. example" in hostile.title, "their name is quoted and broken, as ever"


def test_message_says_who_is_a_guest() -> None:
    told = replace(delivery("joined"), person="Ann", open_table="abc", mark="guest")
    assert message_for(BEN, [told], ORIGIN, SECRET).title == "“Ann” (Guest) has joined your table."
    assert message_for(replace(BEN, language="de"), [told], ORIGIN, SECRET).title == "„Ann“ (Gast) ist an deinen Tisch gekommen."


NAMES = ("Win €500 at https://evil.example/login, today only", "ann@evil.example")
"""What somebody calls a table, and themselves."""


def hostile_message(address: NotificationAddress) -> Message:
    deliveries = [replace(each, name=NAMES[0], seat_name=NAMES[1]) for each in (delivery("turn"), delivery("over", 2))]
    return message_for(address, deliveries, ORIGIN, SECRET)


def test_mail_has_no_link_of_others_and_the_server_first_in_its_subject() -> None:
    """The raw message: its subject, its text and its HTML."""
    email = Mail(MailServer("localhost", 25, "none", "", "", "Ground Floor <games@games.example>")).email(
        "ben@example.com", message_for(BEN, [replace(delivery("turn"), name=NAMES[0])], ORIGIN, SECRET)
    )
    raw = email.as_bytes().decode("ascii")
    subject = raw[raw.index("Subject: ") : raw.index("Date: ")].replace("\r\n", "")
    assert str(make_header(decode_header(subject.removeprefix("Subject: ")))) == (
        "games.example: It is your turn at “Win €500 at https: evil. example/login,…”."
    )
    bodies = [part.get_content() for part in email.iter_parts()]
    assert len(bodies) == 2 and all("at “Win €500 at https: evil. example/login,…”." in body for body in bodies)
    assert not any("evil.example" in text or "//evil" in text for text in (raw, subject, *bodies))
    assert {urlsplit(link).netloc for body in bodies for link in re.findall(r"https?://[^\s\"<]+", body)} == {"games.example"}


@pytest.mark.parametrize(
    "make",
    [
        payload,
        lambda message: json.dumps(discord(message)),
        lambda message: json.dumps(slack(message)),
        lambda message: json.dumps(plain(message)),
    ],
)
@pytest.mark.parametrize("address", [BEN, CHANNEL], ids=["personal", "table"])
def test_push_and_webhooks_have_no_link_of_others(make: Callable[[Message], bytes | str], address: NotificationAddress) -> None:
    made = make(hostile_message(address))
    raw = made.decode() if isinstance(made, bytes) else made
    assert "evil" in raw and not re.search(r"evil\\*\.example|//evil|ann\\*@evil", raw) and "today" not in raw


def test_lines_that_say_the_same_are_one() -> None:
    message = message_for(BEN, [delivery("proposal"), replace(delivery("proposal", 2), seat=0)], ORIGIN, SECRET)
    assert len(message.lines) == 1
    assert len(message_for(BEN, [delivery("turn"), delivery("turn", 2, "def")], ORIGIN, SECRET).lines) == 2


def test_only_the_server_can_make_the_link_that_ends_notices() -> None:
    token = unsubscribe_token(SECRET, "address")
    assert unsubscribe_url(ORIGIN, SECRET, "address").endswith(f"/address/{token}")
    assert token not in (unsubscribe_token("other", "address"), unsubscribe_token(SECRET, "other"))


def sent(folder: Path, *, hidden: str, seats: tuple[SeatValue, ...], change: Change, address: NotificationAddress) -> Message:
    """Returns the message about a table with the same public facts, whatever is hidden there."""
    with Store(folder) as store:
        new = replace(new_game("abc"), key=hidden.encode() * 32, table=TableValue("Tuesday", seats))
        transactions.add_game(store, WholeClub(), new)
        browsers.remember_seats(store, "ann", "abc", [0], is_host=True)
        browsers.remember_seats(store, "ben", "abc", [1])
        address_storage.add(store, address)
        for owner_id in ("ann", "ben"):
            address_storage.change_settings(store, owner_id, NotificationSettings(0))
        save(store, "abc", change)
        batch = notice_storage.take(store, "address", frozenset(), AT, Limits().host_messages_per_hour)
        assert batch is not None and batch.deliveries
        return message_for(batch.address, batch.deliveries, ORIGIN, SECRET)


@pytest.mark.parametrize("address", [BEN, CHANNEL], ids=["personal", "table"])
@pytest.mark.parametrize("kind", ["turn", "reminder", "over"])
def test_message_is_the_same_whatever_is_hidden(tmp_path: Path, address: NotificationAddress, kind: NotificationKind) -> None:
    """Keys of draws, secret links, drafts, plans and preferences change no byte of it."""
    messages = []
    for hidden in ("a", "b"):
        seats = tuple(
            SeatValue(
                seat,
                name,
                "red",
                "",
                f"secret-{hidden}-{seat}",
                draft=Draft((f"draft {hidden}",), hidden),
                preferences=Preferences(confirms_itself=hidden == "a", skips_hiring=hidden == "b"),
                notes=SeatNotes((f"plan {hidden}",), 1) if hidden == "a" else SeatNotes(),
            )
            for seat, name in enumerate(("Ann", "Ben"))
        )
        change = Change(
            AT,
            2,
            Summary("over" if kind == "over" else "running", 2, 1, 1, 2),
            ("moved",),
            notices=(Notification(kind, 1, 2, 0 if kind == "turn" else -1),),
        )
        messages.append(sent(tmp_path / hidden, hidden=hidden, seats=seats, change=change, address=address))
    first, second = (repr(astuple(each)).encode() for each in messages)
    assert first == second and b"secret" not in first
