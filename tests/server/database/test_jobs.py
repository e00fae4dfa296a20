"""Jobs: each is done by one process at a time, goes on elsewhere if that process is gone, and is nobody's once the game has moved on."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.database import writing
from groundfloor.server.database.job_runner import next_job
from groundfloor.server.database.jobs import CLAIM_SECONDS, Jobs, TooManyJobs
from groundfloor.server.database.rows import Change, NewJob, Summary
from groundfloor.server.database.schema import jobs as table
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import transactions
from tests.support.stores import new_game, save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from groundfloor.server.database.rows import Job

BOT = NewJob("bot", "abc", 1, "client")


@pytest.fixture
def other(store: Store) -> Jobs:
    """Returns the jobs as another process sees them."""
    return Jobs(store.engine, "other")


def claimed(jobs: Jobs) -> Job | None:
    return jobs.claim(("bot", "hint"), next_job)[0]


def test_job_that_was_removed_before_it_is_claimed_is_not_taken_for_its_successor(store: Store) -> None:
    """SQLite gives the number of a removed row to the next one."""
    store.jobs.add(BOT)

    def order(jobs: Iterable[Job], used: Callable[[str], float]) -> Job | None:
        found = next_job(jobs, used)
        if found is not None:
            store.jobs.remove("bot", found.game)
            store.jobs.add(NewJob("bot", "def", 3))
        return found

    assert store.jobs.claim(("bot",), order)[0] is None
    job = claimed(store.jobs)
    assert job is not None and job.game == "def"


def test_job_that_was_removed_while_it_is_done_does_not_end_its_successor(store: Store) -> None:
    store.jobs.add(BOT)
    old = claimed(store.jobs)
    assert old is not None
    store.jobs.remove("bot", "abc")
    store.jobs.add(NewJob("bot", "def", 3))
    new = claimed(store.jobs)
    assert new is not None and new.game == "def"
    store.jobs.finish(old)
    assert not store.jobs.release(old, 0)
    assert store.jobs.find("bot", "def", 3) is not None


def turn_back(store: Store, **columns: float) -> None:
    """Sets columns of all jobs to what they would be so many seconds later, or earlier."""
    with writing(store.engine) as connection:
        connection.execute(update(table).values(**{name: table.c[name] - seconds for name, seconds in columns.items()}))


def test_job_is_done_by_one_process(store: Store, other: Jobs) -> None:
    store.jobs.add(BOT)
    store.jobs.add(BOT)
    job = claimed(store.jobs)
    assert job is not None and (job.kind, job.game, job.version, job.client) == ("bot", "abc", 1, "client")
    assert claimed(store.jobs) is None and claimed(other) is None
    other.finish(job)
    assert not other.release(job, 0)
    store.jobs.finish(job)
    assert store.jobs.waiting() == {} and claimed(other) is None


def test_job_of_a_process_that_is_gone_is_taken_by_another(store: Store, other: Jobs) -> None:
    """What the first one does with it afterwards changes nothing."""
    store.jobs.add(BOT)
    lost = claimed(store.jobs)
    assert lost is not None
    turn_back(store, claimed_until=CLAIM_SECONDS - 1)
    assert claimed(other) is None
    turn_back(store, claimed_until=2)
    job = claimed(other)
    assert job is not None and (job.id, job.tries) == (lost.id, 1)
    store.jobs.finish(lost)
    store.jobs.extend([lost])
    assert not store.jobs.release(lost, 0) and store.jobs.waiting()["bot"][0] == 1
    other.finish(job)
    assert store.jobs.waiting() == {}


def test_long_job_keeps_its_claim(store: Store, other: Jobs) -> None:
    store.jobs.add(BOT)
    job = claimed(store.jobs)
    assert job is not None
    turn_back(store, claimed_until=CLAIM_SECONDS - 1)
    store.jobs.extend([job])
    turn_back(store, claimed_until=2)
    assert claimed(other) is None


def test_job_begins_when_it_is_due(store: Store) -> None:
    """One that is given back goes on with what has come of it."""
    store.jobs.add(NewJob("bot", "abc", delay=100))
    job, seconds = store.jobs.claim(("bot",), next_job)
    assert job is None and seconds is not None and 90 < seconds <= 100
    turn_back(store, due=100)
    job = claimed(store.jobs)
    assert job is not None
    assert store.jobs.release(job, 50, "half") and claimed(store.jobs) is None
    turn_back(store, due=50)
    again = claimed(store.jobs)
    assert again is not None and again.result == "half"


def test_job_is_due_though_the_clock_was_set_back(store: Store, other: Jobs) -> None:
    store.jobs.add(BOT)
    turn_back(store, due=-1e8)
    assert claimed(store.jobs) is not None
    turn_back(store, claimed_until=-1e8)
    assert claimed(other) is not None


def test_change_of_a_game_puts_another_job_in_the_place_of_its_bot(store: Store) -> None:
    """Also of one that is being done: its process can't finish what is no longer there."""
    transactions.add_game(store, WholeClub(), new_game("abc"))
    store.jobs.add(BOT)
    job = claimed(store.jobs)
    assert job is not None
    summary = Summary("running", 2, 1, 1, 3)
    save(store, "abc", Change("later", 2, summary, ("two",), job=NewJob("bot", "abc", 2)))
    store.jobs.finish(job)
    found = claimed(store.jobs)
    assert found is not None and found.version == 2
    save(store, "abc", Change("later", 3, summary, ("three",)))
    assert store.jobs.waiting() == {}


def test_job_goes_with_its_game(store: Store) -> None:
    transactions.add_game(store, WholeClub(), new_game("abc"))
    store.jobs.add(BOT)
    transactions.delete_game(store, WholeClub(), "abc")
    assert store.jobs.waiting() == {}


def test_jobs_that_wait_are_limited(store: Store) -> None:
    for number, client in enumerate(("me", "me", "you")):
        store.jobs.add(NewJob("hint", "abc", number, client), Shares(4, 2, 2))
    for client, most, is_own in (("me", 4, True), ("you", 3, False)):
        with pytest.raises(TooManyJobs) as refused:
            store.jobs.add(NewJob("hint", "abc", 9, client), Shares(most, 2, 2))
        assert refused.value.is_own == is_own
    store.jobs.add(NewJob("hint", "abc", 0, "me"), Shares(4, 2, 2))
    job = claimed(store.jobs)
    assert job is not None
    store.jobs.finish(job, "advice")
    found = store.jobs.find("hint", "abc", job.version)
    assert found is not None and found.is_done and found.result == "advice" and found.data == ""
    store.jobs.add(NewJob("hint", "abc", 9, "me"), Shares(4, 2, 2))


def test_jobs_of_a_network_of_ipv6_leave_the_last_places_to_others(store: Store) -> None:
    """Whoever rents a server has 65,536 clients there."""
    shares = Shares(8, 8, 2)
    for number in range(6):
        store.jobs.add(NewJob("hint", "abc", number, f"0c93e1f0.000000{number}"), shares)
    with pytest.raises(TooManyJobs):
        store.jobs.add(NewJob("hint", "abc", 7, "0c93e1f0.0000007"), shares)
    store.jobs.add(NewJob("hint", "abc", 8, "77ab0e12.0000001"), shares)


def test_analysis_that_nobody_looks_at_makes_room_for_who_has_none(store: Store) -> None:
    """Then the last of a client that has two more than who asks; whoever has one gets no other."""
    shares, seen = Shares(4, 2, 1), {"mine 0", "mine 1", "hers"}

    def waiting_after(game: str, client: str) -> list[str]:
        store.jobs.add(NewJob("analysis", game, client=client), shares, seen.__contains__)
        return [job.game for job, _worker, _seconds in store.jobs.unfinished(9)]

    for game, client in (("mine 0", "me"), ("mine 1", "me"), ("yours", "you")):
        waiting_after(game, client)
    assert waiting_after("hers", "she") == ["mine 0", "mine 1", "yours", "hers"]
    assert waiting_after("his", "he") == ["mine 0", "mine 1", "hers", "his"]
    seen.add("his")
    assert waiting_after("theirs", "they") == ["mine 0", "hers", "his", "theirs"]
    seen.add("theirs")
    with pytest.raises(TooManyJobs):
        waiting_after("one more", "another")
    seen.clear()
    with pytest.raises(TooManyJobs):
        waiting_after("his other", "he")
    assert waiting_after("one more", "another") == ["mine 0", "hers", "his", "one more"]


def test_network_of_ipv6_makes_room_for_who_has_none(store: Store) -> None:
    shares = Shares(4, 4, 1)
    for number in range(3):
        store.jobs.add(NewJob("analysis", f"theirs {number}", client=f"0c93e1f0.000000{number}"), shares, lambda game: True)
    for number in range(3):
        store.jobs.add(NewJob("analysis", f"other {number}", client=f"{number}7ab0e124f00c93e"), shares, lambda game: True)
    assert sorted(job.game for job, _worker, _seconds in store.jobs.unfinished(9)) == ["other 0", "other 1", "other 2", "theirs 0"]


def test_only_one_process_keeps_house(store: Store, other: Jobs) -> None:
    assert store.jobs.is_turn("housekeeping", 600) and not other.is_turn("housekeeping", 600)
    turn_back(store, due=601)
    assert other.is_turn("housekeeping", 600) and not store.jobs.is_turn("housekeeping", 600)


def test_start_of_the_only_server_frees_what_a_killed_one_has_claimed(tmp_path: Path) -> None:
    with ExitStack() as opened:
        store = Store(tmp_path)
        store.jobs.add(BOT)
        assert claimed(store.jobs) is not None
        store.close()
        again = opened.enter_context(closing(Store(tmp_path)))
        assert claimed(again.jobs) is not None
