"""Pictures of a game: as text, as SVG and as pixels. It alone uses ``presentation`` here, and only when asked to."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from .episode import BadEnvironmentSetting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundfloor.engine.game import Game

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""``human`` prints the text, ``ansi`` returns it, ``svg`` returns the picture, ``rgb_array`` its pixels."""
LANGUAGE = "en"


def require_render_mode(mode: str | None) -> str | None:
    """Returns the mode; raises BadEnvironmentSetting, which names all modes, for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadEnvironmentSetting(f"The render mode can be {', '.join(RENDER_MODES)}, not '{mode}'.")
    return mode


def render(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Returns the game in a mode; None for ``human``, which is printed, and for no mode."""
    if mode is None:
        return None
    if mode == "svg":
        return as_svg(game)
    if mode == "rgb_array":
        return as_pixels(game)
    text = as_text(game)
    if mode == "ansi":
        return text
    print(text)
    return None


def as_text(game: Game) -> str:
    """Returns tracks, city, companies and the question, as the terminal prints them."""
    from groundfloor.presentation.plain_text import city_lines, company_line, question_lines, track_lines
    from groundfloor.presentation.translations import translations_of
    from groundfloor.presentation.view import TableView

    view = TableView.of_position(game, game.current_player, LANGUAGE, translations_of(LANGUAGE))
    lines = [*track_lines(view), *city_lines(view), *(company_line(view, seat) for seat in game._state.popularity_order)]
    if game.asked_seat >= 0:
        lines += question_lines(view, game.seats[game.asked_seat].name)
    return "\n".join(lines)


def as_svg(game: Game) -> str:
    """Returns the picture of everybody's prestige as it stands: a building for each, a storey for each source of prestige."""
    from groundfloor.presentation.pictures.game_picture import game_picture
    from groundfloor.presentation.translations import translations_of
    from groundfloor.presentation.view import TableView

    title = "" if game.is_over else f"Round {max(game._state.round, 1)} of {len(game.ruleset.stage_by_round)}"
    return game_picture(TableView.of_position(game, None, LANGUAGE, translations_of(LANGUAGE)), title)


def as_pixels(game: Game) -> NDArray[np.uint8]:
    """Returns the picture as an array of height × width × 3 bytes."""
    from PIL import Image

    from groundfloor.presentation.pictures.png import png

    with Image.open(BytesIO(png(as_svg(game)))) as picture:
        return np.array(picture.convert("RGB"))
