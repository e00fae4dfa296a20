"""What is different in a game: its era, event, special cards (``RULES 8``) and house values, shown beside the rounds."""

from __future__ import annotations

from dataclasses import dataclass

from .. import effects, names
from ..house_values import value_sentences
from ..view import TableView

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


def game_variants(view: TableView) -> tuple[GameVariant, ...]:
    cards = (special(view, design.id) for design in view.game.ruleset.designs if design.is_special)
    found = (era(view), event(view), *cards, house(view))
    return tuple(each for each in found if each is not None)


def own_words(view: TableView, *, is_own: bool) -> tuple[str, ...]:
    return (view._("A card of this project’s own: the text of the printed one is lost."),) if is_own else ()


def era(view: TableView) -> GameVariant | None:
    index = view.game._state.era
    if index < 0:
        return None
    card = view.game.ruleset.eras[index]
    sentence = view._("The cards of this game: %(cards)s.", cards=effects.of_era(card, view.translations))
    return GameVariant(
        "era",
        names.full("option", "era", view.translations),
        names.full("era", card.id, view.translations),
        (sentence, *own_words(view, is_own=card.is_own)),
    )


def event(view: TableView) -> GameVariant | None:
    index = view.game._state.event
    if index < 0:
        return None
    rules = view.game.ruleset
    card = rules.events[index]
    sentence = effects.of_event(rules, card, view.translations) + "."
    lines = (sentence, *own_words(view, is_own=card.is_own))
    return GameVariant(
        "event", names.full("option", "event", view.translations), names.full("event", card.id, view.translations), lines, card.area
    )


def special(view: TableView, id: str) -> GameVariant:
    rules = view.game.ruleset
    turned = [number for number, index in enumerate(view.game._state.revealed_forecasts, 1) if rules.designs[index].id == id]
    effect = view.translations.pgettext("effect", names.SPECIALS[id].effect) + "."
    kind = next(design.type for design in rules.designs if design.id == id)
    if turned:
        sentence = view._("It turned up in round %(round)s.", round=turned[0])
    elif rules.forecast_deck[kind]:
        sentence = view._("It may turn up in this game or not.")
    else:
        sentence = view._("It can’t turn up: the deck of this game has no card of its kind.")
    return GameVariant(id, view._("Special card"), names.full("special", id, view.translations), (effect, sentence))


def house(view: TableView) -> GameVariant | None:
    values = view.game.ruleset.overrides
    if not values:
        return None
    lines = [
        f"{sentence}." for sentence in value_sentences(view.game.ruleset, dict(list(values.items())[:SHOWN_VALUES]), view.translations)
    ]
    if len(values) > SHOWN_VALUES:
        lines.append(view._("The others are on the table’s page."))
    name = view.plural("%(n)s value", "%(n)s values", len(values))
    return GameVariant("house", view._("House values"), name, tuple(lines), is_house=True)
