"""The companies at the end of a game: each drawn once more, with what it has."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.position_projection import employee_count

from ..board.company import Company, company
from ..board.people import Place, people_by_popularity, places_at_the_end
from ..view import TableView


@dataclass(frozen=True)
class FinalCompany:
    company: Company
    place: Place
    facts: list[tuple[str, str]]


def final_companies(view: TableView) -> list[FinalCompany]:
    by_seat = {person.seat: company(view, person) for person in people_by_popularity(view)}
    return [FinalCompany(by_seat[place.person.seat], place, company_rows(view, place.person.seat)) for place in places_at_the_end(view)]


def company_rows(view: TableView, seat: int) -> list[tuple[str, str]]:
    """Returns what a company has at the end; an Automa has only popularity."""
    game = view.game
    player = game._state.players[seat]
    popularity = (view._("Popularity"), view._("space %(n)s", n=game._state.popularity[seat]))
    if player.deck is not None:
        return [popularity]
    employees = employee_count(game, seat) + 1
    return [
        (view._("Money"), str(player.money)),
        (view._("Info"), str(player.info)),
        (view._("Supply"), str(player.supply)),
        (
            view._("Employees, the CEO included"),
            view._("%(n)s (%(untrained)s untrained)", n=employees, untrained=player.untrained) if player.untrained else str(employees),
        ),
        popularity,
    ]
