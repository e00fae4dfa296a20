"""Writes the reference table as a trace writes a position, and lists the differences between the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .company import Company
from .components import BONUSES, CARDS, ERAS, EVENTS, PLACES, ROOMS
from .pile import Card
from .table import Spaces, Table
from .values import TYPES

Plain = int | str | None | Sequence["Plain"] | Mapping[str, "Plain"]
"""What JSON can hold in a position."""


def state(table: Table) -> dict[str, Plain]:
    """Everything that lies on the table."""
    return {
        "round": table.round,
        "phase": table.phase,
        "area": table.edition.areas().index(table.area) if table.area else -1,
        "players": [company_state(company) for company in table.companies],
        "order": table.order(),
        "popularity": [table.popularity(seat) for seat in range(table.players)],
        "market": table.market,
        "left": seats(table.left),
        "right": seats(table.right),
        "desks": seats(table.desks),
        "boxes": [[box[seat] for seat in range(table.players)] for box in table.boxes.values()],
        "bonuses": [table.bonuses.get(bonus, -1) for bonus in BONUSES],
        "doors": seats(table.doors),
        "cubes": [int(cube) for cube in table.cubes],
        "factory": seats(table.factory),
        "listings": seats(table.listings),
        "track": seats(table.track),
        "outlets": {str(price): sorted(owners) for price, owners in table.products.items()},
        "sites": seats(table.sites),
        "turned": [table.edition.designs().index(design) for design in table.turned],
        "current": TYPES.index(table.current) if table.current else -1,
        "next": TYPES.index(table.next) if table.next else -1,
        "deck": [table.below[kind] for kind in TYPES],
        "preset": [TYPES.index(kind) for kind in table.to_come],
        "sale": list(table.sale.values()),
        "offices": table.offices,
        "seen": seen(table),
        "era": ERAS.index(table.edition.era) if table.edition.era in ERAS else -1,
        "event": EVENTS.index(table.edition.event) if table.edition.event in EVENTS else -1,
    }


def company_state(company: Company) -> dict[str, Plain]:
    """One player's things."""
    pile = company.pile
    tiles = list(company.edition.tiles())
    return {
        "money": company.money,
        "info": company.info,
        "supply": company.supply,
        "time": company.time,
        "stock": company.stock,
        "aside": company.aside,
        "ceo": company.ceo,
        "trained": company.trained,
        "untrained": company.untrained,
        "specialty": company.edition.specialties().index(company.specialty) if company.specialty else -1,
        "remodeled": [int(room in company.remodeled) for room in ROOMS],
        "rooms": [company.markers[room] for room in ROOMS],
        "floors": [tiles.index(floor) for floor in company.floors],
        "uses": [company.uses[floor] for floor in company.floors],
        "tenants": [tiles.index(tenant) for tenant in company.tenants],
        "under": [place_index(company.under.get(tenant)) for tenant in company.tenants],
        "places": [tiles.index(company.tops[place]) if place in company.tops else -1 for place in PLACES],
        "deck": None
        if pile is None
        else {
            "pile": cards(pile.undrawn),
            "discard": cards(pile.discards),
            "revealed": cards(pile.revealed),
            "hired": int(pile.hired),
        },
    }


def place_index(place: str | None) -> int:
    """A place's index, -1: nowhere."""
    return PLACES.index(place) if place else -1


def seats(spaces: Spaces) -> list[int]:
    """A row of spaces."""
    return [-1 if seat is None else seat for seat in spaces]


def cards(cards: Sequence[Card]) -> list[int]:
    """Cards without their order: four numbers a kind, the design added."""
    return sorted(code(card) for card in cards)


def code(card: Card) -> int:
    """A card's number; a kind with a single design has no design to add."""
    kind, design = card
    return 4 * CARDS.index(kind) + (design if kind != "automa_office" else 0)


def seen(table: Table) -> list[int]:
    """Cards with a known design, by their numbers."""
    counts = [0] * (4 * len(table.edition.cards()))
    for card, number in table.seen.items():
        counts[code(card)] += number
    return counts


def normal(given: Mapping[str, Plain], table: Table) -> dict[str, Plain]:
    """A trace's state without what no rule depends on: which of two equal outlets, the order of unordered cards."""
    known: dict[str, Plain] = {"era": -1, "event": -1, **given}
    outlets = known["outlets"]
    assert isinstance(outlets, list)
    prices = table.edition.row("retail_outlets.prices")
    known["outlets"] = {
        str(price): sorted(seat for at, seat in zip(prices, outlets) if at == price and seat >= 0) for price in table.products
    }
    players = known["players"]
    assert isinstance(players, list)
    known["players"] = [normal_player(player) for player in players]
    return known


def normal_player(given: Mapping[str, Plain]) -> dict[str, Plain]:
    """A player with the cards sorted."""
    deck = given["deck"]
    if not isinstance(deck, Mapping):
        return dict(given)
    return {**given, "deck": {key: sorted(part) if isinstance(part, list) else part for key, part in deck.items()}}


def differences(path: str, mine: Plain, theirs: Plain) -> list[str]:
    """Every leaf that is not the same, with its path."""
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        keys = sorted({*mine, *theirs})
        return [line for key in keys for line in differences(f"{path}.{key}", mine.get(key, "missing"), theirs.get(key, "missing"))]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return [line for at, (a, b) in enumerate(zip(mine, theirs)) for line in differences(f"{path}[{at}]", a, b)]
    return [] if mine == theirs else [f"{path}: rules {mine}, trace {theirs}"]
