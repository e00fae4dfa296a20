"""The construction company: its spaces, and the questions about improvements (``RULES III.I``, ``IV.I``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.area_projections import ConstructionProjection
from groundfloor.engine.city.construction_company import ConstructionCompany, FloorAdded, NothingBought, TenantAdded
from groundfloor.engine.company.company_projection import ImprovementProjection
from groundfloor.engine.game import Game
from groundfloor.engine.phases.reorganize import stage_on_sale
from groundfloor.engine.position_projection import has_free_tenant
from groundfloor.engine.projection import Projection
from groundfloor.engine.state import ROOMS, State
from groundfloor.translatable import _

from .. import effects, names
from ..board.amounts import gain, price_amounts
from ..board.phrases import after_others, place_words, signed_number, tile_words
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, formats
from ..questions.question import CLOSING, QuestionPresenter, TurnEndQuestion
from ..view import Control, TableView
from .presenter import AreaPresenter, BuildingView, opening_words, row


@dataclass(frozen=True)
class ConstructionView(BuildingView):
    """How many kinds of improvement are on sale."""

    kinds: int


class ConstructionCompanyPresenter(AreaPresenter[ConstructionCompany]):
    """A row of numbered spaces; some are closed, depending on the number of players."""

    task_verb = "construction"
    task_rule = "III.I"
    conduct_rule = "IV.I"
    task_places = ("site",)
    placed_message = _("%(name)s took construction space %(space)s for %(price)s.")
    floor_placed_message = _("%(name)s took construction space %(space)s with the %(floor)s for %(price)s.")
    automa_placed_message = _("%(name)s took construction space %(space)s.")
    purpose_text = _("In phase IV the owner of a marker here may buy one improvement.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        name = f"{self.name(view.translations)}, " + view._("space %(number)s")
        queue, before = view.game._state.construction_queue, view.moment.game._state.construction_queue
        spaces = builder.row("site", name, queue, before, "construction", is_numbered=False, offers=self.offers(view))
        closed = range(len(spaces) + 1, max(self.area.sizes) + 1)
        return (
            *spaces,
            *(builder.space(f"site-{number}", name % {"number": number}, closed=self.closed_words(view, number)) for number in closed),
        )

    def closed_words(self, view: TableView, number: int) -> str:
        players = next(count for count, size in enumerate(self.area.sizes, 2) if size >= number)
        return opening_words(view, players, "construction_company.spaces")

    def view(self, view: TableView) -> ConstructionView:
        state, rules = view.moment.game._state, view.game.ruleset
        stage = stage_on_sale(view.moment.game)
        return ConstructionView(sum(1 for tile in rules.tiles if tile.stage <= stage and state.copies_left[tile.index] > 0))

    def contents(self, view: TableView) -> list[str]:
        return [row(view, view.game._state.construction_queue) + "."]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"site": state.construction_queue}

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        said = view._("In phase IV you may buy one improvement")
        order = after_others(view, said, before._state.construction_queue, gain(quote, "space"))
        return f"{order} {choice_words(view, view.projection(action, before))}".strip()


def choice_words(view: TableView, projection: Projection | None) -> str:
    """Returns what a marker on a construction space lets its owner choose from, and at what price (``RULES IV.I``)."""
    if not isinstance(projection, ConstructionProjection):
        return ""
    named = []
    if projection.floors:
        price = price_words(view, projection.money, projection.info)
        named.append(view.plural("%(n)s floor (%(price)s)", "%(n)s floors (%(price)s)", projection.floors, price=price))
    if projection.tenants:
        price = price_words(view, projection.tenant_money, projection.tenant_info)
        tenants = view.plural(
            "%(n)s tenant improvement (%(price)s)", "%(n)s tenant improvements (%(price)s)", projection.tenants, price=price
        )
        named.append(tenants)
    if not named:
        return view._("As things stand, there will be nothing on sale that you don’t already own.")
    kinds = view._(" and ").join(named)
    if any(seat != view.own.seat for seat in projection.before):
        return view._("If nothing is bought before, you can choose from %(kinds)s.", kinds=kinds)
    return view._("Whatever others do, you can then choose from %(kinds)s.", kinds=kinds)


def price_words(view: TableView, money: int, info: int) -> str:
    found = [each.counted for each in price_amounts(view, money, info)]
    return view._(" and ").join(found) or view._("nothing")


class BuyQuestion(QuestionPresenter):
    """Which improvement is bought (``RULES IV.I.1``)."""

    kind = "buy"
    verbs = ("buy",)
    part = "improvements"
    second_step_part = "company"
    rule = "IV.I.1"
    answer_rules = {"buy": "IV.I.2"}
    question = _("Buy an improvement?")
    page_help_text = _("You can pay for the lit lines of the list.")
    closing_text = _("Buy nothing")

    def help(self, view: TableView, game: Game, seat: int) -> str:
        queue = game._state.construction_queue
        number = queue.index(seat) + 1 if seat in queue else 0
        return view._("Your marker at construction space %(space)s lets you buy one.", space=number)

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return [control for control in controls if control.action.verb in CLOSING]

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        tile = tile_words(view, action.operand)
        if action.second_operand < 0:
            return tile
        if action.second_operand >= ROOMS:
            return view._("%(tile)s, on the Empty Floor", tile=tile)
        return view._("%(tile)s, over %(place)s", tile=tile, place=place_words(view, action.second_operand))

    def second_step(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        return tile_words(view, action.operand), view._("Where does it go? What it covers can’t be used any more.")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        if action.second_operand < 0:
            return "", ""
        lost = covered_words(view, action, view.game, view.own.seat) if view.own.seat is not None else []
        return place_words(view, action.second_operand), " ".join(lost)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return improvement_words(view, action, before)

    def warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        sentences = super().warnings(view, action, quote, before)
        if view.own.seat is None:
            return sentences
        if action.second_operand >= 0:
            sentences += covered_words(view, action, before, view.own.seat)
        if before.ruleset.tiles[action.operand].extra_places and not has_free_tenant(before, view.own.seat):
            sentences.append(view._("No tenant improvement is left to come with it."))
        return sentences


class TenantQuestion(QuestionPresenter):
    """Which tenant improvement comes with the Empty Floor (``RULES IV.I.6``)."""

    kind = "tenant"
    verbs = ("take",)
    part = "improvements"
    second_step_part = "company"
    rule = "IV.I.6"
    question = _("Choose the free tenant improvement")
    help_text = _("It comes with the Empty Floor and moves in there.")
    page_help_text = _("Choose a lit line of the list.")

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return []

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        return tile_words(view, action.operand)

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        return improvement_words(view, action, before)


class AfterBuyQuestion(TurnEndQuestion):
    """Remodeling after a purchase (``RULES 9.1.1``)."""

    kind = "after_buy"
    help_text = _("You have bought.")


def improvement_words(view: TableView, action: Action, before: Game) -> str:
    """Returns what an improvement does, what it brings until the end, and what the score gains by it now."""
    does = effects.of_tile(view.game.ruleset.tiles[action.operand], view.translations) + "."
    found = view.projection(action, before)
    return f"{does} {outlook_words(view, found)}".strip() if isinstance(found, ImprovementProjection) else does


def outlook_words(view: TableView, projection: ImprovementProjection) -> str:
    per_income = {"money": projection.money, "info": projection.info, "time": projection.time}
    brought = [
        names.counted(code, number * projection.incomes, view.translations)
        for code, number in per_income.items()
        if number * projection.incomes > 0
    ]
    sentences = []
    if brought:
        sentences.append(
            view.plural(
                "In all %(amounts)s with %(n)s income to come.",
                "In all %(amounts)s with %(n)s incomes to come.",
                projection.incomes,
                amounts=", ".join(brought),
            )
        )
    sentences.append(view._("Your score as things stand: %(change)s, price included.", change=signed_number(projection.change)))
    return " ".join(sentences)


def covered_words(view: TableView, action: Action, before: Game, seat: int) -> list[str]:
    player = before._state.players[seat]
    covered = player.visible_tenants[action.second_operand]
    if covered >= 0:
        return [view._("%(room)s closes; its prestige stays.", room=tile_words(view, covered))]
    if action.second_operand >= ROOMS:
        return []
    name = names.full("room", before.ruleset.rooms[action.second_operand].id, view.translations)
    if player.remodeled[action.second_operand]:
        points = names.counted("point", before.ruleset.room_prestige, view.translations)
        sentences = [view._("%(room)s closes; you keep its %(points)s.", room=name, points=points)]
    else:
        sentences = [view._("%(room)s closes and can’t be remodeled any more.", room=name)]
    if action.second_operand == before.ruleset.closet_room:
        sentences.append(view._("Nothing can be stored from then on, and stored supply is discarded."))
    return sentences


@formats(FloorAdded)
def floor_added(formatter: EventFormatter, event: FloorAdded) -> Sentences:
    number, price = event.number + 1, formatter.amounts(money=event.money, info=event.info)
    if price:
        return formatter._("%(name)s added %(tile)s as floor %(number)s of the building for %(price)s.", number=number, price=price), ""
    sentence = formatter._("%(name)s added %(tile)s as floor %(number)s of the building.", number=number)
    return sentence, drawn_from(formatter, event.among)


@formats(TenantAdded)
def tenant_added(formatter: EventFormatter, event: TenantAdded) -> Sentences:
    price = formatter.amounts(money=event.money, info=event.info)
    place = covered_name(formatter, event)
    if price and place:
        sentence = formatter._("%(name)s added %(tile)s over %(place)s for %(price)s.", place=place, price=price)
    elif price:
        sentence = formatter._("%(name)s added %(tile)s on the Empty Floor for %(price)s.", price=price)
    elif formatter.is_automa:
        return formatter._("%(name)s added %(tile)s."), drawn_from(formatter, event.among)
    else:
        sentence = formatter._("%(name)s added %(tile)s on the Empty Floor for free.")
    if event.lost_supply:
        return sentence, formatter._(
            "The storage closet closed, and %(supply)s in it was discarded.", supply=formatter.counted("supply", event.lost_supply)
        )
    return sentence, ""


@formats(NothingBought, own=_("You bought nothing."), is_surprising=True)
def nothing_bought(formatter: EventFormatter, event: NothingBought) -> Sentences:
    sentence = formatter._("%(name)s bought nothing.")
    if formatter.is_automa:
        return sentence, formatter._("Nothing that its card could choose was left on sale.")
    if not event.automatic:
        return sentence, ""
    have = formatter.join([formatter.counted("money", event.money or 0), formatter.counted("info", event.info or 0)])
    return sentence, formatter._("Nothing on sale could be paid with %(have)s.", have=have)


def covered_name(formatter: EventFormatter, event: TenantAdded) -> str:
    """Returns the name of what a new tenant covers; "" for a free space."""
    if event.over:
        return formatter.tile_name(event.over)
    return names.full("room", event.place, formatter.translations) if event.place in names.ROOMS else ""


def drawn_from(formatter: EventFormatter, among: int) -> str:
    """Returns from how many candidates an Automa's improvement was drawn, "" for a person's."""
    return formatter.plural("There was no other candidate.", "Drawn at random from %(n)s candidates.", among) if among else ""
