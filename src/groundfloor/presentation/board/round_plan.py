"""The panel of the round ahead: planned steps with what each of them leaves, what can be added, and the step that comes next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from gettext import NullTranslations

from groundfloor.engine.actions import Action
from groundfloor.engine.city.retail_outlets import STAY
from groundfloor.engine.company.improvements import place_refusal
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import AreaId
from groundfloor.engine.refusals import Refusal
from groundfloor.engine.round_plan import MAX_STEPS, Amounts, PlannedMove, RoundPlan, TriedMove
from groundfloor.engine.ruleset import Ruleset
from groundfloor.translatable import _

from .. import names
from ..log.event_text import format_refusal
from ..typed_moves.move_names import plain_move_name
from ..view import TableView
from .action_text import action_title, projection_text, warnings
from .amounts import Amount, amount, amounts_text, cost_amounts, gain_amounts
from .phrases import bare_reason

STOP_SENTENCES = {
    "other_question": _("The plan has stopped: its next move, %(move)s, is no answer to this question."),
    "round_over": _("The plan has stopped: the round that it was made for is over."),
    "revision": _("The plan has stopped: it was made for another revision of the rules."),
    "undone": _("The plan has stopped, as a decision of yours was taken back."),
    "bot": _("The plan has stopped, as a bot has taken your seat."),
}


def stop_sentence(rules: Ruleset, code: str, text: str, refusal: Refusal | None, translations: NullTranslations) -> str:
    """Returns why a plan has stopped: at the action with this text ("": none), for this reason of the rules, or for that of the code."""
    action = rules.action_table.by_text.get(text)
    move = plain_move_name(rules, action, translations) if action is not None else text
    if refusal is None:
        return translations.gettext(STOP_SENTENCES[code]) % {"move": move}
    reason = bare_reason(translations, format_refusal(refusal, translations))
    return translations.gettext("The plan has stopped at “%(move)s”. %(reason)s") % {"move": move, "reason": reason}


def condition_words(rules: Ruleset, move: PlannedMove, translations: NullTranslations) -> str:
    """Returns the condition of a planned move, "" for one that is made if it is still possible."""
    if move.otherwise is not None:
        return translations.gettext("If it is taken: %(move)s") % {"move": plain_move_name(rules, move.otherwise, translations)}
    return translations.gettext("At %(money)s money or less") % {"money": move.most_money} if move.most_money >= 0 else ""


TAKEN_VERBS = ("consulting", "agency", "warehouse", "factory", "exchange", "construction", "price", "bonus", "buy")
"""Actions about something that others can take."""
LATER_VERBS = ("done", "price", "bonus", "networking", "social_media", "print", "broadcast", "sell", "fire")
"""Actions that answer questions of other phases and are offered whatever the position is."""


@dataclass(frozen=True)
class Column:
    """A number that runs along: its icon and what it is."""

    icon: str
    name: str


@dataclass(frozen=True)
class PlanLine:
    """A step: its ``number`` from 1, what it is, takes, brings and will come to, ``reason`` against it, and what it leaves (by column).

    ``text`` is that of the planned action, ``condition`` the condition in words. ``limit`` is the most money that it may cost (-1: any), ``price`` what it
    costs now. A step with ``can_be_taken`` can have another one in its place if somebody takes what it is about. One that ``is_left_open`` is not tried.
    """

    number: int
    text: str
    title: str
    condition: str = ""
    limit: int = -1
    price: int = 0
    can_be_taken: bool = False
    is_left_open: bool = False
    takes: tuple[Amount, ...] = ()
    gains: tuple[Amount, ...] = ()
    outlook: str = ""
    reason: str = ""
    is_in_draft: bool = False
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Addable:
    """Actions that can be added, under a heading: the text of each, and what it is called."""

    heading: str
    actions: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PlanPanel:
    """The round ahead of a seat; ``start`` are the numbers before its steps, after a draft (``has_draft``). ``next_round`` are the numbers that the round after it begins with, without what ``open_results`` names."""

    title: str
    sentence: str
    columns: tuple[Column, ...]
    start: tuple[int, ...]
    has_draft: bool
    lines: tuple[PlanLine, ...]
    next_round: tuple[int, ...]
    open_results: str
    addable: tuple[Addable, ...]
    can_draft_next: bool
    is_full: bool
    last: str
    acts: bool
    stopped: str
    can_act: bool


def plan_panel(view: TableView) -> PlanPanel | None:
    """Returns the panel; None for spectators, in the past, when nothing is left to plan, and where the plan is not shown."""
    plan = view.own.plan.tried
    if plan is None or view.moment.entry is not None:
        return None
    lines = plan_lines(view, plan)
    heading = view._("Plan of round %(n)s") if not plan.is_next_round else view._("Plan of the next round (%(n)s)")
    return PlanPanel(
        title=heading % {"n": plan.round},
        sentence=sentence(view, plan),
        columns=columns(view),
        start=amounts_left(plan.start),
        has_draft=bool(view.own.draft.actions),
        lines=lines,
        next_round=amounts_left(plan.then) if plan.then is not None else (),
        open_results=open_words(view, plan.then_left_open),
        addable=addable(view, plan),
        can_draft_next=can_draft_next(view),
        is_full=len(view.own.plan.texts) >= MAX_STEPS,
        last=step_text(view, lines[-1]) if lines else "",
        acts=view.own.plan.acts,
        stopped=view.own.plan.stop_sentence,
        can_act=bool(lines) and not view.own.guide.is_guided,
    )


def step_text(view: TableView, line: PlanLine) -> str:
    step = f"{line.title} ({line.condition})" if line.condition else line.title
    if line.reason:
        return view._("%(number)s. %(step)s: not possible. %(reason)s", number=line.number, step=step, reason=line.reason)
    if line.is_left_open:
        return view._("%(number)s. %(step)s, when it is asked.", number=line.number, step=step)
    codes = ("time", "money", "info", "supply")
    left = amounts_text(tuple(amount(view, code, number) for code, number in zip(codes, line.numbers, strict=False)))
    return view._("%(number)s. %(step)s; leaves %(amounts)s.", number=line.number, step=step, amounts=left)


def can_draft_next(view: TableView) -> bool:
    control = view.own.control(view.own.plan.next_step)
    return view.own.is_asked and not view.own.draft.actions and control is not None and control.is_legal


def next_step_title(view: TableView) -> str:
    if view.own.plan.tried is None or view.moment.entry is not None or not can_draft_next(view):
        return ""
    following = (line for line in plan_lines(view, view.own.plan.tried) if line.text == view.own.plan.next_step)
    return next((line.title for line in following if not (line.is_in_draft or line.reason)), "")


def plan_label(view: TableView) -> str:
    """Returns the text that opens the panel from the decision; "" where there is nothing to plan, or a draft or a guide comes first."""
    if (
        not view.own.plan.is_possible
        or view.moment.entry is not None
        or view.own.guide.is_guided
        or (view.own.is_asked and view.own.draft.actions)
    ):
        return ""
    count = len(view.own.plan.texts)
    if view.own.plan.acts:
        return view._("Plan (%(n)s), on", n=count)
    return view._("Plan (%(n)s)", n=count) if count else view._("Plan ahead")


def sentence(view: TableView, plan: RoundPlan) -> str:
    said = view._("As if nobody else did anything meanwhile. Only you see this plan.")
    return f"{said} {open_words(view, plan.left_open)}".strip()


def open_words(view: TableView, areas: list[AreaId]) -> str:
    if not areas:
        return ""
    said = ", ".join(names.full("area", area, view.translations) for area in areas)
    return view._("Left open, and not counted: %(areas)s.", areas=said)


def columns(view: TableView) -> tuple[Column, ...]:
    of_resources = [Column(code, names.full("resource", code, view.translations)) for code in ("time", "money", "info", "supply")]
    others = [
        Column("popularity", view._("popularity space, with the marketing boxes as they are")),
        Column("money", view._("next income")),
    ]
    return (*of_resources, *others, Column("time", view._("time next round")), Column("prestige", view._("prestige now")))


def amounts_left(amounts: Amounts) -> tuple[int, ...]:
    """Returns what a step leaves, in the order of the columns."""
    of_resources = (amounts.time, amounts.money, amounts.info, amounts.supply)
    return (*of_resources, amounts.popularity, amounts.income, amounts.time_then, amounts.prestige)


def plan_lines(view: TableView, plan: RoundPlan) -> tuple[PlanLine, ...]:
    tried = iter(plan.steps)
    lines = []
    for index, text in enumerate(view.own.plan.texts):
        if index in view.own.plan.in_draft:
            action = PlannedMove.parse(view.game.ruleset, text).action
            name = title_at(view, view.moment.game, action)
            lines.append(PlanLine(index + 1, action.text, name, is_in_draft=True, numbers=amounts_left(plan.start)))
        else:
            lines.append(step_line(view, index + 1, next(tried)))
    return tuple(lines)


def stop_words(view: TableView) -> str:
    """Returns why the plan has stopped at the question that the viewer is asked; "" if it has not."""
    return (
        view.own.plan.stop_sentence
        if view.own.is_asked and view.own.plan.stopped_at == view.public.version and view.moment.entry is None
        else ""
    )


def step_line(view: TableView, number: int, step: TriedMove) -> PlanLine:
    rules, move = view.game.ruleset, step.move
    line = PlanLine(
        number,
        move.action.text,
        plain_move_name(rules, step.action, view.translations),
        condition=condition_words(rules, move, view.translations),
        limit=move.most_money,
        can_be_taken=move.action.verb in TAKEN_VERBS,
        is_left_open=step.is_left_open,
    )
    if step.is_left_open:
        return line
    at = view.at(step.before)
    quote = step.before.quote(step.action)
    line = replace(line, title=action_title(at, step.action, quote, step.before.question_kind), price=quote.money)
    if step.refusal is not None:
        return replace(line, reason=bare_reason(view.translations, format_refusal(step.refusal, view.translations)))
    outlook = [projection_text(at, step.action, quote, step.before), *warnings(at, step.action, quote, step.before)]
    return replace(
        line,
        takes=cost_amounts(at, quote),
        gains=gain_amounts(at, quote),
        outlook=" ".join(part for part in outlook if part),
        numbers=amounts_left(step.after),
    )


def title_at(view: TableView, game: Game, action: Action) -> str:
    return action_title(view.at(game), action, game.quote(action), game.question_kind)


def addable(view: TableView, plan: RoundPlan) -> tuple[Addable, ...]:
    city = {action.verb for area in plan.end.ruleset.areas for task in area.tasks for action in task.actions}
    groups: dict[str, list[tuple[str, str]]] = {
        view._("Employees"): [],
        view._("City"): [],
        view._("Company"): [],
        view._("Remodel"): [],
    }
    employees, of_city, of_company, remodels = groups.values()
    places = {"hire": employees, "remodel": remodels}
    for action in plan.possible:
        game = plan.hiring_end if action.verb == "hire" and plan.hiring_end is not None else plan.end
        price = amounts_text(cost_amounts(view, game.quote(action)))
        title = names.without_soft_hyphens(title_at(view, game, action))
        group = places.get(action.verb, of_city if action.verb in city else of_company)
        group.append((action.text, f"{title} ({price})" if price else title))
    for heading, can_be_planned in ((view._("Improvements"), can_be_bought), (view._("Later decisions"), can_be_asked_later)):
        groups[heading] = [
            (action.text, names.without_soft_hyphens(plain_move_name(plan.end.ruleset, action, view.translations)))
            for action in plan.end.ruleset.actions
            if view.own.seat is not None and can_be_planned(plan.end, view.own.seat, action)
        ]
    return tuple(Addable(heading, tuple(actions)) for heading, actions in groups.items() if actions)


def can_be_bought(game: Game, seat: int, action: Action) -> bool:
    """Returns True for an improvement that is on sale and fits into the company after the steps of the plan, whatever it will cost."""
    if action.verb != "buy":
        return False
    player = game._state.players[seat]
    reason = game.ruleset.construction.purchase_refusal(game, player, action.operand)
    return reason is None and (action.second_operand < 0 or place_refusal(game, player, action.second_operand) is None)


def can_be_asked_later(game: Game, seat: int, action: Action) -> bool:
    """Returns True for an answer to a question of another phase; of drops, for those of products that the seat has now."""
    if action.verb != "drop":
        return action.verb in LATER_VERBS
    prices = {game.ruleset.outlets.prices[space] for space, owner in enumerate(game._state.retail_products) if owner == seat}
    return action.operand in prices and (action.second_operand != STAY or bool(game._state.players[seat].keeps_unsold))
