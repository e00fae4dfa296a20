"""Phase III, schedule business: one task a turn until nobody has an available time marker (``RULES III``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..automa import AutomaTurn
from ..events import Event, event
from ..fields import Field, Number
from ..step import SeatsStep, Step, order_field, turn_field

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import RefusalCode
    from ..state import Player
    from ..task import Task


@event("III.2")
class TimeSetAside(Event):
    """No task is possible any more: ``time`` markers, ``money``, ``info``, ``supply`` in hand."""

    time: int
    money: int
    info: int
    supply: int


class Schedule(SeatsStep):
    """Phase III: the players' turns; ``is_task_done`` is 1 once the turn's task is done."""

    __slots__ = ("is_task_done",)
    name: ClassVar[str] = "schedule"
    fields: ClassVar[tuple[Field, ...]] = (
        order_field("popularity order"),
        turn_field("who is on turn"),
        Field("is_task_done", Number(0, 1), "1 if the task of the turn is done"),
    )

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.is_task_done = 0

    def copy(self) -> Step:
        twin = Schedule(self.order[:])
        twin.turn = self.turn
        twin.is_task_done = self.is_task_done
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, self.is_task_done, []

    def check(self, game: Game) -> None:
        self.check_all_seats(game)

    def advance(self, game: Game) -> None:
        order = self.order
        players = game._state.players
        if self.is_task_done:
            if game._ruleset.remodeling.blocked_reason(players[order[self.turn]]) is None:
                game.ask("after_task", order[self.turn])
                return
            self.next_turn()
        for _ in order:
            seat = order[self.turn]
            if players[seat].time:
                if players[seat].deck is None:
                    game.ask("schedule", seat)
                else:
                    self.next_turn()
                    game.push(AutomaTurn(seat))
                return
            self.turn = (self.turn + 1) % len(order)
        game.pop()

    def seats_to_come(self, game: Game) -> list[int]:
        circle = self.order[self.turn + 1 :] + self.order[: self.turn]
        return [seat for seat in circle if game._state.players[seat].time]

    def next_turn(self) -> None:
        self.is_task_done = 0
        self.turn = (self.turn + 1) % len(self.order)

    def tasks(self, game: Game, player: Player) -> list[Action]:
        """Returns all legal tasks (``RULES III.2``, ``III.6``)."""
        ruleset = game._ruleset
        tasks: list[Task] = [*ruleset.tasks]
        for tile in player.floors:
            floor_task = ruleset.tiles[tile].task
            if floor_task is not None:
                tasks.append(floor_task)
        tasks.extend(ruleset.tenant_tasks)
        legal: list[Action] = []
        for task in tasks:
            if task.blocked_reason(game, player) is not None:
                continue
            if task.has_shared_refusal:
                legal.extend(task.actions)
                continue
            for action in task.actions:
                if task.action_blocked_reason(game, player, action) is None:
                    legal.append(action)
        return legal

    def choices(self, game: Game, seat: int) -> list[Action]:
        player = game._state.players[seat]
        legal = [] if self.is_task_done else self.tasks(game, player)
        has_task = bool(legal)
        game._ruleset.remodeling.choices(player, legal)
        if not has_task:
            legal.append(game._ruleset.end_action)
        return legal

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        player = game._state.players[seat]
        if action.verb == "remodel":
            return game._ruleset.remodeling.refusal(player, action.operand)
        if action.verb == "end":
            return None if self.is_task_done or not self.tasks(game, player) else "task_first"
        task = game._ruleset.task_of[action.index]
        if task is None:
            return "not_asked"
        return "task_done" if self.is_task_done else task.refusal(game, player, action)

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        player = game._state.players[seat]
        if action.verb == "remodel":
            game._ruleset.remodeling.apply(game, seat, action)
        elif action.verb == "end":
            if not self.is_task_done:
                set_aside(game, seat, player)
            self.next_turn()
        else:
            task = game._ruleset.task_of[action.index]
            assert task is not None
            task.apply(game, seat, player, action)
            self.is_task_done = 1

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "remodel":
            return game._ruleset.remodeling.quote(game, action)
        task = game._ruleset.task_of[action.index]
        return task.quote(game, seat, action) if task is not None else Quote()


def set_aside(game: Game, seat: int, player: Player) -> None:
    """Sets the markers left aside, as no task is possible this round (``RULES III.2``)."""
    time = player.time
    player.spent_time += time
    player.time = 0
    if game.journal is not None:
        game.note(TimeSetAside(seat, "III.2", time, player.money, player.info, player.supply))
