"""The companies at the end of a game: each drawn once more, with what it has."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.projections import employee_count
from groundfloor.presentation.board.company import Company, company
from groundfloor.presentation.board.people import Place, people_by_popularity, places_at_the_end
from groundfloor.presentation.board.scene import Scene


@dataclass(frozen=True)
class FinalCompany:
    company: Company
    place: Place
    facts: list[tuple[str, str]]


def final_companies(scene: Scene) -> list[FinalCompany]:
    by_seat = {person.seat: company(scene, person) for person in people_by_popularity(scene)}
    return [FinalCompany(by_seat[place.person.seat], place, company_rows(scene, place.person.seat)) for place in places_at_the_end(scene)]


def company_rows(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """Returns what a company has at the end; an Automa has only popularity."""
    game = scene.game
    player = game.state.players[seat]
    popularity = (scene._("Popularity"), scene._("space %(n)s", n=game.state.popularity[seat]))
    if player.deck is not None:
        return [popularity]
    employees = employee_count(game, seat) + 1
    return [
        (scene._("Money"), str(player.money)),
        (scene._("Info"), str(player.info)),
        (scene._("Supply"), str(player.supply)),
        (
            scene._("Employees, the CEO included"),
            scene._("%(n)s (%(untrained)s untrained)", n=employees, untrained=player.untrained) if player.untrained else str(employees),
        ),
        popularity,
    ]
