"""What the templates of the whole board are given, in the order in which the page is read."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.presentation.board.board_areas import lit_parts
from groundfloor.presentation.board.company import company_facts
from groundfloor.presentation.board.goal import goal
from groundfloor.presentation.board.guide import guided_decision
from groundfloor.presentation.board.head import head
from groundfloor.presentation.board.log import latest_news, news_groups
from groundfloor.presentation.board.people import ranked
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.board.round_plan import next_step_title, plan_label, plan_panel
from groundfloor.presentation.board.rule_refs import RULES_OF_THINGS, rule_label, rule_of_area, rule_of_building
from groundfloor.presentation.board.sale import sale
from groundfloor.presentation.board.tracks import market

from ..drawn_tables import RULEBOOK_MARK
from ..pages import environment, language_context
from .macros import bound_macros
from .street import GEOMETRY, street_facts

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.board.scene import Scene

SCRIPTS = (
    "board.js",
    "motion.js",
    "street.js",
    "rules.js",
    "tap-tooltips.js",
    "guide.js",
    "hint.js",
    "round-plan.js",
    "plan-places.js",
    "film.js",
    "sound.js",
)

CONTEXTS: dict[tuple[object, ...], dict[str, object]] = {}
"""What parts are given, by language, ruleset and areas."""
CONTEXTS_LOCK = Lock()
MAX_CONTEXTS = 50


def board_context(scene: Scene) -> tuple[dict[str, object], tuple[object, ...]]:
    """Returns what every part of the board is given besides its facts, and the key of it (``PageRenderer``)."""
    rules = scene.game.ruleset
    key = (scene.language, rules.name, tuple(area.id for area in rules.areas))
    with CONTEXTS_LOCK:
        if key not in CONTEXTS:
            CONTEXTS[key] = new_context(rules, scene.language, scene.words)
            while len(CONTEXTS) > MAX_CONTEXTS:
                del CONTEXTS[next(iter(CONTEXTS))]
        return CONTEXTS[key], key


def new_context(rules: Ruleset, language: str, words: NullTranslations) -> dict[str, object]:
    """Returns the variables and macros of all parts of a ruleset's board in a language."""
    context = {
        **environment.globals,
        **language_context(language, words),
        "rulebook": RULEBOOK_MARK,
        "rules_of_things": RULES_OF_THINGS,
        "rule_label": lambda rule: rule_label(rules, rule, language),
        **GEOMETRY,
    }
    return {**context, **bound_macros(environment, context)}


def board_facts(scene: Scene, public: PublicFacts | None = None, *, shows_plan: bool = True) -> dict[str, object]:
    """Returns everything that ``board/board.html`` needs besides the scene; ``public`` is what all viewers of the position see alike.

    Without ``shows_plan`` the plan of the round is left out: the page asks for it when it is opened.
    """
    rules = scene.game.ruleset
    public = public or PublicFacts(scene)
    new = news_groups(scene)
    return {
        "scene": scene,
        "people": scene.people,
        "ranked": ranked(scene),
        "head": head(scene),
        "decision": guided_decision(scene),
        "goal": goal(scene),
        "round_plan": plan_panel(scene) if shows_plan else None,
        "is_plan_left_out": scene.can_plan and not shows_plan,
        "next_planned": next_step_title(scene),
        "plan_label": plan_label(scene),
        "news": new,
        "news_count": sum(len(group.lines) for group in new),
        "latest": latest_news(scene, new),
        "sale": sale(scene),
        "log": public.log,
        "entry_before": max(scene.entry - 1, 0) if scene.log else None,
        "sheet": public.sheet,
        "lit_parts": lit_parts(scene),
        "building_rules": {area.id: rule_of_building(area.id) for area in rules.areas},
        "place_rules": {area.id: rule_of_area(area.id, scene.settled.state.phase) for area in rules.areas},
        "popularity": public.popularity,
        "market": market(scene),
        "forecast": public.forecast,
        "cards": public.forecast.cards,
        **company_facts(scene, public.companies),
        **street_facts(scene, public),
    }
