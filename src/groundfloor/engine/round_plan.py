"""The round ahead: the moves that a seat plans, tried one after the other on a copy of what everybody knows (docs/projections.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .company.company_projection import rounds_left, score_of
from .errors import UnknownAction
from .phases.conduct import Conduct
from .phases.hire import Hire
from .phases.income import Income, income_of, receive
from .phases.reorganize import change_market, clear_boards, is_renewed, renew_boards, time_due
from .phases.schedule import Schedule
from .projection import projection_data
from .refusals import Refusal
from .state import CONDUCT, HIRE, INCOME, OVER, SCHEDULE, SETUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .actions import Action
    from .game import Game
    from .kinds import AreaId, QuestionKind, RefusalCode
    from .ruleset import Ruleset
    from .state import State
    from .step import SeatsStep

AT_MOST, ELSE = " at most ", " else "
MAX_MONEY = 999
TAKEN: tuple[RefusalCode, ...] = ("taken", "full", "no_cube", "sold_out", "no_space_at_price", "bonus_taken", "nobody_there")
"""Why an action is refused if what it is about is not there any more; only then is the other action made instead."""
OTHER_QUESTION: tuple[RefusalCode, ...] = ("nobody_asked", "not_asked", "task_done", "task_first")
"""Why an action is refused that answers another question than the one that is asked."""


class PlannedMove:
    """An action that is made if it is still possible; if ``most_money`` is not -1, only at this price or less; if it has an ``otherwise``, that
    is made in its place once somebody has taken what the action is about.

    >>> from groundfloor import ruleset
    >>> move = PlannedMove.parse(ruleset("second"), "agency 1 else agency 2")
    >>> move.action.text, move.otherwise.text
    ('agency 1', 'agency 2')
    >>> PlannedMove.parse(ruleset("second"), "Factory  at most 3")
    PlannedMove('factory at most 3')
    """

    __slots__ = ("action", "most_money", "otherwise")

    def __init__(self, action: Action, most_money: int = -1, otherwise: Action | None = None) -> None:
        self.action = action
        self.most_money = most_money
        self.otherwise = otherwise

    @staticmethod
    def parse(rules: Ruleset, text: str) -> PlannedMove:
        """Returns the move that a text such as ``factory``, ``factory at most 3`` or ``agency 1 else agency 2`` stands for; raises UnknownAction."""
        line = " ".join(text.lower().split())
        first, is_limited, limit = line.partition(AT_MOST)
        if is_limited:
            if not (limit.isascii() and limit.isdigit() and int(limit[:9]) <= MAX_MONEY):
                raise UnknownAction(f"{limit[:40]!r} is no amount of money from 0 to {MAX_MONEY}.")
            return PlannedMove(rules.action(first), int(limit))
        first, _else, other = line.partition(ELSE)
        return PlannedMove(rules.action(first), -1, rules.action(other) if other else None)

    def __str__(self) -> str:
        if self.otherwise is not None:
            return f"{self.action.text}{ELSE}{self.otherwise.text}"
        return f"{self.action.text}{AT_MOST}{self.most_money}" if self.most_money >= 0 else self.action.text

    def __repr__(self) -> str:
        return f"PlannedMove({str(self)!r})"

    def is_made_by(self, text: str) -> bool:
        """Returns whether an action with this text is the planned one, or the other one."""
        return text == self.action.text or (self.otherwise is not None and text == self.otherwise.text)

    def answer(self, game: Game) -> tuple[Action, Refusal | None]:
        """Returns the action that is made in a position by the seat that is asked, and why it is not (None: it is)."""
        refusal = game.refusal(self.action)
        if refusal is not None and refusal.code in TAKEN and self.otherwise is not None:
            return self.otherwise, game.refusal(self.otherwise)
        if refusal is None and self.most_money >= 0:
            money = game.quote(self.action).money
            if money > self.most_money:
                refusal = Refusal("over_limit", {"need": money, "have": self.most_money})
        return self.action, refusal


MAX_STEPS = 20
"""Steps of a plan; nobody has more time markers in a round."""


class Amounts:
    """What a seat has after a step of its plan.

    ``popularity`` is its space once the marketing boxes are counted as they stand, ``income`` the money of the next phase I, ``time_then``
    the markers of the next round, ``prestige`` the score if the game ended now.
    """

    __slots__ = ("time", "money", "info", "supply", "popularity", "income", "time_then", "prestige")

    def __init__(self, game: Game, seat: int) -> None:
        state, has_next = game._state, rounds_left(game) > 0
        player = state.players[seat]
        self.time = player.time
        self.money = player.money
        self.info = player.info
        self.supply = player.supply
        self.popularity = game._ruleset.agency.landings(state, state.marketing_boxes, len(game._ruleset.popularity_levels))[1][seat]
        self.income = income_of(game, player) if has_next else 0
        self.time_then = time_due(game, seat) if has_next else 0
        self.prestige = score_of(game, seat)

    def as_dict(self) -> dict[str, int]:
        return {
            "time": self.time,
            "money": self.money,
            "info": self.info,
            "supply": self.supply,
            "popularity": self.popularity,
            "income": self.income,
            "time_then": self.time_then,
            "prestige": self.prestige,
        }


class TriedMove:
    """A planned ``move`` as it was tried: the action that would be made of it, why that is not possible (None: it is), the position ``before`` it,
    and what the seat has ``after`` it.

    A step that ``is_left_open`` answers a question whose position nobody knows yet, such as the price of a product: it is not tried, and
    changes nothing.
    """

    __slots__ = ("move", "action", "refusal", "before", "after", "is_left_open")

    def __init__(
        self, move: PlannedMove, action: Action, refusal: Refusal | None, before: Game, after: Amounts, *, is_left_open: bool
    ) -> None:
        self.move = move
        self.action = action
        self.refusal = refusal
        self.before = before
        self.after = after
        self.is_left_open = is_left_open

    def as_dict(self) -> dict[str, object]:
        refusal = None if self.refusal is None else {"code": self.refusal.code, "sentence": str(self.refusal)}
        quote = None if self.is_left_open else self.before.quote(self.action).as_dict()
        projection = None if self.is_left_open else projection_data(self.before.projection(self.action))
        return {
            "text": str(self.move),
            "action": self.action.text,
            "is_left_open": self.is_left_open,
            "refusal": refusal,
            "quote": quote,
            "projection": projection,
            "after": self.after.as_dict(),
        }


class RoundPlan:
    """The steps that a seat plans for this round, or for the next one if it has nothing to do in this one any more.

    Each step is a ``PlannedMove`` as text. It is tried after those before it, as if nobody else did anything meanwhile. ``start`` is what the seat begins with; ``then``
    what it has after the income of the round that follows (None: no round follows). Nothing is drawn and nobody is asked: areas
    whose results wait for that count as if they brought nothing. ``left_open`` are those of them that the seat waits for before its first
    step, ``then_left_open`` those after its last one. ``possible`` are the actions that can follow the last step, at ``end`` or, for a
    hire, at ``hiring_end``.
    """

    __slots__ = ("round", "is_next_round", "start", "left_open", "steps", "then", "then_left_open", "possible", "end", "hiring_end")

    def __init__(self, game: Game, seat: int, texts: Sequence[str]) -> None:
        """Tries the steps. ``game`` is not changed; ``is_plannable`` must be true for it and the seat. Raises UnknownAction."""
        is_done = is_done_this_round(game, seat)
        self.is_next_round = is_done and rounds_left(game) > 0
        at = game.copy()
        self.left_open: list[AreaId] = next_round(at, seat) if self.is_next_round else []
        if game._state.phase == INCOME:
            receive_income(at, game, seat)
        self.round = at._state.round
        can_hire = self.is_next_round or may_hire(game, seat)
        self.start = Amounts(at, seat)
        self.steps: list[TriedMove] = []
        for text in texts[:MAX_STEPS]:
            at, can_hire = self.try_step(at, seat, text, can_hire)
        ask(at, seat, "schedule")
        self.possible = [action for action in at._legal if action.verb != "end" and (self.is_next_round or not is_done)]
        self.end = at
        self.hiring_end: Game | None = None
        if can_hire:
            self.hiring_end = at.copy()
            ask(self.hiring_end, seat, "hire")
            self.possible = [action for action in self.hiring_end._legal if action.verb == "hire"] + self.possible
        self.then: Amounts | None = None
        self.then_left_open: list[AreaId] = []
        if rounds_left(at):
            after = at.copy()
            self.then_left_open = next_round(after, seat)
            self.then = Amounts(after, seat)

    def try_step(self, at: Game, seat: int, text: str, can_hire: bool) -> tuple[Game, bool]:
        """Adds a step; returns the position after it, and whether the seat can still hire then."""
        move = PlannedMove.parse(at.ruleset, text)
        if not is_foreseeable(at.ruleset, move.action):
            self.steps.append(TriedMove(move, move.action, None, at, Amounts(at, seat), is_left_open=True))
            return at, can_hire and move.action.verb != "done"
        before = at.copy()
        is_hiring = move.action.verb == "hire" and can_hire
        ask(before, seat, "hire" if is_hiring else "schedule")
        action, refusal = move.answer(before)
        if refusal is None:
            at = before.copy()
            at.apply_own_effects(action)
        self.steps.append(TriedMove(move, action, refusal, before, Amounts(at, seat), is_left_open=False))
        return at, can_hire and (is_hiring or refusal is not None)

    def as_dict(self) -> dict[str, object]:
        return {
            "round": self.round,
            "is_next_round": self.is_next_round,
            "left_open": self.left_open[:],
            "start": self.start.as_dict(),
            "steps": [step.as_dict() for step in self.steps],
            "then": None if self.then is None else self.then.as_dict(),
            "then_left_open": self.then_left_open[:],
            "possible": [action.text for action in self.possible],
        }


def plan_round(game: Game, seat: int, texts: Sequence[str]) -> RoundPlan | None:
    """Returns the plan of a seat, each step tried; None if there is nothing left to plan in this game, or nobody plays the seat."""
    return RoundPlan(game, seat, texts) if is_plannable(game, seat) else None


def is_plannable(game: Game, seat: int) -> bool:
    """Returns True if a person has the seat, and the game is not over."""
    return game._state.phase not in (SETUP, OVER) and game._state.players[seat].deck is None


def is_foreseeable(rules: Ruleset, action: Action) -> bool:
    """Returns True for hires, tasks and remodels, which can be tried in a position that is known now."""
    return action.verb in ("hire", "remodel") or rules.task_of[action.index] is not None


def planned_round(game: Game, seat: int) -> int:
    """Returns the round that a seat plans now: this one, or the next one if it has nothing to do in this one any more."""
    return game._state.round + int(is_done_this_round(game, seat) and rounds_left(game) > 0)


def is_done_this_round(game: Game, seat: int) -> bool:
    phase = game._state.phase
    return phase >= CONDUCT or (phase == SCHEDULE and not game._state.players[seat].time)


def may_hire(game: Game, seat: int) -> bool:
    """Returns True if phase II of this round is to come for a seat, or goes on for it."""
    step = next((step for step in game._steps if isinstance(step, Hire)), None)
    return game._state.phase == INCOME or (game._state.phase == HIRE and step is not None and not (step.is_done and step.is_done[seat]))


def receive_income(at: Game, game: Game, seat: int) -> None:
    """Pays out the income of this round, unless the seat has received it (``RULES I``)."""
    step = next((step for step in game._steps if isinstance(step, Income)), None)
    if step is not None and seat in step.order[step.turn :]:
        receive(at, seat, income_of(at, at._state.players[seat]))


def next_round(game: Game, seat: int) -> list[AreaId]:
    """Goes on to the next round's phase II for a seat; returns the areas that it waits for whose results are left open."""
    left_open = end_round(game, seat)
    receive(game, seat, income_of(game, game._state.players[seat]))
    return left_open


def ask(game: Game, seat: int, kind: QuestionKind) -> None:
    """Makes it the seat's turn in phase II or III, whoever is asked in truth."""
    order = game._state.popularity_order[:]
    step: SeatsStep = Hire(order) if kind == "hire" else Schedule(order)
    step.turn = order.index(seat)
    game._state.phase = HIRE if kind == "hire" else SCHEDULE
    game._steps = [step]
    game._chance = None
    game._asked_seat = seat
    game._question_kind = kind
    game._legal = step.choices(game, seat)


def end_round(game: Game, seat: int) -> list[AreaId]:
    """Takes a game on to phase II of the next round; returns the areas whose results the seat waits for and that stay open.

    An area that would ask somebody, or chance, is left as it is, but its markers go back to their owners. Nobody is fired, and the job
    market stays as it is unless the forecast card is up. The caller pays out income.
    """
    state = game._state
    first = first_open_area(game)
    waiting = [area.id for area in game._ruleset.areas[first:] if waits_for(state, area.id, seat)]
    done = conduct_areas(game)
    state = game._state
    for spaces in state.booked_spaces():
        for place, owner in enumerate(spaces):
            if owner >= 0:
                spaces[place] = -1
                state.players[owner].reserve_time += 1
    if not is_renewed(game):
        clear_boards(game)
        renew_boards(game)
        if state.revealed_design >= 0:
            change_market(game)
        state.current_forecast, state.next_forecast = state.next_forecast, -1
    state.round += 1
    state.area = -1
    state.phase = HIRE
    return [area for area in waiting if area not in done]


def first_open_area(game: Game) -> int:
    """Returns the index of the first area that is not yet conducted to its end in this round."""
    state = game._state
    if state.phase < CONDUCT:
        return 0
    return max(state.area, 0) if state.phase == CONDUCT else len(game._ruleset.areas)


def conduct_areas(game: Game) -> list[AreaId]:
    """Conducts the areas that are left of this round and need neither a decision nor chance; returns them."""
    done: list[AreaId] = []
    first = first_open_area(game) + (1 if game._state.phase == CONDUCT else 0)
    for index, area in enumerate(game._ruleset.areas):
        if index < first or (area is game._ruleset.outlets and game._state.revealed_design < 0):
            continue
        then = after_area(game, index)
        if then is not None:
            game._state = then._state
            done.append(area.id)
    return done


def after_area(game: Game, index: int) -> Game | None:
    """Returns a copy of the game after an area was conducted; None if it asks somebody or chance."""
    then = game.copy()
    then._state.phase, then._state.area = CONDUCT, index
    then._chance, then._asked_seat = None, -1
    then._steps = [Conduct(then._state.popularity_order[:])]
    then.ruleset.areas[index].conduct(then)
    while len(then._steps) > 1 and not is_waiting(then):
        then._steps[-1].advance(then)
    return then if len(then._steps) == 1 and not is_waiting(then) else None


def is_waiting(game: Game) -> bool:
    return game._asked_seat >= 0 or game._chance is not None


def waits_for(state: State, area: AreaId, seat: int) -> bool:
    """Returns True if the seat has something at an area that may still bring it something in this round."""
    if area == "marketing_bonus":
        return True
    lists = {
        "advertising_agency": state.agency_desks,
        "factory": state.factory_queue,
        "stock_exchange": state.exchange_queue + state.exchange_track,
        "retail_outlets": state.retail_products,
        "construction_company": state.construction_queue,
    }
    return seat in lists.get(area, [])
