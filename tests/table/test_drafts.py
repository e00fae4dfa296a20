"""The one rule of drafts, at every question of every ruleset: what a further choice does to what is pencilled in."""

from __future__ import annotations

import pytest

from groundfloor import Game
from groundfloor.engine.actions import Action
from groundfloor.table import DraftMoves
from tests.support.question_records import EVERY, standing_position
from tests.support.table import begin, started


def some(actions: list[Action]) -> list[str]:
    found: dict[str, list[str]] = {}
    for action in actions:
        found.setdefault(action.verb, []).append(action.text)
    return [text for texts in found.values() for text in (texts[0], *texts[-1:])]


def stands(game: Game, seat: int, texts: tuple[str, ...]) -> bool:
    """Returns whether the answers can be given one after the other within a turn."""
    return len(DraftMoves.from_texts(game, seat, texts).actions) == len(texts)


@pytest.mark.parametrize("name", EVERY)
def test_second_choice_is_added_or_replaces(name: str) -> None:
    """An answer to the open question is added, a remodel too; any other choice replaces the one it competes with."""
    game = standing_position(name)
    seat = game.asked_seat
    for first in some(game._legal):
        draft = DraftMoves.from_texts(game, seat, [first])
        assert draft.texts == (first,)
        follow_up = some(draft.game._legal) if draft.is_asked(1) else []
        for second in dict.fromkeys([*some(game._legal), *follow_up]):
            found = draft.choose(second)
            if second in follow_up or stands(game, seat, (first, second)):
                expected: tuple[str, ...] = (first, second)
            elif second == first:
                expected = (first,)
            elif second.startswith("remodel ") and game.question_kind != "bonus_room":
                expected = (second, first) if stands(game, seat, (second, first)) else ()
            else:
                expected = (second,)
            assert (found.texts if found is not None else ()) == expected, (first, second)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_dropped_silently(name: str) -> None:
    """A third choice keeps the two before, or replaces exactly one of them, or is refused."""
    game = standing_position(name)
    seat = game.asked_seat
    for first in some(game._legal)[:6]:
        one = DraftMoves.from_texts(game, seat, [first])
        for second in some(one.game._legal)[:6] if one.is_asked(1) else []:
            two = DraftMoves.from_texts(game, seat, [first, second])
            for third in dict.fromkeys([*some(game._legal), *some(one.game._legal)]):
                found = two.choose(third)
                if found is None or third in two.texts:
                    continue
                kept = [text for text in found.texts if text != third]
                assert third in found.texts and len(found.texts) in (2, 3), (first, second, third)
                assert [text for text in two.texts if text in kept] == kept and len(kept) >= 1


def test_remodel_stays_when_task_is_replaced() -> None:
    game = begin(started("second"), "schedule")
    seat = game.asked_seat
    remodel = next((action.text for action in game._legal if action.verb == "remodel"), "")
    assert remodel
    draft = DraftMoves.from_texts(game, seat, [remodel])
    tasks = [text for text in map(str, draft.game._legal) if not text.startswith(("remodel", "end"))]
    first = draft.choose(tasks[0])
    assert first is not None and first.texts == (remodel, tasks[0])
    second = first.choose(tasks[-1])
    assert second is not None and second.texts == (remodel, tasks[-1])


def test_half_choice_keeps_draft_until_it_is_whole() -> None:
    game = begin(started("second"), "schedule")
    seat = game.asked_seat
    doors = [text for text in map(str, game._legal) if text.startswith("warehouse")]
    door = next(text.rsplit(" ", 1)[0] for text in doors if sum(other.startswith(text.rsplit(" ", 1)[0] + " ") for other in doors) == 2)
    other = next(text for text in map(str, game._legal) if text.startswith(("consulting", "meeting_room")))
    half = DraftMoves.from_texts(game, seat, [other]).choose(door)
    assert half is not None and (half.texts, half.partial) == ((other,), door)
    assert half.without_last().texts == (other,) and half.without_last().partial == ""
    whole = half.choose(f"{door} money")
    assert whole is not None and (whole.texts, whole.partial) == ((f"{door} money",), "")
