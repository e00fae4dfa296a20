"""Questions about popularity: marketing types, and the bonuses that follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.company.company_projection import BonusProjection
from groundfloor.engine.effects import supply_space
from groundfloor.engine.projections import can_use_remodel_bonus
from groundfloor.presentation import names
from groundfloor.presentation.areas.advertising_agency import AdvertisingAgencyPresenter, marketing_words, short_marketing_words
from groundfloor.presentation.areas.marketing_bonus import remodel_bonus_words
from groundfloor.presentation.areas.registry import presenter
from groundfloor.presentation.board.amounts import gain
from groundfloor.presentation.board.phrases import remodel_words

from .question import QuestionPresenter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.board.scene import Control, Scene

    from .question import BoardPart


class MarketingTypeQuestion(QuestionPresenter):
    """How a marker at the agency advertises (``RULES IV.B.1``)."""

    kind: ClassVar[QuestionKind] = "marketing_type"
    verbs: ClassVar[tuple[str, ...]] = tuple(names.MARKETING)
    part: ClassVar[BoardPart] = "city"
    rule: ClassVar[str] = "IV.B.1"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Choose a marketing type")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        agency = presenter(game.ruleset, "advertising_agency")
        assert isinstance(agency, AdvertisingAgencyPresenter)
        said = scene.words.gettext("Your marker at desk %(desk)s goes to one of the three marketing types.")
        return said % {"desk": agency.deciding_desk(game.state, seat)}

    def buttons(self, scene: Scene, controls: list[Control]) -> list[Control]:
        return whole_choice(scene)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return names.full("marketing", action.verb, scene.words)

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        return short_marketing_words(scene, scene.projection(action, scene.game))

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return marketing_words(scene, scene.projection(action, before))


class BonusesQuestion(QuestionPresenter):
    """Whether two players take bonuses at all (``RULES 9.2.4``)."""

    kind: ClassVar[QuestionKind] = "bonuses"
    verbs: ClassVar[tuple[str, ...]] = ("bonuses",)
    part: ClassVar[BoardPart] = "city"
    rule: ClassVar[str] = "9.2.4"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Take bonuses this round?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("You are the more popular one: you decide for both.")

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("Nobody takes a bonus")

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("Both take a bonus")


class BonusQuestion(QuestionPresenter):
    """Which bonus is taken (``RULES IV.C.1``)."""

    kind: ClassVar[QuestionKind] = "bonus"
    verbs: ClassVar[tuple[str, ...]] = ("bonus",)
    part: ClassVar[BoardPart] = "city"
    rule: ClassVar[str] = "IV.C.1"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Take a bonus")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("One must be taken, useful or not.")

    def buttons(self, scene: Scene, controls: list[Control]) -> list[Control]:
        return whole_choice(scene)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return names.full("bonus", bonus_of(action), scene.words)

    def hint(self, scene: Scene, action: Action, quote: Quote) -> str:
        if is_remodel(action):
            return " ".join(self.warnings(scene, action, quote, scene.game)) or self.projection(scene, action, quote, scene.game)
        if gain(quote, "supply") and not has_supply_space(scene):
            return scene.words.gettext("no use: your storage closet has no room for it")
        if bonus_of(action) == "temp" and scene.game.ruleset.ending.is_over(scene.game):
            return scene.words.gettext("no use: this is the last round")
        return self.projection(scene, action, quote, scene.game)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        if is_remodel(action):
            return remodel_bonus_words(scene)
        found = scene.projection(action, before)
        return bonus_words(scene, found) if isinstance(found, BonusProjection) else ""

    def warnings(self, scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
        found = super().warnings(scene, action, quote, before)
        if is_remodel(action) and scene.seat is not None and not can_use_remodel_bonus(before, scene.seat):
            found.append(scene.words.gettext("It is no use to you: you can’t pay for a room, or none is left to remodel."))
        return found


class BonusRoomQuestion(QuestionPresenter):
    """Which room the remodel bonus remodels (``RULES IV.C.2``). Its answers, remodels, can be given at other questions too."""

    kind: ClassVar[QuestionKind] = "bonus_room"
    verbs: ClassVar[tuple[str, ...]] = ("remodel",)
    part: ClassVar[BoardPart] = "company"
    rule: ClassVar[str] = "IV.C.2"
    answer_rules: ClassVar[Mapping[str, str]] = {"none": "IV.C.2"}
    remodel_rule: ClassVar[str] = "IV.C.1"
    offers_remodels: ClassVar[bool] = False

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Remodel a room?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        cost = game.ruleset.bonus_remodeling
        return scene.words.gettext("For %(money)s money and %(info)s info, only this time.") % {"money": cost.money, "info": cost.info}

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("Remodel nothing")

    def buttons(self, scene: Scene, controls: list[Control]) -> list[Control]:
        return controls

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return scene.words.gettext("Remodel: %(room)s") % {"room": self.button_text(scene, action)}

    def button_text(self, scene: Scene, action: Action) -> str:
        return names.full("room", scene.game.ruleset.rooms[action.a].id, scene.words)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return remodel_words(scene, action.a)


def bonus_words(scene: Scene, found: BonusProjection) -> str:
    """Returns the time of the next round with a temp bonus, or the prestige of a set that it completes; empty if it does neither."""
    ngettext = scene.words.ngettext
    if found.time:
        said = ngettext("%(n)s time marker in the next round.", "%(n)s time markers in the next round.", found.time_then)
        return said % {"n": found.time_then}
    if found.change > 0:
        said = ngettext("%(n)s more prestige point as things stand.", "%(n)s more prestige points as things stand.", found.change)
        return said % {"n": found.change}
    return ""


def bonus_of(action: Action) -> str:
    return action.text.split()[1]


def is_remodel(action: Action) -> bool:
    return bonus_of(action) == "remodel"


def whole_choice(scene: Scene) -> list[Control]:
    """Returns everything that such a question has to do with, what is not possible too."""
    return [control for control in scene.controls.values() if control.action.verb in (*names.MARKETING, "bonus")]


def has_supply_space(scene: Scene) -> bool:
    return scene.seat is not None and supply_space(scene.game, scene.game.state.players[scene.seat]) > 0
