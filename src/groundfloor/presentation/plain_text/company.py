"""A company as text: what it holds, its people, its rooms and improvements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.income import income_of
from groundfloor.engine.state import ROOMS
from groundfloor.presentation import effects, names
from groundfloor.presentation.board.phrases import tile_words

if TYPE_CHECKING:
    from groundfloor.engine.state import Player
    from groundfloor.presentation.board.scene import Scene


def company_lines(scene: Scene, seat: int) -> list[str]:
    player = scene.game.state.players[seat]
    lines = [headline(scene, seat)]
    if player.deck is None:
        lines += [resources_line(scene, player), employees_line(scene, player)]
    else:
        lines += cards(scene, player)
    return [*lines, *rooms(scene, player), *improvements(scene, player)]


def company_line(scene: Scene, seat: int) -> str:
    player = scene.game.state.players[seat]
    built = [tile_words(scene, tile) for tile in player.tenants + player.floors]
    said = headline(scene, seat)
    if player.deck is None:
        said += " " + resources_line(scene, player)
    return said + (" " + ", ".join(built) + "." if built else "")


def headline(scene: Scene, seat: int) -> str:
    _ = scene.words.gettext
    game = scene.game
    person = game.seats[seat]
    total = next(score.total for score in game.scores() if score.seat == seat)
    parts = [person.name, names.full("colour", person.colour, scene.words)]
    if person.automa:
        level = names.full("level", names.LEVEL_OF[person.automa], scene.words)
        parts.append(_("Automa, %(level)s") % {"level": level})
    specialty = game.state.players[seat].specialty
    if specialty >= 0:
        parts.append(names.full("specialty", game.ruleset.specialties[specialty].id, scene.words))
    parts.append(names.counted("prestige", total, scene.words))
    return ", ".join(parts) + "."


def resources_line(scene: Scene, player: Player) -> str:
    _ = scene.words.gettext
    pairs = (("time", player.time), ("money", player.money), ("info", player.info), ("supply", player.supply))
    held = ", ".join(names.counted(code, number, scene.words) for code, number in pairs)
    return _("%(amounts)s; %(stock)s more in the stock.") % {"amounts": held, "stock": player.reserve_time}


def employees_line(scene: Scene, player: Player) -> str:
    _ = scene.words.gettext
    said = _("%(employees)s, the CEO included: %(trained)s trained, %(untrained)s untrained.")
    people = names.counted("employee", player.ceo_space, scene.words)
    found = said % {"employees": people, "trained": player.trained, "untrained": player.untrained}
    if scene.game.ruleset.ending.is_over(scene.game):
        return found
    income = str(income_of(scene.game, player)).replace("-", "−")
    return found + " " + _("Next income: %(income)s money.") % {"income": income}


def cards(scene: Scene, player: Player) -> list[str]:
    """Returns the kinds of an Automa's cards still to come, and all of those that have been seen (``RULES 8.1.2``)."""
    _ = scene.words.gettext
    assert player.deck is not None
    lines = [_("Cards to come, in no order: %(cards)s.") % {"cards": card_list(scene, player.deck.pile)}]
    if player.deck.revealed:
        lines.append(_("Face up now: %(cards)s.") % {"cards": card_list(scene, player.deck.revealed)})
    if player.deck.discard:
        lines.append(_("Discarded, the latest first: %(cards)s.") % {"cards": card_list(scene, player.deck.discard[::-1])})
    return lines


def card_list(scene: Scene, codes: list[int]) -> str:
    """Returns cards with the marketing type and price bracket of those that are known: ``Factory (Networking, 12 or 10), Warehouse``."""
    found = []
    for code in codes:
        card = scene.game.ruleset.automa_deck[code]
        name = names.full("card", card.kind.id, scene.words)
        corners = effects.of_card(scene.game.ruleset, card, scene.words)
        found.append(f"{name} ({corners})" if corners else name)
    return ", ".join(found) or "0"


def rooms(scene: Scene, player: Player) -> list[str]:
    _ = scene.words.gettext
    rules = scene.game.ruleset
    lines = []
    for room in range(ROOMS):
        name = names.full("room", rules.rooms[room].id, scene.words)
        if player.visible_tenants[room] >= 0:
            does = _("closed by %(tile)s") % {"tile": tile_words(scene, player.visible_tenants[room])}
        else:
            does = effects.of_room(rules, room, scene.words, remodeled=bool(player.remodeled[room]))
        state = _("%(room)s, remodeled") % {"room": name} if player.remodeled[room] else name
        used = " " + _("In use: %(markers)s.") % {"markers": player.room_markers[room]} if player.room_markers[room] else ""
        lines.append(names.without_soft_hyphens(f"{state}: {does}.{used}"))
    return lines


def improvements(scene: Scene, player: Player) -> list[str]:
    """Returns tenant improvements with their places, and floors from the lowest; the ground floor is number 1."""
    _ = scene.words.gettext
    lines = []
    tiles = scene.game.ruleset.tiles
    for tile in player.tenants:
        lines.append(f"{tile_words(scene, tile)}: {effects.of_tile(tiles[tile], scene.words)}.")
    for number, tile in enumerate(player.floors, 2):
        said = _("Floor %(number)s, %(name)s: %(effect)s.")
        lines.append(said % {"number": number, "name": tile_words(scene, tile), "effect": effects.of_tile(tiles[tile], scene.words)})
    return [names.without_soft_hyphens(line) for line in lines]
