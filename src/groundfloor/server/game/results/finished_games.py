"""Finished games: what people look for, how lists show them, and what they say about a person, and about two people against each other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from groundfloor.editions import NAMES
from groundfloor.engine.fields import MOST_SEATS
from groundfloor.engine.record import is_date
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.people import initials
from groundfloor.presentation.results.words import date_of
from groundfloor.results import GameFacts, GameResult
from groundfloor.results.archive import SeatKind
from groundfloor.results.statistics import average
from groundfloor.table.player_names import is_former, name_key
from groundfloor.table.value import DepartureKind

from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, Time
from ...http.rendering import person_path
from ..storage import finished_games
from ..storage.rows import GameSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import tzinfo
    from gettext import NullTranslations

    from ...context import AppContext
    from ..storage.rows import FoundGame, FoundSeat

PAGE_GAMES = 50
"""Games on one page."""
COUNTED_GAMES = 1_000
"""Games of a person that their statistics count, the newest."""
COMPANIES: tuple[Literal["people", "automas", "bots"], ...] = ("people", "automas", "bots")
FIELDS = ("person", "other", "winner", "ruleset", "from", "to", "seats", "company", "rated", "sort", "after")
"""What can stand in the address of a search."""


def read_fields(query: Mapping[str, str]) -> dict[str, str]:
    """Returns what is looked for, by ``FIELDS``, each as it stands in a form; "" for anything, and in place of impossible values."""
    possible = {
        "ruleset": NAMES,
        "seats": [str(number) for number in range(1, MOST_SEATS + 1)],
        "company": COMPANIES,
        "rated": ("yes", "no"),
        "sort": ("total",),
    }
    fields = {name: query.get(name, "").strip()[:60] for name in FIELDS}
    fields |= {name: "" for name, values in possible.items() if fields[name] not in values}
    return fields | {name: "" for name in ("from", "to") if fields[name] and not is_date(fields[name])}


def read_search(fields: Mapping[str, str]) -> GameSearch:
    """Returns the search that the fields of ``read_fields`` describe; a date is a day in UTC, and that of ``to`` belongs to it."""
    people = [name_key(fields[name]) for name in ("person", "other") if fields[name]]
    return GameSearch(
        people=tuple(people),
        winner=name_key(fields["winner"]) if fields["winner"] else "",
        ruleset=fields["ruleset"],
        since=fields["from"],
        until=day_after(fields["to"]) if fields["to"] else "",
        seats=parse_int(fields["seats"]) or 0,
        company=next((company for company in COMPANIES if company == fields["company"]), ""),
        is_rated={"yes": True, "no": False}.get(fields["rated"]),
        by_total=fields["sort"] == "total",
        after=fields["after"],
    )


def day_after(day: str) -> str:
    """Returns the next day; "" after the last one that there is."""
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except OverflowError:
        return ""


# People


def people_with_page(context: AppContext, people: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Returns those people that have a page under their name: each the id of an owner, as in ``browsers``, and a name. Nobody learns whose account has another name."""
    people = set(people)
    found = finished_games.people_with_page(context.store, {owner_id for owner_id, _ in people})
    return {(owner_id, name) for owner_id, name in people if found.get(owner_id) == name_key(name)}


@dataclass(frozen=True)
class ListedSeat:
    """A seat of a listed game; ``player`` says who plays it if that is not a person ("": a person), ``has_page``: it belongs to an account."""

    name: str
    colour: str
    letter: str
    total: int
    rank: int
    player: str
    has_page: bool


@dataclass(frozen=True)
class ListedGame:
    """A finished game in a list: its seats begin with those of the winners, ``marks`` say what is special about it."""

    game_id: str
    date: str
    ruleset: str
    marks: tuple[str, ...]
    seats: tuple[ListedSeat, ...]
    title: str


@dataclass(frozen=True)
class Comparison:
    """What games of two people say about them: how often each was ahead, how often neither, how often each won, and their average prestige in those that they have not lost before their end (None: there is no other)."""

    played: int
    ahead: tuple[int, int]
    level: int
    won: tuple[int, int]
    averages: tuple[float | None, float | None]


def listed_game(game: FoundGame, language: str, translations: NullTranslations, zone: tzinfo) -> ListedGame:
    _ = translations.gettext
    letters = initials([seat.name for seat in game.seats])
    seats = [
        ListedSeat(seat.name, seat.colour, letter, seat.total, seat.rank, player_words(seat, translations), bool(seat.account))
        for seat, letter in zip(game.seats, letters, strict=True)
    ]
    marks = ((game.is_rated, _("Rated")), (game.is_ended_early, _("Ended early")), (game.has_house_values, _("House values")))
    return ListedGame(
        game_id=game.game_id,
        date=date_of(game.finished, language, zone),
        ruleset=names.full("ruleset", game.ruleset, translations),
        marks=tuple(mark for is_so, mark in marks if is_so),
        seats=tuple(sorted(seats, key=lambda seat: seat.rank)),
        title=", ".join(isolated(seat.name) for seat in game.seats),
    )


def player_words(seat: FoundSeat, translations: NullTranslations) -> str:
    """Returns who plays a seat: an Automa, which bot, a guest, or somebody who has lost a rated game before its end; "" for another person whose account has this name, and for a former player."""
    if seat.departure:
        return translations.gettext("has resigned") if seat.departure == "left" else translations.gettext("has lost on time")
    if seat.kind == "person":
        return "" if seat.account or is_former(seat.name) else translations.gettext("Guest")
    if seat.kind == "automa" or not seat.automa:
        return translations.gettext("Automa") if seat.kind == "automa" else translations.gettext("Bot")
    return translations.gettext("Bot: %(name)s") % {
        "name": names.full("bot" if seat.automa in names.BOTS else "agent", seat.automa, translations)
    }


def result_of_account(game: FoundGame, account: str) -> GameResult:
    """Returns the result of an account in a finished game, without the facts that nobody else keeps."""
    own = seat_of(game, account)
    others = [seat for seat in game.seats if seat is not own]
    return GameResult(
        game=game.game_id,
        seat=own.seat,
        finished=game.finished,
        name=own.name,
        ruleset=game.ruleset,
        revision=game.revision,
        automas=tuple(seat.automa for seat in others if seat.kind == "automa"),
        people=sum(seat.kind == "person" or not seat.automa for seat in others),
        specialty=own.specialty,
        total=own.total,
        rank=own.rank,
        totals=tuple(seat.total for seat in game.seats),
        sources={},
        facts=GameFacts(),
        has_house_values=game.has_house_values,
        bots=tuple(seat.automa for seat in others if seat.kind == "bot" and seat.automa),
        is_ended_early=game.is_ended_early,
        departure=own.departure,
        departed=tuple(seat.seat for seat in sorted(game.seats, key=lambda seat: -seat.rank) if seat.departure),
    )


def comparison(games: Sequence[FoundGame], accounts: tuple[str, str]) -> Comparison:
    """Returns what games at which both accounts sat say of them."""
    pairs = [(seat_of(game, accounts[0]), seat_of(game, accounts[1])) for game in games]
    return Comparison(
        played=len(pairs),
        ahead=(sum(one.rank < other.rank for one, other in pairs), sum(other.rank < one.rank for one, other in pairs)),
        level=sum(one.rank == other.rank for one, other in pairs),
        won=(sum(one.rank == 1 for one, _ in pairs), sum(other.rank == 1 for _, other in pairs)),
        averages=(
            average([one.total for one, _ in pairs if not one.departure]),
            average([other.total for _, other in pairs if not other.departure]),
        ),
    )


def comparisons_by_ruleset(games: Sequence[FoundGame], accounts: tuple[str, str]) -> dict[str, Comparison]:
    """Returns the comparison of two accounts in each ruleset, the most played first."""
    groups: dict[str, list[FoundGame]] = {}
    for game in games:
        groups.setdefault(game.ruleset, []).append(game)
    return {name: comparison(group, accounts) for name, group in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0]))}


def seat_of(game: FoundGame, account: str) -> FoundSeat:
    return next(seat for seat in game.seats if seat.account == account)


# For programs


class FinishedSeat(ApiStruct, frozen=True):
    """A seat of a finished game. `person` is the address of its player's page, if an account of this name played it."""

    seat: Seat
    name: str
    colour: str
    kind: SeatKind
    automa: Annotated[str | None, Meta(description="The Automa or bot.")]
    person: str | None
    departure: Annotated[
        DepartureKind | None, Meta(description="How its player has lost a rated game before its end, behind all who stayed.")
    ]
    specialty: str | None
    total: int
    rank: int


class FinishedGame(ApiStruct, frozen=True):
    """A finished game that is public."""

    game: str
    link: str
    finished: Time
    ruleset: str
    revision: int
    has_house_values: bool
    is_ended_early: bool
    is_rated: bool
    seats: list[FinishedSeat]


def finished_game(game: FoundGame) -> FinishedGame:
    """Returns a finished game as the API tells it."""
    return FinishedGame(
        game=game.game_id,
        link=f"/g/{game.game_id}",
        finished=game.finished,
        ruleset=game.ruleset,
        revision=game.revision,
        has_house_values=game.has_house_values,
        is_ended_early=game.is_ended_early,
        is_rated=game.is_rated,
        seats=[
            FinishedSeat(
                seat=seat.seat + 1,
                name=seat.name,
                colour=seat.colour,
                kind=seat.kind,
                automa=seat.automa or None,
                person=person_path(seat.name) if seat.account else None,
                departure=seat.departure or None,
                specialty=seat.specialty or None,
                total=seat.total,
                rank=seat.rank,
            )
            for seat in game.seats
        ],
    )
