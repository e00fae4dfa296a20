"""Data classes for the rows of the database."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from groundfloor.table.value import ACCOUNT_PREFIX, DepartureKind, ProposalOutcome  # for the schemas of the API

if TYPE_CHECKING:
    from groundfloor.results.archive import SeatKind
    from groundfloor.table.value import GameStatus, ProposedBy, SeatValue, TableValue

EVERYBODY = -1
"""The seat of a notice for all who hold a seat."""
JobKind = Literal["bot", "clock", "hint", "analysis", "par", "housekeeping", "notice"]
"""What a process does later or elsewhere: a bot moves, a clock runs out, advice or a par is computed, what is old is removed, a notice is sent."""

NotificationKind = Literal[
    "turn", "reminder", "proposal", "resumed", "over", "lost_seat", "mention", "reply", "invitation", "joined", "rematch", "friend"
]
"""What a notice says.

Of a game: a seat is waited for; its time is nearly over; it is asked to agree to something; the pause is over; the game is over; somebody has lost their seat; a
message names it; a message answers theirs. Of an open table: somebody is invited; somebody has joined theirs; a rematch is offered. ``friend``: somebody asks to be a friend.
"""
NOTIFICATION_KINDS: tuple[NotificationKind, ...] = get_args(NotificationKind)
Channel = Literal["players", "spectators"]
"""Who writes and reads messages at a table: those who hold a seat; or spectators, whose messages players see only when the game is over."""
TransportName = Literal["push", "mail", "discord", "slack", "json"]
"""How notices leave the server: web push, e-mail, or a webhook for Discord, for Slack or of plain JSON."""


@dataclass(frozen=True)
class RatedGame:
    """A game that counts in a ``pool``, with the rank of each account that played it, from 1; those who share one have tied. Accounts that have lost it before its end ``left`` it in a round."""

    pool: str
    ranks: dict[str, int]
    left: dict[str, int] = field(default_factory=dict)


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
    """Work for some process.

    ``game`` says what it is about, and with ``kind`` and ``version`` tells it from other jobs: for ``bot``, ``clock``, ``hint`` and ``analysis`` it is the id of a game;
    for ``notice`` the id of an address, with the ``version`` 0 for notices of tables, else ``OF_ACCOUNT`` or ``OF_REPORTS``; for ``par`` the facts of a day; for
    ``housekeeping`` it is empty. ``client`` is whose turn it takes in the line: the hash of a client, for a notice the end of the owner's id ("": nobody's).

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
    """A job that is stored. It may begin when it is ``due``, in seconds by the database's clock; ``result`` is its result so far,
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
    """What those who hold a ``seat`` are told: ``kind``, at a ``version`` of the record (for a message: its id). Those who hold the seat ``by`` as well (-1: nobody) know it already.

    ``is_live``: everybody stays at the table until the end, and the notice waits for seconds rather than minutes. ``person`` is the name of the person who has caused
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


Outcome = Literal["sent", "gone", "failed", "unknown", "unsupported"]
"""The outcome of sending a notice: it was accepted, the address no longer exists, it was refused, nobody knows whether it was accepted, or our mail server can't write to such an address."""


@dataclass(frozen=True)
class TryLater:
    """A notice was not accepted and may be later; not before so many ``seconds`` have passed, if the other side has asked for that (0: it has not)."""

    seconds: float = 0.0


@dataclass(frozen=True)
class NewGame:
    """A game to be written for the first time; ``key`` is None for a record that is only shown.

    ``owner_id`` ("": none) is its host and holds ``own_seats``. ``day`` and ``opponent`` are those of the city of a day ("": another game); ``player`` is the id for
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
    owner_id: str = ""
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
class Change:
    """What an operation at a table has changed besides the table's value: entries from number ``first`` on, and their consequences.

    If the record grows, or a proposal or pause changes, ``job`` replaces the game's job for a bot; if a clock changes, ``clock_job`` replaces
    the game's job for its clock. ``finished`` is what becomes public of a listed game that this operation has ended, ``rated`` what counts of it for ratings.
    ``outcome`` is how the proposal that was open before ended ("": there was none, or it is still open).
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
    """A seat of a finished game: ``name_key`` is equal for names that look alike, ``automa`` is the id of the Automa or bot, ``specialty`` that of the specialty
    ("": none); ``is_own``: a person alone has played it, and never a bot, or has lost a rated game before its end by the ``departure``.
    """

    seat: int
    name: str
    name_key: str
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
class TableChange:
    """A change of a table, as it is published to other pages and processes after the commit: the version of its record, and how often it has changed in any way.

    ``seat`` has changed its draft or notes; or it is one of ``change_feed``: ``RECORD`` (the record has grown, or something else has changed for everybody), ``CHATS`` (messages),
    ``OWNER`` (somebody gets or has read notices: ``game_id`` is the hash of this owner). ``request`` is the id of the request that has led to it.
    """

    sequence: int
    game_id: str
    version: int
    changes: int = 0
    seat: int = -1
    request: str = ""


Remover = Literal["author", "administrator"]


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
class RetentionDays:
    """For how many days of running time unused games and results are kept; 0: for ever.

    Where places are short ``many`` is not 0: of networks with at least so many tables, those at which nobody has played, shown records and what was only imported
    are kept for ``usage.EARLY_DAYS``.
    """

    unplayed: float
    shown: float
    others: float
    results: float = 0
    many: int = 0


@dataclass(frozen=True)
class AccountRow:
    """A person with an account: ``name_key`` is equal for names that look alike, ``password`` is a hash; "" if only passkeys lead to it."""

    id: str
    name: str
    name_key: str
    password: str
    created: str

    @property
    def owner_id(self) -> str:
        """Takes the place of a browser's id in all that the account holds: games, seats, results."""
        return f"{ACCOUNT_PREFIX}{self.id}"


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
class ApiTokenRow:
    """The token with which a program uses the API for an account: ``token`` is a hash, ``scope`` is "read" or "play", ``used`` at most an hour late ("": never)."""

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

    ``guest`` is the id that the browser had before, while it is undecided whether the account takes over what that holds ("": no question).
    """

    token: str
    account: str
    device: str
    created: str
    used: str
    guest: str = ""


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
"""Who may create an account: everybody, those with a link from an administrator, or nobody."""


@dataclass(frozen=True)
class SiteSettings:
    """What administrators have chosen for the server: a ``banner`` that all pages show ("": none), and who may create an account."""

    banner: str = ""
    registration: RegistrationMode = "open"


@dataclass(frozen=True)
class RegistrationLink:
    """A link by which people create accounts: ``link`` is a hash, ``left`` how many more accounts it can create, ``until`` a time. ``author_name`` is that of the account that made it."""

    link: str
    author: str
    created: str
    until: str
    left: int
    author_name: str = ""


@dataclass(frozen=True)
class Rights:
    """What an account may do that others may not, or the reverse: whether it is an administrator, and its ban, even if that is over."""

    is_administrator: bool = False
    ban: BanRow | None = None


@dataclass(frozen=True)
class KnownPerson:
    """An account as others know it: the ``name_key`` of its name, and whether it is a bot's or an administrator's."""

    name_key: str
    kind: Literal["account", "administrator", "bot"]
