"""Turning points of finished games: each is a fact of the game's events, and leads to the moment of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from groundfloor import read_record
from groundfloor.engine.city.consulting_firm import MeetingCancelled
from groundfloor.engine.city.retail_outlets import ProductSold, ProductUnsold
from groundfloor.engine.events import Event
from groundfloor.presentation.after_game import GameHistory, TurningPoint, game_history, turning_points
from groundfloor.presentation.after_game.game_history import PastEvent
from groundfloor.presentation.after_game.turning_point_text import sentence
from groundfloor.presentation.after_game.turning_points import MOST, Kind, lost_consumers
from groundfloor.presentation.translations import LANGUAGES, translations_of

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.gfr"))


def history_of(name: str) -> GameHistory:
    return game_history(read_record((GOLDEN[0].parent / f"{name}.gfr").read_text("utf-8")))


def sentences(history: GameHistory, language: str = "en") -> list[str]:
    return [sentence(point, history, translations_of(language)) for point in turning_points(history)]


def test_finished_games_have_many_kinds_and_weightiest_first() -> None:
    for file in GOLDEN[::9]:
        points = turning_points(game_history(read_record(file.read_text("utf-8"))))
        assert 7 <= len(points) <= MOST and len({point.kind for point in points}) >= 6
        assert [point.weight for point in points] == sorted((point.weight for point in points), reverse=True)
        assert points[0].kind in ("decisive_source", "tie")


def test_unfinished_game_has_none() -> None:
    record = read_record(GOLDEN[-1].read_text("utf-8")).prefix(30)
    assert turning_points(game_history(record)) == []


def test_sentences_say_the_facts_of_the_game() -> None:
    history = history_of("second-gropius-random")
    end = history.moments[-1].seats
    assert (end[2].total, end[1].total, end[1].money) == (42, 14, 56)
    said = sentences(history)
    assert said[0] == "Gropius won, 28 prestige points ahead of Ben. What decided it: Floors, 23 against 0."
    assert "Gropius was ahead from the first round to the end." in said
    assert "Ben ended with 50 money unspent, which counted for nothing." in said
    assert "Ann waited for 1 meeting that did not take place, in round 4." in said
    assert "Ben waited in vain too, for 1 meeting in round 7." in said


def test_late_winner_is_not_said_to_have_been_behind_all_the_time() -> None:
    """The facts name who was level or ahead before the last round, perhaps only then."""
    history = history_of("second-3-random")
    point = TurningPoint("lead", 0, 7, 1, 900, {"other": 1, "round": 7, "is_end": 1})
    said = sentence(point, history, translations_of("en"))
    assert said == "Before the last round Ben was level or ahead; only in round 7 did Ann come out in front."


def test_automa_is_not_said_to_have_waited_for_a_meeting() -> None:
    """RULES 8.1.3: an Automa gains no info, so that a meeting is nothing to it."""
    games = [(file, game_history(read_record(file.read_text("utf-8")))) for file in GOLDEN if "gropius" in file.name]
    automas = 0
    for file, history in games:
        automas += sum(not history.has_purse(past.event.seat) for past in history.of_kind(MeetingCancelled))
        points = [point for point in turning_points(history, most=99) if point.kind in ("cancelled_meetings", "liquidated")]
        assert all(history.has_purse(point.seat) for point in points), file.name
    assert automas


def test_winner_is_the_best_of_those_who_stayed() -> None:
    """Of a rated game: in the record below Gropius leads with 42 prestige before Ben, with 14, and Ann, with 10."""
    record = read_record((GOLDEN[0].parent / "second-gropius-random.gfr").read_text("utf-8"))
    [decisive, *_] = turning_points(game_history(record, [2]))
    assert (decisive.kind, decisive.seat, decisive.facts["other"], decisive.facts["margin"]) == ("decisive_source", 1, 0, 4)
    alone = turning_points(game_history(record, [2, 1]))
    assert not {"decisive_source", "tie"} & {point.kind for point in alone} and all(
        point.seat == 0 for point in alone if point.kind == "lead"
    )


def test_who_has_left_is_not_level_with_the_winner() -> None:
    history = replace(history_of("second-gropius-random"), departed=(2,))
    point = TurningPoint("tie", 1, 7, 0, 1000, {"other": 0, "total": 42})
    assert "Gropius" not in sentence(point, history, translations_of("en"))


def test_points_lead_to_the_entry_of_their_event() -> None:
    history = history_of("second-gropius-random")
    entries = {past.entry for past in history.of_kind(MeetingCancelled)}
    points = [point for point in turning_points(history) if point.kind == "cancelled_meetings"]
    assert points and {point.entry for point in points} <= entries


def test_achievement_is_the_one_that_counts_most() -> None:
    found = 0
    for file in GOLDEN[::5]:
        history = game_history(read_record(file.read_text("utf-8")))
        items = [item.points for score in history.game.scores() for item in score.row("achievement")]
        points = [point for point in turning_points(history, most=99) if point.kind == "achievement"]
        found += len(points)
        assert [point.facts["points"] for point in points] == ([max(items)] if items and max(items) > 0 else [])
    assert found


@pytest.mark.parametrize(("language", "name"), [("en", "Marketing Achievement"), ("de", "„Marketing“")])
def test_achievement_is_called_so_once(language: str, name: str) -> None:
    point = TurningPoint("achievement", 0, 6, 1, 100, {"tile": "marketing", "points": 8, "round": 6})
    said = sentence(point, history_of("second-3-random"), translations_of(language))
    assert f" {name} " in said and ":" not in said.partition(name)[0]


def sale(entry: int, seat: int, price: int) -> PastEvent[Event]:
    return PastEvent(entry, 6, 4, ProductSold(seat, "IV.H.1", price, money=price, consumer=entry, consumers=3, behind=()))


def unsold(entry: int, seat: int, price: int) -> PastEvent[Event]:
    return PastEvent(entry, 6, 4, ProductUnsold(seat, "IV.H.1", price=price, consumers=3, sales=()))


def test_lost_consumers_went_to_the_rival_who_sold_most_at_no_higher_price() -> None:
    history = replace(
        history_of("second-3-random"),
        events=(sale(1, 1, 6), sale(2, 1, 8), sale(3, 2, 8), sale(4, 2, 16), sale(5, 2, 16), unsold(6, 0, 12)),
    )
    (point,) = lost_consumers(history)
    assert (point.seat, point.round, point.entry, point.facts["other"], point.facts["consumers"]) == (0, 6, 6, 1, 2)
    said = sentence(point, history, translations_of("en"))
    assert said == "Ann lost 2 consumers to Ben in round 6; 1 product stayed unsold at prices up to 12."


def test_product_that_nobody_could_buy_lost_no_consumer() -> None:
    history = replace(history_of("second-3-random"), events=(unsold(6, 0, 12), sale(7, 1, 16)))
    assert list(lost_consumers(history)) == []


@pytest.mark.parametrize("again", [0, 1])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_put_into_words_in_every_language(language: str, again: int) -> None:
    history = history_of("second-3-random")
    facts: dict[str, int | str] = {
        "other": 1, "margin": 2, "source": "room", "own": 3, "others": 1, "total": 30, "is_end": 0, "points": 4, "what": "money",
        "number": 5, "other_round": 4, "consumers": 2, "products": 1, "price": 8, "count": 2, "money": 9, "rounds": 7, "tile": "skyline", "again": again,
    }  # fmt: skip
    for kind in get_args(Kind):
        point = TurningPoint(kind, 0, 3, 17, 1, facts)
        said = sentence(point, history, translations_of(language))
        assert "Ann" in said and "%(" not in said and said.endswith(".")
