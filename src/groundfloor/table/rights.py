"""Who may do what at a table: a row for each right, which says who has it and what everybody else is told.

Pages, the API and the tables themselves ask these rows, and the tables of rights on the page ``/rights`` and in docs/rights.md are made of them. What depends on
nobody's role, such as whose turn it is or how many have to agree, is checked where it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from groundfloor.translatable import _

from .errors import (
    CannotJoin,
    CannotPropose,
    CannotWrite,
    GameStays,
    NotAPlayer,
    NotTheHost,
    NotYourSeat,
    NotYourTurn,
    SeatOfAccount,
    UnknownOpenTable,
)
from .value import ACCOUNT_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.translatable import TranslatableError

    from .table import Table
    from .value import SeatAddress

Person = Literal["guest", "account", "bot", "administrator"]
Stage = Literal["waiting", "running", "over", "record"]
"""The game has not begun; it is played; it has ended; a record that is only shown."""


@dataclass(frozen=True)
class Situation:
    """Who asks, about which seat, at what table: all that rights depend on.

    Who asks: ``is_host`` has opened the table; ``is_player`` sits there, on whatever page they look at it; ``has_seat_page`` looks at it from a seat of theirs.
    At an open table ``is_blocked_pair``: one of them and the host has blocked the other; ``is_sent_away``: the host has sent them away. ``is_in_range``: they have one of
    the ratings that the table asks for.

    The seat: ``is_own``; ``is_of_account``: it belongs to an account; ``is_automa`` or ``is_bot`` plays it; ``has_arrived``: a person has played it; ``has_departed``:
    its player has lost a rated game before the end; ``is_here``: a page of it is open; ``is_late``: its time is over, its account was deleted or, without clocks, its player
    has been away for long; ``is_timed``: it has time that counts.

    The table: ``is_lesson``: a guided game, or the city of a day; ``has_losers``: somebody has lost the rated game before its end; ``has_players_chat``: people sit
    there who can write to each other; ``has_spectators_chat``: spectators can; ``is_alone``: who asks plays against bots and Automas; ``is_kept``: somebody else has
    moved, or its record is public.

    A message: ``is_own``, and ``is_fresh``.
    """

    person: Person = "guest"
    is_host: bool = False
    is_player: bool = False
    has_seat_page: bool = False
    is_blocked_pair: bool = False
    is_sent_away: bool = False
    is_in_range: bool = True
    is_own: bool = False
    is_of_account: bool = False
    is_automa: bool = False
    is_bot: bool = False
    has_arrived: bool = True
    has_departed: bool = False
    is_here: bool = False
    is_late: bool = False
    is_timed: bool = False
    stage: Stage = "running"
    is_from_lobby: bool = False
    is_rated: bool = False
    accounts_only: bool = False
    no_bots: bool = False
    asks_rating: bool = False
    is_lesson: bool = False
    has_losers: bool = False
    has_players_chat: bool = True
    has_spectators_chat: bool = True
    is_alone: bool = False
    is_kept: bool = False
    is_fresh: bool = False

    @property
    def has_account(self) -> bool:
        """Whether this is a person with an account."""
        return self.person in ("account", "administrator")


@dataclass(frozen=True)
class Denial:
    """What somebody who lacks a right is told: an error and its sentence."""

    kind: type[TranslatableError]
    sentence: str

    def error(self, **facts: str | int) -> TranslatableError:
        return self.kind(self.sentence, **facts)


@dataclass(frozen=True)
class Right:
    """A right, by what it allows. ``about``: it differs between one's own seat or message and those of others. ``conditions`` are facts on which it depends besides roles and table, and ``note`` says how."""

    title: str
    denial: Callable[[Situation], Denial | None]
    about: Literal["", "seat", "message"] = ""
    conditions: tuple[str, ...] = ()
    note: str = ""

    def allows(self, situation: Situation) -> bool:
        return self.denial(situation) is None

    def check(self, situation: Situation, **facts: str | int) -> None:
        """Raises the error with which this right is denied, whose sentence may need ``facts``."""
        denial = self.denial(situation)
        if denial is not None:
            raise denial.error(**facts)


GONE = Denial(
    UnknownOpenTable, _("This table is not open any more: its host has closed it, or has not looked at it for long. The lobby has others.")
)
SENT_AWAY = Denial(CannotJoin, _("The host of this table has sent you away, so you can’t join it again. Other tables are in the lobby."))
TWICE = Denial(
    CannotJoin,
    _(
        "Someone in this browser already has a seat at this table. In the lobby each browser has one seat; friends at one screen play at a table of their own, from the start page."
    ),
)
RATED_TABLE = Denial(CannotJoin, _("This game is rated: log in with an account of your own to join it. Bots can’t."))
WITHOUT_BOTS = Denial(CannotJoin, _("This table is for people, without bots."))
ACCOUNTS_ONLY = Denial(CannotJoin, _("This table is for people with an account: log in with one of your own to join it."))
WITH_RATING = Denial(CannotJoin, _("This table asks for a rating: log in with an account of your own to join it. Bots can’t."))
OTHER_RATING = Denial(CannotJoin, _("This table is for ratings from %(least)s to %(most)s; yours for such a game is %(figure)s."))
NOT_THE_HOST = Denial(NotTheHost, _("Only the host can do that."))
STAYS = Denial(
    GameStays,
    _(
        "This game stays for the others, as somebody else has moved in it, it is rated or its record is public. You can remove it from your list."
    ),
)
NOT_AT_TABLE = Denial(NotAPlayer, _("Only people at this table can do that."))
FOREIGN_SEAT = Denial(NotYourSeat, _("Only the player of this seat can do that."))
OF_ACCOUNT = Denial(
    SeatOfAccount, _("This seat belongs to the account of %(name)s: log in with it to play. Everybody else can watch the game.")
)
OWN_LINK_ONLY = Denial(NotYourSeat, _("Not possible: at a table of the lobby you can only renew the link of your own seat."))
HOST_RENEWS = Denial(NotYourSeat, _("Not possible: only the host of the table, who has opened it, can renew the link of a seat."))
NO_HANDING_ON = Denial(
    NotYourSeat,
    _(
        "Not possible: a seat can be handed to a bot by its player; without clocks by the others if it is that player’s turn and the player has been away "
        "for long; and by the host of a table of links while that player is not here, if there are no clocks."
    ),
)
NO_BOTS_RATED = Denial(NotYourSeat, _("In a rated game nobody lets a bot play, and whoever has lost before the end does not come back."))
NOT_RATED_SO = Denial(
    CannotPropose,
    _(
        "Not possible: in a rated game nobody gives a seat away, all can cancel it until somebody has lost it, and those who stay can end it from then on."
    ),
)
PLAYS_ALREADY = Denial(CannotJoin, _("You play at this table already: another person takes the seat."))
NOT_AWAY = Denial(
    CannotPropose,
    _(
        "Not possible: a seat is given away when the time of its player is over or, without clocks, when it is their turn and they have been away for long, "
        "and never while they are here."
    ),
)
NOT_RATED = Denial(CannotPropose, _("Only a rated game can be resigned. Here you can let a bot play for you, or propose to end the game."))
ONLY_SHOWN = Denial(NotYourTurn, _("This record can only be watched; to play, continue from it."))
OVER = Denial(NotYourTurn, _("The game is over."))
RUNNING = Denial(NotYourTurn, _("The game is not over yet."))
LOST = Denial(NotYourTurn, _("You have lost this rated game before its end. A bot plays on in your place."))
BOT_PLAYS = Denial(NotYourTurn, _("A bot plays for this seat. To play yourself, take the seat again."))
BOTS_ARE_SILENT = Denial(CannotWrite, _("Bots don’t write in the chat."))
LOBBY_LOG_IN = Denial(CannotWrite, _("Log in to write in the lobby."))
WRITE_AT_SEAT = Denial(CannotWrite, _("You hold a seat at this table: write to the other players, at your seat."))
LOST_AND_SILENT = Denial(CannotWrite, _("You have lost this rated game before its end: you can read here, and write when it is over."))
BOT_IS_SILENT = Denial(CannotWrite, _("A bot plays your seat. Take it again, then you can write."))
LOG_IN_TO_WRITE = Denial(CannotWrite, _("Log in to write to other spectators."))
NOBODY_TO_WRITE_TO = Denial(CannotWrite, _("There is nobody at this table to write to."))
NO_REPORT = Denial(NotYourSeat, _("Only people who sit at a table can report it."))


# A table that waits


def _look(situation: Situation) -> Denial | None:
    return GONE if situation.is_blocked_pair and not situation.is_player else None


def _admission(situation: Situation) -> Denial | None:
    is_bot = situation.person == "bot"
    if situation.is_rated and not situation.has_account:
        return RATED_TABLE
    if is_bot and situation.no_bots:
        return WITHOUT_BOTS
    if not (is_bot or situation.has_account) and situation.accounts_only:
        return ACCOUNTS_ONLY
    if situation.asks_rating and not situation.has_account:
        return WITH_RATING
    return None if situation.is_in_range else OTHER_RATING


def _join(situation: Situation) -> Denial | None:
    if situation.is_blocked_pair or situation.is_sent_away:
        return SENT_AWAY if situation.is_sent_away else GONE
    return None if situation.is_player else _admission(situation)


def _of_host(situation: Situation) -> Denial | None:
    return None if situation.is_host else NOT_THE_HOST


def _of_player(situation: Situation) -> Denial | None:
    return None if situation.is_player else NOT_AT_TABLE


def _invite(situation: Situation) -> Denial | None:
    return None if situation.is_player and situation.has_account else NOT_AT_TABLE


def _write_waiting(situation: Situation) -> Denial | None:
    return BOTS_ARE_SILENT if situation.person == "bot" else _of_player(situation)


def _write_in_lobby(situation: Situation) -> Denial | None:
    return BOTS_ARE_SILENT if situation.person == "bot" else None if situation.has_account else LOBBY_LOG_IN


# A game


def _open_seat(situation: Situation) -> Denial | None:
    return OF_ACCOUNT if situation.is_of_account and not situation.is_own else None


def _hold_seat(situation: Situation) -> Denial | None:
    return None if situation.is_own else FOREIGN_SEAT


def of_stage(situation: Situation) -> Denial | None:
    """Returns why nobody plays at a table."""
    return {"record": ONLY_SHOWN, "over": OVER}.get(situation.stage)


def of_player(situation: Situation) -> Denial | None:
    """Returns why nobody but a bot or an Automa plays a seat."""
    return LOST if situation.has_departed else BOT_PLAYS if situation.is_bot or situation.is_automa else None


def _play(situation: Situation) -> Denial | None:
    return (of_stage(situation) or of_player(situation)) if situation.is_own else FOREIGN_SEAT


def _resign(situation: Situation) -> Denial | None:
    return _play(situation) or (None if situation.is_rated else NOT_RATED)


def _score(situation: Situation) -> Denial | None:
    return _play(situation) or (NOT_RATED_SO if situation.is_rated and not situation.has_losers else None)


def _cancel(situation: Situation) -> Denial | None:
    return _play(situation) or (NOT_RATED_SO if situation.is_rated and situation.has_losers else None)


def _give_away(situation: Situation) -> Denial | None:
    if situation.is_rated:
        return NOT_RATED_SO
    if not situation.has_seat_page:
        return NOT_AT_TABLE
    is_away = (situation.is_bot or situation.is_late) and not (situation.is_own or situation.is_automa or situation.is_here)
    return of_stage(situation) or (None if is_away else NOT_AWAY)


def _take_offered(situation: Situation) -> Denial | None:
    if situation.is_rated:
        return NOT_RATED_SO
    return of_stage(situation) or (PLAYS_ALREADY if situation.is_player else _admission(situation))


def _change_player(situation: Situation) -> Denial | None:
    if situation.is_rated:
        return NO_BOTS_RATED
    if situation.stage != "running" or situation.is_automa or situation.is_lesson:
        return NO_HANDING_ON
    if situation.is_own:
        return None
    if situation.is_here and not situation.is_bot:
        return NO_HANDING_ON
    if situation.is_alone and situation.is_bot and not situation.has_arrived:
        return None
    if situation.is_host and not situation.is_from_lobby:
        return None if situation.is_bot or situation.is_late or not situation.is_timed else NO_HANDING_ON
    return None if situation.has_seat_page and situation.is_late and not (situation.is_bot or situation.is_timed) else NO_HANDING_ON


def _see_link(situation: Situation) -> Denial | None:
    is_shown = situation.is_own or (situation.is_host and not situation.is_from_lobby)
    return None if is_shown and not (situation.is_bot or situation.is_automa) else FOREIGN_SEAT


def _renew_link(situation: Situation) -> Denial | None:
    if situation.is_from_lobby:
        return None if situation.is_own else OWN_LINK_ONLY
    return None if situation.is_host else HOST_RENEWS


def _read_players(situation: Situation) -> Denial | None:
    return (
        None if situation.has_seat_page and situation.has_players_chat else NOBODY_TO_WRITE_TO if situation.has_seat_page else NOT_AT_TABLE
    )


def _write_to_players(situation: Situation) -> Denial | None:
    if situation.person == "bot":
        return BOTS_ARE_SILENT
    if (denial := _read_players(situation)) is not None or situation.stage == "over":
        return denial
    return LOST_AND_SILENT if situation.has_departed else BOT_IS_SILENT if situation.is_bot else None


def _read_spectators(situation: Situation) -> Denial | None:
    if not situation.has_spectators_chat:
        return NOBODY_TO_WRITE_TO
    return WRITE_AT_SEAT if situation.is_player and situation.stage != "over" else None


def _write_to_spectators(situation: Situation) -> Denial | None:
    if situation.person == "bot":
        return BOTS_ARE_SILENT
    if situation.is_player:
        return WRITE_AT_SEAT
    return _read_spectators(situation) or (None if situation.has_account else LOG_IN_TO_WRITE)


def _report(situation: Situation) -> Denial | None:
    return None if (situation.is_player or situation.is_host) and situation.stage != "record" else NO_REPORT


def _of_host_of_game(situation: Situation) -> Denial | None:
    return None if situation.is_host and situation.stage != "record" else NOT_THE_HOST


def _delete(situation: Situation) -> Denial | None:
    if not situation.is_host:
        return NOT_THE_HOST
    return STAYS if situation.is_rated or situation.is_kept else None


def _rematch(situation: Situation) -> Denial | None:
    if situation.stage != "over":
        return RUNNING
    return None if (situation.is_player if situation.is_from_lobby else situation.has_seat_page) else NOT_AT_TABLE


def _delete_message(situation: Situation) -> Denial | None:
    return None if situation.person == "administrator" or (situation.is_own and situation.is_fresh) else FOREIGN_SEAT


def _administer(situation: Situation) -> Denial | None:
    return None if situation.person == "administrator" else NOT_THE_HOST


def _everybody(situation: Situation) -> Denial | None:
    return None


LOOK = Right(
    _("Open the page of the table"), _look, conditions=("is_blocked_pair",), note=_("Not if they and the host have one blocked the other.")
)
JOIN = Right(
    _("Join"),
    _join,
    conditions=("is_blocked_pair", "is_sent_away", "is_in_range", "accounts_only", "no_bots", "asks_rating"),
    note=_(
        "If the table admits them: it may be for accounts only, without bots, or for some ratings. Nobody joins who was sent away, and nobody twice, also not as a guest or by another account of the same browser."
    ),
)
LEAVE = Right(_("Leave"), _of_player)
HOST = Right(_("Begin, order the seats, send somebody away, close the table"), _of_host)
INVITE = Right(_("Invite friends"), _invite)
WRITE_WAITING = Right(_("Read and write in the chat of the table"), _write_waiting)
WRITE_IN_LOBBY = Right(_("Write in the chat of the lobby"), _write_in_lobby)
REPORT_WAITING = Right(
    _("Report somebody"), _look, conditions=("is_blocked_pair",), note=_("Not if they and the host have one blocked the other.")
)

WATCH = Right(_("Watch, read the public record, play on from it alone"), _everybody)
OPEN_SEAT = Right(
    _("Open the seat with its plan, draft and notes"),
    _open_seat,
    about="seat",
    conditions=("is_of_account",),
    note=_("The seat of an account opens for that account alone; a guest’s for whoever has its secret link."),
)
PLAY = Right(
    _("Move, undo, vote, propose a pause or an undo"),
    _play,
    about="seat",
    conditions=("is_bot",),
    note=_("Not while a bot plays the seat."),
)
RESIGN = Right(_("Resign"), _resign, about="seat")
SCORE = Right(
    _("Propose to score the game as it stands"),
    _score,
    about="seat",
    conditions=("has_losers", "is_bot"),
    note=_("A rated one only when somebody has lost it before its end."),
)
CANCEL = Right(
    _("Propose to cancel the game"),
    _cancel,
    about="seat",
    conditions=("has_losers", "is_bot"),
    note=_("A rated one only as long as nobody has lost it."),
)
GIVE_AWAY = Right(
    _("Propose a bot or another person for it"),
    _give_away,
    about="seat",
    conditions=("is_here", "is_late", "is_bot"),
    note=_(
        "When the time of its player is over, without clocks after a long absence, or when their account was deleted; never while they are here. Another person is whoever gets the link from the others."
    ),
)
TAKE_OFFERED = Right(
    _("Take a seat that the others give away, by its link"),
    _take_offered,
    conditions=("is_in_range", "accounts_only", "no_bots", "asks_rating"),
    note=_("If the table admits them, as for whoever joins."),
)
CHANGE_PLAYER = Right(
    _("Let a bot play, and take the seat back"),
    _change_player,
    about="seat",
    conditions=("is_here", "is_late", "is_bot", "is_timed"),
    note=_(
        "Others only without clocks, while its player is not here: after a long absence, when their account was deleted, or as host of a table of links."
    ),
)
SEE_LINK = Right(_("See its link"), _see_link, about="seat", conditions=("is_bot",), note=_("Not while a bot plays the seat."))
RENEW_LINK = Right(_("Give it a new link"), _renew_link, about="seat")
NOTES = Right(_("Write notes, plan, and choose preferences"), _hold_seat, about="seat")
READ_PLAYERS = Right(
    _("Read what players write"), _read_players, conditions=("has_players_chat",), note=_("Where at least two people play.")
)
WRITE_TO_PLAYERS = Right(
    _("Write to the players"),
    _write_to_players,
    conditions=("is_bot", "has_departed"),
    note=_("Not while a bot plays the seat, nor from a lost rated game before it is over."),
)
READ_SPECTATORS = Right(_("Read what spectators write"), _read_spectators)
WRITE_TO_SPECTATORS = Right(_("Write to other spectators"), _write_to_spectators)
DELETE_MESSAGE = Right(_("Delete it"), _delete_message, about="message", conditions=("is_fresh",), note=_("For some minutes."))
REPORT = Right(_("Report the table or somebody there"), _report)
ADDRESSES = Right(_("Choose where the notices of the table go"), _of_host_of_game)
DELETE = Right(
    _("Delete the game for everybody"),
    _delete,
    conditions=("is_kept",),
    note=_("Only before somebody else has moved; then it can be left, but stays."),
)
REMATCH = Right(_("Offer a rematch"), _rematch)
ADMINISTER = Right(_("Remove games and messages of others, close tables, ban people"), _administer)

OF_WAITING_TABLE = (LOOK, JOIN, LEAVE, HOST, INVITE, WRITE_WAITING, REPORT_WAITING, WRITE_IN_LOBBY, ADMINISTER)
OF_GAME = (
    WATCH,
    OPEN_SEAT,
    PLAY,
    RESIGN,
    SCORE,
    CANCEL,
    GIVE_AWAY,
    TAKE_OFFERED,
    CHANGE_PLAYER,
    SEE_LINK,
    RENEW_LINK,
    NOTES,
    READ_PLAYERS,
    WRITE_TO_PLAYERS,
    READ_SPECTATORS,
    WRITE_TO_SPECTATORS,
    DELETE_MESSAGE,
    REPORT,
    ADDRESSES,
    DELETE,
    REMATCH,
    ADMINISTER,
)


PROPOSALS = {"score": SCORE, "cancel": CANCEL, "bot": GIVE_AWAY, "person": GIVE_AWAY}
"""The rights to make proposals that not every table allows, by kind."""


def allows_proposal(table: Table, kind: str) -> bool:
    """Returns whether people may decide together at a table what this kind of proposal says."""
    situation = Situation(
        has_seat_page=True,
        is_own=PROPOSALS.get(kind) is not GIVE_AWAY,
        is_late=True,
        is_rated=table.value.is_rated,
        has_losers=bool(table.value.departures),
    )
    return kind not in PROPOSALS or PROPOSALS[kind].allows(situation)


def opens_seat(address: SeatAddress, owner_id: str) -> bool:
    """Returns whether an owner (as in ``browsers``) may open a seat."""
    return OPEN_SEAT.allows(address_situation(address, owner_id))


def address_situation(address: SeatAddress, owner_id: str) -> Situation:
    is_theirs = bool(address.account) and owner_id == f"{ACCOUNT_PREFIX}{address.account}"
    return Situation(is_own=is_theirs, is_of_account=bool(address.account))


def table_situation(table: Table) -> Situation:
    """Returns the situation of a spectator at a table."""
    return Situation(
        stage="record" if table.is_record_only else "over" if table.game.is_over else "running",
        is_from_lobby=table.value.is_from_lobby,
        is_rated=table.value.is_rated,
        accounts_only=table.value.accounts_only,
        no_bots=table.value.no_bots,
        asks_rating=table.value.asks_rating,
        is_lesson=table.match.record.purpose in ("guided", "day"),
        has_losers=bool(table.value.departures),
    )


def seat_situation(table: Table, seat: int) -> Situation:
    """Returns the situation of the player of a seat, as far as the table knows it."""
    seat_value = table.value.seats[seat]
    return replace(
        table_situation(table),
        is_player=True,
        has_seat_page=True,
        is_own=True,
        is_of_account=seat in table.value.accounts,
        is_automa=seat_value.is_automa,
        is_bot=bool(seat_value.agent),
        has_departed=bool(seat_value.departure),
    )
