"""Nobody waits long because somebody else asks for much."""

from __future__ import annotations

from collections import Counter

from groundfloor.tables.work_order import HALF_LIFE, ClientUse, Job, next_job


def test_lower_rank_comes_first_and_nothing_before_it_is_due() -> None:
    analysis, hint, later = Job("analysis", "a", 0, rank=1), Job("hint", "b", 2), Job("later", "c", 9)
    used = {"a": 0.0, "b": 50.0, "c": 0.0}.__getitem__
    assert [next_job([analysis, hint, later], used, now) for now in (-1, 1, 3)] == [None, analysis, hint]


def test_client_of_many_jobs_gets_no_more_turns_than_others() -> None:
    """Sixty tables of one client and one of another: they take turns."""
    waiting = {Job(f"table {number}", "many", 0) for number in range(60)} | {Job("only", "one", 1)}
    clock, turns = [10.0], Counter[str]()
    use = ClientUse(lambda: clock[0])
    for _ in range(20):
        job = next_job(waiting, use.seconds, clock[0])
        assert job is not None
        clock[0] += 1
        use.add(job.client, 1)
        turns[job.client] += 1
    assert turns == {"many": 10, "one": 10}


def test_short_work_waits_for_no_long_work_of_new_clients() -> None:
    """An Intern at a table that has been played at for a while, beside Tycoons of clients that have just come."""
    intern, tycoons = Job("intern", "one", 9, seconds=0.1), [Job(f"tycoon {number}", f"new {number}", 0, seconds=1) for number in range(20)]
    used = {"one": 0.5}
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0), 10) == intern
    used["one"] = 1.0
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0), 10) == tycoons[0]


def test_use_is_forgotten() -> None:
    clock = [0.0]
    use = ClientUse(lambda: clock[0])
    use.add("a", 8)
    clock[0] += 2 * HALF_LIFE
    assert (use.seconds("a"), use.seconds("b")) == (2, 0)
