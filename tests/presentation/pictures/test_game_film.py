"""The film of a game to share: it grows to the result, says the round, and has a limit."""

from __future__ import annotations

from pathlib import Path

from groundfloor import read_record
from groundfloor.presentation.pictures import game_film
from groundfloor.presentation.pictures.game_film import MAX_FRAMES, film_frames, points_of

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = read_record((GOLDEN / "second-gropius-random.gfr").read_text("utf-8"))


def test_moments_grow_to_what_was_built() -> None:
    frames = film_frames(RECORD)
    assert [frame.round for frame in frames] == sorted(frame.round for frame in frames)
    assert {frame.round for frame in frames} == set(range(1, 8))
    for seat in range(3):
        points = [points_of(frame.scores[seat]) for frame in frames]
        assert points == sorted(points) and points[0] < points[-1]
    end = {score.seat: score for score in RECORD.replay().scores()}
    assert [points_of(score) for score in frames[-1].scores] == [points_of(end[seat]) for seat in range(3)]


def test_only_so_many_frames_are_made() -> None:
    assert len(film_frames(RECORD)) <= 4 * MAX_FRAMES and game_film.LAST > game_film.FRAME
