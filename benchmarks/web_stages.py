"""Where the computing for a move goes: one thread without HTTP, a table of two seats and two spectators, the answers of one move.

``python benchmarks/web_stages.py [--moves N]`` prints milliseconds of computing, bytes, and the parts of the drawing itself.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundfloor.engine.errors import GroundfloorError
from groundfloor.store import Store
from groundfloor.tables import NewTable, SeatRequest
from groundfloor.web import page_parts, table_drawing
from groundfloor.web.app import create_app
from groundfloor.web.drawn_tables import DrawnTable, OpenPage
from groundfloor.web.pages import load_templates
from groundfloor.web.table_drawing import draw_table, drawing_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.tables import Table
    from groundfloor.web.context import AppContext

STAGES = {
    "facts": (table_drawing, "board_facts"),
    "digests": (page_parts, "digest_of"),
    "scene": (table_drawing, "scene_of"),
}


class Stages:
    """Seconds of computing by answer and stage; what a stage calls that is a stage itself is not counted in it."""

    def __init__(self) -> None:
        self.answer = ""
        self.seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.bytes: dict[str, list[int]] = defaultdict(list)
        self._sums: dict[str, float] = defaultdict(float)
        for name, (module, function) in STAGES.items():
            setattr(module, function, self.timed(name, getattr(module, function)))

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the same function, whose time is added to a stage."""

        def done(*given: Any, **named: Any) -> Any:
            began = time.thread_time()
            try:
                return work(*given, **named)
            finally:
                self._sums[name] += time.thread_time() - began

        return done

    def begin(self, answer: str) -> None:
        """Begins the measurement of the next answer."""
        self.answer = answer
        self._sums.clear()

    def end(self, drawing: float, body: float, size: int) -> None:
        """Ends the measurement of an answer: its drawing took so long, its text with compression so long."""
        for name in STAGES:
            self.seconds[self.answer, name].append(self._sums[name])
        self.seconds[self.answer, "templates"].append(drawing - sum(self._sums.values()))
        self.seconds[self.answer, "text, gzip"].append(body)
        self.seconds[self.answer, "all"].append(drawing + body)
        self.bytes[self.answer].append(size)


class Page:
    """An open page, which says which parts it has."""

    def __init__(self, seat: int | None, language: str) -> None:
        self.seat, self.language = seat, language
        self.drawing = ""

    def draw(self, context: AppContext, table: Table, stages: Stages, answer: str) -> None:
        """Draws the page anew."""
        own = () if self.seat is None else (self.seat,)
        stages.begin(answer)
        began = time.thread_time()
        key = drawing_key(table, self.seat, own, self.language, None)
        drawn: DrawnTable = draw_table(context.caches.scenes, context.caches.parts, table, key)[1]
        drawing, began = time.thread_time() - began, time.thread_time()
        body = context.caches.drawn_tables.body(drawn, OpenPage("/s/page", "token", self.drawing, takes_gzip=True))
        stages.end(drawing, time.thread_time() - began, len(body.content))
        self.drawing = drawn.id


def play(context: AppContext, moves: int, stages: Stages, dice: random.Random) -> None:
    """Plays so many moves at six tables, the first fifth of them to warm up."""
    tables, pages = [], []
    for _ in range(6):
        tables.append(context.host.add(context.host.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))))
        pages.append([Page(0, "en"), Page(1, "de"), Page(None, "en"), Page(None, "de")])
    for number in range(moves):
        if number == moves // 5:
            stages.seconds.clear()
            stages.bytes.clear()
        table, opened = tables[number % 6], pages[number % 6]
        seat = table.asked
        if seat is None:
            continue
        text = dice.choice([action.text for action in table.game.legal_actions])
        operate(context, table, stages, "pencilled", lambda t, seat=seat, text=text: t.pick(seat, text, t.version))  # type: ignore[misc]
        opened[seat].draw(context, table, stages, "pencilled")
        try:
            operate(context, table, stages, "confirmed", lambda t, seat=seat: t.confirm(seat, t.version))  # type: ignore[misc]
        except GroundfloorError:  # a choice that is not finished
            continue
        opened[seat].draw(context, table, stages, "confirmed")
        opened[1 - seat].draw(context, table, stages, "other seat")
        opened[2].draw(context, table, stages, "spectator")
        opened[3].draw(context, table, stages, "spectator, other language")


def operate(context: AppContext, table: Table, stages: Stages, answer: str, work: Callable[[Table], None]) -> None:
    """Runs one operation and stores it."""
    began = time.thread_time()
    with context.host.operation(table.public) as opened:
        work(opened)
    stages.seconds[answer, "rules, store"].append(time.thread_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=150)
    given = parser.parse_args()
    load_templates()
    stages, names = Stages(), ("rules, store", "scene", "facts", "digests", "templates", "text, gzip", "all")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        play(create_app(store).state.context, given.moves, stages, random.Random(3))
        store.close()
    print("| ms | " + " | ".join(names) + " | kB |\n| --- |" + " ---: |" * (len(names) + 1))
    for answer in dict.fromkeys(answer for answer, _ in stages.seconds):
        cells = [f"{statistics.mean(stages.seconds[answer, name] or [0]) * 1000:.1f}" for name in names]
        print(f"| {answer} | " + " | ".join(cells) + f" | {statistics.mean(stages.bytes[answer]) / 1000:.1f} |")


if __name__ == "__main__":
    main()
