"""Rooms, tenant improvements and floor improvements, built of an edition's values (``RULES 6``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from groundfloor.engine.company.rooms import FloorTask, PrintedTask, Room, RoomTask, TenantTask
from groundfloor.engine.company.task_effects import Advertise, Effect, Gain, HoldMeeting, PlaceProduct, PlaceSite, Renovate, Train
from groundfloor.engine.phases.scoring import (
    Achievement,
    AchievementFloors,
    Employees,
    FloorsOwned,
    PopularityLevels,
    RemodeledRooms,
    SupplyStored,
    TenantsOwned,
)
from groundfloor.engine.ruleset import Tile

if TYPE_CHECKING:
    from .edition import Edition, Read

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


def rooms(edition: Edition) -> tuple[Room, ...]:
    """Returns the six rooms in board order (``RULES 6.1``)."""
    read = edition.read
    cheap, second_type, _ = edition.marketing
    net, net2 = read(f"room.advertising.{cheap}")
    slow, fast = read("room.assembly")
    meet, info = read("room.meeting_room.1")
    meet2, info2 = read("room.meeting_room.2")
    time, plain, more = read("room.research_testing.info")
    time2, money, mixed = read("room.research_testing.mixed")
    train, train2 = read("room.training")
    social = PrintedTask(read(f"room.advertising.{second_type}"), 0, Advertise(SOCIAL_MEDIA))
    advertising = (
        RoomTask(0, f"advertising {cheap}", PrintedTask(net, 0, Advertise(NETWORKING)), PrintedTask(net2, 0, Advertise(NETWORKING))),
        RoomTask(0, f"advertising {second_type}", None, social),
    )
    meeting_room = (
        RoomTask(2, "meeting_room 1", PrintedTask(meet, 0, Gain(info=info)), PrintedTask(meet, 0, Gain(info=info))),
        RoomTask(2, "meeting_room 2", None, PrintedTask(meet2, 0, Gain(info=info2))),
    )
    research = (
        RoomTask(3, "research_testing info", PrintedTask(time, 1, Gain(info=plain)), PrintedTask(time, 1, Gain(info=more))),
        RoomTask(3, "research_testing mixed", None, PrintedTask(time2, 1, Gain(money=money, info=mixed))),
    )
    return (
        Room("advertising", advertising),
        Room("assembly", (RoomTask(1, "assembly", PrintedTask(slow, 0, Gain(supply=1)), PrintedTask(fast, 0, Gain(supply=1))),)),
        Room("meeting_room", meeting_room),
        Room("research_testing", research),
        Room("storage_closet", (), brings_supply=1),
        Room("training", (RoomTask(5, "training", PrintedTask(train, 0, Train()), PrintedTask(train2, 0, Train())),)),
    )


def human_resources(read: Read) -> Tile:
    money, info = read("tenant.human_resources")
    return Tile("human_resources", True, 1, read("tenant.prestige"), hire_discount_money=money, hire_discount_info=info)


def emergency_meeting(read: Read) -> Tile:
    """Returns the tile that moves markers at the consulting firm (``RULES 9.2.5``)."""
    task = TenantTask(
        "emergency_meeting", PrintedTask(read("tenant.emergency_meeting"), 0, HoldMeeting(len(read("consulting_firm.prices"))))
    )
    return Tile("emergency_meeting", True, 2, read("tenant.prestige"), task=task)


def tenant_achievement(read: Read) -> Tile:
    counted = TenantsOwned(read("tenant.achievement.each"))
    return Tile("tenant_improvement_achievement", True, 3, read("tenant.achievement.prestige"), True, counted)


TENANTS: dict[str, Callable[[Read], Tile]] = {
    "human_resources": human_resources,
    "internship_program": lambda read: Tile(
        "internship_program", True, 1, read("tenant.prestige"), income_time=read("tenant.internship_program")
    ),
    "network_admin": lambda read: Tile("network_admin", True, 1, read("tenant.prestige"), income_info=read("tenant.network_admin")),
    "niche_market": lambda read: Tile("niche_market", True, 2, read("tenant.prestige"), keeps_unsold=1),
    "emergency_meeting": emergency_meeting,
    "premium_product": lambda read: Tile("premium_product", True, 2, read("tenant.prestige"), sale_premium=read("tenant.premium_product")),
    "public_relations": lambda read: Tile("public_relations", True, 2, read("tenant.prestige"), keeps_popularity=1),
    "tenant_improvement_achievement": tenant_achievement,
}
"""All tenant improvements of all editions."""


def floor_with_task(id: str, effect: Callable[[Read], Effect], read: Read, stage: int = 2) -> Tile:
    time, supply, uses = read(f"floor.{id}")[:3]
    task = FloorTask(id, uses, PrintedTask(time, supply, effect(read)))
    return Tile(id, False, stage, read("floor.prestige"), task=task, uses=uses)


def telecommunications(read: Read) -> Tile:
    """Returns the floor Telecommunications, of which some editions have a single copy at any number of players."""
    tile = floor_with_task("telecommunications", lambda read: Gain(info=read("floor.telecommunications")[3]), read)
    tile.is_single = read("floor.telecommunications.copies") == 1
    return tile


def gains_money(id: str) -> Callable[[Read], Effect]:
    return lambda read: Gain(money=read(f"floor.{id}")[3])


def gains_info(id: str) -> Callable[[Read], Effect]:
    return lambda read: Gain(info=read(f"floor.{id}")[3])


def gains_money_and_info(read: Read) -> Effect:
    return Gain(money=read("floor.research_lab")[3], info=read("floor.research_lab")[4])


def plain_achievement(id: str, read: Read) -> Tile:
    """Returns an achievement that scores only its printed prestige."""
    return Tile(id, False, 3, read(f"floor.{id}.prestige"), True, Achievement())


def achievement(id: str, kind: type[Achievement], read: Read) -> Tile:
    """Returns an achievement floor of stage 3 that scores what it counts (``RULES 5.3``)."""
    return Tile(id, False, 3, read("floor.prestige"), True, kind(read(f"floor.{id}")))


FLOORS: dict[str, Callable[[Read], Tile]] = {
    "empty_floor": lambda read: Tile("empty_floor", False, 1, read("floor.empty_floor.prestige"), extra_places=2),
    "assembly_line": partial(floor_with_task, "assembly_line", lambda read: Gain(supply=1)),
    "conference_room": partial(floor_with_task, "conference_room", gains_info("conference_room")),
    "construction_admin": partial(floor_with_task, "construction_admin", lambda read: PlaceSite()),
    "in_house_factory": partial(floor_with_task, "in_house_factory", lambda read: PlaceProduct()),
    "investor": lambda read: Tile("investor", False, 2, read("floor.prestige"), income_money=read("floor.investor")),
    "it_department": lambda read: Tile("it_department", False, 2, read("floor.prestige"), income_info=read("floor.it_department")),
    "marketing_department": partial(floor_with_task, "marketing_department", lambda read: Advertise(BROADCAST)),
    "online_store": partial(floor_with_task, "online_store", gains_money("online_store")),
    "research_lab": partial(floor_with_task, "research_lab", gains_money_and_info),
    "telecommunications": telecommunications,
    "office_renovation": partial(floor_with_task, "office_renovation", lambda read: Renovate(), stage=3),
    "accounting_department": partial(floor_with_task, "accounting_department", gains_money("accounting_department"), stage=3),
    "corner_office": partial(plain_achievement, "corner_office"),
    "corporate_merger": partial(plain_achievement, "corporate_merger"),
    "executive": partial(achievement, "executive", AchievementFloors),
    "improvement": partial(achievement, "improvement", RemodeledRooms),
    "marketing": partial(achievement, "marketing", PopularityLevels),
    "production": partial(achievement, "production", SupplyStored),
    "retention": partial(achievement, "retention", Employees),
    "skyline": partial(achievement, "skyline", FloorsOwned),
}
"""All floor improvements of all editions (``RULES 6.3``)."""
