"""The form of a new game: its seats as they were filled in, and what the start page shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..editions import NAMES, ruleset
from ..engine.seats import COLOURS
from ..engine.state import OVER
from ..locales import names

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.datastructures import FormData

    from ..store import Known

SEATS = 6
PEOPLE = ("here", "link")


@dataclass(frozen=True)
class SeatField:
    """A row of the form: ``kind`` is ``here`` (at this screen), ``link`` (with a link), an Automa's id, or "" (nobody)."""

    name: str = ""
    kind: str = ""
    colour: str = ""

    @property
    def automa(self) -> str:
        """The entrepreneur, "" for a human."""
        return "" if self.kind in PEOPLE else self.kind

    @classmethod
    def read(cls, form: FormData) -> list[SeatField]:
        """All rows as they were filled in."""
        rows = [
            [str(form.get(f"{part}-{number}", ""))[:60].strip() for part in ("name", "kind", "colour")] for number in range(SEATS)
        ]
        return [cls(name, kind, colour) for name, kind, colour in rows]


def start_facts(words: NullTranslations, known: list[Known], fields: list[SeatField]) -> dict[str, object]:
    """What the start page shows."""
    rules = ruleset(NAMES[0])
    filled = fields or [SeatField(words.pgettext("seat", "You"), "here", COLOURS[0]), SeatField("", "pei", COLOURS[1])]
    empty = [SeatField(colour=colour) for colour in COLOURS if colour not in [field.colour for field in filled]]
    return {
        "rules": rules,
        "fields": (filled + empty)[:SEATS],
        "colours": COLOURS,
        "known": [known_game(game, words) for game in known],
        "options": option_choices(words),
        "rulesets": ruleset_choices(words),
    }


@dataclass(frozen=True)
class Choice:
    """A field with things to choose from: pairs of the value and what it is called."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


def option_choices(words: NullTranslations) -> list[Choice]:
    """All options of all rulesets, each with its values in words."""
    options = {option.name: option for name in NAMES for option in ruleset(name).options}
    return [
        Choice(name, names.full("option", name, words), tuple((value, value_name(name, value, words)) for value in option.values))
        for name, option in options.items()
    ]


def value_name(option: str, value: str, words: NullTranslations) -> str:
    """What a value of an option is called."""
    group = option if option in ("era", "event") and value in names.GROUPS[option] else "choice"
    return names.full(group, value, words)


def ruleset_choices(words: NullTranslations) -> list[tuple[str, str]]:
    """The rulesets by their names."""
    return [(name, names.full("ruleset", name, words)) for name in NAMES]


def read_options(form: FormData, rules: str) -> dict[str, str]:
    """The options that were chosen; what a ruleset does not have is left out if it stands at its default."""
    default = {option.name: option.values[0] for name in NAMES for option in ruleset(name).options}
    known = {option.name for option in ruleset(rules).options}
    chosen = {name.removeprefix("option-"): str(value) for name, value in form.items() if name.startswith("option-")}
    return {name: value for name, value in chosen.items() if name in known or default.get(name) != value}


def known_game(known: Known, words: NullTranslations) -> dict[str, object]:
    """One line of the list of games: where it stands, whose turn it is, how to go on."""
    game, summary = known.game, known.game.summary
    asked = game.seats[summary.asked] if 0 <= summary.asked < len(game.seats) else None
    mine = {seat.seat for seat in known.seats}
    link = next((f"/s/{seat.token}" for seat in known.seats), f"/g/{game.public}")
    phase = list(names.PHASES)[min(summary.phase, OVER)]
    return {
        "public": game.public,
        "name": game.name,
        "seats": game.seats,
        "status": summary.status,
        "is_mine": asked is not None and asked.seat in mine,
        "asked": asked,
        "round": summary.round,
        "phase": names.full("phase", phase, words),
        "changed": game.changed,
        "link": link,
        "is_host": known.is_host,
    }
