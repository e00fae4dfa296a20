"""Rooms, tenant improvements and floor improvements, built of an edition's values (``RULES 6``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from groundfloor.engine.company.rooms import FloorTask, Plate, Room, RoomTask
from groundfloor.engine.company.works import Advertise, Gain, PlaceProduct, PlaceSite, Renovate, Train, Work
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

Read = Callable[[str], Any]
NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


def rooms(read: Read) -> tuple[Room, ...]:
    """The six rooms in board order (``RULES 6.1``)."""
    net, net2 = read("room.advertising.networking")
    slow, fast = read("room.assembly")
    meet, info = read("room.meeting_room.1")
    meet2, info2 = read("room.meeting_room.2")
    time, plain, more = read("room.research_testing.info")
    time2, money, mixed = read("room.research_testing.mixed")
    train, train2 = read("room.training")
    social = Plate(read("room.advertising.social_media"), 0, Advertise(SOCIAL_MEDIA))
    advertising = (
        RoomTask(0, "advertising networking", Plate(net, 0, Advertise(NETWORKING)), Plate(net2, 0, Advertise(NETWORKING))),
        RoomTask(0, "advertising social_media", None, social),
    )
    meeting_room = (
        RoomTask(2, "meeting_room 1", Plate(meet, 0, Gain(info=info)), Plate(meet, 0, Gain(info=info))),
        RoomTask(2, "meeting_room 2", None, Plate(meet2, 0, Gain(info=info2))),
    )
    research = (
        RoomTask(3, "research_testing info", Plate(time, 1, Gain(info=plain)), Plate(time, 1, Gain(info=more))),
        RoomTask(3, "research_testing mixed", None, Plate(time2, 1, Gain(money=money, info=mixed))),
    )
    return (
        Room("advertising", advertising),
        Room("assembly", (RoomTask(1, "assembly", Plate(slow, 0, Gain(supply=1)), Plate(fast, 0, Gain(supply=1))),)),
        Room("meeting_room", meeting_room),
        Room("research_testing", research),
        Room("storage_closet", (), brings_supply=1),
        Room("training", (RoomTask(5, "training", Plate(train, 0, Train()), Plate(train2, 0, Train())),)),
    )


def tenants(read: Read) -> tuple[Tile, ...]:
    """The seven tenant improvements (``RULES 6.2``)."""
    prestige = read("tenant.prestige")
    off_money, off_info = read("tenant.human_resources")
    last = TenantsOwned(read("tenant.achievement.each"))
    return (
        Tile("human_resources", True, 1, prestige, off_money=off_money, off_info=off_info),
        Tile("internship_program", True, 1, prestige, time=read("tenant.internship_program")),
        Tile("network_admin", True, 1, prestige, info=read("tenant.network_admin")),
        Tile("niche_market", True, 2, prestige, niche=1),
        Tile("premium_product", True, 2, prestige, premium=read("tenant.premium_product")),
        Tile("public_relations", True, 2, prestige, steady=1),
        Tile("tenant_improvement_achievement", True, 3, read("tenant.achievement.prestige"), True, last),
    )


def floors(read: Read) -> tuple[Tile, ...]:
    """All floor improvements (``RULES 6.3``)."""
    prestige = read("floor.prestige")
    return (
        Tile("empty_floor", False, 1, read("floor.empty_floor.prestige"), bays=2),
        working(read, "assembly_line", Gain(supply=1)),
        working(read, "conference_room", Gain(info=read("floor.conference_room")[3])),
        working(read, "construction_admin", PlaceSite()),
        working(read, "in_house_factory", PlaceProduct()),
        Tile("investor", False, 2, prestige, money=read("floor.investor")),
        Tile("it_department", False, 2, prestige, info=read("floor.it_department")),
        working(read, "marketing_department", Advertise(BROADCAST)),
        working(read, "online_store", Gain(money=read("floor.online_store")[3])),
        working(read, "research_lab", Gain(money=read("floor.research_lab")[3], info=read("floor.research_lab")[4])),
        telecommunications(read),
        working(read, "office_renovation", Renovate(), stage=3),
        *achievements(read),
    )


def working(read: Read, id: str, work: Work, stage: int = 2, is_single: bool = False) -> Tile:
    """A floor with a task."""
    time, supply, uses = read(f"floor.{id}")[:3]
    task = FloorTask(id, uses, Plate(time, supply, work))
    return Tile(id, False, stage, read("floor.prestige"), is_single, task=task, uses=uses)


def telecommunications(read: Read) -> Tile:
    """The floor that one copy fewer of may exist."""
    is_single = read("floor.telecommunications.copies") == 1
    return working(read, "telecommunications", Gain(info=read("floor.telecommunications")[3]), is_single=is_single)


def achievements(read: Read) -> tuple[Tile, ...]:
    """The achievement floors of stage 3, one copy each (``RULES 5.3``)."""
    prestige = read("floor.prestige")
    counting: tuple[tuple[str, type[Achievement]], ...] = (
        ("executive", AchievementFloors),
        ("improvement", RemodeledRooms),
        ("marketing", PopularityLevels),
        ("production", SupplyStored),
        ("retention", Employees),
        ("skyline", FloorsOwned),
    )
    plain = tuple(
        Tile(id, False, 3, read(f"floor.{id}.prestige"), True, Achievement()) for id in ("corner_office", "corporate_merger")
    )
    return plain + tuple(
        Tile(id, False, 3, prestige, True, kind(read(f"floor.{id}"), read(f"automa.bonus.{id}"))) for id, kind in counting
    )
