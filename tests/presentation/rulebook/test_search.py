"""The search in the rules: the first answer to everyday words, in every ruleset and language.

The answers were written down from the settled rules, not from what the search returned.
"""

from __future__ import annotations

import pytest

from groundfloor.editions import NAMES
from groundfloor.presentation.rulebook import rule_book
from groundfloor.presentation.translations import LANGUAGES

SECOND, ONLINE, FIRST, MANUAL = NAMES
SECONDS, FIRSTS = (SECOND, ONLINE), (FIRST, MANUAL)

Answer = tuple[tuple[str, ...], str, str, str]
"""Rulesets, the number of the paragraph, and what stands in it in English and in German."""

ANSWERS: dict[tuple[str, str], tuple[Answer, ...]] = {
    ("rounds", "Runden"): (
        (SECONDS, "5.1", "business of round 7", "Geschäfte der Runde 7"),
        (FIRSTS, "5.1", "business of round 9", "Geschäfte der Runde 9"),
    ),
    ("how many rounds", "wie viele Runden"): (
        (SECONDS, "5.1", "round 7", "Runde 7"),
        (FIRSTS, "5.1", "round 9", "Runde 9"),
    ),
    ("end", "Spielende"): (
        (SECONDS, "5.1", "round 7", "Runde 7"),
        (FIRSTS, "5.1", "5 floor improvements", "5 Neue Stockwerke"),
    ),
    ("scoring", "Wertung"): ((NAMES, "5.1", "2 prestige for each remodeled room", "2 Prestige für jedes umgebaute Büro"),),
    ("prestige", "Prestige"): ((NAMES, "5.1", "set of 3 money and 3 info", "Set aus 3 Geld und 3 Info"),),
    ("tie", "Gleichstand"): ((NAMES, "5.2", "more popular", "Populärere"),),
    ("achievements", "Errungenschaften"): (
        ((SECOND, ONLINE, MANUAL), "5.3", "Skyline: 1", "Skyline: 1"),
        ((FIRST,), "5.3", "Production Achievement: 3", "Produktion: 3"),
    ),
    ("Skyline", "Skyline"): (
        ((SECOND, ONLINE, MANUAL), "5.3", "Skyline: 1 for each floor improvement", "Skyline: 1 für jedes Neue Stockwerk"),
        ((FIRST,), "9.2.5", "Skyline", "Skyline"),
    ),
    ("stages", "Stufen"): (
        (SECONDS, "V.9", "round 3 begins", "Runde 3 beginnt"),
        (FIRSTS, "V.9", "round 4 begins", "Runde 4 beginnt"),
    ),
    ("setup", "Spielvorbereitung"): ((NAMES, "2.1", "7 info", "7 Info"),),
    ("specialties", "Fachgebiete"): (
        (SECONDS, "8.4", "E-Commerce: 1 money at the start of each round", "E-Commerce: 1 Geld zu Beginn jeder Runde"),
        (FIRSTS, "8.4", "Each of the six", "jedem der sechs"),
    ),
    ("income", "Einkommen"): (
        (SECONDS, "I.1", "E-Commerce (1 money)", "E-Commerce (1 Geld)"),
        (FIRSTS, "I.1", "9, 6, 3, 0, −3", "9, 6, 3, 0, −3"),
    ),
    ("fire", "entlassen"): ((NAMES, "I.3", "up to 3 of your available time markers", "bis zu 3 deiner verfügbaren Zeitmarker"),),
    ("hire", "einstellen"): ((NAMES, "II.1", "hires one employee", "stellt jeder einen Angestellten ein"),),
    ("job market", "Arbeitsmarkt"): (
        (SECONDS, "II.2", "saves 3 money and 3 info", "3 Geld und 3 Info"),
        (FIRSTS, "II.2", "saves 2 money and 2 info", "2 Geld und 2 Info"),
    ),
    ("remodel", "umbauen"): (
        ((SECOND, FIRST, MANUAL), "III.3", "3 money and 3 info", "3 Geld und 3 Info"),
        ((ONLINE,), "III.3", "at other moments", "zu anderen Zeitpunkten"),
    ),
    ("pass", "passen"): ((NAMES, "III.2", "you have to take one", "musst du eine wählen"),),
    ("consulting firm", "Unternehmensberatung"): ((NAMES, "IV.A.1", "10 info", "10 Info"),),
    ("agency", "Agentur"): (
        (SECONDS, "IV.B.1", "From top to bottom", "Von oben nach unten"),
        (FIRSTS, "IV.B.1", "From the last space to the first", "Vom letzten Feld bis zum ersten"),
    ),
    ("social media", "Social Media"): (
        (SECONDS, "IV.B.1", "social media costs 1 money and 1 info", "Social Media kostet 1 Geld und 1 Info"),
        (FIRSTS, "9.2.3", "Print takes the place of social media", "Print steht anstelle von Social Media"),
    ),
    ("print", "Print"): (
        (SECONDS, "9.2.3", "Print takes the place of social media", "Print steht anstelle von Social Media"),
        (FIRSTS, "IV.B.1", "print costs 1 money and 1 info", "Print kostet 1 Geld und 1 Info"),
    ),
    ("marketing bonus", "Marketing-Bonus"): (
        (SECONDS, "IV.C.1", "With two players there is none", "Zu zweit gibt es keinen Bonus"),
        (FIRSTS, "IV.C.1", "the more popular one decides each round", "Der Populärere entscheidet jede Runde"),
    ),
    ("warehouse", "Warenlager"): ((NAMES, "IV.D", "brings its owner the supply beside it", "die Ware daneben"),),
    ("factory", "Fabrik"): ((NAMES, "IV.E.1", "each marker becomes a product", "wird jeder Marker zum Produkt"),),
    ("liquidation", "Liquidation"): (
        ((SECOND, ONLINE, FIRST), "IV.E.2", "you can’t choose it here", "hier aber nicht wählbar"),
        ((MANUAL,), "IV.E.2", "you may choose liquidation", "darfst du die Liquidation wählen"),
    ),
    ("stock exchange", "Börse"): (
        (SECONDS, "IV.F.1", "scheduling spaces enter", "Planungsfelder treten"),
        (FIRSTS, "9.2.2", "There is no stock exchange", "Es gibt keine Börse"),
    ),
    ("forecast", "Konjunkturprognose"): ((NAMES, "IV.G", "turned over", "umgedreht"),),
    ("consumers", "Konsumenten"): ((NAMES, "IV.H.1", "lowest price bracket", "niedrigsten Preissegment"),),
    ("retail outlets", "Einzelhandelsgeschäft"): ((NAMES, "IV.H.1", "Each buys one product", "Jeder kauft ein Produkt"),),
    ("Niche Market", "Nischenmarkt"): (
        (SECONDS, "IV.H.3", "may stay on their spaces", "auf ihren Feldern bleiben"),
        (FIRSTS, "9.2.5", "Emergency Meeting replaces Niche Market", "die Krisensitzung ersetzt den Nischenmarkt"),
    ),
    ("Emergency Meeting", "Krisensitzung"): (
        (SECONDS, "9.2.5", "Emergency Meeting replaces Niche Market", "die Krisensitzung ersetzt den Nischenmarkt"),
        (FIRSTS, "6.2", "moves to the top of its column", "an die Spitze seiner Spalte"),
    ),
    ("construction company", "Bauunternehmen"): (
        ((SECOND, FIRST, MANUAL), "IV.I.1", "buy one of the improvements on sale", "aus dem Angebot kaufen"),
        ((ONLINE,), "IV.I.1", "remodel before and after buying", "Vor und nach dem Kauf darfst du umbauen"),
    ),
    ("Empty Floor", "Leeres Stockwerk"): ((NAMES, "IV.I.6", "for free", "kostenlos dazu"),),
    ("unemployed", "Arbeitslose"): ((NAMES, "V.7", "job market goes left", "Arbeitsmarkt rückt"),),
    ("popularity", "Popularität"): ((NAMES, "3.1", "further right", "weiter rechts"),),
    ("on sale", "Angebot"): (
        ((SECOND, MANUAL), "2.6", "Telecommunications", "Telekommunikation"),
        ((ONLINE, FIRST), "2.6", "of achievements there is always just one", "jede Errungenschaft immer nur einmal"),
    ),
    ("training", "Training"): ((NAMES, "6.1", "Training: an employee is trained for 2 time", "wird für 2 Zeit trainiert"),),
    ("tenant improvements", "Neue Büros"): (
        (SECONDS, "6.2", "hiring costs 3 money and 3 info less", "3 Geld und 3 Info weniger"),
        (FIRSTS, "6.2", "hiring costs 2 money and 2 info less", "2 Geld und 2 Info weniger"),
    ),
    ("Human Resources", "Humanressourcen"): (
        (SECONDS, "6.2", "hiring costs 3 money and 3 info less", "3 Geld und 3 Info weniger"),
        (FIRSTS, "6.2", "hiring costs 2 money and 2 info less", "2 Geld und 2 Info weniger"),
    ),
    ("floors", "Stockwerke"): (
        ((SECOND, MANUAL), "6.3", "construction space for 3 time, 3×", "für 3 Zeit, 3×"),
        ((ONLINE,), "6.3", "construction space for 4 time, 3×", "für 4 Zeit, 3×"),
        ((FIRST,), "6.3", "Accounting Department (stage 3): 6 money for 3 time", "Buchhaltung (Stufe 3): 6 Geld für 3 Zeit"),
    ),
    ("Telecommunications", "Telekommunikation"): (
        ((SECOND, ONLINE, MANUAL), "6.3", "3 info for 1 time, 3×", "3 Info für 1 Zeit, 3×"),
        ((FIRST,), "9.2.5", "no Online Store, Telecommunications", "Online-Shop, Telekommunikation"),
    ),
    ("preset deck", "vorbereiteter Stapel"): (
        (SECONDS, "7.4", "stable, stable, recession, recession, stable, boom, recession.", "Stabil, Stabil, Rezession, Rezession, Stabil, Boom, Rezession."),
        (FIRSTS, "7.4", "stable, boom, stable, recession, recession", "Stabil, Boom, Stabil, Rezession, Rezession"),
    ),
    ("Automas", "Automas"): (
        (SECONDS, "8.1.1", "Pei is easy", "Pei ist leicht"),
        (FIRSTS, "9.2.6", "no Automas", "keine Automas"),
    ),
}  # fmt: skip

CASES = [
    pytest.param(name, language, words[position], id, facts[position], id=f"{name}-{words[position]}-{language}")
    for words, answers in ANSWERS.items()
    for names, id, *facts in answers
    for name in names
    for position, language in enumerate(("en", "de"))
]


@pytest.mark.parametrize(("name", "language", "words", "id", "fact"), CASES)
def test_first_answer_to_everyday_words(name: str, language: str, words: str, id: str, fact: str) -> None:
    first = rule_book(language, name).search(words)[0]
    assert first.id == id
    assert fact in " ".join((first.text, *first.items))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_name_of_an_area_finds_all_of_its_part_first(language: str, name: str) -> None:
    book = rule_book(language, name)
    for part in book.parts:
        if part.id.startswith("IV."):
            found = [each.id for each in book.search(part.title)]
            assert found[: len(part.paragraphs)] == [each.id for each in part.paragraphs], part.title
            assert book.area_part(part.title) is part
    assert book.area_part("popularity") is None


def test_name_of_a_tile_finds_its_line_in_a_list() -> None:
    for words in ("Investor", "Assembly Line", "premium product", "Research Lab"):
        first = rule_book("en").search(words)[0]
        assert any(item.casefold().startswith(words.casefold()) for item in first.items), words


def test_number_and_ending_of_a_word_do_not_matter() -> None:
    for one, other in (("floor", "floors"), ("achievement", "achievements"), ("specialty", "specialties")):
        assert rule_book("en").search(one)[0].id == rule_book("en").search(other)[0].id
    assert rule_book("de").search("Fachgebiet")[0].id == rule_book("de").search("Fachgebiete")[0].id


def test_short_words_are_whole_words() -> None:
    """ "tie" stands within "specialties" too."""
    assert [each.id for each in rule_book("en").search("tie")] == ["5.2"]


def test_other_language_is_understood_and_its_guesses_come_last() -> None:
    english, german = rule_book("en"), rule_book("de")
    assert english.search("Börse", german)[0].id == "IV.F.1"
    assert german.search("stock exchange", english)[0].id == "IV.F.1"
