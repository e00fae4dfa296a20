"""Reports on disk: limited, listed and closed; they stay when what they are about, or who wrote them, is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.report_storage import TooManyReports
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.database import change_feed
from groundfloor.server.database.change_feed import OWNER, owner_hash
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.shares import NETWORK, Shares
from groundfloor.server.database.store import Store

NOW, YESTERDAY = "2030-01-02T00:00:00+00:00", "2030-01-01T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", NOW)
BEN = AccountRow("b2", "Ben", "ben", "hash", NOW)
REPORT = ReportRow("1", ANN.owner_id, "mark", "game", "", 1, "Tuesday: Ben", BEN.id, "He insults us.", NOW)


@pytest.fixture
def store(store: Store) -> Store:
    for number, account in enumerate((ANN, BEN)):
        log_in_storage.add_account(store, account, ["code"], SessionRow(f"{number}", account.id, "", NOW, NOW))
    return store


def report(store: Store, most: int = 5, **changes: str) -> None:
    report_storage.add(store, ReportRow(**{**vars(REPORT), **changes}), YESTERDAY, most)


def test_open_reports_are_listed_and_closed_with_a_note(store: Store) -> None:
    report(store)
    report(store, id="2", text="Again.", created="2030-01-03")
    assert [each.id for each in report_storage.listed(store, True, 0, 10)] == ["1", "2"] and report_storage.count_open(store) == 2
    found = report_storage.find(store, "1")
    assert found == replace(REPORT, author_name="Ann", accused_name="Ben")
    assert report_storage.close(store, "1", ANN.id, "Warned him.", "2030-01-04") and not report_storage.close(
        store, "1", ANN.id, "", "2030-01-05"
    )
    closed = report_storage.listed(store, False, 0, 10)
    assert [(each.id, each.note, each.closed, each.closed_by_name) for each in closed] == [("1", "Warned him.", "2030-01-04", "Ann")]
    assert report_storage.find(store, "unknown") is None and [each.id for each in report_storage.of_author(store, ANN.owner_id)] == [
        "2",
        "1",
    ]


def test_same_report_is_stored_once_and_their_number_is_limited(store: Store) -> None:
    for _ in range(3):
        report(store, 2)
    report(store, 2, id="2", text="Again.")
    with pytest.raises(TooManyReports):
        report(store, 2, id="3", text="And again.")
    report(store, 2, id="3", author="another browser", client="another mark")
    report(store, 1, id="4", author="local browser", client="", text="From this machine.")
    report(store, 1, id="5", author="another local browser", client="", text="From this machine.")
    assert report_storage.count_open(store) == 5


def test_reports_of_a_client_are_limited_apart_for_accounts_and_guests(store: Store) -> None:
    report(store, 1)
    for _ in range(2):
        report(store, 1, id="2", author="a guest")
    for author in ("another guest", BEN.owner_id, ""):
        with pytest.raises(TooManyReports):
            report(store, 1, id="3", author=author)
    report_storage.add(store, replace(REPORT, id="3", author="another guest"), YESTERDAY, 1, 2)
    report_storage.add(store, replace(REPORT, id="4", author=BEN.owner_id), YESTERDAY, 1, 2)
    with pytest.raises(TooManyReports):
        report_storage.add(store, replace(REPORT, id="5", author="a third guest"), YESTERDAY, 1, 2)


def test_last_reports_are_for_those_who_have_few(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen addresses had all that are kept, and nobody else could report anything."""
    monkeypatch.setattr(report_storage, "OPEN_REPORTS", Shares(8, 8, 2))
    for number in range(6):
        report(store, 9, id=f"{number}", text=f"{number}")
    with pytest.raises(TooManyReports):
        report(store, 9, id="7", text="7")
    report(store, 9, id="8", author="another browser", client="another mark")


def test_clients_of_a_network_of_ipv6_have_the_last_places_of_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever rents a server has 65,536 of them."""
    monkeypatch.setattr(report_storage, "OPEN_REPORTS", Shares(8, 8, 2))
    for number in range(6):
        report(store, 9, id=f"{number}", author=f"browser-{number}", client=f"0c93e1f0.000000{number}")
    with pytest.raises(TooManyReports):
        report(store, 9, id="7", author="browser-7", client="0c93e1f0.0000007")
    report(store, 9, id="8", author="another browser", client="77ab0e12.0000001")


def test_clients_of_a_network_of_ipv6_report_no_more_than_sixteen_of_them(store: Store) -> None:
    def reports(number: int, network: str = "0c93e1f0") -> None:
        report(store, 1, id=f"{network} {number}", author=f"{network} {number}", client=f"{network}.{number:07}")

    for number in range(NETWORK):
        reports(number)
    with pytest.raises(TooManyReports):
        reports(NETWORK)
    reports(NETWORK, "77ab0e12")


def test_reports_stay_without_their_people(store: Store) -> None:
    report(store)
    report(store, id="2", author=BEN.owner_id, client="other")
    report_storage.close(store, "1", BEN.id, "", NOW)
    for account in (ANN, BEN):
        log_in_storage.delete_account(store, account, "Former player")
    assert report_storage.find(store, "1") == replace(REPORT, author="", accused=None, closed=NOW)
    assert report_storage.find(store, "2") == replace(REPORT, id="2", author="", client="other", accused=None)
    report(store, id="3", author="browser", client="third", accused="nobody")
    assert report_storage.find(store, "3") == replace(REPORT, id="3", author="browser", client="third", accused=None)


def test_account_takes_over_the_reports_of_a_browser(store: Store) -> None:
    report(store, author="browser")
    log_in_storage.add_session(store, ANN, SessionRow("new", ANN.id, "", NOW, NOW), "browser")
    assert [each.id for each in report_storage.of_author(store, ANN.owner_id)] == ["1"]


def test_reports_that_were_closed_long_ago_are_deleted(store: Store) -> None:
    report(store)
    report(store, id="2", text="Again.")
    report_storage.close(store, "1", ANN.id, "", NOW)
    assert report_storage.delete_old(store, NOW) == 0 and report_storage.delete_old(store, "2030-01-03") == 1
    assert report_storage.find(store, "1") is None and report_storage.find(store, "2") is not None


def test_administrators_at_other_processes_hear_of_new_and_closed_reports(store: Store) -> None:
    """By the feed of changes, which each process reads."""
    moderation_storage.add_administrator(store, BEN.id, NOW)

    def times_told() -> list[int]:
        return [
            change.changes for change in change_feed.latest(store) if (change.game_id, change.seat) == (owner_hash(BEN.owner_id), OWNER)
        ]

    assert times_told() == []
    report(store)
    (first,) = times_told()
    report_storage.close(store, "1", BEN.id, "", NOW)
    assert times_told() == [first + 1]
