"""Open tables: what table somebody may open, who may join and leave it, and when its game can begin. Without store and HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from groundfloor.editions import ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.seats import check_seat, no_automa
from groundfloor.numbers import parse_int
from groundfloor.table.creation import NewTable, SeatRequest, checked_name, checked_pace
from groundfloor.table.errors import CannotBegin, CannotJoin
from groundfloor.table.player_names import check_names
from groundfloor.table.rights import HOST, JOIN, SENT_AWAY, TWICE, Situation
from groundfloor.table.value import MAX_RATING, PACES, find_pace

from .rows import OpenTablePlayer, OpenTableRow

WITHOUT_CLOCKS = ("live", "days")
"""The paces of tables without clocks."""
LEAST_PEOPLE = 2
"""The fewest people for an open table; somebody who plays alone needs none."""
MAX_HOUSE = 10_000
"""Characters of the house values of an open table; the lobby reads those of all tables that it lists."""
RANDOM = "random"
"""The order of seats that is left to chance."""


@dataclass(frozen=True)
class OpenTableRequest:
    """A requested open table: for how many ``people`` (its host included), Automas and bots at the other seats, and the name of its host."""

    player: str
    people: int
    colour: str = ""
    others: tuple[SeatRequest, ...] = ()
    pace: str = "live"
    takeover: str = ""
    is_private: bool = False
    is_listed: bool = True
    is_rated: bool = False
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    house: Mapping[str, object] = field(default_factory=dict)
    accounts_only: bool = False
    no_bots: bool = False
    least_rating: int = 0
    most_rating: int = 0


def opened_table(asked: OpenTableRequest, game_id: str, host: str, client: str, created: str, account: str = "") -> OpenTableRow:
    """Returns a new open table, at which its host sits; ImpossibleTable, UnknownRuleset or BadHouseValues if it is not possible.

    ``account`` is as for ``joined``.
    Whether its game will be possible is known when it is prepared with ``full_table``.
    """
    rules = ruleset(asked.ruleset).with_overrides(asked.house)
    has_clocks = asked.pace not in WITHOUT_CLOCKS
    if has_clocks and asked.pace not in PACES and "+" not in asked.pace:
        raise ImpossibleTable("A table is played live or over days: pace is one of: %(known)s.", known=", ".join((*WITHOUT_CLOCKS, *PACES)))
    if has_clocks:
        checked_pace(asked.pace, asked.takeover)
    automas = {entrepreneur.id: entrepreneur.name for entrepreneur in rules.entrepreneurs}
    for other in asked.others:
        if not other.agent and other.automa not in automas:
            raise no_automa(rules, other.automa)
    most = rules.player_range[1] - len(asked.others)
    if not LEAST_PEOPLE <= asked.people <= most:
        raise ImpossibleTable(
            "With these rules, Automas and bots an open table is for %(least)s to %(most)s people, you included; %(count)s are not possible.",
            least=LEAST_PEOPLE,
            most=most,
            count=asked.people,
        )
    if len(json.dumps(rules.overrides)) > MAX_HOUSE:
        raise ImpossibleTable("An open table has at most %(most)s characters of house values.", most=f"{MAX_HOUSE:,}")
    options = rules.normalize_options(asked.options, asked.people + len(asked.others))
    table = OpenTableRow(
        game_id=game_id,
        host=host,
        client=client,
        name=checked_name(asked.name),
        ruleset=rules.name,
        people=asked.people,
        pace=asked.pace,
        is_private=asked.is_private,
        is_listed=asked.is_listed or asked.is_rated,
        is_rated=asked.is_rated,
        others=tuple((other.seat(0, automas).name, other.automa) for other in asked.others),
        options={option.name: options[option.name] for option in rules.options if options[option.name] != option.values[0]},
        house=dict(rules.overrides),
        created=created,
        players=(),
        takeover=asked.takeover if has_clocks else "",
        accounts_only=asked.accounts_only or asked.is_rated,
        no_bots=asked.no_bots or asked.is_rated,
        least_rating=asked.least_rating,
        most_rating=asked.most_rating,
    )
    check_rated(asked, account)
    check_ratings(asked)
    return joined(table, host, asked.player, asked.colour, account)


def check_rated(asked: OpenTableRequest, account: str) -> None:
    """Raises ImpossibleTable if a requested table can't be rated, or not by the person who asks: ``account`` is their account's name, "" for guests and bots."""
    if asked.is_rated and not account:
        raise ImpossibleTable("A rated game is played by people with accounts: log in with one of your own to open its table. Bots can’t.")
    if asked.is_rated and find_pace(asked.pace) is None:
        raise ImpossibleTable("A rated game is played with clocks, as whoever leaves loses on time: choose a pace with a clock.")
    if asked.is_rated and asked.house:
        raise ImpossibleTable("A rated game is played with the printed values, without house values.")
    if asked.is_rated and (asked.others or (asked.takeover and find_pace(asked.pace) is not None)):
        raise ImpossibleTable("A rated game is played by people alone, without Automas and bots.")


def check_ratings(asked: OpenTableRequest) -> None:
    """Raises ImpossibleTable for a range in which no rating can be."""
    least, most = asked.least_rating, asked.most_rating
    if not (0 <= least <= MAX_RATING and 0 <= most <= MAX_RATING) or 0 < most < least:
        raise ImpossibleTable("Ratings are numbers up to %(most)s, and the lowest is not above the highest.", most=MAX_RATING)


def check_admission(table: OpenTableRow, account: str, figure: int, *, is_bot: bool = False) -> None:
    """Raises CannotJoin if a table does not admit somebody: ``account`` is the name of the account of a person ("": a guest or a bot), ``figure`` their rating for such a game."""
    least, most = table.least_rating, table.most_rating or MAX_RATING
    situation = Situation(
        person="bot" if is_bot else "account" if account else "guest",
        is_in_range=not (table.least_rating or table.most_rating) or least <= figure <= most,
        is_rated=table.is_rated,
        accounts_only=table.accounts_only,
        no_bots=table.no_bots,
        asks_rating=bool(table.least_rating or table.most_rating),
    )
    JOIN.check(situation, least=least, most=most, figure=figure)


def joined(
    table: OpenTableRow, owner_id: str, name: str, colour: str = "", account: str = "", known_as: Collection[str] = ()
) -> OpenTableRow:
    """Returns the table with somebody who joins it, or who sits there with another name and colour now; without a colour they get a free one.

    ``known_as`` are further owner ids of the same browser, under which they may have been sent away, or sit there already.
    ``account`` is the name of the account of a person, "" of a guest or a bot: at a rated table people sit under those names. ``check_admission`` says whom the table admits.
    CannotJoin if there is no seat or the host has sent them away, ImpossibleTable if the name or the colour is not possible.
    """
    check_open(table)
    if not table.blocked.isdisjoint((owner_id, *known_as)):
        raise SENT_AWAY.error()
    before = next((player for player in table.players if player.owner_id == owner_id), None)
    others = [player for player in table.players if player.owner_id != owner_id]
    if any(not {player.owner_id, player.known_as}.isdisjoint((owner_id, *known_as)) for player in others):
        raise TWICE.error()
    if len(others) >= table.people:
        raise CannotJoin("All seats of this table are taken. Other tables are in the lobby.")
    rules = ruleset(table.ruleset)
    seat = SeatRequest(account if table.is_rated else name, colour=colour).seat(0, {})
    check_seat(rules, seat)
    check_names([*(player.name for player in others), *(other for other, _ in table.others), seat.name])
    taken = [player.colour for player in others]
    if colour and colour not in rules.colours:
        raise ImpossibleTable("'%(given)s' is not a seat colour; choose one of: %(known)s.", given=colour, known=", ".join(rules.colours))
    if colour in taken:
        raise CannotJoin("Somebody else has this colour. Choose another one, or leave the choice to the table.")
    kept = before.colour if before is not None and not colour else ""
    given = colour or kept or next(possible for possible in rules.colours if possible not in taken)
    number, same = (before.number, before.known_as) if before is not None else (table.changes, "")
    player = OpenTablePlayer(owner_id, seat.name, given, number, known_as=same)
    return replace(table, players=tuple(sorted((*others, player), key=lambda player: player.number)))


def without(table: OpenTableRow, owner_id: str) -> OpenTableRow | None:
    """Returns the table without somebody who leaves it; None if that is its host, as it is then closed."""
    check_open(table)
    return None if owner_id == table.host else replace(table, players=tuple(each for each in table.players if each.owner_id != owner_id))


def without_number(table: OpenTableRow, host: str, number: int) -> OpenTableRow:
    """Returns the table without the player with this number, whom its host sends away for good; NotTheHost if that is somebody else."""
    check_open(table)
    check_host(table, host)
    away = [player for player in table.players if player.number == number and player.owner_id != host]
    kept = tuple(player for player in table.players if player not in away)
    return replace(table, players=kept, blocked=table.blocked | {player.owner_id for player in away})


def with_order(table: OpenTableRow, host: str, order: str) -> OpenTableRow:
    """Returns the table with another order of its seats (``OpenTableRow.seat_order``), as its host wants it; NotTheHost if that is somebody else, ImpossibleTable for no such order."""
    check_open(table)
    check_host(table, host)
    numbers = [parse_int(number) for number in order.split(" ")] if order not in ("", RANDOM) else []
    if len(set(numbers)) < len(numbers) or not set(numbers) <= {player.number for player in table.players}:
        raise ImpossibleTable(
            "The order of the seats is that of the players’ numbers, such as “2 0 1”, “random”, or empty: as they have come."
        )
    return replace(table, seat_order=order)


def seated(table: OpenTableRow, draw: Callable[[], bytes]) -> OpenTableRow:
    """Returns the table with its players in the order of their seats; a random order is drawn by ``draw``. Players who are not in the chosen order come last, as they have joined."""
    if table.seat_order == RANDOM:
        drawn = {player.owner_id: draw() for player in table.players}
        return replace(table, players=tuple(sorted(table.players, key=lambda player: drawn[player.owner_id])))
    chosen = {number: place for place, number in enumerate(table.seat_order.split())}
    players = sorted(table.players, key=lambda player: (chosen.get(str(player.number), len(chosen)), player.number))
    return replace(table, players=tuple(players))


def closed(table: OpenTableRow, host: str) -> None:
    """Checks that this is the host, who closes the table, and that its game has not begun."""
    check_open(table)
    check_host(table, host)


def check_open(table: OpenTableRow) -> None:
    if table.game:
        raise CannotJoin("The game of this table has begun already.")


def check_host(table: OpenTableRow, owner_id: str) -> None:
    HOST.check(Situation(is_host=owner_id == table.host))


def is_full(table: OpenTableRow) -> bool:
    return len(table.players) >= table.people


def least_people(table: OpenTableRow) -> int:
    """Returns how many people the game needs; with those the host can begin it."""
    return max(ruleset(table.ruleset).player_range[0] - len(table.others), 1)


def check_begin(table: OpenTableRow, owner_id: str) -> None:
    """Raises NotTheHost or CannotBegin if this person can't begin the game now."""
    check_host(table, owner_id)
    least = least_people(table)
    if len(table.players) < least:
        raise CannotBegin("The game can begin when at least %(least)s have come; so far: %(count)s.", least=least, count=len(table.players))


def new_table(table: OpenTableRow) -> NewTable:
    """Returns the table of the game, for those who have come, in the order of ``players`` (``seated``); Automas and bots come after them."""
    people = [SeatRequest(player.name, colour=player.colour) for player in table.players]
    others = [SeatRequest(name, automa) for name, automa in table.others]
    has_clocks = table.pace not in WITHOUT_CLOCKS and len(people) > 1
    pace, takeover = (table.pace, table.takeover) if has_clocks else ("", "")
    seats = (*people, *others)
    return NewTable(seats, table.ruleset, table.options, table.name, table.house, pace=pace, takeover=takeover, is_listed=table.is_listed)


def full_table(table: OpenTableRow) -> NewTable:
    """Returns the table of the game as it would be if all had come, to try whether it is possible."""
    found = new_table(table)
    missing = [SeatRequest(f"{number} {table.players[0].name}"[:40].strip()) for number in range(len(table.players), table.people)]
    return replace(found, seats=(*found.seats[: len(table.players)], *missing, *found.seats[len(table.players) :]))


def player_of(table: OpenTableRow, owner_id: str) -> OpenTablePlayer | None:
    return next((each for each in table.players if each.owner_id == owner_id), None)
