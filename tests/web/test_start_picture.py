"""The picture of the start page is a round of a real game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

import groundfloor.web
from groundfloor.editions import ruleset
from groundfloor.engine.record import Record
from groundfloor.engine.state import CONDUCT, SCHEDULE
from groundfloor.presentation.board.buildings import occupants
from groundfloor.web.start_picture import ROUND, recorded_round
from groundfloor.web.style_sheets import MOST_BEATS


def positions(phase: int) -> list[dict[str, int]]:
    """Returns who stands where at each position of a phase of the round."""
    text = (Path(groundfloor.web.__file__).parent / "start_picture.gfr").read_text("utf-8")
    games = (game for game, _, _ in Record.parse(text, ruleset).positions())
    return [
        {space.removeprefix("space-"): seat for space, seat in occupants(game.state).items() if seat >= 0}
        for game in games
        if game.state.round == ROUND and game.state.phase == phase
    ]


def test_picture_without_motion_is_the_position_before_phase_four() -> None:
    shown = {item.place: item.seat for item, span in recorded_round()[1] if item.kind == "marker" and span.is_still}
    assert shown == positions(SCHEDULE)[-1] and len(shown) > 20


def test_every_beat_of_the_picture_is_a_position_of_the_game() -> None:
    spans = [(item, span) for item, span in recorded_round()[1] if item.kind == "marker"]
    beats = max(span.leaves for _, span in recorded_round()[1])
    assert beats <= MOST_BEATS
    real = [*positions(SCHEDULE), *positions(CONDUCT)]
    for beat in range(beats):
        assert {item.place: item.seat for item, span in spans if span.comes <= beat and not 0 < span.leaves <= beat} in real


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_picture_moves_only_if_motion_is_welcome(browser: Browser, server: str, motion: str) -> None:
    context = browser.new_context(locale="en", reduced_motion=motion)  # type: ignore[arg-type]
    tab = context.new_page()
    tab.goto(server)
    running = "document.querySelector('.picture').getAnimations({ subtree: true }).length"
    switch = tab.get_by_label("Play the round")
    assert switch.is_visible() == (motion != "reduce") and bool(tab.evaluate(running)) == (motion != "reduce")
    if motion != "reduce":
        switch.uncheck()
        assert not tab.evaluate(running)
    context.close()
