"""How close typed words come to names."""

from __future__ import annotations

import pytest

from groundfloor.presentation.typed_moves.matching import MAX_LETTERS, Closeness, closeness, fold, fold_long, rank


@pytest.mark.parametrize("typed", ["Börse 3", "BOERSE 3", "börse3", "borse-3", "bör\u00adse_3"])
def test_case_hyphens_spaces_and_umlauts_do_not_matter(typed: str) -> None:
    assert closeness(fold(typed), fold("Börse 3")) is Closeness.EQUAL


@pytest.mark.parametrize(
    ("typed", "name", "near"),
    [
        ("meeting", "Meeting Room", Closeness.BEGINNING),
        ("meet ro", "Meeting Room", Closeness.PARTS),
        ("room", "Meeting Room", None),
        ("lager", "Warenlager", Closeness.INSIDE),
        ("unternehmen", "Bauunternehmen", Closeness.INSIDE),
        ("age", "Werbeagentur", None),
        ("price 1", "Price 12", None),
        ("price 12", "Price 12", Closeness.EQUAL),
        ("4", "×4", None),
        ("x4", "×4", Closeness.EQUAL),
    ],
)
def test_names_may_be_shortened_but_numbers_not(typed: str, name: str, near: Closeness | None) -> None:
    assert closeness(fold(typed), fold(name)) is near


def test_beginning_of_a_typed_word_is_compared_like_the_whole() -> None:
    """So every beginning of a name, with its umlauts written out or not, is a beginning of what it is compared as."""
    for name in ("Börse", "Boerse", "Neues Büro", "Treue Angestellte"):
        for size in range(1, len(name) + 1):
            assert closeness(fold(name[:size]), fold(name)) is not None


def test_parts_left_out_count_unless_they_are_last() -> None:
    parts = [(fold("Warehouse"),), (fold("3"),), (fold("money"),)]
    assert rank(fold("warehouse 3"), parts) == (Closeness.EQUAL, 0)
    assert rank(fold("w m"), parts) == (Closeness.BEGINNING, 1)
    assert rank(fold("3 m"), parts) is None
    assert rank(fold("3 m"), parts, may_omit_first=True) == (Closeness.BEGINNING, 1)
    assert rank(fold(""), parts) is None and rank(fold("a " * 60), parts) is None


def test_a_line_that_is_too_long_has_no_words() -> None:
    """It would be kept for later comparisons, and no move is as long."""
    kept = fold_long.cache_info().currsize
    assert fold("a" * (MAX_LETTERS + 1)) == () and fold_long.cache_info().currsize == kept
