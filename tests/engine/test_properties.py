"""Properties that hold on every legal walk from every kind of table."""

from __future__ import annotations

import gc
import json
import types
from random import Random

import pytest
from hypothesis import given

from groundfloor import Match, read_record
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.engine.journal import Journal
from groundfloor.engine.position import position_context, read_state
from groundfloor.engine.position_checks import check_table
from groundfloor.research.arena.fuzz import check_position
from tests.support.random_walks import KEY, Walk, few_examples, many_examples, rich_games, walk_setups, walks


def bytes_of(game: Game) -> str:
    return json.dumps(game.position(), sort_keys=True)


def check(game: Game) -> None:
    start = Game(game.ruleset, game.seats, game.options)
    assert find_violation(game, tiles_of(start)) == ""
    check_table(game, start._state)
    read_state(game.position(), position_context(game.ruleset, len(game.seats)), start._state)


@pytest.mark.slow
def test_the_walks_come_from_all_questions() -> None:
    asked = {game.question_kind for table in walk_setups() for game in rich_games(*table)}
    known = {"hire", "schedule", "after_task", "marketing_type", "bonus", "bonus_room", "price", "sell", "drop", "buy", "tenant", "fire"}
    assert known <= asked


@pytest.mark.slow
@many_examples
@given(walks())
def test_nothing_is_lost_made_or_negative(walk: Walk) -> None:
    game = walk.start()
    check(game)
    walk.go(game, check)


@pytest.mark.slow
@many_examples
@given(walks())
def test_every_answer_and_outcome_is_accepted_where_it_is_possible_and_asking_changes_nothing(walk: Walk) -> None:
    check_position(walk.end(), Random(1))


@pytest.mark.parametrize("name", NAMES)
def test_every_action_reads_back(name: str) -> None:
    rules = ruleset(name)
    assert [rules.action(action.text) for action in rules.actions] == list(rules.actions)
    assert [action.index for action in rules.actions] == list(range(len(rules.actions)))
    assert all(action.text == action.text.lower() for action in rules.actions)


@pytest.mark.slow
@many_examples
@given(walks())
def test_twins_go_on_alike_and_independently(walk: Walk) -> None:
    """A copy, a position that was read back, and a game with a journal."""
    game = walk.start()
    before = bytes_of(game)
    copied, read, told = game.copy(), Game.from_position(json.loads(before), ruleset), game.copy()
    told.journal = journal = Journal()
    chosen = walk.go(copied)
    then = bytes_of(copied)
    assert bytes_of(game) == bytes_of(read) == bytes_of(told) == before
    for twin in (game, read, told):
        assert walk.go(twin) == chosen and bytes_of(twin) == then
    assert all(-1 <= event.seat < len(game.seats) for event in journal.events)


@pytest.mark.slow
@many_examples
@given(walks())
def test_undo_and_the_same_moves_give_the_same_position(walk: Walk) -> None:
    match = walk.match()
    for choice in walk.choices:
        if match.game.is_over:
            break
        match.apply(match.game._legal[choice % len(match.game._legal)])
        seat = match.record.active_entries()[-1].seat
        count = match.undoable_count(seat) if seat >= 0 else 0
        if not count or choice % 3:
            continue
        before, texts = bytes_of(match.game), [entry.text for entry in match.record.active_entries()[-count:]]
        match.undo(seat, count)
        assert match.game.current_player == seat
        for text in texts:
            match.apply(text)
        assert bytes_of(match.game) == before
    record = read_record(match.record.format())
    assert record.format() == match.record.format()
    assert bytes_of(record.replay()) == bytes_of(match.game)


@pytest.mark.slow
@many_examples
@given(walks())
def test_a_quote_is_what_an_answer_takes(walk: Walk) -> None:
    game = walk.end()
    if game.question_kind not in ("schedule", "hire", "buy") or game.current_player is None:
        return
    seat = game.current_player
    for action in game.legal_actions:
        if action.verb in ("none", "done", "end"):
            continue
        quote, twin = game.quote(action), game.copy()
        twin.journal = journal = Journal()
        twin.apply(action)
        told = next(event for event in journal.events if event.seat == seat)
        for what, price in (("money", quote.money), ("info", quote.info)):
            assert told.facts.get(what, 0) == price, action.text
        assert told.facts.get("time", quote.time) == quote.time, action.text


@pytest.mark.slow
@many_examples
@given(walks())
def test_view_has_no_key_and_no_future_chance(walk: Walk) -> None:
    match = walk.match()
    other = Match.resume(read_record(match.record.format()), b"another key than the first one..")
    for seat in (*range(len(match.game.seats)), None):
        assert match.game.view(seat).as_dict() == other.game.view(seat).as_dict()
    if not match.game.is_over:
        texts = [
            [line for line in text.split("\n") if not line.startswith("hash ")] for text in (match.record.format(), other.record.format())
        ]
        assert texts[0] == texts[1]


@few_examples
@given(walks(10))
def test_neither_a_view_nor_a_game_leads_to_the_key(walk: Walk) -> None:
    match = walk.match()
    for root in (match.game.view(0), match.game, match.game.copy()):
        assert KEY not in reachable(root)


def reachable(root: object) -> list[object]:
    """Returns all bytes that can be reached from an object, without going into code."""
    found: list[object] = []
    seen = {id(root)}
    line: list[object] = [root]
    while line:
        for thing in gc.get_referents(line.pop()):
            if id(thing) in seen or isinstance(thing, (type, types.ModuleType, types.FunctionType)):
                continue
            seen.add(id(thing))
            line.append(thing)
            if isinstance(thing, bytes):
                found.append(thing)
    return found
