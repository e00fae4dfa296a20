"""Data classes for the rows of the database."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from ...table.value import ACCOUNT_PREFIX, DepartureKind, PersonMark, ProposalOutcome  # for the schemas of the API

if TYPE_CHECKING:
    from ...results.archive import SeatKind
    from ...table.value import GameStatus, ProposedBy, RatingState, SeatClock, SeatValue, TableValue

EVERYBODY = -1
"""The seat of a notice for all who hold a seat."""
JobKind = Literal["bot", "clock", "hint", "analysis", "par", "housekeeping", "notice"]
"""Whether everybody stays until the end of the game, or moves when there is time, over days; without clocks, or with those of ``table/value.py``."""

NotificationKind = Literal[
    "turn", "reminder", "proposal", "resumed", "over", "lost_seat", "mention", "reply", "invitation", "joined", "rematch", "friend"
]
"""What a notice says.

Of a game: a seat is waited for; its time is nearly over; it is asked to agree to something; the pause is over; the game is over; somebody has lost their seat; a
message names it; a message answers theirs. Of an open table: somebody is invited; somebody has joined theirs; a rematch is offered. ``friend``: somebody asks to be a friend.
"""
NOTIFICATION_KINDS: tuple[NotificationKind, ...] = get_args(NotificationKind)
Channel = Literal["players", "spectators"]
"""Who writes and reads messages at a table: those who hold a seat; or those who look on, whose messages players see only when the game is over."""
TransportName = Literal["push", "mail", "discord", "slack", "json"]
"""How notices leave the server: web push, e-mail, or a webhook for Discord, for Slack or of plain JSON."""


@dataclass(frozen=True)
class RunningClock:
    """The clock of a ``seat`` that runs at a game, whose record has ``version`` entries."""

    version: int
    pace: str
    seat: int
    clock: SeatClock


@dataclass(frozen=True)
class RatedGame:
    """A game that counts in a ``pool``, with the rank of each account that played it, from 1; those who share one have tied."""

    pool: str
    ranks: dict[str, int]


@dataclass(frozen=True)
class RatingRow:
    """The rating of an account after a game of a pool, by the game's id: ``mu`` and ``sigma`` of the model, and after how many ``games`` there.

    The game counted for the account by ``weight``, from 0 to 1.

    ``seat`` is that of the account, ``before`` what ``mu`` and ``sigma`` were before the game (None: it was the first of the pool).
    """

    pool: str
    account: str
    game: str
    seat: int
    finished: str
    rank: int
    weight: float
    mu: float
    sigma: float
    games: int
    before: tuple[float, float] | None = None


@dataclass(frozen=True)
class RatedPerson:
    """Somebody in the list of a pool, by the name of their account."""

    name: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class SeriesGame:
    """A game of two people: the winner and the loser of their series with the ``mu`` and ``sigma`` that they had before it (None: newcomers), and who was ahead there.

    ``ahead``: 1 the winner of the series, -1 the loser, 0 they tied.
    """

    winner: tuple[float, float] | None
    loser: tuple[float, float] | None
    ahead: int


@dataclass(frozen=True)
class Series:
    """Rated games of two accounts in a pool, of which the ``winner`` has won more, with their names ("": a deleted account)."""

    pool: str
    winner: str
    winner_name: str
    loser: str
    loser_name: str
    games: tuple[SeriesGame, ...]


@dataclass(frozen=True)
class RatedGames:
    """How many rated games an account has begun, how many it has finished or lost before their end, because it has ``left`` or its ``time`` was over, and how many
    all have agreed to cancel; the others go on.
    """

    begun: int
    finished: int
    left: int
    time: int
    cancelled: int


CANCELLED = 7
"""The phase, in lists, of a game that has no result by agreement."""


@dataclass(frozen=True)
class Summary:
    """What a list of games says about one: ``asked`` is the seat on turn (-1: nobody), ``phase`` is ``CANCELLED`` if it was cancelled."""

    status: GameStatus
    entries: int
    asked: int
    round: int
    phase: int

    @property
    def is_cancelled(self) -> bool:
        return self.phase == CANCELLED


@dataclass(frozen=True)
class NewJob:
    """Work for some process: ``kind`` of a ``game`` (game id) at a ``version``, asked for by a ``client`` (its hash, "" for nobody).

    It may begin after ``delay`` seconds and will take about ``seconds``; ``data`` is what it needs besides the table.
    """

    kind: JobKind
    game: str
    version: int = 0
    client: str = ""
    delay: float = 0.0
    seconds: float = 0.0
    data: str = ""


@dataclass(frozen=True)
class Job:
    """A job that is stored. It may begin when it is ``due``, in seconds by the database's clock; ``result`` is what has come of it so far,
    ``request`` the id of the request that has led to it.
    """

    id: int
    kind: JobKind
    game: str
    version: int = 0
    client: str = ""
    due: float = 0.0
    seconds: float = 0.0
    tries: int = 0
    data: str = ""
    result: str = ""
    is_done: bool = False
    request: str = ""


@dataclass(frozen=True)
class Notification:
    """What those who hold a ``seat`` are told: ``kind``, at a ``version`` of the record (for a message: its id). Whoever holds the seat ``by`` as well (-1: nobody) knows it already.

    ``is_live``: at the table everybody stays until the end, so that the notice waits for seconds rather than minutes. ``person`` is the name of whoever has caused
    it ("": nobody is named), ``proposed`` is who has proposed what (None: nothing is).
    """

    kind: NotificationKind
    seat: int
    version: int
    by: int = -1
    is_live: bool = False
    proposed: ProposedBy | None = None
    person: str = ""


@dataclass(frozen=True)
class PersonalNotice:
    """What one owner is told, whatever they hold: ``about`` is the id of an open table, of a game, or of the account of a person, by ``kind``.

    ``by`` is the owner who has caused it, called ``person``; ``version`` tells several of a kind apart. ``is_live`` is as in ``Notification``.
    ``is_of_game``: it is about a game though its kind is mostly about open tables, as the rematch of a table of links is.
    """

    owner_id: str
    kind: NotificationKind
    about: str
    by: str
    person: str
    version: int = 0
    is_live: bool = False
    is_of_game: bool = False


@dataclass(frozen=True)
class NotificationAddress:
    """Where notices are sent: those of all tables of ``owner_id``, or those of one table (``game`` is its game id) to which its host has added it.

    ``address`` is an e-mail address, or the URL of a webhook or push subscription; ``secret`` is what its transport needs besides: a subscription's keys,
    what a webhook is signed with. ``confirmed`` "" is an address that nobody has confirmed yet. ``failing_since`` is "" after a notice that arrived.
    """

    id: str
    owner_id: str
    transport: TransportName
    address: str
    secret: str
    label: str
    language: str
    created: str
    confirmed: str = ""
    failing_since: str = ""
    is_off: bool = False
    game: str = ""


@dataclass(frozen=True)
class NotificationSettings:
    """When an owner is sent notices: after so many minutes, by e-mail perhaps only once a day at an hour of theirs (-1: each by itself).

    Nothing is sent from the hour ``quiet_from`` until ``quiet_until`` of their day (-1: there are no such hours), and never what is ``muted``.
    """

    delay_minutes: int = 5
    digest_hour: int = -1
    quiet_from: int = -1
    quiet_until: int = -1
    muted: tuple[NotificationKind, ...] = ()

    @property
    def has_quiet_hours(self) -> bool:
        return self.quiet_from >= 0 and self.quiet_until >= 0 and self.quiet_from != self.quiet_until


Outcome = Literal["sent", "gone", "failed", "unknown", "unsupported"]
"""What has come of sending a notice: it was accepted, the address is no more, it was refused, nobody knows whether it was accepted, or our mail server can't write to such an address."""


@dataclass(frozen=True)
class TryLater:
    """A notice was not accepted and may be later; not before so many ``seconds`` have passed, if the other side has said that (0: it has not)."""

    seconds: float = 0.0


DeliveryState = Literal["waiting", "sending", "sent", "failed"]
"""A notice that is not due yet, is being sent or was when its process ended, has arrived as far as is known, or has not."""


@dataclass(frozen=True)
class Delivery:
    """A notice for a ``target``: ``about`` is the id of a game, an open table or an account, by ``kind``, ``name`` what the table is called ("": it is about none, or has no name), ``person`` who has caused it, with their ``mark`` at that time.

    ``seat`` is one of the game's (-1: all); ``changed`` is since when it has its ``state``. ``open_table`` is the id of the open table that it is about, if it is about one; ``departure`` is how the seat has lost a rated game before its end.
    """

    id: int
    target: str
    about: str
    name: str
    person: str
    seat: int
    seat_name: str
    version: int
    kind: NotificationKind
    at: str
    state: DeliveryState
    changed: str
    open_table: str | None = None
    departure: DepartureKind | Literal[""] = ""
    mark: PersonMark = ""


@dataclass(frozen=True)
class NoticeRow:
    """What happened last of a ``kind`` at a table of somebody, or by a person: ``about``, ``name``, ``person``, ``open_table`` and ``departure`` are as in ``Delivery``.

    ``proposed`` is who has proposed what, as in ``Notification``, whose ``mark`` it is then, and ``outcome`` how that ended; ``people`` are the names at the seats of a table where something was proposed.
    """

    about: str
    name: str
    person: str
    kind: NotificationKind
    seat: int
    version: int
    at: str
    is_read: bool
    proposed: ProposedBy | None = None
    outcome: ProposalOutcome = ""
    people: tuple[str, ...] = ()
    open_table: str | None = None
    departure: DepartureKind | Literal[""] = ""
    mark: PersonMark = ""


@dataclass(frozen=True)
class NewGame:
    """A game to be written for the first time; ``key`` is None for a record that is only shown.

    ``browser`` ("": none) is its host and holds ``own_seats``. ``day`` and ``opponent`` are those of the city of a day ("": another game); ``player`` is the id for
    the browser's player if it has none yet. ``is_private``: only people with its link or an invitation could join its table.
    """

    game_id: str
    table: TableValue
    ruleset: str
    revision: int
    header: str
    created: str
    key: bytes | None
    entries: tuple[str, ...]
    summary: Summary
    browser: str = ""
    own_seats: frozenset[int] = frozenset()
    day: str = ""
    opponent: str = ""
    player: str = ""
    job: NewJob | None = None
    clock_job: NewJob | None = None
    notices: tuple[Notification, ...] = ()
    is_private: bool = False


@dataclass(frozen=True)
class GameRow:
    """A stored game; ``changed`` is the time of its last change of any kind.

    ``has_hints``: somebody took a hint although it is not for practice. ``changes`` counts its changes of any kind. In lists, seats and ``table`` are without what only the table needs.
    """

    id: int
    game_id: str
    table: TableValue
    ruleset: str
    revision: int
    header: str
    created: str
    changed: str
    summary: Summary
    sequence: int
    key: bytes | None = None
    entries: tuple[str, ...] = ()
    has_hints: bool = False
    changes: int = 0

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.table.name

    @property
    def seats(self) -> tuple[SeatValue, ...]:
        return self.table.seats


@dataclass(frozen=True)
class HeldSeats:
    """The seats that a browser holds in a game, and whether it is the game's host."""

    seats: frozenset[int] = frozenset()
    is_host: bool = False

    def __bool__(self) -> bool:
        """Returns whether the browser holds a seat or is the host: the game is in its list."""
        return bool(self.seats) or self.is_host


@dataclass(frozen=True)
class KnownGame:
    """A game that a browser knows: the seats it holds there, and whether it is the host. ``is_kept``: the host can't delete it, as it is rated, a public record of several people, or somebody else has moved there."""

    game: GameRow
    seats: tuple[SeatValue, ...] = ()
    is_host: bool = False
    is_kept: bool = False


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for a decision of a seat, whose link has the ``token``, since the time ``since`` of its last entry."""

    game_id: str
    name: str
    token: str
    since: str


@dataclass(frozen=True)
class Change:
    """What an operation at a table has changed besides the table's value: entries from number ``first`` on, and what comes of it all.

    If the record grows, or a proposal or pause changes, ``job`` takes the place of the game's job for a bot; if a clock changes, ``clock_job`` takes
    the place of the game's job for its clock. ``finished`` is what becomes public of a listed game that this operation has ended, ``rated`` what counts of it for ratings.
    ``outcome`` is how the proposal ended that was open before ("": there was none, or it is open still).
    """

    at: str
    first: int
    summary: Summary
    entries: tuple[str, ...] = ()
    job: NewJob | None = None
    clock_job: NewJob | None = None
    notices: tuple[Notification, ...] = ()
    outcome: ProposalOutcome = ""
    finished: FinishedGame | None = None
    rated: RatedGame | None = None


@dataclass(frozen=True)
class FinishedSeat:
    """A seat of a finished game: ``key`` is equal for names that look alike, ``automa`` is the id of the Automa or bot, ``specialty`` that of the specialty
    ("": none); ``is_own``: a person alone has played it, and never a bot, or has lost a rated game before its end by the ``departure``.
    """

    seat: int
    name: str
    key: str
    kind: SeatKind
    automa: str
    specialty: str
    total: int
    rank: int
    is_own: bool
    departure: DepartureKind | Literal[""] = ""


@dataclass(frozen=True)
class FinishedGame:
    """What becomes public of a game when it is over; ``record`` is its text, with the key of its draws."""

    finished: str
    ruleset: str
    revision: int
    has_house_values: bool
    is_ended_early: bool
    has_bots: bool
    seats: tuple[FinishedSeat, ...]
    record: str
    is_rated: bool = False


@dataclass(frozen=True)
class GameSearch:
    """What finished games somebody looks for: ``people`` and the ``winner`` by the keys of their names, from the time ``since`` to before ``until`` ("": any).

    ``seats`` is their number (0: any). ``company``: whether people sat there alone, or Automas, or bots. Of games that are ``by_total`` the one with the best
    total is first, else the newest. ``after`` is where the list goes on, as ``FoundGames.next`` says.
    """

    people: tuple[str, ...] = ()
    winner: str = ""
    ruleset: str = ""
    since: str = ""
    until: str = ""
    seats: int = 0
    company: Literal["", "people", "automas", "bots"] = ""
    is_rated: bool | None = None
    by_total: bool = False
    after: str = ""


@dataclass(frozen=True)
class FoundSeat:
    """A seat of a finished game that was found: ``account`` is the id of the account that it belongs to ("": none), ``departure`` is how it has lost a rated game before its end."""

    seat: int
    name: str
    colour: str
    kind: SeatKind
    automa: str
    account: str
    specialty: str
    total: int
    rank: int
    departure: DepartureKind | Literal[""] = ""


@dataclass(frozen=True)
class FoundGame:
    """A finished game that was found; ``game_id`` is the id of its table."""

    game_id: str
    finished: str
    ruleset: str
    revision: int
    has_house_values: bool
    is_ended_early: bool
    is_rated: bool
    seats: tuple[FoundSeat, ...]


@dataclass(frozen=True)
class FinishedSeatRow:
    """A seat of a finished game that belongs to an account; ``game`` is the game id."""

    game: str
    seat: int
    name: str
    finished: str
    total: int
    rank: int


@dataclass(frozen=True)
class FoundGames:
    """A page of finished games, and where the list goes on ("": it ends). ``is_cut``: so many did not fit that others were not looked at yet."""

    games: tuple[FoundGame, ...]
    next: str = ""
    is_cut: bool = False


@dataclass(frozen=True)
class TableChange:
    """A change of a table, as it is published to other pages and processes after the commit: the version of its record, and how often it has changed in any way.

    ``seat`` has pencilled in something else; -1: the record has grown. ``request`` is the id of the request that has led to it.
    """

    sequence: int
    game_id: str
    version: int
    changes: int = 0
    seat: int = -1
    request: str = ""


@dataclass(frozen=True)
class NewMessage:
    """A message to be stored: of a game (its game id), by ``owner_id``, as in ``browsers``, who writes for a ``seat`` (-1: a spectator) under a ``name``.

    ``moment`` is the number of entries after which the position stands that it is about (-1: none); ``mentioned`` are the seats that it names, ``reply_to`` is the number of the message that it answers (0: none). ``is_live`` is as in ``Notification``,
    and ``client`` is the hash of the client that has sent it, by which its address can be banned.
    """

    game: str
    channel: Channel
    owner_id: str
    seat: int
    name: str
    text: str
    at: str
    moment: int = -1
    mentioned: tuple[int, ...] = ()
    is_live: bool = False
    client: str = ""
    reply_to: int = 0


Remover = Literal["author", "administrator"]


@dataclass(frozen=True)
class MessageRow:
    """A message as it is stored (``NewMessage``); of one that was ``removed`` there is no text any more. ``owner_id`` is "" when its account was deleted.

    In its channel it has a ``number``, which says nothing of what is written elsewhere, as the ``id`` does. ``changed`` orders the messages of a channel by when they were
    written or removed, and grows by 1 with each change. ``mark`` is what its author was when they wrote it.
    """

    id: int
    channel: Channel
    number: int
    owner_id: str
    seat: int
    name: str
    text: str
    at: str
    moment: int
    removed: Remover | Literal[""]
    changed: int
    client: str = ""
    reply_to: int = 0
    mark: PersonMark = ""

    @property
    def account(self) -> str:
        """The id of the account that has written it; "" for a guest."""
        return self.owner_id.removeprefix(ACCOUNT_PREFIX) if self.owner_id.startswith(ACCOUNT_PREFIX) else ""


@dataclass(frozen=True)
class LobbyMessage:
    """A message of the lobby (``open_table`` is None), or of a table that waits; the other fields are as in ``MessageRow``."""

    id: int
    open_table: str | None
    owner_id: str
    name: str
    text: str
    at: str
    removed: Remover | Literal[""]
    client: str
    mark: PersonMark = ""


@dataclass(frozen=True)
class PrivateNotes:
    """What the person at a seat writes for themselves alone, and whether their pages hide the chat."""

    text: str = ""
    hides_chat: bool = False

    @property
    def version(self) -> str:
        """What tells this text from others; "" for none."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16] if self.text else ""


@dataclass(frozen=True)
class ResultRow:
    """The result of a finished game as a player keeps it; ``data`` is the whole result as JSON, the rest is what lists are sorted by."""

    game: str
    seat: int
    finished: str
    day: str
    opponent: str
    revision: int
    attempt: int
    total: int
    name: str
    is_imported: bool
    data: str


@dataclass(frozen=True)
class DayRow:
    """A line in the table of a day; ``is_own``: it is of the browser that asks. ``account`` is the key of the account that has played ("": a guest)."""

    opponent: str
    name: str
    total: int
    finished: str
    is_own: bool
    account: str = ""


@dataclass(frozen=True)
class ParRow:
    """What a level of the bots has reached in the city of a day against an opponent."""

    opponent: str
    level: str
    total: int


@dataclass(frozen=True)
class RetentionDays:
    """For how many days of running time unused games and results are kept, ``imported`` of players that never played here; 0: for ever."""

    unplayed: float
    shown: float
    others: float
    results: float = 0
    imported: float = 0


@dataclass(frozen=True)
class AccountRow:
    """A person with an account: ``key`` is equal for names that look alike, ``password`` is a hash; "" if only passkeys lead to it."""

    id: str
    name: str
    key: str
    password: str
    created: str

    @property
    def owner_id(self) -> str:
        """Takes the place of a browser's id in all that the account holds: games, seats, results."""
        return f"{ACCOUNT_PREFIX}{self.id}"


@dataclass(frozen=True)
class Friends:
    """The friends of an account; the names of those who have asked it, and those whom it has asked as it knows them."""

    friends: tuple[AccountRow, ...]
    received: tuple[str, ...]
    sent: tuple[str, ...]


@dataclass(frozen=True)
class Invitation:
    """An open table to which somebody is invited, and what whoever has invited them is called there."""

    table: OpenTableRow
    name: str


@dataclass(frozen=True)
class AccountSettings:
    """How somebody with an account likes to play, on each of their devices; the defaults are those of somebody who has chosen nothing.

    ``language`` "" is that of the browser, ``theme`` "" that of the system. Companies stand in the order of popularity, or of the seats with ``seat_order``. New seats of the account begin with ``confirms_itself``, ``skips_hiring`` and ``skips_firing``.
    """

    language: str = ""
    theme: str = ""
    motion: bool = True
    sound: bool = False
    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    seat_order: bool = False


@dataclass(frozen=True)
class PasskeyRow:
    """A passkey of an account: ``id`` and ``public_key`` are base64url, ``sign_count`` is what its authenticator counted last."""

    id: str
    account: str
    public_key: str
    sign_count: int
    label: str
    created: str
    used: str


@dataclass(frozen=True)
class ChallengeRow:
    """What a passkey is to sign: ``challenge`` is its hash, ``owner_id`` who has asked for it; ``account`` and ``name`` are those of the (new) account."""

    challenge: str
    purpose: str
    owner_id: str
    account: str
    name: str
    created: str


@dataclass(frozen=True)
class ApiTokenRow:
    """By what a program uses the API for an account: ``token`` is a hash, ``scope`` is "read" or "play", ``used`` at most an hour late ("": never)."""

    token: str
    account: str
    label: str
    scope: str
    created: str
    expires: str
    used: str = ""


@dataclass(frozen=True)
class SessionRow:
    """Where an account is logged in: ``token`` is the hash of a cookie, ``device`` the name of the browser, ``used`` at most an hour late.

    ``guest`` is the id that the browser had before, as long as it is open whether the account takes over what that holds ("": no question).
    """

    token: str
    account: str
    device: str
    created: str
    used: str
    guest: str = ""


@dataclass(frozen=True)
class DeviceChange:
    """A log-in at a browser: what ``before`` the log-in, and what ``now`` stands for it where it is known (hashes of cookies); "" is nothing."""

    before: str = ""
    now: str = ""


@dataclass(frozen=True)
class FailedLogIns:
    """How many attempts to log in to an account failed at devices that did not know it, ``since`` when, and when the ``last`` one did."""

    count: int
    since: str
    last: str


@dataclass(frozen=True)
class BanRow:
    """Somebody who may only look: an ``account``, or the clients with an address, by the hash ``client``; ``until`` is "" for ever.

    ``author`` is the account that has set the ban (None: it was deleted). ``name`` and ``author_name`` are those of the accounts, when the ban is read.
    """

    id: str
    account: str | None
    client: str | None
    reason: str
    since: str
    until: str
    author: str | None
    name: str = ""
    author_name: str = ""

    def is_over(self, now: str) -> bool:
        return bool(self.until) and self.until <= now


RegistrationMode = Literal["open", "invited", "closed"]
"""Who may create an account: everybody, who has a link of an administrator, or nobody."""


@dataclass(frozen=True)
class SiteSettings:
    """What administrators have chosen for the server: a ``banner`` that all pages show ("": none), and who may create an account."""

    banner: str = ""
    registration: RegistrationMode = "open"


@dataclass(frozen=True)
class RegistrationLink:
    """A link by which people create accounts: ``link`` is a hash, ``left`` how many accounts it is still good for, ``until`` a time. ``author_name`` is that of the account that made it."""

    link: str
    author: str
    created: str
    until: str
    left: int
    author_name: str = ""


@dataclass(frozen=True)
class ListedGame:
    """A game as administrators find it: ``seats`` are the names there, ``moved`` is when somebody moved last ("": nobody has)."""

    game_id: str
    name: str
    ruleset: str
    status: GameStatus
    created: str
    moved: str
    rating: RatingState
    is_private: bool
    seats: tuple[str, ...]


@dataclass(frozen=True)
class AdministrationEntry:
    """What an administrator has done in a ``section`` of the administration: an ``action`` with a ``subject``, which is the name of an account or table, or says what it is.

    ``author`` is the account of the administrator (None: it was deleted, or it was the server's command), ``author_name`` its name when the entry is read.
    """

    at: str
    author: str | None
    section: str
    action: str
    subject: str
    detail: str = ""
    is_command: bool = False
    author_name: str = ""


@dataclass(frozen=True)
class Rights:
    """What an account may do more than others, or less: whether it is an administrator, and its ban, even if that is over."""

    is_administrator: bool = False
    ban: BanRow | None = None


@dataclass(frozen=True)
class PersonRow:
    """An account as administrators see it: when it was ``used`` last ("": it is logged in nowhere), in how many places it is logged in, how many games
    are in its list, and how many results it has; and whether it is that of a bot.
    """

    account: AccountRow
    used: str
    sessions: int
    games: int
    results: int
    rights: Rights
    is_bot: bool = False


@dataclass(frozen=True)
class ReportRow:
    """What somebody has reported about a ``game`` or an ``open_table``, by their ids: about the player of a ``seat`` (at an open table: the
    player's number), or about all of it (-1). Or about a message there, by its id (0: none), whose text then was the ``quote``, and whose client had the mark ``accused_client``; ``lobby_message`` is that of the lobby or of a table that waits.

    ``author`` is the id of a browser or account ("": deleted), ``client`` the hash of its client; ``subject`` says in words what it is about.
    ``accused`` is the account of that player, if there is one. ``closed`` is when it was closed ("": it is open), by ``closed_by`` and with a ``note``.
    ``author_name``, ``accused_name`` and ``closed_by_name`` are those of the accounts, when the report is read.
    """

    id: str
    author: str
    client: str
    game: str
    open_table: str
    seat: int
    subject: str
    accused: str | None
    text: str
    created: str
    closed: str = ""
    closed_by: str | None = None
    note: str = ""
    message: int = 0
    quote: str = ""
    accused_client: str = ""
    lobby_message: int = 0
    author_name: str = ""
    accused_name: str = ""
    closed_by_name: str = ""


@dataclass(frozen=True)
class BlockedPerson:
    """Somebody who was blocked, under the ``name`` that they had then."""

    id: str
    name: str
    at: str


@dataclass(frozen=True)
class KnownPerson:
    """An account as others know it: the ``name_key`` of its name, and whether it is a bot's or an administrator's."""

    name_key: str
    kind: Literal["account", "administrator", "bot"]


@dataclass(frozen=True)
class OpenTablePlayer:
    """Somebody who has joined an open table: ``key`` is the id of a browser; ``number`` grows with each who joins.

    ``last_seen`` is when they looked last, in minutes of the server's running time (-1: now); ``is_bot`` is known of what was read.
    """

    key: str
    name: str
    colour: str
    number: int
    last_seen: int = -1
    is_bot: bool = False


@dataclass(frozen=True)
class OpenTableRow:
    """A table at which people come together before their game begins. Its ``host``, a key of ``players``, has opened it.

    It waits for as many ``people`` as that, host included; ``others`` are the names and ids of Automas and bots at the other seats. ``client`` is the mark of the
    client that has opened it. ``pace`` is ``live`` or ``days`` (without clocks), or the id of a pace of clocks. ``takeover`` is the bot that takes a seat whose time is over ("": none). ``changes`` counts its changes; ``game`` is the id of the game that has begun ("": none yet). ``blocked`` are the
    keys of those whom its host has sent away, known while the table is changed. ``accounts_only`` admits no guests, ``no_bots`` no bots with accounts, and
    ``least_rating`` and ``most_rating`` (0: any) only people with an account whose rating for such a game is between them.
    ``rematch_of`` is the id of the game whose people play once more ("": none): the new game is as private as that one was.
    ``seat_order`` says in which order they sit: "" (as they have come), "random", or the numbers of players.
    """

    game_id: str
    host: str
    client: str
    name: str
    ruleset: str
    people: int
    pace: str
    is_private: bool
    others: tuple[tuple[str, str], ...]
    options: dict[str, str]
    house: dict[str, object]
    created: str
    players: tuple[OpenTablePlayer, ...]
    changes: int = 0
    game: str = ""
    blocked: frozenset[str] = frozenset()
    takeover: str = ""
    is_listed: bool = False
    is_rated: bool = False
    accounts_only: bool = False
    no_bots: bool = False
    least_rating: int = 0
    most_rating: int = 0
    rematch_of: str = ""
    seat_order: str = ""

    @property
    def is_live(self) -> bool:
        """Whether everybody stays until the end of the game."""
        return self.pace.startswith("live")

    @property
    def seats(self) -> int:
        return self.people + len(self.others)
