"""What a player holds, and how each event changes that: the figures of a company between two events of one entry."""

from __future__ import annotations

from dataclasses import dataclass, fields

from groundfloor.engine.city.advertising_agency import MarketingTypeChosen, PopularityGained
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.city.construction_company import FloorAdded, TenantAdded
from groundfloor.engine.city.consulting_firm import MeetingCancelled, MeetingHeld
from groundfloor.engine.city.marketing_bonus import BonusTaken
from groundfloor.engine.city.retail_outlets import ProductLiquidated, ProductSold
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockSold
from groundfloor.engine.city.warehouse import SupplyFetched
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed, TenantUsed
from groundfloor.engine.effects import EmployeeFired, RoomRemodeled
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.phases.hire import EmployeeHired
from groundfloor.engine.phases.income import IncomeReceived
from groundfloor.engine.phases.reorganize import PopularityFaded, TimeTaken
from groundfloor.engine.phases.schedule import TimeSetAside


@dataclass(frozen=True)
class Holdings:
    """What a player holds, or how much more (less, if negative) than before; ``popularity`` is the space of the track."""

    money: int = 0
    info: int = 0
    supply: int = 0
    time: int = 0
    popularity: int = 0

    def __sub__(self, other: Holdings) -> Holdings:
        return Holdings(*(getattr(self, each.name) - getattr(other, each.name) for each in fields(self)))


NOTHING = Holdings()


def holdings(game: Game, seat: int) -> Holdings:
    player = game.state.players[seat]
    return Holdings(player.money, player.info, player.supply, player.time, game.state.popularity[seat])


def effect_of(event: Event) -> Holdings:
    """Returns what an event changes for the person whom it concerns."""
    match event:
        case ProductSold() | ProductLiquidated() | StockSold() | StockBoughtOut():
            return Holdings(money=event.money)
        case IncomeReceived():
            return Holdings(event.money, event.info, time=event.time)
        case MeetingHeld() | MeetingCancelled():
            return Holdings(info=event.info)
        case BonusTaken():
            return Holdings(event.money or 0, event.info or 0, event.supply or 0)
        case SupplyFetched():
            return Holdings(supply=event.supply)
        case PopularityGained():
            return Holdings(popularity=event.moved)
        case PopularityFaded():
            return Holdings(popularity=-1)
        case TimeTaken():
            return Holdings(time=event.time)
        case TimeSetAside() | EmployeeFired():
            return Holdings(time=-event.time)
        case MarkerPlaced():
            return Holdings(-event.money, -event.info, -event.supply, -1)
        case MarketingTypeChosen() | EmployeeHired() | FloorAdded():
            return Holdings(-event.money, -event.info)
        case TenantAdded():
            return Holdings(-event.money, -event.info, -event.lost_supply)
        case RoomRemodeled():
            return Holdings(-event.money, -event.info, event.supply)
        case RoomUsed() | FloorUsed() | TenantUsed():
            got = event.result
            return Holdings(got.gained_money or 0, got.gained_info or 0, (got.gained_supply or 0) - event.supply, -event.time)
    return NOTHING


def with_holdings(game: Game, seat: int, held: Holdings) -> Game:
    """Returns a copy of a position in which the seat holds something else."""
    changed = game.copy()
    player = changed.state.players[seat]
    player.money, player.info, player.supply, player.time = held.money, held.info, held.supply, held.time
    changed.state.popularity[seat] = held.popularity
    return changed
