"""All kinds of boards: rulesets, seats, options, questions, languages, themes and sizes; and a few that represent all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from groundfloor import Match, ruleset
from groundfloor.editions import NAMES
from tests.support.question_records import KINDS, QuestionSetup, questions


@dataclass(frozen=True)
class Size:
    """A window in pixels; on touch screens the pointer is coarse."""

    width: int
    height: int
    is_touch: bool = False

    @property
    def name(self) -> str:
        """``"1366x768"``."""
        return f"{self.width}x{self.height}"


SIZES = (
    Size(360, 800, True),
    Size(740, 360, True),
    Size(768, 1024, True),
    Size(900, 1200, True),
    Size(1280, 720),
    Size(1366, 768),
    Size(1600, 1000),
    Size(2560, 1440),
)
LANGUAGES = ("en", "de")
THEMES = ("light", "dark")
STATES = ("asked", "pencilled")
LOOKING = ("waiting", "watching", "past", "over")
"""Boards on which nothing is asked of the viewer: another is on turn, a spectator's, a moment of the past, the end."""
OLDER = ("first", "manual")
LONG = "Bartholomew Sinclair"
SEATS = {
    2: ("Ann", "automa:gropius"),
    3: ("Ann", "Ben", "automa:hadid"),
    4: ("Ann", "Ben", "automa:pei", LONG),
    5: ("Ann", "automa:hadid", "Ben", LONG, "automa:pei"),
}
PEOPLE = ("Ann", "Ben", "Cleo", LONG, "Emil", "Finn")
VARIANTS = {"era": "boom_and_bust", "event": "viral_campaign", "great_depression": "on", "windfall": "on"}
GAMES = 200
"""So many games are looked through for a question; what is rare may not be found at each table."""


@dataclass(frozen=True, order=True)
class Board:
    """One board: a position that is asked, seen by somebody, in a language."""

    rules: str
    seats: int
    has_options: bool
    kind: str
    state: str = "asked"
    language: str = "en"
    theme: str = "light"

    @property
    def name(self) -> str:
        options = "options" if self.has_options else "plain"
        return f"{self.rules}-{self.seats}-{options}-{self.kind}-{self.state}-{self.language}-{self.theme}"

    @property
    def record(self) -> str:
        """Returns the record that leads to it; "" if no game that was looked through asks this."""
        if self.kind in LOOKING:
            return other_record(self.rules, self.seats, self.has_options, self.kind)
        return record(self.rules, self.seats, self.has_options, self.kind)


def decisions(rules: str, seats: int, has_options: bool) -> tuple[str, ...]:
    found = dict.fromkeys(KINDS)
    if rules == "online":
        found |= dict.fromkeys(("after_buy", "after_turn"))
    if rules in OLDER:
        del found["sell"], found["fire_for_money"]
    if seats == 2 and (rules not in OLDER or not has_options):
        del found["bonus"], found["bonus_room"]
    elif seats == 2:
        found["bonuses"] = None
    return tuple(found)


def table_of(rules: str, seats: int, has_options: bool) -> QuestionSetup:
    people = PEOPLE[:seats] if rules in OLDER else SEATS[seats]
    options: dict[str, str] = {}
    if has_options:
        options = VARIANTS if rules not in OLDER else {"two_player_bonus": "on"} if seats == 2 else {"deck": "preset"}
    return QuestionSetup(rules, people, options)


@cache
def record(rules: str, seats: int, has_options: bool, kind: str) -> str:
    """Returns the record of a game that stops where this question stands; "" if none of the games asks it."""
    return questions(replace(table_of(rules, seats, has_options), kinds={kind: ""}), GAMES).get(kind, "")


@cache
def other_record(rules: str, seats: int, has_options: bool, kind: str) -> str:
    table = table_of(rules, seats, has_options)
    dice = Random(1)
    match = Match.new(ruleset(rules), table.seats, table.options, hashlib.sha256(b"looked at").digest())
    while (question := match.game.question) is not None:
        people = [seat.automa is None for seat in match.game.seats]
        if kind != "over" and match.game.state.round >= 4 and question.kind == "schedule" and (question.seat > 0 or sum(people) == 1):
            break
        match.apply(dice.choice(question.legal))
    return match.record.format()


def boards() -> Iterator[Board]:
    for rules in NAMES:
        least, most = ruleset(rules).player_range
        for seats in range(least, most + 1):
            for has_options in (False, True):
                for kind in (*decisions(rules, seats, has_options), *LOOKING):
                    for state in STATES if kind not in LOOKING else ("asked",):
                        for language in LANGUAGES:
                            for theme in THEMES:
                                yield Board(
                                    rules=rules,
                                    seats=seats,
                                    has_options=has_options,
                                    kind=kind,
                                    state=state,
                                    language=language,
                                    theme=theme,
                                )


def chosen() -> list[Board]:
    """Returns boards with every value of every axis: one a question and state; rulesets, seats, options, languages and themes in turn."""
    tables = [(rules, seats) for rules in NAMES for seats in range(ruleset(rules).player_range[0], ruleset(rules).player_range[1] + 1)]
    tables.sort(key=lambda table: (-table[1] % 4, table[0]))
    kinds = (*dict.fromkeys(kind for table in tables for kind in decisions(*table, True)), *LOOKING)
    found: list[Board] = []
    used: dict[tuple[str, int], int] = dict.fromkeys(tables, 0)
    for kind in kinds:
        for state in STATES if kind not in LOOKING else ("asked",):
            number = len(found)
            wanted = number % 3 == 0
            can = [(*one, on) for on in (wanted, not wanted) for one in tables if kind in (*decisions(*one, on), *LOOKING)]
            can.sort(key=lambda one: (one[2] != wanted, used[one[:2]], tables.index(one[:2])))
            rules, seats, has_options = next(one for one in can if Board(*one, kind).record)
            used[rules, seats] += 1
            found.append(
                Board(
                    rules=rules,
                    seats=seats,
                    has_options=has_options,
                    kind=kind,
                    state=state,
                    language=tuple(LANGUAGES)[number // 2 % 2 ^ number % 2],
                    theme=THEMES[number // 4 % 2],
                )
            )
    return found


TOUCHED = (SIZES[:3], (*SIZES[:2], SIZES[3]))
POINTED = (SIZES[4:6], SIZES[6:])
"""Sizes by turns: for each kind of question both phones and a tablet, and two wide windows."""


def looks() -> list[tuple[Board, tuple[Size, ...]]]:
    """Returns the chosen boards, each with sizes to look at it in.

    Every state, number of seats, language, theme and ruleset meets every size; every kind of question meets both phones and a tablet in one of its states, and
    two wide windows in the other, so that each board is opened once. ``python -m tests.support screenshots --check`` looks at every board in every size.
    """
    found: list[tuple[Board, tuple[Size, ...]]] = []
    kinds = list(dict.fromkeys(board.kind for board in chosen()))
    for board in chosen():
        number = kinds.index(board.kind)
        turns = (TOUCHED, POINTED)[(number // 2 + STATES.index(board.state)) % 2]
        sizes = SIZES if board.kind in LOOKING else turns[number % 2]
        found.append((board, sizes))
    return found
