"""The same figures through pytest-benchmark: ``python -m pytest benchmarks/test_engine.py`` (extra ``bench``)."""

from __future__ import annotations

import random
from itertools import count

import pytest

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is not installed (pip install -e '.[bench]')")

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measures import decide, play, position, record_text
from groundfloor import read_record


@pytest.mark.parametrize("seats", [2, 4])
def test_a_random_game(benchmark: BenchmarkFixture, seats: int) -> None:
    seeds = count()
    assert benchmark(lambda: play("second", seats, next(seeds))) > 0


@pytest.mark.parametrize("round", [1, 7])
def test_a_decision_of_phase_three(benchmark: BenchmarkFixture, round: int) -> None:
    game = position("second", 4, round)
    benchmark.pedantic(decide, setup=lambda: ((game.copy(), random.Random(1)), {}), rounds=2000)


def test_a_copy(benchmark: BenchmarkFixture) -> None:
    game = position("second", 4, 4)
    assert benchmark(game.copy).asked == game.asked_seat


def test_loading_a_record(benchmark: BenchmarkFixture) -> None:
    text = record_text("second", 4)
    assert benchmark(lambda: read_record(text).replay()).state.round > 0
