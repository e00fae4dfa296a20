"""Notices: written with the change, for the right people and addresses, taken once, and dropped when they are not true any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event, update

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.contacts import block_storage, friend_storage
from groundfloor.server.club.lobby import invitation_storage
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.open_tables import joined, without
from groundfloor.server.club.lobby.rows import OpenTablePlayer
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications import storage as notices
from groundfloor.server.club.notifications.rows import NotificationAddress, NotificationSettings
from groundfloor.server.club.notifications.storage import HOST_PAUSE, MOST_AT_ONCE, MOST_MAILS, next_hour, pause_after
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import schema as s
from groundfloor.server.database.database import writing
from groundfloor.server.database.rows import (
    EVERYBODY,
    AccountRow,
    Change,
    HeldSeats,
    Notification,
    PersonalNotice,
    SessionRow,
    Summary,
    TryLater,
)
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import availability, browsers, presence, transactions
from groundfloor.server.http.limits import Limits
from groundfloor.table.hours import Availability, Hours
from groundfloor.table.value import OfferedSeat, PauseProposal, Proposal
from tests.support.stores import OPEN_TABLE, game_row, new_game_of_two, save, with_seat

if TYPE_CHECKING:
    from groundfloor.server.club.notifications.storage import Batch
    from groundfloor.server.database.rows import NotificationKind, TransportName

AT = "2030-01-01T00:00:00+00:00"
LATER = "2030-01-03T00:00:00+00:00"
MAIL = NotificationAddress("ben-mail", "ben", "mail", "ben@example.com", "", "Ben", "en", AT, AT)
TURN = Notification("turn", 1, 2, 0)


@pytest.fixture
def store(store: Store) -> Store:
    for game_id in ("abc", "def"):
        transactions.add_game(store, WholeClub(), new_game_of_two(game_id))
        browsers.remember_seats(store, "ann", game_id, [0], is_host=True)
        browsers.remember_seats(store, "ben", game_id, [1])
    for owner_id in ("ann", "ben"):
        address_storage.change_settings(store, owner_id, NotificationSettings(0))
    return store


def move(
    store: Store, game_id: str = "abc", *new: Notification, asked: int = 1, status: str = "running", proposal: Proposal | None = None
) -> None:
    """Adds an entry to the record of a game, after which somebody is asked, with notices."""
    number = game_row(store, game_id).summary.entries + 1
    summary = Summary("over" if status == "over" else "running", number, asked, 1, 2)
    save(store, game_id, Change(AT, number, summary, ("moved",), notices=new), lambda table: replace(table, proposal=proposal))


def taken(store: Store, address: str = "ben-mail", here: frozenset[tuple[str, int]] = frozenset()) -> list[tuple[str, NotificationKind]]:
    batch = take(store, address, here)
    return [(each.about, each.kind) for each in batch.deliveries]


def take(store: Store, address: str = "ben-mail", here: frozenset[tuple[str, int]] = frozenset()) -> Batch:
    batch = notices.take(store, address, here, LATER, Limits().host_messages_per_hour)
    assert batch is not None
    return batch


def states(store: Store, owner_id: str = "ben") -> list[str]:
    return [each.state for each in notices.deliveries_of(store, owner_id)]


def test_turn_is_sent_once_to_each_target_of_who_holds_the_seat(store: Store) -> None:
    for address in (MAIL, replace(MAIL, id="ben-json", transport="json"), replace(MAIL, id="ann-mail", owner_id="ann")):
        address_storage.add(store, address)
    move(store, "abc", TURN)
    assert store.jobs.waiting()["notice"][0] == 2 and states(store, "ann") == []
    batch = take(store)
    assert [(each.about, each.name, each.seat, each.seat_name, each.state) for each in batch.deliveries] == [
        ("abc", "Table abc", 1, "Ben", "waiting")
    ]
    assert sorted(states(store)) == ["sending", "waiting"] and taken(store) == []
    notices.finish(store, batch, "sent", LATER, AT)
    assert sorted(states(store)) == ["sent", "waiting"] and taken(store) == [] and taken(store, "ben-json") == [("abc", "turn")]
    assert notices.take(store, "unknown", frozenset(), LATER, Limits().host_messages_per_hour) is None


def test_tables_that_wait_are_merged(store: Store) -> None:
    address_storage.add(store, MAIL)
    for game_id in ("abc", "def"):
        move(store, game_id, TURN)
    assert store.jobs.waiting()["notice"][0] == 1 and taken(store) == [("abc", "turn"), ("def", "turn")]


def test_address_is_sent_only_so_many_messages_at_once_and_the_rest_together(store: Store) -> None:
    """Whoever moved and took that back without end had a message sent each time."""
    address_storage.add(store, MAIL)
    for version in range(2, MOST_AT_ONCE + 2):
        move(store, "abc", Notification("turn", 1, version, 0))
        batch = take(store)
        assert len(batch.deliveries) == 1
        notices.finish(store, batch, "sent", LATER, AT)
    move(store, "abc", Notification("turn", 1, MOST_AT_ONCE + 2, 0))
    move(store, "def", TURN)
    batch = take(store)
    assert not batch.deliveries and batch.seconds is not None and 0 < batch.seconds <= 3600 / MOST_MAILS
    with writing(store.engine) as connection:
        connection.execute(update(s.rate_limits).values(at=s.rate_limits.c.at - 3600 / MOST_MAILS))
    assert sorted(taken(store)) == [("abc", "turn"), ("def", "turn")]


def test_host_that_has_not_agreed_to_it_is_sent_only_so_many_messages(store: Store) -> None:
    """Anybody can name any host as a webhook, or as the push service of a browser; services that are made for that are used by many."""

    def count(owner: str, host: str, transport: TransportName = "json") -> float:
        address = NotificationAddress(f"{owner} {host}"[:40], owner, transport, f"https://{host}/{owner}", "", "", "en", AT, AT)
        return notices.count_message(store, address, Limits().host_messages_per_hour)

    hosts = ("hooks.example", "HOOKS.example.", "hooks.example:8443")
    sent = [count(f"owner {number}", hosts[number % 3], ("json", "slack", "push")[number % 3]) for number in range(121)]
    assert sent[:120] == [0] * 120 and sent[120] >= HOST_PAUSE
    for host in ("other.example", "discord.com", "hooks.slack.com", "fcm.googleapis.com", "db5p.notify.windows.com"):
        assert count("ben", host) == 0
    assert [count(f"owner {number}", "discord.com", "discord") for number in range(121)] == [0] * 121
    assert count("ben", "hooks.example", "mail") == 0
    with writing(store.engine) as connection:
        connection.execute(update(s.rate_limits).values(at=s.rate_limits.c.at - 3600 / Limits().host_messages_per_hour))
    assert [count("ben", "hooks.example") > 0 for _ in range(2)] == [False, True]


def test_whoever_has_moved_is_told_nothing(store: Store) -> None:
    address_storage.add(store, MAIL)
    browsers.remember_seats(store, "ben", "abc", [0])
    move(store, "abc", TURN)
    assert states(store) == []


@pytest.mark.parametrize("changed", [{"confirmed": ""}, {"is_off": True}, {"owner_id": "stranger"}, {"game": "def"}])
def test_nothing_is_written_for_other_targets(store: Store, changed: dict[str, object]) -> None:
    address_storage.add(store, replace(MAIL, **changed))  # type: ignore[arg-type]
    move(store, "abc", TURN)
    assert "notice" not in store.jobs.waiting()


def test_turn_costs_people_without_targets_one_query(store: Store) -> None:
    done: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: done.append(given[2]))
    move(store, "abc")
    without = len(done)
    done.clear()
    move(store, "abc", TURN)
    assert len(done) == without + 1


def test_hour_of_the_daily_mail_is_in_the_time_zone_in_force_then(store: Store) -> None:
    """What is planned for next month does not count yet."""
    address_storage.add(store, MAIL)
    address_storage.change_settings(store, "ben", NotificationSettings(0, 8))
    now = datetime.now(UTC)
    hours = (Hours("America/Los_Angeles", 0, 0, ""), Hours("Asia/Tokyo", 0, 0, (now + timedelta(days=30)).isoformat(timespec="seconds")))
    availability.change(store, "ben", AT, lambda before, _runs: Availability(hours))
    save(store, "abc", Change(now.isoformat(timespec="seconds"), 2, Summary("running", 2, 1, 1, 2), ("moved",), notices=(TURN,)))
    seconds = take(store).seconds
    assert seconds is not None
    assert (now + timedelta(seconds=seconds)).astimezone(ZoneInfo("America/Los_Angeles")).hour in (7, 8)


def test_target_that_asks_for_a_pause_is_sent_nothing_meanwhile(store: Store) -> None:
    address_storage.add(store, MAIL)
    move(store, "abc", TURN)
    batch = take(store)
    assert notices.finish(store, batch, TryLater(600), LATER, AT) == 600
    move(store, "def", TURN)
    again = take(store)
    assert again.deliveries == () and again.seconds is not None and 590 < again.seconds <= 600 and states(store) == ["waiting", "waiting"]
    address_storage.switch(store, "ben-mail", is_off=True)
    address_storage.switch(store, "ben-mail", is_off=False)
    move(store, "abc", replace(TURN, version=3))
    assert taken(store) == [("abc", "turn")], "whoever switches it on again wants to know at once"


def test_pauses_grow_and_obey_the_other_side() -> None:
    assert [pause_after(tries, 0) for tries in (0, 1, 2, 20)] == [15, 30, 60, 3600]
    assert [pause_after(tries, 2) for tries in (0, 3, 99)] == [2, 8, 3600] and pause_after(0, 7200) == 7200 and pause_after(0, 1e9) == 86400


def test_own_mail_server_that_is_away_for_a_day_switches_nobody_off(store: Store) -> None:
    for address in (MAIL, replace(MAIL, id="ben-json", transport="json")):
        address_storage.add(store, address)
        notices.note_outcome(store, address.id, TryLater(), AT, "2029-12-31T00:00:00+00:00")
        notices.note_outcome(store, address.id, TryLater(), LATER, AT)
    assert [each.is_off for each in address_storage.of_owner(store, "ben")] == [True, False], "the webhook alone"


def test_targets_of_a_table_are_told_what_everybody_knows(store: Store) -> None:
    address_storage.add(store, replace(MAIL, id="channel", transport="discord", owner_id="ann", game="abc"))
    move(store, "abc", TURN, Notification("proposal", 1, 2, 0), Notification("over", EVERYBODY, 2, 0))
    move(store, "def", TURN)
    assert [each.kind for each in notices.deliveries_of(store, "ann")] == ["over", "turn"] and taken(store, "channel") == [("abc", "turn")]


def test_delay_and_digest_are_kept(store: Store) -> None:
    address_storage.add(store, MAIL)
    address_storage.change_settings(store, "ben", NotificationSettings(15))
    move(store, "abc", TURN)
    seconds = take(store).seconds
    assert seconds is not None and 890 < seconds <= 900 and store.jobs.unfinished(9)[0][2] < -490
    move(store, "def", replace(TURN, is_live=True))
    seconds = take(store).seconds
    assert seconds is not None and 10 < seconds <= 15 and -16 < store.jobs.unfinished(9)[0][2] < -9
    address_storage.change_settings(store, "ben", NotificationSettings(15, 8))
    move(store, "abc", asked=0)
    move(store, "abc", replace(TURN, version=4))
    with writing(store.engine) as connection:
        connection.execute(update(s.deliveries).where(s.deliveries.c.version != 4).values(state="sent"))
    seconds = take(store).seconds
    assert seconds is not None and 0 < seconds <= 24 * 3600


@pytest.mark.parametrize(
    "now", ["2030-03-30T05:59:00+00:00", "2030-03-30T06:00:00+00:00", "2030-03-31T00:30:00+00:00", "2030-10-26T23:00:00+00:00"]
)
def test_digest_is_sent_at_the_hour_of_its_holder(now: str) -> None:
    at = datetime.fromisoformat(now).timestamp()
    found = next_hour(at, 8, "Europe/Berlin")
    assert 0 < found - at <= 25 * 3600 and datetime.fromtimestamp(found, UTC).hour in (6, 7)
    expected = {"2030-03-30T05:59:00+00:00": "2030-03-30T07:00", "2030-03-31T00:30:00+00:00": "2030-03-31T06:00"}
    if now in expected:
        assert datetime.fromtimestamp(found, UTC).isoformat().startswith(expected[now])


def test_turn_that_is_over_is_dropped(store: Store) -> None:
    address_storage.add(store, MAIL)
    for game_id in ("abc", "def"):
        move(store, game_id, TURN)
    move(store, "abc", asked=1)
    assert taken(store) == [("def", "turn")] and len(states(store)) == 1


def test_turn_at_a_paused_table_is_dropped(store: Store) -> None:
    address_storage.add(store, MAIL)
    move(store, "abc", TURN)
    with writing(store.engine) as connection:
        connection.execute(
            s.proposals.insert().values(
                game=1, what="", seat=-1, version=2, at=AT, agreed="[]", refused="[]", outcome="", paused_by=0, paused_at=AT
            )
        )
    assert taken(store) == [] == states(store)


@pytest.mark.parametrize("process", ["this", "another"])
def test_notice_waits_where_a_page_of_the_seat_is_open(store: Store, process: str) -> None:
    address_storage.add(store, MAIL)
    for game_id in ("abc", "def"):
        move(store, game_id, TURN)
    if process == "another":
        presence.tell(store, store.process, {"abc": (1,), "def": (0,)})
    here = frozenset({("abc", 1), ("def", 0)}) if process == "this" else frozenset()
    assert taken(store, here=here) == [("def", "turn")]


def test_notice_is_dropped_if_the_seat_was_given_away(store: Store) -> None:
    address_storage.add(store, MAIL)
    move(store, "abc", TURN)
    browsers.forget_game(store, "ben", "abc")
    assert taken(store) == []


def test_notice_of_a_proposal_is_dropped_with_the_answer(store: Store) -> None:
    address_storage.add(store, MAIL)
    proposal = Proposal(PauseProposal(), 0, 2, AT, (0,))
    for answers in ({}, {"agreed": (0, 1)}, {"refused": (1,)}, {"outcome": "refused"}, {"what": OfferedSeat(1)}):
        move(store, "abc", Notification("proposal", 1, 2, 0), asked=0, proposal=proposal)
        move(store, "abc", asked=0, proposal=replace(proposal, **answers))
        assert taken(store) == ([("abc", "proposal")] if not answers else [])


def test_end_is_told_to_everybody_who_does_not_look(store: Store) -> None:
    address_storage.add(store, MAIL)
    address_storage.add(store, replace(MAIL, id="ann-mail", owner_id="ann"))
    move(store, "abc", Notification("over", EVERYBODY, 2), asked=-1, status="over")
    here = frozenset({("abc", 0)})
    assert taken(store, here=here) == [("abc", "over")] and taken(store, "ann-mail", here) == []


def test_target_that_fails_for_a_day_is_switched_off(store: Store) -> None:
    address_storage.add(store, MAIL)

    def note(outcome: str, at: str, day_ago: str) -> NotificationAddress:
        notices.note_outcome(store, "ben-mail", outcome, at, day_ago)  # type: ignore[arg-type]
        found = address_storage.find(store, "ben-mail")
        assert found is not None
        return found

    assert note("failed", "2030-01-02T12", "2030-01-01T12").failing_since == "2030-01-02T12"
    assert note("sent", "2030-01-02T13", "2030-01-01T13") == MAIL
    assert not note("failed", "2030-01-02T14", "2030-01-01T14").is_off and not note("failed", "2030-01-03T13", "2030-01-02T13").is_off
    assert note("failed", "2030-01-03T14", "2030-01-02T14").is_off


def test_failure_does_not_switch_on_what_was_switched_off_meanwhile(store: Store) -> None:
    address_storage.add(store, MAIL)
    address_storage.switch(store, "ben-mail", is_off=True)
    notices.note_outcome(store, "ben-mail", "failed", "2030-01-02T12", "2030-01-01T12")
    assert [each.is_off for each in address_storage.of_owner(store, "ben")] == [True]


def test_target_that_is_gone_is_switched_off_and_a_subscription_removed(store: Store) -> None:
    address_storage.add(store, MAIL)
    address_storage.add(store, replace(MAIL, id="phone", transport="push"))
    for id in ("ben-mail", "phone"):
        notices.note_outcome(store, id, "gone", AT, AT)
    assert [(each.id, each.is_off) for each in address_storage.of_owner(store, "ben")] == [("ben-mail", True)]


def test_what_waits_for_a_target_that_is_switched_off_is_not_sent(store: Store) -> None:
    address_storage.add(store, MAIL)
    move(store, "abc", TURN)
    address_storage.switch(store, "ben-mail", is_off=True)
    assert states(store) == []
    address_storage.switch(store, "ben-mail", is_off=False)
    assert taken(store) == []


def test_list_has_the_last_notice_of_each_kind(store: Store) -> None:
    for version in (2, 3):
        move(store, "abc", Notification("proposal", 1, version, 0), Notification("turn", 1, version, 0))
    move(store, "def", Notification("over", EVERYBODY, 2, 0))
    assert [(each.about, each.kind, each.version, each.is_read) for each in notices.of_owner(store, "ben")] == [
        ("def", "over", 2, False),
        ("abc", "proposal", 3, False),
    ]
    assert (
        notices.count_unread(store, "ben") == 2
        and notices.of_owner(store, "ann") == []
        and browsers.owners_at(store, ["abc"]) == {"ann", "ben"}
    )
    notices.mark_read(store, "ben", AT)
    assert notices.count_unread(store, "ben") == 0 and all(each.is_read for each in notices.of_owner(store, "ben"))
    transactions.delete_game(store, WholeClub(), "def")
    assert len(notices.of_owner(store, "ben")) == 1


def test_old_deliveries_are_deleted(store: Store) -> None:
    address_storage.add(store, MAIL)
    move(store, "abc", TURN)
    assert notices.delete_old_deliveries(store, "2031") == 0
    take(store)
    assert (
        notices.delete_old_deliveries(store, "2030-01-02") == 0
        and notices.delete_old_deliveries(store, "2031") == 1
        and states(store) == []
    )


def test_account_takes_notices_over_and_leaves_none(store: Store) -> None:
    account = AccountRow("b2", "Ben", "ben", "hash", AT)
    move(store, "abc", Notification("proposal", 1, 2, 0))
    log_in_storage.add_account(store, account, ["code"], SessionRow("1", account.id, "", AT, AT), "ben")
    assert len(notices.of_owner(store, account.owner_id)) == 1 and notices.of_owner(store, "ben") == []
    log_in_storage.delete_account(store, account, "Former player")
    assert notices.of_owner(store, account.owner_id) == [] and notices.MAX_SHOWN == 50


# Quiet hours and kinds


@pytest.mark.parametrize(("begins", "ends", "is_quiet"), [(-1, 1, True), (0, 1, True), (1, 2, False), (-2, 0, False), (-12, 11, True)])
def test_nothing_is_sent_in_quiet_hours(store: Store, begins: int, ends: int, is_quiet: bool) -> None:
    """The hours are those of the owner's time zone, also past midnight; what waits is sent when they are over."""
    address_storage.add(store, MAIL)
    address_storage.add(store, replace(MAIL, id="channel", transport="discord", owner_id="ann", game="abc"))
    zone = ZoneInfo("Asia/Tokyo")
    availability.change(store, "ben", AT, lambda before, _runs: Availability((Hours(zone.key, 0, 0, ""),)))
    now = datetime.now(zone)
    hours = ((now.hour + begins) % 24, (now.hour + ends) % 24)
    address_storage.change_settings(store, "ben", NotificationSettings(0, -1, *hours))
    address_storage.change_settings(store, "ann", NotificationSettings(0, -1, *hours))
    move(store, "abc", TURN)
    batch = take(store)
    assert (batch.deliveries == ()) is is_quiet and states(store) == ["waiting" if is_quiet else "sending"]
    if is_quiet:
        assert batch.seconds is not None
        again = now + timedelta(seconds=batch.seconds)
        assert (again + timedelta(seconds=2)).hour == hours[1] and batch.seconds <= ends * 3600
    assert taken(store, "channel") == [("abc", "turn")], "a channel of a table has no quiet hours"


def test_kind_that_is_switched_off_is_not_sent_but_listed(store: Store) -> None:
    address_storage.add(store, MAIL)
    address_storage.add(store, replace(MAIL, id="channel", transport="discord", game="abc"))
    address_storage.change_settings(store, "ben", NotificationSettings(0, muted=("over", "reply")))
    assert address_storage.settings_of(store, "ben").muted == ("over", "reply")
    move(store, "abc", TURN)
    move(store, "def", Notification("over", EVERYBODY, 2, 0), status="over")
    assert taken(store) == [("abc", "turn")] and [each.kind for each in notices.of_owner(store, "ben")] == ["over"]
    move(store, "abc", Notification("over", EVERYBODY, 3, 0), status="over")
    assert [each.kind for each in notices.deliveries_of(store, "ben") if each.address == "channel"] == ["over", "turn"], (
        "a channel is the table's"
    )


# What concerns one person


def personal(kind: NotificationKind, about: str, by: str = "ann", version: int = 0) -> PersonalNotice:
    return PersonalNotice("ben", kind, about, by, by.title(), version)


def open_table(store: Store, host: str) -> None:
    """Opens a table for three."""
    lobby_storage.add(store, replace(OPEN_TABLE, host=host, players=(OpenTablePlayer(host, host.title(), "red", 0),)))


def add_accounts(store: Store, *accounts: AccountRow) -> None:
    for account in accounts:
        assert log_in_storage.add_account(store, account, ["code"], SessionRow(f"token-{account.id}", account.id, "", AT, AT))


def test_invitation_is_told_until_it_is_answered(store: Store) -> None:
    address_storage.add(store, MAIL)
    open_table(store, "ann")
    invitation_storage.invite(store, "open", "ann", ["ben", "cleo"], AT)
    (notice,) = notices.of_owner(store, "ben")
    assert (notice.kind, notice.about, notice.person, notice.is_read) == ("invitation", "open", "Ann", False)
    assert notices.count_unread(store, "cleo") == 1 and notices.of_owner(store, "ann") == []
    invitation_storage.invite(store, "open", "ann", ["ben"], AT)
    assert states(store) == ["waiting"]
    invitation_storage.decline(store, "open", "ben")
    assert taken(store) == [] and notices.of_owner(store, "ben") == []


def test_invitation_is_sent_with_the_name_of_who_invites(store: Store) -> None:
    address_storage.add(store, MAIL)
    open_table(store, "ann")
    invitation_storage.invite(store, "open", "ann", ["ben"], AT)
    (delivery,) = take(store).deliveries
    assert (delivery.kind, delivery.about, delivery.person, delivery.seat) == ("invitation", "open", "Ann", EVERYBODY)
    lobby_storage.change(store, "open", lambda table: None)
    assert notices.of_owner(store, "ben") == [] and notices.deliveries_of(store, "ben") == [], "they end with the table"


def test_host_is_told_who_joins_but_not_of_themselves(store: Store) -> None:
    address_storage.add(store, MAIL)
    open_table(store, "ben")
    invitation_storage.invite(store, "open", "ben", ["ann"], AT)
    for key, name in (("ann", "Ann"), ("cleo", "Cleo"), ("cleo", "Cleopatra")):
        lobby_storage.change(store, "open", lambda table, key=key, name=name: joined(table, key, name), AT)  # type: ignore[misc]
    assert notices.of_owner(store, "ann") == [], "who has come need not be invited any more"
    assert [(each.kind, each.person) for each in notices.of_owner(store, "ben")] == [("joined", "Cleo")]
    lobby_storage.change(store, "open", lambda table: without(table, "ann"), AT)
    (delivery,) = take(store).deliveries
    assert delivery.person == "Cleo", "who has left again is not named"


def test_host_who_looks_at_the_open_table_is_sent_nothing(store: Store) -> None:
    address_storage.add(store, MAIL)
    open_table(store, "ben")
    lobby_storage.change(store, "open", lambda table: joined(table, "ann", "Ann"), AT)
    assert taken(store, here=frozenset({("open", 0)})) == [] and states(store) == ["waiting"]
    assert taken(store) == [("open", "joined")]


def test_whoever_is_blocked_tells_nothing(store: Store) -> None:
    address_storage.add(store, MAIL)
    open_table(store, "ann")
    block_storage.add(store, "ben", ["ann"], "Ann", "id", AT)
    invitation_storage.invite(store, "open", "ann", ["ben"], AT)
    notices.tell(store, [personal("reply", "abc")], AT)
    assert notices.of_owner(store, "ben") == [] and states(store) == []


def test_lost_seat_is_told_to_whoever_has_held_it(store: Store) -> None:
    address_storage.add(store, MAIL)
    lost = Notification("lost_seat", 1, 2, 0)
    save(store, "abc", Change(AT, 2, Summary("running", 2, 1, 1, 2), ("moved",), notices=(lost, TURN)), with_seat(1, token="renewed"))
    assert browsers.held_seats(store, "ben", "abc") == HeldSeats()
    assert [(each.kind, each.about) for each in notices.of_owner(store, "ben")] == [("lost_seat", "abc")] and notices.of_owner(
        store, "ann"
    ) == []
    assert taken(store) == [("abc", "lost_seat")], "the turn is that of somebody else now"


def test_request_of_a_friend_is_told_until_it_is_answered(store: Store) -> None:
    ann, ben, cleo = (AccountRow(f"id-{name}", name.title(), name, "", AT) for name in ("ann", "ben", "cleo"))
    add_accounts(store, ann, ben, cleo)
    address_storage.add(store, replace(MAIL, owner_id=ben.owner_id))
    for asker in (ann, cleo):
        friend_storage.ask(store, asker, "ben", "Ben", AT)
    assert friend_storage.ask(store, ann, "nobody", "Nobody", AT) and friend_storage.ask(store, ann, "ben", "Ben", AT)
    assert sorted((each.kind, each.person) for each in notices.of_owner(store, ben.owner_id)) == [("friend", "Ann"), ("friend", "Cleo")]
    friend_storage.accept(store, ben, "ann")
    assert [each.person for each in notices.of_owner(store, ben.owner_id)] == ["Cleo"]
    friend_storage.withdraw(store, cleo, "Ben")
    assert notices.of_owner(store, ben.owner_id) == []
    friend_storage.ask(store, cleo, "ben", "Ben", AT)
    friend_storage.decline(store, ben, "cleo")
    assert notices.of_owner(store, ben.owner_id) == [] and taken(store) == []


def test_deleted_account_asks_nobody(store: Store) -> None:
    ann, ben = (AccountRow(f"id-{name}", name.title(), name, "", AT) for name in ("ann", "ben"))
    add_accounts(store, ann, ben)
    friend_storage.ask(store, ann, "ben", "Ben", AT)
    log_in_storage.delete_account(store, ann, "Former player")
    assert notices.of_owner(store, ben.owner_id) == []
