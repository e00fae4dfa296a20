"""What is different in a game: its era, event, special cards (``RULES 8``) and house values, shown beside the rounds."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.presentation import effects, names
from groundfloor.presentation.house_values import value_sentences

from .scene import Scene

SHOWN_VALUES = 6
"""How many house values a note lists; the page of the table has all."""


@dataclass(frozen=True)
class GameVariant:
    """What kind of card it is, its name, and the lines of its note.

    ``area`` is the id of the area that it changes, empty for none; ``is_house`` says that the page of the table lists all of it.
    """

    id: str
    kind: str
    name: str
    note: tuple[str, ...]
    area: str = ""
    is_house: bool = False


def game_variants(scene: Scene) -> tuple[GameVariant, ...]:
    cards = (special(scene, design.id) for design in scene.game.ruleset.designs if design.is_special)
    found = (era(scene), event(scene), *cards, house(scene))
    return tuple(each for each in found if each is not None)


def own_words(scene: Scene, *, is_own: bool) -> tuple[str, ...]:
    return (scene._("A card of this project’s own: the text of the printed one is lost."),) if is_own else ()


def era(scene: Scene) -> GameVariant | None:
    index = scene.game.state.era
    if index < 0:
        return None
    card = scene.game.ruleset.eras[index]
    sentence = scene._("The cards of this game: %(cards)s.", cards=effects.of_era(card, scene.words))
    return GameVariant(
        "era",
        names.full("option", "era", scene.words),
        names.full("era", card.id, scene.words),
        (sentence, *own_words(scene, is_own=card.is_own)),
    )


def event(scene: Scene) -> GameVariant | None:
    index = scene.game.state.event
    if index < 0:
        return None
    rules = scene.game.ruleset
    card = rules.events[index]
    sentence = effects.of_event(rules, card, scene.words) + "."
    lines = (sentence, *own_words(scene, is_own=card.is_own))
    return GameVariant("event", names.full("option", "event", scene.words), names.full("event", card.id, scene.words), lines, card.area)


def special(scene: Scene, id: str) -> GameVariant:
    rules = scene.game.ruleset
    turned = [number for number, index in enumerate(scene.game.state.revealed_forecasts, 1) if rules.designs[index].id == id]
    effect = scene.words.pgettext("effect", names.SPECIALS[id].effect) + "."
    kind = next(design.type for design in rules.designs if design.id == id)
    if turned:
        sentence = scene._("It turned up in round %(round)s.", round=turned[0])
    elif rules.forecast_deck[kind]:
        sentence = scene._("It may turn up in this game or not.")
    else:
        sentence = scene._("It can’t turn up: the deck of this game has no card of its kind.")
    return GameVariant(id, scene._("Special card"), names.full("special", id, scene.words), (effect, sentence))


def house(scene: Scene) -> GameVariant | None:
    values = scene.game.ruleset.overrides
    if not values:
        return None
    lines = [f"{each}." for each in value_sentences(scene.game.ruleset, dict(list(values.items())[:SHOWN_VALUES]), scene.words)]
    if len(values) > SHOWN_VALUES:
        lines.append(scene._("The others are on the table’s page."))
    name = scene.plural("%(n)s value", "%(n)s values", len(values))
    return GameVariant("house", scene._("House values"), name, tuple(lines), is_house=True)
