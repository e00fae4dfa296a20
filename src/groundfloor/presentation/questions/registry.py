"""The entry of each kind of question, and of each answer by its first word; questions about employees and tasks, which belong to no area."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any, ClassVar

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.company.company_projection import StaffProjection
from groundfloor.engine.company.rooms import RoomTask, TileTask
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.position_projection import job_market_price, next_hire_price
from groundfloor.translatable import _

from .. import names
from ..areas.advertising_agency import MarketingTypeQuestion
from ..areas.construction_company import AfterBuyQuestion, BuyQuestion, TenantQuestion
from ..areas.factory import PriceQuestion
from ..areas.marketing_bonus import BonusesQuestion, BonusQuestion, BonusRoomQuestion
from ..areas.presenter import AreaPresenter
from ..areas.registry import PRESENTERS, presenter
from ..areas.retail_outlets import DropQuestion
from ..areas.stock_exchange import SellQuestion
from ..board.phrases import signed_number, tile_words
from ..task_effects import PLAIN, EffectPresenter, effect_presenter
from ..view import Control, TableView
from .question import CLOSING, QuestionPresenter, TurnEndQuestion


class StaffQuestion(QuestionPresenter):
    """Answers that change the income."""

    part = "company"

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        staff = view.projection(action, view.game)
        if not isinstance(staff, StaffProjection) or not staff.incomes:
            return view._("there is no income after this")
        income = view._("income %(now)s, then %(then)s", now=signed_number(staff.income_now), then=signed_number(staff.income_then))
        return "; ".join(part for part in (income, staff_time_words(view, action, staff)) if part)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        staff = view.projection(action, before)
        if not isinstance(staff, StaffProjection) or not staff.incomes:
            return view._("This is the last round: no income follows.")
        sentence = view.translations.ngettext(
            "With %(n)s income to come you receive %(then)s money instead of %(now)s: %(money)s.",
            "With each of %(n)s incomes to come you receive %(then)s money instead of %(now)s: %(money)s in all.",
            staff.incomes,
        )
        facts = {
            "n": staff.incomes,
            "then": signed_number(staff.income_then),
            "now": signed_number(staff.income_now),
            "money": signed_number(staff.money),
        }
        time = staff_time_words(view, action, staff)
        return f"{sentence % facts} {time[:1].upper()}{time[1:]}{'.' if time else ''}".strip()


class HireQuestion(StaffQuestion):
    """Phase II (``RULES II``)."""

    kind = "hire"
    verbs = ("hire",)
    rule = "II.2"
    answer_rules = {"done": "II.1"}
    question = _("Hire an employee?")
    closing_text = _("Done hiring")
    closing_hint = _("for this round; scheduling follows")
    closing_sentence = _("You won’t be asked again this round; scheduling follows.")
    title_text = _("Hire an employee")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        """Returns how many employees there are, and what the next one costs after this one (``RULES II.2``)."""
        player, rules = game._state.players[seat], game.ruleset
        sentence = view._("You have %(employees)s of %(most)s employees, the CEO included, %(untrained)s of them untrained.")
        facts = {"employees": player.employee_count, "most": len(rules.income_track), "untrained": player.untrained}
        now, then = job_market_price(game), next_hire_price(game)
        if now == then:
            return (sentence + " " + view._("After a hire the job market’s price stays at %(now)s money and %(now)s info.")) % (
                facts | {"now": now}
            )
        more = view._("After a hire the job market’s price goes from %(now)s to %(then)s money and info.")
        return f"{sentence} {more}" % (facts | {"now": now, "then": then})


class FireQuestion(StaffQuestion):
    """Phase V (``RULES V.2``)."""

    kind: ClassVar[QuestionKind] = "fire"
    verbs: ClassVar[tuple[str, ...]] = ("fire",)
    rule = "V.2"
    tone = "danger"
    question = _("Fire anybody?")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        return view._(
            "You may fire any number of employees, one after the other; the CEO stays. A trained one brings %(time)s a round.",
            time=names.counted("time", game.ruleset.employee_time, view.translations),
        )

    def closing_title(self, view: TableView, verb: str) -> str:
        return view._("Fire nobody else") if any(action.verb == "fire" for action in view.own.draft.actions) else view._("Fire nobody")

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("Fire a trained employee") if action.operand == 1 else view._("Fire an untrained employee")


class FireForMoneyQuestion(FireQuestion):
    """Phase I, where an income can't be paid (``RULES I.2``)."""

    kind = "fire_for_money"
    verbs = ()
    rule = "I.2"
    answer_rules = {"fire": "I.3"}
    question = _("Fire an employee")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        return view._(
            "You can’t pay the %(income)s money of this income: one employee leaves instead, and you still receive everything else.",
            income=-game.ruleset.income_track[game._state.players[seat].employee_count - 1],
        )

    def closing_title(self, view: TableView, verb: str) -> str:
        return QuestionPresenter.closing_title(self, view, verb)


def staff_time_words(view: TableView, action: Action, projection: StaffProjection) -> str:
    """Returns the time markers that an employee brings or costs in each round; empty if none."""
    if not projection.time:
        return ""
    if action.verb == "hire":
        words = view.translations.ngettext(
            "once trained, %(n)s more time marker a round", "once trained, %(n)s more time markers a round", projection.time
        )
    else:
        words = view.translations.ngettext("%(n)s fewer time marker a round", "%(n)s fewer time markers a round", -projection.time)
    return words % {"n": abs(projection.time)}


TASK_RULES = {each.task_verb: each.task_rule for each in PRESENTERS.values() if each.task_verb} | {
    "remodel": "III.3",
    "end": "III.2",
    "emergency_meeting": "6.2",
}
"""Paragraphs on tasks by the first word of their actions; those of rooms are in 6.1, those of floors in 6.3."""


class ScheduleQuestion(QuestionPresenter):
    """A task of phase III (``RULES III.1``). Every action that belongs to no other question is a task."""

    kind = "schedule"
    part = "city"
    rule = "III.1"
    remodel_rule = "III.3"
    shows_effects = True
    needs_help = False
    question = _("Schedule one task")
    page_question = _("Choose a lit place")
    next_choice = _("Now choose a task; both are confirmed one after the other.")
    replacement = _("Choose another task to replace it.")
    replacement_or_remodel = _("Choose another task to replace it, or a remodel to add to it.")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        left = names.counted("time", game._state.players[seat].time, view.translations)
        said = view._("%(left)s left.") if possible_tasks(game) else view._("No task is possible with %(left)s.")
        return said % {"left": left}

    def closing_warnings(self, view: TableView, before: Game) -> list[str]:
        if view.own.seat is None or not before._state.players[view.own.seat].time:
            return []
        return [view._("No task is possible: your remaining time markers are set aside for this round.")]

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return [control for control in controls if control.action.verb in CLOSING]

    def rule_of_answer(self, text: str) -> str:
        return task_rule(text)

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        rules = view.game.ruleset
        task = rules.task_of[action.index]
        if isinstance(task, RoomTask):
            return names.full("room", rules.rooms[task.room].id, view.translations)
        if isinstance(task, TileTask):
            return effect_presenter(task.printed.effect).action_title(view, action, tile_words(view, task.tile))
        area = presenter(rules, quote.resolves_in)
        return area.task_title(view, action, quote) if area is not None else action.text

    def second_step(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        area = begun_area(view, action, quote)
        if area is not None:
            return area.name(view.translations), view._("There is more than one way: choose one.")
        task = view.game.ruleset.task_of[action.index]
        title = tile_words(view, task.tile) if isinstance(task, TileTask) else self.answer_name(view, action, quote)
        return title, task_presenter(view.game, action, quote).second_step(view)

    def second_button(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        said = task_presenter(view.game, action, quote).second_button(view, action, quote)
        if said and begun_area(view, action, quote) is not None:
            return f"{self.answer_name(view, action, quote)}: {said}", ""
        return said, ""

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return task_presenter(before, action, quote).task_projection(view, action, quote, before)

    def warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        area = presenter(before.ruleset, quote.resolves_in)
        return area.task_warnings(view, action, quote, before) if area is not None else super().warnings(view, action, quote, before)


def begun_area(view: TableView, action: Action, quote: Quote) -> AreaPresenter[Any] | None:
    """Returns the area of the city that was typed without a space; None if a space is chosen, or a task of the company."""
    is_at_home = isinstance(view.game.ruleset.task_of[action.index], (RoomTask, TileTask))
    return presenter(view.game.ruleset, quote.resolves_in) if view.own.draft.partial == action.verb and not is_at_home else None


class AfterTaskQuestion(TurnEndQuestion):
    """Remodeling after the task of a turn (``RULES III.3``)."""

    kind = "after_task"
    rule = "III.3"
    remodel_rule = "III.3"
    shows_effects = True
    needs_help = False
    question = _("Remodel, or end the turn")
    help_text = _("Your task is done.")
    closing_text = _("End the turn")

    def rule_of_answer(self, text: str) -> str:
        return task_rule(text)


class AfterTurnQuestion(TurnEndQuestion):
    """Remodeling after another decision (``RULES 9.1.1``)."""

    kind = "after_turn"
    help_text = _("You have decided.")


def possible_tasks(game: Game) -> set[str]:
    return {action.text for action in game._legal if action.verb not in ("remodel", "end")}


def task_rule(text: str) -> str:
    """Returns the paragraph on a task, or on another answer of a turn of phase III."""
    verb = text.partition(" ")[0]
    return TASK_RULES.get(verb) or ("6.1" if verb in names.ROOMS else "6.3")


def task_presenter(game: Game, action: Action, quote: Quote) -> AreaPresenter[Any] | EffectPresenter[Any]:
    """Returns who presents a task: the effect of a room or tile, else the area where it is conducted."""
    task = game.ruleset.task_of[action.index]
    if isinstance(task, RoomTask):
        return effect_presenter(task.versions[1].effect)
    if isinstance(task, TileTask):
        return effect_presenter(task.printed.effect)
    return presenter(game.ruleset, quote.resolves_in) or PLAIN


SCHEDULE = ScheduleQuestion()
ENTRIES: tuple[QuestionPresenter, ...] = (
    FireForMoneyQuestion(),
    HireQuestion(),
    SCHEDULE,
    AfterTaskQuestion(),
    MarketingTypeQuestion(),
    BonusesQuestion(),
    BonusQuestion(),
    BonusRoomQuestion(),
    PriceQuestion(),
    SellQuestion(),
    DropQuestion(),
    BuyQuestion(),
    TenantQuestion(),
    AfterBuyQuestion(),
    AfterTurnQuestion(),
    FireQuestion(),
)
QUESTIONS: dict[str, QuestionPresenter] = {entry.kind: entry for entry in ENTRIES}
"""The entry of each kind of question."""
ANSWERS: dict[str, QuestionPresenter] = {verb: entry for entry in ENTRIES for verb in entry.verbs}
"""The entry that presents an answer, by its first word; answers with other words are tasks."""


class UnknownQuestion(QuestionPresenter):
    """A kind of question without an entry, or none: it is called by the name of the kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prompt(self, translations: NullTranslations) -> str:
        return self.name


def question(kind: QuestionKind) -> QuestionPresenter:
    """Returns the entry of a kind of question, a plain one for "" and for a kind without an entry."""
    return QUESTIONS.get(kind) or UnknownQuestion(kind)


def presenter_of_answer(verb: str) -> QuestionPresenter:
    return ANSWERS.get(verb, SCHEDULE)
