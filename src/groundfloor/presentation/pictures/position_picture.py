"""The picture of a position, for notebooks: the city with its markers, and the companies. For a finished game it shows the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import names
from ..areas.registry import presenters
from ..board.people import places_at_the_end
from ..board.phrases import tile_words
from ..plain_text import deck_lines, resources, track_lines
from ..translations import translations_of
from ..view import TableView
from .game_picture import TEMPLATES, game_picture, shorten
from .markers import SHAPES

if TYPE_CHECKING:
    from markupsafe import Markup

    from groundfloor.engine.game import Game

LANGUAGE = "en"
WIDTH, TOP, LINE = 1080, 96, 26
"""Width of the picture, the base line of its first row, and the distance of rows, in pixels."""
CITY, COMPANY = 330, 96
"""Where the spaces of the city begin, and the height of a company."""
LETTERS_OF_LINE = 118


@dataclass(frozen=True)
class Marker:
    """A seat's marker, or a free space, at ``x``."""

    x: int
    colour: str
    shape: Markup | None


@dataclass(frozen=True)
class Row:
    """An area of the city: its spaces in their order, or where it has none what lies on it."""

    y: int
    name: str
    markers: tuple[Marker, ...]
    text: str


@dataclass(frozen=True)
class Company:
    y: int
    name: str
    shape: Markup
    colour: str
    total: int
    lines: tuple[str, ...]
    rooms: tuple[tuple[str, bool], ...]


def position_picture(game: Game) -> str:
    """Returns the position as SVG, in English."""
    view = TableView.of_position(game, None, LANGUAGE, translations_of(LANGUAGE))
    if game.is_over:
        return game_picture(view)
    rows = city_rows(view)
    first = rows[-1].y + 44
    seats = [place.person.seat for place in places_at_the_end(view)]
    companies = [company(view, seat, first + COMPANY * number) for number, seat in enumerate(sorted(seats))]
    return TEMPLATES.get_template("position_picture.svg").render(
        title=title(game),
        lines=[shorten(line, LETTERS_OF_LINE) for line in (track_lines(view)[1], deck_lines(view)[0])],
        rows=rows,
        companies=companies,
        width=WIDTH,
        height=first + COMPANY * len(companies) + 4,
    )


def title(game: Game) -> str:
    """Returns the round, and who is asked."""
    state = game._state
    parts = [f"Round {max(state.round, 1)} of {len(game.ruleset.stage_by_round)}"]
    if game.asked_seat >= 0:
        parts.append(f"{game.seats[game.asked_seat].name} is asked")
    elif game.chance is not None:
        parts.append("a draw is next")
    return " · ".join(parts)


def city_rows(view: TableView) -> list[Row]:
    """Returns a row for each area, from A on."""
    rows = []
    for number, (letter, presenter) in enumerate(zip(names.LETTERS, presenters(view.game.ruleset), strict=False)):
        groups = presenter.markers(view.game._state).values()
        markers: list[Marker] = []
        x = CITY
        for group in groups:
            for seat in group:
                colour = view.game.seats[seat].colour if seat >= 0 else ""
                markers.append(Marker(x, colour, SHAPES[colour] if colour else None))
                x += 28
            x += 20
        text = "" if markers else shorten(" ".join(presenter.contents(view)), LETTERS_OF_LINE * 2 // 3)
        rows.append(Row(TOP + 56 + LINE * number, f"{letter}. {presenter.name(view.translations)}", tuple(markers), text))
    return rows


def company(view: TableView, seat: int, y: int) -> Company:
    game = view.game
    player, person = game._state.players[seat], game.seats[seat]
    rooms = game.ruleset.rooms
    held = (
        resources(view, player)
        if player.deck is None
        else view._("Automa, %(level)s", level=names.full("level", names.LEVEL_OF[person.automa], view.translations))
    )
    built = ", ".join([tile_words(view, tile) for tile in player.floors + player.tenants])
    return Company(
        y=y,
        name=shorten(person.name, 24),
        shape=SHAPES[person.colour],
        colour=person.colour,
        total=next(score.total for score in game.scores() if score.seat == seat),
        lines=tuple(shorten(line, LETTERS_OF_LINE * 3 // 4) for line in (held, built) if line),
        rooms=tuple((names.full("room", room.id, view.translations), bool(is_done)) for room, is_done in zip(rooms, player.remodeled)),
    )
