"""The shared macros of the board: run once for the same arguments, in each language its own, and imported by no template."""

from __future__ import annotations

from groundfloor.web.board.macros import memoize


def test_macro_runs_once_for_the_same_arguments() -> None:
    runs: list[object] = []

    def run(given: object, size: int = 1) -> str:
        runs.append((given, size))
        return f"{given} {size}"

    kept = memoize(run)
    assert [kept("a"), kept("a"), kept("a", size=2), kept("a", size=2)] == ["a 1", "a 1", "a 2", "a 2"]
    assert runs == [("a", 1), ("a", 2)]


def test_one_and_true_are_different_arguments() -> None:
    kept = memoize(lambda given: str(given))
    assert [kept(1), kept(True)] == ["1", "True"]
