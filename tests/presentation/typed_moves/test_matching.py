"""How close typed words come to names."""

from __future__ import annotations

import pytest

from groundfloor.presentation.typed_moves.matching import MAX_LETTERS, Closeness, closeness, fold, folded, rank


@pytest.mark.parametrize("typed", ["Börse 3", "BOERSE 3", "börse3", "borse-3", "bör\u00adse_3"])
def test_case_hyphens_spaces_and_umlauts_do_not_matter(typed: str) -> None:
    assert closeness(folded(typed), folded("Börse 3")) is Closeness.EQUAL


@pytest.mark.parametrize(
    ("typed", "name", "near"),
    [
        ("meeting", "Meeting Room", Closeness.BEGINNING),
        ("meet ro", "Meeting Room", Closeness.PARTS),
        ("room", "Meeting Room", None),
        ("price 1", "Price 12", None),
        ("price 12", "Price 12", Closeness.EQUAL),
        ("4", "×4", None),
        ("x4", "×4", Closeness.EQUAL),
    ],
)
def test_names_may_be_shortened_but_numbers_not(typed: str, name: str, near: Closeness | None) -> None:
    assert closeness(folded(typed), folded(name)) is near


def test_beginning_of_a_typed_word_is_compared_like_the_whole() -> None:
    """So every beginning of a name, with its umlauts written out or not, is a beginning of what it is compared as."""
    for name in ("Börse", "Boerse", "Neues Büro", "Treue Angestellte"):
        for size in range(1, len(name) + 1):
            assert closeness(folded(name[:size]), folded(name)) is not None


def test_parts_left_out_count_unless_they_are_last() -> None:
    parts = [(folded("Warehouse"),), (folded("3"),), (folded("money"),)]
    assert rank(folded("warehouse 3"), parts) == (Closeness.EQUAL, 0)
    assert rank(folded("w m"), parts) == (Closeness.BEGINNING, 1)
    assert rank(folded("3 m"), parts) is None
    assert rank(folded("3 m"), parts, may_omit_first=True) == (Closeness.BEGINNING, 1)
    assert rank(folded(""), parts) is None and rank(folded("a " * 60), parts) is None


def test_a_line_that_is_too_long_has_no_words() -> None:
    """It would be kept for later comparisons, and no move is as long."""
    kept = fold.cache_info().currsize
    assert folded("a" * (MAX_LETTERS + 1)) == () and fold.cache_info().currsize == kept
