"""The tracks: who is how popular and where each would land, what hiring costs now and next, and the rounds with their cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.position_projection import projected_popularity

from ..view import TableView
from .amounts import Amount, Figure, price_amounts
from .forecast import unemployed
from .people import Person

LOW_STACK = 3
"""The most markers that stand on a tower in their usual size."""


@dataclass(frozen=True)
class Tower:
    """A space of the popularity track: who stands on it and who would land there, both the most popular first."""

    space: int
    level: int
    people: tuple[Person, ...]
    ghosts: tuple[Person, ...]

    @property
    def is_high(self) -> bool:
        """Returns whether its markers are shown smaller, as there are many."""
        return len(self.people) + len(self.ghosts) > LOW_STACK


@dataclass(frozen=True)
class PopularityLine:
    """A player's line in the list: where they stand, and where they would (0: no change)."""

    person: Person
    rank: int
    space: int
    level: int
    landing: int


@dataclass(frozen=True)
class Popularity:
    """The skyline and the same as a list. ``levels`` are pairs of a level and its spaces."""

    towers: tuple[Tower, ...]
    levels: tuple[tuple[int, int], ...]
    standings: tuple[PopularityLine, ...]


@dataclass(frozen=True)
class Field:
    """A space of the job market: its price; ``is_now`` has the pointer, ``is_draft`` would have it, ``pick`` hires; ``label`` is read."""

    space: int
    price: int
    is_now: bool
    is_draft: bool
    pick: str
    label: str


@dataclass(frozen=True)
class Market:
    """The job market: the viewer's price, the fields, and how far it goes back (a sentence around a figure), or
    where a special card sends it."""

    price: tuple[Amount, ...]
    is_lower: bool
    is_free: bool
    fields: tuple[Field, ...]
    back: Figure | None
    back_words: tuple[str, str]
    note: str = ""


def popularity(view: TableView) -> Popularity:
    """Returns the skyline as confirmed; ghosts show what the agency would do in the current position, until all have chosen there: a step may show what it has done."""
    levels = view.game.ruleset.popularity_levels
    people = view.people
    state = view.moment.game._state
    is_open = any(seat >= 0 for seat in state.agency_desks)
    order, spaces = projected_popularity(view.moment.game) if is_open else (state.popularity_order, state.popularity)
    moving = [seat for seat in order if spaces[seat] != state.popularity[seat]]
    towers = tuple(
        Tower(
            space,
            level,
            tuple(people[seat] for seat in state.popularity_order if state.popularity[seat] == space),
            tuple(people[seat] for seat in moving if spaces[seat] == space),
        )
        for space, level in enumerate(levels, 1)
    )
    standings = tuple(
        PopularityLine(
            people[seat], rank, state.popularity[seat], levels[state.popularity[seat] - 1], spaces[seat] if seat in moving else 0
        )
        for rank, seat in enumerate(state.popularity_order, 1)
    )
    return Popularity(towers, tuple((level, len(list(group))) for level, group in groupby(levels)), standings)


def market(view: TableView) -> Market:
    """Returns the job market as confirmed; a pencilled hiring shows where the pointer would go."""
    game = view.moment.game
    prices = game.ruleset.job_market_prices
    now, drawn = game._state.job_market, view.game._state.job_market
    player = game._state.players[view.own.seat] if view.own.seat is not None else None
    money, info = hiring_price(game, player) if player is not None and player.deck is None else (prices[now - 1],) * 2
    # Where a special card that has turned up sends it (RULES 8.3).
    revealed = view.game._state.revealed_design
    sent = game.ruleset.designs[revealed].market if revealed >= 0 else 0
    hire = view.own.control("hire") if view.own.is_asked and not view.is_in_draft("hire") else None
    pick = "hire" if hire is not None and hire.is_legal else ""
    fields = tuple(
        Field(space, price, space == now, space == drawn != now, pick if space == now else "", "") for space, price in enumerate(prices, 1)
    )
    fields = tuple(replace(field, label=field_label(view, field, (money, info))) for field in fields)
    before, _number, behind = (view._("falls by %(n)s in V", n="\n")).partition("\n")
    return Market(
        price=price_amounts(view, money, info),
        is_lower=(money, info) != (prices[now - 1],) * 2,
        is_free=not money and not info,
        fields=fields,
        back=unemployed(view),
        back_words=(before, behind),
        note=view._("goes to space %(space)s in phase V", space=sent) if sent else "",
    )


def field_label(view: TableView, field: Field, own: tuple[int, int]) -> str:
    """Returns a space of the job market, its state and price: ``Job market, space 4, possible: hire for 4 money and 4 info.``"""
    amounts = own if field.pick else (field.price, field.price)
    price = view._("%(money)s money and %(info)s info", money=amounts[0], info=amounts[1])
    place = view._("space %(space)s", space=field.space)
    if field.pick:
        market, possible, hire = view._("Job market"), view._("possible"), view._("hire here for %(price)s.", price=price)
        return f"{market}, {place}, {possible}: {hire}"
    state = view._("price now") if field.is_now else view._("pencilled in") if field.is_draft else ""
    return f"{place}, {state}: {price}" if state else f"{place}: {price}"
