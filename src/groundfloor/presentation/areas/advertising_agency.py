"""The advertising agency: its desks, the boards of the marketing types, the question of the type and what it brings (``RULES III.B``, ``IV.B``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.advertising_agency import (
    AdvertisingAgency,
    MarketingType,
    MarketingTypeChosen,
    MarketingWaited,
    PopularityGained,
)
from groundfloor.engine.city.area_projections import AgencyProjection, MarketingProjection
from groundfloor.engine.game import Game
from groundfloor.engine.projection import Projection
from groundfloor.engine.state import CONDUCT, REORGANIZE, State
from groundfloor.translatable import _, plural

from .. import names
from ..board.amounts import Amount, Offer, gain, price_amounts
from ..board.people import Owner
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, explains_to_owner, formats
from ..questions.question import QuestionPresenter
from ..view import Control, TableView
from .presenter import AreaPresenter, BuildingView, occupant_name, row


@dataclass(frozen=True)
class Count:
    """How many markers somebody has on a board, and whether they alone have most; ``is_draft`` says that the number is that of a draft."""

    person: Owner
    number: int
    is_sole: bool
    is_draft: bool = False


@dataclass(frozen=True)
class MarketingBoard:
    """A marketing type: its price, the markers on it, how many make a step."""

    id: str
    title: str
    prices: tuple[Amount, ...]
    counts: tuple[Count, ...]
    rate: int


@dataclass(frozen=True)
class AgencyView(BuildingView):
    """The three boards, and how many desks there are."""

    boards: tuple[MarketingBoard, ...]
    desks: int


class AdvertisingAgencyPresenter(AreaPresenter[AdvertisingAgency]):
    """Desks that can be chosen freely, and the three boards."""

    task_verb = "agency"
    task_rule = "III.B"
    conduct_rule = "IV.B"
    task_places = ("agency",)
    placed_message = _("%(name)s went to desk %(space)s of the agency for %(price)s.")
    automa_placed_message = _("%(name)s went to desk %(space)s of the agency.")
    failed_messages = plural(
        "The Automa’s card named the %(area)s; desk %(shut)s was taken.",
        "The Automa’s card named the %(area)s; desks %(shut)s were taken.",
    )
    conduct_text = _("Types are chosen in phase IV, for the markers at the desks.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        name = self.name(view.translations)
        desks = builder.row(
            "agency",
            f"{name}, " + view._("desk %(number)s"),
            view.game._state.agency_desks,
            view.moment.game._state.agency_desks,
            "agency",
            is_numbered=not self.area.is_numbered,
            shows=self.area.is_numbered,
            offers=self.offers(view),
        )
        boards = [
            builder.space(
                f"type-{kind.id}",
                f"{name}, {names.full('marketing', kind.id, view.translations)}",
                kind.id,
                at=f"board-{number}",
                offer=Offer((board.prices,), more=board_words(view, board)),
                open_word="",
            )
            for number, (kind, board) in enumerate(zip(self.area.types, self.view(view).boards, strict=True), 1)
        ]
        return (*desks, *boards)

    def view(self, view: TableView) -> AgencyView:
        boards = tuple(self.board(view, type, kind) for type, kind in enumerate(self.area.types))
        return AgencyView(boards, len(view.game._state.agency_desks))

    def board(self, view: TableView, type: int, kind: MarketingType) -> MarketingBoard:
        box, before = view.game._state.marketing_boxes[type], view.moment.game._state
        is_counted = before.phase == REORGANIZE or (before.phase == CONDUCT and before.area > view.game.ruleset.areas.index(self.area))
        counts = tuple(
            Count(
                view.owners[seat],
                box[seat],
                not is_counted and self.area.steps_for(before.marketing_boxes[type], type, seat)[1],
                box[seat] != before.marketing_boxes[type][seat],
            )
            for seat in view.game._state.popularity_order
            if box[seat]
        )
        title = names.breakable("marketing", kind.id, view.translations)
        return MarketingBoard(f"type-{kind.id}", title, price_amounts(view, kind.money, kind.info), counts, kind.markers_per_step)

    def contents(self, view: TableView) -> list[str]:
        lines = [view._("Desks: %(spaces)s.", spaces=row(view, view.game._state.agency_desks))]
        for type, box in zip(self.area.types, view.game._state.marketing_boxes, strict=True):
            held = [f"{occupant_name(view, seat)} {count}" for seat, count in enumerate(box) if count]
            lines.append(f"{names.full('marketing', type.id, view.translations)}: {', '.join(held) or '0'}.")
        return lines

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"agency": state.agency_desks}

    def purpose(self, view: TableView, space: Space) -> str:
        if space.kind == "agency":
            return view._("In phase IV the owner of a marker here chooses how it advertises.")
        kind = next(kind for kind in self.area.types if space.id == f"type-{kind.id}")
        return view.plural(
            "%(n)s marker brings 1 step of popularity; the company that alone has the most gains one more.",
            "Every %(n)s markers bring 1 step of popularity; the company that alone has the most gains one more.",
            kind.markers_per_step,
        )

    def task_title(self, view: TableView, action: Action, quote: Quote) -> str:
        number = action.operand + 1 if action.operand >= 0 else gain(quote, "space")
        return view._("%(area)s, desk %(number)s", area=self.name(view.translations), number=number)

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        if any(code == "box" for code, _number in quote.gains):
            type = self.area.types[gain(quote, "box")].id
            sentence = view._(
                "A marker from your stock goes to %(type)s at once and counts in phase IV.",
                type=names.full("marketing", type, view.translations),
            )
            return f"{sentence} {marketing_words(view, view.projection(action, before))}".strip()
        order = view._("In phase IV you choose how your marker advertises, from the top desk down.")
        if self.area.is_numbered:
            order = view._("In phase IV you choose how your marker advertises, from the last desk up.")
        projection = view.projection(action, before)
        if not isinstance(projection, AgencyProjection):
            return order
        types = ", ".join(f"{names.full('marketing', type.type, view.translations)} +{type.steps}" for type in projection.types)
        steps = view._("Steps of popularity as things stand: %(types)s.", types=types)
        return f"{order} {steps}"


def marketing_words(view: TableView, projection: Projection | None) -> str:
    """Returns where a marker of a type takes the viewer and who has the most there in the current position (``RULES IV.B``)."""
    if not isinstance(projection, MarketingProjection):
        return ""
    facts = {"n": projection.steps, "space": projection.space, "rank": projection.rank, "all": len(projection.order)}
    if projection.steps:
        sentence = view.translations.ngettext(
            "%(n)s step as things stand: you move to space %(space)s",
            "%(n)s steps as things stand: you move to space %(space)s",
            projection.steps,
        )
    else:
        sentence = view._("No step yet: you stay on space %(space)s")
    sentence += view._(", rank %(rank)s of %(all)s.")
    return " ".join([sentence % facts, majority_words(view, projection)])


def short_marketing_words(view: TableView, projection: Projection | None) -> str:
    """Returns in one line, for a button, where a marker of a type takes the viewer: ``2 steps to space 4, place 1 of 3 · the most markers``."""
    if not isinstance(projection, MarketingProjection):
        return ""
    facts = {"n": projection.steps, "space": projection.space, "rank": projection.rank, "all": len(projection.order)}
    steps = view.translations.ngettext(
        "%(n)s step, then space %(space)s, rank %(rank)s of %(all)s",
        "%(n)s steps, then space %(space)s, rank %(rank)s of %(all)s",
        projection.steps,
    )
    if projection.undecided:
        steps += " " + view._("so far")
    most = view._("you alone have the most")
    if not projection.is_sole:
        most = view._("%(name)s level or ahead", name=view.people[projection.rival].name)
    return f"{steps % facts} · {most}"


def majority_words(view: TableView, projection: MarketingProjection) -> str:
    """Returns who alone has the most markers of a type, or what is missing for it, and how many markers still choose."""
    if projection.is_sole:
        majority = view._("You alone have the most markers there.")
    else:
        majority = view.plural(
            "%(name)s has as many markers there, or more: %(n)s more would put you ahead.",
            "%(name)s has as many markers there, or more: %(n)s more would put you ahead.",
            projection.missing,
            name=view.people[projection.rival].name,
        )
    if not projection.undecided:
        return majority
    others = view.plural("The type of %(n)s marker is still open.", "The types of %(n)s markers are still open.", projection.undecided)
    return f"{majority} {others}"


def board_words(view: TableView, board: MarketingBoard) -> str:
    """Returns who has how many markers on a board, and who alone has most: ``Mara: 3 markers, the most; Ben: 1 marker.``"""
    sentences = [] if board.prices else [f"{view.translations.pgettext('price', 'free').capitalize()}."]
    counts = []
    for count in board.counts:
        words = view.plural("%(name)s: %(n)s marker", "%(name)s: %(n)s markers", count.number, name=count.person.name)
        counts.append(view._("%(count)s, the most", count=words) if count.is_sole else words)
    sentences.append(f"{'; '.join(counts)}." if counts else f"{view._('empty').capitalize()}.")
    return " ".join(sentences)


class MarketingTypeQuestion(QuestionPresenter):
    """How a marker at the agency advertises (``RULES IV.B.1``)."""

    kind = "marketing_type"
    verbs = tuple(names.MARKETING)
    part = "city"
    rule = "IV.B.1"
    question = _("Choose a marketing type")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        desks = [number for number, owner in enumerate(game._state.agency_desks, 1) if owner == seat] or [0]
        desk = desks[-1 if game.ruleset.agency.is_numbered else 0]
        return view._("Your marker at desk %(desk)s goes to one of the three marketing types.", desk=desk)

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return [control for control in view.own.controls.values() if control.action.verb in self.verbs]

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return names.full("marketing", action.verb, view.translations)

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        return short_marketing_words(view, view.projection(action, view.game))

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return marketing_words(view, view.projection(action, before))


@formats(MarketingTypeChosen, own=_("Your marker went to %(type)s."))
def marketing_type_chosen(formatter: EventFormatter, event: MarketingTypeChosen) -> Sentences:
    price = formatter.amounts(money=event.money, info=event.info)
    markers = event.markers
    if price:
        return formatter.plural(
            "%(name)s chose %(type)s with %(n)s marker for %(price)s.",
            "%(name)s chose %(type)s with %(n)s markers for %(price)s.",
            markers,
            price=price,
        ), ""
    sentence = formatter.plural("%(name)s chose %(type)s with %(n)s marker.", "%(name)s chose %(type)s with %(n)s markers.", markers)
    return sentence, formatter._("The Automa’s card named the marketing type.") if formatter.is_automa else ""


@formats(PopularityGained, own=_("You advanced to popularity space %(space)s."))
def popularity_gained(formatter: EventFormatter, event: PopularityGained) -> Sentences:
    moved = event.moved
    if moved:
        sentence = formatter._("%(name)s advanced %(far)s through %(type)s, to space %(space)s.", far=formatter.counted("space", moved))
    else:
        sentence = formatter._("%(name)s stayed on space %(space)s, the last one, despite %(type)s.")
    return sentence, advance_reason(formatter, event, ADVANCE_REASONS)


@formats(MarketingWaited, own=_("You gained no popularity through %(type)s."), is_surprising=True)
def marketing_waited(formatter: EventFormatter, event: MarketingWaited) -> Sentences:
    return formatter._("%(name)s gained no popularity through %(type)s."), advance_reason(formatter, event, ADVANCE_REASONS)


@explains_to_owner(PopularityGained, MarketingWaited)
def own_advance_reason(formatter: EventFormatter, event: PopularityGained | MarketingWaited) -> str:
    return advance_reason(formatter, event, OWN_ADVANCE_REASONS)


ADVANCE_REASONS = (
    plural(
        "A step took %(n)s marker; %(name)s had %(markers)s and no majority: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s and no majority: %(rival)s.",
    ),
    plural(
        "A step took %(n)s marker; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s, but the majority brought one step: %(rival)s.",
    ),
    plural(
        "A step took %(n)s marker; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
        "A step took %(n)s markers; %(name)s had %(markers)s, and the majority brought one step more: %(rival)s.",
    ),
)
OWN_ADVANCE_REASONS = (
    plural(
        "A step took %(n)s marker; you had %(markers)s and no majority: %(rival)s.",
        "A step took %(n)s markers; you had %(markers)s and no majority: %(rival)s.",
    ),
    plural(
        "A step took %(n)s marker; you had %(markers)s, but the majority brought one step: %(rival)s.",
        "A step took %(n)s markers; you had %(markers)s, but the majority brought one step: %(rival)s.",
    ),
    plural(
        "A step took %(n)s marker; you had %(markers)s, and the majority brought one step more: %(rival)s.",
        "A step took %(n)s markers; you had %(markers)s, and the majority brought one step more: %(rival)s.",
    ),
)
"""Why somebody has advanced, or has not: by the number of markers alone, by the majority alone, by both."""


def advance_reason(formatter: EventFormatter, event: PopularityGained | MarketingWaited, reasons: tuple[tuple[str, str], ...]) -> str:
    is_sole = isinstance(event, PopularityGained) and event.sole
    has_groups = isinstance(event, PopularityGained) and event.steps > event.sole
    one, many = reasons[is_sole + (is_sole and has_groups)]
    return formatter.plural(one, many, event.group, rival=rival(formatter, event))


def rival(formatter: EventFormatter, event: PopularityGained | MarketingWaited) -> str:
    """Returns how many markers the strongest other player had in the box."""
    if event.rival < 0:
        return formatter._("nobody else had any")
    return formatter._("%(other)s had %(most)s", other=formatter.person(event.rival))
