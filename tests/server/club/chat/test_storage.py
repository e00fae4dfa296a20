"""Messages at a table: in order, limited, removed, told to other processes, with notices for whom they name; and private notes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.chat import storage as messages
from groundfloor.server.club.chat.rows import MessageRow, NewMessage
from groundfloor.server.club.chat.storage import TooManyMessages
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import storage as notice_storage
from groundfloor.server.club.notifications.rows import NotificationAddress, NotificationSettings
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import change_feed
from groundfloor.server.database.change_feed import CHATS
from groundfloor.server.database.database import writing
from groundfloor.server.database.requests import RepeatedRequest, SentRequest, carrying_out
from groundfloor.server.database.rows import AccountRow, Change, PrivateNotes, SessionRow
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, transactions
from groundfloor.server.http.limits import Limits
from tests.support.stores import game_row, new_game, new_game_of_two, save, with_seat

if TYPE_CHECKING:
    from pathlib import Path

    from groundfloor.server.database.rows import Remover

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)
HELLO = NewMessage("abc", "players", "ann", 0, "Ann", "Hello", AT)


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def"):
        transactions.add_game(store, WholeClub(), new_game_of_two(game_id))
        browsers.remember_seats(store, "ann", game_id, [0], is_host=True)
        browsers.remember_seats(store, "ben", game_id, [1])
    address_storage.change_settings(store, "ben", NotificationSettings(0))
    return store


def write(store: Store, new: NewMessage = HELLO) -> MessageRow:
    stored = messages.add_message(store, new)
    assert stored is not None
    return stored[0]


def test_removed_messages_fill_no_channel_for_good(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that an administrator removes leave room at once, those that their authors delete after a day: else they could be written and deleted without end."""
    monkeypatch.setattr(messages, "CHANNEL", Shares(4, 4, 4))
    tomorrow = replace(HELLO, at="2030-01-02T00:00:01+00:00")
    removers: tuple[tuple[Remover, NewMessage], ...] = (("administrator", HELLO), ("author", tomorrow))
    for remover, later in removers:
        written = write(store, HELLO)
        while not is_full(store, HELLO):
            write(store, HELLO)
        messages.remove_message(store, written.id, remover)
        assert is_full(store, HELLO) == (remover == "author") and not is_full(store, later)
        assert write(store, later) and is_full(store, later)
        for row in messages.of_channel(store, "abc", "players"):
            messages.remove_message(store, row.id, "administrator")


def test_channel_counts_its_last_messages_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting all of a channel that goes on without end would take longer and longer."""
    monkeypatch.setattr(messages, "CHANNEL", Shares(4, 4, 4))
    for number in range(20):
        messages.remove_message(store, write(store, HELLO).id, "administrator")
        if number == 0:
            write(store, HELLO)
    for _ in range(4):
        write(store, HELLO)
    assert is_full(store, HELLO)


def is_full(store: Store, new: NewMessage) -> bool:
    """Returns whether a channel takes no further message; if it does, that is gone again."""
    with writing(store.engine) as connection, suppress(TooManyMessages):
        with connection.begin_nested() as attempt:
            messages.add(connection, new)
            attempt.rollback()
        return False
    return True


def test_messages_come_in_their_order_by_channel_and_game(store: Store) -> None:
    first, second = write(store), write(store, replace(HELLO, text="Anybody?", moment=3))
    third = write(store, replace(HELLO, channel="spectators", seat=-1, owner_id="eve", name="Eve"))
    assert [(each.number, each.changed) for each in (first, second, third)] == [(1, 1), (2, 2), (1, 1)]
    assert messages.last_change(store, "abc", "players") == 2 and messages.numbered(store, "abc", "players", 2) == second
    assert messages.of_channel(store, "abc", "players") == [first, second] and messages.of_channel(store, "abc", "spectators") == [third]
    assert messages.of_channel(store, "abc", "players", 1) == [second] == messages.of_channel(store, "abc", "players", 0, 1)
    assert messages.before(store, "abc", "players", 2, 5) == [first] and messages.around(store, first.id) == [first, second]
    assert not messages.of_channel(store, "def", "players") and messages.last_change(store, "def", "players") == 0
    assert messages.add_message(store, replace(HELLO, game="unknown")) is None


def test_message_is_no_change_of_the_game(store: Store) -> None:
    before = games.find(store, "abc")
    write(store)
    assert games.find(store, "abc") == before


def test_number_of_messages_of_a_channel_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "CHANNEL", Shares(2, 2, 2))
    write(store), write(store)
    with pytest.raises(TooManyMessages):
        messages.add_message(store, HELLO)
    write(store, replace(HELLO, channel="spectators"))


def test_nobody_fills_a_channel_for_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wrote as many messages as a game can have kept the others at the table from writing any."""
    monkeypatch.setattr(messages, "CHANNEL", Shares(8, 8, 2))
    of_eve = replace(HELLO, channel="spectators", seat=-1, owner_id="eve", name="Eve", client="mark")
    for new in (HELLO, of_eve):
        for _ in range(6):
            write(store, new)
        with pytest.raises(TooManyMessages):
            messages.add_message(store, new)
    with pytest.raises(TooManyMessages):
        messages.add_message(store, replace(of_eve, owner_id="another account of Eve"))
    write(store, replace(HELLO, seat=1, owner_id="ben", name="Ben"))
    write(store, replace(of_eve, owner_id="fred", name="Fred", client="another mark"))


def test_removed_message_has_no_text_and_is_told_once_more(store: Store) -> None:
    first, second = write(store, replace(HELLO, moment=2)), write(store)
    told = messages.remove_message(store, first.id, "administrator")
    assert told is not None and (told.game_id, told.changes, told.seat) == ("abc", 3, CHATS["players"])
    gone = replace(first, text="", moment=-1, removed="administrator", changed=3)
    assert messages.of_channel(store, "abc", "players") == [gone, second]
    assert messages.of_channel(store, "abc", "players", 2) == [gone] == [messages.numbered(store, "abc", "players", first.number)]
    assert messages.remove_message(store, first.id, "author") is None and messages.remove_message(store, 99, "author") is None


def test_other_processes_hear_of_messages(where: Path | str) -> None:
    with Store(where, is_one_of_several=True) as store:
        transactions.add_game(store, WholeClub(), new_game("abc"))
        write(store)
        write(store)
        assert [(each.seat, each.changes) for each in change_feed.latest(store)] == [(CHATS["players"], 2)]


def test_message_rings_for_those_whom_it_names(store: Store) -> None:
    address_storage.add(store, NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    message = write(store, replace(HELLO, mentioned=(0, 1)))
    assert [(each.kind, each.version) for each in notice_storage.of_owner(store, "ben")] == [
        ("mention", message.id)
    ] and not notice_storage.of_owner(store, "ann")
    batch = notice_storage.take(store, "mail", (), AT, Limits().host_messages_per_hour)
    assert batch is not None and [(each.kind, each.seat) for each in batch.deliveries] == [("mention", 1)]


def test_reply_rings_for_whoever_is_answered(store: Store) -> None:
    address_storage.add(store, NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    asked = write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben"))
    reply = write(store, replace(HELLO, mentioned=(1,), reply_to=asked.number))
    assert [(each.kind, each.version, each.person) for each in notice_storage.of_owner(store, "ben")] == [("reply", reply.id, "Ann")]
    batch = notice_storage.take(store, "mail", (), AT, Limits().host_messages_per_hour)
    assert batch is not None and [(each.kind, each.seat) for each in batch.deliveries] == [("reply", 1)], "once, though it names him too"
    write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben", reply_to=asked.number))
    write(store, replace(HELLO, reply_to=99))
    assert notice_storage.count_unread(store, "ben") == 1 and notice_storage.of_owner(store, "ann") == []


def test_reply_among_spectators_rings_for_its_addressee_until_it_is_read(store: Store) -> None:
    address_storage.add(store, NotificationAddress("mail", "dora", "mail", "dora@example.com", "", "Dora", "en", AT, AT))
    address_storage.change_settings(store, "dora", NotificationSettings(0))
    asked = write(store, replace(HELLO, channel="spectators", owner_id="dora", seat=-1, name="Dora"))
    for _ in range(2):
        answer = write(store, replace(HELLO, channel="spectators", owner_id="emil", seat=-1, name="Emil", reply_to=asked.number))
    assert [(each.kind, each.person, each.is_read) for each in notice_storage.of_owner(store, "dora")] == [("reply", "Emil", False)]
    batch = notice_storage.take(store, "mail", (), AT, Limits().host_messages_per_hour)
    assert batch is not None and [each.kind for each in batch.deliveries] == ["reply", "reply"]
    messages.mark_read(store, "dora", "abc", "spectators", answer.changed)
    assert notice_storage.count_unread(store, "dora") == 0


@pytest.mark.parametrize("gone", ["read", "removed", "here"])
def test_mention_is_not_sent_when_it_was_read_or_removed(store: Store, gone: str) -> None:
    address_storage.add(store, NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    message = write(store, replace(HELLO, mentioned=(1,)))
    if gone == "read":
        messages.mark_read(store, "ben", "abc", "players", message.changed)
        assert notice_storage.count_unread(store, "ben") == 0
    if gone == "removed":
        messages.remove_message(store, message.id, "author")
    batch = notice_storage.take(store, "mail", {("abc", 1)} if gone == "here" else (), AT, Limits().host_messages_per_hour)
    assert batch is not None and not batch.deliveries


def test_what_was_read_does_not_become_unread(store: Store) -> None:
    for changed in (2, 1):
        messages.mark_read(store, "ben", "abc", "players", changed)
        assert messages.read_until(store, "ben", "abc", "players") == 2
    assert messages.read_until(store, "ben", "abc", "spectators") == messages.read_until(store, "ann", "abc", "players") == 0


def test_account_takes_messages_over_and_leaves_no_text(store: Store) -> None:
    message = write(store)
    messages.mark_read(store, "ann", "abc", "players", 1)
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    assert messages.of_owner(store, ANN.owner_id, 0, 10) == [("abc", replace(message, owner_id=ANN.owner_id))]
    assert not messages.of_owner(store, "ann", 0, 10)
    assert messages.of_channel(store, "abc", "players")[0].account == ANN.id
    assert messages.read_until(store, ANN.owner_id, "abc", "players") == 1
    answer = write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben"))
    log_in_storage.delete_account(store, ANN, "Former player")
    gone = replace(message, owner_id="", name="Former player", mark="", text="", removed="author", changed=3)
    assert messages.of_channel(store, "abc", "players") == [gone, answer]
    assert messages.of_channel(store, "abc", "players", answer.changed) == [gone], "pages that have shown the text learn it"


def test_account_keeps_what_it_has_read_when_a_browser_has_read_less(store: Store) -> None:
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    for owner_id, changed in ((ANN.owner_id, 3), ("other", 1)):
        messages.mark_read(store, owner_id, "abc", "players", changed)
    log_in_storage.add_session(store, ANN, SessionRow("2", ANN.id, "", AT, AT), "other")
    assert messages.read_until(store, ANN.owner_id, "abc", "players") == 3


def test_notes_go_with_the_account_alone(store: Store) -> None:
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    for seat in (0, 1):
        messages.change_notes(store, "abc", seat, lambda _: PrivateNotes("Buy"))
    log_in_storage.leave_games(store, ANN, "Former player")
    assert messages.notes(store, "abc", 0) == PrivateNotes() and messages.notes(store, "abc", 1) == PrivateNotes("Buy")


def test_seat_that_is_given_to_somebody_else_has_no_notes(store: Store) -> None:
    """But a new link for whoever has written them leads to them."""
    summary = new_game().summary
    messages.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
    for given, text in ((False, "Buy"), (True, "")):
        row = game_row(store, "abc")
        if given:
            save(store, "abc", Change(AT, 0, summary), with_seat(0, offer="new-True"))
        save(store, "abc", Change(AT, 0, summary), with_seat(0, token=f"new-{given}", offer=""))
        assert messages.notes(store, "abc", 0).text == text
        assert games.former_link(store, row.seats[0].token) == ("abc", given)


def test_message_is_stored_once_for_a_request(store: Store) -> None:
    with carrying_out(SentRequest("hash")):
        messages.add_message(store, HELLO)
    with pytest.raises(RepeatedRequest), carrying_out(SentRequest("hash")):
        messages.add_message(store, HELLO)
    assert len(messages.of_channel(store, "abc", "players")) == 1


def test_who_hides_the_chat_is_told_of_no_message(store: Store) -> None:
    messages.change_notes(store, "abc", 1, lambda _: PrivateNotes("", hides_chat=True))
    write(store, replace(HELLO, mentioned=(1,)))
    assert not notice_storage.of_owner(store, "ben")


def test_private_notes_are_those_of_a_seat(store: Store) -> None:
    assert messages.notes(store, "abc", 0) == PrivateNotes()
    messages.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
    messages.change_notes(store, "abc", 0, lambda before: PrivateNotes(f"{before.text} later", hides_chat=True))
    assert (
        messages.notes(store, "abc", 0) == PrivateNotes("Buy later", hides_chat=True) and messages.notes(store, "abc", 1) == PrivateNotes()
    )
    assert messages.notes_of_owner(store, "ann", (0, -1), 10) == [(1, "abc", 0, PrivateNotes("Buy later", hides_chat=True))]
    assert not messages.notes_of_owner(store, "ben", (0, -1), 10)


def test_all_of_it_goes_with_the_game(store: Store) -> None:
    write(store)
    messages.mark_read(store, "ben", "abc", "players", 1)
    messages.change_notes(store, "abc", 0, lambda _: PrivateNotes("Buy"))
    transactions.delete_game(store, WholeClub(), "abc")
    assert not messages.of_channel(store, "abc", "players") and not messages.of_owner(store, "ann", 0, 10)
    assert not messages.notes_of_owner(store, "ann", (0, -1), 10)
