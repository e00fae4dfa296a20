"""The par of a city of the day: the same in parts and at once, and bounded."""

from __future__ import annotations

import json
from datetime import date

import pytest

from groundfloor.agents.levels import LEVELS
from groundfloor.daily import city_of_the_day
from groundfloor.server.game.tables.day_par import PLAYERS, par_of_day

REVISION = city_of_the_day(date(2026, 11, 22)).revision
BEGUN = json.dumps({"day": "2026-11-22", "revision": REVISION, "opponent": "pei"})
QUICK = ("intern", "associate", "manager")
ALL = dict(PLAYERS)


@pytest.fixture(autouse=True)
def quick_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in set(PLAYERS) - set(QUICK):
        monkeypatch.delitem(PLAYERS, level)


def test_every_level_plays_with_a_fixed_effort() -> None:
    assert list(ALL) == list(LEVELS) and not any("seconds" in each for each in ALL.values())
    assert all(ALL[level] == LEVELS[level].specification for level in LEVELS if not LEVELS[level].uses_its_time)


def test_par_is_the_same_in_parts_and_at_once() -> None:
    found, parts = BEGUN, 0
    while len(json.loads(found).get("totals", {})) < len(QUICK):
        found, parts = par_of_day(found, 0.0), parts + 1
    whole = json.loads(par_of_day(BEGUN, 600.0))
    assert parts > 100 and json.loads(found) == whole and whole["totals"]["intern"] < whole["totals"]["manager"]


def test_par_differs_by_day_and_opponent() -> None:
    others = [BEGUN.replace("pei", "hadid"), BEGUN.replace("11-22", "11-23")]
    assert len({json.dumps(json.loads(par_of_day(each, 600.0))["totals"]) for each in (BEGUN, *others)}) == 3
