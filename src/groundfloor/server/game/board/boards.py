"""Boards: a table as one viewer sees it, as regions, and the text that brings an open page up to date.

The answer to a move, a fetched board and a pushed one are the same text: the state of the table, the list of all regions with their digests, and the
whole HTML of those that the page does not show.
"""

from __future__ import annotations

import gzip
from dataclasses import astuple, dataclass
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from markupsafe import Markup

from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.board.replay_bar import replay_bar
from groundfloor.presentation.view.of_table import table_view
from groundfloor.presentation.view.table_texts import TableTexts

from ...http.byte_cache import ByteCache
from ...http.metrics import NoMetrics
from ...http.rendering import environment
from ...http.threads import yield_to_moves
from .board_regions import BoardViewer, SharedRegions, board_regions, frame_of, shown_parts
from .regions import Region, RegionCache, RegionSetting, digest_of, region_list

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from groundfloor.presentation.view import TableView
    from groundfloor.table import Table
    from groundfloor.table.clocks import ClockFacts
    from groundfloor.table.value import PersonMark

SHARED_PART = 0.5
"""Part of the memory for what all viewers of a table see alike; the rest is that of rendered regions."""
POSITION_BYTES = 150_000
"""About how many bytes the shared regions of a position take."""
LARGE_GZIP_LEVEL = 3
"""The compression level: takes less than half the time of level 6, and makes a whole board about a sixth longer."""
SMALL_GZIP_LEVEL = 6
SMALL_BYTES = 200_000
"""Bytes up to which ``SMALL_GZIP_LEVEL`` is used, as for all that a move changes."""
SMALLEST_GZIP = 600


@dataclass(frozen=True)
class TableState:
    """The state of a table that the scripts of a page read: attributes of its element ``#table``."""

    game: str
    version: int
    seat: int | None
    draft: str
    draft_places: str
    title: str
    history: int | None
    parts: str
    """Parts of the page that change its layout."""
    steps: str
    """What a page plays before it shows the board, by entry and step; a move of somebody else is brief: ``18:1~ 19:1 19:2``. Of the past, the steps of its entry."""
    is_by_click: bool
    """Each step waits for a click, as long as the guide is there."""


@dataclass(frozen=True)
class Board:
    """A table as one viewer sees it. Of the past (``is_kept`` is False) nothing is kept."""

    state: TableState
    regions: tuple[Region, ...]
    setting: RegionSetting
    frame: dict[str, object]
    name: str
    is_asked: bool
    is_kept: bool

    @cached_property
    def id(self) -> str:
        """Identifies what the board shows."""
        return digest_of((astuple(self.state), self.digests))

    @cached_property
    def digests(self) -> tuple[str, ...]:
        return tuple(region.digest for region in self.regions)


@dataclass(frozen=True)
class BoardRequest:
    """Which board of a table is wanted: whose, in which language, with what else that page has.

    ``history`` is the entry that is looked at (None: the present), ``step`` the step of it that is shown (0: all are); ``shows_plan``: the page
    shows the plan of the round.
    """

    language: str
    seat: int | None
    viewer: BoardViewer
    history: int | None = None
    step: int = 0
    shows_plan: bool = False


class SharedBoard:
    """What all viewers of a table see alike in one language: its texts, and the regions of its board as it is now. ``lock`` is held while the texts grow."""

    def __init__(self, texts: TableTexts) -> None:
        self.texts = texts
        self.lock = RLock()
        self._regions: SharedRegions | None = None

    @property
    def memory_bytes(self) -> int:
        """About how many bytes it takes in memory."""
        return POSITION_BYTES + self.texts.memory_bytes

    def regions_of(self, view: TableView) -> SharedRegions:
        """Returns the regions of a view; those of the present are kept until the position, or something that everybody sees of the table, changes."""
        if view.moment.entry is not None:
            return SharedRegions(PublicFacts(view))
        kept = self._regions
        if kept is None or kept.public.view.moment.game is not view.moment.game or kept.public.view.public != view.public:
            kept = self._regions = SharedRegions(PublicFacts(view))
        return kept


class Boards:
    """Makes boards and their texts. It keeps what all viewers of a table see alike, and rendered regions; both together take ``most_bytes`` at most.

    ``times`` returns the times of the people at a table with clocks, ``marks`` those of the people at a table of the lobby by seat.
    """

    def __init__(
        self,
        most_bytes: int = 32_000_000,
        metrics: NoMetrics | None = None,
        times: Callable[[Table], tuple[ClockFacts, ...]] = lambda table: (),
        marks: Callable[[Table], Mapping[int, PersonMark]] = lambda table: {},
    ) -> None:
        self._metrics = metrics or NoMetrics()
        self._times = times
        self._marks = marks
        self.shared: ByteCache[tuple[str, str, str], SharedBoard] = ByteCache(int(most_bytes * SHARED_PART))
        """By game, key of its draws and language."""
        self.rendered = RegionCache(most_bytes - int(most_bytes * SHARED_PART))

    def board(self, table: Table, asked: BoardRequest) -> Board:
        key = table.game_id, table.match.key_hash, asked.language
        replay: dict[str, object] | None = None
        kept = self.shared.get(key) or SharedBoard(TableTexts(asked.language))
        is_present = asked.history is None and not table.is_record_only
        with kept.lock:
            view = table_view(
                table,
                asked.seat,
                kept.texts,
                asked.viewer.own_seats,
                entry=asked.history,
                step=asked.step,
                shows_plan=asked.shows_plan,
                clocks=self._times(table) if is_present else (),
                marks=tuple((seat, mark) for seat, mark in self._marks(table).items() if mark) if table.value.is_from_lobby else (),
            )
        if is_present:
            self.shared.put(key, kept, kept.memory_bytes)
        else:
            phases = list(table.history.phases_after)
            can_try = table.match.record.is_free
            replay = {"replay": replay_bar(view, phases), "steps": replay_steps(view, phases), "can_try": can_try}
        return view_board(view, kept.regions_of(view), asked.viewer, replay, shows_plan=asked.shows_plan)

    def update(self, board: Board, shown: Collection[str] = ()) -> str:
        """Returns the text that updates a page that shows regions with these digests."""
        with self._metrics.rendering():
            html = [self._html(board, region) for region in board.regions if region.digest not in shown]
        return render_table(board, {"content": Markup("\n".join(html)), "listed": region_list(board.regions)})  # noqa: S704 - rendered by templates, which escape

    def whole(self, board: Board) -> str:
        regions: dict[str, str] = {}
        containers: dict[str, list[str]] = {}
        with self._metrics.rendering():
            for part in board.regions:
                html = regions[part.id] = self._html(board, part)
                containers.setdefault(part.container, []).append(html)

        def region(id: str) -> Markup:
            return Markup(regions.get(id, ""))  # noqa: S704 - rendered by templates, which escape

        def within(container: str) -> Markup:
            return Markup("\n".join(containers.get(container, ())))  # noqa: S704 - rendered by templates, which escape

        facts = {**board.setting.variables, "frame": board.frame, "region": region, "within": within}
        content = environment.get_template("board/board.html").render(facts)
        return render_table(board, {"content": Markup(content), "listed": ""})  # noqa: S704 - rendered by templates, which escape

    def _html(self, board: Board, region: Region) -> str:
        yield_to_moves()
        return self.rendered.html(region, is_kept=board.is_kept)


def view_board(
    view: TableView, shared: SharedRegions, viewer: BoardViewer, replay: dict[str, object] | None = None, *, shows_plan: bool = True
) -> Board:
    regions = tuple(board_regions(view, shared, viewer, replay, shows_plan=shows_plan))
    return Board(
        state=table_state(view, shown_parts(regions)),
        regions=regions,
        setting=shared.setting,
        frame=frame_of(view, viewer.chat),
        name=isolated(view.public.name),
        is_asked=view.own.is_asked,
        is_kept=view.moment.entry is None,
    )


def table_state(view: TableView, parts: Iterable[str]) -> TableState:
    _ = view.translations.gettext
    turn = f"{_('Your turn')} · " if view.own.is_asked else ""
    return TableState(
        game=view.public.game_id,
        version=view.public.version,
        seat=view.own.seat,
        draft=view.own.draft.texts,
        draft_places=",".join(action.text for action in view.own.draft.actions if view.is_in_draft(action.text)),
        title=f"{turn}{isolated(view.public.name)} · {_('Ground Floor')}",
        history=view.moment.entry,
        parts=" ".join(parts),
        steps=" ".join(
            f"{step.entry}:{step.index}{'' if step.is_in_recap else '~'}"
            for step in view.moment.steps
            if view.moment.entry in (None, step.entry)
        ),
        is_by_click=view.own.guide.is_guided and not view.own.guide.is_left,
    )


def render_table(board: Board, facts: dict[str, object]) -> str:
    return environment.get_template("table.html").render({"state": board.state, "board": board.id, **facts})


def compress_for(text: str, *, is_gzip: bool) -> tuple[bytes, bool]:
    """Returns a text as it is sent, and whether it is compressed: for a browser that supports that, unless it is short."""
    content = text.encode()
    if not is_gzip or len(content) < SMALLEST_GZIP:
        return content, False
    return gzip.compress(content, SMALL_GZIP_LEVEL if len(content) <= SMALL_BYTES else LARGE_GZIP_LEVEL, mtime=0), True


def replay_steps(view: TableView, phases: list[tuple[int, int]]) -> dict[str, int]:
    """Returns the entries to which the controls of the replay lead; ``phases`` has round and phase after each entry."""
    here = view.moment.entry if view.moment.entry is not None else view.public.version
    jumps = {
        "first": 0,
        "round_back": _turn(phases, here, -1, 1),
        "phase_back": _turn(phases, here, -1, 2),
        "back": here - 1,
        "forward": here + 1,
        "phase_forward": _turn(phases, here, 1, 2),
        "round_forward": _turn(phases, here, 1, 1),
        "last": view.public.version,
    }
    return {name: number for name, number in jumps.items() if 0 <= number <= view.public.version and number != here}


def _turn(phases: list[tuple[int, int]], here: int, way: int, depth: int) -> int:
    """Returns the next entry in that direction at which a round (depth 1) or a phase (depth 2) begins; -1 if there is none."""
    number = here + way
    while 0 < number < len(phases):
        if phases[number][:depth] != phases[number - 1][:depth]:
            return number
        number += way
    return -1
