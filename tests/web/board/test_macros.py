"""The shared macros of the board: run once for the same arguments, in each language its own, and imported by no template."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import groundfloor.web
from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.amounts import Amount
from groundfloor.web.board.macros import MACROS, memoize
from groundfloor.web.board.page import region_setting
from tests.support.boards import asks, played, scene_of
from tests.support.html import one, text, value

if TYPE_CHECKING:
    from collections.abc import Callable

PEOPLE = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"))
BOARD = Path(groundfloor.web.__file__).parent / "templates" / "board"


def macro(name: str, language: str = "en", rules: str = "second") -> Callable[..., str]:
    game, told = played(7, asks("schedule"), PEOPLE, rules)
    found = region_setting(scene_of(game, told, 0, language=language)).variables[name]
    assert callable(found)
    return found


def test_macro_runs_once_for_the_same_arguments() -> None:
    runs: list[object] = []

    def run(given: object, size: int = 1) -> str:
        runs.append((given, size))
        return f"{given} {size}"

    kept = memoize(run)
    assert [kept("a"), kept("a"), kept("a", size=2), kept("a", size=2)] == ["a 1", "a 1", "a 2", "a 2"]
    assert runs == [("a", 1), ("a", 2)]


def test_macro_with_arguments_that_cannot_be_hashed_runs_each_time() -> None:
    assert memoize(lambda given: str(given))([1]) == "[1]"


def test_one_and_true_are_different_arguments() -> None:
    kept = memoize(lambda given: str(given))
    assert [kept(1), kept(True)] == ["1", "True"]


def test_text_from_players_is_escaped() -> None:
    assert macro("amounts")((Amount("money", 2, "<b>"),)).count("&lt;b&gt;") == 1


def test_macro_is_in_the_language_of_its_board() -> None:
    assert "Rule II.2: The price" in macro("rule_ref")("II.2", "a") and "Regel II.2: Der Preis" in macro("rule_ref", "de")("II.2", "a")


def test_rule_link_shows_a_sign_and_says_number_and_title() -> None:
    link = one(macro("rule_ref")("IV.A", "a"), "a")
    assert text(link) == "§" and value(link, "href").endswith("#IV.A")
    assert value(link, "aria-label") == value(link, "title") == "Rule IV.A: Consulting firm"


def test_macro_knows_the_letters_of_its_board() -> None:
    """The areas of the first edition have other letters than the numbers of the rules."""
    assert "on this board" not in macro("rule_ref")("IV.G", "a") and "on this board" in macro("rule_ref", rules="first")("IV.G", "a")


def test_no_template_of_the_board_imports_a_shared_macro() -> None:
    shared = {f"board/{name}.html" for name in MACROS}
    imported = {name for path in BOARD.rglob("*.html") for name in re.findall(r'{% from "([^"]+)"', path.read_text(encoding="utf-8"))}
    assert not imported & shared
