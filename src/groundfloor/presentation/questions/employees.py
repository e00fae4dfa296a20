"""Questions about employees: hiring in phase II, firing in phases I and V."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.projections import next_hire_price
from groundfloor.presentation import names
from groundfloor.presentation.board.amounts import gain
from groundfloor.presentation.board.phrases import signed

from .question import QuestionPresenter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.board.scene import Scene

    from .question import BoardPart


class StaffQuestion(QuestionPresenter):
    """Answers that change the income."""

    part: ClassVar[BoardPart] = "company"

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        _ = scene.words.gettext
        change = income_change(scene, quote, scene.game)
        return _("income %(now)s, then %(then)s") % {"now": change[0], "then": change[1]} if change else _("no income follows any more")

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        _ = scene.words.gettext
        change = income_change(scene, quote, before)
        if change is None:
            return _("This is the last round: no income follows.")
        said = _("From the next income on you receive %(then)s money instead of %(now)s.")
        return said % {"now": change[0], "then": change[1]}


class HireQuestion(StaffQuestion):
    """Phase II (``RULES II``)."""

    kind: ClassVar[QuestionKind] = "hire"
    verbs: ClassVar[tuple[str, ...]] = ("hire",)
    rule: ClassVar[str] = "II.2"
    answer_rules: ClassVar[Mapping[str, str]] = {"done": "II.1"}

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Hire an employee?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        """Returns how many employees there are, and what the next one costs after this one (``RULES II.2``)."""
        _ = scene.words.gettext
        player, rules, market = game.state.players[seat], game.ruleset, game.state.job_market
        said = _("You have %(employees)s of %(most)s employees, the CEO included, and %(untrained)s untrained.")
        facts = {"employees": player.ceo_space, "most": len(rules.income_track), "untrained": player.untrained}
        now, then = rules.job_market_prices[market - 1], next_hire_price(game)
        if now == then:
            return (said + " " + _("After a hire the job market’s price stays %(now)s money and %(now)s info.")) % (facts | {"now": now})
        more = _("After a hire the job market’s price goes from %(now)s to %(then)s money and info.")
        return f"{said} {more}" % (facts | {"now": now, "then": then})

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("Done for this round")

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("Hire an employee")


class FireQuestion(StaffQuestion):
    """Phase V (``RULES V.2``)."""

    kind: ClassVar[QuestionKind] = "fire"
    verbs: ClassVar[tuple[str, ...]] = ("fire",)
    rule: ClassVar[str] = "V.2"
    tone: ClassVar[str] = "danger"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Fire anybody?")

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

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Fire an employee")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        said = scene.words.gettext(
            "You can’t pay the %(income)s money of this income: one employee leaves instead, and you still receive the rest of it."
        )
        return said % {"income": -game.ruleset.income_track[game.state.players[seat].ceo_space - 1]}

    def closing_title(self, scene: Scene, verb: str) -> str:
        return QuestionPresenter.closing_title(self, scene, verb)


def income_change(scene: Scene, quote: Quote, before: Game) -> tuple[str, str] | None:
    """Returns the viewer's income before and after hiring or firing, all sources; None in the last round, which has no next income."""
    if before.ruleset.ending.is_over(before):
        return None
    extra = before.state.players[scene.seat].income_bonus_money if scene.seat is not None else 0
    return signed(gain(quote, "income_now") + extra), signed(gain(quote, "income_then") + extra)
