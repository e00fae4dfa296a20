"""The words of ``--seats``."""

from __future__ import annotations

import pytest

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.cli.arguments import BadUsage, SeatSpec, bot_name, parse_seats
from groundfloor.engine.record import is_bot_name
from groundfloor.engine.seats import Seat
from groundfloor.presentation.translations import translations

EN = translations("en")


def test_people_agents_and_automas_are_told_apart() -> None:
    assert parse_seats("you, greedy,automa:pei,you:Ann Lee", EN) == [
        SeatSpec("Player 1", "", is_named=False),
        SeatSpec("greedy 2", "greedy", bot="greedy"),
        SeatSpec("automa:pei", ""),
        SeatSpec("Ann Lee", ""),
    ]


def test_several_people_without_names_have_numbers() -> None:
    assert [place.seat for place in parse_seats("you,random,you", translations("de"))] == ["Spieler 1", "random 2", "Spieler 3"]


@pytest.mark.parametrize("text", ["", "you:", "me", "you,,you", "automa", "automa:"])
def test_unknown_words_are_no_seats(text: str) -> None:
    with pytest.raises(BadUsage, match="A seat is you, you:NAME, automa:pei, .* or a bot. .* Possible are random, greedy"):
        parse_seats(text, EN)


@pytest.mark.parametrize("text", ["random:Ann", "greedy:x"])
def test_unknown_setting_of_a_bot_is_named(text: str) -> None:
    with pytest.raises(BadSpecification, match=f"'{text}' has no setting"):
        parse_seats(f"you,{text}", EN)


def test_bots_with_settings_and_levels_sit_down() -> None:
    table = parse_seats("you,greedy:random_moves=0.5,tycoon", EN)
    assert [(spec.seat, spec.agent) for spec in table[1:]] == [("greedy 2", "greedy:random_moves=0.5"), ("tycoon 3", "tycoon")]
    assert [spec.bot for spec in table] == ["", "greedy-random_moves-0.5", "tycoon"]
    assert is_bot_name(bot_name("program:/opt/größter bot", "größter bot")) and bot_name("a/b.py:Mine:depth=2", "Mine") == "Mine"


def test_an_option_fits_the_seat_of_its_player() -> None:
    you, greedy = parse_seats("you,greedy", EN)
    assert you.fits(Seat("Spieler 1"), "") and not you.fits(Seat("Spieler 1"), "greedy") and not you.fits(Seat("Pei", "pei"), "")
    assert greedy.fits(Seat("greedy 2"), "greedy") and not greedy.fits(Seat("random 2"), "random")
    assert not parse_seats("you:Ann", EN)[0].fits(Seat("Ben"), "")
