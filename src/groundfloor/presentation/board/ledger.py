"""The ledger of a company: its resources before and after the draft, its next income, time and prices; and its people on the income track."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.phases.income import income_of
from groundfloor.engine.position_projection import (
    floor_price,
    has_place_for_employee,
    time_of_next_round,
    time_of_next_round_trained,
    time_of_round,
)
from groundfloor.engine.state import Player

from .. import names
from ..view import TableView
from .action_text import label
from .amounts import Amount, amount
from .phrases import signed_number
from .task_controls import TaskControl, state_of


@dataclass(frozen=True)
class LedgerLine:
    """A line of the ledger: a resource, its number, and what is pencilled (None: nothing changes); ``capacity`` the round's total,
    which can be pencilled too."""

    icon: str
    name: str
    now: int
    after: int | None
    capacity: int = 0
    is_capacity_draft: bool = False

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def value(self) -> int:
        return self.now if self.after is None else self.after


@dataclass(frozen=True)
class Ledger:
    """What a company holds and what comes next; amounts are empty where a number does not apply (the last round, Automas)."""

    entries: list[LedgerLine]
    next_income: tuple[Amount, ...]
    next_time: int
    next_time_trained: int
    next_hire: tuple[Amount, ...]
    next_tenant: tuple[Amount, ...]
    next_floor: tuple[Amount, ...]
    remodel: tuple[Amount, ...]
    stock: int
    markers: int
    spent_time: int
    prestige: int
    is_person: bool
    """Whether its lines stand in every round: those of an Automa are only those that it has."""
    changed: frozenset[str] = frozenset()
    """Names of the numbers above that are pencilled."""

    def entry(self, icon: str) -> LedgerLine | None:
        return next((entry for entry in self.entries if entry.icon == icon), None)


@dataclass(frozen=True)
class ShaftLevel:
    """A level of the shaft, a space of the income track: the income there, who stands there ("" for nobody), the time they bring, and the
    control that fires them."""

    income: str
    occupant: str
    name: str
    time: int
    fire: TaskControl | None
    is_draft: bool


def ledger(view: TableView, seat: int) -> Ledger:
    confirmed = replace(view, own=replace(view.own, draft=replace(view.own.draft, game=None, actions=())))
    before = ledger_of(confirmed, seat)
    if not view.own.draft.actions or seat != view.own.seat:
        return before
    after = ledger_of(view, seat)
    changed = (part.name for part in fields(Ledger) if getattr(after, part.name) != getattr(before, part.name))
    return replace(after, changed=frozenset(changed))


def ledger_of(view: TableView, seat: int) -> Ledger:
    game = view.game
    rules = game.ruleset
    player = game._state.players[seat]
    prestige = score_of(game, seat)
    is_last = rules.ending.is_over(game)
    is_human = player.deck is None
    buys = is_human and not game.is_over
    construction = game.ruleset.construction
    floor_money, floor_info = floor_price(game, seat)
    hire_money, hire_info = hiring_price(game, player)
    income = (("money", income_of(game, player)), ("info", player.income_bonus_info), ("time", player.income_bonus_time))
    return Ledger(
        entries=entries(view, seat, prestige),
        next_income=tuple(amount(view, code, number) for code, number in income if number or code == "money")
        if is_human and not is_last
        else (),
        next_time=time_of_next_round(game, seat) if not is_last else 0,
        next_time_trained=time_of_next_round_trained(game, seat) if not is_last and player.untrained else 0,
        next_hire=pair(view, hire_money, hire_info) if is_human and has_place_for_employee(game, seat) and not is_last else (),
        next_tenant=pair(view, construction.tenant_money, construction.tenant_info) if buys else (),
        next_floor=pair(view, floor_money, floor_info) if buys else (),
        remodel=pair(view, rules.remodeling.money, rules.remodeling.info) if buys else (),
        stock=player.reserve_time,
        markers=rules.markers_per_player,
        spent_time=player.spent_time,
        prestige=prestige,
        is_person=is_human,
    )


def pair(view: TableView, money: int, info: int) -> tuple[Amount, ...]:
    return amount(view, "money", money), amount(view, "info", info)


def entries(view: TableView, seat: int, prestige: int) -> list[LedgerLine]:
    """Returns the lines for money, info, supply, time and prestige; an Automa has only the last two."""
    then = view.game._state.players[seat]
    now = view.moment.game._state.players[seat]
    is_draft = bool(view.own.draft.actions) and seat == view.own.seat
    before = prestige
    if is_draft:
        before = score_of(view.moment.game, seat)
    rows: list[tuple[str, int, int]] = []
    if then.deck is None:
        rows += [("money", now.money, then.money), ("info", now.info, then.info), ("supply", now.supply, then.supply)]
    rows += [("time", now.time, then.time), ("prestige", before, prestige)]
    total_before, total = time_of_round(view.moment.game, seat), time_of_round(view.game, seat)
    return [
        LedgerLine(
            icon,
            names.short("resource", icon, view.translations) if icon == "time" else resource(view, icon),
            old if is_draft else new,
            new if is_draft and old != new else None,
            *((total, total != total_before) if icon == "time" else (0, False)),
        )
        for icon, old, new in rows
    ]


def resource(view: TableView, icon: str) -> str:
    return view._("prestige") if icon == "prestige" else names.full("resource", icon, view.translations)


def shaft_levels(view: TableView, seat: int) -> list[ShaftLevel]:
    rules = view.game.ruleset
    player = view.game._state.players[seat]
    before = view.moment.game._state.players[seat]
    levels = []
    for space in range(1, len(rules.income_track) + 1):
        who = standing_at(player, space)
        name = {"ceo": view._("CEO"), "trained": view._("trained"), "untrained": view._("untrained")}.get(who, "")
        time = rules.employee_time if who == "trained" else 0
        if who == "ceo":
            automa = view.game.automas[seat]
            time = rules.ceo_time if automa is None else automa.time
        fire = fire_control(view, seat, who, space)
        levels.append(ShaftLevel(signed_number(rules.income_track[space - 1]), who, name, time, fire, who != standing_at(before, space)))
    return levels[::-1]


def standing_at(player: Player, space: int) -> str:
    """Returns who stands on a level of the shaft: ceo, trained, untrained, or nobody."""
    if space >= player.employee_count:
        return "ceo" if space == player.employee_count else ""
    return "trained" if space <= player.trained else "untrained"


def fire_control(view: TableView, seat: int, who: str, space: int) -> TaskControl | None:
    control = view.own.control(f"fire {who}") if seat == view.own.seat else None
    if control is None:
        return None
    state = state_of(view, [control], seat)
    return TaskControl(f"c{seat}-fire-{space}", control.action.text, state, label=label(view, control), reason=control.reason)


def hire_control(view: TableView, seat: int) -> TaskControl | None:
    """Returns the control on the level above the CEO, where hiring is asked and not pencilled in."""
    control = view.own.control("hire") if seat == view.own.seat else None
    if control is None and seat == view.own.seat and view.own.plan.is_possible:
        return TaskControl(f"c{seat}-hire", "hire")
    if control is None or view.is_in_draft("hire"):
        return None
    cost = pair(view, control.quote.money, control.quote.info)
    state = state_of(view, [control], seat)
    return TaskControl(f"c{seat}-hire", "hire", state, takes=cost, label=label(view, control), reason=control.reason)
