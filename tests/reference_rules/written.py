"""Writes the reference table as a trace writes a position, and lists the differences between the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .company import Company
from .components import CARDS, ERAS, EVENTS, PLACES, ROOMS
from .pile import Card
from .table import Table
from .values import TYPES

Plain = int | str | None | Sequence["Plain"] | Mapping[str, "Plain"]
"""What JSON can hold in a position."""


def state(table: Table) -> dict[str, Plain]:
    return {
        "round": table.round,
        "phase": table.phase,
        "area": table.area or "",
        "players": [company_state(company) for company in table.companies],
        "popularity_order": seats(table.order()),
        "popularity": [table.popularity(seat) for seat in range(table.players)],
        "job_market": table.market,
        "consulting_left": seats(table.left),
        "consulting_right": seats(table.right),
        "agency_desks": seats(table.desks),
        "marketing_boxes": {kind: [box[seat] for seat in range(table.players)] for kind, box in table.boxes.items()},
        "bonus_takers": {bonus: seat + 1 for bonus, seat in table.bonuses.items()},
        "warehouse_markers": seats(table.doors),
        "warehouse_supply": [int(cube) for cube in table.cubes],
        "factory_queue": seats(table.factory),
        "exchange_queue": seats(table.listings),
        "exchange_track": seats(table.track),
        "retail_products": {str(price): seats(sorted(owners)) for price, owners in table.products.items()},
        "construction_queue": seats(table.sites),
        "revealed_forecasts": list(table.turned),
        "current_forecast": table.current or "",
        "next_forecast": table.next or "",
        "forecast_deck": {kind: table.below[kind] for kind in TYPES},
        "preset_deck": list(table.to_come),
        "copies_left": {tile: copies for tile, copies in table.sale.items() if copies},
        "office_cards_left": table.offices,
        "seen_cards": seen(table),
        "era": table.edition.era if table.edition.era in ERAS else "",
        "event": table.edition.event if table.edition.event in EVENTS else "",
    }


def company_state(company: Company) -> dict[str, Plain]:
    pile = company.pile
    return {
        "money": company.money,
        "info": company.info,
        "supply": company.supply,
        "time": company.time,
        "reserve_time": company.stock,
        "spent_time": company.aside,
        "employee_count": company.ceo,
        "trained": company.trained,
        "untrained": company.untrained,
        "specialty": company.specialty or "",
        "remodeled": [room for room in ROOMS if room in company.remodeled],
        "room_markers": {room: company.markers[room] for room in ROOMS if company.markers[room]},
        "floors": list(company.floors),
        "floor_uses": [company.uses[floor] for floor in company.floors],
        "tenants": list(company.tenants),
        "tenant_places": [company.under.get(tenant) or "" for tenant in company.tenants],
        "visible_tenants": {place: company.tops[place] for place in PLACES if place in company.tops},
        "deck": None
        if pile is None
        else {"pile": cards(pile.undrawn), "discard": cards(pile.discards), "revealed": cards(pile.revealed), "hired": int(pile.hired)},
    }


def seats(spaces: Sequence[int | None]) -> list[int]:
    """Returns seats as positions count them, from 1, with 0 for nobody."""
    return [0 if seat is None else seat + 1 for seat in spaces]


def cards(cards: Sequence[Card]) -> list[str]:
    """Returns cards by their names, without their order."""
    return sorted((card_name(card) for card in cards), key=card_order)


def card_name(card: Card) -> str:
    """Returns a kind and the design that was seen; a kind with a single design has none."""
    kind, design = card
    return f"{kind}_{design}" if design and kind != "automa_office" else kind


def card_order(name: object) -> tuple[int, int]:
    """Returns where a card is sorted: by kind, then by design."""
    kind, _, design = str(name).rpartition("_")
    return (CARDS.index(kind), int(design)) if design.isdigit() else (CARDS.index(str(name)), 0)


def seen(table: Table) -> dict[str, int]:
    return {card_name(card): number for card, number in table.seen.items() if number}


def normal(given: Mapping[str, Plain], table: Table) -> dict[str, Plain]:
    """Returns a trace's state without what no rule depends on: which of two equal outlets, the order of unordered cards."""
    known: dict[str, Plain] = {"era": "", "event": "", **given}
    outlets = known["retail_products"]
    assert isinstance(outlets, list)
    prices = table.edition.row("retail_outlets.prices")
    known["retail_products"] = {
        str(price): sorted(seat for at, seat in zip(prices, outlets) if at == price and seat) for price in table.products
    }
    players = known["players"]
    assert isinstance(players, list)
    known["players"] = [normal_player(player) for player in players]
    return known


def normal_player(given: Mapping[str, Plain]) -> dict[str, Plain]:
    deck = given["deck"]
    if not isinstance(deck, Mapping):
        return dict(given)
    return {**given, "deck": {key: sorted(part, key=card_order) if isinstance(part, list) else part for key, part in deck.items()}}


def differences(path: str, mine: Plain, theirs: Plain) -> list[str]:
    """Returns every leaf that is not the same, with its path."""
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        keys = sorted({*mine, *theirs})
        return [line for key in keys for line in differences(f"{path}.{key}", mine.get(key, "missing"), theirs.get(key, "missing"))]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return [line for at, (a, b) in enumerate(zip(mine, theirs)) for line in differences(f"{path}[{at}]", a, b)]
    return [] if mine == theirs else [f"{path}: rules {mine}, trace {theirs}"]
