"""Languages: every catalogue is complete and sound, the catalogue of a language agree, and browsers get the right one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from groundfloor.presentation import names
from groundfloor.presentation.translations import LANGUAGES, UnknownLanguage, catalogue, negotiate, translations

if TYPE_CHECKING:
    from babel.messages.catalog import Message

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PARAMETER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
SAME_IN_BOTH = frozenset(
    {
        "%(n)s info",
        "Automas",
        "Bonus",
        "Boom",
        "Depression",
        "Net\N{SOFT HYPHEN}working",
        "E-Commerce",
        "Tycoon",
        "Bot: %(name)s",
        "Bot: Tycoon",
        "Gropius",
        "Hadid",
        "Info",
        "info",
        "Investor",
        "Liquidation",
        "Marketing",
        "Networking",
        "Online",
        "Pei",
        "Premium",
        "Prestige",
        "prestige",
        "Print",
        "pink",
        "Skyline",
        "Training",
    }
)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def as_tuple(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_empty_or_fuzzy(language: str) -> None:
    for message in messages(language):
        assert not message.fuzzy, message.id
        assert as_tuple(message.string), message.id
        assert all(as_tuple(message.string)), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_all_their_forms(language: str) -> None:
    for message in messages(language):
        if message.pluralizable:
            assert len(as_tuple(message.string)) == 2, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_parameters_are_the_same_in_both_languages(language: str) -> None:
    for message in messages(language):
        wanted = set(PARAMETER.findall(as_tuple(message.id)[-1]))
        *singular, last = (set(PARAMETER.findall(string)) for string in as_tuple(message.string))
        assert last == wanted, message.id
        assert all(found <= wanted for found in singular), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_terms_differ_from_english_unless_they_are_the_same_word(language: str) -> None:
    for message in messages(language):
        if message.context in names.GROUPS and as_tuple(message.id) == as_tuple(message.string):
            assert as_tuple(message.id)[0] in SAME_IN_BOTH, message.id


def test_english_is_what_the_code_says() -> None:
    english = translations("en")
    assert english.pgettext("floor", "Research Lab") == "Research Lab"
    assert english.ngettext("%(n)s product", "%(n)s products", 2) == "%(n)s products"


def test_german_comes_from_the_catalogue() -> None:
    german = translations("de")
    assert german.pgettext("floor", "Research Lab").replace("\N{SOFT HYPHEN}", "") == "Forschungslabor"
    assert german.ngettext("%(n)s product", "%(n)s products", 1) == "%(n)s Produkt"
    assert german.ngettext("%(n)s product", "%(n)s products", 0) == "%(n)s Produkte"


def test_the_context_decides_between_equal_words() -> None:
    german = translations("de")
    assert german.pgettext("place", "Employees") == "Angestellte"
    assert german.pgettext("floor", "Marketing") == "Marketing"
    assert german.gettext("no such sentence") == "no such sentence"


def test_translations_are_read_once() -> None:
    assert translations("de") is translations("de")


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(UnknownLanguage, match="en, de"):
        translations("fr")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, de;q=0.5, en;q=0.7", "en"),
        ("fr, DE;q=0.5", "de"),
        ("en;q=0, de;q=0.1", "de"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("fr;q=x, tlh", "en"),
        (",;,q=1,;;", "en"),
    ],
)
def test_the_languages_of_the_browser_decide(header: str, language: str) -> None:
    assert negotiate(header) == language
