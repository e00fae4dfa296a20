"""Which engine is tested: the interpreted one of the sources, or with GROUNDFLOOR_COMPILED=1 the compiled one of a wheel."""

from __future__ import annotations

import gc
import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import groundfloor
from groundfloor.engine import COMPILED
from groundfloor.research.arena.numpy_threads import use_one_thread
from groundfloor.server.database.store import Store
from tests.support.item_order import long_ones_first
from tests.support.postgresql import PostgreSQLServer, postgresql_server
from tests.support.stores import share_compiled_statements, with_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.terminal import TerminalReporter

SLOW = 2.0
"""Seconds of computing from which on a test needs the marker ``slow``."""
TESTS = Path(__file__).parent
SERVER = "server"
"""The folder of tests of the server, which the engine's kind makes no difference to; whole games in a browser run with both."""
LONG = ("browser", "reference", "slow")
"""The markers of tests that take long."""
MEMORY, FREE_BYTES = "/dev/shm", 2**30
"""A file system in memory, and how much of it must be free."""
OBJECTS = 50_000
"""New objects until Python looks for unused ones, not 700: with thousands of tests in memory that would take a twelfth of the time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options for what ``scripts/test`` doesn't try: more tests and cases of tests, and the web server on another database."""
    parser.addoption("--thorough", action="store_true", help="also run the tests with the marker `thorough`")
    parser.addoption("--nightly", action="store_true", help="also run the tests with the markers `thorough` and `nightly`")
    parser.addoption("--postgresql", action="store_true", help="run those tests of the web server on PostgreSQL that store something")


def pytest_configure(config: pytest.Config) -> None:
    """Checks which engine is tested, and makes tests quick: folders in memory, unused objects looked for less often, statements to databases compiled once.

    Hypothesis sets no limit to the time of an example, which depends on what else the machine does.
    """
    settings.register_profile("groundfloor", deadline=None)
    settings.load_profile("groundfloor")
    use_memory_for_folders()
    use_one_thread(os.environ)
    gc.set_threshold(OBJECTS)
    share_compiled_statements()
    refuse_other_engine()


def use_memory_for_folders() -> None:
    """Puts ``tmp_path`` into memory where the system has a file system there: each commit of a store waits for the disk, often for 10 ms."""
    if has_memory_for_folders():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def has_memory_for_folders() -> bool:
    """Returns whether the system has a file system in memory with enough room."""
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > FREE_BYTES


def refuse_other_engine() -> None:
    """Refuses to test a compiled module left beside the sources, or a wheel that was not compiled."""
    wanted = os.environ.get("GROUNDFLOOR_COMPILED") == "1"
    if wanted != COMPILED:
        words = ("interpreted", "compiled")
        found = f"The engine of {groundfloor.__file__} is {words[COMPILED]}, but the {words[wanted]} one is to be tested"
        raise pytest.UsageError(
            f"{found} (scripts/build --clean removes what was built; scripts/test --compiled builds and tests the compiled one)."
        )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests that use a browser, skips those that replace a method of the engine if it is compiled or that need SQLite on PostgreSQL, and leaves out those that ``is_left_out`` names.

    Long tests come first.
    """
    left_out = {item for item in items if is_left_out(item)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        marker = item.get_closest_marker("interpreted")
        if COMPILED and marker is not None:
            item.add_marker(pytest.mark.skip(reason=f"only with the interpreted engine: {marker.args[0]}"))
        marker = item.get_closest_marker("sqlite")
        if marker is not None and config.getoption("--postgresql"):
            item.add_marker(pytest.mark.skip(reason=f"only on SQLite: {marker.args[0]}"))
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = long_ones_first(items, lambda item: any(item.get_closest_marker(name) for name in LONG), lambda item: item.path, processes)


def is_left_out(item: pytest.Item) -> bool:
    """Returns whether a test is left out: a further case, or one that would do on PostgreSQL, or with the compiled engine, what it does anyway."""
    if item.get_closest_marker("thorough") and not tries_all(item.config):
        return True
    if item.get_closest_marker("nightly") and not item.config.getoption("--nightly"):
        return True
    if COMPILED and item.path.relative_to(TESTS).parts[0] == SERVER and not item.get_closest_marker("whole_game"):
        return True
    return bool(item.config.getoption("--postgresql")) and "store" not in getattr(item, "fixturenames", ())


def tries_all(config: pytest.Config) -> bool:
    """Returns whether further cases of tests are wanted."""
    return bool(config.getoption("--thorough") or config.getoption("--nightly"))


def pytest_collection_finish() -> None:
    """Leaves the tests and modules that are loaded now out when Python looks for unused objects."""
    gc.freeze()


@pytest.fixture(scope="session")
def is_thorough(request: pytest.FixtureRequest) -> bool:
    """Returns True if all cases are to be tried, also those that a test goes through by itself."""
    return tries_all(request.config)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQLServer]:
    """Runs a PostgreSQL server for the tests of this process."""
    with postgresql_server(Path(MEMORY) if has_memory_for_folders() else None) as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Yields where a store with empty tables is: a folder, and in another run of the test the address of a database of PostgreSQL."""
    if request.param == "sqlite":
        yield with_database(tmp_path / "data")
        return
    server: PostgreSQLServer = request.getfixturevalue("postgresql")
    with server.database() as address:
        yield address


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with Store(where) as found:
        yield found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    before = time.process_time()
    yield
    item.user_properties.append(("seconds", time.process_time() - before))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Lists the tests that need the marker ``slow``: what ``scripts/test --quick`` runs must take no longer than that."""
    for report in terminalreporter.stats.get("passed", []):
        seconds = dict(report.user_properties).get("seconds", 0)
        if report.when == "call" and seconds > SLOW and not set(LONG) & set(report.keywords):
            terminalreporter.write_line(f"{report.nodeid} took {seconds:.1f} s of computing and has no marker `slow`.")
