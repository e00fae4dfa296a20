"""Presents the effects of the tasks that are printed on rooms and tiles: one presenter for each class of effects in the engine."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.company.company_projection import StaffProjection
from groundfloor.engine.company.task_effects import Advertise, Effect, Gain, HoldMeeting, PlaceMarker, Renovate, Train
from groundfloor.engine.game import Game

from . import effects, names
from .areas.registry import presenter
from .board.amounts import Amount, amount, amounts_text, gain_amounts, price_amounts
from .board.phrases import remodel_words
from .questions.question import loses_supply
from .view import TableView

EffectT = TypeVar("EffectT", bound=Effect)


class EffectPresenter(Generic[EffectT]):
    """Presents an effect; this base class presents one that has no presenter of its own."""

    def gives(self, view: TableView, effect: EffectT) -> tuple[Amount, ...]:
        """Returns the gains of an effect that icons can show."""
        return ()

    def place_word(self, view: TableView, effect: EffectT) -> str:
        """Returns in one short word where the effect places a marker, "" if nowhere."""
        return ""

    def place_words(self, view: TableView, effect: EffectT) -> str:
        """Returns where the effect places a marker, "" if nowhere."""
        return ""

    def action_title(self, view: TableView, action: Action, tile: str) -> str:
        """Returns what using the effect is called; ``tile`` is the name of the tile that it is printed on."""
        return tile

    def second_step(self, view: TableView) -> str:
        """Returns the question for what an action with the effect still leaves open."""
        return view._("There is more than one way: choose one.")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> str:
        """Returns the text of a button of the second step, "" for the title."""
        return ""

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        area = presenter(before.ruleset, quote.resolves_in)
        if area is not None:
            return area.task_projection(view, action, quote, before)
        gains = gain_amounts(view, quote)
        if not gains or loses_supply(view, action, quote, before):
            return ""
        return view._("You gain %(gains)s at once.", gains=amounts_text(gains))


class GainPresenter(EffectPresenter[Gain]):
    """Money, info or supply."""

    def gives(self, view: TableView, effect: Gain) -> tuple[Amount, ...]:
        return price_amounts(view, effect.money, effect.info, effect.supply)


class TrainPresenter(EffectPresenter[Train]):
    """Training an employee."""

    def gives(self, view: TableView, effect: Train) -> tuple[Amount, ...]:
        return (amount(view, "trained", None),)

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        if before.ruleset.ending.is_over(before):
            return view._("An employee is trained; this is the last round, so it brings no more time markers.")
        projection = view.projection(action, before)
        time = before.ruleset.employee_time
        sentence = view.translations.ngettext(
            "An employee is trained: %(n)s more time marker from the next round on",
            "An employee is trained: %(n)s more time markers from the next round on",
            time,
        )
        if not isinstance(projection, StaffProjection):
            return f"{sentence}." % {"n": time}
        return sentence % {"n": time} + view.plural(
            ", %(total)s in %(n)s round.", ", %(total)s in %(n)s rounds.", projection.rounds, total=time * projection.rounds
        )


class RenovatePresenter(EffectPresenter[Renovate]):
    """Remodeling a room for nothing."""

    def gives(self, view: TableView, effect: Renovate) -> tuple[Amount, ...]:
        return (amount(view, "remodel", None),)

    def action_title(self, view: TableView, action: Action, tile: str) -> str:
        return (
            f"{tile}: {names.full('room', view.game.ruleset.rooms[action.operand].id, view.translations)}" if action.operand >= 0 else tile
        )

    def second_step(self, view: TableView) -> str:
        return view._("Which room is remodeled for free?")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> str:
        return names.full("room", view.game.ruleset.rooms[action.operand].id, view.translations)

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return remodel_words(view, action.operand)


class AdvertisePresenter(EffectPresenter[Advertise]):
    """A marker in a marketing box."""

    def place_word(self, view: TableView, effect: Advertise) -> str:
        return names.breakable("marketing", effects.marketing_types(view.game.ruleset)[effect.type], view.translations)

    def place_words(self, view: TableView, effect: Advertise) -> str:
        type = effects.marketing_types(view.game.ruleset)[effect.type]
        return view._("places a marker in %(type)s", type=names.full("marketing", type, view.translations))


class PlacePresenter(EffectPresenter[EffectT]):
    """A marker on a space of an area."""

    def place_word(self, view: TableView, effect: EffectT) -> str:
        return names.LETTERS[view.game.ruleset.area(effect.resolves_in)]

    def place_words(self, view: TableView, effect: EffectT) -> str:
        return view._("goes to %(area)s", area=names.full("area", effect.resolves_in, view.translations))


class HoldMeetingPresenter(PlacePresenter[HoldMeeting]):
    """A marker at the consulting firm goes to the top of its column (``RULES 9.2.5``)."""

    def action_title(self, view: TableView, action: Action, tile: str) -> str:
        said = view._("Right column, row %(row)s to the top") if action.operand else view._("Left column, row %(row)s to the top")
        return said % {"row": action.second_operand + 1}

    def second_step(self, view: TableView) -> str:
        return view._("Which marker goes to the top of its column?")

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return view._("The markers above it slide down one row.")


PRESENTERS: dict[type[Effect], EffectPresenter[Any]] = {
    Gain: GainPresenter(),
    Advertise: AdvertisePresenter(),
    Train: TrainPresenter(),
    PlaceMarker: PlacePresenter(),
    Renovate: RenovatePresenter(),
    HoldMeeting: HoldMeetingPresenter(),
}
"""The presenter of each class of effects; a subclass without one has that of the nearest class above it."""
PLAIN: EffectPresenter[Any] = EffectPresenter()


def effect_presenter(effect: Effect) -> EffectPresenter[Any]:
    """Returns the presenter of an effect, the plain one if its class is not registered."""
    return next((PRESENTERS[kind] for kind in type(effect).__mro__ if kind in PRESENTERS), PLAIN)
