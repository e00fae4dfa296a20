"""When people play: stored for guests and accounts, taken over by an account, known of a seat, and deleted with its owner."""

from __future__ import annotations

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import availability, browsers, transactions
from groundfloor.table.hours import Availability, Holiday, Hours
from tests.support.stores import new_game

AT, LATER = "2030-01-01T00:00:00+00:00", "2030-01-02T00:00:00+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", AT)
EARLY = Availability((Hours("Europe/Berlin", 360, 900, AT),), (Holiday("2030-01-03", "2030-01-04", AT, LATER),))
LATE = Availability((Hours("UTC", 900, 360),))


def say(store: Store, owner_id: str, said: Availability, at: str = AT) -> None:
    availability.change(store, owner_id, at, lambda *_: said)


def add_ann(store: Store, browser: str = "") -> None:
    log_in_storage.add_account(store, ANN, ["code"], SessionRow("1", ANN.id, "", AT, AT), browser)


def test_what_was_said_is_changed_by_what_was_said_before(store: Store) -> None:
    assert availability.of_owner(store, "guest") == Availability()
    say(store, "guest", EARLY)
    assert availability.change(store, "guest", AT, lambda before, _: Availability(LATE.hours, before.holidays)).holidays == EARLY.holidays
    assert availability.of_owners(store, ["guest", "other"]) == {"guest": Availability(LATE.hours, EARLY.holidays)}


def test_nothing_is_stored_after_an_error(store: Store) -> None:
    def refused(*_: object) -> Availability:
        raise ValueError

    with pytest.raises(ValueError):
        availability.change(store, "guest", AT, refused)
    assert availability.of_owners(store, ["guest"]) == {}


def test_seat_has_the_hours_of_an_account_first_then_of_who_has_held_it_longest(store: Store) -> None:
    add_ann(store)
    transactions.add_game(store, WholeClub(), new_game())
    for owner_id in ("silent", "first", "second", ANN.owner_id):
        browsers.remember_seats(store, owner_id, "abc", [0])
    assert availability.of_game(store, "abc") == {}
    say(store, "second", LATE)
    assert availability.of_game(store, "abc") == {0: LATE}
    say(store, "first", EARLY)
    assert availability.of_game(store, "abc") == {0: EARLY}
    say(store, ANN.owner_id, LATE)
    assert availability.of_game(store, "abc") == {0: LATE}


def test_account_takes_over_what_its_browser_has_said_unless_it_has_said_something(store: Store) -> None:
    say(store, "browser", EARLY)
    add_ann(store, "browser")
    assert availability.of_owner(store, ANN.owner_id) == EARLY and availability.of_owners(store, ["browser"]) == {}
    say(store, "browser", LATE)
    log_in_storage.add_session(store, ANN, SessionRow("2", ANN.id, "", AT, AT), "browser")
    assert availability.of_owner(store, ANN.owner_id) == EARLY and availability.of_owners(store, ["browser"]) == {}
    log_in_storage.delete_account(store, ANN, "Former player")
    assert availability.of_owners(store, [ANN.owner_id]) == {}


def test_what_guests_have_said_who_play_nowhere_is_deleted(store: Store) -> None:
    add_ann(store)
    transactions.add_game(store, WholeClub(), new_game())
    browsers.remember_seats(store, "playing", "abc", [0])
    for owner_id in (ANN.owner_id, "playing", "gone"):
        say(store, owner_id, EARLY)
    say(store, "new", EARLY, LATER)
    assert availability.delete_unused(store, LATER) == 1
    assert set(availability.of_owners(store, [ANN.owner_id, "playing", "gone", "new"])) == {ANN.owner_id, "playing", "new"}
