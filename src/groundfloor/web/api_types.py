"""What the JSON API takes and answers, as types. ``openapi.py`` makes the schemas of its description of them, and imports this module when it is asked for."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from ..analysis.advice import AdvisedAnswer
from ..analysis.game_analysis import DecisionAnalysis
from ..presentation.analysis.hint_text import ChoiceText, LineText
from ..presentation.board.purposes import PlacePurpose
from ..results.transfer import GamesFile
from ..store import AccountSettings
from ..store.rows import Channel, FinishedSeatRow, NotificationKind
from ..tables.branches import SeatStanding
from .json_fields import Seat, Version
from .json_types import Credential, Data, Name, Notes, Password, PersonMark, ReportText, Time
from .ratings import RatingChange


class Error(TypedDict):
    """Why something was not done. `view` is the view of the seat after a refused operation (409, 422), `notes` what was written elsewhere meanwhile."""

    error: str
    kind: NotRequired[str]
    view: NotRequired[SeatView]
    notes: NotRequired[Notes]


# Tables


class SeatWish(TypedDict, total=False):
    """A seat of a new table: a person's, or with `automa` that of an Automa or bot."""

    name: str | None
    automa: str | None
    colour: str | None


class NewTable(TypedDict):
    """A table with these seats."""

    seats: Annotated[list[SeatWish], Meta(examples=[[{"name": "Ann", "colour": "red"}, {"automa": "pei"}]])]
    ruleset: NotRequired[Annotated[str | None, Meta(description="`second` if it is missing.")]]
    options: NotRequired[Annotated[Data | None, Meta(description="Options of the ruleset (docs/rulesets.md).")]]
    house: NotRequired[Annotated[Data | None, Meta(description="House values by their keys.", examples=[{"factory.price": [3, 2, 1]}])]]
    name: NotRequired[Annotated[str | None, Meta(description="The name of the table.")]]
    practice: NotRequired[Annotated[bool, Meta(description="With one person: everything can be undone, and the same draws come again.")]]
    pace: NotRequired[Annotated[str | None, Meta(description="The pace of its clocks.", examples=["days-1"])]]
    takeover: NotRequired[Annotated[str | None, Meta(description="The bot that takes a seat whose time is over.", examples=["manager"])]]
    listed: NotRequired[
        Annotated[bool | None, Meta(description="Whether it is to be among the finished games, as it is unless this is false.")]
    ]


class NewGuidedGame(TypedDict):
    """The guided first game."""

    guided: Literal[True]
    name: NotRequired[str | None]


class NewDayGame(TypedDict):
    """The city of a day."""

    day: Annotated[str, Meta(examples=["today"])]
    opponent: Annotated[str | None, Meta(examples=["pei"])]
    name: NotRequired[str | None]


class NewRecord(TypedDict):
    """A record to look at, or with `resume` to go on from."""

    record: str
    resume: NotRequired[Annotated[bool, Meta(description="True: to go on from it with new draws.")]]


class CreatedSeat(TypedDict):
    """A seat of a new table. People's have the secret `token`."""

    seat: Seat
    name: str
    colour: str
    automa: str | None
    token: NotRequired[str]


class CreatedTable(TypedDict):
    """A new table, with the tokens of its seats, which are sent only this once."""

    game: str
    link: str
    seats: list[CreatedSeat]


class CreatedBranch(CreatedTable):
    """A new branch, and where it leaves its parent."""

    parent: str
    entry: int


# Finished games


# Views


class Quote(TypedDict):
    """Price and effect of an action."""

    time: int
    money: int
    info: int
    supply: int
    gains: Annotated[dict[str, int], Meta(description="What the action brings, by code (docs/actions.md).")]
    resolves_in: Annotated[str, Meta(description="The area in whose conduct it takes effect; empty: at once.")]


class LegalAnswer(TypedDict):
    """A legal answer; `projection` is explained in docs/projections.md."""

    action: str
    quote: Quote
    projection: Data | None


class Amounts(TypedDict):
    """What a seat has at a moment of its plan."""

    time: int
    money: int
    info: int
    supply: int
    popularity: int
    income: int
    time_then: int
    prestige: int


class Refusal(TypedDict):
    code: str
    sentence: str


class PlannedStep(TypedDict):
    """A planned step, tried after those before it, unless it is left open."""

    text: str
    action: str
    is_left_open: bool
    refusal: Refusal | None
    quote: Quote | None
    projection: Data | None
    after: Amounts


class PlanStop(TypedDict):
    """Why a plan makes no moves any more: a code, the action that it has stopped at, and the version at which it has."""

    code: str
    action: str | None
    version: Version
    sentence: str


class Plan(TypedDict):
    """The planned moves of a seat (docs/projections.md); the table makes them while the plan `acts`."""

    texts: Annotated[list[str], Meta(description="All planned moves.")]
    acts: Annotated[bool, Meta(description="Whether the table makes them as soon as the seat is asked.")]
    stopped: PlanStop | None
    in_draft: Annotated[list[int], Meta(description="The indices of the moves that are in the draft.")]
    next: Annotated[str | None, Meta(description='The move that `{"plan": "next"}` pencils in.')]
    round: Annotated[int, Meta(description="The round in which they are tried.")]
    is_next_round: bool
    left_open: Annotated[list[str], Meta(description="Moves that can't be tried yet.")]
    start: Annotated[Amounts, Meta(description="What the seat has before the first move.")]
    steps: Annotated[list[PlannedStep], Meta(description="The moves, each tried after those before it.")]
    then: Amounts | None
    then_left_open: list[str]
    possible: Annotated[list[str], Meta(description="Moves that can be added.")]


class NewsLine(TypedDict):
    entry: Annotated[int, Meta(description="The entry that it came with.")]
    round: int
    phase: int
    seat: Seat | None
    kind: Annotated[str, Meta(description="The kind of the event (docs/events.md).")]
    sentence: str


class NewsStep(TypedDict):
    of: Annotated[str, Meta(description="What the step is about, such as the sales of a round.")]
    title: str
    round: int
    phase: int
    entry: int
    step: Annotated[
        int, Meta(description="Counts the steps of the entry from 1: `/s/TOKEN/board?at=ENTRY&step=STEP` shows the board right after it.")
    ]
    sentences: Annotated[list[str], Meta(description="What it meant, as the seat reads it.")]
    changes: Annotated[dict[str, list[int]], Meta(description="What the seat had before and after.")]


class News(TypedDict):
    """What has happened since the seat last looked or moved."""

    since: Annotated[int | None, Meta(description="The version that the seat knows; null if it knows none.")]
    lines: list[NewsLine]
    steps: list[NewsStep]


class Guide(TypedDict):
    """What the guide of a guided game says now."""

    id: str
    title: str
    text: str
    moves: Annotated[list[str], Meta(description="The moves that the guide accepts.")]
    place: Annotated[str, Meta(description="The place that it points to.")]
    number: Annotated[int, Meta(description="The number of the step; 0 for advice after the last one, and for an introduction.")]
    count: Annotated[int, Meta(description="How many steps there are.")]


class Preferences(TypedDict):
    confirms_itself: bool
    skips_hiring: bool
    skips_firing: bool
    guide: str


class View(TypedDict):
    """What a seat (null for a spectator) may know: the position as docs/position.md explains it, and its actions."""

    seat: Seat | None
    position: Data
    actions: list[Data]


class Pause(TypedDict):
    """Who has proposed the pause of a game, and since when it lasts."""

    seat: Seat
    since: Time


class Proposal(TypedDict):
    """The open proposal of a table: ``asked`` are the seats whose agreement counts, ``needed`` is how many of them must agree."""

    id: str
    kind: Literal["undo", "pause", "resume", "score", "cancel", "bot", "person"]
    seat: Seat
    asked: list[Seat]
    agreed: list[Seat]
    refused: list[Seat]
    needed: int
    entries: NotRequired[Annotated[int, Meta(description="How many entries an undo takes back.")]]
    of: NotRequired[Annotated[Seat, Meta(description="The seat that is given away.")]]
    bot: NotRequired[Annotated[str, Meta(description="The bot that gets it.")]]


class SeatClock(TypedDict):
    """The clock of a seat: the seconds ``left`` when this was sent, since when it runs (null: it stands still), and whether its player's time is over."""

    seat: Seat
    left: float
    runs_since: Time | None
    is_out: bool


class Clocks(TypedDict):
    """The clocks of a table. While ``is_waiting`` none runs, as not everybody has come; ``takeover`` is the bot that takes a seat whose time is over."""

    pace: str
    takeover: str | None
    is_waiting: bool
    seats: list[SeatClock]


class GameView(TypedDict):
    """What a spectator may know."""

    game: str
    name: str
    version: Annotated[int, Meta(description="How many entries the record has.")]
    key_hash: Annotated[str, Meta(description="The hash of the key of the draws (docs/record.md).")]
    asked: Annotated[Seat | None, Meta(description="The seat on turn; null if none is.")]
    asked_since: Annotated[Time | None, Meta(description="When the last entry was made, which put the question.")]
    here: Annotated[
        list[Seat] | None,
        Meta(description="The seats of which somebody looks at a page, or did until `away_seconds` ago; null while that is not known."),
    ]
    bots: Annotated[dict[str, str], Meta(description="The bots that play now, by seat.")]
    is_over: bool
    rated: Annotated[bool, Meta(description="Whether the result will change the ratings of its players, or has.")]
    ended_by_agreement: Annotated[Literal["score", "cancel"] | None, Meta(description="How the people have ended the game.")]
    paused: Pause | None
    proposal: Annotated[Proposal | None, Meta(description="The open proposal.")]
    clocks: Annotated[Clocks | None, Meta(description="Null at a table without clocks.")]
    view: View


class SeatView(GameView):
    """What a seat may know, and all that it can do."""

    seat: Seat
    draft: Annotated[list[str], Meta(description="The actions that are pencilled in.")]
    partial: Annotated[str, Meta(description="The first words of a choice that is not complete.")]
    deferred: Annotated[list[str], Meta(description="Remodels that are chosen before the decision that they belong behind.")]
    deferrable: Annotated[list[str], Meta(description="Remodels that could be.")]
    question: Annotated[str | None, Meta(description="The kind of the question that the draft has come to; null if it has come to none.")]
    legal: Annotated[list[LegalAnswer], Meta(description="All legal answers to it.")]
    undoable: Annotated[int, Meta(description="How many of its decisions an undo could take back.")]
    askable_undo: Annotated[int, Meta(description="How many entries the seat could ask to take back.")]
    preferences: Preferences
    guide: Guide | None
    plan: Annotated[Plan | None, Meta(description="Its planned moves; null if it has nothing left to plan.")]
    news: News


class SeatLink(TypedDict):
    seat: Seat
    name: str
    colour: str
    automa: str | None
    has_come: Annotated[bool, Meta(description="Whether its player has opened the link or decided something.")]
    is_here: Annotated[
        bool,
        Meta(
            description="Whether somebody looks at a page of it now, or did until `away_seconds` ago. Pages that are hidden or were not touched for five minutes do not count."
        ),
    ]
    is_bot: Annotated[bool, Meta(description="Whether a bot with an account of its own holds the seat.")]
    mark: PersonMark
    link: NotRequired[str]


class SeatLinks(TypedDict):
    """Who has come, and the link of the own seat."""

    game: str
    seats: list[SeatLink]


class RecordText(TypedDict):
    """The record (docs/record.md)."""

    record: str


class Purposes(TypedDict):
    """What questions and places are for."""

    purposes: list[PlacePurpose]


# After the game


class SeatFigures(TypedDict):
    total: int
    prestige: Annotated[dict[str, int], Meta(description="By source: `room`, `tenant`, `floor`, `achievement`, `sets`.")]
    money: int
    info: int
    popularity: Annotated[int, Meta(description="The space on the track.")]


class HistoryPoint(TypedDict):
    round: int
    entry: Annotated[int, Meta(description="The number of entries after which it was so.")]
    is_end: Annotated[bool, Meta(description="Whether this is how the game ended.")]
    seats: list[SeatFigures]


class RoundFigures(TypedDict):
    round: int
    time_available: list[int]
    time_used: list[int]
    consumers: Annotated[list[int], Meta(description="By seat, how many have bought.")]


class TurningPoint(TypedDict):
    kind: str
    seat: Seat
    round: int
    entry: int
    weight: Annotated[int, Meta(description="The weightiest come first.")]
    facts: Annotated[Data, Meta(description="What the sentence says, as data.")]
    sentence: str


class ComparedFact(TypedDict):
    """What each company has; values are in the order of the seats, as words."""

    group: str
    title: str
    values: list[str]


class Companies(TypedDict):
    """All companies beside each other."""

    game: str
    seats: list[str]
    is_over: bool
    rows: list[ComparedFact]


class History(TypedDict):
    """How the game went."""

    game: str
    seats: list[str]
    is_over: bool
    moments: Annotated[list[HistoryPoint], Meta(description="How everybody stood as phase II of each round began, and now.")]
    rounds: list[RoundFigures]
    turning_points: Annotated[list[TurningPoint], Meta(description="Empty while the game goes on.")]
    ratings: Annotated[list[RatingChange], Meta(description="What the game has changed, if it was rated and counts.")]


class Hint(TypedDict):
    """A hint; from strength 2 on with `choices` and `texts`, with 3 with a `line`."""

    version: int
    strength: int
    look: Annotated[str, Meta(description="A sentence: where to look.")]
    verb: Annotated[str, Meta(description="The first word of the answers to look at.")]
    basis: Annotated[str, Meta(description="How long was searched, or that the end was computed.")]
    move: str
    choices: list[AdvisedAnswer]
    texts: NotRequired[Annotated[list[ChoiceText], Meta(description="The choices in words; equally good ones have the same place.")]]
    line: list[LineText]


class Analysis(TypedDict):
    """How far the analysis of a game is, or its decisions."""

    game: str
    state: Literal["none", "running", "done"]
    done: NotRequired[Annotated[int, Meta(description="How many decisions are done, while it is running.")]]
    total: NotRequired[Annotated[int, Meta(description="Of so many.")]]
    decisions: NotRequired[list[DecisionAnalysis]]


class DoAnalysis(TypedDict):
    do: Literal["start", "cancel"]


# Branches


class BranchMoment(TypedDict):
    entry: int
    round: int
    phase: int


class FamilyMember(TypedDict):
    """A game beside the real one, and how the real one stood then."""

    game: str
    name: str
    parent: Annotated[str | None, Meta(description="The game that it leaves.")]
    entry: Annotated[int | None, Meta(description="After how many entries.")]
    now: Annotated[SeatStanding, Meta(description="How its person stands.")]
    real: Annotated[SeatStanding | None, Meta(description="How the real game stood at the same point.")]


class Branches(TypedDict):
    game: str
    moments: Annotated[list[BranchMoment], Meta(description="Where rounds and phases began; empty while the game can't be left.")]
    games: Annotated[list[FamilyMember], Meta(description="The real game, then those of the named ones that come from it.")]


class NewBranch(TypedDict):
    """A branch that leaves a game after `entry` entries."""

    entry: Annotated[int, Meta(ge=0)]
    seat: NotRequired[Seat | None]
    name: NotRequired[str | None]


class RenameBranch(TypedDict):
    do: Literal["rename"]
    name: str


class DeleteBranch(TypedDict):
    do: Literal["delete"]


class ChangedBranch(TypedDict):
    game: str
    name: str
    is_deleted: bool


# Chat


# People


class FollowedLink(TypedDict):
    game: str
    name: str
    link: str


class Session(TypedDict):
    """Where an account is logged in."""

    id: str
    device: str
    created: Time
    used: Time


class Passkey(TypedDict):
    """A passkey of an account."""

    id: str
    label: str
    created: Time
    used: Time


class ApiToken(TypedDict):
    """What an API token is for, without the secret."""

    id: str
    account: Annotated[str, Meta(description="The id of a bot, or of the account itself.")]
    label: str
    scope: Literal["read", "play"]
    created: Time
    expires: Time
    used: Annotated[str, Meta(description="When it was used last, about to the hour; empty: never.")]


class CreatedToken(ApiToken):
    """A new API token, with the secret, which is sent only this once."""

    token: str


class BotAccount(TypedDict):
    """The account of a bot from outside."""

    id: str
    name: str
    created: Time


class FailedLogIns(TypedDict):
    """Attempts to log in that failed at devices where the account was not logged in before, of the last 30 days or since the last new password."""

    count: int
    since: Time
    last: Time


class Guest(TypedDict):
    """What a browser holds without an account: the names of tables, of those that it follows, results, and addresses for notices."""

    tables: list[str]
    followed: list[str]
    results: int
    addresses: list[str]


class Account(TypedDict):
    name: str
    created: Time
    recovery_codes_left: int
    has_password: bool
    passkeys: list[Passkey]
    tokens: list[ApiToken]
    bots: list[BotAccount]
    sessions: list[Session]
    failed_log_ins: FailedLogIns | None
    guest: Annotated[Guest | None, Meta(description="What the browser held before the log-in, as long as nobody has said whose it is.")]


class CreatedAccount(Account):
    """A new account, with recovery codes that are sent only this once."""

    recovery_codes: list[str]


class RecoveryCodes(TypedDict):
    recovery_codes: list[str]


class HeldSeat(TypedDict):
    seat: Seat
    name: str
    link: str


class HeldGame(TypedDict):
    game: str
    name: str
    status: str
    created: Time
    changed: Time
    is_host: bool
    link: str
    seats: list[HeldSeat]


class JoinedTable(TypedDict):
    link: str
    name: str
    created: Time
    is_host: bool
    player: str
    colour: str


class OwnBan(TypedDict):
    reason: str
    since: Time
    until: str


class OwnReport(TypedDict):
    """What the account has reported; `closed` is empty while nobody has dealt with it."""

    about: str
    text: str
    quote: Annotated[str, Meta(description="The message that it is about, if it is about one.")]
    created: Time
    closed: str


class OwnInvitation(TypedDict):
    link: str
    name: str
    invited_by: str


class OwnHours(TypedDict):
    """Minutes of the day; `since` is empty for always."""

    time_zone: str
    begins: int
    ends: int
    since: str


class OwnHoliday(TypedDict):
    first: str
    last: str
    begins: Time
    ends: Time


class OwnAvailability(TypedDict):
    """When somebody plays at tables over days, with what was, is and is planned."""

    hours: list[OwnHours]
    holidays: list[OwnHoliday]


class OwnTarget(TypedDict):
    """Where notices are sent; `game` is empty for those of all tables."""

    id: str
    owner_id: str
    transport: str
    address: str
    secret: str
    label: str
    language: str
    created: Time
    confirmed: str
    failing_since: str
    is_off: bool
    game: str


class OwnDelivery(TypedDict):
    id: int
    target: str
    about: str
    name: str
    person: str
    seat: Annotated[int, Meta(description="From 1; 0: all of them.")]
    seat_name: str
    version: int
    kind: str
    at: Time
    state: str
    changed: Time


class OwnNotice(TypedDict):
    about: str
    name: str
    person: str
    kind: str
    seat: Annotated[int, Meta(description="From 1; 0: all of them.")]
    version: int
    at: Time
    is_read: bool


class OwnNotificationSettings(TypedDict):
    delay_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_until: int
    muted: list[NotificationKind]


class OwnNotices(TypedDict):
    """When notices are sent and where to, what was sent last, and the list of notices."""

    settings: OwnNotificationSettings
    targets: list[OwnTarget]
    sent: list[OwnDelivery]
    notices: list[OwnNotice]


class OwnBlock(TypedDict):
    """Somebody who was blocked, under the name that they had then."""

    name: str
    since: Time


class OwnMessage(TypedDict):
    """A message that somebody has written at a table; of a removed one there is no text any more."""

    game: str
    channel: Channel
    number: int
    at: Time
    text: str
    removed: Literal["", "author", "administrator"]


class OwnNotes(TypedDict):
    """The private notes of a seat."""

    game: str
    seat: Seat
    text: str


class HeldData(TypedDict):
    """What an account or a bot holds."""

    games: list[HeldGame]
    followed: list[FollowedLink]
    open_tables: list[JoinedTable]
    invitations: list[OwnInvitation]
    notices: OwnNotices
    availability: OwnAvailability
    blocks: list[OwnBlock]
    messages: list[OwnMessage]
    notes: list[OwnNotes]
    reports: list[OwnReport]
    finished_games: Annotated[list[FinishedSeatRow], Meta(description="Seats of finished games that are known as theirs.")]
    results: GamesFile


class BotData(BotAccount, HeldData):
    """A bot, with all that it holds."""


class OwnRating(TypedDict):
    """The rating of the account in a pool after a game, as it is stored."""

    pool: str
    game: str
    rank: int
    weight: float
    mu: float
    sigma: float
    games: int


class RatedGamesCount(TypedDict):
    """How many rated games the account has begun, how many it has finished or lost before their end, because it has ``left`` or its ``time`` was over, and how many all have agreed to cancel."""

    begun: int
    finished: int
    left: int
    time: int
    cancelled: int


class AccountData(HeldData):
    """Everything that is kept about an account."""

    name: str
    created: Time
    recovery_codes_left: int
    has_password: bool
    passkeys: list[Passkey]
    tokens: list[ApiToken]
    bots: list[BotData]
    sessions: list[Session]

    kind: str
    format: int
    friends: list[str]
    friend_requests: list[str]
    settings: Annotated[AccountSettings, Meta(description="Empty if nothing was chosen.")]
    is_administrator: bool
    ban: OwnBan | None
    ratings: list[OwnRating]
    rated_games: RatedGamesCount
    failed_log_ins: FailedLogIns | None


GuestChoice = Annotated[
    Literal["take", "leave", "ask"],
    Meta(
        description="Whether the account takes over what the browser holds; with `ask` (the usual value) `POST /api/account/guest` says it."
    ),
]


class NewAccount(TypedDict):
    name: Name
    password: Password
    guest: NotRequired[GuestChoice]
    invitation: NotRequired[Annotated[str, Meta(description="What stands in the invitation link, if new accounts need one.")]]


class LogIn(TypedDict):
    name: str
    password: str
    guest: NotRequired[GuestChoice]


class Recovery(TypedDict):
    name: str
    code: str
    password: Password
    guest: NotRequired[GuestChoice]


class GuestAnswer(TypedDict):
    guest: Literal["take", "leave"]


class EndSession(TypedDict):
    end: Annotated[str, Meta(description="The id of a session.")]


class ChangedPassword(TypedDict):
    old: str
    password: Password


class OwnPassword(TypedDict):
    password: str


class PasskeyAnswer(TypedDict):
    """The answer of a passkey, in place of a password."""

    passkey: Credential


class NewAccountByPasskey(PasskeyAnswer):
    guest: NotRequired[GuestChoice]
    invitation: NotRequired[str]


class PasswordByPasskey(TypedDict):
    passkey: Credential
    password: Password


PasskeyRequest = TypedDict("PasskeyRequest", {"for": Literal["log-in", "confirm"]})
"""A request for the answer of a passkey."""
NewAccountRequest = TypedDict("NewAccountRequest", {"for": Literal["create"], "name": Name, "invitation": NotRequired[str]})
"""A request for a passkey of a new account."""
NewPasskeyRequest = TypedDict(
    "NewPasskeyRequest", {"for": Literal["add"], "password": NotRequired[str], "passkey": NotRequired[Credential]}
)
"""A request for a further passkey, with either of the two."""


class PasskeyOptions(TypedDict):
    options: Annotated[Data, Meta(description="What `navigator.credentials` is asked for, as JSON.")]


class NewToken(TypedDict):
    """An API token to be made, with the own password or the answer of a passkey; ``bot`` is the id of a bot that it is for."""

    label: Name
    scope: Literal["read", "play"]
    days: NotRequired[Literal[30, 90, 365]]
    bot: NotRequired[str]
    password: NotRequired[str]
    passkey: NotRequired[Credential]


class RevokedToken(TypedDict):
    id: str


class NewBot(TypedDict):
    name: Name


class DeletedBot(TypedDict):
    id: str
    password: NotRequired[str]
    passkey: NotRequired[Credential]


class PasskeyLabel(TypedDict):
    id: str
    label: Name


class RemovedPasskey(TypedDict):
    id: str
    password: NotRequired[str]
    passkey: NotRequired[Credential]


# The lobby


# Administration


class NewReport(TypedDict):
    """Reports the person at a seat, or without `seat` the whole table, to the administrators."""

    text: ReportText
    seat: NotRequired[Seat]


class Ban(TypedDict):
    """Who may only look: an account, or the clients with an address, of which a hash is stored. `until` is empty for ever."""

    ban: str
    account: str | None
    name: str
    client: str | None
    reason: str
    since: Time
    until: str
    is_over: bool
    author: str


class Person(TypedDict):
    """An account as administrators see it. `used` is empty if it is logged in nowhere."""

    id: str
    name: str
    created: Time
    used: str
    sessions: int
    games: int
    results: int
    is_administrator: bool
    is_bot: bool
    ban: Ban | None


class OnePerson(TypedDict):
    person: Person
    code: NotRequired[Annotated[str, Meta(description="By which this person sets a new password once; told this once.")]]


class People(TypedDict):
    people: list[Person]
    count: int
    q: str
    order: Literal["new", "used"]
    kind: Literal["", "administrator", "banned", "bot"]
    page: int


class Bans(TypedDict):
    bans: list[Ban]
    page: int
    has_more: bool


class ReportedLine(TypedDict):
    """A message in the conversation of the one that was reported."""

    name: str
    text: str
    at: Time
    removed: Literal["", "author", "administrator"]
    is_reported: bool


class ReportedMessage(TypedDict):
    """A message as it was when it was reported, and up to five before and after it as they are now."""

    quote: str
    channel: str
    is_there: bool
    conversation: list[ReportedLine]


class Report(TypedDict):
    """What somebody has reported about a game or an open table, or about the player of a seat there (null: about all of it)."""

    report: str
    game: str
    open_table: str
    seat: Seat | None
    subject: str
    author: Annotated[str, Meta(description="The name of the account that reports; empty for a guest.")]
    accused: str | None
    accused_name: str
    text: str
    created: Time
    closed: str
    closed_by: str
    note: str
    message: Annotated[ReportedMessage | None, Meta(description="If it is about a message.")]
    can_ban: Annotated[bool, Meta(description="Whether the account, or for a message the address, is known.")]


class Reports(TypedDict):
    reports: list[Report]
    state: Literal["open", "closed"]
    open: int
    page: int
    has_more: bool


class ListedGame(TypedDict):
    """A game as administrators find it. `moved` is empty if nobody has moved."""

    game: str
    name: str
    ruleset: str
    status: Literal["running", "over", "shown"]
    created: Time
    moved: str
    is_private: bool
    is_rated: bool
    seats: list[str]


class ListedGames(TypedDict):
    games: list[ListedGame]
    q: str
    status: str
    ruleset: str
    page: int
    has_more: bool


class ListedOpenTable(TypedDict):
    """An open table as administrators find it."""

    table: str
    name: str
    ruleset: str
    people: int
    created: Time
    is_private: bool
    is_rated: bool
    players: list[str]


class ListedOpenTables(TypedDict):
    tables: list[ListedOpenTable]
    q: str
    page: int
    has_more: bool


class RemoveGame(TypedDict):
    do: Literal["remove-game"]
    game: str


class RemoveOpenTable(TypedDict):
    do: Literal["remove-table"]
    table: str


class OpenLink(TypedDict):
    """A link by which people create accounts, without its secret: for how many more accounts it is good, and until when."""

    id: str
    created: Time
    until: Time
    left: int
    author_name: str


class Site(TypedDict):
    """What is chosen for the whole server: a banner that all pages show (empty: none), and who may create an account."""

    banner: str
    registration: Literal["open", "invited", "closed"]


class AdministeredSite(Site):
    links: list[OpenLink]
    link: NotRequired[Annotated[str, Meta(description="The address of a new link; told this once.")]]


class SetBanner(TypedDict):
    do: Literal["banner"]
    banner: Annotated[str, Meta(max_length=300)]


class SetRegistration(TypedDict):
    do: Literal["registration"]
    registration: Literal["open", "invited", "closed"]


class MakeLink(TypedDict):
    do: Literal["invite"]
    accounts: Annotated[int, Meta(ge=1, le=100)]


class RemoveLink(TypedDict):
    do: Literal["remove-link"]
    id: str


class LogEntry(TypedDict):
    """What an administrator has done in a section of the administration, or somebody by the server's command; `author` is null if that account was deleted."""

    at: Time
    author: str | None
    author_name: str
    is_command: bool
    section: str
    action: str
    subject: Annotated[str, Meta(description="The name of an account or a table, or what a report was about.")]
    detail: str


class AdministrationLog(TypedDict):
    entries: list[LogEntry]
    by: str
    page: int
    has_more: bool


class CacheSize(TypedDict):
    name: str
    bytes: int
    most_bytes: int


class StreamCount(TypedDict):
    count: int
    most: int


class Sizes(TypedDict):
    """How large the data is, and what the process that answers has in memory. Of a table at most `most_counted` rows are counted."""

    bytes: int
    most_bytes: int
    free_bytes: int
    rows: dict[str, int]
    most_counted: int
    memory: list[CacheSize]
    streams: StreamCount
    limits: dict[str, int]


class UnlikelySeries(TypedDict):
    """Rated games of two accounts in a pool, of which the `winner` has won more: the chance of at least so many wins by the ratings before each game."""

    pool: str
    winner: str
    winner_name: str
    loser: str
    loser_name: str
    games: int
    won: int
    lost: int
    chance: Annotated[float, Meta(ge=0, le=1)]


class RatingSeries(TypedDict):
    """The most unlikely series, the most unlikely first."""

    series: list[UnlikelySeries]
    least_games: Annotated[int, Meta(description="How many games a series has at least.")]
    recent: Annotated[int, Meta(description="Of so many games of each pool, the last ones.")]


class JobCount(TypedDict):
    kind: str
    count: int
    seconds: int


class WaitingJob(TypedDict):
    """A job that is not done, the process that has claimed it, and for how many seconds it has been due."""

    job: int
    kind: str
    game: str
    version: int
    tries: int
    process: str
    seconds: int


class ServerProcess(TypedDict):
    process: str
    seats: int
    is_own: bool


class Jobs(TypedDict):
    kinds: list[JobCount]
    jobs: list[WaitingJob]
    processes: list[ServerProcess]


class NewBan(TypedDict):
    do: Literal["ban"]
    reason: str
    until: NotRequired[Annotated[str, Meta(description="A date; for ever if it is empty.")]]


class NewAddressBan(NewBan):
    address: Annotated[str, Meta(description="An IP address; of an IPv6 address its /64 network is banned.")]


class LiftBan(TypedDict):
    do: Literal["lift"]
    ban: str


class ChangePerson(TypedDict):
    do: Literal["lift", "end-sessions", "code", "remove-messages", "appoint", "dismiss"]


class DeletePerson(TypedDict):
    do: Literal["delete"]
    name: Annotated[str, Meta(description="The name of the account, to confirm it.")]


class RemoveMessage(TypedDict):
    """Removes the text of the message that a report is about, or those of all messages of its author, for everybody."""

    do: Literal["remove-message", "remove-messages"]
    report: str


class BanAccused(TypedDict):
    """Bans the account that a report is about; for a message of a guest the address from which it came."""

    do: Literal["ban"]
    report: str
    reason: str
    until: NotRequired[str]


class CloseReport(TypedDict):
    do: Literal["close"]
    report: str
    note: NotRequired[str]


class RemoveTable(TypedDict):
    """Removes the table that a report is about."""

    do: Literal["remove-table"]
    report: str


class RemoveJob(TypedDict):
    do: Literal["remove"]
    job: int
