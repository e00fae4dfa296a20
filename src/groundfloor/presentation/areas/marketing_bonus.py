"""The marketing bonus: its banners, and the questions about bonuses (``RULES IV.C``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.marketing_bonus import (
    Bonus,
    BonusesDecided,
    BonusesDeclined,
    BonusMissed,
    BonusTaken,
    BonusUnused,
    MarketingBonus,
)
from groundfloor.engine.company.company_projection import BonusProjection
from groundfloor.engine.effects import supply_space
from groundfloor.engine.game import Game
from groundfloor.engine.position_projection import can_use_remodel_bonus
from groundfloor.translatable import _

from .. import names
from ..board.amounts import gain
from ..board.phrases import remodel_words
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats, says
from ..questions.question import QuestionPresenter
from ..view import Control, TableView
from .presenter import AreaPresenter, BuildingView, occupant_name


@dataclass(frozen=True)
class Banner:
    icon: str
    words: str


@dataclass(frozen=True)
class BonusView(BuildingView):
    """The banners; none where there are too few players."""

    banners: tuple[Banner, ...]


class MarketingBonusPresenter(AreaPresenter[MarketingBonus]):
    """A banner for each bonus."""

    task_rule = "IV.C"
    conduct_rule = "IV.C"
    answer_verbs = ("bonus",)
    conduct_text = _("Bonuses are taken in phase IV, in popularity order.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        state, before = view.game._state, view.moment.game._state
        if not self.area.is_open(len(state.players)):
            return ()
        return tuple(
            builder.space(
                f"bonus-{bonus.id}",
                f"{self.name(view.translations)}, {names.full('bonus', bonus.id, view.translations)}",
                f"bonus {bonus.id}",
                state.bonus_takers[index],
                before.bonus_takers[index],
                at=f"bonus-{index + 1}",
                open_word=view._("not taken yet"),
            )
            for index, bonus in enumerate(self.area.bonuses)
        )

    def view(self, view: TableView) -> BonusView:
        is_open = self.area.is_open(len(view.game._state.players))
        return BonusView(tuple(banner(view, bonus) for bonus in self.area.bonuses) if is_open else ())

    def contents(self, view: TableView) -> list[str]:
        if not self.area.is_open(len(view.game.seats)):
            return [view._("Not used at this number of players.")]
        pairs = zip(self.area.bonuses, view.game._state.bonus_takers, strict=True)
        return [", ".join(f"{names.full('bonus', bonus.id, view.translations)} {occupant_name(view, seat)}" for bonus, seat in pairs) + "."]

    def purpose(self, view: TableView, space: Space) -> str:
        bonus = next(bonus for bonus in self.area.bonuses if space.id == f"bonus-{bonus.id}")
        if bonus.is_remodel:
            return remodel_bonus_words(view)
        if bonus.time and view.game.ruleset.ending.is_over(view.game):
            return view._("In the last round it no longer brings anything.")
        if bonus.time:
            return view.plural("It brings %(n)s more time marker next round.", "It brings %(n)s more time markers next round.", bonus.time)
        code = "money" if bonus.money else "info" if bonus.info else "supply"
        return view._("It brings %(amount)s.", amount=names.counted(code, bonus.money or bonus.info or bonus.supply, view.translations))


def banner(view: TableView, bonus: Bonus) -> Banner:
    icon = "time" if bonus.time else "remodel" if bonus.is_remodel else bonus.id
    number = bonus.money or bonus.info
    if number:
        return Banner(icon, f"{number} {names.full('resource', bonus.id, view.translations)}")
    return Banner(icon, names.breakable("bonus", bonus.id, view.translations))


def remodel_bonus_words(view: TableView) -> str:
    """Returns what the remodel bonus offers, and its price (``RULES IV.C.1``)."""
    cost = view.game.ruleset.bonus_remodeling
    return view._("It remodels one room for %(money)s money and %(info)s info.", money=cost.money, info=cost.info)


class BonusesQuestion(QuestionPresenter):
    """Whether two players take bonuses at all (``RULES 9.2.4``)."""

    kind = "bonuses"
    verbs = ("bonuses",)
    part = "city"
    rule = "9.2.4"
    question = _("Take bonuses this round?")
    help_text = _("You are the more popular one: you decide for both.")
    closing_text = _("Nobody takes a bonus")
    title_text = _("Both take a bonus")


class BonusQuestion(QuestionPresenter):
    """Which bonus is taken (``RULES IV.C.1``)."""

    kind = "bonus"
    verbs = ("bonus",)
    part = "city"
    rule = "IV.C.1"
    question = _("Take a bonus")
    help_text = _("One must be taken, useful or not.")

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        """Returns all bonuses, those of no use to the viewer at the end."""
        found = [control for control in view.own.controls.values() if control.action.verb in self.verbs]
        return sorted(found, key=lambda control: bool(useless_words(view, control.action, control.quote)))

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return names.full("bonus", bonus_of(action), view.translations)

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        return useless_words(view, action, quote) or self.projection(view, action, quote, view.game)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        if is_remodel(action):
            return remodel_bonus_words(view)
        found = view.projection(action, before)
        return bonus_words(view, found) if isinstance(found, BonusProjection) else ""

    def warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        found = super().warnings(view, action, quote, before)
        if is_remodel(action) and view.own.seat is not None and not can_use_remodel_bonus(before, view.own.seat):
            found.append(view._("It is no use to you: you can’t pay for a room, or none is left to remodel."))
        return found


class BonusRoomQuestion(QuestionPresenter):
    """Which room the remodel bonus remodels (``RULES IV.C.2``). Its answers, remodels, can be given at other questions too."""

    kind = "bonus_room"
    verbs = ("remodel",)
    part = "company"
    rule = "IV.C.2"
    answer_rules = {"none": "IV.C.2"}
    remodel_rule = "IV.C.1"
    offers_remodels = False
    question = _("Remodel a room?")
    closing_text = _("Remodel nothing")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        cost = game.ruleset.bonus_remodeling
        return view._("For %(money)s money and %(info)s info, only this time.", money=cost.money, info=cost.info)

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return controls

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("Remodel: %(room)s", room=self.button_text(view, action))

    def button_text(self, view: TableView, action: Action) -> str:
        return names.full("room", view.game.ruleset.rooms[action.operand].id, view.translations)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return remodel_words(view, action.operand)


def bonus_words(view: TableView, projection: BonusProjection) -> str:
    """Returns the time of the next round with a temp bonus, or the prestige of a set that it completes; empty if it does neither."""
    if projection.time:
        return view.plural("%(n)s time marker in the next round.", "%(n)s time markers in the next round.", projection.time_then)
    if projection.change > 0:
        return view.plural("%(n)s more prestige point as things stand.", "%(n)s more prestige points as things stand.", projection.change)
    return ""


def bonus_of(action: Action) -> str:
    return action.text.split()[1]


def useless_words(view: TableView, action: Action, quote: Quote) -> str:
    """Returns why a bonus is of no use to the viewer, "" if it is."""
    if is_remodel(action) and view.own.seat is not None and not can_use_remodel_bonus(view.game, view.own.seat):
        return view._("no use: you can’t remodel any room")
    if gain(quote, "supply") and not has_supply_space(view):
        return view._("no use: your storage closet has no room for it")
    if bonus_of(action) == "temp" and view.game.ruleset.ending.is_over(view.game):
        return view._("no use: this is the last round")
    return ""


def is_remodel(action: Action) -> bool:
    return bonus_of(action) == "remodel"


def has_supply_space(view: TableView) -> bool:
    return view.own.seat is not None and supply_space(view.game, view.game._state.players[view.own.seat]) > 0


@formats(BonusTaken, own=_("You took the bonus %(bonus)s."))
def bonus_taken(formatter: EventFormatter, event: BonusTaken) -> Sentences:
    gained = formatter.amounts(money=event.money, info=event.info, supply=event.supply, time=event.time)
    if formatter.is_automa or event.bonus == "remodel":
        return formatter._("%(name)s took the bonus %(bonus)s."), ""
    if event.bonus == "temp" and not event.time:
        return formatter._("%(name)s took the bonus %(bonus)s, which brings nothing in the last round."), ""
    if event.bonus == "temp":
        return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s more next round.", gained=gained), ""
    if not gained:
        return formatter._("%(name)s took the bonus %(bonus)s, but the supply was discarded."), formatter._(
            "The storage closet had no room for it."
        )
    return formatter._("%(name)s took the bonus %(bonus)s: %(gained)s.", gained=gained), ""


says(
    BonusMissed,
    _("%(name)s got no bonus."),
    _("The least popular of %(players)s players gets none."),
    own=_("You were the least popular, and got no bonus."),
    is_surprising=True,
)


@formats(BonusUnused)
def bonus_unused(formatter: EventFormatter, event: BonusUnused) -> Sentences:
    sentence = formatter._("%(name)s remodeled no room with the bonus.")
    if not event.automatic:
        return sentence, ""
    need = formatter.amounts(money=event.need_money, info=event.need_info)
    have = formatter.join([formatter.counted("money", event.money), formatter.counted("info", event.info)])
    if event.money >= event.need_money and event.info >= event.need_info:
        return sentence, formatter._("Every room was remodeled or covered.")
    return sentence, formatter._("It cost %(need)s, and the company had %(have)s.", need=need, have=have)


says(BonusesDecided, _("%(name)s decided that both take a bonus."))
says(BonusesDeclined, _("%(name)s decided that nobody takes a bonus."))
