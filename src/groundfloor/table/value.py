"""The value of a table: all that is kept of it beside its record, as it is stored, loaded and shown. Nothing of it ever changes in place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, get_args

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.kinds import RefusalCode
from groundfloor.engine.refusals import Refusal
from groundfloor.engine.round_plan import PlannedMove, planned_round
from groundfloor.numbers import parse_int, parse_seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset

ACCOUNT_PREFIX = "account:"
"""The beginning of owner ids that are those of accounts, not of browsers."""
GameStatus = Literal["running", "over", "shown"]
"""A game that goes on, one that is over, a record that can only be viewed."""
RatingState = Literal["", "rated", "void"]
"""Of a game: it is not rated, it is, or it was, and all its players have cancelled it."""
DepartureKind = Literal["left", "time"]
"""How somebody has lost a rated game before its end: they have resigned, or their time was over."""
ProposalKind = Literal["undo", "pause", "resume", "score", "cancel", "bot", "person", "offered"]
ProposalOutcome = Literal["", "agreed", "refused", "withdrawn", "lapsed"]
"""How a proposal has ended: it was carried out, enough have refused, its proposer has withdrawn it, it can't happen any more; "": it is open."""
StopCode = Literal["other_question", "round_over", "revision", "undone", "bot"]
"""Why a plan has stopped, besides the reasons of the rules against an action."""
PlanCode = Literal[RefusalCode, StopCode]
DAY = 86_400.0
MAX_RATING = 9_999
"""The highest rating that a table can ask for."""
ADMISSION = ("accounts_only", "no_bots", "least_rating", "most_rating")
"""The fields of a table that say whom it admits."""
PREFERENCES = ("confirms_itself", "skips_hiring", "skips_firing")
"""The preferences of a seat, in the order of their numbers."""


class SeatAddress(NamedTuple):
    """Where the secret of a seat leads: its game, its number, and the account that it belongs to ("": anybody who has the secret plays)."""

    game_id: str
    seat: int
    account: str


@dataclass(frozen=True)
class Draft:
    """The draft of a seat: the texts of its actions, and the first words of an unfinished choice."""

    actions: tuple[str, ...] = ()
    partial: str = ""


@dataclass(frozen=True)
class Preferences:
    """The preferences of a seat, its automatic answers among them; ``guide`` is the state of its guide (``GuideState.format``)."""

    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    guide: str = ""

    def is_on(self, preference: str) -> bool:
        """Returns whether a preference is on; False for an unknown one."""
        return preference in PREFERENCES and getattr(self, preference) is True


@dataclass(frozen=True)
class PlanStop:
    """Why a plan no longer makes moves: at ``version``, because of the action with this ``text`` ("": of none), with the numbers of a refusal."""

    code: PlanCode
    version: int
    text: str = ""
    need: int = -1
    have: int = -1

    @property
    def refusal(self) -> Refusal | None:
        """The reason of the rules; None for another one."""
        code = self.code
        if code == "other_question" or code == "round_over" or code == "revision" or code == "undone" or code == "bot":
            return None
        return Refusal(code, {"need": self.need, "have": self.have} if self.need >= 0 else {})


@dataclass(frozen=True)
class SeatNotes:
    """What a seat keeps for itself: ``plan`` has the planned moves in order (``PlannedMove``, as text), ``seen`` the version up to which the seat has looked (-1: it never said so).

    While the plan ``acts``, the table makes the first move as soon as the seat is asked for it, up to the end of ``round``, by the rules of this ``revision``
    of the ruleset; ``stop`` says why it no longer does. ``acted`` is the version after the last answer that the table gave for the seat (-1: none), and
    ``known`` the version that the seat knew before.
    """

    plan: tuple[str, ...] = ()
    seen: int = -1
    acts: bool = False
    round: int = 0
    revision: int = 0
    stop: PlanStop | None = None
    acted: int = -1
    known: int = -1

    def with_plan(self, game: Game, seat: int, plan: tuple[str, ...], *, acts: bool = False) -> SeatNotes:
        """Returns the notes with another plan, for the round that can be planned now. A plan that acts goes on acting while it has moves."""
        acts = bool(plan) and (acts or self.acts)
        return replace(self, plan=plan, acts=acts, round=planned_round(game, seat), revision=game.ruleset.revision, stop=None)

    def without_plan(self) -> SeatNotes:
        return replace(self, plan=(), acts=False, stop=None)

    def without_done(self, rules: Ruleset, done: Iterable[str]) -> SeatNotes:
        """Returns the notes without the moves that were made; a plan that is then empty no longer acts."""
        left = list(self.plan)
        for text in done:
            made = next((step for step in left if PlannedMove.parse(rules, step).is_made_by(text)), None)
            if made is not None:
                left.remove(made)
        return replace(self, plan=tuple(left), acts=self.acts and bool(left)) if len(left) != len(self.plan) else self

    def stopped(self, stop: PlanStop) -> SeatNotes:
        """Returns the notes of a plan that has stopped; the same if it did not act."""
        return replace(self, acts=False, stop=stop) if self.acts else self


@dataclass(frozen=True)
class SeatValue:
    """A seat: ``automa`` is the id of an entrepreneur or of the bot that plays it now, "" for a human; ``token`` is the secret that opens it, ``offer`` the one by which another person may take it ("": nobody).

    ``draft`` is its draft at the last version (None: nothing is chosen), ``preferences`` are None until somebody sets one. ``account`` is the one to which it belongs ("": none): the game is
    rated, or was, between them. ``departure`` is how it lost a rated game before its end ("": it did not), ``departed`` its number among those who did, ``departed_in`` the round.
    """

    seat: int
    name: str
    colour: str
    automa: str
    token: str
    offer: str = ""
    draft: Draft | None = None
    preferences: Preferences | None = None
    notes: SeatNotes = SeatNotes()
    account: str = ""
    departure: DepartureKind | Literal[""] = ""
    departed: int = 0
    departed_in: int = 0

    @property
    def is_human(self) -> bool:
        """Whether a person plays here: no bot and no Automa."""
        return not self.automa

    @property
    def agent(self) -> str:
        """The name of the agent that plays here, "" for humans and Automas."""
        return "" if self.is_automa else self.automa

    @property
    def is_automa(self) -> bool:
        """Whether an Automa plays here, which no person can replace."""
        return self.automa in automa_ids()


@cache
def automa_ids() -> frozenset[str]:
    return frozenset(entrepreneur.id for name in NAMES for entrepreneur in ruleset(name).entrepreneurs)


@dataclass(frozen=True)
class UndoProposal:
    """The last ``count`` entries are taken back (0: those that can be, as somebody asks for it)."""

    kind: ClassVar[ProposalKind] = "undo"
    count: int = 0

    def __str__(self) -> str:
        return f"undo {self.count}"


class OneWordProposal:
    """A proposal whose kind says all of it."""

    kind: ClassVar[ProposalKind]

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True)
class PauseProposal(OneWordProposal):
    """The game is paused."""

    kind: ClassVar[ProposalKind] = "pause"


@dataclass(frozen=True)
class ResumeProposal(OneWordProposal):
    """The pause ends."""

    kind: ClassVar[ProposalKind] = "resume"


@dataclass(frozen=True)
class ScoreProposal(OneWordProposal):
    """The game ends and is scored as it stands."""

    kind: ClassVar[ProposalKind] = "score"


@dataclass(frozen=True)
class CancelProposal(OneWordProposal):
    """The game ends without a result."""

    kind: ClassVar[ProposalKind] = "cancel"


@dataclass(frozen=True)
class BotProposal:
    """A bot plays the seat of somebody else."""

    kind: ClassVar[ProposalKind] = "bot"
    seat: int
    bot: str

    def __str__(self) -> str:
        return f"bot {self.seat + 1} {self.bot}"


@dataclass(frozen=True)
class PersonProposal:
    """The seat of somebody else is offered to another person."""

    kind: ClassVar[ProposalKind] = "person"
    seat: int

    def __str__(self) -> str:
        return f"person {self.seat + 1}"


@dataclass(frozen=True)
class OfferedSeat:
    """A seat waits for another person to take it, whose link the proposer sees."""

    kind: ClassVar[ProposalKind] = "offered"
    seat: int

    def __str__(self) -> str:
        return f"offered {self.seat + 1}"


Proposed = UndoProposal | PauseProposal | ResumeProposal | ScoreProposal | CancelProposal | BotProposal | PersonProposal | OfferedSeat


def parse_proposed(text: str) -> Proposed | None:
    """Returns what a text proposes, as ``str`` writes it, or just ``undo``; None for any other text.

    >>> parse_proposed("bot 2 manager"), parse_proposed("undo"), parse_proposed("war")
    (BotProposal(seat=1, bot='manager'), UndoProposal(count=0), None)
    """
    match text.split():
        case ["undo"]:
            return UndoProposal()
        case ["undo", count] if (number := parse_int(count)) is not None:
            return UndoProposal(number)
        case ["bot", seat, bot] if (index := parse_seat(seat)) is not None:
            return BotProposal(index, bot)
        case ["person", seat] if (index := parse_seat(seat)) is not None:
            return PersonProposal(index)
        case ["offered", seat] if (index := parse_seat(seat)) is not None:
            return OfferedSeat(index)
        case [word]:
            return next((each() for each in get_args(Proposed) if issubclass(each, OneWordProposal) and each.kind == word), None)
        case _:
            return None


@dataclass(frozen=True)
class ProposedBy:
    """Who has proposed what."""

    seat: int
    what: Proposed

    def __str__(self) -> str:
        """Returns the text that ``parse`` reads, with seats from 1.

        >>> str(ProposedBy(0, BotProposal(1, "manager"))), ProposedBy.parse("1 bot 2 manager")
        ('1 bot 2 manager', ProposedBy(seat=0, what=BotProposal(seat=1, bot='manager')))
        """
        return f"{self.seat + 1} {self.what}"

    @classmethod
    def parse(cls, text: str) -> ProposedBy | None:
        """Returns what such a text says; None for any other text."""
        number, _, rest = text.partition(" ")
        seat, what = parse_seat(number), parse_proposed(rest)
        return cls(seat, what) if seat is not None and what is not None else None


@dataclass(frozen=True)
class Proposal:
    """What a seat has proposed to the others, after ``version`` entries, the seats that have agreed and refused, and how it ended; ``at`` is the time of the last answer.

    The proposer is among those who have agreed, and among those who have refused if it was withdrawn. A proposal with an ``outcome`` is over, whatever happens later.
    """

    what: Proposed
    seat: int
    version: int
    at: str
    agreed: tuple[int, ...]
    refused: tuple[int, ...] = ()
    outcome: ProposalOutcome = ""

    @property
    def id(self) -> str:
        """What an answer names: nobody agrees to anything other than what they have read."""
        return f"{self.version} {ProposedBy(self.seat, self.what)}"

    @property
    def kind(self) -> ProposalKind:
        return self.what.kind

    @property
    def count(self) -> int:
        """The number of entries that an undo would take back, 0 for other kinds."""
        return self.what.count if isinstance(self.what, UndoProposal) else 0

    @property
    def transfer_seat(self) -> int | None:
        """The seat that is to be given away, or is offered; None for other proposals."""
        return self.what.seat if isinstance(self.what, BotProposal | PersonProposal | OfferedSeat) else None

    @property
    def bot(self) -> str:
        """The bot that is to play a seat, "" for other proposals."""
        return self.what.bot if isinstance(self.what, BotProposal) else ""

    def answered(self, seat: int, at: str, *, agrees: bool) -> Proposal:
        """Returns the proposal with the answer of a seat, in place of an earlier one."""
        agreed, refused = (tuple(each for each in seats if each != seat) for seats in (self.agreed, self.refused))
        return replace(self, at=at, agreed=(*agreed, seat) if agrees else agreed, refused=refused if agrees else (*refused, seat))


@dataclass(frozen=True)
class Pause:
    """The seat that proposed the pause of a game, and when it began."""

    seat: int
    at: str


@dataclass(frozen=True)
class Pace:
    """How much time players have: ``bank`` at the beginning, ``increment`` for each decision, but never more than ``cap``, all in seconds."""

    id: str
    bank: float
    increment: float
    cap: float

    @property
    def is_over_days(self) -> bool:
        """Whether players need not stay: the hours of their days and their holidays count."""
        return self.id.startswith("days")


@dataclass(frozen=True)
class OwnPace:
    """The paces that people define themselves: ids such as ``live-15m+45`` and ``days-5d+12h``, and the bounds of both numbers, in units of so many seconds.

    Nobody has more time than twice the bank, as with the other paces, and a decision brings no more than the bank.
    """

    form: str
    pattern: re.Pattern[str]
    bank: range
    bank_unit: int
    increment: range
    increment_unit: int

    def find(self, id: str) -> Pace | None:
        """Returns the pace of an id; None for that of another kind, and outside the bounds."""
        match = self.pattern.fullmatch(id)
        if match is None or int(match[1]) not in self.bank or int(match[2]) not in self.increment:
            return None
        bank, increment = int(match[1]) * self.bank_unit, int(match[2]) * self.increment_unit
        return Pace(id, bank, increment, 2 * bank) if increment <= bank else None


PACES: dict[str, Pace] = {
    pace.id: pace
    for pace in (
        Pace("live-30", 300, 30, 600),
        Pace("live-120", 600, 120, 1200),
        Pace("days-7", 2 * DAY, DAY / 7, 4 * DAY),
        Pace("days-3", 2 * DAY, DAY / 3, 4 * DAY),
        Pace("days-1", 2 * DAY, DAY, 4 * DAY),
    )
}
"""The paces by their ids: half a minute or two minutes a decision, and seven, three or one decision a day."""
OWN_PACES = {
    "live": OwnPace("live-%sm+%s", re.compile(r"live-([1-9]\d?)m\+([1-9]\d{0,2})", re.ASCII), range(1, 61), 60, range(5, 301), 1),
    "days": OwnPace("days-%sd+%sh", re.compile(r"days-([1-9]\d?)d\+([1-9]\d?)h", re.ASCII), range(1, 15), 86_400, range(2, 73), 3600),
}
"""Live, 1 to 60 minutes and 5 to 300 seconds a decision; over days, 1 to 14 days and 2 to 72 hours a decision."""


def find_pace(id: str) -> Pace | None:
    """Returns the pace of an id, one of ``PACES`` or a custom one; None if there is none.

    >>> find_pace("live-15m+45")
    Pace(id='live-15m+45', bank=900, increment=45, cap=1800)
    >>> find_pace("live-90m+45"), find_pace("live")
    (None, None)
    """
    return PACES.get(id) or next((pace for own in OWN_PACES.values() if (pace := own.find(id)) is not None), None)


PersonMark = Literal["", "guest", "bot", "administrator"]
"""What is shown after a name; "": it is that of an account, or of an Automa or a bot of the server, which are marked otherwise."""
SeatMarks = tuple[tuple[int, PersonMark], ...]
"""The marks of the people at a table who have some, by seat."""


@dataclass(frozen=True)
class SeatClock:
    """The clock of a seat: the seconds ``left`` at the time ``since``, from which on it runs ("": it stands still).

    ``is_reminded``: the player was told in this turn that little time is left.
    """

    left: float
    since: str = ""
    is_reminded: bool = False

    @property
    def is_out(self) -> bool:
        return self.left <= 0


@dataclass(frozen=True)
class TableClocks:
    """The clocks of a table by seat. ``takeover`` is the bot that takes a seat whose time is over ("": none).

    ``counted`` is the number of active entries for which decisions have had their increments: one that is made again after an undo gets none.
    ``is_waiting``: not everybody has come yet, and until then no clock runs.
    """

    pace: Pace
    seats: Mapping[int, SeatClock]
    takeover: str = ""
    counted: int = 0
    is_waiting: bool = True

    @classmethod
    def new(cls, pace: Pace, seats: Iterable[int], takeover: str = "") -> TableClocks:
        return cls(pace, {seat: SeatClock(pace.bank) for seat in seats}, takeover)

    @property
    def running(self) -> int | None:
        """The seat whose clock runs; None if none does."""
        return next((seat for seat, clock in self.seats.items() if clock.since), None)

    def is_out(self, seat: int) -> bool:
        return seat in self.seats and self.seats[seat].is_out

    def with_seat(self, seat: int, clock: SeatClock) -> TableClocks:
        return replace(self, seats={**self.seats, seat: clock})

    def stopped(self, spent: float) -> TableClocks:
        """Returns the clocks after stopping the one that runs, which has run for ``spent`` seconds."""
        seat = self.running
        return self if seat is None else self.with_seat(seat, SeatClock(max(self.seats[seat].left - spent, 0.0)))

    def decided(self, seat: int, entries: int) -> TableClocks:
        """Returns the clocks after a decision of a seat whose clock has been stopped; the record now has that many active entries."""
        left = self.seats[seat].left
        if entries > self.counted or left <= 0:
            left = min(left + self.pace.increment, self.pace.cap)
        return replace(self.with_seat(seat, SeatClock(left)), counted=max(entries, self.counted))

    def started(self, seat: int | None, now: str) -> TableClocks:
        """Returns the clocks after starting that of the seat that is asked; one that has run out stands still."""
        if seat is None or self.is_waiting or self.is_out(seat) or seat not in self.seats:
            return self
        return self.with_seat(seat, SeatClock(self.seats[seat].left, now))

    def reminded(self, seat: int) -> TableClocks:
        return self.with_seat(seat, replace(self.seats[seat], is_reminded=True))

    def run_out(self, seat: int) -> TableClocks:
        return self.with_seat(seat, SeatClock(0.0))

    def with_new_player(self, seat: int) -> TableClocks:
        """Returns the clocks after somebody else gets a seat, with the whole bank at least."""
        clock = self.seats[seat]
        return self.with_seat(seat, SeatClock(self.pace.bank if clock.since else max(clock.left, self.pace.bank)))

    def with_player_back(self, seat: int) -> TableClocks:
        """Returns the clocks after a person takes back a seat that a bot has played, with the increment at least: its time is not over at once."""
        return self.with_seat(seat, SeatClock(max(self.seats[seat].left, self.pace.increment)))


@dataclass(frozen=True)
class TableValue:
    """All that is kept of a table beside its record.

    ``moved`` is the time of the last entry that was stored, ``client`` a hash of the client that opened the table ("": somebody on the server's own machine).
    ``is_listed``: the game is to be public when it is over. ``is_from_lobby``: people joined it there, or by an invitation.
    ``accounts_only`` admits no guests, ``no_bots`` no bots with accounts, ``least_rating`` and ``most_rating`` (0: any) only people with an account whose rating is between them. That holds for those who
    take a seat later, as for those who have joined.
    ``proposal`` is the last one (None: it was carried out, or there was none), ``pause`` that of the game if it is paused.
    """

    name: str
    seats: tuple[SeatValue, ...]
    moved: str = ""
    client: str = ""
    is_listed: bool = False
    is_from_lobby: bool = False
    accounts_only: bool = False
    no_bots: bool = False
    least_rating: int = 0
    most_rating: int = 0
    rating: RatingState = ""
    proposal: Proposal | None = None
    pause: Pause | None = None
    clocks: TableClocks | None = None

    @property
    def accounts(self) -> dict[int, str]:
        """The accounts to which seats belong, by seat."""
        return {seat.seat: seat.account for seat in self.seats if seat.account}

    @property
    def departures(self) -> dict[int, DepartureKind]:
        """How seats lost a rated game before its end, by seat, in the order in which they did."""
        left = sorted((seat.departed, seat.seat, seat.departure) for seat in self.seats if seat.departure)
        return {seat: departure for _, seat, departure in left if departure}

    @property
    def drafts(self) -> dict[int, Draft]:
        """The drafts that seats have, by seat."""
        return {seat.seat: seat.draft for seat in self.seats if seat.draft is not None}

    @property
    def is_rated(self) -> bool:
        """Whether the game counts for ratings; only all its players together can cancel that."""
        return self.rating == "rated"

    @property
    def asks_rating(self) -> bool:
        """Whether the table admits only some ratings."""
        return bool(self.least_rating or self.most_rating)

    @property
    def rating_range(self) -> tuple[int, int]:
        """The lowest and the highest rating that the table admits."""
        return self.least_rating, self.most_rating or MAX_RATING

    def preferences_of(self, seat: int) -> Preferences:
        return self.seats[seat].preferences or Preferences()

    def notes_of(self, seat: int) -> SeatNotes:
        """Returns what a seat keeps for itself: its plan, and what it has looked at."""
        return self.seats[seat].notes

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats that people play now."""
        return tuple(seat.seat for seat in self.seats if seat.is_human)

    @property
    def is_live(self) -> bool:
        """Whether the game has clocks and is played at one sitting."""
        return self.clocks is not None and not self.clocks.pace.is_over_days

    def is_out_of_time(self, seat: int) -> bool:
        """Returns whether the time of a person is over: then the others need not ask them."""
        return self.clocks is not None and self.clocks.is_out(seat) and self.seats[seat].is_human

    def without_drafts(self) -> TableValue:
        return replace(self, seats=tuple(replace(seat, draft=None) for seat in self.seats))

    def without_offers(self, seat: int | None = None) -> TableValue:
        """Returns the value without the offer of a seat to another person, or of all (None)."""
        seats = tuple(replace(each, offer="") if seat in (None, each.seat) else each for each in self.seats)
        is_offered = self.proposal is not None and self.proposal.kind == "offered" and seat in (None, self.proposal.transfer_seat)
        return replace(self, seats=seats, proposal=None if is_offered else self.proposal)

    def with_seat(self, seat: SeatValue) -> TableValue:
        """Returns the value with this seat in place of the one with its number."""
        return replace(self, seats=(*self.seats[: seat.seat], seat, *self.seats[seat.seat + 1 :]))
