"""One game of each kind of table goes as it went, in every query at every decision: a difference is a change of the rules or of what is said."""

from __future__ import annotations

import pytest

from tests.support.game_setups import Kind, kinds
from tests.support.playthrough import FOLDER, playthrough

KINDS = kinds()


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_a_game_goes_as_it_went(kind: Kind) -> None:
    assert playthrough(kind) == (FOLDER / f"{kind.name}.txt").read_text("utf-8"), "Write it anew by scripts/playthroughs if that is meant."


def test_each_file_is_of_a_kind_of_table() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {kind.name for kind in KINDS}
