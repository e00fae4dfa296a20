"""The table as lines of text: the city, the tracks, the forecast and the improvements on sale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.projections import floor_price, job_market_price
from groundfloor.presentation import effects, names
from groundfloor.presentation.areas.economic_forecast import forecast_words, type_name
from groundfloor.presentation.areas.presenter import occupant_name
from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.game_variants import game_variants

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.presentation.board.scene import Scene


def city(scene: Scene) -> list[str]:
    lines = []
    for letter, presenter in zip(names.LETTERS, presenters(scene.game.ruleset), strict=False):
        said = " ".join(presenter.contents(scene))
        lines.append(f"{letter}. {presenter.name(scene.words)}. {said}".rstrip())
    return lines


def deck(scene: Scene) -> list[str]:
    _ = scene.words.gettext
    state = scene.game.state
    lines = forecast_words(scene)
    if state.preset_deck:
        lines.append(_("Then in this order: %(types)s.") % {"types": ", ".join(type_name(scene, type) for type in state.preset_deck)})
    left = [f"{type_name(scene, type)} {count}" for type, count in enumerate(state.forecast_deck) if count]
    lines.append(_("Left in the deck: %(cards)s.") % {"cards": ", ".join(left) or "0"})
    return [*lines, *particulars(scene)]


def particulars(scene: Scene) -> list[str]:
    """Returns the era, event, special cards and house values of this game; nothing without any."""
    lines = [names.without_soft_hyphens(f"{card.kind}: {card.name}. {' '.join(card.note)}") for card in game_variants(scene)]
    return [*lines, *house_line(scene.game, scene.words)]


def house_line(game: Game, words: NullTranslations) -> list[str]:
    """Returns the house values in one line, in the format of a house file; no line without any."""
    values = ", ".join(f"{key} = {value}" for key, value in game.ruleset.overrides.items())
    return [words.gettext("House values: %(values)s.") % {"values": values}] if values else []


def tracks(scene: Scene) -> list[str]:
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    number = max(state.round, 1)
    lines = [
        _("Round %(round)s of %(rounds)s, stage %(stage)s.")
        % {"round": number, "rounds": len(rules.stage_by_round), "stage": rules.stage(number)}
    ]
    order = [
        _("%(name)s on space %(space)s") % {"name": occupant_name(scene, s), "space": state.popularity[s]} for s in state.popularity_order
    ]
    lines.append(_("Popularity, the most popular first: %(order)s.") % {"order": ", ".join(order)})
    price = job_market_price(scene.game)
    lines.append(_("Job market: hiring costs %(price)s money and %(price)s info.") % {"price": price})
    steps = ", ".join(str(step).replace("-", "−") for step in rules.income_track)
    lines.append(_("Income for 1 to %(most)s employees: %(steps)s money.") % {"most": len(rules.income_track), "steps": steps})
    return [*lines, *particulars(scene)]


def improvements(scene: Scene) -> list[str]:
    _ = scene.words.gettext
    state, rules = scene.game.state, scene.game.ruleset
    now = rules.stage(state.round)
    lines = [improvement_prices(scene)]
    for tile in rules.tiles:
        if tile.stage > now or not state.copies_on_sale[tile.index]:
            continue
        said = _("%(name)s: %(effect)s. Worth %(prestige)s prestige; left: %(left)s.")
        facts: dict[str, object] = {"name": names.full(names.tile_group(tile.id), tile.id, scene.words)}
        facts |= {"effect": effects.of_tile(tile, scene.words), "prestige": tile.prestige, "left": state.copies_on_sale[tile.index]}
        lines.append(names.without_soft_hyphens(said % facts))
    for stage in range(now + 1, max(rules.stage_by_round) + 1):
        later = [
            names.full(names.tile_group(t.id), t.id, scene.words) for t in rules.tiles if t.stage == stage and state.copies_on_sale[t.index]
        ]
        facts = {"stage": stage, "round": rules.first_round(stage), "tiles": ", ".join(later)}
        lines.append(_("From round %(round)s on (stage %(stage)s): %(tiles)s.") % facts)
    return lines


def improvement_prices(scene: Scene) -> str:
    _ = scene.words.gettext
    game = scene.game
    company = game.ruleset.company
    tenant = _("A tenant improvement costs %(money)s money and %(info)s info") % {
        "money": company.tenant_money,
        "info": company.tenant_info,
    }
    floors = []
    for seat, player in enumerate(game.state.players):
        if player.deck is None:
            money, info = floor_price(game, seat)
            floors.append(_("%(money)s and %(info)s for %(name)s") % {"name": occupant_name(scene, seat), "money": money, "info": info})
    return tenant + _("; the next floor: %(floors)s.") % {"floors": ", ".join(floors)}
