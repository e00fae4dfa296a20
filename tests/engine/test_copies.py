"""Games, matches and what is made of them can be copied and pickled, in other processes too, and go on in the same way."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import pytest

from groundfloor import Game, Match, new_game, ruleset
from groundfloor.engine.fields import write_fields
from groundfloor.engine.journal import Journal
from groundfloor.engine.position import position_context
from groundfloor.engine.state import STATE_FIELDS, State

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301 - made here
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),  # noqa: S301 - made here
}
TABLES = {
    "second": lambda: new_game("second", ["Ann", "automa:pei", "Ben"]),
    "options": lambda: new_game("second", ["Ann", "Ben"], {"deck": "preset"}),
    "manual": lambda: new_game("manual", ["Ann", "Ben", "Cleo"]),
    "older": lambda: new_game(ruleset("online", 1), ["Ann", "Ben"]),
    "first": lambda: new_game("first", ["Ann", "Ben"]),
}
either = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


def go_on(game: Game, dice: Random, answers: int = 10_000) -> list[str]:
    """Plays a game on at random; returns what was possible at each step, and what was taken."""
    told: list[str] = []
    while not game.is_over and len(told) < answers:
        if game.chance is not None:
            outcome = game.chance.draw(dice)
            told.append(f"{game.chance.kind} {game.chance.weights} {outcome}")
            game.apply(outcome)
        else:
            action = dice.choice(game.legal_actions)
            told.append(f"{game.question_kind} {game.asked_seat} {game.legal_actions} {action}")
            game.apply(action)
    return [*told, str([(score.seat, score.total) for score in game.scores()])]


@either
@pytest.mark.parametrize("table", TABLES)
def test_copied_game_goes_on_in_the_same_way(table: str, copied: Callable[[Game], Game]) -> None:
    for answers in (0, 1, 60, 150):
        game = TABLES[table]()
        go_on(game, Random(7), answers)
        twin = copied(game)
        assert twin.position() == game.position() and twin.ruleset is game.ruleset
        before = game.position()
        assert go_on(twin, Random(3)) != [] and game.position() == before
        assert go_on(copied(game), Random(3)) == go_on(game, Random(3))


@either
def test_copied_game_has_the_values_of_its_house_and_its_drawn_era(copied: Callable[[Game], Game]) -> None:
    game = Game(ruleset("second").with_overrides({"start.money": 12}), ["Ann", "Ben"], {"era": "random", "event": "viral_campaign"})
    go_on(game, Random(1), 40)
    twin = copied(game)
    assert game._state.era >= 0 and twin.ruleset is game.ruleset and twin.ruleset.overrides == {"start.money": 12}
    assert go_on(twin, Random(3)) == go_on(game, Random(3))


@either
def test_journal_is_copied(copied: Callable[[Game], Game]) -> None:
    journal = Journal()
    game = new_game("second", ["Ann", "Ben"])
    game.journal = journal
    go_on(game, Random(1), 30)
    twin = copied(game)
    assert twin.journal is not None and twin.journal is not journal
    assert journal.entries and repr(twin.journal.entries) == repr(journal.entries) and twin.journal.entries is not journal.entries


@either
def test_copied_state_is_equal_and_its_own(copied: Callable[[Any], Any]) -> None:
    game = new_game("second", ["Ann", "automa:pei"])
    go_on(game, Random(1), 40)
    context = position_context(game.ruleset, len(game.seats))

    def written(state: State) -> object:
        return write_fields(state, STATE_FIELDS, context)

    twin = copied(game._state)
    assert written(twin) == written(game._state) and twin.players[0] is not game._state.players[0]
    twin.players[0].money += 1
    assert written(twin) != written(game._state)


@either
def test_copied_match_draws_the_same(copied: Callable[[Match], Match]) -> None:
    match = Match.new(ruleset("second"), ["Ann", "automa:pei", "Ben"], {}, key=b"secret")
    dice = Random(1)
    for _ in range(40):
        match.apply(dice.choice(match.game.legal_actions))
    seat = match.game.asked_seat
    match.apply(match.game.legal_actions[0])
    if match.undoable_count(seat):
        match.undo(seat)
    twin = copied(match)
    for each in (match, twin):
        dice = Random(2)
        while not each.game.is_over:
            each.apply(dice.choice(each.game.legal_actions))
    assert twin.record.format() == match.record.format() and twin.record is not match.record


@either
def test_everything_that_a_game_tells_can_be_copied(copied: Callable[[Any], Any]) -> None:
    game = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret").game
    chance = new_game("second", ["Ann", "Ben"]).chance
    assert chance is not None and game.question is not None
    assert copied(chance).outcomes[3].text == chance.outcomes[3].text and copied(chance).weights == chance.weights
    assert [str(each) for each in copied(game.question).legal] == ["hire", "done"]
    assert copied(game.view(0)).legal_actions == game.legal_actions and copied(game.seats[0]).name == "Ann"
    assert copied(game.quote(game.legal_actions[0])).money == 5
    assert [each.as_dict() for each in copied(game.scores())] == [each.as_dict() for each in game.scores()]
    assert copied(game.quote(game.legal_actions[0])).as_dict() == game.quote(game.legal_actions[0]).as_dict()
    assert str(copied(game.refusal(game.ruleset.action("factory")))) == str(game.refusal(game.ruleset.action("factory")))


@either
def test_copied_action_is_the_ruleset_s_own(copied: Callable[[Any], Any]) -> None:
    game = new_game("second", ["Ann", "Ben"], {"era": "random"})
    assert all(copied(action) is action for action in game.ruleset.actions)
    assert copied(game.ruleset) is game.ruleset


@either
def test_copied_draft_still_asks_nobody(copied: Callable[[Game], Game]) -> None:
    game = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret").game
    draft = game.draft("done")
    assert draft.question is None and copied(draft) == draft != game and copied(draft).question is None


def play_there(match: Match) -> tuple[list[str], Match]:
    """Is called in another process."""
    told = go_on(match.game, Random(3))
    return told, match


@pytest.mark.slow
def test_spawned_process_plays_on() -> None:
    match = Match.new(ruleset("manual"), ["Ann", "Ben"], {}, key=b"secret")
    game = copy.deepcopy(match.game)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        told, ended = pool.apply(play_there, (match,))
    assert told == go_on(game, Random(3)) and ended.game.is_over and ended.record.ruleset is match.record.ruleset


def test_what_copies_share_can_not_be_changed() -> None:
    match = Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, key=b"secret")
    shared: tuple[Any, ...] = (match.game.view(0).game().options, match.record.options, match.game.copy().automas)
    for kept in shared:
        with pytest.raises(TypeError, match="does not support item assignment"):
            kept["deck" if isinstance(kept, Mapping) else 0] = "preset"
