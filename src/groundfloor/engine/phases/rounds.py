"""The rounds of a game: each goes through the ruleset's phases; and how a game ends (``RULES 4``, ``5.1``, ``9``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..automa import reshuffle
from ..effects import remodel
from ..events import Event, event
from ..fields import Field, Number
from ..freezing import Freezable
from ..position_reading import require
from ..state import CONDUCT, INCOME, OVER
from ..step import Step
from .scoring import SupplyStored

if TYPE_CHECKING:
    from ..game import Game

NUMERALS = ("I", "II", "III", "IV", "V")


@event("V.9", has_seat=False)
class RoundBegan(Event):
    """A round begins."""

    round: int
    stage: int


@event("I", "II", "III", "IV", "V", "5", has_seat=False)
class PhaseBegan(Event):
    """A phase begins, or the game is over: ``phase`` its number, 6: the end."""

    phase: int


@event("5.2", seats=("tied",))
class GameScored(Event):
    """The game is over: ``total``, ``rank``, ``tied`` the less popular seat with as many, or nobody."""

    total: int
    rank: int
    tied: int


class Rounds(Step):
    """The rounds; ``next_phase`` is the index of the next phase in the ruleset's list."""

    __slots__ = ("next_phase",)
    name: ClassVar[str] = "rounds"
    fields: ClassVar[tuple[Field, ...]] = (Field("next_phase", Number(0), "the next phase: 0 income … 4 reorganize"),)

    def __init__(self) -> None:
        self.next_phase = 0

    def copy(self) -> Step:
        twin = Rounds()
        twin.next_phase = self.next_phase
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [], self.next_phase, 0, []

    def check(self, game: Game) -> None:
        count = len(game._ruleset.phases)
        require(self.next_phase == (game._state.phase - INCOME + 1) % count, "the next phase does not match the phase")

    def turn_index(self) -> int:
        return self.next_phase

    def advance(self, game: Game) -> None:
        state = game._state
        phases = game._ruleset.phases
        if state.phase == CONDUCT and game._ruleset.ending.is_over(game):
            end_game(game, is_scored=True)
            return
        if self.next_phase == 0:
            self.open_round(game)
        state.phase = INCOME + self.next_phase
        if game.journal is not None:
            game.note(PhaseBegan(-1, NUMERALS[self.next_phase], state.phase))
        phase = phases[self.next_phase](state.popularity_order[:])
        self.next_phase = (self.next_phase + 1) % len(phases)
        game.push(phase)

    def open_round(self, game: Game) -> None:
        state = game._state
        state.round += 1
        for player in state.players:
            if player.deck is not None:
                reshuffle(player.deck)
        if game.journal is not None:
            game.note(RoundBegan(-1, "V.9", state.round, game._ruleset.stage(state.round)))


def end_game(game: Game, *, is_scored: bool) -> None:
    """Ends a game as it stands; without scores it has no result."""
    if is_scored:
        game._ruleset.ending.finish(game)
    game._state.phase = OVER
    game._state.area = -1
    game._steps = []
    if game.journal is not None:
        game.note(PhaseBegan(-1, "5", OVER))
        if is_scored:
            note_scores(game)


def note_scores(game: Game) -> None:
    ahead = None
    for score in game.scores():
        tied = ahead.seat if ahead is not None and ahead.total == score.total else -1
        game.note(GameScored(score.seat, "5.2", score.total, score.rank, tied))
        ahead = score


class Ending(Freezable):
    """The end of a game, checked after phase IV: after the last round."""

    def is_over(self, game: Game) -> bool:
        return game._state.round >= len(game._ruleset.stage_by_round)

    def finish(self, game: Game) -> None:
        """Does what still happens before scoring: nothing."""

    def projected_end(self, game: Game) -> Game:
        """Returns the game as it would be scored if it ended now; the same object if nothing would change."""
        return game


class FloorEnding(Ending):
    """The game also ends after the round in which somebody has bought a number of floor improvements (``RULES 9.2.1``)."""

    def __init__(self, floors: int) -> None:
        self.floors = floors

    def is_over(self, game: Game) -> bool:
        return super().is_over(game) or any(len(player.floors) >= self.floors for player in game._state.players)


class RemodelingEnding(Ending):
    """At the end of the game all remodels that players can still pay are done for them (``RULES 9.1.2``)."""

    def finish(self, game: Game) -> None:
        remodeling = game._ruleset.remodeling
        for seat in game._state.popularity_order[:]:
            for room in self.rooms_to_remodel(game, seat):
                remodel(game, seat, room, remodeling.money, remodeling.info, "9.1.2")

    def projected_end(self, game: Game) -> Game:
        if not any(self.rooms_to_remodel(game, seat) for seat in game._state.popularity_order):
            return game
        then = game.copy()
        self.finish(then)
        return then

    def rooms_to_remodel(self, game: Game, seat: int) -> list[int]:
        """Returns the rooms that a player would still remodel; the one that brings supply comes first if stored supply counts."""
        ruleset = game._ruleset
        player = game._state.players[seat]
        remodeling = ruleset.remodeling
        if player.deck is not None or remodeling.blocked_reason(player) is not None:
            return []
        order = list(range(len(ruleset.rooms)))
        if any(isinstance(ruleset.tiles[tile].achievement, SupplyStored) for tile in player.floors + player.tenants):
            order.remove(ruleset.closet_room)
            order.insert(0, ruleset.closet_room)
        rooms = [room for room in order if remodeling.action_blocked_reason(player, room) is None]
        paid = [player.money // remodeling.money if remodeling.money else len(rooms)]
        paid.append(player.info // remodeling.info if remodeling.info else len(rooms))
        return rooms[: min(paid)]
