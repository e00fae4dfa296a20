"""The macros that the regions of a board share: made once per ruleset and language, and run once for the same arguments.

Templates of the board call them by name, without importing them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import Environment

MACROS = {
    "icons": ("icon", "icon_at"),
    "markers": ("marker",),
    "person_mark": ("person_mark",),
    "turn": ("presence", "turn_time", "clock_face"),
    "bot_faces": ("bot_face", "bot_mark"),
    "numbers": ("amount", "amounts", "effect_symbols", "arrowed", "gives_arrow", "prestige_tag", "figure", "draft_class"),
    "explanations": ("explained", "rule_ref_attributes", "rule_sign", "rule_ref"),
    "street_space": ("start_button", "tooltip", "space"),
    "task_control": ("task_control", "target_button", "remodel_button"),
    "company_parts": ("tenant", "ornament"),
    "decision_button": ("decision_button",),
    "speed_buttons": ("speed_buttons",),
    "automa_cards": ("automa_cards",),
    "buildings/shapes": ("pay", "pay_in_lines", "cornice", "door", "flag", "light"),
}
"""Macros by file in ``templates/board``; a file may use the macros of those before it."""
NOT_KEPT = frozenset({"start_button", "tooltip", "space"})
"""Macros whose results are not kept, as they differ too often."""
MAX_RESULTS = 2_000
"""Results of one macro that are kept."""


def bound_macros(environment: Environment, context: Mapping[str, object]) -> dict[str, Callable[..., str]]:
    """Returns all shared macros by name, with the context's variables in them."""
    bound: dict[str, Callable[..., str]] = {}
    for file, names in MACROS.items():
        module = environment.get_template(f"board/{file}.html").make_module({**context, **bound})
        bound |= {
            name: macro if name in NOT_KEPT else lru_cache(MAX_RESULTS, typed=True)(macro)
            for name in names
            if (macro := getattr(module, name))
        }
    return bound
