"""Presents the economic forecast: this round's card (``RULES IV.G``, ``7``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.retail_projection import possible_special
from groundfloor.engine.projections import consumers_to_come
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation import names
from groundfloor.presentation.board.evidence import Figure
from groundfloor.presentation.board.forecast import buyers, consumers, special_figures
from groundfloor.presentation.board.phrases import LETTERS
from groundfloor.presentation.board.retail_words import special_words

from .presenter import AreaPresenter, BuildingView

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.presentation.board.scene import Scene


@dataclass(frozen=True)
class ForecastView(BuildingView):
    """The current card; ``consumers`` is a range until it turns up; ``special`` is its second word, ``after`` the letter of the area
    before."""

    icon: str
    type: str
    consumers: Figure | None
    unemployed: Figure | None
    is_up: bool
    special: str = ""
    after: str = ""


class EconomicForecastPresenter(AreaPresenter[EconomicForecast]):
    """The card that hangs at the façade."""

    task_rule: ClassVar[str] = "IV.G"
    conduct_rule: ClassVar[str] = "IV.G"

    def caption(self, words: NullTranslations) -> str:
        return words.gettext("in phase IV")

    def view(self, scene: Scene) -> ForecastView:
        state, rules = scene.game.state, scene.game.ruleset
        if state.current_forecast < 0:
            return ForecastView("", "", None, None, is_up=False)
        id = FORECAST_TYPES[state.current_forecast]
        is_up = state.revealed_design >= 0
        unemployed, special = turned_up_card(scene) if is_up else (None, "")
        after = LETTERS[rules.area(self.area.id) - 1]
        coming = consumers(scene, "hanging-consumers")[0]
        return ForecastView(
            icon=id,
            type=names.full("forecast", id, scene.words),
            consumers=coming,
            unemployed=unemployed,
            is_up=is_up,
            special=special,
            after=after,
        )

    def contents(self, scene: Scene) -> list[str]:
        return forecast_words(scene)


def turned_up_card(scene: Scene) -> tuple[Figure, str]:
    """Returns the unemployed of the card that has turned up, and its second name if it is a special one."""
    state, rules = scene.game.state, scene.game.ruleset
    card = rules.designs[state.revealed_design]
    if card.is_special:
        return special_figures(scene, "hanging", card)[1], names.breakable("special", card.id, scene.words)
    number = card.unemployed[rules.player_column(len(state.players))]
    return Figure("hanging-unemployed", str(number), names.counted("unemployed", number, scene.words).partition(" ")[2]), ""


def forecast_words(scene: Scene) -> list[str]:
    _ = scene.words.gettext
    state = scene.game.state
    if state.current_forecast < 0:
        return []
    found = [card_words(scene) if state.revealed_design >= 0 else back_words(scene)]
    if state.next_forecast >= 0:
        found.append(_("Next round %(type)s.") % {"type": type_name(scene, state.next_forecast)})
    return found


def card_words(scene: Scene) -> str:
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    design = rules.designs[state.revealed_design]
    column = rules.player_column(len(scene.game.seats))
    type = type_name(scene, state.current_forecast)
    if design.is_special:
        said = _("This round %(type)s: %(special)s; consumers: %(consumers)s; the job market goes to space %(space)s.")
        special = names.full("special", design.id, scene.words)
        return said % {"type": type, "special": special, "consumers": buyers(scene, design), "space": design.market}
    said = _("This round %(type)s; consumers: %(consumers)s; unemployed: %(unemployed)s.")
    return said % {"type": type, "consumers": design.consumers[column], "unemployed": design.unemployed[column]}


def back_words(scene: Scene) -> str:
    low, high = consumers_to_come(scene.game)
    coming = f"{low}–{high}" if low < high else f"{low}"
    facts = {
        "type": type_name(scene, scene.game.state.current_forecast),
        "consumers": coming + special_words(scene, possible_special(scene.game, scene.game.state.current_forecast)),
    }
    return scene.words.gettext("This round %(type)s; consumers to come: %(consumers)s.") % facts


def type_name(scene: Scene, type: int) -> str:
    return names.full("forecast", FORECAST_TYPES[type], scene.words)
