"""The log's sentences: every kind of event is told, in both languages, in full sentences with the numbers that decided."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.city.advertising_agency import PopularityGained
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.city.construction_company import FloorAdded, NothingBought
from groundfloor.engine.city.consulting_firm import MeetingCancelled
from groundfloor.engine.city.factory import ProductPriced
from groundfloor.engine.city.retail_outlets import ConsumersLeft, ProductDropped, ProductSold, ProductUnsold
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed
from groundfloor.engine.events import EVENTS, Event, GameEnded, MovesTakenBack, SeatTaken, TaskResult
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.kinds import AreaId
from groundfloor.engine.phases.hire import EmployeeHired, HiringDone
from groundfloor.engine.phases.rounds import GameScored
from groundfloor.engine.phases.schedule import TimeSetAside
from groundfloor.engine.phases.setup import EventBegan, SpecialtyReceived
from groundfloor.presentation.log.event_formatter import FORMATTERS
from groundfloor.presentation.log.event_text import HEADINGS, format_event, own_sentence
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.translations import LANGUAGES, translations_of
from tests.support.biased_players import BiasedPlayer

TABLES = (
    ("Ann", "Ben"),
    ("Ann", "Ben", "Mara", "Zoe"),
    ("Ann", "automa:pei"),
    ("Ann", "automa:gropius", "automa:hadid"),
    ("Ann", "Ben", "automa:hadid"),
)
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"era": "boom_and_bust", "great_depression": "on", "windfall": "on"},
    {"era": "random", "event": "random", "windfall": "on"},
)
PLAYER = BiasedPlayer(
    {"emergency_meeting": 30, "buy": 60, "hire": 3, "training": 30, "factory": 12, "construction": 40, "exchange": 12, "fire": 1}, other=3
)
FRAGMENT = re.compile(r"_|%\(|\bNone\b|\bTrue\b|  | [.,]|\.\.|^\W|: \.|\{|\bfor \.|: für")
Told = tuple[Game, tuple[Event, ...]]


def play(seats: tuple[str, ...], seed: int) -> Told:
    """Plays a game of players that like to build, with a gift each round so that there is something to tell."""
    dice = random.Random(seed)
    has_automa = any(seat.startswith("automa:") for seat in seats)
    rules = ("second", "online")[seed % 2] if seed < 9 or has_automa else ("first", "manual")[seed % 2]
    options = OPTIONS[seed % 3] if rules in ("second", "online") else {"two_player_bonus": "on"} if len(seats) == 2 else {}
    game = new_game(rules, seats, options)
    journal = Journal()
    game = Game(game.ruleset, game.seats, game.options, journal)
    gifts = 1
    while not game.is_over:
        if game.chance is None and game._state.round > gifts:
            gifts = game._state.round
            for player in game._state.players:
                player.money, player.info = player.money + 8 * (seed % 3), player.info + 8 * (seed % 3)
        game.apply(PLAYER.choose(game, dice))
    return game, tuple(journal.events)


@cache
def games() -> tuple[Told, ...]:
    return tuple(play(seats, seed) for seats in TABLES for seed in range(13))


def test_every_kind_of_event_has_a_formatter_and_none_is_left_over() -> None:
    assert set(FORMATTERS) == set(EVENTS.values())


def test_random_games_bring_every_kind_of_event() -> None:
    assert set(FORMATTERS) - {type(event) for _, events in games() for event in events} == {GameEnded, MovesTakenBack, SeatTaken}


@pytest.mark.parametrize("language", LANGUAGES)
def test_log_has_full_sentences(language: str) -> None:
    translations = translations_of(language)
    for game, events in games():
        for event in events:
            said, why = format_event(event, game, translations)
            if isinstance(event, HEADINGS):
                assert said and not said.endswith("."), event
                continue
            for sentence in (said, why) if why else (said,):
                assert sentence.endswith("."), (event, sentence)
                assert len(sentence.split()) >= 3, (event, sentence)
                assert not FRAGMENT.search(sentence), (event, sentence)
            if event.seat >= 0:
                assert said.startswith(game.seats[event.seat].name), (event, said)


def test_every_rule_that_an_event_cites_is_in_the_book() -> None:
    for language in LANGUAGES:
        for game, events in games():
            book = rule_book(language, game.ruleset.name)
            for event in events:
                assert isinstance(event, HEADINGS) or event.rule in book, event


def test_facts_are_plain_data() -> None:
    for _, events in games():
        for event in events:
            assert json.loads(json.dumps(event.facts)) == event.facts, event


def test_answers_taken_without_asking_are_marked() -> None:
    forced = [event for _, events in games() for event in events if event.automatic]
    assert {"HiringDone", "NothingBought"} <= {event.kind for event in forced}


@pytest.mark.parametrize(
    ("event", "sentence", "why"),
    [
        (
            ProductUnsold(0, "IV.H.1", price=12, consumers=2, sales=((6, 1), (10, 0))),
            "Ann could not sell a product at 12.",
            "2 consumers came and bought from Ben at 6 and from Ann at 10 first.",
        ),
        (
            ProductUnsold(1, "IV.H.1", price=6, consumers=1, sales=((6, 0),)),
            "Ben could not sell a product at 6.",
            "1 consumer came and bought from Ann at 6 first.",
        ),
        (MeetingCancelled(1, "IV.A.1", row=1, info=0), "Ben’s meeting in row 1 was cancelled.", "The row was not booked again."),
        (
            ProductDropped(0, "IV.H.2", price=12, target=8, free=(8, 6)),
            "Ann dropped a product from 12 to 8.",
            "Below it 8 and 6 were free.",
        ),
        (
            HiringDone(0, "II.3", reason="no_money", need_money=6, need_info=6, money=2, info=9),
            "Ann could not hire.",
            "An employee cost 6 money and 6 info, and the company had 2 money and 9 info.",
        ),
        (
            ProductPriced(0, "IV.E.3", price=16, space=0, reason="customers", goods=1, least=2),
            "Ann put a product on sale at 16.",
            "At most 1 product competes for at least 2 consumers, so it goes to the most expensive free space.",
        ),
        (GameScored(0, "V", total=1, rank=1, tied=-1), "Ann finished in position 1 with 1 prestige point.", ""),
        (
            TimeSetAside(0, "III.2", time=2, money=0, info=1, supply=0),
            "Ann set 2 time markers aside.",
            "No task was possible with 0 money, 1 info and 0 supply.",
        ),
        (MovesTakenBack(1, "", entries=1), "Ben took back a decision.", ""),
        (
            MovesTakenBack(1, "", entries=3, others=(0,)),
            "Ben took back the last 3 decisions, with the consent of Ann.",
            "",
        ),
        (
            GameEnded(1, "", others=(0,), scored=True),
            "The game ends here, as Ben proposed, and is scored as it stands. Agreed: Ann.",
            "",
        ),
        (GameEnded(1, "", others=(0,), scored=False), "The game is cancelled without result, as Ben proposed. Agreed: Ann.", ""),
        (
            GameEnded(1, "", others=(), scored=True),
            "The game ends here with Ben as the only person still playing, and is scored as it stands.",
            "",
        ),
        (GameEnded(1, "", others=(), scored=False), "Ben cancelled the game.", ""),
        (SeatTaken(1, "", bot="manager"), "Ben is played by a bot from here on: Manager.", ""),
        (SeatTaken(1, "", bot=""), "Ben is played by a person from here on.", ""),
        (
            FloorAdded(1, "IV.I.5", tile="research_lab", money=8, info=8, free=False, among=0, number=3),
            "Ben added Research Lab as floor 4 of the building for 8 money and 8 info.",
            "",
        ),
    ],
)
def test_reasons_have_the_numbers_that_decided(event: Event, sentence: str, why: str) -> None:
    assert format_event(event, new_game("second", ("Ann", "Ben")), translations_of("en")) == (sentence, why)


def test_the_majority_is_told_with_its_markers() -> None:
    event = PopularityGained(0, "IV.B.2", "networking", markers=4, steps=2, group=3, moved=2, sole=True, space=5, rival=1, most=2)
    said, why = format_event(event, new_game("second", ("Ann", "Ben")), translations_of("en"))
    assert said == "Ann advanced 2 spaces through Networking, to space 5."
    assert why == "A step took 3 markers; Ann had 4, and the majority brought one step more: Ben had 2."


SOLD = ProductSold(0, "IV.H.1", price=12, money=12, consumer=1, consumers=12, behind=(1,))


@pytest.mark.parametrize(
    ("event", "language", "sentence", "why"),
    [
        (SOLD, "en", "Ann sold a product at 12 for 12 money.", "With the Windfall every product sells."),
        (SOLD, "de", "Ann verkaufte ein Produkt zu 12 für 12 Geld.", "Beim Warmen Regen wird jedes Produkt verkauft."),
        (replace(SOLD, money=0), "en", "Ann sold a product at 12.", "With the Windfall every product sells."),
        (ConsumersLeft(-1, "IV.H.1", left=11, consumers=12), "en", "Every product was sold.", "The card was the Windfall."),
        (ConsumersLeft(-1, "IV.H.1", left=12, consumers=12), "en", "There was no product to sell.", ""),
    ],
)
def test_a_windfall_sells_every_product_and_counts_no_consumers(event: Event, language: str, sentence: str, why: str) -> None:
    game = new_game("second", ("Ann", "Ben"), {"windfall": "on"})
    assert format_event(event, game, translations_of(language)) == (sentence, why)


def test_ordinary_boom_with_windfall_in_deck_counts_consumers() -> None:
    """An ordinary boom counts its consumers with the windfall in the deck."""
    event = replace(SOLD, consumers=3)
    said, _ = format_event(event, new_game("second", ("Ann", "Ben"), {"windfall": "on"}), translations_of("en"))
    assert said == "Ann sold a product at 12 to consumer 1 of 3 for 12 money."


@pytest.mark.parametrize("language", LANGUAGES)
def test_sales_after_a_windfall_was_turned_up_name_no_consumer(language: str) -> None:
    sales = []
    for game, events in games():
        special: object = ""
        for event in events:
            if event.kind in ("SpecialForecastTurned", "ForecastTurned"):
                special = event.facts.get("special", "")
            elif event.kind in ("ProductSold", "ConsumersLeft"):
                said = " ".join(format_event(event, game, translations_of(language)))
                assert (special == "windfall") != bool(re.search(r"consumer|Konsument|lowest|niedrigst", said)), said
                sales += [event.kind] if special == "windfall" else []
    assert {"ProductSold", "ConsumersLeft"} == set(sales)


def test_unsold_product_was_passed_over_by_logged_sales() -> None:
    """An unsold product was really passed over by the sales that are told."""
    seen = 0
    for _, events in games():
        sold: list[tuple[int, int]] = []
        for event in events:
            if event.kind == "AreaConducted":
                sold = []
            elif isinstance(event, ProductSold):
                sold.append((event.price, event.seat))
            elif isinstance(event, ProductUnsold):
                assert event.sales == tuple(sold) and len(sold) == event.consumers
                seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    ("trained", "english", "german"), [(1, "trained them at once", "trainierte ihn sofort"), (0, "stays untrained", "untrainiert bleibt")]
)
def test_log_says_whether_gropius_employee_was_trained(trained: int, english: str, german: str) -> None:
    """RULES 8.1.4"""
    game = Game(ruleset().with_overrides({"automa.gropius.trained_at_once": trained}), ["Ann", "automa:gropius"])
    event = EmployeeHired(1, "8.1.4", money=0, info=0, ceo=2, market=2)
    for language, words in (("en", english), ("de", german)):
        assert words in format_event(event, game, translations_of(language))[0]


@pytest.mark.parametrize(
    ("area", "sentence"),
    [
        ("factory", "Ann took factory space 2 with the Construction Admin for 3 time markers."),
        ("construction_company", "Ann took construction space 2 with the Construction Admin for 3 time markers."),
        ("warehouse", "Ann took space 2 of the Warehouse with the Construction Admin for 3 time markers."),
    ],
)
def test_marker_placed_by_a_floor_names_floor_and_area(area: AreaId, sentence: str) -> None:
    """RULES 6.3; an area without a sentence of its own has a general one."""
    event = FloorUsed(0, "6.3", "construction_admin", use=1, time=3, supply=0, result=TaskResult(area=area, space=2))
    assert format_event(event, new_game("second", ["Ann", "Ben"]), translations_of("en"))[0] == sentence


ARTIFICIAL: Any = "artificial"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (SpecialtyReceived(0, "2.6", specialty="artificial"), "artificial"),
        (
            RoomUsed(0, "6.1", room="artificial", task="", time=1, supply=0, result=TaskResult(gained_money=2, room="artificial")),
            "used the artificial: 2 money",
        ),
        (MarkerPlaced(0, "III.5", area=ARTIFICIAL, space=3, money=2, info=0, supply=0), "space 3 of the artificial for 2 money"),
        (FloorUsed(0, "6.3", floor="f", use=0, time=1, supply=0, result=TaskResult(area=ARTIFICIAL, space=3)), "space 3 of the artificial"),
        (EventBegan(-1, "8.5", event="artificial"), "artificial"),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_things_without_a_name_are_told_by_their_ids(event: Event, sentence: str) -> None:
    """A new area, room or card needs no sentence to be told of."""
    game = Game(ruleset("second"), ("Ann", "Ben"))
    assert sentence in format_event(event, game, translations_of("en"))[0]
    assert "artificial" in format_event(event, game, translations_of("de"))[0]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (HiringDone(0, "II.3", reason="no_money", need_money=6, need_info=6, money=2, info=9), "You could not hire."),
        (HiringDone(0, "II.1"), "You were done hiring."),
        (TimeSetAside(0, "III.2", time=2, money=0, info=1, supply=0), "You set 2 time markers aside."),
        (NothingBought(0, "IV.I.1", automatic=True, money=0, info=0), "You bought nothing."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_reader_could_not_do_is_said_to_them(event: Event, sentence: str) -> None:
    assert own_sentence(event, new_game("second", ["Ann", "Ben"]), translations_of("en")) == sentence
