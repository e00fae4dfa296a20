"""Questions about improvements: buying one, the tenant that comes with the Empty Floor."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.company.company_projection import ImprovementProjection
from groundfloor.engine.projections import has_free_tenant
from groundfloor.engine.state import ROOMS
from groundfloor.presentation import effects, names
from groundfloor.presentation.board.phrases import place_words, signed_number, tile_words

from .question import CLOSING, QuestionPresenter, TurnEndQuestion

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.board.scene import Control, Scene

    from .question import BoardPart


class BuyQuestion(QuestionPresenter):
    """Which improvement is bought (``RULES IV.I.1``)."""

    kind: ClassVar[QuestionKind] = "buy"
    verbs: ClassVar[tuple[str, ...]] = ("buy",)
    part: ClassVar[BoardPart] = "improvements"
    second_step_part: ClassVar[BoardPart] = "company"
    rule: ClassVar[str] = "IV.I.1"
    answer_rules: ClassVar[Mapping[str, str]] = {"buy": "IV.I.2"}

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Buy an improvement?")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        queue = game.state.construction_queue
        number = queue.index(seat) + 1 if seat in queue else 0
        return scene.words.gettext("Your marker at construction space %(space)s lets you buy one.") % {"space": number}

    def page_help(self, scene: Scene, game: Game) -> str:
        return scene.words.gettext("You can pay for the lit lines of the list.")

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("Buy nothing")

    def buttons(self, scene: Scene, controls: list[Control]) -> list[Control]:
        return [control for control in controls if control.action.verb in CLOSING]

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        tile = tile_words(scene, action.a)
        if action.b < 0:
            return tile
        _ = scene.words.gettext
        if action.b >= ROOMS:
            return _("%(tile)s, on the Empty Floor") % {"tile": tile}
        return _("%(tile)s, over %(place)s") % {"tile": tile, "place": place_words(scene, action.b)}

    def second_step(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        return tile_words(scene, action.a), scene.words.gettext("Where does it go? What it covers can’t be used any more.")

    def second_button(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        if action.b < 0:
            return "", ""
        lost = covered_words(scene, action, scene.game, scene.seat) if scene.seat is not None else []
        return place_words(scene, action.b), " ".join(lost)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return improvement_words(scene, action, before)

    def warnings(self, scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
        found = super().warnings(scene, action, quote, before)
        if scene.seat is None:
            return found
        if action.b >= 0:
            found += covered_words(scene, action, before, scene.seat)
        if before.ruleset.tiles[action.a].extra_places and not has_free_tenant(before, scene.seat):
            found.append(scene.words.gettext("No tenant improvement is left to come with it."))
        return found


class TenantQuestion(QuestionPresenter):
    """Which tenant improvement comes with the Empty Floor (``RULES IV.I.6``)."""

    kind: ClassVar[QuestionKind] = "tenant"
    verbs: ClassVar[tuple[str, ...]] = ("take",)
    part: ClassVar[BoardPart] = "improvements"
    second_step_part: ClassVar[BoardPart] = "company"
    rule: ClassVar[str] = "IV.I.6"

    def prompt(self, words: NullTranslations) -> str:
        return words.gettext("Choose the free tenant improvement")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("It comes with the Empty Floor and moves in there.")

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        return tile_words(scene, action.a)

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return improvement_words(scene, action, before)


class AfterBuyQuestion(TurnEndQuestion):
    """Remodeling after a purchase (``RULES 9.1.1``)."""

    kind: ClassVar[QuestionKind] = "after_buy"

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("You have bought.")


def improvement_words(scene: Scene, action: Action, before: Game) -> str:
    """Returns what an improvement does, what it brings until the end, and what the score gains by it now."""
    does = effects.of_tile(scene.game.ruleset.tiles[action.a], scene.words) + "."
    found = scene.projection(action, before)
    return f"{does} {outlook_words(scene, found)}".strip() if isinstance(found, ImprovementProjection) else does


def outlook_words(scene: Scene, found: ImprovementProjection) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    each = {"money": found.money, "info": found.info, "time": found.time}
    brought = [names.counted(code, number * found.incomes, scene.words) for code, number in each.items() if number * found.incomes > 0]
    said = []
    if brought:
        income = ngettext("In all %(amounts)s with %(n)s income to come.", "In all %(amounts)s with %(n)s incomes to come.", found.incomes)
        said.append(income % {"amounts": ", ".join(brought), "n": found.incomes})
    said.append(_("Your score as things stand: %(change)s, price included.") % {"change": signed_number(found.change)})
    return " ".join(said)


def covered_words(scene: Scene, action: Action, before: Game, seat: int) -> list[str]:
    _ = scene.words.gettext
    player = before.state.players[seat]
    covered = player.visible_tenants[action.b]
    if covered >= 0:
        return [_("%(room)s closes; its prestige stays.") % {"room": tile_words(scene, covered)}]
    if action.b >= ROOMS:
        return []
    name = names.full("room", before.ruleset.rooms[action.b].id, scene.words)
    if player.remodeled[action.b]:
        points = names.counted("point", before.ruleset.room_prestige, scene.words)
        found = [_("%(room)s closes; you keep its %(points)s.") % {"room": name, "points": points}]
    else:
        found = [_("%(room)s closes and can’t be remodeled any more.") % {"room": name}]
    if action.b == before.ruleset.closet_room:
        found.append(_("Nothing can be stored from then on, and stored supply is discarded."))
    return found
