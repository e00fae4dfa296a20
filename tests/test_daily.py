"""The city of the day: the same game for everybody, and a record that says which day it is."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta

import pytest

from groundfloor import Match, city_of_the_day, read_record, ruleset, verify
from groundfloor.daily import FIRST_DAY, OPPONENTS, UnknownDay, is_day_of, key_of_day, parse_day, playable_day
from groundfloor.engine.errors import BadRecord, ImpossibleTable
from groundfloor.engine.record import CHANCE, purpose_of
from tests.support.play import play_match

DAY = date(2026, 11, 22)


def draws(match: Match, kind: str) -> list[str]:
    return [entry.text for entry in match.record.active_entries() if entry.seat == CHANCE and entry.text.startswith(f"{kind} ")]


def test_key_is_the_documented_hash() -> None:
    """docs/record.md and docs/api.md promise it; a change of it changes every city of the day."""
    text = f"groundfloor city of the day 2026-11-22 second {ruleset('second').revision}"
    assert city_of_the_day(DAY).key == hashlib.sha256(text.encode()).digest() == key_of_day(DAY, ruleset("second").revision)


def test_everybody_meets_the_same_forecast_however_they_play() -> None:
    matches = [
        play_match(city_of_the_day(DAY).match(name, opponent), seed) for seed, opponent in enumerate(OPPONENTS * 2) for name in ("Ann",)
    ]
    for kind in ("specialty", "back", "front"):
        assert len({tuple(draws(match, kind)) for match in matches}) == 1, kind
    assert len({tuple(str(entry) for entry in match.record.entries) for match in matches}) == len(matches)


def test_specialty_is_that_of_the_game_against_each_opponent() -> None:
    for days in range(10):
        city = city_of_the_day(DAY + timedelta(days))
        games = [city.match("Ann", opponent).game for opponent in OPPONENTS]
        assert {game.ruleset.specialties[game._state.players[0].specialty].id for game in games} == {city.specialty}


def test_days_differ() -> None:
    cities = [city_of_the_day(DAY + timedelta(days)) for days in range(30)]
    assert len({city.key for city in cities}) == 30 and len({city.specialty for city in cities}) > 3


def test_only_the_three_automas_are_opponents() -> None:
    with pytest.raises(ImpossibleTable, match="pei, gropius, hadid"):
        city_of_the_day(DAY).match("Ann", "greedy")


def test_record_names_its_day_and_is_verified() -> None:
    match = play_match(city_of_the_day(DAY).match("Ann", "pei"), 1)
    text = match.record.format()
    assert text.startswith("groundfloor record 1\n") and "\ntable day 2026-11-22\n" in text and purpose_of(text) == "day"
    record = read_record(text)
    assert record.format() == text and record.day == "2026-11-22" and not record.is_free
    assert verify(record) == record.draw_count() > 0 and is_day_of(record)
    assert record.prefix(3).day == record.day


def test_draw_of_another_key_is_found() -> None:
    match = play_match(city_of_the_day(DAY).match("Ann", "pei"), 1)
    other = city_of_the_day(DAY + timedelta(1))
    record = read_record(
        match.record.format().replace(match.key_hash, other.match("Ann", "pei").key_hash).replace(match.record.key, other.key.hex())
    )
    with pytest.raises(BadRecord, match="the key draws"):
        verify(record)
    assert not is_day_of(record)


def test_resumed_record_is_no_city_of_the_day_any_more() -> None:
    match = play_match(city_of_the_day(DAY).match("Ann", "pei"), 1, answers=4)
    resumed = Match.resume(read_record(match.record.format()), b"a key of somebody else")
    assert is_day_of(match.record) and not is_day_of(resumed.record)
    assert verify(play_match(resumed, 2).record) > 0


def test_only_days_that_have_begun_can_be_played() -> None:
    assert playable_day("today", DAY) == DAY == playable_day("2026-11-22", DAY) and playable_day(FIRST_DAY.isoformat(), DAY) == FIRST_DAY
    for text in ("2026-11-23", (FIRST_DAY - timedelta(1)).isoformat(), "tomorrow", "20261122", "2026-W47-7"):
        with pytest.raises(UnknownDay):
            playable_day(text, DAY)
    assert parse_day("2030-01-01") == date(2030, 1, 1)
