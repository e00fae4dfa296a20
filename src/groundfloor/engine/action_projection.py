"""Projections by the question that an answer belongs to: what will come of it (``Game.projection``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .city.area_projections import (
    project_booking,
    project_box,
    project_desk,
    project_door,
    project_listing,
    project_share_sale,
    project_space,
    project_type,
)
from .city.retail_outlets import LIQUIDATION, STAY
from .city.retail_projection import project_drop, project_factory, project_price
from .company.company_projection import ImprovementProjection, project_bonus, project_firing, project_hiring, project_training
from .company.rooms import RoomTask, TileTask
from .company.task_effects import Advertise, Effect, PlaceProduct, Train

if TYPE_CHECKING:
    from collections.abc import Callable

    from .actions import Action
    from .game import Game
    from .kinds import QuestionKind
    from .projection import Projection
    from .task import Task

    Projector = Callable[[Game, int, Action], Projection | None]
    EffectProjector = Callable[[Game, int, Effect], Projection | None]


def project(game: Game, action: Action) -> Projection | None:
    """Returns what will come of an answer to the question that stands; None where its quote says all, or where it is not possible."""
    seat = game._asked_seat
    if seat < 0 or action.verb in OTHER_VERBS:
        return None
    is_task = game.question_kind == "schedule"
    projector = TASK_PROJECTORS.get(action.verb) if is_task else PROJECTORS.get(game.question_kind)
    if projector is not None:
        return projector(game, seat, action)
    effect = effect_of(game._ruleset.task_of[action.index]) if is_task else None
    of_effect = EFFECT_PROJECTORS.get(type(effect)) if effect is not None else None
    return of_effect(game, seat, effect) if of_effect is not None and effect is not None else None


def projection_key(game: Game, action: Action) -> str | int:
    """Returns what answers to the question that stands have in common if their projections are the same."""
    return action.verb if action.verb in ALIKE_VERBS and game.question_kind == "schedule" else action.index


def effect_of(task: Task | None) -> Effect | None:
    if isinstance(task, RoomTask):
        return task.versions[1].effect
    return task.printed.effect if isinstance(task, TileTask) else None


# Answers to questions


def price_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_price(game, seat, action.operand) if action.operand != LIQUIDATION and game.refusal(action) is None else None


def drop_projection(game: Game, seat: int, action: Action) -> Projection | None:
    if action.second_operand == LIQUIDATION or game.refusal(action) is not None:
        return None
    return project_drop(game, seat, action.operand, action.operand if action.second_operand == STAY else action.second_operand)


def share_sale_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_share_sale(game, seat, action.operand) if game.refusal(action) is None else None


def type_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_type(game, seat, action.operand) if action in game._ruleset.agency.actions else None


def hiring_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_hiring(game, seat) if game.refusal(action) is None else None


def firing_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_firing(game, seat, action.operand == 1) if game.refusal(action) is None else None


def improvement_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return ImprovementProjection(game, seat, action) if action in game._legal else None


def bonus_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_bonus(game, seat, action.operand) if game.refusal(action) is None else None


# Tasks


def booking_projection(game: Game, seat: int, action: Action) -> Projection | None:
    left = game._state.consulting_left
    return project_booking(game, left.index(-1)) if -1 in left else None


def desk_projection(game: Game, seat: int, action: Action) -> Projection | None:
    quote = game.quote(action)
    return project_desk(game, seat, quote.money, quote.info)


def factory_projection(game: Game, seat: int, cause: Action | Effect) -> Projection | None:
    """Projects a marker in the factory, which a task of the city or a tile puts there."""
    queue = game._state.factory_queue
    return project_factory(game, seat, queue.index(-1)) if -1 in queue else None


def listing_projection(game: Game, seat: int, action: Action) -> Projection | None:
    return project_listing(game, action.operand) if game._state.exchange_queue[action.operand] < 0 else None


def door_projection(game: Game, seat: int, action: Action) -> Projection | None:
    state = game._state
    is_open = state.warehouse_markers[action.operand] < 0 and state.warehouse_supply[action.operand] > 0
    return project_door(game, seat, action.operand) if is_open else None


def construction_projection(game: Game, seat: int, action: Action) -> Projection | None:
    queue = game._state.construction_queue
    return project_space(game, seat, queue.index(-1)) if -1 in queue else None


def advertising_projection(game: Game, seat: int, effect: Effect) -> Projection | None:
    return project_box(game, seat, effect.type) if isinstance(effect, Advertise) else None


def training_projection(game: Game, seat: int, effect: Effect) -> Projection | None:
    return project_training(game, seat)


OTHER_VERBS = ("done", "none", "end", "remodel")
"""First words of answers that can be given to several questions."""
ALIKE_VERBS = ("agency",)
"""First words of tasks whose projection is the same wherever the marker goes."""
PROJECTORS: dict[QuestionKind, Projector] = {
    "price": price_projection,
    "drop": drop_projection,
    "sell": share_sale_projection,
    "marketing_type": type_projection,
    "hire": hiring_projection,
    "fire": firing_projection,
    "fire_for_money": firing_projection,
    "buy": improvement_projection,
    "tenant": improvement_projection,
    "bonus": bonus_projection,
}
"""Who projects an answer, by its question."""
TASK_PROJECTORS: dict[str, Projector] = {
    "consulting": booking_projection,
    "agency": desk_projection,
    "factory": factory_projection,
    "exchange": listing_projection,
    "warehouse": door_projection,
    "construction": construction_projection,
}
"""Who projects a task of the city, by its first word."""
EFFECT_PROJECTORS: dict[type[Effect], EffectProjector] = {
    Advertise: advertising_projection,
    PlaceProduct: factory_projection,
    Train: training_projection,
}
"""Who projects a task of a room or tile, by the class of its effect."""
