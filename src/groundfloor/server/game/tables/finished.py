"""What becomes public of a game when it is over, and what counts for ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.results import bots_of, counts
from groundfloor.results.departures import decided_ranks, is_cut_short
from groundfloor.results.ratings import pool_of
from groundfloor.table.player_names import name_key

from ...database.rows import FinishedGame, FinishedSeat, RatedGame

if TYPE_CHECKING:
    from groundfloor.results.archive import SeatKind
    from groundfloor.table.table import Table


def finished_game(table: Table, at: str) -> FinishedGame | None:
    """Returns what becomes public of a table whose game is over; None if it goes on, is not listed, or is not a game that counts, such as one in the city of a day.

    From the latter others would learn what that city brings. Nor does a game that is not rated and in which a person has decided nothing: anybody could leave as many as they
    like, which would stay for ever.
    """
    record, game = table.match.record, table.game
    if not table.value.is_listed or not game.is_over or table.is_record_only or not counts(record) or record.purpose:
        return None
    bots, bot_seats = bots_of(record), record.seats_of_bots()
    people = {number for number, seat in enumerate(game.seats) if not seat.automa and number not in bots}
    rated = rated_game(table)
    if rated is None and not people <= {entry.seat for entry in record.active_entries()}:
        return None
    scores, ranks = {score.seat: score for score in game.scores()}, final_ranks(table)
    seats = []
    for number, seat in enumerate(game.seats):
        kind: SeatKind = "automa" if seat.automa else "bot" if number in bots and number not in table.value.departures else "person"
        automa, score = "" if kind == "person" else seat.automa or bots.get(number, ""), scores[number]
        own = game._state.players[number].specialty
        seats.append(
            FinishedSeat(
                seat=number,
                name=seat.name,
                name_key=name_key(seat.name),
                kind=kind,
                automa=automa,
                specialty=game.ruleset.specialties[own].id if own >= 0 else "",
                total=score.total,
                rank=ranks[number],
                is_own=kind == "person" and (number not in bot_seats or number in table.value.departures),
                departure=table.value.departures.get(number, ""),
            )
        )
    return FinishedGame(
        finished=at,
        ruleset=game.ruleset.name,
        revision=game.ruleset.revision,
        has_house_values=bool(record.ruleset.overrides),
        is_ended_early=bool(record.ending) and not is_cut_short(len(game.seats), list(table.value.departures)),
        has_bots=bool(bot_seats),
        seats=tuple(seats),
        record=record.format(),
        is_rated=rated is not None,
    )


def rated_game(table: Table) -> RatedGame | None:
    """Returns what counts for ratings of a table whose game is over; None if it goes on, is not rated, or was cancelled."""
    if not table.value.is_rated or not table.game.is_over:
        return None
    accounts, ranks = table.value.accounts, final_ranks(table)
    if set(accounts) != set(ranks) or len(set(accounts.values())) != len(ranks):
        return None
    pool = pool_of(table.game.ruleset.name, len(ranks))
    left = {seat.account: seat.departed_in for seat in table.value.seats if seat.departure}
    return RatedGame(pool, {account: ranks[seat] for seat, account in accounts.items()}, left)


def final_ranks(table: Table) -> dict[int, int]:
    """Returns the ranks by seat of a game that is over."""
    return decided_ranks({score.seat: score.rank for score in table.game.scores()}, list(table.value.departures))
