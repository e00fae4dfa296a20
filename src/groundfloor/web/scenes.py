"""Scenes: what one pair of eyes may see of a table, ready to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ..locales.telling import tell, tell_refusal
from .board.changes import changes
from .board.scene import Control, LogLine, Scene

if TYPE_CHECKING:
    from collections.abc import Collection
    from gettext import NullTranslations

    from ..engine.game import Game
    from ..tables import Chronicle, Sketch, Table
    from .pages import Reader

Lines = dict[str, list[LogLine]]


class Scenes:
    """Makes scenes; the sentences of a log are made once in each language."""

    def __init__(self) -> None:
        self._lines: WeakKeyDictionary[Chronicle, Lines] = WeakKeyDictionary()

    def now(self, table: Table, seat: int | None, reader: Reader, own: Collection[int] = ()) -> Scene:
        """The table as it stands, with the tentative line of the seat; ``own`` are all seats of the page, each of which may undo."""
        with table.lock:
            settled = table.game.copy()
            sketch = table.sketch(seat) if seat is not None else None
            is_asked = seat is not None and table.asked == seat
            wishes = table.wish(seat if seat is not None else -1)
            return Scene(
                game=(sketch.beyond or sketch).game if sketch is not None else settled,
                settled=settled,
                seat=seat,
                language=reader.language,
                words=reader.words,
                table=table.public,
                name=table.name,
                version=table.version,
                entry=table.version,
                pencilled=sketch.actions if sketch is not None else (),
                waiting=sketch.waiting if sketch is not None else (),
                picked=sketch.picked if sketch is not None else "",
                asking=sketch.stops[max(0, sketch.place(sketch.picked))] if sketch is not None and sketch.picked else None,
                is_asked=is_asked,
                undoable=max((table.undoable(each) for each in own), default=0),
                confirms_itself=wishes.confirms_itself,
                skips_hiring=wishes.skips_hiring,
                skips_firing=wishes.skips_firing,
                controls=controls(sketch, reader.words) if sketch is not None and is_asked else {},
                changed=self._changed(table, seat),
                log=self._log(table.chronicle, reader, table.version),
            )

    def at(self, table: Table, seat: int | None, reader: Reader, number: int) -> Scene:
        """The table as it stood after so many entries; nothing can be done there."""
        with table.lock:
            number = max(0, min(number, table.version))
            game = table.chronicle.game_at(number)
            return Scene(
                game=game,
                settled=game,
                seat=seat,
                language=reader.language,
                words=reader.words,
                table=table.public,
                name=table.name,
                version=table.version,
                entry=table.version,
                history=number,
                log=self._log(table.chronicle, reader, number),
            )

    def _changed(self, table: Table, seat: int | None) -> frozenset[str]:
        table.chronicle.follow()
        before = table.chronicle.left_at.get(seat) if seat is not None else None
        return changes(before, table.game.state, seat) if before is not None and seat is not None else frozenset()

    def _log(self, chronicle: Chronicle, reader: Reader, number: int) -> tuple[LogLine, ...]:
        lines = self._lines.setdefault(chronicle, {}).setdefault(reader.language, [])
        chronicle.follow()
        for told in chronicle.told[len(lines) :]:
            sentence, why = tell(told.event, chronicle.game, reader.words)
            lines.append(LogLine(told.entry, told.round, told.phase, told.event, sentence, why, len(lines)))
        return tuple(line for line, is_seen in zip(lines, chronicle.seen_at(number), strict=True) if is_seen)


def controls(sketch: Sketch, words: NullTranslations) -> dict[str, Control]:
    """Every answer to the question that stands, those that could stand in the place of a pencilled one, and remodels after it."""
    conflict = words.gettext("Not possible together with what is pencilled in.")
    found: dict[str, Control] = {}
    whole = sketch.beyond or sketch
    for depth, game in enumerate(whole.stops):
        if whole.is_asked(depth):
            for control in answers(game, words):
                text = control.action.text
                if control.is_legal and not whole.allows(depth, text):
                    control = Control(control.action, control.quote, conflict)
                if control.is_legal or text not in found:
                    found[text] = control
    for action in (*sketch.later, *sketch.waiting):
        if action.text not in found:
            found[action.text] = Control(action, sketch.game.ruleset.remodeling.quote(sketch.game, action), "", is_later=True)
    return found


def answers(game: Game, words: NullTranslations) -> list[Control]:
    """All actions that the question of a position has to do with, legal or with the reason why not."""
    found = []
    for action in game.ruleset.actions:
        refusal = game.refusal(action)
        if refusal is None:
            found.append(Control(action, game.quote(action), ""))
        elif refusal.code != "not_asked":
            found.append(Control(action, game.quote(action), tell_refusal(refusal, words)))
    return found
