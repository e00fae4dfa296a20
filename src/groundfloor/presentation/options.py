"""Options in words: their values, at which tables they can be chosen, and which of them exclude each other; and what the published board game says
of itself beside its rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from groundfloor.engine.ruleset import Option, Ruleset

from . import effects, names


def value_name(option: str, value: str, translations: NullTranslations) -> str:
    group = option if option in ("era", "event") and value in names.GROUPS[option] else "choice"
    return names.full(group, value, translations)


def value_sentence(rules: Ruleset, option: str, value: str, translations: NullTranslations) -> str:
    """Returns what an era or an event does in a ruleset; "" for other values."""
    era = next((possible for possible in rules.eras if possible.id == value), None) if option == "era" else None
    event = next((possible for possible in rules.events if possible.id == value), None) if option == "event" else None
    if era is not None:
        return translations.gettext("The cards of this game: %(cards)s.") % {"cards": effects.of_era(era, translations)}
    return effects.of_event(rules, event, translations) + "." if event is not None else ""


def seats_sentence(option: Option, translations: NullTranslations) -> str:
    """Returns the sentence about the only number of seats for which an option is available; "" if there is no such limit."""
    facts = {"option": names.full("option", option.name, translations), "players": option.players}
    return translations.gettext("%(option)s: only with %(players)s seats.") % facts if option.players else ""


def exclusion_sentence(option: Option, other: Option, translations: NullTranslations) -> str:
    facts = {
        "option": names.full("option", option.name, translations),
        "value": value_name(option.name, option.values[1], translations),
        "other": names.full("option", other.name, translations),
    }
    return translations.gettext("%(option)s “%(value)s” and %(other)s exclude each other.") % facts


def possible_tables(rules: Ruleset, translations: NullTranslations) -> str:
    _ = translations.gettext
    least, most = rules.player_range
    sentences = [_("%(least)s to %(most)s seats.") % {"least": least, "most": most}]
    if rules.entrepreneurs:
        people = rules.max_humans_with_automas
        sentences.append(_("With Automas: 1 to %(people)s people, and one Automa or two different ones.") % {"people": people})
    else:
        sentences.append(_("No Automas."))
    known = {option.name: option for option in rules.options}
    for option in rules.options:
        if option.players:
            sentences.append(seats_sentence(option, translations))
        sentences += [exclusion_sentence(option, known[other], translations) for other in option.excludes if other in known]
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """An edition: its playing time in minutes, from and to, the age from which it is for, and its page at BoardGameGeek."""

    minutes: tuple[int, int]
    age: int
    link: str


FIRST = PublishedGame((90, 120), 12, "https://boardgamegeek.com/boardgame/38765/ground-floor")
"""Time and age are printed in the rulebook."""
SECOND = PublishedGame((120, 180), 12, "https://boardgamegeek.com/boardgame/255659/ground-floor-second-edition")
"""Time and age are taken from the rules of the online version; the German rulebook names neither."""
PUBLISHED = {"second": SECOND, "online": SECOND, "first": FIRST}
"""By ruleset; the reference manual names neither time nor age."""


def game_facts(rules: Ruleset, translations: NullTranslations) -> str:
    """Returns players, playing time and age of the board game with these rules.

    >>> from groundfloor import ruleset
    >>> from groundfloor.presentation.translations import translations_of
    >>> game_facts(ruleset("second"), translations_of("en"))
    '1–5 players · 120–180 minutes · ages 12 and up'
    """
    _ = translations.gettext
    least, most = rules.player_range
    facts = [_("%(least)s–%(most)s players") % {"least": 1 if rules.entrepreneurs else least, "most": most}]
    game = PUBLISHED.get(rules.name)
    if game is not None:
        facts.append(_("%(least)s–%(most)s minutes") % {"least": game.minutes[0], "most": game.minutes[1]})
        facts.append(_("ages %(age)s and up") % {"age": game.age})
    return " · ".join(facts)
