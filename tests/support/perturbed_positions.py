"""Perturbed positions: the engine and the reference rules play side by side; between rounds both positions are changed alike.

So unlikely corners are reached that no sensible game finds: a full stock exchange, outlets that are all taken, an empty stock, a covered
storage closet, five employees without money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat
from tests.reference_rules.checker import compare
from tests.reference_rules.company import Company
from tests.reference_rules.components import FLOORS, ROOMS, TENANTS
from tests.reference_rules.edition import edition_of
from tests.reference_rules.flow import Chance, Mismatch, Question
from tests.reference_rules.game import play
from tests.reference_rules.remodeling import remodels
from tests.reference_rules.scoring import ranking
from tests.reference_rules.setup import lay_out
from tests.reference_rules.table import Table
from tests.reference_rules.written import Plain, state

from .biased_players import BiasedPlayer

BIASES: tuple[dict[str, float], ...] = (
    {},
    {"construction": 50, "buy": 9, "none": 0.1, "consulting": 9, "end": 9},
    {"factory": 50, "in_house_factory": 90, "warehouse": 20, "assembly": 9, "stay": 9, "end": 9},
    {"exchange": 90, "sell": 0.05, "end": 5},
    {"hire": 30, "training": 60, "done": 5, "consulting": 9, "emergency_meeting": 90},
    {"advertising": 60, "agency": 30, "marketing_department": 40, "end": 5},
)


def play_perturbed(game: Game, seed: int, often: float = 0.8) -> int:
    """Plays the game to its end beside the reference rules and returns the number of entries. Raises Mismatch at the first difference."""
    rng = Random(f"perturbed {seed}")
    player = BiasedPlayer(words=rng.choice(BIASES))
    table = lay_out([seat.automa for seat in game.seats], edition_of(game.ruleset.name, game.options, game.ruleset.overrides))
    flow = play(table)
    standing: Question | Chance | None = next(flow)
    perturbed = count = 0
    compare("at the start", table, standing, position(game))
    while standing is not None:
        if isinstance(standing, Question) and can_stay(table, standing) and table.round > perturbed and rng.random() < often:
            perturbed = table.round
            perturb(table, standing.seat, rng)
            game = Game.from_position({**game.position(), "state": engine_state(table, position(game)["state"])}, ruleset)
            compare(f"perturbed before entry {count + 1}", table, standing, position(game))
        taken = choose(standing, player, rng)
        game.apply(game.chance.outcome(taken) if game.chance else game.ruleset.action(taken))
        try:
            standing = flow.send(taken)
        except StopIteration:
            standing = None
        count += 1
        compare(f"after entry {count} ({taken})", table, standing, position(game))
    scores = [(score.seat, score.total) for score in game.scores()]
    if scores != ranking(table):
        raise Mismatch(f"scores: rules {ranking(table)}, engine {scores}")
    return count


def can_stay(table: Table, standing: Question) -> bool:
    """Returns whether a perturbed position can ask the question: a hire, online by someone who could pay for a remodel before too."""
    return standing.kind == "hire" and (not table.edition.online or remodels(table, standing.seat) != [])


def position(game: Game) -> Mapping[str, Plain]:
    return cast("Mapping[str, Plain]", game.position())


def choose(standing: Question | Chance, player: BiasedPlayer, rng: Random) -> str:
    """Returns an answer by the player's weights, or an outcome by its odds."""
    if isinstance(standing, Chance):
        return rng.choices(list(standing.weights), list(standing.weights.values()))[0]
    answers = sorted(standing.legal)
    return rng.choices(answers, player.weights(answers))[0]


def perturb(table: Table, asked: int, rng: Random) -> None:
    """Changes a table in rare ways at the first hire of a round; the seat that is asked can still answer the same afterwards."""
    order = table.order()
    for seat, company in enumerate(table.companies):
        if rng.random() < 0.6 and not (seat == asked and table.edition.online):
            improve(table, company, rng)
        if company.human:
            enrich(company, rng)
            promote(company, 4 if seat == asked else 5, rng)
    table.market = rng.randint(1, len(table.edition.row("market")))
    highest = max(*table.edition.row("market"), *table.edition.row("remodel.price"))
    table.companies[asked].money += highest
    table.companies[asked].info += highest
    end = len(table.stacks) - 1
    spaces = sorted((rng.randint(0, end if at % 2 else 3) for at in range(table.players)), reverse=True)
    table.stacks = [[seat for seat, space in zip(reversed(order), reversed(spaces)) if space == at] for at in range(end + 1)]
    table.cubes = [rng.random() < 0.6 for _ in table.cubes]
    scatter(table, rng)


def enrich(company: Company, rng: Random) -> None:
    """Gives money, info and supply as nobody would have them."""
    company.money = rng.choice((0, 0, 1, 2, 3, company.money, company.money + 10, 40))
    company.info = rng.choice((0, 1, 2, company.info, company.info + 10, 40))
    company.supply = rng.randint(0, company.room())


def promote(company: Company, most: int, rng: Random) -> None:
    if rng.random() < 0.4:
        company.ceo = rng.randint(1, most)
        company.trained = rng.randint(0, company.ceo - 1)
        company.untrained = company.ceo - 1 - company.trained
    if company.ceo > most:
        company.fire(company.employees()[0])


def improve(table: Table, company: Company, rng: Random) -> None:
    """Gives some remodeled rooms and improvements that are on sale, but no floor that would have ended the game."""
    for room in ROOMS:
        if room not in company.tops and rng.random() < 0.2:
            company.remodeled.add(room)
    for tile in table.on_sale():
        if rng.random() > 0.15 or tile in company.floors or tile in company.tenants:
            continue
        if not company.human:
            table.sale[tile] -= 1
            (company.tenants if tile in TENANTS else company.floors).append(tile)
        elif tile in TENANTS:
            table.sale[tile] -= 1
            company.put_tenant(tile, rng.choice(company.tenant_places()))
        elif tile in FLOORS and not (table.edition.old and len(company.floors) + 1 == table.edition.number("end.floors")):
            table.sale[tile] -= 1
            company.floors.append(tile)


def scatter(table: Table, rng: Random) -> None:
    """Puts markers from the stocks on the stock track, at outlets, in marketing boxes and, from the top on, in the right column."""

    def some(most: int) -> int | None:
        seats = [seat for seat, company in enumerate(table.companies) if company.stock]
        if not seats or rng.random() > most / 10:
            return None
        seat = rng.choice(seats)
        table.companies[seat].stock -= 1
        return seat

    much = rng.choice((2, 5, 10))
    table.track = [seat if seat is not None else some(much) for seat in table.track]
    much = rng.choice((2, 5, 10))
    for price, owners in table.products.items():
        added = [some(much) for _ in range(table.open_outlets(price) - len(owners))]
        owners += [seat for seat in added if seat is not None]
    table.right = [seat if seat is not None else some(5) for seat in table.right]
    table.right.sort(key=lambda seat: seat is None)
    for seat, company in enumerate(table.companies):
        for box in table.boxes.values():
            markers = rng.randint(0, min(company.stock, rng.choice((2, 4, 25))))
            company.stock -= markers
            box[seat] += markers


def engine_state(table: Table, like: Plain) -> dict[str, Plain]:
    """Returns the table as the engine reads it: each product on a space of its own; fields as in the engine's own position."""
    spaces: list[int] = []
    for price, leasts in table.edition.outlets().items():
        owners = iter(table.products[price])
        spaces += [next(owners, -1) + 1 if table.players >= least else 0 for least in leasts]
    assert isinstance(like, Mapping)
    mine: dict[str, Plain] = {key: value for key, value in state(table).items() if key in like}
    return {**mine, "retail_products": spaces}


def named(people: Sequence[str]) -> list[Seat]:
    return [Seat(f"Player {at}") if name == "human" else Seat(name.title(), name) for at, name in enumerate(people)]
