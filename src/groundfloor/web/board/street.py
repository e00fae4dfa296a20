"""The street: the city's buildings with their spaces, signs and façades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.area import SpaceTask
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.economic_forecast import EconomicForecast
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.engine.city.numbered_agency import NumberedAgency
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.presentation import names
from groundfloor.presentation.board import building_views
from groundfloor.presentation.board.building_views import LETTERS
from groundfloor.presentation.board.game_variants import event
from groundfloor.presentation.board.moves import amount
from groundfloor.presentation.board.offers import board_words
from groundfloor.presentation.board.place_notes import explained
from groundfloor.presentation.board.spaces import Space, Spaces
from groundfloor.presentation.board.tooltips import Offer

from .geometry import FRONTAGES, PANE, SPACES, slug

if TYPE_CHECKING:
    from groundfloor.engine.city.area import Area
    from groundfloor.presentation.board.building_views import Amounts, Front
    from groundfloor.presentation.board.game_variants import Placard
    from groundfloor.presentation.board.scene import Scene

MARGIN, GAP = 4, 7
"""Before the first building of a phone's map, and after each."""
MEETING = "emergency_meeting"
BOXES = {slug(key): box for key, box in SPACES.items()}
PANES = frozenset(at for at, box in BOXES.items() if box.w < 2 * PANE) - {"liquidation"}
"""Spaces that are plain windows; the others have more in them."""
FITTED = frozenset({"advertising_agency", "marketing_bonus", "economic_forecast", "retail_outlets", "construction_company"})
"""Buildings with more than windows laid over their drawing."""


@dataclass(frozen=True)
class Building:
    """One area of the city. ``sign`` is its name in lines; ``conduct`` is ``now`` or ``done`` in phase IV; ``caption`` stands in its
    dimension line where no price does; ``event`` is the placard of the event that changes it."""

    letter: str
    id: str
    name: str
    sign: tuple[str, ...]
    conduct: str
    spaces: tuple[Space, ...]
    front: Front
    prices: Amounts
    caption: str
    event: Placard | None = None

    @property
    def is_lit(self) -> bool:
        """One may go there."""
        return any(space.state == "lit" for space in self.spaces)

    @property
    def is_pencilled(self) -> bool:
        """Something is pencilled in there."""
        return any(space.state == "pencilled" for space in self.spaces)


class Street:
    """Reads the buildings off a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.state = scene.game.state
        self.settled = scene.settled.state
        self.spaces = Spaces(scene)

    def consulting(self, area: ConsultingFirm, name: str) -> tuple[Space, ...]:
        """A: the left windows are booked from the top, the right ones wait for a meeting."""
        _ = self.scene.words.gettext
        state, before = self.state, self.settled
        aside = name + _(", right window")
        if self.scene.picked == MEETING:
            return tuple(
                space for row in range(len(state.consulting_left)) for space in (self.meeting(name, 0, row), self.meeting(aside, 1, row))
            )
        offers = [Offer((building_views.priced(self.scene, price),), (amount(self.scene, "info", area.reward),)) for price in area.prices]
        left = self.spaces.line(
            "left", name, state.consulting_left, before.consulting_left, "consulting", is_numbered=False, shows=False, offers=offers
        )
        right = self.spaces.line("right", aside, state.consulting_right, before.consulting_right, "", is_numbered=False, shows=False)
        return tuple(space for pair in zip(left, right, strict=True) for space in pair)

    def meeting(self, name: str, column: int, row: int) -> Space:
        """A window whose marker an Emergency Meeting may move to the top of its column (``RULES 9.2.5``)."""
        word = ("left", "right")[column]
        seat = (self.state.consulting_left, self.state.consulting_right)[column][row]
        pick = f"{MEETING} {word} {row + 1}" if seat >= 0 and row else ""
        return self.spaces.space(f"{word}-{row + 1}", name % {"number": row + 1}, pick, seat, seat)

    def agency(self, area: AdvertisingAgency, name: str) -> tuple[Space, ...]:
        """B: desks, and the three boards."""
        chosen = not isinstance(area, NumberedAgency)
        desks = self.spaces.line(
            "agency",
            name,
            self.state.agency_desks,
            self.settled.agency_desks,
            "agency",
            is_numbered=chosen,
            shows=not chosen,
            offers=self.task_offers(area),
        )
        front = building_views.agency(self.scene, area, self.spaces.people)
        boards = [
            self.spaces.space(
                f"type-{kind.id}",
                f"{self.name(area)}, {names.full('marketing', kind.id, self.scene.words)}",
                kind.id,
                at=f"board-{number}",
                offer=Offer((board.prices,), more=board_words(self.scene, board)),
                open_word="",
            )
            for number, (kind, board) in enumerate(zip(area.types, front.boards, strict=True), 1)
        ]
        return (*desks, *boards)

    def bonus(self, area: MarketingBonus) -> tuple[Space, ...]:
        """C: the banners."""
        if not area.is_open(len(self.state.players)):
            return ()
        return tuple(
            self.spaces.space(
                f"bonus-{bonus.id}",
                f"{self.name(area)}, {names.full('bonus', bonus.id, self.scene.words)}",
                f"bonus {bonus.id}",
                self.state.bonus_takers[index],
                self.settled.bonus_takers[index],
                at=f"bonus-{index + 1}",
                open_word=self.scene.words.gettext("not taken yet"),
            )
            for index, bonus in enumerate(area.bonuses)
        )

    def warehouse(self, area: Warehouse, name: str) -> tuple[Space, ...]:
        """D: the doors, barred where there is no cube."""
        _ = self.scene.words.gettext
        found = []
        front = building_views.warehouse(self.scene, area)
        for door in range(len(area.prices)):
            price = front.doors[door]
            offer = Offer(((price.money,), (price.info,)), (amount(self.scene, "supply", 1),))
            seat, before = self.state.warehouse_markers[door], self.settled.warehouse_markers[door]
            empty = "" if self.state.warehouse_supply[door] or seat >= 0 else _("There is no supply at this door.")
            found.append(
                self.spaces.space(
                    f"door-{door + 1}", name % {"number": door + 1}, f"warehouse {door + 1}", seat, before, barred=empty, offer=offer
                )
            )
        return tuple(found)

    def exchange(self, area: StockExchange, name: str) -> tuple[Space, ...]:
        """F: the doors, and the track in the tower."""
        _ = self.scene.words.gettext
        offers = [Offer((building_views.priced(self.scene, *price),)) for price in area.prices]
        doors = self.spaces.line(
            "listing", name, self.state.exchange_queue, self.settled.exchange_queue, "exchange", is_numbered=True, offers=offers
        )
        tower = []
        for place, multiple in enumerate(area.multiples):
            said = self.name(area) + _(", tower space %(number)s, ×%(multiple)s") % {"number": place + 1, "multiple": multiple}
            seat, before = self.state.exchange_track[place], self.settled.exchange_track[place]
            pick = f"sell {place + 1}" if self.scene.seat in (seat, before) else ""
            tower.append(self.spaces.space(f"track-{place + 1}", said, pick, seat, before))
        return (*doors, *tower)

    def dropping(self) -> str:
        """The price of the product that drops, once it is chosen or there is but one; empty otherwise."""
        if self.scene.picked.startswith("drop "):
            return self.scene.picked.split()[1]
        legal = {str(control.action.a) for control in self.spaces.controls("drop") if control.is_legal}
        return legal.pop() if len(legal) == 1 else ""

    def outlets(self, area: RetailOutlets) -> tuple[Space, ...]:
        """H: windows by price, closed ones hatched, and the door of liquidation."""
        _ = self.scene.words.gettext
        players = len(self.state.players)
        falling = self.dropping()
        guess = building_views.assumed(self.scene, "retail_outlets.from_players")
        found = []
        for space, price in enumerate(area.prices):
            seat, before = self.state.retail_products[space], self.settled.retail_products[space]
            if seat < 0:
                pick = f"drop {falling} {price}" if falling else f"price {price}"
            else:
                pick = (f"drop {price} stay" if falling == str(price) else f"drop {price}") if seat == self.scene.seat else ""
            opens = _("Opens with %(players)s players.") % {"players": area.from_players[space]}
            closed = "" if area.is_open(space, players) else f"{opens} {guess}".strip()
            said = self.name(area) + _(", window at %(price)s money") % {"price": price}
            found.append(self.spaces.space(f"outlet-{space + 1}", said, "" if closed else pick, seat, before, closed=closed))
        said = self.name(area) + _(", liquidation for %(money)s money") % {"money": area.liquidation}
        chosen = "price liquidation" if self.scene.control("price liquidation") else ""
        found.append(self.spaces.space("liquidation", said, f"drop {falling} liquidation" if falling else chosen, open_word=""))
        return tuple(found)

    def sites(self, area: ConstructionCompany, name: str) -> tuple[Space, ...]:
        """I: the bays; those beyond this number of players are closed."""
        _ = self.scene.words.gettext
        offers = self.task_offers(area)
        line = self.spaces.line(
            "site", name, self.state.construction_queue, self.settled.construction_queue, "construction", is_numbered=False, offers=offers
        )
        guess = building_views.assumed(self.scene, "construction_company.spaces")
        more = []
        for number in range(len(line) + 1, max(area.sizes) + 1):
            players = next(count for count, size in enumerate(area.sizes, 2) if size >= number)
            closed = _("Opens with %(players)s players.") % {"players": players}
            more.append(self.spaces.space(f"site-{number}", name % {"number": number}, closed=f"{closed} {guess}".strip()))
        return (*line, *more)

    def name(self, area: Area) -> str:
        """A building's whole name."""
        return names.full("area", area.id, self.scene.words)

    def task_price(self, area: Area) -> Amounts:
        """The price of every space of an area; empty if its spaces have prices of their own."""
        task = next((task for task in area.tasks if isinstance(task, SpaceTask)), None)
        return building_views.priced(self.scene, task.money, task.info, task.supply) if task is not None else ()

    def task_offers(self, area: Area) -> list[Offer]:
        """The offer of every space of an area with one price."""
        return [Offer((self.task_price(area),))]

    def read(self, area: Area) -> tuple[tuple[Space, ...], Front, str]:
        """A building's spaces, façade and the words of its dimension line."""
        _ = self.scene.words.gettext
        scene, name, folk = self.scene, self.name(area), self.spaces.people
        numbered = f"{name}, " + _("space %(number)s")
        doors = f"{name}, " + _("door %(number)s")
        if isinstance(area, ConsultingFirm):
            return self.consulting(area, f"{name}, " + _("row %(number)s")), building_views.consulting(scene, area), _("price per row")
        if isinstance(area, AdvertisingAgency):
            return self.agency(area, f"{name}, " + _("desk %(number)s")), building_views.agency(scene, area, folk), ""
        if isinstance(area, MarketingBonus):
            return self.bonus(area), building_views.bonuses(scene, area, folk), _("in phase IV")
        if isinstance(area, Warehouse):
            return self.warehouse(area, doors), building_views.warehouse(scene, area), _("money or info")
        if isinstance(area, Factory):
            offers = self.task_offers(area)
            line = self.spaces.line(
                "factory", numbered, self.state.factory_queue, self.settled.factory_queue, "factory", is_numbered=False, offers=offers
            )
            return line, building_views.Front(), ""
        if isinstance(area, StockExchange):
            return self.exchange(area, doors), building_views.exchange(scene, area), _("price per door")
        if isinstance(area, EconomicForecast):
            return (), building_views.forecast(scene), _("in phase IV")
        if isinstance(area, RetailOutlets):
            return self.outlets(area), building_views.outlets(scene, area), _("in phase IV")
        assert isinstance(area, ConstructionCompany)
        return self.sites(area, numbered), building_views.sites(scene), ""

    def buildings(self) -> tuple[Building, ...]:
        """All of them, in the order of the alphabet."""
        found = []
        changed = event(self.scene)
        for index, area in enumerate(self.scene.game.ruleset.areas):
            prices = self.task_price(area)
            spaces, front, caption = self.read(area)
            spaces = explained(self.scene, area, spaces)
            sign = names.sign("area", area.id, self.scene.words)
            conduct = building_views.conduct_state(self.scene, index)
            placard = changed if changed is not None and changed.area == area.id else None
            found.append(Building(LETTERS[index], area.id, self.name(area), sign, conduct, spaces, front, prices, caption, placard))
        return tuple(found)


GEOMETRY = {"boxes": BOXES, "fronts": FRONTAGES, "fittings": FITTED, "panes": PANES, "map_gap": GAP}
"""What all templates of the street may use beside their facts."""


def street_facts(scene: Scene) -> dict[str, object]:
    """What ``board/street.html`` is given."""
    buildings = Street(scene).buildings()
    wide = MARGIN + sum(FRONTAGES[each.id].width + GAP for each in buildings)
    return {"buildings": buildings, "map_width": f"{wide:g}"}
