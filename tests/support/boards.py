"""Views of made-up positions, and their pages as a server would send them."""

from __future__ import annotations

import atexit
import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from groundfloor.editions import ruleset
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import DraftView, LogLine, Moment, OwnView, PublicView, TableView
from groundfloor.presentation.view.answers import answers, controls
from groundfloor.server.game.board.board_regions import SCRIPTS, BoardViewer, SharedRegions
from groundfloor.server.game.board.boards import Boards, view_board
from groundfloor.server.pages.rooms import files
from groundfloor.server.pages.style_sheets import SERVED, join_sheets
from groundfloor.table.drafts import DraftMoves
from tests.support.biased_players import BiasedPlayer

SEATS = (Seat("Ann", colour="red"), Seat("Ben", colour="blue"), Seat("Gropius", "gropius", "amber"), Seat("Mara", colour="green"))
PLAYER = BiasedPlayer(
    {
        "buy": 60,
        "hire": 2,
        "training": 40,
        "factory": 12,
        "construction": 40,
        "agency": 8,
        "consulting": 8,
        "meeting_room": 5,
        "fire": 1,
        "none": 1,
    },
    other=3,
)
SIX = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")
BOARDS = Boards()
"""Rendered regions, shared by all pages as those of a server."""
Wanted = Callable[[Game], bool]
Told = tuple[int, int, int, Event]


def played(
    seed: int, wanted: Wanted, seats: tuple[Seat, ...] = SEATS, rules: str = "second", options: dict[str, str] | None = None
) -> tuple[Game, list[Told]]:
    """Returns a game of players that like to build and get something each round, up to a wanted position, and what was told on the way."""
    dice = random.Random(seed)
    game = Game(ruleset(rules), seats, options)
    told: list[Told] = []
    entry, gifts = 0, 1
    while not game.is_over and not wanted(game):
        game.journal = journal = Journal()
        entry += 1
        if game._state.round > gifts:
            gifts = game._state.round
            for player in game._state.players:
                player.money, player.info = player.money + 9, player.info + 8
        game.apply(PLAYER.choose(game, dice))
        told += [(entry, game._state.round, game._state.phase, event) for event in journal.events]
        game.journal = None
    return game, told


def view_of(
    game: Game, told: list[Told], seat: int | None, pencil: tuple[str, ...] = (), partial: str = "", language: str = "en"
) -> TableView:
    translations = translations_of(language)
    draft = DraftMoves.from_texts(game, seat if seat is not None else -1, pencil, partial)
    is_asked = game.current_player is not None and game.current_player == seat
    lines = tuple(
        LogLine(entry, round, phase, event, *format_event(event, game, translations), n)
        for n, (entry, round, phase, event) in enumerate(told)
    )
    own = OwnView(
        seat,
        DraftView(
            draft.game,
            draft.actions,
            draft.positions,
            partial=draft.partial,
            asking=draft.positions[max(0, draft.choice_depth(draft.partial))] if draft.partial else None,
        ),
        is_asked=is_asked,
        undoable=1,
        controls=controls(draft, translations, answers(draft.positions[0], translations)) if is_asked else {},
    )
    version = told[-1][0] if told else 0
    return TableView(PublicView("example", "Tuesday table", version), own, Moment(game, log=lines), language, translations)


def page_of(view: TableView) -> str:
    """Returns the page of a view, as the server would send it."""
    sheet = join_sheets(SERVED["board.css"]).replace('url("vendor/', f'url("{locate("vendor")}/')
    scripts = "".join(f'<script type="module" src="{locate(name)}"></script>' for name in SCRIPTS)
    table = BOARDS.whole(view_board(view, SharedRegions(PublicFacts(view)), BoardViewer("/s/example")))
    return (
        f'<!doctype html><html lang="{view.language}" data-theme="light"><head><meta charset="utf-8"><title>{view.public.name}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{sheet}</style>{scripts}</head>'
        f'<body class="playing"><form id="moves">{table}</form></body></html>'
    )


def locate(name: str) -> str:
    return (static_folder() / name).as_uri()


@cache
def static_folder() -> Path:
    """Returns a folder with links to the static files of all rooms, as pages see them; it is there until the process ends."""
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder)
    for name, path in files("static").items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(path)
    return folder


def asks(kind: str, seat: int = 0, round: int = 1, verb: str = "") -> Wanted:
    """Returns a position that asks a seat this, in a round or later, with an answer of this verb if one is named."""

    def wanted(game: Game) -> bool:
        is_asked = game.question_kind == kind and game.current_player == seat and game._state.round >= round
        return is_asked and (not verb or any(action.verb == verb for action in game._legal))

    return wanted


PEOPLE = tuple(
    Seat(name, colour=colour)
    for name, colour in zip(("Ann", "Ben", "Cleo", "Dora", "Emil"), ("red", "blue", "green", "amber", "pink"), strict=True)
)


def view_at(kind: str, pencil: tuple[str, ...] = (), partial: str = "", language: str = "en", seats: tuple[Seat, ...] = SEATS) -> TableView:
    """Returns what the first seat sees where it is asked this in round 3 or later."""
    for seed in range(3, 60):
        game, told = played(seed, asks(kind, 0, 3), seats)
        if not game.is_over:
            return view_of(game, told, 0, pencil, partial, language)
    raise LookupError(kind)
