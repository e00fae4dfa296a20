"""A table: a match with its seats, their drafts and their preferences. No HTTP, no storage, no clock."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any

from ..engine.record import CANCEL, entries_of_answers
from ..guide import GuideState, first_meeting, hint
from ..table_value import PREFERENCES, Draft, PlanStop, Preferences
from .auto_answers import end_turn, give_auto_answers
from .draft import CLOSING_ANSWERS, SKIPPABLE_QUESTIONS, DraftMoves
from .errors import (
    CannotGiveTime,
    GamePaused,
    NoDraft,
    NothingToUndo,
    NotYourTurn,
    StaleVersion,
    UnknownCommand,
    UnknownPreference,
)
from .operations import ReplacePlan
from .proposals import answer, askable_undo, check_person, human_seats, open_proposal, propose, settle, withdraw_offer
from .rated import depart
from .rights import NO_BOTS_RATED, RESIGN, seat_situation
from .seat_holders import change_player, check_is_played, check_no_bot, check_running, has_had_all_bots
from .seat_notes import SeatPlan, changed_plan, check_can_act

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ..engine.game import Game
    from ..engine.history import EventHistory
    from ..engine.match import Match
    from ..engine.record import Entry
    from ..guide import Hint
    from ..table_value import GameStatus, Proposal, Proposed, SeatNotes, SeatValue, TableValue
    from .operations import GuideWord, PlanChange

TABLE_BYTES = 30_000
"""What a table takes in memory besides its record and history, about."""
MAX_UNDONE_ENTRIES = 1_200
"""Entries that undoing may add to a record, in equal shares of its seats: with the 600 of the longest games it can still be uploaded."""


class Table:
    """A game with its seats: a match, and all else that is kept of it, as ``value``.

    Neither ever changes in place. An operation puts others in their place, of a copy of the table (``copy``): if it raises one of the project's errors, the copy is
    dropped. ``version`` is the number of entries; a move made on another version raises StaleVersion. ``lock`` is held by operations, and by readers that need a
    consistent table. ``lost_seats`` are those that others have taken from their players in this operation, who are told.
    """

    def __init__(self, game_id: str, match: Match, value: TableValue, status: GameStatus = "running") -> None:
        self.game_id = game_id
        self.match = match
        self.value = value
        self.is_record_only = status == "shown"
        match.keep_history()
        self.lost_seats: set[int] = set()
        self.lock = RLock()
        self._position: tuple[Match, Game] | None = None
        self._built_drafts: dict[int, DraftMoves] = {}

    def copy(self) -> Table:
        """Returns a copy for an operation."""
        table = copy(self)
        table.lost_seats = set()
        return table

    def take(self, other: Table) -> None:
        """Has the table be as ``other``, a copy with which an operation has succeeded."""
        self.match, self.value, self._position = other.match, other.value, other._position

    # Reading

    @property
    def game(self) -> Game:
        """The last confirmed position."""
        return self.match.game

    @property
    def history(self) -> EventHistory:
        """The events of the match, and its past positions."""
        return self.match.keep_history()

    @property
    def version(self) -> int:
        """The number of entries of the record."""
        return len(self.match.record.entries)

    @property
    def is_cancelled(self) -> bool:
        """Whether the people at the table have agreed that the game has no result."""
        return self.match.record.ending == CANCEL

    @property
    def memory_bytes(self) -> int:
        """About how many bytes the table takes in memory."""
        return TABLE_BYTES + self.history.memory_bytes

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None if nobody is, as long as the game is paused too."""
        return None if self.is_record_only or self.value.pause is not None else self.game.current_player

    @property
    def open_proposal(self) -> Proposal | None:
        return open_proposal(self)

    def position(self) -> Game:
        """Returns a copy of the last confirmed position, the same object for all who ask at this version; nobody changes it.

        It can be rendered while the table goes on.
        """
        if self._position is None or self._position[0] is not self.match:
            self._position = (self.match, self.game.copy())
        return self._position[1]

    def draft(self, seat: int) -> DraftMoves:
        """Returns the draft of a seat, on the copy of the position (``position``); it is built once."""
        draft = self.value.seats[seat].draft or Draft()
        built = self._built_drafts.get(seat)
        if (
            built is None
            or built.positions[0] is not self.position()
            or (built.stored_texts, built.partial) != (draft.actions, draft.partial)
        ):
            built = self._built_drafts[seat] = DraftMoves.from_texts(self.position(), seat, draft.actions, draft.partial)
        return built

    def plan(self, seat: int) -> SeatPlan:
        """Returns the plan of a seat's round, each step tried after its draft."""
        draft = self.draft(seat)
        return SeatPlan.of(draft.game, seat, self.value.notes_of(seat).plan, draft.texts)

    def undoable(self, seat: int) -> int:
        """Returns how many of the seat's decisions ``undo`` can take back."""
        is_possible = not self.is_record_only and not self.value.seats[seat].agent and not self.has_undone_all(seat)
        if self.value.pause is not None or not is_possible or not self.match.undoable_count(seat):
            return 0
        if not self.match.record.is_free:
            return self.match.undoable_count(seat)
        return sum(entry.seat == seat for entry in self.match.record.active_entries())

    def askable_undo(self, seat: int) -> int:
        """Returns how many entries, others' decisions among them, the seat can ask to take back; 0 if it can't."""
        return askable_undo(self, seat)

    def has_undone_all(self, seat: int) -> bool:
        """Returns whether a seat has used its share of the entries that undoing may add: the undos and what they took back."""
        people = sum(not holder.is_automa for holder in self.value.seats)
        undone = sum(entry.undo_count + 1 for entry in self.match.record.entries if entry.seat == seat and entry.undo_count)
        return undone >= MAX_UNDONE_ENTRIES // max(people, 1)

    @property
    def is_guided(self) -> bool:
        return self.match.record.purpose == "guided" and not self.is_record_only

    def is_advised(self, seat: int) -> bool:
        """Whether a seat of a practice table has asked for advice, also if it is switched off now."""
        return self.can_be_advised and GuideState.parse(self.value.preferences_of(seat).guide).advises

    @property
    def can_be_advised(self) -> bool:
        return self.match.record.purpose == "practice" and not self.is_record_only

    def guide(self, seat: int) -> Hint | None:
        """Returns what the guide says to a seat: a lesson of a guided game, or at other tables with advice what a new kind of question is about."""
        state = GuideState.parse(self.value.preferences_of(seat).guide)
        if state.is_left or not (self.is_guided or self.is_advised(seat)):
            return None
        return (hint if self.is_guided else first_meeting)(self.match.record, self.game, seat, state.skipped)

    @property
    def asked_person(self) -> int | None:
        """The seat of the person who is asked, None if a bot is, or nobody."""
        return self.asked if self.bot_on_turn is None else None

    @property
    def bot_on_turn(self) -> tuple[int, str] | None:
        asked = self.asked
        return (asked, self.value.seats[asked].agent) if asked is not None and self.value.seats[asked].agent else None

    # Operations

    def seat_bot(self, seat: int, bot: str, token: str = "") -> None:
        """Lets a bot play a seat from here on, or a person again (""); the record says so. Its draft is dropped.

        A bot is not asked about the open proposal, which may be carried out by that; ``token`` is as for ``agree``. NotYourSeat at a rated game.
        """
        if self.value.is_rated:
            raise NO_BOTS_RATED.error()
        change_player(self, seat, bot)
        settle(self, token)

    def resign(self, seat: int) -> None:
        """Has a seat lose a rated game at once, against all who stay."""
        RESIGN.check(seat_situation(self, seat))
        depart(self, seat, "left")
        settle(self)

    def end(self, seat: int, *, is_scored: bool) -> None:
        """Ends the game as it stands, with scores or without a result, as ``seat`` and all other people who play agree to. Without result it is not rated."""
        self.change_match(lambda match: match.end(seat, is_scored=is_scored))
        rating = "void" if self.value.is_rated and not is_scored else self.value.rating
        seats = tuple(replace(each, draft=None, notes=each.notes.without_plan()) for each in self.value.seats)
        self.value = replace(self.value, seats=seats, pause=None, rating=rating)

    def renew_link(self, seat: int, token: str) -> None:
        """Gives a seat a new secret token; its old link leads nowhere from here on."""
        if self.value.seats[seat].is_automa:
            raise NotYourTurn("Not possible: an Automa sits here, which needs no link.")
        self.change_seat(replace(self.value.seats[seat], token=token))

    def take_seat(self, seat: int, account: str = "") -> None:
        """Has another person take a seat that is offered, with an ``account`` ("": a guest); the one who had it has it no more."""
        holder = self.value.seats[seat]
        check_running(self)
        if not holder.offer:
            raise NotYourTurn("This seat is not offered any more.")
        change_player(self, seat, "")
        notes = self.value.notes_of(seat).without_plan()
        account = account if self.value.is_from_lobby else ""
        self.change_seat(replace(self.value.seats[seat], token=holder.offer, offer="", account=account, notes=notes, draft=None))
        withdraw_offer(self)
        if self.value.clocks is not None:
            self.value = replace(self.value, clocks=self.value.clocks.with_new_player(seat))
        self.lost_seats.add(seat)

    def answer_for_bot(self, seat: int, text: str, version: int) -> None:
        self._check_version(version)
        if self.bot_on_turn is None or self.asked != seat or all(action.text != text for action in self.game.legal):
            raise NotYourTurn("Not possible now: it is another player’s turn.")
        self._apply_confirmed(seat, (text,))

    def pick(self, seat: int, prefix: str, version: int) -> None:
        """Adds the only legal answer that begins with the prefix to the draft, or the prefix itself if there are several."""
        self.check_turn(seat, version)
        draft = self.draft(seat)
        chosen = draft.choose(" ".join(prefix.lower().split()))
        if chosen is None:
            raise draft.refusal_of(prefix)
        self._store_draft(chosen)
        if chosen.actions and not (chosen.partial or chosen.deferred) and self.value.preferences_of(seat).confirms_itself:
            self._apply_confirmed(seat, chosen.texts, closes=self.game.question_kind not in SKIPPABLE_QUESTIONS)

    def take_back(self, seat: int, version: int) -> None:
        """Takes back the last choice of the draft."""
        self.check_turn(seat, version)
        draft = self.draft(seat)
        if not (draft.actions or draft.partial or draft.deferred):
            raise NoDraft("No move is pencilled in, so there is nothing to take back.")
        self._store_draft(draft.without_last())

    def confirm(self, seat: int, version: int) -> None:
        """Confirms the draft: its actions become entries; chance and Automas follow at once."""
        self.check_turn(seat, version)
        draft = self.draft(seat)
        if draft.partial:
            raise NoDraft("Your choice is not finished: choose how, or take it back.")
        if draft.deferred:
            raise NoDraft("The remodel comes after your decision: choose that first, or take the remodel back.")
        if not draft.actions:
            raise NoDraft("No move is pencilled in, so there is nothing to confirm.")
        closing = draft.closing_answer()
        self._apply_confirmed(seat, (*draft.texts, closing) if closing else draft.texts, closes=True)

    def apply(self, seat: int, texts: tuple[str, ...], version: int) -> None:
        """Applies actions, given by their full texts, without a draft."""
        self.check_turn(seat, version)
        game = self.game.copy()
        for text in texts:
            if game.current_player != seat or all(action.text != text for action in game.legal):
                raise DraftMoves(seat, (game,)).refusal_of(text)
            game.apply(text)
        self._apply_confirmed(seat, texts)

    def undo(self, seat: int, version: int) -> None:
        """Takes back the seat's last confirmed decision, with the end of its turn; the undo is an entry itself."""
        self._check_version(version)
        check_no_bot(self, seat)
        if self.has_undone_all(seat) and self.match.undoable_count(seat):
            raise NothingToUndo("Not possible: you have undone as much as the record of this game can hold. The game itself goes on.")
        if not self.undoable(seat):
            raise NothingToUndo(
                "Not possible: a confirmed move can be undone only until the next draw or another player’s decision, and never after the end."
            )
        active = self.match.record.active_entries()
        last = next(entry for entry in reversed(active) if entry.seat == seat)
        ends_turn = last.text == "end" and self.undoable(seat) > 1
        self.change_match(lambda match: match.undo(seat, entries_of_answers(active, seat, 2 if ends_turn else 1)))
        self.clear_drafts()
        self.stop_undone_plans(active)

    def propose(self, seat: int, what: Proposed, version: int, now: str, token: str = "", away: Collection[int] | None = None) -> None:
        """Proposes something for a seat; ``now`` is the time, in the format of the store.

        ``token`` and ``away`` are as for ``agree``, as nobody else may be asked.
        """
        propose(self, seat, what, version, now, token, away)

    def agree(self, seat: int, proposal: str, now: str, token: str = "", away: Collection[int] | None = None) -> None:
        """Has a seat agree to the open proposal with this id, which is carried out if enough have agreed.

        ``token`` becomes the secret of a seat that is offered to another person, ``away`` are the seats that may be given away (``proposals.answer``).
        """
        answer(self, seat, proposal, now, agrees=True, token=token, away=away)

    def refuse(self, seat: int, proposal: str, now: str) -> None:
        """Has a seat refuse the open proposal with this id, or withdraw its own."""
        answer(self, seat, proposal, now, agrees=False)

    def give_time(self, seat: int, to: int) -> None:
        """Has a seat give time to another one whose time is over; CannotGiveTime if that is not possible."""
        check_person(self, seat)
        if self.value.clocks is None or to == seat or to not in human_seats(self):
            raise CannotGiveTime("Not possible: time is given to another person at a table with clocks.")
        if not self.value.clocks.is_out(to):
            raise CannotGiveTime("Not possible: this player still has time.")
        self.value = replace(self.value, clocks=self.value.clocks.with_new_player(to))
        withdraw_offer(self, to)

    def end_time(self, seat: int, token: str = "") -> None:
        """Ends the time of the seat that is asked: it loses a rated game; else the table's bot takes it over, or the others decide. ``token`` is as for ``agree``."""
        assert self.value.clocks is not None
        clocks = self.value.clocks.run_out(seat)
        self.value = replace(self.value, clocks=clocks)
        if self.value.is_rated:
            depart(self, seat, "time")
        elif clocks.takeover and not has_had_all_bots(self, seat):
            change_player(self, seat, clocks.takeover)
            self.lost_seats.add(seat)
        settle(self, token)

    def is_out_of_time(self, seat: int) -> bool:
        """Returns whether the time of a person is over, so that the others need not ask them."""
        return self.value.clocks is not None and self.value.clocks.is_out(seat) and not self.value.seats[seat].automa

    def set_preference(self, seat: int, preference: str, is_on: bool | None = None) -> None:
        """Switches a preference, to what it is not (None) or so; gives an automatic answer at once if its question is being asked."""
        if preference not in PREFERENCES:
            raise UnknownPreference("There is no preference “%(name)s”.", name=preference)
        preferences = self.value.preferences_of(seat)
        changed: dict[str, Any] = {preference: not preferences.is_on(preference) if is_on is None else is_on}
        self.set_preferences(seat, replace(preferences, **changed))
        self.give_auto_answers()

    def change_plan(self, seat: int, change: PlanChange) -> None:
        """Changes the plan of a seat; possible at any time, whoever is on turn. BadPlan for what can't be planned."""
        self._store_plan(seat, changed_plan(self.game.ruleset, self.value.notes_of(seat).plan, change))

    def set_plan(self, seat: int, texts: Sequence[str]) -> None:
        """Replaces the plan of a seat by these moves."""
        self.change_plan(seat, ReplacePlan(tuple(texts)))

    def stop_plan(self, seat: int) -> None:
        """Has the table make no planned moves of a seat any more."""
        self.change_notes(seat, replace(self.value.notes_of(seat), acts=False, stop=None))

    def start_plan(self, seat: int) -> None:
        """Has the table make the planned moves of a seat, each as soon as the seat is asked for it; the first at once if it is asked now."""
        plan = self.value.notes_of(seat).plan
        check_no_bot(self, seat)
        check_can_act(plan, is_guided=self.is_guided)
        self._store_plan(seat, plan, acts=True)

    def remove_done(self, seat: int, texts: tuple[str, ...]) -> None:
        """Takes the moves that a seat has made off its plan; when the game is over, there are no plans any more."""
        rules = self.game.ruleset
        for holder in self.value.seats:
            if self.game.is_over:
                self.change_notes(holder.seat, holder.notes.without_plan())
            elif holder.seat == seat:
                self.change_notes(seat, holder.notes.without_done(rules, texts))

    def stop_undone_plans(self, before: Sequence[Entry]) -> None:
        """Stops the plans of seats whose decisions are not among the active entries any more: else they would be made again."""
        undone = {entry.seat for entry in before[len(self.match.record.active_entries()) :]}
        for holder in self.value.seats:
            if holder.seat in undone:
                self.change_notes(holder.seat, holder.notes.stopped(PlanStop("undone", self.version)))

    def draft_next_step(self, seat: int, version: int) -> None:
        """Pencils in the next step of the plan that is possible."""
        self.check_turn(seat, version)
        plan = self.plan(seat)
        step = plan.next_step()
        if not step:
            raise NoDraft("No step of the plan is possible now.")
        if not step.startswith("remodel ") and any(action.verb != "remodel" for action in self.draft(seat).actions):
            raise NoDraft("A move is pencilled in already: confirm it, or take it back.")
        self.pick(seat, step, version)

    def mark_seen(self, seat: int, version: int) -> None:
        """Remembers that the seat has looked at everything up to a version."""
        notes = self.value.notes_of(seat)
        self.change_notes(seat, replace(notes, seen=max(notes.seen, min(version, self.version))))

    def set_guide(self, seat: int, word: GuideWord) -> None:
        """Does what a seat asks of its guide: ``next`` (go on from this step), ``leave`` or ``resume``; UnknownCommand where there is none.

        At a practice table ``resume`` also asks for advice the first time.
        """
        state = GuideState.parse(self.value.preferences_of(seat).guide)
        if not (self.is_guided or self.can_be_advised):
            raise UnknownCommand("The guide of a guided game, and of a practice table, knows: next, leave, resume.")
        hint = self.guide(seat)
        skipped = (*state.skipped, hint.id) if word == "next" and hint is not None else state.skipped
        is_left = {"leave": True, "resume": False}.get(word, state.is_left)
        advises = self.can_be_advised and (state.advises or word == "resume")
        self.set_preferences(seat, replace(self.value.preferences_of(seat), guide=GuideState(is_left, skipped, advises).format()))

    def give_auto_answers(self) -> None:
        give_auto_answers(self)

    def set_preferences(self, seat: int, preferences: Preferences) -> None:
        self.change_seat(replace(self.value.seats[seat], preferences=preferences))

    # Helpers

    def change_match(self, change: Callable[[Match], None]) -> None:
        """Has the match go on; the one before stays as it is, as others may be reading it."""
        match = self.match.copy()
        change(match)
        self.match = match

    def apply_texts(self, texts: Sequence[str]) -> None:
        """Applies answers to the match, by their texts."""

        def apply(match: Match) -> None:
            for text in texts:
                match.apply(text)

        self.change_match(apply)

    def change_seat(self, seat: SeatValue) -> None:
        """Puts a seat in the place of the one with its number."""
        self.value = self.value.with_seat(seat)

    def change_notes(self, seat: int, notes: SeatNotes) -> None:
        if notes != self.value.seats[seat].notes:
            self.change_seat(replace(self.value.seats[seat], notes=notes))

    def clear_drafts(self) -> None:
        for holder in self.value.seats:
            if holder.draft is not None:
                self.change_seat(replace(holder, draft=None))

    def _apply_confirmed(self, seat: int, texts: tuple[str, ...], *, closes: bool = False) -> None:
        self.apply_texts(texts)
        self.remove_done(seat, texts)
        if not self.value.seats[seat].automa:
            withdraw_offer(self, seat)
        if closes and texts[-1] not in CLOSING_ANSWERS.values():
            end_turn(self, seat)
        self.clear_drafts()
        self.give_auto_answers()

    def _store_plan(self, seat: int, plan: tuple[str, ...], *, acts: bool = False) -> None:
        check_is_played(self)
        if plan:
            check_running(self)
        self.change_notes(seat, self.value.notes_of(seat).with_plan(self.game, seat, plan, acts=acts))
        self.give_auto_answers()

    def _store_draft(self, draft: DraftMoves) -> None:
        is_empty = not (draft.actions or draft.partial or draft.deferred)
        self.change_seat(replace(self.value.seats[draft.seat], draft=None if is_empty else Draft(draft.stored_texts, draft.partial)))
        self._built_drafts[draft.seat] = draft

    def _check_version(self, version: int) -> None:
        check_is_played(self)
        if self.value.pause is not None:
            raise GamePaused("The game is paused. Nobody can move until it is resumed.")
        if version != self.version:
            raise StaleVersion("The game has moved on since you last saw it. This is how it stands now; your move was not made.")

    def check_turn(self, seat: int, version: int) -> None:
        """Raises StaleVersion, GamePaused or NotYourTurn if a seat can't move now."""
        self._check_version(version)
        check_running(self)
        if self.asked != seat:
            name = self.value.seats[self.asked].name if self.asked is not None else "–"
            raise NotYourTurn("Not possible now: it is %(name)s’s turn.", name=name)
        check_no_bot(self, seat)
