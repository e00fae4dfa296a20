"""Makes views: all that one viewer may see of a table, as data for the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import ref

from groundfloor.presentation.board.buildings import changed_spaces
from groundfloor.presentation.board.clocks import OverTime
from groundfloor.presentation.board.log import MAX_UNDONE
from groundfloor.presentation.board.news_steps import news_steps
from groundfloor.presentation.board.proposals import ProposalFacts
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.board.round_plan import stop_sentence
from groundfloor.presentation.view import Control, Guidance, LogLine, Moment, NewsStep, OwnView, Planning, PublicView, TableView

from ..engine.round_plan import is_plannable
from ..engine.state import REORGANIZE
from ..guide import GuideState
from ..presentation.bots import BotSeat
from ..presentation.log.event_text import HEADINGS, format_refusal
from ..presentation.log.log_line import log_line
from ..tables import news, state_when_looked
from ..tables.hints import can_have_hints
from ..tables.proposals import asked_about_undo, is_asked_to_agree, is_transferable, needed, voters
from .board.page import SharedRegions
from .bot_choices import FIRST_LEVEL, seconds_of
from .byte_cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from gettext import NullTranslations

    from ..engine.game import Game
    from ..engine.history import EventHistory
    from ..engine.journal import JournalEntry
    from ..tables import DraftMoves, Table
    from .rendering import RequestLocale

SCENES_BYTES = 16_000_000
LINE_BYTES, ANSWER_BYTES = 900, 200
"""What a line of the log with its event takes in memory, also where it is shown, and an answer to the question; about."""
MAX_PLAYED = 16
"""So many entries that a page has missed are played, as ``static/page-state.js`` says."""
POSITION_BYTES = 150_000
"""What the rest of the facts of a position takes."""


class TableFacts:
    """What all viewers of a table see alike in one language, at one version; the lines of the log go on to the next version."""

    def __init__(self, table: Table, lines: dict[int, LogLine]) -> None:
        self.table = ref(table)
        self.version = table.version
        self.lines = lines
        self.answers: list[Control] | None = None
        self.regions: SharedRegions | None = None

    @property
    def memory_bytes(self) -> int:
        """About how many bytes it takes in memory."""
        return POSITION_BYTES + LINE_BYTES * len(self.lines) + ANSWER_BYTES * len(self.answers or ())


class Scenes:
    """Makes views, and keeps what all viewers of a table see alike in a language: the sentences of its log, the answers to its question, and the
    regions of its board. A later version of the table replaces it. Nothing of the past is kept.
    """

    def __init__(self, most_bytes: int = SCENES_BYTES) -> None:
        self.facts: ByteCache[tuple[str, str, str], TableFacts] = ByteCache(most_bytes)

    def shared_regions(self, view: TableView, match: str) -> SharedRegions:
        """Returns the regions that all viewers of a view's table and version share; ``match`` is the hash of the key of the table's draws."""
        public = view.public
        facts = self.facts.get((public.game_id, match, view.language)) if view.moment.entry is None else None
        if facts is None or facts.version != public.version:
            return SharedRegions(PublicFacts(view))
        if facts.regions is None or facts.regions.public.view.public != public:
            facts.regions = SharedRegions(PublicFacts(view))
        return facts.regions

    def _facts(self, table: Table, locale: RequestLocale) -> TableFacts:
        """Returns the facts of the table as it is now, whose lock the caller holds."""
        key = table.game_id, table.match.key_hash, locale.language
        found = self.facts.get(key)
        if found is None or found.table() is not table or found.version != table.version:
            lines = found.lines if found is not None and found.table() is table else {}
            found = TableFacts(table, lines)
            self.facts.put(key, found, found.memory_bytes)
        return found

    def now(
        self, table: Table, seat: int | None, locale: RequestLocale, own: Collection[int] = (), *, shows_plan: bool = False
    ) -> TableView:
        """Returns the table as it is now, with the draft of the seat; ``own`` are all seats of the page, each of which may undo.

        Trying the plan of the round takes long, so a plan without steps is tried only if the page shows it.
        """
        with table.lock:
            moment = self._moment(table, table.position(), locale, table.version)
            asker = max(own, key=table.askable_undo, default=None) if table.open_proposal is None else None
            own_view = OwnView(
                seat,
                undoable=max((table.undoable(each) for each in own), default=0),
                askable_undo=table.askable_undo(asker) if asker is not None else 0,
                asked_about_undo=asked_about_undo(table, asker) if asker is not None else (),
                proposal=proposal_facts(table, own),
                over_time=over_time(table, own),
            )
            if seat is None:
                new = frozenset(line.number for line in moment.log if line.entry > table.version - MAX_PLAYED)
            else:
                own_view = self._with_seat(own_view, table, seat, locale, shows_plan=shows_plan)
                new = line_numbers(moment.log, news(table, seat))
                own_view = replace(own_view, news=tuple(line for line in moment.log if line.number in new))
            moment = replace(moment, steps=news_steps(moment.game, seat, locale.words, moment.log, new))
            return TableView(public_view(table), own_view, moment, locale.language, locale.words)

    def at(self, table: Table, seat: int | None, locale: RequestLocale, number: int, step: int = 0) -> TableView:
        """Returns the table after ``number`` entries, without controls.

        With a ``step``, from 1, it is as it stood right after that step of the last of these entries, and the log ends there.
        """
        with table.lock:
            number = max(0, min(number, table.version))
            game = with_card_of_round(table.history.position_after(number))
            moment = replace(self._moment(table, game, locale, number), entry=number)
            moment = replace(moment, steps=steps_of_last_entry(moment, seat, locale.words))
            shown = next((each for each in moment.steps if each.entry == number and each.index == step), None)
            guide = Guidance()
            if shown is not None:
                game = with_card_of_round(table.history.position_at_event(shown.shown_at))
                lines = tuple(line for line in moment.log if line.number <= shown.last)
                moment = replace(moment, game=game, log=lines, step=shown)
                if seat is not None:
                    guide = Guidance(is_guided=table.is_guided, is_left=GuideState.parse(table.preferences_of(seat).guide).is_left)
            return TableView(public_view(table), OwnView(seat, guide=guide), moment, locale.language, locale.words)

    def _moment(self, table: Table, game: Game, locale: RequestLocale, number: int) -> Moment:
        """Returns what has happened in ``number`` entries, after which the position stands."""
        return Moment(
            game,
            log=self._log(table, locale, number),
            undone=undone_lines(table.history, locale, number),
            ending=table.match.record.ending if number == table.version else "",
        )

    def _with_seat(self, own: OwnView, table: Table, seat: int, locale: RequestLocale, *, shows_plan: bool) -> OwnView:
        """Returns what the viewer has, completed by what only its seat has: its draft, its controls, its plan and its guide."""
        draft = table.draft(seat)
        is_asked = table.asked_person == seat
        preferences = table.preferences_of(seat)
        own = replace(
            own,
            game=(draft.after_closing or draft).game,
            draft=draft.actions,
            draft_positions=draft.positions,
            deferred=draft.deferred,
            partial=draft.partial,
            asking=draft.positions[max(0, draft.choice_depth(draft.partial))] if draft.partial else None,
            is_asked=is_asked,
            confirms_itself=preferences.confirms_itself,
            skips_hiring=preferences.skips_hiring,
            skips_firing=preferences.skips_firing,
            controls=controls(draft, locale.words, self._confirmed_answers(table, locale)) if is_asked else {},
            changed_spaces=self._changed_spaces(table, seat),
            guide=Guidance(
                table.guide(seat) if is_asked else None,
                table.is_guided,
                table.is_advised(seat),
                GuideState.parse(preferences.guide).is_left,
            ),
            can_hint=is_asked and can_have_hints(table),
        )
        can_plan = not table.is_record_only and is_plannable(draft.game, seat)
        return replace(own, plan=planning(table, seat, locale.words, shows_plan=shows_plan)) if can_plan else own

    def _confirmed_answers(self, table: Table, locale: RequestLocale) -> list[Control]:
        """Returns the answers to the question of the confirmed position, the same for every draft."""
        facts = self._facts(table, locale)
        if facts.answers is None:
            facts.answers = answers(table.game, locale.words)
            self._put(table, locale, facts)
        return facts.answers

    def _changed_spaces(self, table: Table, seat: int) -> frozenset[str]:
        """Returns the ids of the spaces that others have come to since the seat last looked or moved."""
        before = state_when_looked(table, seat)
        return changed_spaces(before, table.game.state, seat) if before is not None else frozenset()

    def _log(self, table: Table, locale: RequestLocale, number: int) -> tuple[LogLine, ...]:
        """Returns the lines of the log after ``number`` entries; those that only the past shows are not kept."""
        is_present = number == table.version
        facts = self._facts(table, locale) if is_present else self.facts.get((table.game_id, table.match.key_hash, locale.language))
        lines = facts.lines if facts is not None and facts.table() is table else {}
        count = len(lines)
        events = table.history.events
        found: list[LogLine] = []
        for index, is_seen in enumerate(table.history.visible_at(number)):
            if is_seen:
                line = lines.get(index)
                if line is None or line.event is not events[index].event:
                    line = log_line(table.history, index, locale.words)
                    if is_present:
                        lines[index] = line
                found.append(line)
        if facts is not None and len(lines) > count:
            self._put(table, locale, facts)
        return tuple(found)

    def _put(self, table: Table, locale: RequestLocale, facts: TableFacts) -> None:
        self.facts.put((table.game_id, table.match.key_hash, locale.language), facts, facts.memory_bytes)


def with_card_of_round(game: Game) -> Game:
    """Returns the position with the card of its round as the current one.

    Where the back of a card is drawn (``RULES V.8``), the next card is the current one already, and the board would show its type with the
    consumers of the last one.
    """
    state = game.state
    if state.phase != REORGANIZE or state.revealed_design < 0 or state.next_forecast >= 0:
        return game
    changed = game.copy()
    changed.state.next_forecast = state.current_forecast
    changed.state.current_forecast = game.ruleset.designs[state.revealed_design].type
    return changed


def line_numbers(log: Iterable[LogLine], events: Iterable[JournalEntry]) -> frozenset[int]:
    """Returns the numbers of the lines of the log about these events."""
    ids = {id(happened.event) for happened in events}
    return frozenset(line.number for line in log if id(line.event) in ids) if ids else frozenset()


def public_view(table: Table) -> PublicView:
    """Returns what everybody at a table sees alike, without the clocks, which whoever stores the table knows."""
    return PublicView(
        table.game_id,
        table.name,
        table.version,
        table.match.record.purpose,
        tuple(table.departures.items()),
        bot_seats(table),
        table.pause.seat if table.pause is not None else None,
        table.moved_at,
    )


def steps_of_last_entry(moment: Moment, seat: int | None, words: NullTranslations) -> tuple[NewsStep, ...]:
    """Returns the steps of the last entry up to a moment that has some, as a seat reads them."""
    last = next((line.entry for line in reversed(moment.log) if not isinstance(line.event, HEADINGS)), -1)
    return news_steps(moment.game, seat, words, moment.log, [line.number for line in moment.log if line.entry == last])


def undone_lines(history: EventHistory, locale: RequestLocale, number: int) -> tuple[LogLine, ...]:
    """Returns the last lines of the log that were undone after ``number`` entries, as many as a page shows."""
    shown = [index for index in history.undone_by(number) if not isinstance(history.events[index].event, HEADINGS)]
    return tuple(replace(log_line(history, index, locale.words), is_undone=True) for index in shown[-MAX_UNDONE:])


def planning(table: Table, seat: int, words: NullTranslations, *, shows_plan: bool) -> Planning:
    """Returns the plan of a seat that can plan, tried if the page shows it or the seat has made one."""
    notes = table.notes_of(seat)
    stop = notes.stop
    found = Planning(is_possible=True)
    if stop is not None:
        said = stop_sentence(table.game.ruleset, stop.code, stop.text, stop.refusal, words)
        found = replace(found, stop_sentence=said, stopped_at=stop.version)
    plan = table.plan(seat) if shows_plan or notes.plan else None
    if plan is None:
        return found
    return replace(found, tried=plan.tried, texts=plan.texts, in_draft=plan.in_draft, next_step=plan.next_step(), acts=notes.acts)


def proposal_facts(table: Table, own: Collection[int] = ()) -> ProposalFacts | None:
    """Returns the open proposal as a page with these seats shows it, or the last one if it was refused and nobody has moved since."""
    proposal = table.proposal
    is_open = table.open_proposal is not None
    if proposal is None or not (is_open or (proposal.refused and proposal.version == table.version)):
        return None
    return ProposalFacts(
        proposal.id,
        proposal.kind,
        proposal.seat,
        proposal.agreed,
        proposal.refused,
        voters(table, proposal),
        needed(table, proposal),
        proposal.count,
        proposal.transfer_seat,
        proposal.bot,
        is_own=proposal.seat in own,
        can_answer=any(is_asked_to_agree(table, seat) for seat in own),
        is_open=is_open,
        ends_rating=table.is_rated and proposal.kind == "cancel",
    )


def over_time(table: Table, own: Collection[int]) -> OverTime | None:
    """Returns whose time is over who is on turn, as a page with these seats shows it; None for nobody's."""
    seat = table.asked_person
    if seat is None or not table.is_out_of_time(seat):
        return None
    can_decide = seat not in own and any(not table.seat_holders[each].automa for each in own)
    bot = FIRST_LEVEL if can_decide and is_transferable(table, seat, "bot") else ""
    return OverTime(seat, seat in own, can_decide, bot)


def bot_seats(table: Table) -> tuple[BotSeat, ...]:
    found = ((holder.seat, holder.agent) for holder in table.seat_holders if holder.agent)
    return tuple(BotSeat(seat, bot, seconds_of(bot)) for seat, bot in found)


def controls(draft: DraftMoves, words: NullTranslations, confirmed: Iterable[Control]) -> dict[str, Control]:
    """Returns every answer to the open question, those that could replace a pencilled one, and remodels after it.

    ``confirmed`` are the answers to the question of the confirmed position.
    """
    conflict = words.gettext("Not possible together with what is pencilled in.")
    found: dict[str, Control] = {}
    whole = draft.after_closing or draft
    for depth, game in enumerate(whole.positions):
        if whole.is_asked(depth):
            for control in answers(game, words) if depth else confirmed:
                text = control.action.text
                if control.is_legal and not whole.allows(depth, text):
                    control = Control(control.action, control.quote, conflict)
                if control.is_legal or text not in found:
                    found[text] = control
    for action in (*draft.deferrable, *draft.deferred):
        if action.text not in found:
            found[action.text] = Control(action, draft.game.ruleset.remodeling.quote(draft.game, action), "", is_later=True)
    return found


def answers(game: Game, words: NullTranslations) -> list[Control]:
    """Returns all actions that belong to a position's question, each legal or with the reason why not."""
    found = []
    for action in game.ruleset.actions:
        refusal = game.refusal(action)
        if refusal is None:
            found.append(Control(action, game.quote(action), ""))
        elif refusal.code != "not_asked":
            found.append(Control(action, game.quote(action), format_refusal(refusal, words)))
    return found
