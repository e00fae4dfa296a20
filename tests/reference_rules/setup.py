"""Set-up: what each player gets, and its chance (RULES 2, 8.1.1, 8.1.2, 11.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from .company import Company
from .components import ERAS, EVENTS, SPECIALTIES
from .edition import Edition
from .flow import Flow, roll
from .pile import Card, Pile, first_face
from .table import Table
from .values import TYPES


def lay_out(automas: Sequence[str], edition: Edition) -> Table:
    """Returns the table before any chance; ``automas``: each seat's entrepreneur, or an empty text for a human."""
    table = Table([a_company(automa, edition) for automa in automas], edition)
    table.sale = {tile: 1 if edition.single(tile) or table.players < 4 else 2 for tile in edition.tiles()}
    if "hadid" in automas and table.players >= 4:
        table.sale["internship_program"] -= 1
    table.stacks[0] = list(reversed(range(table.players)))
    preset = edition.preset_types() if edition.preset else []
    table.below = Counter(preset) if edition.preset else edition.deck()
    table.to_come = preset
    if any(automas):
        used = sum(pile_of(company).count(("automa_office", 1)) for company in table.companies)
        table.offices = edition.card_copies("automa_office") - used
    return table


def a_company(automa: str, edition: Edition) -> Company:
    """Returns a company at the start, without its specialty."""
    company = Company(automa, edition)
    company.take_time(edition.number("automa.hadid.time" if automa == "hadid" else "ceo.time"))
    company.gain(edition.number("start.money"), edition.number("start.info"), edition.number("start.supply"))
    if automa:
        kinds = ["consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company"]
        kinds += {"hadid": ["factory"], "pei": ["automa_office"], "gropius": []}[automa]
        company.pile = Pile([(kind, first_face(kind, edition)) for kind in kinds], edition)
    if automa == "hadid":
        company.tenants.append("internship_program")
    return company


def pile_of(company: Company) -> list[Card]:
    return company.pile.undrawn if company.pile else []


def first_automa(table: Table) -> int | None:
    return next((seat for seat, company in enumerate(table.companies) if company.automa), None)


def set_up(table: Table) -> Flow[None]:
    """Era, event, specialties, popularity, the backs of the first two cards."""
    edition = table.edition
    if edition.era == "random":
        edition.era = (yield from roll("era", {f"era {name}": 1 for name in ERAS})).split()[1]
        table.below = edition.deck()
    if edition.event == "random":
        edition.happen((yield from roll("event", {f"event {name}": 1 for name in EVENTS})).split()[1])
    if (lower := first_automa(table)) is not None:
        table.companies[lower].specialty = "e_commerce"
    seats = range(table.players)
    left = [name for name in edition.specialties() if lower is None or name != "e_commerce"]
    for seat in sorted(seats, key=lambda seat: (not table.companies[seat].automa, seat)):
        if seat != lower:
            odds = {f"specialty {seat + 1} {name}": 1 for name in left}
            name = (yield from roll("specialty", odds)).split()[-1]
            left.remove(name)
            begin_with(table.companies[seat], name)
    leaders = [seat for seat in seats if table.companies[seat].automa] or list(seats)
    orders = ["popularity " + " ".join(str(seat + 1) for seat in order) for order in permutations(seats) if order[0] in leaders]
    words = (yield from roll("popularity", dict.fromkeys(orders, 1))).split()[1:]
    table.stacks[0] = [int(word) - 1 for word in reversed(words)]
    table.current = yield from next_back(table, edition.first_types())
    table.next = yield from next_back(table, TYPES)


def begin_with(company: Company, specialty: str) -> None:
    """Gives what a specialty brings (RULES 8.4); an Automa only has its room."""
    company.specialty = specialty
    if SPECIALTIES[specialty]:
        company.remodel(SPECIALTIES[specialty])
    if specialty == "inheritance":
        company.gain(*company.edition.row("specialty.inheritance"))


def next_back(table: Table, types: Sequence[str]) -> Flow[str]:
    """The type of the next card of the deck: one of the types still in it, or the preset one; an empty text if there is none."""
    if not table.below.total():
        return ""
    if table.to_come:
        types = [table.to_come.pop(0)]
    outcome = yield from roll("back", {f"back {kind}": table.below[kind] for kind in types})
    kind = outcome.split()[1]
    table.below[kind] -= 1
    return kind
