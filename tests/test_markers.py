"""The markers by which `scripts/test --quick` chooses: each test that needs a browser or the reference rules has its marker, and no other."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.support.item_order import long_ones_first

TESTS = Path(__file__).parent
REFERENCE = ("tests.reference_rules", "tests.support.perturbed_positions")
CHOSEN = ("browser", "reference", "slow")


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


@cache
def uses_reference(file: Path) -> bool:
    """Returns True if a file imports the second implementation of the rules, or what runs it."""
    return any(name.startswith(REFERENCE) for name in imported(file))


def test_browser_marker_is_on_tests_with_the_fixture(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        assert ("browser" in marks(item)) == ("browser" in getattr(item, "fixturenames", ())), item.nodeid


def test_browser_is_started_by_the_fixture_only() -> None:
    """A module that starts a browser of its own would escape the marker."""
    starting = {file.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py") if "tests.support.browser" in imported(file)}
    assert starting == set()


def test_reference_marker_is_on_modules_that_use_the_reference_rules(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        assert ("reference" in marks(item)) == uses_reference(item.path), item.nodeid


def test_some_whole_games_are_played_in_a_browser(request: pytest.FixtureRequest) -> None:
    """``scripts/test --compiled`` runs no other browser tests."""
    games = {item for item in request.session.items if "whole_game" in marks(item)}
    assert all("browser" in marks(item) for item in games)
    assert len(games) >= 2 or not any(item.path.name == "test_whole_games.py" for item in request.session.items)


def test_markers_are_registered(request: pytest.FixtureRequest) -> None:
    registered = {line.partition(":")[0].partition("(")[0] for line in request.config.getini("markers")}
    assert {*CHOSEN, "interpreted", "thorough", "whole_game"} <= registered
    assert request.config.getoption("strict_markers") or "--strict-markers" in request.config.getini("addopts")


def test_share_of_each_process_begins_with_its_long_ones() -> None:
    """So none of several processes is left with a long test at the end, and each file's long tests run in one process."""
    assert "".join(long_ones_first("aBcDeFgHi", str.isupper, str)) == "BFacDHegi"
    files = ["One", "one", "Two", "two", "Tall", "Three", "Zoo"]
    assert long_ones_first(files, str.istitle, lambda name: name[0]) == ["Two", "Tall", "Three", "one", "One", "Zoo", "two"]
    assert "".join(long_ones_first("aBcDeFgHi", str.isupper, str, 3)) == "BHaDceFgi"
    assert long_ones_first([1, 2, 3], lambda item: False, str) == [1, 2, 3]


def test_tests_are_marked_before_pytest_chooses_by_marker(request: pytest.FixtureRequest) -> None:
    called = [each.plugin_name for each in reversed(request.config.pluginmanager.hook.pytest_collection_modifyitems.get_hookimpls())]
    ours = next(name for name in called if name.endswith("tests/conftest.py"))
    assert called.index(ours) < called.index("mark")
