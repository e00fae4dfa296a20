"""A draft is shown in pencil, and nothing else on the page moves: every answer to every question of every ruleset."""

from __future__ import annotations

import pytest

from groundfloor import read_record
from tests.support.board_differences import moved
from tests.support.boards import page_of, view_of
from tests.support.question_records import question_cases, standing_record


@pytest.mark.slow
@pytest.mark.parametrize("name", question_cases(2))
def test_only_pencilled_things_change(name: str) -> None:
    game = read_record(standing_record(name)).replay()
    seat = game.current_player
    confirmed = page_of(view_of(game, [], seat))
    found = {}
    verbs: dict[str, int] = {}
    for action in game.legal_actions:
        verbs[action.verb] = verbs.get(action.verb, 0) + 1
        if verbs[action.verb] > 2:
            continue
        view = view_of(game, [], seat, (action.text,))
        assert view.own.draft.actions == (action,)
        if differences := moved(confirmed, page_of(view)):
            found[action.text] = differences
    assert not found, "\n".join(f"{text}: {line}" for text, lines in found.items() for line in lines[:8])
