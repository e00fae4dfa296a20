"""What pages say of the bots that one can play against."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundfloor.agents.levels import FIRST_LEVEL, LEVELS
from groundfloor.agents.specification import is_table_agent, table_agents
from groundfloor.editions import NAMES, ruleset
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.bots import BotWords, bot_words

from .form import SeatField

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from gettext import NullTranslations

    from ...http.rendering import RequestLocale

WEAKEST_LEVEL = next(iter(LEVELS))
"""The level that a learner plays against."""


def bots(locale: RequestLocale, more: Sequence[str] = ()) -> list[BotWords]:
    """Returns all bots that may take a seat: the levels from the weakest on, then others; and ``more`` that sit at a table already."""
    known = dict.fromkeys([*table_agents(), *more])
    return [bot_words(bot, locale.language, locale.translations) for bot in known]


def levels(locale: RequestLocale) -> list[BotWords]:
    return [bot_words(level, locale.language, locale.translations) for level in LEVELS]


def computer_facts(locale: RequestLocale, chosen: Mapping[str, str]) -> dict[str, object]:
    """Returns what the part "Play against the computer" of the start page needs."""
    level = chosen.get("level", "")
    most = ruleset(NAMES[0]).player_range[1] - 1
    return {
        "levels": levels(locale),
        "level": level if level in LEVELS else FIRST_LEVEL,
        "opponents": [str(n) for n in range(1, most + 1)],
        "opponents_chosen": chosen.get("opponents", "1"),
    }


def fields_against_computer(form: Mapping[str, str], name: str) -> list[SeatField]:
    """Returns the seats of a game of one person, called so, against bots of a level: the form names level and number of opponents."""
    level, count = form.get("level", ""), parse_int(form.get("opponents", ""))
    number = 1 if count is None else count
    colours = ruleset(NAMES[0]).colours
    you = SeatField(name, "here", colours[0])
    return [you, *(SeatField("", level, colour) for colour in colours[1 : number + 1])]


def bot_names(kinds: list[str], translations: NullTranslations) -> list[str]:
    """Returns a name for each seat that a bot plays, "" for others; bots of one kind are numbered if there are several."""
    counts = Counter(kinds)
    so_far: Counter[str] = Counter()
    seat_names = []
    for kind in kinds:
        so_far[kind] += 1
        name = names.full("bot", kind, translations) if is_table_agent(kind) else ""
        seat_names.append(f"{name} {so_far[kind]}" if name and counts[kind] > 1 else name)
    return seat_names
