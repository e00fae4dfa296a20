"""The result of one finished game for one player, and the facts of the game that distinctions are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from groundfloor.daily import OPPONENTS, is_day_of
from groundfloor.engine.city.consulting_firm import MeetingCancelled, MeetingHeld
from groundfloor.engine.city.retail_outlets import ProductSold, ProductUnsold
from groundfloor.engine.city.stock_exchange import StockBoughtOut, StockSold
from groundfloor.engine.effects import EmployeeFired
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.phases.hire import EmployeeHired
from groundfloor.engine.phases.rounds import RoundBegan
from groundfloor.engine.phases.scoring import SCORE_CODES, Score
from groundfloor.engine.record import CANCEL, CHANCE, FREE_PURPOSES, Purpose, Record, purpose_of

from .departures import Departure, decided_ranks, is_cut_short


class GameFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has done and had in a game.

    ``floors_by_round`` has the number of floors at the end of each round; ``sold`` are products that consumers bought, ``unsold`` those
    that no consumer bought in some round, ``best_sale`` is the highest money for one of them. ``undone`` counts decisions that were taken
    back. ``last_before_end``: alone in last place when the last round began.
    """

    floors_by_round: tuple[int, ...] = ()
    hired: int = 0
    fired: int = 0
    employees: int = 1
    untrained: int = 0
    remodeled: int = 0
    offices: int = 0
    achievements: int = 0
    sold: int = 0
    unsold: int = 0
    best_sale: int = 0
    stock_money: int = 0
    meetings: int = 0
    meetings_cancelled: int = 0
    popularity: int = 1
    top_popularity: bool = False
    money: int = 0
    info: int = 0
    supply: int = 0
    undone: int = 0
    last_before_end: bool = False

    @property
    def floors(self) -> int:
        return self.floors_by_round[-1] if self.floors_by_round else 0


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game as one of its players keeps it.

    ``game`` and ``seat`` identify it, on every server. ``finished`` is the time of the last change (UTC). ``automas`` are the ids of the
    Automas at the table, ``people`` the number of other people, ``bots`` the bots that played the
    other seats, one a seat (``bots_of``). ``sources`` is the prestige by row of the score sheet, ``totals`` that of
    all seats. ``is_ended_early``: the players have agreed to score the game before its end. ``departed`` are the seats that have lost a rated game before its end, in the order in which they left, and ``departure`` is how this seat has ("": it has stayed): the ``facts`` are empty then, as a bot has played on. ``day`` is the date of the city of a day, else ""; ``attempt`` counts the player's games of that day against that opponent.
    """

    game: str
    seat: int
    finished: str
    name: str
    ruleset: str
    revision: int
    automas: tuple[str, ...]
    people: int
    specialty: str
    total: int
    rank: int
    totals: tuple[int, ...]
    sources: dict[str, int]
    facts: GameFacts
    has_house_values: bool = False
    day: str = ""
    attempt: int = 0
    bots: tuple[str, ...] = ()
    is_ended_early: bool = False
    departure: Departure | Literal[""] = ""
    departed: tuple[int, ...] = ()

    @property
    def is_won(self) -> bool:
        return self.rank == 1

    @property
    def margin(self) -> int:
        """By how much the player is ahead of the best other one of those who have stayed to the end; negative if behind, 0 if nobody else has."""
        others = [total for seat, total in enumerate(self.totals) if seat not in (self.seat, *self.departed)]
        return self.total - max(others, default=self.total)

    @property
    def is_cut_short(self) -> bool:
        """Whether the game was over because all but one have lost it before its end."""
        return is_cut_short(len(self.totals), self.departed)

    @property
    def opponent(self) -> str:
        """Whom the game was played against: ids of Automas and of bots, each kind once, joined by ``+``, with ``people`` for other people."""
        return "+".join([*sorted(self.automas, key=automa_order), *sorted(set(self.bots)), *["people"] * bool(self.people)])


def automa_order(automa: str) -> tuple[int, str]:
    """Returns the key by which Automas are sorted: the easiest first, unknown ones last."""
    return (OPPONENTS.index(automa) if automa in OPPONENTS else len(OPPONENTS), automa)


UNCOUNTED: tuple[Purpose, ...] = (*FREE_PURPOSES, "same_seed")
"""Games whose results nobody keeps: for practice, and with draws that the players know from another game."""


def counts(record: Record) -> bool:
    """Returns whether results of a record are kept: neither practice nor known draws, all draws made from the key of its start, and not cancelled."""
    return record.purpose not in UNCOUNTED and record.ending != CANCEL and record.first_committed_draw == 1 and bool(record.key_hash)


def header_counts(header: str) -> bool:
    """Returns whether results of a record are kept, from its header alone, which is quicker to have."""
    return purpose_of(header) not in UNCOUNTED and re.search(r"^hash [0-9a-f]{64} 1$", header, re.MULTILINE) is not None


def result_of(
    record: Record, seat: int, game: str, finished: str, attempt: int = 0, departures: Mapping[int, Departure] | None = None
) -> GameResult:
    """Returns the result of a human seat of a finished game; ``game`` is the id of its table.

    ``departures`` says how seats have lost a rated game before its end, in this order: they are placed behind all others, and count as people although bots have played on.
    """
    departures = departures or {}
    departed = tuple(departures)
    journey = Journey(record, seat)
    end = journey.game
    scores = {score.seat: score for score in end.scores()}
    own, player = scores[seat], end._state.players[seat]
    bots = {other: bot for other, bot in bots_of(record).items() if other not in departed}
    return GameResult(
        game=game,
        seat=seat,
        finished=finished,
        name=end.seats[seat].name,
        ruleset=end.ruleset.name,
        revision=end.ruleset.revision,
        automas=tuple(other.automa for other in end.seats if other.automa),
        people=sum(not other.automa and number not in bots for number, other in enumerate(end.seats) if number != seat),
        bots=tuple(bot for _seat, bot in sorted(bots.items())),
        is_ended_early=bool(record.ending) and not is_cut_short(len(end.seats), departed),
        departure=departures.get(seat, ""),
        departed=departed,
        specialty=end.ruleset.specialties[player.specialty].id if player.specialty >= 0 else "",
        total=own.total,
        rank=decided_ranks({score.seat: score.rank for score in scores.values()}, departed)[seat],
        totals=tuple(scores[other].total for other in range(len(end.seats))),
        sources=sources(own),
        facts=GameFacts() if seat in departures else journey.facts(),
        has_house_values=bool(record.ruleset.overrides),
        day=record.day if is_day_of(record) else "",
        attempt=attempt,
    )


def bots_of(record: Record) -> dict[int, str]:
    """Returns the bot of each seat that a bot plays at the end: of several at one seat the one that decided most often, of equals the last.

    A stronger bot that takes over shortly before the end is not the opponent of the game.
    """
    moves: dict[int, Counter[str]] = {}
    for entry, bot in record.entries_with_bots():
        if bot and not entry.is_seat_change and not entry.undo_count:
            moves.setdefault(entry.seat, Counter())[bot] += 1
    return {
        seat: max([last, *moves.get(seat, ())], key=moves.get(seat, Counter[str]()).__getitem__) for seat, last in record.bots().items()
    }


def sources(score: Score) -> dict[str, int]:
    """Returns the prestige by row of the score sheet."""
    return {code: sum(item.points for item in score.row(code)) for code in SCORE_CODES}


class Journey:
    """A record replayed from start to end, with what happened to one seat."""

    def __init__(self, record: Record, seat: int) -> None:
        self.record = record
        self.seat = seat
        self.floors: list[int] = []
        self.is_last_before_end = False
        journal = Journal()
        taken = 0
        for game, _, _ in record.positions(journal):
            self._take(game, [noted.event for noted in journal.entries[taken:]])
            taken = len(journal.entries)
        self.game = game
        self.floors.append(len(self.game._state.players[seat].floors))
        self.events = [event for event in journal.events if event.seat == seat]

    def _take(self, game: Game, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, RoundBegan) and event.round > 1:
                self.floors.append(len(game._state.players[self.seat].floors))
                self.is_last_before_end = self._is_last(game)

    def _is_last(self, game: Game) -> bool:
        totals = [score.total for score in sorted(game.scores(), key=lambda score: score.seat)]
        own = totals.pop(self.seat)
        return own < min(totals)

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def facts(self) -> GameFacts:
        state = self.game._state
        player = state.players[self.seat]
        tiles = self.game.ruleset.tiles
        return GameFacts(
            floors_by_round=tuple(self.floors),
            hired=self.count(EmployeeHired),
            fired=self.count(EmployeeFired),
            employees=player.employee_count,
            untrained=player.untrained,
            remodeled=sum(player.remodeled),
            offices=len(player.tenants),
            achievements=sum(tiles[tile].achievement is not None for tile in (*player.floors, *player.tenants)),
            sold=self.count(ProductSold),
            unsold=self.count(ProductUnsold),
            best_sale=max([event.money for event in self.events if isinstance(event, ProductSold)], default=0),
            stock_money=sum(event.money for event in self.events if isinstance(event, StockSold | StockBoughtOut)),
            meetings=self.count(MeetingHeld),
            meetings_cancelled=self.count(MeetingCancelled),
            popularity=state.popularity[self.seat],
            top_popularity=state.popularity[self.seat] == len(self.game.ruleset.popularity_levels),
            money=player.money,
            info=player.info,
            supply=player.supply,
            undone=sum(entry.undo_count for entry in self.record.entries if entry.seat == self.seat and entry.seat != CHANCE),
            last_before_end=self.is_last_before_end,
        )
