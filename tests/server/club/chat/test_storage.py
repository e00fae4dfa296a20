"""Messages at a table: in order, limited, removed, told to other processes, with notices for whom they name; and private notes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.chat import storage as messages
from groundfloor.server.club.chat.storage import TooManyMessages
from groundfloor.server.database.change_feed import CHATS
from groundfloor.server.database.requests import RepeatedRequest, SentRequest, carrying_out
from groundfloor.server.database.rows import (
    AccountRow,
    Change,
    MessageRow,
    NewMessage,
    NotificationAddress,
    NotificationSettings,
    PrivateNotes,
    SessionRow,
)
from groundfloor.server.store import Store
from tests.support.stores import game_row, new_game, new_game_of_two, save, with_seat

if TYPE_CHECKING:
    from pathlib import Path

AT = "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)
HELLO = NewMessage("abc", "players", "ann", 0, "Ann", "Hello", AT)


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def"):
        store.add(new_game_of_two(game_id))
        store.remember_seats("ann", game_id, [0], is_host=True)
        store.remember_seats("ben", game_id, [1])
    store.change_notification_settings("ben", NotificationSettings(0))
    return store


def write(store: Store, new: NewMessage = HELLO) -> MessageRow:
    stored = store.add_message(new)
    assert stored is not None
    return stored[0]


def test_messages_come_in_their_order_by_channel_and_game(store: Store) -> None:
    first, second = write(store), write(store, replace(HELLO, text="Anybody?", moment=3))
    third = write(store, replace(HELLO, channel="spectators", seat=-1, owner_id="eve", name="Eve"))
    assert [(each.number, each.changed) for each in (first, second, third)] == [(1, 1), (2, 2), (1, 1)]
    assert store.last_message_change("abc", "players") == 2 and store.numbered_message("abc", "players", 2) == second
    assert store.messages_of_channel("abc", "players") == [first, second] and store.messages_of_channel("abc", "spectators") == [third]
    assert store.messages_of_channel("abc", "players", 1) == [second] == store.messages_of_channel("abc", "players", 0, 1)
    assert store.messages_before("abc", "players", 2, 5) == [first] and store.messages_around(first.id) == [first, second]
    assert not store.messages_of_channel("def", "players") and store.last_message_change("def", "players") == 0
    assert store.add_message(replace(HELLO, game="unknown")) is None


def test_message_is_no_change_of_the_game(store: Store) -> None:
    before = store.game("abc")
    write(store)
    assert store.game("abc") == before


def test_number_of_messages_of_a_channel_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_MESSAGES", 2)
    write(store), write(store)
    with pytest.raises(TooManyMessages):
        store.add_message(HELLO)
    write(store, replace(HELLO, channel="spectators"))


def test_removed_message_has_no_text_and_is_told_once_more(store: Store) -> None:
    first, second = write(store, replace(HELLO, moment=2)), write(store)
    told = store.remove_message(first.id, "administrator")
    assert told is not None and (told.game_id, told.changes, told.seat) == ("abc", 3, CHATS["players"])
    gone = replace(first, text="", moment=-1, removed="administrator", changed=3)
    assert store.messages_of_channel("abc", "players") == [gone, second]
    assert store.messages_of_channel("abc", "players", 2) == [gone] == [store.numbered_message("abc", "players", first.number)]
    assert store.remove_message(first.id, "author") is None and store.remove_message(99, "author") is None


def test_other_processes_hear_of_messages(where: Path | str) -> None:
    with Store(where, is_one_of_several=True) as store:
        store.add(new_game("abc"))
        write(store)
        write(store)
        assert [(each.seat, each.changes) for each in store.latest_changes()] == [(CHATS["players"], 2)]


def test_message_rings_for_those_whom_it_names(store: Store) -> None:
    store.add_notification_address(NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    message = write(store, replace(HELLO, mentioned=(0, 1)))
    assert [(each.kind, each.version) for each in store.notices_of("ben")] == [("mention", message.id)] and not store.notices_of("ann")
    batch = store.take_deliveries("mail", (), AT)
    assert batch is not None and [(each.kind, each.seat) for each in batch.deliveries] == [("mention", 1)]


def test_reply_rings_for_whoever_is_answered(store: Store) -> None:
    store.add_notification_address(NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    asked = write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben"))
    reply = write(store, replace(HELLO, mentioned=(1,), reply_to=asked.number))
    assert [(each.kind, each.version, each.person) for each in store.notices_of("ben")] == [("reply", reply.id, "Ann")]
    batch = store.take_deliveries("mail", (), AT)
    assert batch is not None and [(each.kind, each.seat) for each in batch.deliveries] == [("reply", 1)], "once, though it names him too"
    write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben", reply_to=asked.number))
    write(store, replace(HELLO, reply_to=99))
    assert store.count_unread_notices("ben") == 1 and store.notices_of("ann") == []


def test_reply_among_spectators_rings_for_its_addressee_until_it_is_read(store: Store) -> None:
    store.add_notification_address(NotificationAddress("mail", "dora", "mail", "dora@example.com", "", "Dora", "en", AT, AT))
    store.change_notification_settings("dora", NotificationSettings(0))
    asked = write(store, replace(HELLO, channel="spectators", owner_id="dora", seat=-1, name="Dora"))
    for _ in range(2):
        answer = write(store, replace(HELLO, channel="spectators", owner_id="emil", seat=-1, name="Emil", reply_to=asked.number))
    assert [(each.kind, each.person, each.is_read) for each in store.notices_of("dora")] == [("reply", "Emil", False)]
    batch = store.take_deliveries("mail", (), AT)
    assert batch is not None and [each.kind for each in batch.deliveries] == ["reply", "reply"]
    store.mark_messages_read("dora", "abc", "spectators", answer.changed)
    assert store.count_unread_notices("dora") == 0


@pytest.mark.parametrize("gone", ["read", "removed", "here"])
def test_mention_is_not_sent_when_it_was_read_or_removed(store: Store, gone: str) -> None:
    store.add_notification_address(NotificationAddress("mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT))
    message = write(store, replace(HELLO, mentioned=(1,)))
    if gone == "read":
        store.mark_messages_read("ben", "abc", "players", message.changed)
        assert store.count_unread_notices("ben") == 0
    if gone == "removed":
        store.remove_message(message.id, "author")
    batch = store.take_deliveries("mail", {("abc", 1)} if gone == "here" else (), AT)
    assert batch is not None and not batch.deliveries


def test_what_was_read_does_not_become_unread(store: Store) -> None:
    for changed in (2, 1):
        store.mark_messages_read("ben", "abc", "players", changed)
        assert store.messages_read_until("ben", "abc", "players") == 2
    assert store.messages_read_until("ben", "abc", "spectators") == store.messages_read_until("ann", "abc", "players") == 0


def test_account_takes_messages_over_and_leaves_no_text(store: Store) -> None:
    message = write(store)
    store.mark_messages_read("ann", "abc", "players", 1)
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    assert store.messages_of_owner(ANN.owner_id) == [("abc", replace(message, owner_id=ANN.owner_id))] and not store.messages_of_owner(
        "ann"
    )
    assert store.messages_of_channel("abc", "players")[0].account == ANN.id
    assert store.messages_read_until(ANN.owner_id, "abc", "players") == 1
    answer = write(store, replace(HELLO, owner_id="ben", seat=1, name="Ben"))
    store.delete_account(ANN, "Former player")
    gone = replace(message, owner_id="", name="Former player", mark="", text="", removed="author", changed=3)
    assert store.messages_of_channel("abc", "players") == [gone, answer]
    assert store.messages_of_channel("abc", "players", answer.changed) == [gone], "pages that have shown the text learn it"


def test_account_keeps_what_it_has_read_when_a_browser_has_read_less(store: Store) -> None:
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    for owner_id, changed in ((ANN.owner_id, 3), ("other", 1)):
        store.mark_messages_read(owner_id, "abc", "players", changed)
    store.add_session(ANN, SessionRow("2", ANN.id, "", AT, AT), "other")
    assert store.messages_read_until(ANN.owner_id, "abc", "players") == 3


def test_notes_go_with_the_account_alone(store: Store) -> None:
    store.add_account(ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), "ann")
    for seat in (0, 1):
        store.change_private_notes("abc", seat, lambda _: PrivateNotes("Buy"))
    store.leave_games(ANN, "Former player")
    assert store.private_notes("abc", 0) == PrivateNotes() and store.private_notes("abc", 1) == PrivateNotes("Buy")


def test_seat_that_is_given_to_somebody_else_has_no_notes(store: Store) -> None:
    """But a new link for whoever has written them leads to them."""
    summary = new_game().summary
    store.change_private_notes("abc", 0, lambda _: PrivateNotes("Buy"))
    for given, text in ((False, "Buy"), (True, "")):
        row = game_row(store, "abc")
        if given:
            save(store, "abc", Change(AT, 0, summary), with_seat(0, offer="new-True"))
        save(store, "abc", Change(AT, 0, summary), with_seat(0, token=f"new-{given}", offer=""))
        assert store.private_notes("abc", 0).text == text
        assert store.former_link(row.seats[0].token) == ("abc", given)


def test_message_is_stored_once_for_a_request(store: Store) -> None:
    with carrying_out(SentRequest("hash")):
        store.add_message(HELLO)
    with pytest.raises(RepeatedRequest), carrying_out(SentRequest("hash")):
        store.add_message(HELLO)
    assert len(store.messages_of_channel("abc", "players")) == 1


def test_who_hides_the_chat_is_told_of_no_message(store: Store) -> None:
    store.change_private_notes("abc", 1, lambda _: PrivateNotes("", hides_chat=True))
    write(store, replace(HELLO, mentioned=(1,)))
    assert not store.notices_of("ben")


def test_private_notes_are_those_of_a_seat(store: Store) -> None:
    assert store.private_notes("abc", 0) == PrivateNotes()
    store.change_private_notes("abc", 0, lambda _: PrivateNotes("Buy"))
    store.change_private_notes("abc", 0, lambda before: PrivateNotes(f"{before.text} later", hides_chat=True))
    assert store.private_notes("abc", 0) == PrivateNotes("Buy later", hides_chat=True) and store.private_notes("abc", 1) == PrivateNotes()
    assert store.private_notes_of_owner("ann") == [("abc", 0, PrivateNotes("Buy later", hides_chat=True))]
    assert not store.private_notes_of_owner("ben")


def test_all_of_it_goes_with_the_game(store: Store) -> None:
    write(store)
    store.mark_messages_read("ben", "abc", "players", 1)
    store.change_private_notes("abc", 0, lambda _: PrivateNotes("Buy"))
    store.delete("abc")
    assert not store.messages_of_channel("abc", "players") and not store.messages_of_owner("ann")
    assert not store.private_notes_of_owner("ann")
