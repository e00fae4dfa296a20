"""The components of a ruleset: values, tiles, specialties, forecast cards, Automa cards, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .freezing import Freezable

if TYPE_CHECKING:
    from .company.rooms import TileTask
    from .phases.scoring import Achievement


class Value(Freezable):
    """A value of the game with its evidence: ``status`` is ``printed``, ``derived``, ``assumed`` or ``house``."""

    __slots__ = ("value", "status", "evidence")

    def __init__(self, value: object, status: str, evidence: str) -> None:
        self.value = value
        self.status = status
        self.evidence = evidence


class Tile(Freezable):
    """An improvement: a tenant or a floor (``RULES 6.2``, ``6.3``).

    ``income_money``, ``income_info`` and ``income_time`` come with each income; the ``hire_discount`` fields lower the price of hiring;
    ``sale_premium`` is added to the money of every sale; ``keeps_unsold`` lets unsold products stay where they are; ``keeps_popularity``
    is 1 if its owner does not lose popularity in phase V; ``extra_places`` are further places for tenants; ``uses`` is how often a round
    its task can be done.
    """

    __slots__ = (
        "id",
        "index",
        "is_tenant",
        "stage",
        "prestige",
        "is_single",
        "achievement",
        "task",
        "uses",
        "income_money",
        "income_info",
        "income_time",
        "hire_discount_money",
        "hire_discount_info",
        "sale_premium",
        "keeps_unsold",
        "keeps_popularity",
        "extra_places",
    )

    def __init__(
        self,
        id: str,
        is_tenant: bool,
        stage: int,
        prestige: int,
        is_single: bool = False,
        achievement: Achievement | None = None,
        task: TileTask | None = None,
        uses: int = 0,
        income_money: int = 0,
        income_info: int = 0,
        income_time: int = 0,
        hire_discount_money: int = 0,
        hire_discount_info: int = 0,
        sale_premium: int = 0,
        keeps_unsold: int = 0,
        keeps_popularity: int = 0,
        extra_places: int = 0,
    ) -> None:
        self.id = id
        self.index = -1
        self.is_tenant = is_tenant
        self.stage = stage
        self.prestige = prestige
        self.is_single = is_single
        self.achievement = achievement
        self.task = task
        self.uses = uses
        self.income_money = income_money
        self.income_info = income_info
        self.income_time = income_time
        self.hire_discount_money = hire_discount_money
        self.hire_discount_info = hire_discount_info
        self.sale_premium = sale_premium
        self.keeps_unsold = keeps_unsold
        self.keeps_popularity = keeps_popularity
        self.extra_places = extra_places

    def __repr__(self) -> str:
        return f"Tile({self.id!r})"


class Specialty(Freezable):
    """A specialty (``RULES 8.4``): a room that is remodeled from the start, money with each income, or money and info at the start."""

    __slots__ = ("id", "room", "income_money", "money", "info")

    def __init__(self, id: str, room: int = -1, income_money: int = 0, money: int = 0, info: int = 0) -> None:
        self.id = id
        self.room = room
        self.income_money = income_money
        self.money = money
        self.info = info


class Design(Freezable):
    """One front of a forecast card; ``consumers`` and ``unemployed`` run over the numbers of players (``RULES 7.2``).

    ``market`` is the space to which the job market goes (0: it goes back by the unemployed). A special card (``RULES 8.3``) replaces an
    ordinary card of its type and has the same back.
    """

    __slots__ = ("id", "type", "consumers", "unemployed", "copies", "market", "is_special")

    def __init__(
        self,
        id: str,
        type: int,
        consumers: tuple[int, ...],
        unemployed: tuple[int, ...],
        copies: int,
        market: int = 0,
        is_special: bool = False,
    ) -> None:
        self.id = id
        self.type = type
        self.consumers = consumers
        self.unemployed = unemployed
        self.copies = copies
        self.market = market
        self.is_special = is_special


class Era(Freezable):
    """An era: how many of the ten forecast cards are of each type, from depression to boom (``RULES 8.2``)."""

    __slots__ = ("id", "deck", "is_own")

    def __init__(self, id: str, deck: tuple[int, ...], is_own: bool) -> None:
        self.id = id
        self.deck = deck
        self.is_own = is_own


class EventCard(Freezable):
    """An event: it changes one area for the whole game (``RULES 8.5``); ``is_own``: a card written by this project."""

    __slots__ = ("id", "area", "is_own")

    def __init__(self, id: str, area: str, is_own: bool) -> None:
        self.id = id
        self.area = area
        self.is_own = is_own


class CardKind(Freezable):
    """A kind of Automa card: the area it sends a marker to (-1: none), and (marketing type, price bracket) of each design."""

    __slots__ = ("id", "area", "corners", "copies")

    def __init__(self, id: str, area: int, corners: tuple[tuple[int, int], ...], copies: int) -> None:
        self.id = id
        self.area = area
        self.corners = corners
        self.copies = copies


class AutomaCard(Freezable):
    """An Automa card as far as it is known: its kind, and its ``design`` from 1; 0 if unseen or if the kind has one design.

    ``code`` is its index in ``Ruleset.automa_deck`` and its number in the state; ``name`` is its id in positions: ``factory_2``,
    or ``factory`` if it is unseen. ``corners`` are marketing type and price bracket, None if unknown.
    """

    __slots__ = ("code", "kind", "design", "name", "corners")

    def __init__(self, code: int, kind: CardKind, design: int) -> None:
        self.code = code
        self.kind = kind
        self.design = design
        self.name = f"{kind.id}_{design}" if design else kind.id
        self.corners: tuple[int, int] | None = None
        if len(kind.corners) == 1:
            self.corners = kind.corners[0]
        elif 0 < design <= len(kind.corners):
            self.corners = kind.corners[design - 1]

    def __repr__(self) -> str:
        return f"AutomaCard({self.name!r})"


class Entrepreneur(Freezable):
    """An Automa (``RULES 8.1.1``): its extra card kind, the tile that it owns, its time markers, and whether it hires and trains."""

    __slots__ = ("id", "name", "level", "extra", "tile", "time", "hires", "trains")

    def __init__(self, id: str, name: str, level: str, extra: str, tile: str, time: int, hires: bool, trains: bool) -> None:
        self.id = id
        self.name = name
        self.level = level
        self.extra = extra
        self.tile = tile
        self.time = time
        self.hires = hires
        self.trains = trains


class Option(Freezable):
    """An option of a new game; the first value is the default.

    Any other value needs exactly ``players`` players (0: any number), and the options in ``excludes`` must have their default.
    """

    __slots__ = ("name", "values", "players", "excludes")

    def __init__(self, name: str, values: tuple[str, ...], players: int = 0, excludes: tuple[str, ...] = ()) -> None:
        self.name = name
        self.values = values
        self.players = players
        self.excludes = excludes
