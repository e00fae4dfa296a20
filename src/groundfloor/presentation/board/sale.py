"""What is on sale: every improvement of the game with its copies left, its price for whoever looks, and whether it can be bought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.company.company_projection import ImprovementProjection
from groundfloor.engine.projections import construction_company
from groundfloor.presentation import effects, names
from groundfloor.presentation.questions.improvements import outlook_words

from .action_text import label
from .ledger import pair
from .purposes import purpose_text
from .rule_refs import rule_of_tile
from .task_controls import state_of
from .tooltips import position_of

if TYPE_CHECKING:
    from .amounts import Amount
    from .people import Owner
    from .scene import Control, Scene
    from .task_controls import ControlState


SaleStatus = Literal["sale", "yours", "sold-out", "later"]
"""On sale, owned by the viewer, sold out, or of a later stage."""
TileKind = Literal["tenant", "floor"]


@dataclass(frozen=True)
class SaleTile:
    """A kind of improvement.

    ``reason`` is why it can't be bought now, ``outlook`` what it brings if it is.
    """

    id: str
    name: str
    effect: str
    prestige: int
    stage: int
    left: int
    copies: int
    owners: list[Owner]
    status: SaleStatus
    state: ControlState
    value: str
    label: str
    reason: str
    rule: str
    outlook: str = ""
    purpose: str = ""
    stock_words: str = ""

    @property
    def owner_names(self) -> str:
        """Returns who has one, by name."""
        return ", ".join(owner.name for owner in self.owners)


@dataclass(frozen=True)
class SaleStage:
    """The improvements of a later stage, folded with the round they come in."""

    stage: int
    from_round: int
    tiles: list[SaleTile]


@dataclass(frozen=True)
class SaleColumn:
    """Tenant improvements or floors: those on sale, with the price of the viewer's next one."""

    kind: TileKind
    title: str
    price: tuple[Amount, ...]
    tiles: list[SaleTile]
    later: list[SaleStage]


@dataclass(frozen=True)
class Sale:
    """The list; ``asks`` says that it is the answer to the question that stands."""

    columns: list[SaleColumn]
    asks: bool
    kinds: int
    next_stage: int
    next_round: int


def sale(scene: Scene) -> Sale:
    """Returns the whole list."""
    _ = scene.words.gettext
    rules = scene.game.ruleset
    now = rules.stage(scene.game.state.round)
    columns = [column(scene, "tenant", _("Tenants")), column(scene, "floor", _("Floors"))]
    later = min((tile.stage for tile in rules.tiles if tile.stage > now), default=0)
    kinds = sum(tile.left > 0 for each in columns for tile in each.tiles)
    asks = scene.is_asked and bool(scene.under("buy") or scene.under("take"))
    return Sale(columns, asks, kinds, later, rules.first_round(later) if later else 0)


def column(scene: Scene, kind: TileKind, title: str) -> SaleColumn:
    """Returns one of the two columns."""
    rules = scene.game.ruleset
    now = rules.stage(scene.game.state.round)
    tiles = [tile.index for tile in rules.tiles if tile.is_tenant == (kind == "tenant")]
    seen = [sale_tile(scene, index) for index in tiles if rules.tiles[index].stage <= now]
    stages = sorted({rules.tiles[index].stage for index in tiles if rules.tiles[index].stage > now})
    later = [
        SaleStage(stage, rules.first_round(stage), [sale_tile(scene, i) for i in tiles if rules.tiles[i].stage == stage])
        for stage in stages
    ]
    company = construction_company(scene.game)
    price: tuple[Amount, ...] = ()
    if scene.seat is not None:
        price = pair(scene, *company.price(scene.settled, scene.settled.state.players[scene.seat], tiles[0]))
    return SaleColumn(kind, title, price, seen, later)


def sale_tile(scene: Scene, index: int) -> SaleTile:
    """Returns one kind of improvement."""
    state = scene.settled.state
    tile = scene.game.ruleset.tiles[index]
    group = names.tile_group(tile.id)
    owners = [owner for owner in scene.owners if state.players[owner.seat].owns(index)]
    left = state.copies_on_sale[index] if state.copies_on_sale else 0
    status = sale_status(scene, index, left)
    value = f"take {tile.id}" if scene.under(f"take {tile.id}") else f"buy {tile.id}"
    controls = scene.under(value) if scene.is_asked else []
    legal = [control for control in controls if control.is_legal]
    first = next(iter(legal or controls), None)
    return SaleTile(
        tile.id,
        names.breakable(group, tile.id, scene.words),
        effects.of_tile(tile, scene.words),
        tile.prestige,
        tile.stage,
        left,
        left + len(owners),
        owners,
        status,
        state_of(scene, controls, scene.seat if scene.seat is not None else -1) if controls else "plain",
        value,
        label(scene, first) if first is not None else "",
        first.reason if first is not None else unsold_reason(scene, index, status),
        rule_of_tile(tile),
        outlook(scene, first),
        purpose_text("tile", tile.id, scene.words),
        stock_words(scene, status, left),
    )


def outlook(scene: Scene, control: Control | None) -> str:
    """Returns what an improvement that can be chosen now brings until the end, and to the score."""
    found = scene.projection(control.action, position_of(scene, control)) if control is not None and control.is_legal else None
    return outlook_words(scene, found) if isinstance(found, ImprovementProjection) else ""


def unsold_reason(scene: Scene, index: int, status: SaleStatus) -> str:
    """Returns why the viewer can't buy an improvement that the question has nothing to do with; empty for those who only watch."""
    _ = scene.words.gettext
    if scene.seat is None:
        return ""
    rules = scene.game.ruleset
    reasons = {
        "later": _("On sale from round %(round)s on.") % {"round": rules.first_round(rules.tiles[index].stage)},
        "yours": _("You already own one."),
        "sold-out": _("All copies are sold."),
    }
    # Whose turn it is would change the whole list with every turn.
    return reasons.get(status, _("Improvements are bought in phase IV, with a marker at the construction company."))


def stock_words(scene: Scene, status: SaleStatus, left: int) -> str:
    """Returns how many copies are left, or why there is none for the viewer."""
    _ = scene.words.gettext
    if status == "yours":
        return _("yours")
    return scene.words.ngettext("%(n)s left", "%(n)s left", left) % {"n": left} if left else _("none left")


def sale_status(scene: Scene, index: int, left: int) -> SaleStatus:
    """Returns whether an improvement is on sale, owned, sold out or of a later stage."""
    rules = scene.game.ruleset
    if rules.tiles[index].stage > rules.stage(scene.game.state.round):
        return "later"
    if scene.seat is not None and scene.settled.state.players[scene.seat].owns(index):
        return "yours"
    return "sale" if left else "sold-out"
