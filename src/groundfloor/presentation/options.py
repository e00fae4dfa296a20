"""Options in words: their values, at which tables they can be chosen, and which of them exclude each other."""

from __future__ import annotations

from gettext import NullTranslations

from groundfloor.engine.ruleset import Option, Ruleset

from . import effects, names


def value_name(option: str, value: str, words: NullTranslations) -> str:
    group = option if option in ("era", "event") and value in names.GROUPS[option] else "choice"
    return names.full(group, value, words)


def value_sentence(rules: Ruleset, option: str, value: str, words: NullTranslations) -> str:
    """Returns what an era or an event does in a ruleset; "" for other values."""
    era = next((each for each in rules.eras if each.id == value), None) if option == "era" else None
    event = next((each for each in rules.events if each.id == value), None) if option == "event" else None
    if era is not None:
        return words.gettext("The cards of this game: %(cards)s.") % {"cards": effects.of_era(era, words)}
    return effects.of_event(rules, event, words) + "." if event is not None else ""


def seats_sentence(option: Option, words: NullTranslations) -> str:
    """Returns the sentence about the only number of seats for which an option is available; "" if there is no such limit."""
    facts = {"option": names.full("option", option.name, words), "players": option.players}
    return words.gettext("%(option)s: only with %(players)s seats.") % facts if option.players else ""


def exclusion_sentence(option: Option, other: Option, words: NullTranslations) -> str:
    facts = {
        "option": names.full("option", option.name, words),
        "value": value_name(option.name, option.values[1], words),
        "other": names.full("option", other.name, words),
    }
    return words.gettext("%(option)s “%(value)s” and %(other)s exclude each other.") % facts


def possible_tables(rules: Ruleset, words: NullTranslations) -> str:
    _ = words.gettext
    least, most = rules.player_range
    said = [_("%(least)s to %(most)s seats.") % {"least": least, "most": most}]
    if rules.entrepreneurs:
        people = rules.max_humans_with_automas
        said.append(_("With Automas: 1 to %(people)s people, and one Automa or two different ones.") % {"people": people})
    else:
        said.append(_("No Automas."))
    known = {option.name: option for option in rules.options}
    for option in rules.options:
        if option.players:
            said.append(seats_sentence(option, words))
        said += [exclusion_sentence(option, known[other], words) for other in option.excludes if other in known]
    return " ".join(said)
