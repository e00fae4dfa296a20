"""A new table as requests describe it: the form and what the start page offers in it, and the body of the API."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from groundfloor.agents.levels import LEVELS
from groundfloor.agents.specification import expert_agents
from groundfloor.editions import NAMES, REGISTRY, ruleset
from groundfloor.editions.overrides import parse_house_values
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable
from groundfloor.engine.fields import MOST_SEATS
from groundfloor.engine.seats import COLOURS, KNOWN_COLOURS
from groundfloor.presentation import names
from groundfloor.presentation.house_values import value_sentences
from groundfloor.presentation.options import exclusion_sentence, possible_tables, seats_sentence, value_name, value_sentence
from groundfloor.table import NewTable, SeatRequest
from groundfloor.translatable import _

from ...http.errors import BadBody
from ...http.json_fields import optional_text, required_field
from ..listed_games import listed_games

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.engine.ruleset import Ruleset

    from ...database.rows import KnownGame
    from ..listed_games import ListedMarks

PEOPLE = ("here", "link")
FILE_LIMITS = {"text": 200_000}
"""Bytes of a file that is uploaded."""
FILE_TOO_LARGE = _("That file is too large: records and house values are smaller.")


@dataclass(frozen=True)
class SeatField:
    """A seat in the form: ``kind`` is ``here`` (a player at this screen), ``link`` (a player with a link), an Automa's id, or "" (no one)."""

    name: str = ""
    kind: str = ""
    colour: str = ""

    @property
    def automa(self) -> str:
        """The Automa's id, "" for a human."""
        return "" if self.kind in PEOPLE else self.kind

    @classmethod
    def read(cls, form: Mapping[str, str]) -> list[SeatField]:
        rows = [[form.get(f"{part}-{number}", "")[:60].strip() for part in ("name", "kind", "colour")] for number in range(MOST_SEATS)]
        return [cls(name, kind, colour) for name, kind, colour in rows]


def form_facts(
    translations: NullTranslations,
    known: list[KnownGame],
    marks: ListedMarks,
    fields: list[SeatField],
    chosen: Mapping[str, str],
    faulty: frozenset[str],
    name: str,
) -> dict[str, object]:
    """Returns what a template that has the form needs for it, and the games of this browser.

    ``known``: the games of this browser, ``marks``: those of their people, by game; ``name``: what is proposed for the person who sits there. ``chosen``: the submitted texts. ``faulty``: the options that were refused.
    """
    rules = ruleset(NAMES[0])
    filled = fields or [SeatField(name, "here", COLOURS[0]), SeatField("", "pei", COLOURS[1])]
    wanted = chosen.get("ruleset", "")
    colours = ruleset(wanted).colours if wanted in NAMES else COLOURS
    empty = [SeatField(colour=colour) for colour in colours if colour not in [field.colour for field in filled]]
    return {
        "rules": rules,
        "bots": [*LEVELS],
        "expert_bots": expert_agents(),
        "styles": playing_styles(rules, translations),
        "fields": (filled + empty)[:MOST_SEATS],
        "colours": KNOWN_COLOURS,
        **listed_games(known, translations, marks),
        "options": option_choices(translations),
        "rulesets": ruleset_choices(translations),
        "seat_rules": [(name, possible_tables(ruleset(name), translations)) for name in NAMES],
        "chosen": chosen,
        "faulty": faulty,
        "is_more_open": bool(faulty) or has_more(chosen),
    }


def has_more(chosen: Mapping[str, str]) -> bool:
    """Returns whether anything is set that the form only shows behind "More"."""
    return (
        any(chosen.get(name) for name in ("name", "practice", "house", "takeover"))
        or chosen.get("listed") == "off"
        or bool(chosen.get("may-be-listed") and not chosen.get("listed"))
        or "-" in chosen.get("pace", "")
        or any(
            chosen.get(f"option-{option.name}", option.values[0]) != option.values[0] for name in NAMES for option in ruleset(name).options
        )
    )


@dataclass(frozen=True)
class PlayingStyle:
    """An Automa or bot in the form: its name, and a sentence on how it plays."""

    name: str
    sentence: str


def playing_styles(rules: Ruleset, translations: NullTranslations) -> dict[str, PlayingStyle]:
    """Returns how each Automa and bot that can take a seat plays, by its id; those that nobody has described are left out."""
    called = {automa.id: names.full("automa", automa.id, translations) for automa in rules.entrepreneurs}
    called |= {bot: names.full("agent", bot, translations) for bot in (*LEVELS, *expert_agents())}
    return {
        id: PlayingStyle(name, names.full("playing_style", id, translations)) for id, name in called.items() if id in names.PLAYING_STYLES
    }


@cache
def proposed_fields(values: str) -> dict[str, str]:
    """Returns the initial texts of the form: the server's house values, and the first ruleset that they are possible in."""
    return {"house": values, "ruleset": REGISTRY.rulesets_with(parse_house_values(values))[0].name} if values else {}


@dataclass(frozen=True)
class OptionValue:
    """A value of an option in the form; ``sentence`` says what it does ("": the option's own sentence says it)."""

    value: str
    label: str
    sentence: str


@dataclass(frozen=True)
class OptionChoice:
    """An option in the form: its name and label, a sentence on what it does ("": nobody has written it), its values, and the rulesets that have it.

    ``blocked`` has pairs of an option that excludes it and the reason. ``players`` is the only number of seats for which it is available
    (0: any), ``only`` a sentence about that.
    """

    name: str
    label: str
    sentence: str
    values: tuple[OptionValue, ...]
    rulesets: tuple[str, ...]
    blocked: tuple[tuple[str, str], ...]
    players: int
    only: str


def option_choices(translations: NullTranslations) -> list[OptionChoice]:
    options = {option.name: option for name in NAMES for option in ruleset(name).options}
    pairs = [(option, options[other]) for option in options.values() for other in option.excludes]
    return [
        OptionChoice(
            name=name,
            label=names.full("option", name, translations),
            sentence=names.full("option_sentence", name, translations) if name in names.OPTION_SENTENCES else "",
            values=tuple(
                OptionValue(value, value_name(name, value, translations), value_sentence(ruleset(NAMES[0]), name, value, translations))
                for value in option.values
            ),
            rulesets=tuple(rules for rules in NAMES if name in [option.name for option in ruleset(rules).options]),
            blocked=tuple(
                (b.name if option is a else a.name, exclusion_sentence(a, b, translations)) for a, b in pairs if option in (a, b)
            ),
            players=option.players,
            only=seats_sentence(option, translations),
        )
        for name, option in options.items()
    ]


@dataclass(frozen=True)
class RulesetChoice:
    """A ruleset in the form: its number of seats, its Automas and colours; ``over`` is the sentence for too many seats."""

    name: str
    label: str
    seats: int
    automas: tuple[str, ...]
    colours: tuple[str, ...]
    over: str


def ruleset_choices(translations: NullTranslations) -> list[RulesetChoice]:
    choices = []
    for rules in map(ruleset, NAMES):
        most = rules.player_range[1]
        over = translations.gettext("These rules have at most %(most)s seats.") % {"most": most}
        automas = tuple(entrepreneur.id for entrepreneur in rules.entrepreneurs)
        choices.append(RulesetChoice(rules.name, names.full("ruleset", rules.name, translations), most, automas, rules.colours, over))
    return choices


def read_options(form: Mapping[str, str], rules: str) -> dict[str, str]:
    """Returns the submitted options, without those that only other rulesets have: the form hides them."""
    known = {option.name for option in ruleset(rules).options}
    elsewhere = {option.name for name in NAMES for option in ruleset(name).options} - known
    chosen = {name.removeprefix("option-"): value for name, value in form.items() if name.startswith("option-")}
    return {name: value for name, value in chosen.items() if name not in elsewhere}


def read_house_values(form: Mapping[str, str]) -> dict[str, object]:
    """Returns the submitted house values, those of an uploaded file before those of the field. Raises BadHouseValues."""
    return parse_house_values(form.get("text", "") or form.get("house", ""))


def set_values(texts: Mapping[str, str], translations: NullTranslations) -> list[str]:
    """Returns the house values in the form in words; none if they are not possible, which the form says when it is sent."""
    name = texts.get("ruleset", NAMES[0])
    try:
        rules = ruleset(name if name in NAMES else NAMES[0])
        return value_sentences(rules, rules.with_overrides(parse_house_values(texts.get("house", ""))).overrides, translations)
    except BadHouseValues:
        return []


def faulty_options(error: GroundfloorError | None) -> frozenset[str]:
    facts = error.facts if isinstance(error, ImpossibleTable) else {}
    return frozenset(str(facts[key]) for key in ("option", "other") if key in facts)


def parse_new_table(body: dict[str, Any]) -> NewTable:
    requested = []
    for seat in required_field(body, "seats", list):
        if not isinstance(seat, dict):
            raise BadBody("Each seat is an object with name, automa and colour.")
        requested.append(SeatRequest(*(optional_text(seat, part) for part in ("name", "automa", "colour"))))
    options, house = parse_options(body)
    return NewTable(
        tuple(requested),
        optional_text(body, "ruleset") or "second",
        options,
        optional_text(body, "name"),
        house,
        body.get("practice") is True,
        optional_text(body, "pace"),
        optional_text(body, "takeover"),
        body.get("listed") is not False,
    )


def parse_options(body: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Returns the options and the house values of a requested table."""
    options, house = body.get("options") or {}, body.get("house") or {}
    if not isinstance(options, dict):
        raise BadBody("options is an object of names and values.")
    if not isinstance(house, dict):
        raise BadBody("house is an object of the keys of values and what they are at this table.")
    return {str(name): str(value) for name, value in options.items()}, house
