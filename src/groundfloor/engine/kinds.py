"""Kinds and codes of the engine as types, so that mypy finds a misspelt one."""

from __future__ import annotations

from typing import Literal

QuestionKind = Literal[
    "",
    "after_buy",
    "after_task",
    "after_turn",
    "bonus",
    "bonus_room",
    "bonuses",
    "buy",
    "drop",
    "fire",
    "fire_for_money",
    "hire",
    "marketing_type",
    "price",
    "schedule",
    "sell",
    "tenant",
]
"""Kinds of questions to a seat (docs/actions.md); "" before the first question."""
ProjectionKind = Literal[
    "agency",
    "bonus",
    "construction",
    "consulting",
    "exchange",
    "factory",
    "improvement",
    "marketing",
    "retail",
    "staff",
    "warehouse",
]
"""What a projection is about (docs/projections.md)."""
ChanceKind = Literal[
    "back",
    "card",
    "era",
    "event",
    "front",
    "improvement",
    "popularity",
    "specialty",
]
"""Kinds of draws (docs/actions.md)."""
RefusalCode = Literal[
    "nobody_asked",
    "not_asked",
    "no_time",
    "no_money",
    "no_info",
    "no_supply",
    "full",
    "taken",
    "no_cube",
    "covered",
    "not_remodeled",
    "already_remodeled",
    "no_untrained",
    "no_trained",
    "no_stock",
    "not_owned",
    "nobody_there",
    "used_up",
    "most_employees",
    "task_first",
    "task_done",
    "bonus_taken",
    "no_space_at_price",
    "not_yours",
    "no_product",
    "not_turn_of_bracket",
    "no_niche",
    "sold_out",
    "later_stage",
    "already_yours",
    "no_empty_floor",
    "same_place",
    "over_limit",
]
"""Reasons against an action (refusals.py)."""
AreaId = Literal[
    "consulting_firm",
    "advertising_agency",
    "marketing_bonus",
    "warehouse",
    "factory",
    "stock_exchange",
    "economic_forecast",
    "retail_outlets",
    "construction_company",
]
"""Areas of the city."""
NoArea = Literal[""]
"""Stands for no area."""
GainCode = Literal[
    "box",
    "employee",
    "income_now",
    "income_then",
    "info",
    "info_if_left",
    "markers",
    "money",
    "money_if_sold",
    "prestige",
    "remodel",
    "row",
    "sole",
    "space",
    "steps",
    "supply",
    "temp",
    "trained",
]
"""What a quote says that an action brings (docs/actions.md)."""
Gains = tuple[tuple[GainCode, int], ...]
"""Gains of a quote with their amounts."""
ForecastType = Literal["depression", "recession", "stable", "boom"]
"""Types of forecast cards."""
ScoreCode = Literal["room", "tenant", "floor", "achievement", "sets"]
"""Rows of the score sheet."""
