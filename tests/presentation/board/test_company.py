"""An Automa's cards: known ones show marketing type and price bracket, unseen ones their kind alone (RULES 8.1.2)."""

from __future__ import annotations

import re
from random import Random

import pytest

from groundfloor.engine.automa import CardDrawn
from groundfloor.presentation.board.company import AutomaCards, ShownCard, automa_cards
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.plain_text import company_lines
from groundfloor.presentation.translations import translations_of
from tests.support.boards import page_of, view_of
from tests.support.html import all_of, words
from tests.support.table import Table


def table() -> Table:
    return Table("A hadid").cards("H", "factory warehouse_1 automa_office", "consulting_firm_2 factory_2")


def cards(language: str = "en") -> AutomaCards:
    found = automa_cards(view_of(table().game, [], 0, language=language), 1)
    assert found is not None
    return found


def test_unseen_cards_show_their_kind_alone() -> None:
    """RULES 8.1.2"""
    assert cards().pile == (
        ShownCard("D", "Warehouse", "Networking, price 8 or 6"),
        ShownCard("E", "Factory", ""),
        ShownCard("", "Automa office", "Networking, price 8 or 6"),
    )


def test_discards_show_everything_the_latest_first() -> None:
    assert [(card.letter, card.corners) for card in cards().discard] == [
        ("E", "Social media, price 8 or 6"),
        ("A", "Broadcast, price 8 or 6"),
    ]


def test_a_card_with_one_price_in_its_bracket() -> None:
    found = automa_cards(view_of(Table("A hadid").cards("H", "construction_company_1").game, [], 0), 1)
    assert found is not None and found.pile[0].corners == "Social media, price 16"


def test_people_have_no_cards() -> None:
    assert automa_cards(view_of(table().game, [], 0), 0) is None


def test_german_names_type_and_bracket() -> None:
    assert [card.corners for card in cards("de").discard] == ["Social Media, Preis 8 oder 6", "Rundfunk, Preis 8 oder 6"]


@pytest.mark.slow
def test_page_shows_known_cards_and_only_those() -> None:
    page = page_of(view_of(table().game, [], 0))
    assert [words(card) for card in all_of(page, "li.automa-card")] == [
        "D Warehouse: Networking, price 8 or 6",
        "– Automa office: Networking, price 8 or 6",
        "? not seen yet: E Factory",
        "E Factory: Social media, price 8 or 6",
        "A Consulting firm: Broadcast, price 8 or 6",
    ]


def test_terminal_lists_types_to_come_and_known_cards() -> None:
    lines = company_lines(view_of(table().game, [], 0), 1)
    to_come = next(line for line in lines if line.startswith("Cards to come, in no order: ")).removesuffix(".").partition(": ")[2]
    assert sorted(re.split(r", (?![^(]*\))", to_come)) == [
        "Automa office (Networking, price 8 or 6)",
        "Factory",
        "Warehouse (Networking, price 8 or 6)",
    ]
    assert "Discarded, the latest first: Factory (Social media, price 8 or 6), Consulting firm (Broadcast, price 8 or 6)." in lines


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Hadid drew the Factory card: Networking, price 12 or 10."),
        ("de", "Hadid zog die Karte „Fabrik“: Networking, Preis 12 oder 10."),
    ],
)
def test_log_names_all_of_a_drawn_card(language: str, said: str) -> None:
    """RULES 8.1.2: a drawn card lies face up."""
    event = CardDrawn(1, "8.1.2", card="factory", design=1)
    assert format_event(event, table().game, translations_of(language))[0].replace("\N{SOFT HYPHEN}", "") == said


@pytest.mark.parametrize("seed", range(4))
def test_no_page_shows_what_nobody_has_seen(seed: int) -> None:
    """Through a whole game each card shows its corners if and only if its design has been turned up."""
    dice = Random(seed)
    game = Table("A hadid pei").game
    met = 0
    while not game.is_over and met < 40:
        if game.chance is not None:
            game.apply(game.chance.draw(dice))
            continue
        met += 1
        for seat in (1, 2):
            deck, found = game._state.players[seat].deck, automa_cards(view_of(game, [], 0), seat)
            assert deck is not None and found is not None
            several = [kind for kind, card in enumerate(game.ruleset.automa_cards) if len(card.corners) > 1]
            unseen = sum(1 for card in deck.pile if card % 4 == 0 and card // 4 in several)
            assert sum(not card.corners for card in found.pile) == unseen
            assert all(card.corners for card in (*found.shown, *found.discard))
        game.apply(dice.choice(game._legal))
