"""Typed moves: every answer by the names of the board, in German and English, and sentences for what means none or several."""

from __future__ import annotations

import re
from string import ascii_uppercase
from unittest.mock import Mock

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.actions import Action
from groundfloor.engine.game import Game
from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.action_text import action_title
from groundfloor.presentation.translations import LANGUAGES, translations_of
from groundfloor.presentation.typed_moves import matching
from groundfloor.presentation.typed_moves.matching import closeness
from groundfloor.presentation.typed_moves.move_names import plain_move_name
from groundfloor.presentation.typed_moves.move_reader import MoveCandidate, MoveReader, choices_at
from groundfloor.table.errors import Ambiguous, Refused, UnknownCommand
from groundfloor.table.plans import plannable_texts
from tests.support.question_records import EVERY, standing_position
from tests.support.samples import sampled
from tests.support.table import Table

SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def reader_at(game: Game, language: str) -> MoveReader:
    return MoveReader(game.ruleset, choices_at(game), game.asked_seat, language)


def title_of(reader: MoveReader, action: Action) -> str:
    choice = next(each for each in reader.choices if each.action is action)
    assert choice.game is not None
    view = reader.view(choice.game, reader.language)
    return action_title(view, action, choice.game.quote(action), choice.game.question_kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.slow
def test_every_answer_can_be_typed_by_its_names(name: str, language: str) -> None:
    """Its text, the name that is suggested, the title on the board if no other answer has it; also without spaces, umlauts and capitals."""
    game = standing_position(name)
    reader = reader_at(game, language)
    titles = [title_of(reader, action) for action in game._legal]
    for action, head in zip(game._legal, titles, strict=True):
        typed = {action.text, reader.name(MoveCandidate(action, game)), *([head] if titles.count(head) == 1 else [])}
        typed |= {re.sub(r"(?<!\d)[ -]|[ -](?!\d)", "", each).translate(SPELLED).upper() for each in typed}
        assert {each: reader.read(each) for each in typed} == dict.fromkeys(typed, action.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sampled(NAMES, ("second", "first").__contains__))
def test_every_move_of_every_ruleset_can_be_planned_by_its_name(name: str, language: str) -> None:
    rules = ruleset(name)
    for texts in plannable_texts(rules):
        reader = MoveReader(rules, [MoveCandidate(rules.action(text)) for text in texts], 0, language)
        named = {plain_move_name(rules, choice.action, translations_of(language)): choice.action.text for choice in reader.choices}
        assert len(named) == len(reader.choices) and {each: reader.read(each) for each in named} == named


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("unternehmensberatung", "consulting"),
        ("a", "consulting"),
        ("Börse 1", "exchange 1"),
        ("boerse1", "exchange 1"),
        ("F4", "exchange 4"),
        ("d 3", "warehouse 3 money"),
        ("Tor 3", ""),
        ("warenlager", "warehouse"),
        ("waren 3", "warehouse 3 money"),
        ("agentur 5", "agency 5"),
        ("stock exchange 2", "exchange 2"),
        ("forschung geld", "research_testing mixed"),
        ("Werbung Social Media", "advertising social_media"),
        ("besprechung 2", "meeting_room 2"),
        ("Besprechungsraum, 2 Zeitmarker", "meeting_room 2"),
    ],
)
def test_names_codes_and_shortened_words_are_understood(typed: str, text: str) -> None:
    """Letters of areas and numbers of spaces stand for what the board labels so."""
    reader = reader_at(standing_position("second schedule"), "de")
    if text:
        assert reader.read(typed) == text
    else:
        with pytest.raises(UnknownCommand):
            reader.read(typed)


@pytest.mark.parametrize("name", NAMES)
def test_each_letter_names_the_area_whose_sign_has_it(name: str) -> None:
    """Boards without a stock exchange (``RULES 9.2``) have other letters behind it."""
    rules = ruleset(name)
    reader = MoveReader(rules, [MoveCandidate(rules.action(text)) for text in plannable_texts(rules)[0]], 0, "de")
    for letter, presenter in zip(ascii_uppercase, presenters(rules), strict=False):
        if presenter.task_verb:
            assert reader.read(letter).split()[0] == presenter.task_verb


@pytest.mark.parametrize(
    ("typed", "code"), [("E", "no_info"), ("fabrik", "no_info"), ("F3", "taken"), ("Umbau Training", "already_remodeled")]
)
def test_exact_name_of_what_is_refused_says_why(typed: str, code: str) -> None:
    """It is not taken for the beginning of something else."""
    with pytest.raises(Refused) as caught:
        reader_at(standing_position("second schedule"), "de").read(typed)
    assert caught.value.refusal.code == code


def test_what_could_be_several_things_is_answered_by_their_names() -> None:
    with pytest.raises(Ambiguous) as caught:
        reader_at(standing_position("second schedule"), "de").read("werb")
    agency = [f"Werbeagentur {desk}" for desk in range(1, 6)]
    assert caught.value.facts["possible"] == ", ".join([*agency, "Werbung Networking", "Werbung Social Media"])


@pytest.mark.parametrize(
    ("typed", "near"),
    [("Brse 2", "Börse 2"), ("warnlager 3", "Warenlager 3 Geld"), ("A 7", "Unternehmensberatung"), ("wertnug", "wertung")],
)
def test_unknown_words_are_answered_by_the_nearest_names(typed: str, near: str) -> None:
    with pytest.raises(UnknownCommand) as caught:
        reader_at(standing_position("second schedule"), "de").read(typed)
    assert near in str(caught.value.facts["near"]).split(", ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_unlike_words_are_answered_by_everything_possible(language: str) -> None:
    reader = reader_at(standing_position("second schedule"), language)
    with pytest.raises(UnknownCommand) as caught:
        reader.read("xyzzy")
    listed = str(caught.value.facts["possible"])
    names = listed.split(", ")
    assert len(names) == len(set(names)) and all(any(each.startswith(name) for name in names) for each in reader.possible_names())


@pytest.mark.parametrize("name", ["online buy", "second buy", "second schedule"])
@pytest.mark.parametrize("typed", ["b b b b b b b b b b b b", "k u n u o q w z u d 4 m", "kaufe nichts pra mon k t"])
@pytest.mark.slow
def test_line_that_means_nothing_is_compared_with_each_name_a_few_times(monkeypatch: pytest.MonkeyPatch, name: str, typed: str) -> None:
    """It is read in the thread that writes, where moves of other tables wait."""
    game = standing_position(name)
    compared = Mock(wraps=closeness)
    monkeypatch.setattr(matching, "closeness", compared)
    with pytest.raises((UnknownCommand, Ambiguous, Refused)):
        reader_at(game, "de").read(typed)
    assert compared.call_count < 3_000


def reader_with(amount: int) -> MoveReader:
    """Returns what reads the German moves of a player who plans with an amount of money and of info."""
    game = standing_position("second schedule")
    player = game._state.players[game.asked_seat]
    player.money = player.info = amount
    return reader_at(game, "de")


@pytest.mark.parametrize("typed", ["E2", "e 2", "Fabrik 2", "I1", "A2", "bauunternehmen", "Börse, Tor 2", "Werbeagentur Feld 2", "B2"])
def test_space_that_is_too_expensive_is_refused_by_its_reason(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        reader_with(0).read(typed)
    assert caught.value.refusal.code == "no_money"


def test_letter_of_a_sign_means_no_other_area() -> None:
    """In English ``exchange 2`` begins like E2, which is the factory's."""
    reader = reader_with(20)
    assert reader.read("exchange 2") == "exchange 2"
    with pytest.raises(UnknownCommand):
        reader.read("E7")


@pytest.mark.parametrize(("typed", "text"), [("networking", "advertising networking"), ("tor 1 info", "warehouse 1 info")])
def test_words_of_a_name_are_enough_where_they_leave_one(typed: str, text: str) -> None:
    _near, meant = reader_at(Table().go("schedule").game, "de").matches(typed)
    assert [candidate.action.text for candidate in meant] == [text]
