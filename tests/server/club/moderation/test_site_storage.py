"""Who may create an account: everybody, by links that are good for some accounts and some time, or nobody; asked once more in the transaction that adds it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import site_storage
from groundfloor.server.club.moderation.site_storage import RegistrationRefused
from groundfloor.server.database.rows import AccountRow, RegistrationLink, RegistrationMode, SessionRow, SiteSettings
from groundfloor.server.database.store import Store

NOW, UNTIL, LATER = "2030-01-01T00:00:00+00:00", "2030-01-31T00:00:00+00:00", "2030-01-31T00:00:01+00:00"
ANN = AccountRow("a1", "Ann", "ann", "hash", NOW)


def chosen(store: Store, mode: RegistrationMode, accounts: int = 1) -> None:
    """Has an account of Ann's, a link of hers that is good for so many accounts, and says who may create one."""
    create(store, "ann", "")
    assert site_storage.add_link(store, RegistrationLink("link", "ann", NOW, UNTIL, accounts))
    site_storage.change_settings(store, SiteSettings(registration=mode))


def create(store: Store, name: str, link: str, at: str = NOW) -> bool:
    return log_in_storage.add_account(
        store,
        replace(ANN, id=name, name=name, name_key=name, created=at),
        [f"code of {name}"],
        SessionRow(name, name, "Firefox", at, at),
        link=link,
    )


@pytest.mark.parametrize("several", [1, 2])
def test_link_that_is_used_at_once_at_two_processes_is_good_for_no_more_accounts(where: Path | str, several: int) -> None:
    with Store(where, is_one_of_several=True) as one, Store(where, is_one_of_several=True) as other:
        chosen(one, "invited", several)
        both = Barrier(6)

        def attempt(number: int) -> bool:
            both.wait()
            try:
                return create((one, other)[number % 2], f"person {number}", "link")
            except RegistrationRefused:
                return False

        with ThreadPoolExecutor(6) as threads:
            done = list(threads.map(attempt, range(6)))
        assert sum(done) == several and site_storage.links(one, NOW) == []
        assert [account_storage.find(other, f"person {number}") is not None for number in range(6)] == done


def test_link_is_good_until_its_time(store: Store) -> None:
    chosen(store, "invited", 2)
    assert create(store, "ben", "link", UNTIL)
    with pytest.raises(RegistrationRefused):
        create(store, "cleo", "link", LATER)
    assert account_storage.find(store, "cleo") is None and not site_storage.is_link(store, "link", LATER)


@pytest.mark.parametrize(("mode", "link"), [("closed", ""), ("closed", "link"), ("invited", ""), ("invited", "another link")])
def test_what_was_chosen_at_another_process_holds_at_once(store: Store, mode: RegistrationMode, link: str) -> None:
    """A process that has not heard of it yet lets somebody try; the transaction does not."""
    chosen(store, mode)
    with pytest.raises(RegistrationRefused):
        create(store, "ben", link)
    assert account_storage.find(store, "ben") is None and [row.left for row in site_storage.links(store, NOW)] == [1]


def test_link_is_not_used_up_where_none_is_needed_or_the_name_is_taken(store: Store) -> None:
    chosen(store, "open")
    assert create(store, "ben", "link")
    site_storage.change_settings(store, SiteSettings(registration="invited"))
    assert not create(store, "ben", "link") and [row.left for row in site_storage.links(store, NOW)] == [1]


def test_code_that_is_used_at_once_at_two_processes_opens_the_account_once(where: Path | str) -> None:
    with Store(where, is_one_of_several=True) as one, Store(where, is_one_of_several=True) as other:
        create(one, "ann", "")
        assert account_storage.add_log_in_code(one, "ann", "code", UNTIL)
        ann, both = account_storage.find(one, "ann"), Barrier(4)
        assert ann is not None

        def attempt(number: int) -> bool:
            both.wait()
            return log_in_storage.recover(
                (one, other)[number % 2], ann, "code", f"hash {number}", SessionRow(f"session {number}", "ann", "Firefox", NOW, NOW)
            )

        with ThreadPoolExecutor(4) as threads:
            done = list(threads.map(attempt, range(4)))
        assert sum(done) == 1 and [session.token for session in account_storage.sessions_of(one, "ann")] == [f"session {done.index(True)}"]


@pytest.mark.parametrize("how", ["password", "recovery", "codes"])
def test_code_of_an_administrator_ends_when_its_owner_gets_in_without_it(store: Store, how: str) -> None:
    """Who has found the password again needs it no more, and somebody else may have read it."""
    create(store, "ann", "")
    account_storage.add_log_in_code(store, "ann", "code", UNTIL)
    ann = account_storage.find(store, "ann")
    assert ann is not None and account_storage.has_code(store, "ann", "code", NOW)
    match how:
        case "password":
            log_in_storage.change_password(store, ann, "new hash", "ann")
        case "recovery":
            assert log_in_storage.recover(store, ann, "code of ann", "new hash", SessionRow("2", "ann", "Firefox", NOW, NOW))
        case _:
            account_storage.set_codes(store, "ann", ["another code"])
    assert not account_storage.has_code(store, "ann", "code", NOW)
