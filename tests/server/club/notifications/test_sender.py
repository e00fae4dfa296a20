"""The job that sends notices: one message a time, never twice, and none that is not true any more."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import sender as sender_module
from groundfloor.server.club.notifications import storage as notices
from groundfloor.server.club.notifications.rows import NotificationAddress, NotificationSettings
from groundfloor.server.club.notifications.sender import THREADS_OF_SLOW, NotificationSender
from groundfloor.server.club.notifications.wording import unsubscribe_url
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import Change, Notification, Summary, TryLater
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from groundfloor.server.http.limits import Limits
from tests.support.several_servers import wait_until
from tests.support.stores import WAIT, game_row, new_game_of_two, save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundfloor.server.club.notifications.message import Message, Outcome

AT = "2030-01-01T00:00:00+00:00"
MAIL = NotificationAddress("ben-mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT)
ORIGIN, SECRET = "https://games.example", "hidden"


class KeptMessages:
    """A transport that keeps what it is to send."""

    def __init__(self, outcome: Outcome | TryLater = "sent") -> None:
        self.outcome = outcome
        self.sent: list[tuple[str, Message]] = []
        self.before: Callable[[], None] = lambda: None

    def check(self, address: str) -> None:
        """Every address is taken."""

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        self.before()
        self.sent.append((address.id, message))
        return self.outcome

    @property
    def lines(self) -> list[list[str]]:
        return [[line.text for line in message.lines] for _target, message in self.sent]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


@pytest.fixture
def store(where: Path | str, stack: ExitStack) -> Store:
    found = opened(where, stack)
    for game_id in ("abc", "def"):
        transactions.add_game(found, WholeClub(), new_game_of_two(game_id))
        browsers.remember_seats(found, "ben", game_id, [1])
    address_storage.change_settings(found, "ben", NotificationSettings(0))
    address_storage.add(found, MAIL)
    return found


def opened(where: Path | str, stack: ExitStack) -> Store:
    return stack.enter_context(closing(Store(where, is_one_of_several=True)))


def sender(
    store: Store, transport: KeptMessages, stack: ExitStack, count: Callable[[str, str], None] = lambda transport, outcome: None
) -> NotificationSender:
    """Returns a sender that begins to send."""
    found = NotificationSender(store, {"mail": transport}, set, lambda: AT, lambda: ORIGIN, SECRET, count)
    stack.callback(found.close)
    found.wake()
    return found


def move(store: Store, game_id: str = "abc", *, tells: bool = True) -> None:
    version = game_row(store, game_id).summary.entries + 1
    new = (Notification("turn", 1, version, 0),) if tells else ()
    save(store, game_id, Change(AT, version, Summary("running", version, 1, 1, 2), ("moved",), notices=new))


def wait_for_jobs(store: Store, *senders: NotificationSender) -> None:
    """Waits until nothing is to be sent; the senders look for it at once."""
    for each in senders:
        each.wake()
    wait_until(lambda: "notice" not in store.jobs.waiting())


def states(store: Store) -> list[str]:
    return [each.state for each in notices.deliveries_of(store, "ben")]


def test_each_message_is_counted_with_its_outcome(store: Store, stack: ExitStack) -> None:
    move(store)
    counted: list[tuple[str, str]] = []
    sender(store, KeptMessages(), stack, lambda transport, outcome: counted.append((transport, outcome)))
    wait_for_jobs(store)
    assert counted == [("mail", "sent")]


def test_tables_that_wait_are_one_message(store: Store, stack: ExitStack) -> None:
    for game_id in ("abc", "def"):
        move(store, game_id)
    transport = KeptMessages()
    found = sender(store, transport, stack)
    wait_for_jobs(store)
    ((address, message),) = transport.sent
    assert address == "ben-mail" and message.title == "2 notices" and message.url == f"{ORIGIN}/notices"
    assert [(line.text, line.url) for line in message.lines] == [
        ("It is your turn at “Table abc”.", f"{ORIGIN}/g/abc/play"),
        ("It is your turn at “Table def”.", f"{ORIGIN}/g/def/play"),
    ]
    assert message.unsubscribe_url == unsubscribe_url(ORIGIN, SECRET, "ben-mail") and states(store) == ["sent", "sent"]
    move(store, "abc")
    wait_for_jobs(store, found)
    assert (
        len(transport.sent) == 2
        and transport.sent[1][1].title == "It is your turn at “Table abc”."
        and transport.sent[1][1].id != message.id
    )


def test_owner_is_told_of_attempts_to_log_in_by_all_ways_of_their_own(store: Store, stack: ExitStack) -> None:
    address_storage.add(store, replace(MAIL, id="of-a-table", game="abc"))
    address_storage.add(store, replace(MAIL, id="off", is_off=True))
    address_storage.add(store, replace(MAIL, id="not-confirmed", confirmed=""))
    notices.tell_owner(store, "ben")
    transport = KeptMessages()
    sender(store, transport, stack)
    wait_for_jobs(store)
    ((address, message),) = transport.sent
    assert (
        address == "ben-mail"
        and message.title.startswith("Several attempts to log in to your account")
        and message.url == f"{ORIGIN}/account"
    )
    assert message.unsubscribe_url == unsubscribe_url(ORIGIN, SECRET, "ben-mail")


def test_owner_is_told_only_so_often_whatever_others_do(store: Store, stack: ExitStack) -> None:
    """Each report had an e-mail sent to each administrator."""
    transport = KeptMessages()
    found = sender(store, transport, stack)
    for _ in range(notices.MOST_AT_ONCE):
        notices.tell_owner(store, "ben", notices.OF_REPORTS)
        wait_for_jobs(store, found)
    assert len(transport.sent) == notices.MOST_AT_ONCE
    notices.tell_owner(store, "ben", notices.OF_REPORTS)
    found.wake()
    wait_until(lambda: any(job.result for job, _, _ in store.jobs.unfinished(1)))
    assert len(transport.sent) == notices.MOST_AT_ONCE


def test_owner_is_told_later_if_nothing_was_accepted_and_once_if_nobody_knows(
    store: Store, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_module, "pause_after", lambda tries, wish: 0.0)
    transport = KeptMessages(TryLater(0.0))

    def accept_the_third() -> None:
        if len(transport.sent) == 2:
            transport.outcome = "unknown"

    transport.before = accept_the_third
    notices.tell_owner(store, "ben")
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert len(transport.sent) == 3 and len({message.id for _target, message in transport.sent}) == 1
    claimed, _ = store.jobs.claim(("notice",), lambda jobs, used: next(iter(jobs), None))
    assert claimed is None


def test_owner_is_not_told_again_by_what_a_process_was_sending_when_it_ended(store: Store, stack: ExitStack) -> None:
    notices.tell_owner(store, "ben")
    claimed, _ = store.jobs.claim(("notice",), lambda jobs, used: next(iter(jobs), None))
    assert claimed is not None
    store.jobs.release_all()
    transport = KeptMessages()
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert transport.sent == []


def test_owner_is_told_again_of_what_has_happened_while_something_was_sent(store: Store, stack: ExitStack) -> None:
    transport = KeptMessages()

    def happen_again() -> None:
        if not transport.sent:
            notices.tell_owner(store, "ben")

    transport.before = happen_again
    notices.tell_owner(store, "ben")
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert len(transport.sent) == 2


def test_nothing_is_sent_of_what_is_over(store: Store, stack: ExitStack) -> None:
    move(store)
    move(store, tells=False)
    transport = KeptMessages()
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert transport.sent == [] == states(store)


def test_sending_is_stored_before_anything_is_sent(store: Store, stack: ExitStack) -> None:
    seen: list[list[str]] = []
    transport = KeptMessages()
    transport.before = lambda: seen.append(states(store))
    move(store)
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert seen == [["sending"]] and states(store) == ["sent"]


@pytest.mark.parametrize("outcome", ["failed", "gone"])
def test_what_has_failed_is_not_sent_again(store: Store, stack: ExitStack, outcome: Outcome) -> None:
    move(store)
    transport = KeptMessages(outcome)
    sender(store, transport, stack)
    wait_for_jobs(store)
    address = address_storage.find(store, "ben-mail")
    assert len(transport.sent) == 1 and states(store) == ["failed"]
    assert address is not None and address.failing_since == AT and address.is_off == (outcome == "gone")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are of milliseconds."""
    monkeypatch.setattr(notices, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(notices, "HERE_SECONDS", 0.01)


@pytest.mark.usefixtures("impatient")
def test_what_was_not_accepted_is_sent_when_the_outage_is_over(store: Store, stack: ExitStack) -> None:
    move(store)
    transport = KeptMessages(TryLater())

    def recover() -> None:
        if len(transport.sent) == 3:
            transport.outcome = "sent"

    transport.before = recover
    found = sender(store, transport, stack)
    wait_for_jobs(store, found)
    address = address_storage.find(store, "ben-mail")
    assert len(transport.sent) == 4 and len({message.id for _, message in transport.sent}) == 1, "a program that got it twice would know"
    assert states(store) == ["sent"] and address is not None and address.failing_since == ""


@pytest.mark.usefixtures("impatient")
def test_what_is_not_true_any_more_is_not_sent_after_an_outage(store: Store, stack: ExitStack) -> None:
    move(store)
    transport = KeptMessages(TryLater())
    found = sender(store, transport, stack)
    wait_until(lambda: len(transport.sent) > 1)
    move(store, tells=False)
    wait_for_jobs(store, found)
    assert states(store) == []


def test_what_may_have_been_accepted_is_not_sent_again(store: Store, stack: ExitStack) -> None:
    move(store)
    transport = KeptMessages("unknown")
    found = sender(store, transport, stack)
    wait_for_jobs(store, found)
    assert len(transport.sent) == 1 and states(store) == ["sending"]


@pytest.mark.usefixtures("impatient")
def test_what_somebody_seemed_to_see_is_sent_when_nobody_is_there_any_more(store: Store, stack: ExitStack) -> None:
    move(store)
    here, transport, asked = {("abc", 1)}, KeptMessages(), []

    def who() -> set[tuple[str, int]]:
        asked.append(True)
        return set(here)

    found = NotificationSender(store, {"mail": transport}, who, lambda: AT, lambda: ORIGIN, SECRET)
    stack.callback(found.close)
    found.wake()
    wait_until(lambda: len(asked) > 2)
    assert transport.sent == [] and states(store) == ["waiting"]
    here.clear()
    wait_for_jobs(store, found)
    assert transport.lines == [["It is your turn at “Table abc”."]] and states(store) == ["sent"]


def test_error_of_a_way_counts_as_failure(store: Store, stack: ExitStack) -> None:
    def fail() -> None:
        raise OSError("secret address")

    move(store)
    transport = KeptMessages()
    transport.before = fail
    sender(store, transport, stack)
    wait_for_jobs(store)
    assert transport.sent == [] and states(store) == ["failed"]


def test_two_processes_send_each_message_once(store: Store, where: Path | str, stack: ExitStack) -> None:
    transport, other = KeptMessages(), opened(where, stack)
    senders = [sender(each, transport, stack) for each in (store, other)]
    for _ in range(5):
        for game_id in ("abc", "def"):
            move(store, game_id)
        wait_for_jobs(other, *senders)
    found = [line for lines in transport.lines for line in lines]
    assert states(store).count("sent") == len(found) == 10 and {"sending", "waiting", "failed"}.isdisjoint(states(store))


def test_nothing_is_sent_twice_after_the_end_of_a_process_that_was_sending(store: Store, where: Path | str, stack: ExitStack) -> None:
    move(store, "abc")
    assert store.jobs.claim(("notice",), lambda jobs, _used: next(iter(jobs), None))[0] is not None
    batch = notices.take(store, "ben-mail", frozenset(), AT, Limits().host_messages_per_hour)
    assert batch is not None and len(batch.deliveries) == 1
    store.jobs.release_all()  # as if it had ended
    transport, other = KeptMessages(), opened(where, stack)
    found = sender(other, transport, stack)
    wait_for_jobs(store)
    assert transport.sent == [] and states(store) == ["sending"]
    move(store, "def")
    wait_for_jobs(store, found)
    assert transport.lines == [["It is your turn at “Table def”."]]


def test_nothing_is_sent_before_it_is_known_who_is_here(store: Store, stack: ExitStack) -> None:
    move(store)
    here: list[set[tuple[str, int]] | None] = [None]
    transport, asked = KeptMessages(), []

    def who() -> set[tuple[str, int]] | None:
        asked.append(True)
        return here[0]

    found = NotificationSender(store, {"mail": transport}, who, lambda: AT, lambda: ORIGIN, SECRET)
    stack.callback(found.close)
    found.wake()
    wait_until(lambda: bool(asked))
    assert transport.sent == []
    here[0] = {("abc", 1)}
    wait_until(lambda: store.jobs.unfinished(9)[0][2] < -5)
    assert transport.sent == [] and states(store) == ["waiting"]


class SlowMessages(KeptMessages):
    """A transport by which messages to some addresses are not sent before ``go_on`` is set; counts those that are under way."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = Event()
        self.under_way: list[str] = []

    def send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        if address.owner_id != "ben":
            self.under_way.append(address.owner_id)
            self.go_on.wait(WAIT)
            self.under_way.remove(address.owner_id)
        return super().send(address, message)


def add_owners(store: Store, count: int, addresses: int) -> None:
    """Adds people, who sit where Ben does, at games of their own, with so many addresses each."""
    for owner in range(count):
        transactions.add_game(store, WholeClub(), new_game_of_two(f"game{owner}"))
        browsers.remember_seats(store, f"owner{owner}", f"game{owner}", [1])
        address_storage.change_settings(store, f"owner{owner}", NotificationSettings(0))
        for number in range(addresses):
            address_storage.add(
                store, replace(MAIL, id=f"address{owner}-{number}", owner_id=f"owner{owner}", address=f"{number}@example.com")
            )


@pytest.mark.thorough
def test_slow_addresses_of_ten_browsers_delay_nobody_else(store: Store, stack: ExitStack) -> None:
    """With a hundred addresses, of which each would take ten seconds."""
    transport = SlowMessages()
    stack.callback(transport.go_on.set)
    add_owners(store, 10, 10)
    for owner in range(10):
        move(store, f"game{owner}")
    found = sender(store, transport, stack)
    wait_until(lambda: len(transport.under_way) == 10)
    move(store, "abc")
    found.wake()
    wait_until(lambda: transport.lines == [["It is your turn at “Table abc”."]])
    assert sorted(transport.under_way) == [f"owner{owner}" for owner in range(10)], "one of each at a time"


def test_addresses_that_were_slow_never_take_all_the_threads(store: Store, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_module, "SLOW_SECONDS", -1.0)
    transport = SlowMessages()
    transport.go_on.set()
    add_owners(store, 20, 1)
    found = sender(store, transport, stack)
    for owner in range(20):
        move(store, f"game{owner}")
    wait_for_jobs(store, found)
    transport.sent.clear()
    transport.go_on.clear()
    stack.callback(transport.go_on.set)
    for owner in range(20):
        move(store, f"game{owner}")
    found.wake()
    wait_until(lambda: len(transport.under_way) == THREADS_OF_SLOW)
    move(store, "abc")
    found.wake()
    wait_until(lambda: transport.lines == [["It is your turn at “Table abc”."]])
    assert len(transport.under_way) == THREADS_OF_SLOW


def test_trial_is_sent_at_once(store: Store, stack: ExitStack) -> None:
    transport = KeptMessages()
    found = sender(store, transport, stack)
    assert found.send_trial(replace(MAIL, language="de"), "new") == "sent"
    assert transport.lines == [["Das ist ein Test. Benachrichtigungen von Ground Floor kommen hier an."]]
    transport.outcome = "failed"
    assert found.send_trial(MAIL, "newer") == "failed" and (address_storage.find(store, "ben-mail") or MAIL).failing_since == AT


DYING = """
import os, signal, sys, time
from pathlib import Path
from groundfloor.server.club.notifications.sender import NotificationSender
from groundfloor.server.database.store import Store
where, file, moment = sys.argv[1:]
class Dying:
    def send(self, address, message):
        if moment == "after":
            Path(file).write_text(message.title)
        os.kill(os.getpid(), signal.SIGKILL)
store = Store(where if "://" in where else Path(where), is_one_of_several=True)
NotificationSender(store, {"mail": Dying()}, set, lambda: "2030-01-01T00:00:00+00:00", lambda: "", "").wake()
time.sleep(60)
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_process_that_is_killed_while_it_sends_leaves_nothing_to_be_sent_twice(
    store: Store, where: Path | str, stack: ExitStack, tmp_path: Path, moment: str
) -> None:
    """It dies just before the message leaves, or just after."""
    move(store, "abc")
    file = tmp_path / "sent"
    ended = subprocess.run([sys.executable, "-c", DYING, str(where), str(file), moment], timeout=WAIT, check=False)
    assert ended.returncode == -signal.SIGKILL and file.exists() == (moment == "after")
    assert states(store) == ["sending"] and "notice" in store.jobs.waiting()
    store.jobs.release_all()  # its claim ends by itself after some seconds
    transport = KeptMessages()
    found = sender(store, transport, stack)
    wait_for_jobs(store, found)
    assert transport.sent == [] and states(store) == ["sending"]
    move(store, "def")
    wait_for_jobs(store, found)
    assert transport.lines == [["It is your turn at “Table def”."]] and sorted(states(store)) == ["sending", "sent"]
