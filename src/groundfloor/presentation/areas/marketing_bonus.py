"""Presents the marketing bonus: its banners (``RULES IV.C``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.presentation import names

from .presenter import AreaPresenter, BuildingView, occupant_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.city.marketing_bonus import Bonus
    from groundfloor.presentation.board.people import Owner
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.board.spaces import Space, SpaceBuilder


@dataclass(frozen=True)
class Banner:
    icon: str
    words: str


@dataclass(frozen=True)
class BonusView(BuildingView):
    """The banners; none where there are too few players."""

    banners: tuple[Banner, ...]
    left_out: Owner | None


class MarketingBonusPresenter(AreaPresenter[MarketingBonus]):
    """A banner for each bonus."""

    task_rule: ClassVar[str] = "IV.C"
    conduct_rule: ClassVar[str] = "IV.C"

    def caption(self, words: NullTranslations) -> str:
        return words.gettext("in phase IV")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        scene = builder.scene
        state, before = scene.game.state, scene.settled.state
        if not self.area.is_open(len(state.players)):
            return ()
        return tuple(
            builder.space(
                f"bonus-{bonus.id}",
                f"{self.name(scene.words)}, {names.full('bonus', bonus.id, scene.words)}",
                f"bonus {bonus.id}",
                state.bonus_takers[index],
                before.bonus_takers[index],
                at=f"bonus-{index + 1}",
                open_word=scene.words.gettext("not taken yet"),
            )
            for index, bonus in enumerate(self.area.bonuses)
        )

    def view(self, scene: Scene) -> BonusView:
        state = scene.game.state
        if not self.area.is_open(len(state.players)):
            return BonusView((), None)
        banners = tuple(banner(scene, bonus) for bonus in self.area.bonuses)
        return BonusView(banners, scene.owners[self.area.seats_without(state)[0]])

    def contents(self, scene: Scene) -> list[str]:
        if not self.area.is_open(len(scene.game.seats)):
            return [scene.words.gettext("Not used at this number of players.")]
        pairs = zip(self.area.bonuses, scene.game.state.bonus_takers, strict=True)
        return [", ".join(f"{names.full('bonus', bonus.id, scene.words)} {occupant_name(scene, seat)}" for bonus, seat in pairs) + "."]

    def purpose(self, scene: Scene, space: Space) -> str:
        _ = scene.words.gettext
        bonus = next(bonus for bonus in self.area.bonuses if space.id == f"bonus-{bonus.id}")
        if bonus.is_remodel:
            return remodel_bonus_words(scene)
        if bonus.time and scene.game.ruleset.ending.is_over(scene.game):
            return _("In the last round it no longer brings anything.")
        if bonus.time:
            said = scene.words.ngettext(
                "It brings %(n)s more time marker next round.", "It brings %(n)s more time markers next round.", bonus.time
            )
            return said % {"n": bonus.time}
        code = "money" if bonus.money else "info" if bonus.info else "supply"
        return _("It brings %(amount)s.") % {"amount": names.counted(code, bonus.money or bonus.info or bonus.supply, scene.words)}

    def conduct_reason(self, scene: Scene, space: Space) -> str:
        return scene.words.gettext("Bonuses are taken in phase IV, in popularity order.")


def banner(scene: Scene, bonus: Bonus) -> Banner:
    icon = "time" if bonus.time else "remodel" if bonus.is_remodel else bonus.id
    number = bonus.money or bonus.info
    if number:
        return Banner(icon, f"{number} {names.full('resource', bonus.id, scene.words)}")
    return Banner(icon, names.breakable("bonus", bonus.id, scene.words))


def remodel_bonus_words(scene: Scene) -> str:
    """Returns what the remodel bonus offers, and its price (``RULES IV.C.1``)."""
    cost = scene.game.ruleset.bonus_remodeling
    said = scene.words.gettext("It remodels one room for %(money)s money and %(info)s info.")
    return said % {"money": cost.money, "info": cost.info}
