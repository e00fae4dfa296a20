"""The table as text: the city, the tracks, the forecast and what is on sale, one line a thing."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.engine.city.construction_company import ConstructionCompany
from groundfloor.engine.city.consulting_firm import ConsultingFirm
from groundfloor.engine.city.factory import Factory
from groundfloor.engine.city.marketing_bonus import MarketingBonus
from groundfloor.engine.city.retail_outlets import RetailOutlets
from groundfloor.engine.city.retail_projection import possible_special
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.city.warehouse import Warehouse
from groundfloor.engine.projections import construction_company, consumers_to_come, floor_price
from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation import effects, names
from groundfloor.presentation.board.forecast import buyers
from groundfloor.presentation.board.game_variants import placards
from groundfloor.presentation.board.retail_words import special_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from groundfloor.engine.city.area import Area
    from groundfloor.engine.game import Game
    from groundfloor.presentation.board.scene import Scene


def city(scene: Scene) -> list[str]:
    """The areas from A on."""
    lines = []
    for letter, area in zip("ABCDEFGHIJKL", scene.game.ruleset.areas, strict=False):
        said = " ".join(area_words(scene, area))
        lines.append(f"{letter}. {names.full('area', area.id, scene.words)}. {said}".rstrip())
    return lines


def area_words(scene: Scene, area: Area) -> list[str]:
    """What lies on one area."""
    _ = scene.words.gettext
    state = scene.game.state
    if isinstance(area, ConsultingFirm):
        return [
            _("Left: %(spaces)s.") % {"spaces": row(scene, state.consulting_left)},
            _("Right: %(spaces)s.") % {"spaces": row(scene, state.consulting_right)},
        ]
    if isinstance(area, AdvertisingAgency):
        return [_("Desks: %(spaces)s.") % {"spaces": row(scene, state.agency_desks)}, *boxes(scene, area)]
    if isinstance(area, MarketingBonus):
        return bonuses(scene, area)
    if isinstance(area, Warehouse):
        return [doors(scene, area)]
    if isinstance(area, Factory):
        return [row(scene, state.factory_queue) + "."]
    if isinstance(area, StockExchange):
        doors_said = _("Doors: %(spaces)s.") % {"spaces": row(scene, state.exchange_queue)}
        multiples = ", ".join(f"×{n}" for n in area.multiples)
        track = _("Track from below (%(multiples)s): %(spaces)s.") % {"multiples": multiples, "spaces": row(scene, state.exchange_track)}
        return [doors_said, track]
    if isinstance(area, RetailOutlets):
        return [outlets(scene, area)]
    if isinstance(area, ConstructionCompany):
        return [row(scene, state.construction_queue) + "."]
    return forecast(scene)


def who(scene: Scene, seat: int) -> str:
    """A seat's name, or that a space is free."""
    return scene.game.seats[seat].name if seat >= 0 else scene.words.pgettext("space", "free")


def row(scene: Scene, spaces: Sequence[int]) -> str:
    """Numbered spaces, those that are alike together: ``1 Ann, 2 to 5 free``."""
    _ = scene.words.gettext
    found = []
    for seat, run in groupby(enumerate(spaces, 1), key=lambda pair: pair[1]):
        numbers = [number for number, _seat in run]
        first, last = numbers[0], numbers[-1]
        said = str(first) if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
        found.append(f"{said} {who(scene, seat)}")
    return ", ".join(found)


def boxes(scene: Scene, agency: AdvertisingAgency) -> list[str]:
    """Markers in each marketing type."""
    found = []
    for type, box in zip(agency.types, scene.game.state.marketing_boxes, strict=True):
        held = [f"{who(scene, seat)} {count}" for seat, count in enumerate(box) if count]
        found.append(f"{names.full('marketing', type.id, scene.words)}: {', '.join(held) or '0'}.")
    return found


def bonuses(scene: Scene, area: MarketingBonus) -> list[str]:
    """Who has which bonus."""
    if len(scene.game.seats) < area.from_players:
        return [scene.words.gettext("Not used at this number of players.")]
    pairs = zip(area.bonuses, scene.game.state.bonus_takers, strict=True)
    return [", ".join(f"{names.full('bonus', bonus.id, scene.words)} {who(scene, seat)}" for bonus, seat in pairs) + "."]


def doors(scene: Scene, warehouse: Warehouse) -> str:
    """Each door with its price, its cube and its marker."""
    _ = scene.words.gettext
    state = scene.game.state
    found = []
    for number, ((money, info), cube, seat) in enumerate(
        zip(warehouse.prices, state.warehouse_supply, state.warehouse_markers, strict=True), 1
    ):
        held = who(scene, seat) if cube else _("empty")
        said = _("door %(number)s (%(money)s money or %(info)s info) %(held)s")
        found.append(said % {"number": number, "money": money, "info": info, "held": held})
    return "; ".join(found) + "."


def outlets(scene: Scene, area: RetailOutlets) -> str:
    """Each price with the products there."""
    _ = scene.words.gettext
    found = []
    open_spaces = [space for space in range(len(area.prices)) if area.is_open(space, len(scene.game.seats))]
    for price, run in groupby(open_spaces, key=lambda space: area.prices[space]):
        seats = [scene.game.state.retail_products[space] for space in run]
        held = ", ".join(who(scene, seat) for seat in seats)
        found.append(_("at %(price)s %(held)s") % {"price": price, "held": held})
    return "; ".join(found) + "."


def forecast(scene: Scene) -> list[str]:
    """The type of this round, what was turned up, and the next type."""
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    if state.current_forecast < 0:
        return []
    low, high = consumers_to_come(scene.game)
    column = rules.player_column(len(scene.game.seats))
    if state.revealed_design >= 0:
        design = rules.designs[state.revealed_design]
        facts: dict[str, object] = {"consumers": design.consumers[column], "unemployed": design.unemployed[column]}
        said = _("This round %(type)s; consumers: %(consumers)s; unemployed: %(unemployed)s.")
        if design.is_special:
            said = _("This round %(type)s: %(special)s; consumers: %(consumers)s; the job market goes to space %(space)s.")
            facts = {"special": names.full("special", design.id, scene.words), "consumers": buyers(scene, design), "space": design.market}
    else:
        coming = f"{low}–{high}" if low < high else f"{low}"
        facts = {"consumers": coming + special_words(scene, possible_special(scene.game))}
        said = _("This round %(type)s; consumers to come: %(consumers)s.")
    found = [said % {"type": type_name(scene, state.current_forecast), **facts}]
    if state.next_forecast >= 0:
        found.append(_("Next round %(type)s.") % {"type": type_name(scene, state.next_forecast)})
    return found


def type_name(scene: Scene, type: int) -> str:
    """Depression to boom."""
    return names.full("forecast", FORECAST_TYPES[type], scene.words)


def deck(scene: Scene) -> list[str]:
    """The forecast and the cards that are still in its deck."""
    _ = scene.words.gettext
    state = scene.game.state
    lines = forecast(scene)
    if state.preset_deck:
        lines.append(_("Then in this order: %(types)s.") % {"types": ", ".join(type_name(scene, type) for type in state.preset_deck)})
    left = [f"{type_name(scene, type)} {count}" for type, count in enumerate(state.forecast_deck) if count]
    lines.append(_("Left in the deck: %(cards)s.") % {"cards": ", ".join(left) or "0"})
    return [*lines, *particulars(scene)]


def particulars(scene: Scene) -> list[str]:
    """What makes this game different: its era, its event, its special cards, its house values; nothing in a usual game."""
    lines = [names.plain(f"{card.kind}: {card.name}. {' '.join(card.note)}") for card in placards(scene)]
    return [*lines, *house_line(scene.game, scene.words)]


def house_line(game: Game, words: NullTranslations) -> list[str]:
    """The house values in one line, as a house file has them; no line without any."""
    values = ", ".join(f"{key} = {value}" for key, value in game.ruleset.overrides.items())
    return [words.gettext("House values: %(values)s.") % {"values": values}] if values else []


def tracks(scene: Scene) -> list[str]:
    """Rounds, popularity, the job market and the income track."""
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    number = max(state.round, 1)
    lines = [
        _("Round %(round)s of %(rounds)s, stage %(stage)s.")
        % {"round": number, "rounds": len(rules.stage_by_round), "stage": rules.stage(number)}
    ]
    order = [_("%(name)s on space %(space)s") % {"name": who(scene, s), "space": state.popularity[s]} for s in state.popularity_order]
    lines.append(_("Popularity, the most popular first: %(order)s.") % {"order": ", ".join(order)})
    price = rules.job_market_prices[state.job_market - 1]
    lines.append(_("Job market: hiring costs %(price)s money and %(price)s info.") % {"price": price})
    steps = ", ".join(str(step).replace("-", "−") for step in rules.income_track)
    lines.append(_("Income for 1 to %(most)s employees: %(steps)s money.") % {"most": len(rules.income_track), "steps": steps})
    return [*lines, *particulars(scene)]


def sale(scene: Scene) -> list[str]:
    """Every improvement that can be bought now, and the stage of the others."""
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    now = rules.stage(state.round)
    lines = [sale_price(scene)]
    for tile in rules.tiles:
        if tile.stage > now or not state.copies_on_sale[tile.index]:
            continue
        said = _("%(name)s (%(text)s): %(effect)s. Worth %(prestige)s PP; left: %(left)s.")
        facts: dict[str, object] = {"name": names.full(names.tile_group(tile.id), tile.id, scene.words), "text": tile.id}
        facts |= {"effect": effects.of_tile(tile, scene.words), "prestige": tile.prestige, "left": state.copies_on_sale[tile.index]}
        lines.append(names.plain(said % facts))
    for stage in range(now + 1, max(rules.stage_by_round) + 1):
        later = [
            names.full(names.tile_group(t.id), t.id, scene.words) for t in rules.tiles if t.stage == stage and state.copies_on_sale[t.index]
        ]
        facts = {"stage": stage, "round": rules.first_round(stage), "tiles": ", ".join(later)}
        lines.append(_("From round %(round)s on (stage %(stage)s): %(tiles)s.") % facts)
    return lines


def sale_price(scene: Scene) -> str:
    """What an improvement costs."""
    _ = scene.words.gettext
    game = scene.game
    company = construction_company(game)
    tenant = _("A tenant improvement costs %(money)s money and %(info)s info") % {
        "money": company.tenant_money,
        "info": company.tenant_info,
    }
    floors = []
    for seat, player in enumerate(game.state.players):
        if player.deck is None:
            money, info = floor_price(game, seat)
            floors.append(_("%(name)s %(money)s and %(info)s") % {"name": who(scene, seat), "money": money, "info": info})
    return tenant + _("; the next floor: %(floors)s.") % {"floors": ", ".join(floors)}
