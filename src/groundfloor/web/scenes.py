"""Makes scenes: all that one viewer may see of a table, as data for the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import ref

from groundfloor.presentation.board.changes import changes
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.board.scene import Control, LogLine, Scene

from ..engine.round_plan import is_plannable
from ..guide import GuideState
from ..presentation.bots import BotSeat
from ..presentation.log.event_text import format_event, format_refusal
from ..tables import news, state_when_looked
from ..tables.hints import can_have_hints
from .bot_choices import seconds_of
from .byte_cache import ByteCache

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from gettext import NullTranslations

    from ..engine.game import Game
    from ..tables import DraftMoves, EventHistory, Table
    from .pages import RequestLocale

SCENES_BYTES = 16_000_000
LINES_SHARE, FACTS_SHARE = 0.6, 0.3
"""Parts of the memory for the sentences of logs and for the facts that viewers share; the rest is for answers to the question of a position."""
LINE_BYTES, ANSWER_BYTES = 650, 200
"""What a line of the log with its event, and an answer take in memory, about."""
POSITION_FACTS_BYTES, LINE_FACTS_BYTES = 100_000, 250
"""What the shared facts of a position take, and those of each line of its log."""


class Scenes:
    """Makes scenes, and keeps the sentences of the log in each language, what all viewers of a position share, and the answers to its question."""

    def __init__(self, most_bytes: int = SCENES_BYTES) -> None:
        lines, facts = int(most_bytes * LINES_SHARE), int(most_bytes * FACTS_SHARE)
        self.lines: ByteCache[tuple[str, str, str], tuple[ref[EventHistory], dict[int, LogLine]]] = ByteCache(lines)
        self.facts: ByteCache[tuple[str, str, int, str], PublicFacts] = ByteCache(facts)
        self.answers: ByteCache[tuple[str, str, int, str], list[Control]] = ByteCache(most_bytes - lines - facts)

    def public_facts(self, scene: Scene, match: str, *, is_past: bool = False) -> PublicFacts:
        """Returns what all viewers of a scene's table and version see alike in its language; ``match`` is that of its ``DrawingKey``.

        Those of the past are not kept.
        """
        if is_past:
            return PublicFacts(scene)
        key = scene.table, match, scene.version, scene.language
        found = self.facts.get(key)
        if found is None:
            found = PublicFacts(scene)
            self.facts.put(key, found, POSITION_FACTS_BYTES + LINE_FACTS_BYTES * len(scene.log))
        return found

    def now(self, table: Table, seat: int | None, locale: RequestLocale, own: Collection[int] = (), *, shows_plan: bool = False) -> Scene:
        """Returns the table as it is now, with the draft of the seat; ``own`` are all seats of the page, each of which may undo.

        Trying the plan of the round takes long, so a plan without steps is tried only if the page shows it.
        """
        with table.lock:
            scene = self._table_scene(table, table.game.copy(), seat, locale, table.version)
            scene = replace(scene, undoable=max((table.undoable(each) for each in own), default=0))
            return scene if seat is None else self._with_seat(scene, table, seat, locale, shows_plan=shows_plan)

    def at(self, table: Table, seat: int | None, locale: RequestLocale, number: int) -> Scene:
        """Returns the table after so many entries, without any controls."""
        with table.lock:
            number = max(0, min(number, table.version))
            scene = self._table_scene(table, table.history.position_after(number), seat, locale, number)
            return replace(scene, history=number)

    def _table_scene(self, table: Table, game: Game, seat: int | None, locale: RequestLocale, number: int) -> Scene:
        """Returns a position of the table, after so many entries, with nothing that the seat alone has or may do."""
        return Scene(
            game=game,
            settled=game,
            seat=seat,
            language=locale.language,
            words=locale.words,
            table=table.public,
            name=table.name,
            version=table.version,
            entry=table.version,
            log=self._log(table, locale, number),
            purpose=table.match.record.purpose,
            bots=bot_seats(table),
        )

    def _with_seat(self, scene: Scene, table: Table, seat: int, locale: RequestLocale, *, shows_plan: bool) -> Scene:
        """Returns a scene completed by what only the seat has: its draft, its controls, its plan, its guide and what is new to it."""
        draft = table.draft(seat)
        is_asked = table.asked_person == seat
        preferences = table.preferences_of(seat)
        scene = replace(
            scene,
            game=(draft.after_closing or draft).game,
            pencilled=draft.actions,
            deferred=draft.deferred,
            partial=draft.partial,
            asking=draft.positions[max(0, draft.choice_depth(draft.partial))] if draft.partial else None,
            is_asked=is_asked,
            confirms_itself=preferences.confirms_itself,
            skips_hiring=preferences.skips_hiring,
            skips_firing=preferences.skips_firing,
            controls=controls(draft, locale.words, self._confirmed_answers(table, locale)) if is_asked else {},
            changed_spaces=self._changed_spaces(table, seat),
            guide=table.guide(seat) if is_asked else None,
            has_guide=table.is_guided,
            guide_is_left=GuideState.parse(preferences.guide).is_left,
            news=self._news(table, seat, locale),
            can_hint=is_asked and can_have_hints(table),
        )
        can_plan = not table.is_shown and is_plannable(draft.game, seat)
        return with_plan(scene, table, seat, shows_plan=shows_plan) if can_plan else scene

    def _confirmed_answers(self, table: Table, locale: RequestLocale) -> list[Control]:
        """Returns the answers to the question of the confirmed position, the same for every draft."""
        key = table.public, table.match.key_hash, table.version, locale.language
        found = self.answers.get(key)
        if found is None:
            found = answers(table.game, locale.words)
            self.answers.put(key, found, ANSWER_BYTES * len(found))
        return found

    def _changed_spaces(self, table: Table, seat: int) -> frozenset[str]:
        """Returns the ids of the spaces that others have come to since the seat last looked or moved."""
        before = state_when_looked(table, seat)
        return changes(before, table.game.state, seat) if before is not None else frozenset()

    def _news(self, table: Table, seat: int, locale: RequestLocale) -> tuple[LogLine, ...]:
        """Returns the lines of the log that are new to a seat."""
        new = {id(happened.event) for happened in news(table, seat)}
        return tuple(line for line in self._log(table, locale, table.version) if id(line.event) in new) if new else ()

    def _log(self, table: Table, locale: RequestLocale, number: int) -> tuple[LogLine, ...]:
        """Returns the lines of the log that are visible after so many entries; those that only the past shows are not kept."""
        history = table.history
        history.update()
        key = table.public, table.match.key_hash, locale.language
        kept = self.lines.get(key)
        lines = kept[1] if kept is not None and kept[0]() is history else {}
        count = len(lines)
        found: list[LogLine] = []
        for index, is_seen in enumerate(history.visible_at(number)):
            if is_seen:
                line = lines.get(index)
                if line is None:
                    line = log_line(history, index, locale)
                    if number == table.version:
                        lines[index] = line
                found.append(line)
        if len(lines) > count:
            self.lines.put(key, (ref(history), lines), LINE_BYTES * len(lines))
        return tuple(found)


def log_line(history: EventHistory, index: int, locale: RequestLocale) -> LogLine:
    """Returns the line of the log for the event with this index."""
    happened = history.events[index]
    sentence, why = format_event(happened.event, history.game, locale.words)
    return LogLine(
        entry=happened.entry,
        round=happened.round,
        phase=happened.phase,
        event=happened.event,
        sentence=sentence,
        why=why,
        number=index,
    )


def with_plan(scene: Scene, table: Table, seat: int, *, shows_plan: bool) -> Scene:
    """Returns the scene of a seat that can plan, with its plan if the page shows it or the seat has made one."""
    plan = table.plan(seat) if shows_plan or table.notes_of(seat).plan else None
    if plan is None:
        return replace(scene, can_plan=True)
    return replace(
        scene,
        can_plan=True,
        plan=plan.tried,
        planned=plan.texts,
        planned_in_draft=plan.drafted,
        next_planned=plan.next_step(),
    )


def bot_seats(table: Table) -> tuple[BotSeat, ...]:
    """Returns the seats that bots play now."""
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
