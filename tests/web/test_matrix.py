"""The boards of the matrix, checked by their structure: a few that stand for all, in every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.store import Store
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import http
from tests.support.accessibility import BY_LOOK, axe_violations
from tests.support.board_matrix import LANGUAGES, LOOKING, SIZES, STATES, THEMES, Board, Size, boards, chosen, looks
from tests.support.board_viewer import Viewer, check_board, open_board
from tests.support.brief_advice import make_advice_brief
from tests.support.other_pages import OTHERS, address, open_part
from tests.support.page_structure import check_structure
from tests.support.samples import sampled
from tests.support.stores import with_database
from tests.web.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

Looks = list[tuple[Board, tuple[Size, ...]]]


@pytest.fixture(autouse=True)
def _brief_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    make_advice_brief(monkeypatch)


@pytest.fixture(scope="module")
def few() -> Looks:
    return looks()


@pytest.fixture(scope="module")
def viewer(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """Yields a browser with a server of its own for all boards, so that styles, scripts and fonts are loaded once."""
    store = Store(with_database(tmp_path_factory.mktemp("boards")))
    limits = Limits(requests_per_minute=100_000, changes_per_minute=100_000, tables_per_hour=10_000)
    try:
        with serving(store, "", Settings(bot_processes=0, limits=limits)) as address:
            found = Viewer(browser, address)
            yield found
            found.close()
    finally:
        store.close()


@pytest.mark.slow
def test_chosen_boards_have_every_value_of_every_axis() -> None:
    few = chosen()
    assert {board.rules for board in few} == set(NAMES)
    assert {(board.rules, board.seats) for board in few} == {(b.rules, b.seats) for b in boards()}
    assert {(board.kind, board.state) for board in few} == {(b.kind, b.state) for b in boards()}
    assert {(board.rules, board.language) for board in few} == {(rules, language) for rules in NAMES for language in LANGUAGES}
    assert {(board.language, board.theme) for board in few} == {(language, theme) for language in LANGUAGES for theme in THEMES}
    assert {(board.rules, board.has_options) for board in few} == {(rules, on) for rules in NAMES for on in (False, True)}


@pytest.mark.slow
def test_every_seat_count_language_ruleset_theme_and_state_meets_every_size(few: Looks) -> None:
    names = {size.name for size in SIZES}
    for axis in ("seats", "language", "rules", "theme", "state"):
        met: dict[object, set[str]] = {}
        for board, sizes in few:
            met.setdefault(getattr(board, axis), set()).update(size.name for size in sizes)
        assert {value: names - sizes for value, sizes in met.items() if names - sizes} == {}, axis


@pytest.mark.slow
def test_every_kind_meets_both_phones_a_tablet_and_two_wide_windows(few: Looks) -> None:
    for kind in {board.kind for board, _ in few}:
        sizes = {size for board, sizes in few for size in sizes if board.kind == kind}
        assert {size for size in sizes if size.is_touch and min(size.width, size.height) < 700} == set(SIZES[:2]), kind
        assert sizes & set(SIZES[2:4]) and len(sizes & set(SIZES[4:])) >= 2, kind


def test_matrix_has_all_seats_of_all_rulesets() -> None:
    found = {(board.rules, board.seats) for board in boards()}
    assert found == {(name, n) for name in NAMES for n in range(ruleset(name).player_range[0], ruleset(name).player_range[1] + 1)}
    assert all({b.state for b in boards() if b.kind == kind} == set(STATES) for kind in {b.kind for b in boards()} - set(LOOKING))


PARTS = 9
"""The boards are looked at in so many tests, so that none takes long."""
SAMPLE = (6,)
"""That of `scripts/test` without `--thorough`: boards of both states, on phones, a tablet and in wide windows, and one in all sizes."""


@pytest.mark.parametrize("part", sampled(range(PARTS), SAMPLE.__contains__))
def test_boards_have_no_findings(viewer: Viewer, few: Looks, part: int) -> None:
    found: dict[str, str] = {}
    with http.Client(base_url=viewer.address, timeout=60) as client:
        for board, sizes in few[part::PARTS]:
            path = open_board(client, board)
            for size in sizes:
                tab = viewer.show(path, board.language, board.theme, size)
                for finding in check_board(tab, size, board.kind != "watching"):
                    found.setdefault(finding.key, f"{finding}, for example {board.name} at {size.name}")
            viewer.put_away()
    assert not found, "\n".join(found.values())


@pytest.mark.console("status of 404 .*nothing-here")
@pytest.mark.parametrize("pointer", sampled(["touch", "mouse"], "touch".__eq__))
def test_other_pages_have_no_findings(browser: Browser, server: str, pointer: str, is_thorough: bool) -> None:
    """Each page in the narrowest window of a pointer, where least fits, and if thorough then in another by turns; in a language with each pointer.

    What is opened by touch is checked with axe as well, in both themes.
    """
    viewer = Viewer(browser, server)
    found: dict[str, str] = {}
    first, *others = [size for size in SIZES if size.is_touch == (pointer == "touch")]
    with http.Client(base_url=server, timeout=60) as client:
        for number, other in enumerate(OTHERS):
            language = tuple(LANGUAGES)[(number + (pointer == "mouse")) % 2]
            tab = viewer.show(address(client, other), language, THEMES[number // 2 % 2], first, is_new=other.is_new)
            open_part(tab, other)
            for size in (first, others[number % len(others)]) if is_thorough else (first,):
                viewer.resize(tab, size)
                if other.scope and not tab.locator(other.scope).first.is_visible():
                    open_part(tab, other)
                for finding in check_structure(tab, size.is_touch, scope=other.scope):
                    found.setdefault(finding.key, f"{finding}, for example {other.name} in {language} at {size.name}")
            if first.is_touch:
                faults = axe_violations(tab)
                tab.emulate_media(color_scheme="light" if number // 2 % 2 else "dark")  # the other one
                found |= {fault: f"{fault}: {other.name} in {language}" for fault in (*faults, *axe_violations(tab, options=BY_LOOK))}
    viewer.close()
    assert not found, "\n".join(found.values())
