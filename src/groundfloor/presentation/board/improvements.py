"""What is on sale: every improvement of the game with its copies left, its price for the viewer, and whether it can be bought."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Literal

from groundfloor.engine.company.company_projection import ImprovementProjection
from groundfloor.engine.phases.reorganize import stage_on_sale
from groundfloor.engine.ruleset import Ruleset

from .. import effects, names
from ..areas.construction_company import outlook_words
from ..view import Control, TableView
from .action_text import label
from .amounts import Amount
from .ledger import pair
from .people import Owner
from .purposes import purpose_text
from .rule_refs import rule_of_tile
from .task_controls import ControlState, state_of
from .tooltips import position_of


@dataclass(frozen=True)
class RemodelRoom:
    """A room of the ground floor: what it does before and after remodeling, who has remodeled it, and whether the viewer has."""

    id: str
    name: str
    standard: str
    remodeled: str
    owners: list[Owner]
    is_yours: bool

    @property
    def owner_names(self) -> str:
        return ", ".join(owner.name for owner in self.owners)


@dataclass(frozen=True)
class RemodelRooms:
    price: tuple[Amount, ...]
    prestige: int
    rooms: list[RemodelRoom]


ImprovementStatus = Literal["available", "yours", "sold-out", "later"]
"""On sale, owned by the viewer, sold out, or of a later stage."""

TileKind = Literal["tenant", "floor"]

MOST_BELOW_DECISION = 8
"""How many kinds of improvements have room below the decision of a wide page."""


@dataclass(frozen=True)
class Improvement:
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
    status: ImprovementStatus
    state: ControlState
    value: str
    label: str
    reason: str
    rule: str
    outlook: str = ""
    purpose: str = ""
    stock_words: str = ""
    symbols: tuple[effects.Symbol, ...] = ()

    @property
    def owner_names(self) -> str:
        return ", ".join(owner.name for owner in self.owners)


@dataclass(frozen=True)
class LaterStage:
    """The improvements of a later stage, folded with the round they come in."""

    stage: int
    from_round: int
    tiles: list[Improvement]


@dataclass(frozen=True)
class ImprovementColumn:
    """Tenant improvements or floors: those on sale, with the price of the viewer's next one."""

    kind: TileKind
    title: str
    price: tuple[Amount, ...]
    tiles: list[Improvement]
    later: list[LaterStage]


@dataclass(frozen=True)
class ImprovementList:
    """The list; ``asks`` says that it answers the open question."""

    columns: list[ImprovementColumn]
    asks: bool
    kinds: int
    next_stage: int
    next_round: int

    @property
    def is_long(self) -> bool:
        """Whether the list needs more room than there is below the decision of a wide page."""
        return sum(len(column.tiles) for column in self.columns) > MOST_BELOW_DECISION


def available_columns(improvements: ImprovementList) -> list[ImprovementColumn]:
    """Returns what is left on sale that the viewer does not own, by columns; none of a list that answers the question."""
    if improvements.asks:
        return []
    left = [
        replace(column, tiles=[tile for tile in column.tiles if tile.status == "available"], later=[]) for column in improvements.columns
    ]
    return [column for column in left if column.tiles]


@dataclass(frozen=True)
class ImprovementFacts:
    """All that the list depends on while nothing on it can be chosen.

    By index of the tiles: ``left`` copies on sale, ``owners``, and ``owned`` by the viewer (None: a spectator); ``prices`` are those of the
    viewer's next tenant improvement and floor.
    """

    ruleset: Ruleset
    stage: int
    left: tuple[int, ...]
    owners: tuple[tuple[Owner, ...], ...]
    owned: tuple[bool, ...] | None
    prices: tuple[tuple[Amount, ...], tuple[Amount, ...]]


def improvement_list(view: TableView) -> ImprovementList:
    """Returns the list for a viewer; where it answers the question, what can be chosen comes first."""
    plain = plain_list(view.translations, improvement_facts(view))
    if not view.own.is_asked or not (view.own.controls_with_prefix("buy") or view.own.controls_with_prefix("take")):
        return plain
    columns = [
        replace(
            column,
            tiles=sorted((asked_tile(view, tile) for tile in column.tiles), key=lambda tile: tile.state == "blocked"),
            later=[replace(stage, tiles=[asked_tile(view, tile) for tile in stage.tiles]) for stage in column.later],
        )
        for column in plain.columns
    ]
    columns.sort(key=lambda column: all(tile.state == "blocked" for tile in column.tiles))
    return replace(plain, columns=columns, asks=True)


def improvement_facts(view: TableView) -> ImprovementFacts:
    """Returns what a viewer's list depends on while nothing on it can be chosen."""
    rules, state = view.game.ruleset, view.moment.game._state
    tiles = range(len(rules.tiles))
    owned: tuple[bool, ...] | None = None
    prices: tuple[tuple[Amount, ...], tuple[Amount, ...]] = (), ()
    if view.own.seat is not None:
        player, construction = state.players[view.own.seat], view.game.ruleset.construction
        owned = tuple(player.owns(index) for index in tiles)
        tenant, floor = (next(tile.index for tile in rules.tiles if tile.is_tenant == is_tenant) for is_tenant in (True, False))
        prices = (
            pair(view, *construction.price(view.moment.game, player, tenant)),
            pair(view, *construction.price(view.moment.game, player, floor)),
        )
    return ImprovementFacts(
        rules,
        stage_on_sale(view.game),
        tuple(state.copies_left) or (0,) * len(tiles),
        tuple(tuple(owner for owner in view.owners if state.players[owner.seat].owns(index)) for index in tiles),
        owned,
        prices,
    )


def remodel_rooms(view: TableView) -> RemodelRooms:
    rules, translations, players = view.game.ruleset, view.translations, view.moment.game._state.players
    rooms = [
        RemodelRoom(
            room.id,
            names.breakable("room", room.id, translations),
            effects.of_room(rules, index, translations),
            effects.of_room(rules, index, translations, remodeled=True),
            [owner for owner in view.owners if players[owner.seat].remodeled[index]],
            view.own.seat is not None and bool(players[view.own.seat].remodeled[index]),
        )
        for index, room in enumerate(rules.rooms)
    ]
    return RemodelRooms(pair(view, rules.remodeling.money, rules.remodeling.info), rules.room_prestige, rooms)


@lru_cache(maxsize=256)
def plain_list(translations: NullTranslations, facts: ImprovementFacts) -> ImprovementList:
    _ = translations.gettext
    columns = [
        column(translations, facts, "tenant", _("Tenant improvements"), facts.prices[0]),
        column(translations, facts, "floor", _("Floors"), facts.prices[1]),
    ]
    later = min((tile.stage for tile in facts.ruleset.tiles if tile.stage > facts.stage), default=0)
    kinds = sum(tile.left > 0 for column in columns for tile in column.tiles)
    return ImprovementList(columns, False, kinds, later, facts.ruleset.first_round(later) if later else 0)


def column(
    translations: NullTranslations, facts: ImprovementFacts, kind: TileKind, title: str, price: tuple[Amount, ...]
) -> ImprovementColumn:
    rules = facts.ruleset
    tiles = [tile.index for tile in rules.tiles if tile.is_tenant == (kind == "tenant")]
    seen = [plain_tile(translations, facts, index) for index in tiles if rules.tiles[index].stage <= facts.stage]
    stages = sorted({rules.tiles[index].stage for index in tiles if rules.tiles[index].stage > facts.stage})
    later = [
        LaterStage(stage, rules.first_round(stage), [plain_tile(translations, facts, i) for i in tiles if rules.tiles[i].stage == stage])
        for stage in stages
    ]
    return ImprovementColumn(kind, title, price, seen, later)


def plain_tile(translations: NullTranslations, facts: ImprovementFacts, index: int) -> Improvement:
    tile = facts.ruleset.tiles[index]
    group = names.tile_group(tile.id)
    owners, left = list(facts.owners[index]), facts.left[index]
    status = improvement_status(facts, index)
    return Improvement(
        id=tile.id,
        name=names.breakable(group, tile.id, translations),
        effect=effects.of_tile(tile, translations),
        prestige=tile.prestige,
        stage=tile.stage,
        left=left,
        copies=left + len(owners),
        owners=owners,
        status=status,
        state="plain",
        value=f"buy {tile.id}",
        label="",
        reason=unsold_reason(translations, facts, index, status),
        rule=rule_of_tile(tile),
        outlook="",
        purpose=purpose_text("tile", tile.id, translations),
        stock_words=stock_words(translations, status, left),
        symbols=effects.symbols_of_tile(tile),
    )


def asked_tile(view: TableView, tile: Improvement) -> Improvement:
    value = f"take {tile.id}" if view.own.controls_with_prefix(f"take {tile.id}") else tile.value
    controls = view.own.controls_with_prefix(value)
    if not controls:
        return replace(tile, value=value)
    legal = [control for control in controls if control.is_legal]
    first = (legal or controls)[0]
    return replace(
        tile,
        state=state_of(view, controls, view.own.seat if view.own.seat is not None else -1),
        value=value,
        label=label(view, first, name=tile.name if len(legal) > 1 else ""),  # where it goes is the second step
        reason=first.reason,
        outlook=outlook(view, first),
    )


def outlook(view: TableView, control: Control) -> str:
    """Returns what an improvement that can be chosen now brings until the end, and to the score."""
    found = view.projection(control.action, position_of(view, control)) if control.is_legal else None
    return outlook_words(view, found) if isinstance(found, ImprovementProjection) else ""


def unsold_reason(translations: NullTranslations, facts: ImprovementFacts, index: int, status: ImprovementStatus) -> str:
    """Returns why the viewer can't buy an improvement that has nothing to do with the question; empty for spectators."""
    _ = translations.gettext
    if facts.owned is None:
        return ""
    reasons = {
        "later": _("On sale from round %(round)s on.") % {"round": facts.ruleset.first_round(facts.ruleset.tiles[index].stage)},
        "yours": _("You already own one."),
        "sold-out": _("All copies are sold."),
    }
    # Whose turn it is would change the whole list with every turn.
    return reasons.get(status, _("Improvements are bought in phase IV, with a marker at the construction company."))


def stock_words(translations: NullTranslations, status: ImprovementStatus, left: int) -> str:
    _ = translations.gettext
    if status == "yours":
        return _("yours")
    return translations.ngettext("%(n)s left", "%(n)s left", left) % {"n": left} if left else _("none left")


def improvement_status(facts: ImprovementFacts, index: int) -> ImprovementStatus:
    if facts.ruleset.tiles[index].stage > facts.stage:
        return "later"
    if facts.owned is not None and facts.owned[index]:
        return "yours"
    return "available" if facts.left[index] else "sold-out"


@dataclass(frozen=True)
class StageImprovement:
    """An improvement of a stage, for a list without prices: its name, what it does, and its prestige."""

    name: str
    effect: str
    prestige: int
    kind: TileKind


def improvements_of_stage(rules: Ruleset, stage: int, translations: NullTranslations) -> list[StageImprovement]:
    """Returns the improvements that come on sale with a stage, tenant improvements first."""
    tiles = sorted((tile for tile in rules.tiles if tile.stage == stage), key=lambda tile: not tile.is_tenant)
    return [
        StageImprovement(
            names.full(names.tile_group(tile.id), tile.id, translations),
            effects.of_tile(tile, translations),
            tile.prestige,
            "tenant" if tile.is_tenant else "floor",
        )
        for tile in tiles
    ]
