"""Lines of plain text: the city, the companies, the question. The terminal prints them, and so do the environments for research."""

from __future__ import annotations

from collections.abc import Collection
from gettext import NullTranslations

from groundfloor.engine.actions import Action
from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.game import Game
from groundfloor.engine.phases.income import income_of
from groundfloor.engine.position_projection import floor_price, job_market_price
from groundfloor.engine.state import ROOMS, Player

from . import effects, names
from .answer_places import answer_places, is_long, place_line
from .areas.economic_forecast import forecast_words, type_name
from .areas.presenter import occupant_name
from .areas.registry import presenters
from .board.action_text import action_title, projection_text, warnings
from .board.amounts import amounts_text, cost_amounts, gain_amounts
from .board.game_variants import game_variants
from .board.phrases import tile_words
from .board.question_text import question_text
from .questions.registry import presenter_of_answer, question
from .typed_moves.move_names import move_name
from .view import TableView


def city_lines(view: TableView) -> list[str]:
    lines = []
    for letter, presenter in zip(names.LETTERS, presenters(view.game.ruleset), strict=False):
        contents = " ".join(presenter.contents(view))
        lines.append(f"{letter}. {presenter.name(view.translations)}. {contents}".rstrip())
    return lines


def deck_lines(view: TableView) -> list[str]:
    state = view.game._state
    lines = forecast_words(view)
    if state.preset_deck:
        lines.append(view._("Then in this order: %(types)s.", types=", ".join(type_name(view, type) for type in state.preset_deck)))
    left = [f"{type_name(view, type)} {count}" for type, count in enumerate(state.forecast_deck) if count]
    lines.append(view._("Left in the deck: %(cards)s.", cards=", ".join(left) or "0"))
    return [*lines, *particulars(view)]


def particulars(view: TableView) -> list[str]:
    """Returns the era, event, special cards and house values of this game; nothing without any."""
    lines = [names.without_soft_hyphens(f"{card.kind}: {card.name}. {' '.join(card.note)}") for card in game_variants(view)]
    return [*lines, *house_line(view.game, view.translations)]


def house_line(game: Game, translations: NullTranslations) -> list[str]:
    """Returns the house values in one line, in the format of a house file; no line without any."""
    values = ", ".join(f"{key} = {value}" for key, value in game.ruleset.overrides.items())
    return [translations.gettext("House values: %(values)s.") % {"values": values}] if values else []


def track_lines(view: TableView) -> list[str]:
    state, rules = view.game._state, view.game.ruleset
    number = max(state.round, 1)
    lines = [
        view._("Round %(round)s of %(rounds)s, stage %(stage)s.", round=number, rounds=len(rules.stage_by_round), stage=rules.stage(number))
    ]
    order = [view._("%(name)s on space %(space)s", name=occupant_name(view, s), space=state.popularity[s]) for s in state.popularity_order]
    lines.append(view._("Popularity, the most popular first: %(order)s.", order=", ".join(order)))
    price = job_market_price(view.game)
    lines.append(view._("Job market: hiring costs %(price)s money and %(price)s info.", price=price))
    steps = ", ".join(str(step).replace("-", "−") for step in rules.income_track)
    lines.append(view._("Income for 1 to %(most)s employees: %(steps)s money.", most=len(rules.income_track), steps=steps))
    return [*lines, *particulars(view)]


def offer_lines(view: TableView) -> list[str]:
    state, rules = view.game._state, view.game.ruleset
    now = rules.stage(state.round)
    lines = [improvement_prices(view)]
    for tile in rules.tiles:
        if tile.stage > now or not state.copies_left[tile.index]:
            continue
        sentence = view._("%(name)s: %(effect)s. Worth %(prestige)s prestige; left: %(left)s.")
        facts: dict[str, object] = {"name": names.tile_in_sentence(tile.id, view.translations)}
        facts |= {"effect": effects.of_tile(tile, view.translations), "prestige": tile.prestige, "left": state.copies_left[tile.index]}
        lines.append(names.without_soft_hyphens(sentence % facts))
    for stage in range(now + 1, max(rules.stage_by_round) + 1):
        later = [
            names.tile_in_sentence(tile.id, view.translations)
            for tile in rules.tiles
            if tile.stage == stage and state.copies_left[tile.index]
        ]
        facts = {"stage": stage, "round": rules.first_round(stage), "tiles": ", ".join(later)}
        lines.append(view._("From round %(round)s on (stage %(stage)s): %(tiles)s.") % facts)
    return lines


def improvement_prices(view: TableView) -> str:
    game = view.game
    construction = game.ruleset.construction
    tenant = view._(
        "A tenant improvement costs %(money)s money and %(info)s info", money=construction.tenant_money, info=construction.tenant_info
    )
    floors = []
    for seat, player in enumerate(game._state.players):
        if player.deck is None:
            money, info = floor_price(game, seat)
            floors.append(view._("%(money)s and %(info)s for %(name)s", name=occupant_name(view, seat), money=money, info=info))
    return tenant + view._("; the next floor: %(floors)s.", floors=", ".join(floors))


def company_lines(view: TableView, seat: int) -> list[str]:
    player = view.game._state.players[seat]
    lines = [headline(view, seat)]
    if player.deck is None:
        lines += [resources_line(view, player), employees_line(view, player)]
    else:
        lines += card_lines(view, player)
    return [*lines, *room_lines(view, player), *improvement_lines(view, player)]


def company_line(view: TableView, seat: int) -> str:
    player = view.game._state.players[seat]
    built = [tile_words(view, tile) for tile in player.tenants + player.floors]
    line = headline(view, seat)
    if player.deck is None:
        line += " " + resources_line(view, player)
    return line + (" " + ", ".join(built) + "." if built else "")


def headline(view: TableView, seat: int) -> str:
    game = view.game
    person = game.seats[seat]
    total = score_of(game, seat)
    parts = [person.name, names.full("colour", person.colour, view.translations), *filter(None, [player_kind(view, seat)])]
    specialty = game._state.players[seat].specialty
    if specialty >= 0:
        parts.append(names.full("specialty", game.ruleset.specialties[specialty].id, view.translations))
    parts.append(names.counted("prestige", total, view.translations))
    return ", ".join(parts) + "."


def player_kind(view: TableView, seat: int) -> str:
    """Returns what pages mark a name with: an Automa with its level, a bot, a guest, an administrator; "" for anybody else."""
    person = view.people[seat]
    if person.automa:
        return view._("Automa, %(level)s", level=names.full("level", names.LEVEL_OF[person.automa], view.translations))
    if person.bot is not None and person.bot.name.casefold() not in person.name.casefold():
        return view._("Bot: %(name)s", name=person.bot.name)
    marks = {"guest": view._("Guest"), "bot": view._("Bot"), "administrator": view._("Administrator"), "": ""}
    return marks["bot" if person.bot is not None else person.mark]


def marked_name(view: TableView, seat: int) -> str:
    """Returns the name of a seat, and behind it what pages mark it with."""
    name, kind = view.game.seats[seat].name, player_kind(view, seat)
    return f"{name} ({kind})" if kind else name


def resources_line(view: TableView, player: Player) -> str:
    return view._("%(amounts)s; %(stock)s more in the stock.", amounts=resources(view, player), stock=player.reserve_time)


def resources(view: TableView, player: Player) -> str:
    pairs = (("time", player.time), ("money", player.money), ("info", player.info), ("supply", player.supply))
    return ", ".join(names.counted(code, number, view.translations) for code, number in pairs)


def employees_line(view: TableView, player: Player) -> str:
    sentence = view._("%(employees)s, the CEO included: %(trained)s trained, %(untrained)s untrained.")
    people = names.counted("employee", player.employee_count, view.translations)
    line = sentence % {"employees": people, "trained": player.trained, "untrained": player.untrained}
    if view.game.ruleset.ending.is_over(view.game):
        return line
    income = str(income_of(view.game, player)).replace("-", "−")
    return line + " " + view._("Next income: %(income)s money.", income=income)


def card_lines(view: TableView, player: Player) -> list[str]:
    """Returns the kinds of an Automa's cards still to come, and all of those that have been seen (``RULES 8.1.2``)."""
    assert player.deck is not None
    lines = [view._("Cards to come, in no order: %(cards)s.", cards=card_list(view, player.deck.pile))]
    if player.deck.revealed:
        lines.append(view._("Face up now: %(cards)s.", cards=card_list(view, player.deck.revealed)))
    if player.deck.discard:
        lines.append(view._("Discarded, the latest first: %(cards)s.", cards=card_list(view, player.deck.discard[::-1])))
    return lines


def card_list(view: TableView, codes: list[int]) -> str:
    """Returns cards with the marketing type and price bracket of those that are known: ``Factory (Networking, 12 or 10), Warehouse``."""
    cards = []
    for code in codes:
        card = view.game.ruleset.automa_deck[code]
        name = names.full("card", card.kind.id, view.translations)
        corners = effects.of_card(view.game.ruleset, card, view.translations)
        cards.append(f"{name} ({corners})" if corners else name)
    return ", ".join(cards) or "0"


def room_lines(view: TableView, player: Player) -> list[str]:
    rules = view.game.ruleset
    lines = []
    for room in range(ROOMS):
        name = names.full("room", rules.rooms[room].id, view.translations)
        if player.visible_tenants[room] >= 0:
            does = view._("closed by %(tile)s", tile=tile_words(view, player.visible_tenants[room]))
        else:
            does = effects.of_room(rules, room, view.translations, remodeled=bool(player.remodeled[room]))
        state = view._("%(room)s, remodeled", room=name) if player.remodeled[room] else name
        used = " " + view._("In use: %(markers)s.", markers=player.room_markers[room]) if player.room_markers[room] else ""
        lines.append(names.without_soft_hyphens(f"{state}: {does}.{used}"))
    return lines


def improvement_lines(view: TableView, player: Player) -> list[str]:
    """Returns tenant improvements with their places, and floors from the lowest; the ground floor is number 1."""
    lines = []
    tiles = view.game.ruleset.tiles
    for tile in player.tenants:
        lines.append(f"{tile_words(view, tile)}: {effects.of_tile(tiles[tile], view.translations)}.")
    for number, tile in enumerate(player.floors, 2):
        lines.append(
            view._(
                "Floor %(number)s, %(name)s: %(effect)s.",
                number=number,
                name=tile_words(view, tile),
                effect=effects.of_tile(tiles[tile], view.translations),
            )
        )
    return [names.without_soft_hyphens(line) for line in lines]


def question_lines(view: TableView, name: str) -> list[str]:
    """Returns the prompt with its explanation, and the resources of the seat."""
    words = question_text(view)
    asked = words.title if words.title[-1:] in "?." else words.title + "."
    lines = [f"{name}: {asked}"]
    if words.plain and question(view.game.question_kind).needs_help:
        lines.append(words.plain)
    assert view.own.seat is not None
    held = resources(view, view.game._state.players[view.own.seat])
    return [*lines, view._("At hand: %(amounts)s.", amounts=held)]


def answer_lines(view: TableView, *, is_brief: bool, shown: Collection[Action] | None = None) -> list[str]:
    """Returns the legal answers with their numbers, or those ``shown``; an effect like that of the answer before is not repeated."""
    lines = []
    before = ""
    for number, action in enumerate(view.game.legal_actions, 1):
        if shown is not None and action not in shown:
            continue
        effect = "" if is_brief else consequences(view, action)
        outcome = view._("As before.") if effect and effect == before else effect
        lines.append(f"{number}. {name_and_price(view, action)} {outcome}".rstrip())
        before = effect
    return lines


def place_lines(view: TableView) -> list[str]:
    """Returns a line for each place where a long question can be answered, and how to see its answers; a short one's answers in full."""
    if not is_long(view):
        return answer_lines(view, is_brief=False)
    lines = []
    for place in answer_places(view):
        is_one = len(place.actions) == 1
        lines.append(f"{place.first}. {name_and_price(view, place.actions[0])}" if is_one else place_line(view, place))
    return [*lines, view._("more: prices and effects, place by place; more B: those of a place. legal: all answers.")]


def answer_line(view: TableView, action: Action) -> str:
    return f"{name_and_price(view, action)} {consequences(view, action)}".rstrip()


def name_and_price(view: TableView, action: Action) -> str:
    """Returns the name of an answer, its price and, unless a sentence describes them, its gains."""
    game = view.game
    quote = game.quote(action)
    parts = [answer_name(view, action)]
    price, gains = cost_amounts(view, quote), gain_amounts(view, quote)
    if price:
        parts.append(view._("takes %(amounts)s", amounts=amounts_text(price)))
    if gains and not question(game.question_kind).shows_effects:
        parts.append(view._("gives %(amounts)s", amounts=amounts_text(gains)))
    return names.without_soft_hyphens("; ".join(parts) + ".")


def answer_name(view: TableView, action: Action) -> str:
    """Returns the title of an answer; where several have the same one, with how it is paid, or the name by which it is typed."""
    game = view.game
    quote, kind = game.quote(action), game.question_kind
    name = names.without_soft_hyphens(action_title(view, action, quote, kind))
    others = (other for other in game.legal_actions if other is not action)
    if not any(names.without_soft_hyphens(action_title(view, other, game.quote(other), kind)) == name for other in others):
        return name
    paid = presenter_of_answer(action.verb).second_button(view, action, quote)[0] if kind == "schedule" else ""
    typed = move_name(view, action)
    return f"{name}: {paid or typed.removeprefix(name).strip()}" if paid or typed.startswith(name) else typed


def consequences(view: TableView, action: Action) -> str:
    quote = view.game.quote(action)
    said = projection_text(view, action, quote, view.game)
    return names.without_soft_hyphens(" ".join([*([said] if said else []), *warnings(view, action, quote, view.game)]))
