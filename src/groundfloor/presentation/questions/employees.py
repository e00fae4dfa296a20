"""Questions about employees: hiring in phase II, firing in phases I and V."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.company.company_projection import StaffProjection
from groundfloor.engine.projections import job_market_price, next_hire_price
from groundfloor.presentation import names
from groundfloor.presentation.board.phrases import signed_number
from groundfloor.translatable import _

from .question import QuestionPresenter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.board.scene import Scene

    from .question import BoardPart, Tone


class StaffQuestion(QuestionPresenter):
    """Answers that change the income."""

    part: ClassVar[BoardPart] = "company"

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        _ = scene.words.gettext
        found = scene.projection(action, scene.game)
        if not isinstance(found, StaffProjection) or not found.incomes:
            return _("there is no income after this")
        said = _("income %(now)s, then %(then)s") % {"now": signed_number(found.income_now), "then": signed_number(found.income_then)}
        return "; ".join(part for part in (said, staff_time_words(scene, action, found)) if part)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        _, ngettext = scene.words.gettext, scene.words.ngettext
        found = scene.projection(action, before)
        if not isinstance(found, StaffProjection) or not found.incomes:
            return _("This is the last round: no income follows.")
        said = ngettext(
            "With %(n)s income to come you receive %(then)s money instead of %(now)s: %(money)s.",
            "With each of %(n)s incomes to come you receive %(then)s money instead of %(now)s: %(money)s in all.",
            found.incomes,
        )
        facts = {
            "n": found.incomes,
            "then": signed_number(found.income_then),
            "now": signed_number(found.income_now),
            "money": signed_number(found.money),
        }
        time = staff_time_words(scene, action, found)
        return f"{said % facts} {time[:1].upper()}{time[1:]}{'.' if time else ''}".strip()


class HireQuestion(StaffQuestion):
    """Phase II (``RULES II``)."""

    kind: ClassVar[QuestionKind] = "hire"
    verbs: ClassVar[tuple[str, ...]] = ("hire",)
    rule: ClassVar[str] = "II.2"
    answer_rules: ClassVar[Mapping[str, str]] = {"done": "II.1"}
    question: ClassVar[str] = _("Hire an employee?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        """Returns how many employees there are, and what the next one costs after this one (``RULES II.2``)."""
        _ = scene.words.gettext
        player, rules = game.state.players[seat], game.ruleset
        said = _("You have %(employees)s of %(most)s employees, the CEO included, %(untrained)s of them untrained.")
        facts = {"employees": player.ceo_space, "most": len(rules.income_track), "untrained": player.untrained}
        now, then = job_market_price(game), next_hire_price(game)
        if now == then:
            return (said + " " + _("After a hire the job market’s price stays at %(now)s money and %(now)s info.")) % (facts | {"now": now})
        more = _("After a hire the job market’s price goes from %(now)s to %(then)s money and info.")
        return f"{said} {more}" % (facts | {"now": now, "then": then})

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("Done hiring")

    def closing_hint(self, words: NullTranslations) -> str:
        return words.gettext("for this round; planning follows")

    def closing_sentence(self, words: NullTranslations) -> str:
        return words.gettext("You won’t be asked again this round; planning follows.")

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("Hire an employee")


class FireQuestion(StaffQuestion):
    """Phase V (``RULES V.2``)."""

    kind: ClassVar[QuestionKind] = "fire"
    verbs: ClassVar[tuple[str, ...]] = ("fire",)
    rule: ClassVar[str] = "V.2"
    tone: ClassVar[Tone] = "danger"
    question: ClassVar[str] = _("Fire anybody?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        said = scene.words.gettext(
            "You may fire any number of employees, one after the other; the CEO stays. A trained one brings %(time)s a round."
        )
        return said % {"time": names.counted("time", game.ruleset.employee_time, scene.words)}

    def closing_title(self, scene: Scene, verb: str) -> str:
        _ = scene.words.gettext
        return _("Fire nobody else") if any(action.verb == "fire" for action in scene.pencilled) else _("Fire nobody")

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        _ = scene.words.gettext
        return _("Fire a trained employee") if action.a == 1 else _("Fire an untrained employee")


class FireForMoneyQuestion(FireQuestion):
    """Phase I, where an income can't be paid (``RULES I.2``)."""

    kind: ClassVar[QuestionKind] = "fire_for_money"
    verbs: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "I.2"
    answer_rules: ClassVar[Mapping[str, str]] = {"fire": "I.3"}
    question: ClassVar[str] = _("Fire an employee")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        said = scene.words.gettext(
            "You can’t pay the %(income)s money of this income: one employee leaves instead, and you still receive everything else."
        )
        return said % {"income": -game.ruleset.income_track[game.state.players[seat].ceo_space - 1]}

    def closing_title(self, scene: Scene, verb: str) -> str:
        return QuestionPresenter.closing_title(self, scene, verb)


def staff_time_words(scene: Scene, action: Action, found: StaffProjection) -> str:
    """Returns the time markers that an employee brings or costs in each round; empty if none."""
    ngettext = scene.words.ngettext
    if not found.time:
        return ""
    if action.verb == "hire":
        said = ngettext("once trained, %(n)s more time marker a round", "once trained, %(n)s more time markers a round", found.time)
    else:
        said = ngettext("%(n)s fewer time marker a round", "%(n)s fewer time markers a round", -found.time)
    return said % {"n": abs(found.time)}
