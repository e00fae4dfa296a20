"""Creates tables: checks the request, starts the match, draws ids and secrets; branches, rematches and the same city again, with the same draws."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundfloor.agents.recorded_bots import note_bots
from groundfloor.agents.specification import is_table_agent, table_agents
from groundfloor.editions import ruleset
from groundfloor.engine.display_names import is_visible, strip_unprintable
from groundfloor.engine.errors import IllegalAction, ImpossibleTable
from groundfloor.engine.match import Match, hash_of
from groundfloor.engine.record import seat_change
from groundfloor.engine.seats import Seat, invisible
from groundfloor.guide import guided_match

from .agent_moves import STAND_IN
from .player_names import check_names, player_name, without_stacks
from .seats import new_seat_token
from .table import Table
from .value import OWN_PACES, PACES, Pace, SeatValue, TableClocks, TableValue, find_pace

if TYPE_CHECKING:
    from groundfloor.daily import CityOfTheDay
    from groundfloor.engine.game import Game
    from groundfloor.engine.record import Purpose, Record

    from .value import GameStatus

Randomness = Callable[[int], bytes]
KEY_BYTES = 32
NO_AGENTS: Mapping[int, str] = MappingProxyType({})
PUBLIC_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters of game ids, without those that look or sound alike."""


@dataclass(frozen=True)
class SeatRequest:
    """A requested seat: ``automa`` is an entrepreneur's id or the name of an agent or level, "" for a human; only a human needs a name."""

    name: str = ""
    automa: str = ""
    colour: str = ""

    @property
    def agent(self) -> str:
        return self.automa if is_table_agent(self.automa) else ""

    def seat(self, number: int, names: Mapping[str, str]) -> Seat:
        """Returns the engine's seat; for the engine an agent is a person, by default with the agent's name and the seat's number."""
        name = f"{self.agent.capitalize()} {number}" if self.agent else names.get(self.automa, "")
        return Seat(player_name(self.name.strip()) or name, "" if self.agent else self.automa, self.colour)


@dataclass(frozen=True)
class NewTable:
    """A requested table: seats, ruleset, options, name, house values, whether it is for practice, the pace of its clocks ("": none), which bot takes
    a seat whose time is over ("": none), and whether the game is to be public when it is over.
    """

    seats: tuple[SeatRequest, ...]
    ruleset: str = "second"
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    house: Mapping[str, object] = field(default_factory=dict)
    is_practice: bool = False
    pace: str = ""
    takeover: str = ""
    is_listed: bool = True


def create_table(new: NewTable, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new table and the key of its draws; ImpossibleTable, UnknownRuleset or BadHouseValues if it is not possible."""
    rules = ruleset(new.ruleset).with_overrides(new.house)
    names = {entrepreneur.id: entrepreneur.name for entrepreneur in rules.entrepreneurs}
    seats = [request.seat(number, names) for number, request in enumerate(new.seats, 1)]
    if new.is_practice and sum(not request.automa for request in new.seats) != 1:
        raise ImpossibleTable("Practice is for one person; the other seats are Automas and bots.")
    if any(request.agent for request in new.seats) and all(request.automa for request in new.seats):
        raise ImpossibleTable("A table needs a person; the other seats may be Automas and bots.")
    key = randomness(KEY_BYTES)
    match = Match.new(rules, seats, dict(new.options), key, "practice" if new.is_practice else "")
    check_names([seat.name for seat in match.game.seats])
    agents = {seat: request.agent for seat, request in enumerate(new.seats) if request.agent}
    table = with_clocks(table_for_match(match, new.name, randomness, agents=agents), new.pace, new.takeover)
    return table.with_value(replace(table.value, is_listed=new.is_listed and not new.is_practice)), key


def with_clocks(table: Table, pace: str, takeover: str) -> Table:
    """Returns a new table with clocks of this pace ("": none); ImpossibleTable if it can't have them."""
    if not pace:
        return table
    chosen = checked_pace(pace, takeover)
    if len(table.value.human_seats) < 2:
        raise ImpossibleTable("Clocks are for tables of two or more people.")
    seats = [seat_value.seat for seat_value in table.value.seats if not seat_value.is_automa]
    return table.with_value(replace(table.value, clocks=TableClocks.new(chosen, seats, takeover)))


def checked_pace(pace: str, takeover: str) -> Pace:
    """Returns a pace by its id; raises ImpossibleTable for a pace, or a bot that takes seats, that does not exist."""
    chosen = find_pace(pace)
    if chosen is None and "+" in pace:
        live, days = OWN_PACES["live"], OWN_PACES["days"]
        raise ImpossibleTable(
            "A time of your own is %(minutes)s minutes and %(seconds)s seconds a decision, or over days %(days)s days and %(hours)s hours a decision; a decision brings no more than there is at first.",
            minutes=bounds(live.bank),
            seconds=bounds(live.increment),
            days=bounds(days.bank),
            hours=bounds(days.increment),
        )
    if chosen is None:
        raise ImpossibleTable("There is no pace “%(pace)s”; there are: %(known)s.", pace=pace, known=", ".join(PACES))
    if takeover and not is_table_agent(takeover):
        raise ImpossibleTable("There is no bot “%(bot)s”; there are: %(known)s.", bot=takeover, known=", ".join(table_agents()))
    return chosen


def bounds(numbers: range) -> str:
    return f"{numbers[0]}–{numbers[-1]}"


def create_branch(table: Table, seat: int, count: int, name: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a practice table that goes on after ``count`` entries of a table, and the key of its draws.

    The person who asks plays the seat, even one that a bot has played; bots play those of other people. The draws are the same, unless nobody has their key. ImpossibleTable for
    a game that counts and is not over, and for the end of a game.
    """
    try:
        match, key = branched_match(table.match, count, table.game_id, randomness)
    except IllegalAction as error:
        raise ImpossibleTable(str(error)) from error
    agents = {seat_value.seat: seat_value.agent for seat_value in table.value.seats if seat_value.agent}
    agents |= {other: STAND_IN for other in table.value.human_seats if other != seat}
    agents.pop(seat, None)
    if seat in match.record.bots():
        match.record.entries.append(seat_change(seat, ""))
    return table_for_match(match, name or table.value.name, randomness, agents=agents), key


def branched_match(match: Match, count: int, parent: str, randomness: Randomness) -> tuple[Match, bytes]:
    """Returns a match for practice after ``count`` entries of another one, and its key: the same if it is known, except for a city of the day."""
    record = match.record
    known = match.key or (bytes.fromhex(record.key) if record.key else None)
    key = known if known is not None and record.purpose != "day" else randomness(KEY_BYTES)
    return match.branch(count, key, parent), key


def create_guided_table(name: str, title: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new guided game of somebody with this name, and the key of its draws, which is always the same."""
    match = guided_match(player_name(name))
    assert match.key is not None
    return table_for_match(match, title, randomness), match.key


def create_day_table(city: CityOfTheDay, name: str, opponent: str, title: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a new game in the city of a day, and the key of its draws, which is that of the day."""
    return table_for_match(city.match(player_name(name), opponent), title, randomness), city.key


def rematch_id(secret: str, game_id: str) -> str:
    """Returns the id of the rematch of a table: always the same one, which nobody can guess without the server's secret."""
    return encoded_game_id(hmac.digest(secret.encode(), f"rematch {game_id}".encode(), "sha256")[:10])


def rotated_seat(seat: int, count: int) -> int:
    """Returns where a seat of a table sits in its rematch: one place earlier, the first one last."""
    return (seat - 1) % count


def create_rematch(table: Table, game_id: str, name: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a table with the same people and bots, options and house values, seats rotated, new draws, and the key of these draws."""
    record = table.match.record
    rules = ruleset(record.ruleset.name).with_overrides(record.ruleset.overrides)
    key = randomness(KEY_BYTES)
    purpose: Purpose = "practice" if record.purpose == "practice" else ""
    match = Match.new(rules, (*record.seats[1:], record.seats[0]), record.options, key, purpose)
    agents = {rotated_seat(seat_value.seat, len(record.seats)): seat_value.agent for seat_value in table.value.seats if seat_value.agent}
    rematch = with_same_clocks(table_for_match(match, name, randomness, game_id=game_id, agents=agents), table)
    return rematch.with_value(replace(rematch.value, is_listed=table.value.is_listed)), key


def with_same_clocks(new: Table, table: Table) -> Table:
    """Returns a new table with clocks like those of another one, with the whole bank again."""
    return (
        with_clocks(new, table.value.clocks.pace.id, table.value.clocks.takeover)
        if table.value.clocks is not None and len(new.value.human_seats) > 1
        else new
    )


def known_key(record: Record) -> bytes | None:
    """Returns the key of all draws of a finished game; None if it is unknown, fixes only later draws, or is that of a day."""
    if not record.key or record.first_committed_draw != 1 or record.purpose == "day":
        return None
    try:
        key = bytes.fromhex(record.key)
    except ValueError:
        return None
    return key if hash_of(key) == record.key_hash else None


def create_same_seed(table: Table, name: str, randomness: Randomness) -> tuple[Table, bytes]:
    """Returns a table with the same seats, options and draws, and the key. It never counts; with one person it is for practice."""
    record = table.match.record
    key = known_key(record)
    if key is None:
        raise ImpossibleTable("The draws of this game are not known, so the same city can’t be played again.")
    match = Match.new(record.ruleset, record.seats, record.options, key, "practice" if len(table.value.human_seats) == 1 else "same_seed")
    agents = {seat_value.seat: seat_value.agent for seat_value in table.value.seats if seat_value.agent}
    return with_same_clocks(table_for_match(match, name, randomness, agents=agents), table), key


def table_for_match(
    match: Match,
    name: str,
    randomness: Randomness,
    status: GameStatus = "running",
    game_id: str = "",
    agents: Mapping[int, str] = NO_AGENTS,
) -> Table:
    """Returns a table for a match, with new seat tokens, and a new game id if none is given; ``agents`` are names of agents by seat."""
    seat_values = [
        SeatValue(number, seat.name, seat.colour, seat.automa or agents.get(number, ""), new_seat_token(randomness))
        for number, seat in enumerate(match.game.seats)
    ]
    note_bots(match.record, agents)
    known = checked_name(name) or default_name(match.game)
    return Table(game_id or new_game_id(randomness), match, TableValue(known, tuple(seat_values)), status == "shown")


def checked_name(name: str) -> str:
    """Returns the name of a table without unprintable characters, "" for an empty one; ImpossibleTable if nothing visible is left."""
    given = without_stacks(strip_unprintable(name))[:60]
    if name.strip() and not is_visible(given):
        raise invisible(name)
    return given.strip()


def default_name(game: Game) -> str:
    """Returns the default name of a table: the names of its seats."""
    return ", ".join(seat.name for seat in game.seats)


def new_game_id(randomness: Randomness) -> str:
    """Returns the public part of a table's address."""
    return encoded_game_id(randomness(10))


def encoded_game_id(random: bytes) -> str:
    """Returns a game id made of random bytes, a letter for each."""
    return "".join(PUBLIC_ID_LETTERS[byte % len(PUBLIC_ID_LETTERS)] for byte in random)
