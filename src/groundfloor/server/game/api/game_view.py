"""A game as the API tells it to a seat or a spectator: what they may know and do, the links, the plan and the news (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, UnsetType, structs

from groundfloor.engine.position_reading import seat_number
from groundfloor.engine.projection import projection_data
from groundfloor.numbers import seat_number_or_none
from groundfloor.presentation.board.news_steps import news_steps
from groundfloor.presentation.board.proposals import proposal_facts
from groundfloor.presentation.board.round_plan import stop_sentence
from groundfloor.presentation.log.event_text import HEADINGS
from groundfloor.presentation.log.log_line import event_sentences, lines_of_phases
from groundfloor.table import last_looked, news
from groundfloor.table.value import Preferences, ProposalKind

from ...http.json_fields import Seat, Version
from ...http.json_types import ApiStruct, Data, PersonMark, Time
from ...http.pages import get_locale
from ...http.request_context import get_context
from ..new_tables.paces import PaceId
from ..playing_times import PlayingTimes, playing_people, playing_times_of
from ..viewer import get_viewer

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.engine.actions import Action
    from groundfloor.engine.actions import Quote as ActionQuote
    from groundfloor.engine.game import Game
    from groundfloor.engine.round_plan import TriedMove
    from groundfloor.presentation.view import NewsStep as RecapStep
    from groundfloor.table import Table
    from groundfloor.table.value import PlanStop as StoredStop

    from ..seats.table_links import SeatLink
    from ..tables.table_service import TableService
    from ..viewer import Viewer


Ending = Literal["score", "cancel"]


class Quote(ApiStruct, frozen=True):
    """Price and effect of an action."""

    time: int
    money: int
    info: int
    supply: int
    gains: Annotated[dict[str, int], Meta(description="What the action brings, by code (docs/actions.md).")]
    resolves_in: Annotated[str, Meta(description="The area in whose conduct it takes effect; empty: at once.")]


class LegalAnswer(ApiStruct, frozen=True):
    """A legal answer; `projection` is explained in docs/projections.md."""

    action: str
    quote: Quote
    projection: Data | None


class Amounts(ApiStruct, frozen=True):
    """What a seat has at a moment of its plan."""

    time: int
    money: int
    info: int
    supply: int
    popularity: int
    income: int
    time_then: int
    prestige: int


class Refusal(ApiStruct, frozen=True):
    code: str
    sentence: str


class PlannedMove(ApiStruct, frozen=True):
    """A planned step, tried after those before it, unless it is left open."""

    text: str
    action: str
    is_left_open: bool
    refusal: Refusal | None
    quote: Quote | None
    projection: Data | None
    after: Amounts


class PlanStop(ApiStruct, frozen=True):
    """Why a plan no longer makes moves: a code, the action at which it stopped, and the version at which it did."""

    code: str
    action: str | None
    version: Version
    sentence: str


class Plan(ApiStruct, frozen=True):
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
    steps: Annotated[list[PlannedMove], Meta(description="The moves, each tried after those before it.")]
    then: Amounts | None
    then_left_open: list[str]
    possible: Annotated[list[str], Meta(description="Moves that can be added.")]


class NewsLine(ApiStruct, frozen=True):
    entry: Annotated[int, Meta(description="The entry that it came with.")]
    round: int
    phase: int
    seat: Seat | None
    kind: Annotated[str, Meta(description="The kind of the event (docs/events.md).")]
    sentence: str


class NewsStep(ApiStruct, frozen=True):
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


class News(ApiStruct, frozen=True):
    """What has happened since the seat last looked or moved."""

    since: Annotated[int | None, Meta(description="The version that the seat knows; null if it knows none.")]
    lines: list[NewsLine]
    steps: list[NewsStep]


class Guide(ApiStruct, frozen=True):
    """What the guide of a guided game says now."""

    id: str
    title: str
    text: str
    moves: Annotated[list[str], Meta(description="The moves that the guide accepts.")]
    place: Annotated[str, Meta(description="The place that it points to.")]
    number: Annotated[int, Meta(description="The number of the step; 0 for advice after the last one, and for an introduction.")]
    count: Annotated[int, Meta(description="How many steps there are.")]


class View(ApiStruct, frozen=True):
    """What a seat (null for a spectator) may know: the position as docs/position.md explains it, and its actions."""

    seat: Seat | None
    position: Data
    actions: list[Data]


class Pause(ApiStruct, frozen=True):
    """Who proposed the pause of a game, and when it began."""

    seat: Seat
    since: Time


class Proposal(ApiStruct, frozen=True):
    """The open proposal of a table: ``asked`` are the seats whose agreement counts, ``needed`` is how many of them must agree."""

    id: str
    kind: ProposalKind
    seat: Seat
    asked: list[Seat]
    agreed: list[Seat]
    refused: list[Seat]
    needed: int
    entries: Annotated[int, Meta(description="How many entries an undo takes back.")] | UnsetType = UNSET
    of: Annotated[Seat, Meta(description="The seat that is given away.")] | UnsetType = UNSET
    bot: Annotated[str, Meta(description="The bot that gets it.")] | UnsetType = UNSET


class SeatClock(ApiStruct, frozen=True):
    """The clock of a seat: the seconds ``left`` when this was sent, since when it runs (null: it stands still), and whether its player's time is over. While a game over days runs, also when its player plays, if they have said so."""

    seat: Seat
    left: float
    runs_since: Time | None
    is_out: bool
    hours: PlayingTimes | UnsetType = UNSET


class Clocks(ApiStruct, frozen=True):
    """The clocks of a table. While ``is_waiting`` none runs, as not everybody has come; ``takeover`` is the bot that takes a seat whose time is over."""

    pace: PaceId
    bank: Annotated[float, Meta(description="Seconds that everybody has at first.")]
    increment: Annotated[float, Meta(description="Seconds that a decision adds.")]
    cap: Annotated[float, Meta(description="Seconds that somebody has at most.")]
    takeover: str | None
    is_waiting: bool
    seats: list[SeatClock]


class GameView(ApiStruct, frozen=True):
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
    ended_by_agreement: Annotated[Ending | None, Meta(description="How the people have ended the game.")]
    paused: Pause | None
    proposal: Annotated[Proposal | None, Meta(description="The open proposal.")]
    clocks: Annotated[Clocks | None, Meta(description="Null at a table without clocks.")]
    view: View


class SeatView(GameView, frozen=True):
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


class SeatArrival(ApiStruct, frozen=True):
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
    link: str | UnsetType = UNSET


class CreatedSeat(ApiStruct, frozen=True):
    """A seat of a new table. People's have the secret `token`."""

    seat: Seat
    name: str
    colour: str
    automa: str | None
    token: str | UnsetType = UNSET


class CreatedTable(ApiStruct, frozen=True):
    """A new table, with the tokens of its seats, which are sent only this once."""

    game: str
    link: str
    seats: list[CreatedSeat]


def current_view(request: Request) -> GameView:
    """Returns what a spectator of the game in the address may know."""
    context = get_context(request)
    viewer = get_viewer(context, request, "")
    return game_view(viewer, context.presence.seats(viewer.table.game_id), context.table_service)


def view_as_asked(request: Request) -> GameView:
    """Returns what the API tells a seat or a spectator about the table in the address."""
    return current_seat_view(request) if "token" in request.path_params else current_view(request)


def current_seat_view(request: Request) -> SeatView:
    """Returns what the seat in the address may know, and all that it can do."""
    context = get_context(request)
    viewer = get_viewer(context, request, "")
    return seat_view(viewer, context.presence.seats(viewer.table.game_id), get_locale(request).translations, context.table_service)


def game_view(viewer: Viewer, here: list[int] | None, table_service: TableService) -> GameView:
    """Returns what a seat, or a spectator, may know; ``here`` are the seats of which a page is open, if that is known."""
    table, value = viewer.table, viewer.table.value
    view: dict[str, Any] = table.game.view(viewer.seat).as_dict()
    return GameView(
        game=table.game_id,
        name=value.name,
        version=table.version,
        key_hash=table.match.key_hash,
        asked=seat_number_or_none(table.asked) if table.asked is not None else None,
        asked_since=(table.value.moved or None) if table.asked is not None else None,
        here=None if here is None else [seat_number(seat) for seat in here],
        bots={str(seat_number_or_none(seat_value.seat)): seat_value.agent for seat_value in table.value.seats if seat_value.agent},
        is_over=table.game.is_over,
        rated=value.is_rated,
        ended_by_agreement=cast("Ending | None", table.match.record.ending or None),
        paused=Pause(seat=seat_number(value.pause.seat), since=value.pause.at) if value.pause is not None else None,
        proposal=open_proposal(table),
        clocks=shown_clocks(table, table_service),
        view=View(**view),
    )


def seat_view(viewer: Viewer, here: list[int] | None, translations: NullTranslations, table_service: TableService) -> SeatView:
    """Returns what a seat may know, and all that it can do; ``here`` is as in ``game_view``."""
    table, seat = viewer.table, viewer.seat
    assert seat is not None
    draft = table.draft(seat)
    game = draft.game
    is_asked = game.current_player == seat
    return SeatView(
        **structs.asdict(game_view(viewer, here, table_service)),
        seat=seat_number(seat),
        draft=list(draft.texts),
        partial=draft.partial,
        deferred=[action.text for action in draft.deferred],
        deferrable=[action.text for action in draft.deferrable],
        question=game.question.kind if is_asked and game.question is not None else None,
        legal=[legal_answer(game, action) for action in game.legal_actions] if is_asked else [],
        undoable=table.undoable(seat),
        askable_undo=table.askable_undo(seat),
        preferences=table.value.preferences_of(seat),
        guide=guide_step(table, seat, translations),
        plan=seat_plan(table, seat, translations),
        news=seat_news(table, seat, translations),
    )


def open_proposal(table: Table) -> Proposal | None:
    """Returns the open proposal: who has agreed, who is asked, and how many votes are needed."""
    proposal = proposal_facts(table)
    if proposal is None or not proposal.is_open:
        return None
    return Proposal(
        id=proposal.id,
        kind=proposal.kind,
        seat=seat_number(proposal.seat),
        asked=[seat_number(seat) for seat in proposal.asked],
        agreed=[seat_number(seat) for seat in proposal.agreed],
        refused=[seat_number(seat) for seat in proposal.refused],
        needed=proposal.needed,
        entries=proposal.count or UNSET,
        of=seat_number(proposal.transfer_seat) if proposal.transfer_seat is not None else UNSET,
        bot=proposal.bot or UNSET,
    )


def shown_clocks(table: Table, table_service: TableService) -> Clocks | None:
    clocks = table.value.clocks
    if clocks is None:
        return None
    left, people, now = table_service.times_left(table), playing_people(table_service.store, table), table_service.now()
    seats = [
        SeatClock(
            seat=seat_number(seat),
            left=round(left[seat], 1),
            runs_since=clock.since or None,
            is_out=table.value.is_out_of_time(seat),
            hours=playing_times_of(people[seat], now) if seat in people else UNSET,
        )
        for seat, clock in clocks.seats.items()
    ]
    pace = clocks.pace
    return Clocks(
        pace=pace.id,
        bank=pace.bank,
        increment=round(pace.increment, 1),
        cap=pace.cap,
        takeover=clocks.takeover or None,
        is_waiting=clocks.is_waiting,
        seats=seats,
    )


def legal_answer(game: Game, action: Action) -> LegalAnswer:
    return LegalAnswer(action=action.text, quote=shown_quote(game.quote(action)), projection=projection_data(game.projection(action)))


def shown_quote(quote: ActionQuote) -> Quote:
    return Quote(
        time=quote.time,
        money=quote.money,
        info=quote.info,
        supply=quote.supply,
        gains=dict(quote.gains),
        resolves_in=quote.resolves_in,
    )


def seat_plan(table: Table, seat: int, translations: NullTranslations) -> Plan | None:
    """Returns the planned moves of a seat; None if it has nothing left to plan."""
    plan = table.plan(seat)
    tried = plan.tried
    if tried is None:
        return None
    notes = table.value.notes_of(seat)
    return Plan(
        texts=list(plan.texts),
        acts=notes.acts,
        stopped=plan_stop(table, notes.stop, translations),
        in_draft=sorted(plan.in_draft),
        next=plan.next_step() or None,
        round=tried.round,
        is_next_round=tried.is_next_round,
        left_open=list(tried.left_open),
        start=Amounts(**tried.start.as_dict()),
        steps=[planned_move(step) for step in tried.steps],
        then=Amounts(**tried.then.as_dict()) if tried.then is not None else None,
        then_left_open=list(tried.then_left_open),
        possible=[action.text for action in tried.possible],
    )


def planned_move(step: TriedMove) -> PlannedMove:
    is_tried = not step.is_left_open
    return PlannedMove(
        text=str(step.move),
        action=step.action.text,
        is_left_open=step.is_left_open,
        refusal=Refusal(code=step.refusal.code, sentence=str(step.refusal)) if step.refusal is not None else None,
        quote=shown_quote(step.before.quote(step.action)) if is_tried else None,
        projection=projection_data(step.before.projection(step.action)) if is_tried else None,
        after=Amounts(**step.after.as_dict()),
    )


def plan_stop(table: Table, stop: StoredStop | None, translations: NullTranslations) -> PlanStop | None:
    if stop is None:
        return None
    sentence = stop_sentence(table.game.ruleset, stop.code, stop.text, stop.refusal, translations)
    return PlanStop(code=stop.code, action=stop.text or None, version=stop.version, sentence=sentence)


def seat_news(table: Table, seat: int, translations: NullTranslations) -> News:
    """Returns what is new to a seat: since which version (None: it has not looked yet), a sentence for each event, and the same in steps, in a language."""
    since = last_looked(table, seat)
    new = news(table, seat)
    lines = [
        NewsLine(
            entry=entry.entry,
            round=entry.round,
            phase=entry.phase,
            seat=seat_number_or_none(entry.event.seat),
            kind=entry.event.kind,
            sentence=event_sentences(entry.event, table.history.game, translations, table.value.departures)[0],
        )
        for entry in (table.history.events[index] for index in new)
        if not isinstance(entry.event, HEADINGS)
    ]
    log = lines_of_phases(table.history, table.version, new, translations, table.value.departures)
    steps = news_steps(table.game, seat, translations, log, new)
    return News(since=since, lines=lines, steps=[news_step(step) for step in steps])


def news_step(step: RecapStep) -> NewsStep:
    return NewsStep(
        of=step.id,
        title=step.title,
        round=step.round,
        phase=step.phase,
        entry=step.entry,
        step=step.index,
        sentences=list(step.sentences),
        changes={change.icon: [change.before, change.after] for change in step.changes},
    )


def guide_step(table: Table, seat: int, translations: NullTranslations) -> Guide | None:
    step = table.guide(seat)
    if step is None:
        return None
    return Guide(
        id=step.id,
        title=translations.gettext(step.title),
        text=f"{step.sentence(translations)} {step.note_sentence(translations)}".strip(),
        moves=list(step.moves),
        place=step.place,
        number=step.number,
        count=step.count,
    )


def seat_arrival(row: SeatLink) -> SeatArrival:
    seat_value = row.seat_value
    return SeatArrival(
        seat=seat_number(seat_value.seat),
        name=seat_value.name,
        colour=seat_value.colour,
        automa=seat_value.automa or None,
        has_come=row.arrival in ("here", "came"),
        is_here=row.arrival == "here",
        is_bot=row.mark == "bot",
        mark=row.mark,
        link=row.link or UNSET,
    )


def created_seats(table: Table) -> list[CreatedSeat]:
    """Returns the seats of a new table with their tokens, which only its creator is told."""
    return [
        CreatedSeat(
            seat=seat_number(seat_value.seat),
            name=seat_value.name,
            colour=seat_value.colour,
            automa=seat_value.automa or None,
            token=seat_value.token if seat_value.is_human else UNSET,
        )
        for seat_value in table.value.seats
    ]


def created_table(table: Table) -> CreatedTable:
    return CreatedTable(game=table.game_id, link=f"/g/{table.game_id}", seats=created_seats(table))
