"""The form of a new game: its fields, and what the start page offers in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from groundfloor.presentation.names import round_and_phase

from ...agents.levels import LEVELS
from ...agents.specification import expert_agents
from ...editions import NAMES, REGISTRY, ruleset
from ...editions.overrides import parse_house_values
from ...engine.record import purpose_of
from ...engine.seats import COLOURS, KNOWN_COLOURS
from ...presentation import names
from ...presentation.options import exclusion_sentence, possible_tables, seats_sentence, value_name, value_sentence
from ...results import UNCOUNTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from ...engine.ruleset import Ruleset
    from ...table.value import PersonMark
    from ..database.rows import GameRow, KnownGame

    ListedMarks = Mapping[str, Mapping[int, PersonMark]]
SEATS = 6
PEOPLE = ("here", "link")


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
        rows = [[form.get(f"{part}-{number}", "")[:60].strip() for part in ("name", "kind", "colour")] for number in range(SEATS)]
        return [cls(name, kind, colour) for name, kind, colour in rows]


def start_facts(
    words: NullTranslations,
    known: list[KnownGame],
    marks: ListedMarks,
    fields: list[SeatField],
    chosen: Mapping[str, str],
    faulty: frozenset[str],
    name: str,
) -> dict[str, object]:
    """Returns the variables of the start page's template.

    ``known``: the games of this browser, ``marks``: those of their people, by game; ``name``: what is proposed for whoever sits there. ``chosen``: the submitted texts. ``faulty``: the options that were refused.
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
        "styles": playing_styles(rules, words),
        "fields": (filled + empty)[:SEATS],
        "colours": KNOWN_COLOURS,
        **listed_games(known, words, marks),
        "options": option_choices(words),
        "rulesets": ruleset_choices(words),
        "tables": [(name, possible_tables(ruleset(name), words)) for name in NAMES],
        "chosen": chosen,
        "faulty": faulty,
        "is_more_open": bool(faulty) or has_more(chosen),
    }


def listed_games(known: list[KnownGame], words: NullTranslations, marks: ListedMarks) -> dict[str, object]:
    """Returns the games of a browser as they are listed: those that run, first those that wait for it, the longest wait before others, and the rest."""
    games = [known_game(game, words, marks) for game in known]
    running = [game for game in games if game["status"] == "running"]
    waiting = sorted((game for game in running if game["is_mine"]), key=lambda game: str(game["moved"]))
    running = waiting + [game for game in running if not game["is_mine"]]
    return {"known": games, "running": running, "finished": [game for game in games if game["status"] != "running"]}


def has_more(chosen: Mapping[str, str]) -> bool:
    """Returns whether anything is set that the form shows behind "More" only."""
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


def playing_styles(rules: Ruleset, words: NullTranslations) -> dict[str, PlayingStyle]:
    """Returns how each Automa and bot plays that can take a seat, by its id; those that nobody has described are left out."""
    called = {automa.id: names.full("automa", automa.id, words) for automa in rules.entrepreneurs}
    called |= {bot: names.full("agent", bot, words) for bot in (*LEVELS, *expert_agents())}
    return {id: PlayingStyle(name, names.full("playing_style", id, words)) for id, name in called.items() if id in names.PLAYING_STYLES}


@cache
def proposed_fields(values: str) -> dict[str, str]:
    """Returns the initial texts of the form: the server's house values, and the first ruleset that they fit."""
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


def option_choices(words: NullTranslations) -> list[OptionChoice]:
    options = {option.name: option for name in NAMES for option in ruleset(name).options}
    pairs = [(option, options[other]) for option in options.values() for other in option.excludes]
    return [
        OptionChoice(
            name=name,
            label=names.full("option", name, words),
            sentence=names.full("option_sentence", name, words) if name in names.OPTION_SENTENCES else "",
            values=tuple(
                OptionValue(value, value_name(name, value, words), value_sentence(ruleset(NAMES[0]), name, value, words))
                for value in option.values
            ),
            rulesets=tuple(rules for rules in NAMES if name in [option.name for option in ruleset(rules).options]),
            blocked=tuple((b.name if option is a else a.name, exclusion_sentence(a, b, words)) for a, b in pairs if option in (a, b)),
            players=option.players,
            only=seats_sentence(option, words),
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


def ruleset_choices(words: NullTranslations) -> list[RulesetChoice]:
    choices = []
    for rules in map(ruleset, NAMES):
        most = rules.player_range[1]
        over = words.gettext("These rules have at most %(most)s seats.") % {"most": most}
        automas = tuple(entrepreneur.id for entrepreneur in rules.entrepreneurs)
        choices.append(RulesetChoice(rules.name, names.full("ruleset", rules.name, words), most, automas, rules.colours, over))
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


def known_game(known: KnownGame, words: NullTranslations, marks: ListedMarks) -> dict[str, object]:
    """Returns a game as a list shows it; ``marks`` are those of the people at its seats, by game."""
    game, summary = known.game, known.game.summary
    asked = game.seats[summary.asked] if 0 <= summary.asked < len(game.seats) else None
    mine = {seat.seat for seat in known.seats}
    link = next((f"/s/{seat.token}" for seat in known.seats), f"/g/{game.game_id}")
    return {
        "game_id": game.game_id,
        "name": game.name,
        "seats": game.seats,
        "marks": marks.get(game.game_id, {}),
        "status": summary.status,
        "is_cancelled": summary.is_cancelled,
        "is_mine": asked is not None and asked.seat in mine and not asked.automa,
        "asked": asked,
        "moment": round_and_phase(summary.round, summary.phase, words),
        "changed": game.changed,
        "moved": game.table.moved,
        "link": link,
        "is_host": known.is_host,
        "is_kept": known.is_kept,
        "is_rated": bool(game.table.rating),
        "purpose": uncounted_mark(game, words),
    }


def uncounted_mark(game: GameRow, words: NullTranslations) -> str:
    """Returns what a game is for that does not count in "My games", or that it had hints; "" if neither keeps it from counting."""
    purpose = purpose_of(game.header)
    if purpose in UNCOUNTED:
        return names.full("purpose", purpose, words)
    return words.gettext("With hints") if game.has_hints else ""
