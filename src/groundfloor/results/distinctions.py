"""Distinctions: what a player can be proud of, each with a condition over the results of the finished games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from groundfloor.translatable import _

from .result import GameResult
from .statistics import by_time

Results = Sequence[GameResult]


@dataclass
class Progress:
    """What a player has reached with the games up to the ``newest``: how many of the last were won without one that was not, the days whose city was finished, and the specialties that won."""

    newest: GameResult
    wins_in_a_row: int = 0
    days: set[str] = field(default_factory=set)
    specialties_won: set[str] = field(default_factory=set)

    def add(self, result: GameResult) -> None:
        """Adds the next game."""
        self.newest = result
        self.wins_in_a_row = self.wins_in_a_row + 1 if result.is_won else 0
        self.days |= {result.day} - {""}
        self.specialties_won |= {result.specialty} if result.is_won else set()


@dataclass(frozen=True)
class Distinction:
    """A distinction: ``is_earned`` says whether the newest game earns it."""

    id: str
    title: str
    condition: str
    is_earned: Callable[[Progress], bool]


@dataclass(frozen=True)
class Earned:
    """A distinction that was earned: when, and by which game."""

    id: str
    finished: str
    game: str


def by_game(condition: Callable[[GameResult], bool]) -> Callable[[Progress], bool]:
    """Returns a condition on the newest game alone."""
    return lambda progress: condition(progress.newest)


def won_by(condition: Callable[[GameResult], bool]) -> Callable[[Progress], bool]:
    """Returns a condition on the newest game, which must be won."""
    return lambda progress: progress.newest.is_won and condition(progress.newest)


def has_week(progress: Progress) -> bool:
    """Returns whether the cities of the newest game's day and of the six days before it were finished."""
    if not progress.newest.day:
        return False
    last = date.fromisoformat(progress.newest.day)
    return all((last - timedelta(before)).isoformat() in progress.days for before in range(7))


THREE_FLOORS_ROUND = 5

DISTINCTIONS = (
    Distinction("opening", _("Opening day"), _("Finish a game."), by_game(lambda result: True)),
    Distinction("first_win", _("Head of the street"), _("Win a game."), won_by(lambda result: True)),
    Distinction(
        "three_floors",
        _("Topping-out"),
        _("Own three floors by the end of round 5."),
        by_game(lambda result: any(floors >= 3 for floors in result.facts.floors_by_round[:THREE_FLOORS_ROUND])),
    ),
    Distinction("high_rise", _("High-rise"), _("End a game with four floors or more."), by_game(lambda result: result.facts.floors >= 4)),
    Distinction(
        "all_rooms",
        _("Fully remodeled"),
        _("Remodel all six rooms of your ground floor."),
        by_game(lambda result: result.facts.remodeled >= 6),
    ),
    Distinction(
        "loyal",
        _("Loyal employer"),
        _("Win with three hirings or more and without firing anybody."),
        won_by(lambda result: result.facts.hired >= 3 and not result.facts.fired),
    ),
    Distinction("alone", _("One-person firm"), _("Win without hiring anybody."), won_by(lambda result: not result.facts.hired)),
    Distinction(
        "trained",
        _("Well trained"),
        _("End a game with four employees or more, the CEO included, all of them trained."),
        by_game(lambda result: result.facts.employees >= 4 and not result.facts.untrained),
    ),
    Distinction(
        "sold_out",
        _("Sold out"),
        _("Sell three products or more in a game, and never leave one unsold."),
        by_game(lambda result: result.facts.sold >= 3 and not result.facts.unsold),
    ),
    Distinction(
        "top_price", _("Shop window"), _("Sell a product for 16 money or more."), by_game(lambda result: result.facts.best_sale >= 16)
    ),
    Distinction(
        "stocks",
        _("Bull market"),
        _("Get 60 money or more for shares in one game."),
        by_game(lambda result: result.facts.stock_money >= 60),
    ),
    Distinction(
        "meetings",
        _("Full conference table"),
        _("Hold four meetings at the consulting firm in a game, with none cancelled."),
        by_game(lambda result: result.facts.meetings >= 4 and not result.facts.meetings_cancelled),
    ),
    Distinction(
        "popular",
        _("Talk of the town"),
        _("End a game on the highest space of popularity."),
        by_game(lambda result: result.facts.top_popularity),
    ),
    Distinction(
        "spent",
        _("Well spent"),
        _("Win with at most 2 money and 2 info left."),
        won_by(lambda result: result.facts.money <= 2 and result.facts.info <= 2),
    ),
    Distinction(
        "comeback",
        _("Late floor"),
        _("Win after having the least prestige when the last round began."),
        won_by(lambda result: result.facts.last_before_end),
    ),
    Distinction("tie", _("By popularity alone"), _("Win a tie by being more popular."), won_by(lambda result: result.margin == 0)),
    Distinction("margin", _("Long shadow"), _("Win by 15 prestige or more."), won_by(lambda result: result.margin >= 15)),
    Distinction("prestige", _("Landmark"), _("Reach 50 prestige."), by_game(lambda result: result.total >= 50)),
    Distinction(
        "straight", _("In ink at once"), _("Win without undoing a confirmed move."), won_by(lambda result: not result.facts.undone)
    ),
    Distinction("hadid", _("Against the curve"), _("Win against Hadid."), won_by(lambda result: "hadid" in result.automas)),
    Distinction(
        "two_automas", _("Two drawing boards"), _("Win against two Automas at one table."), won_by(lambda result: len(result.automas) >= 2)
    ),
    Distinction("streak", _("Row of houses"), _("Win three games in a row."), lambda progress: progress.wins_in_a_row >= 3),
    Distinction(
        "specialties", _("Every trade"), _("Win with eight different specialties."), lambda progress: len(progress.specialties_won) >= 8
    ),
    Distinction("week", _("A week of cities"), _("Finish the cities of seven days in a row."), has_week),
)
"""In the order in which they are shown, the easier ones first. Games with house values, games that were ended early or by departures, and games that the player has lost before their end earn none; the last break a row of wins."""


def earned(results: Results) -> dict[str, Earned]:
    """Returns the distinctions that the results earn, by their ids, each with the first game that earned it."""
    by_id: dict[str, Earned] = {}
    counted = [
        result
        for result in by_time(results)
        if result.departure or not (result.has_house_values or result.is_ended_early or result.is_cut_short)
    ]
    if not counted:
        return by_id
    progress = Progress(counted[0])
    for result in counted:
        progress.add(result)
        for distinction in DISTINCTIONS:
            if not result.departure and distinction.id not in by_id and distinction.is_earned(progress):
                by_id[distinction.id] = Earned(distinction.id, result.finished, result.game)
    return by_id
