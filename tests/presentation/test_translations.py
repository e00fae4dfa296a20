"""Languages: every catalogue is complete and sound, the catalogue of a language agree, and browsers get the right one."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message

from groundfloor.presentation.translations import LANGUAGES, UnknownLanguage, catalogue, negotiate, translations

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PARAMETER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def as_tuple(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


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
