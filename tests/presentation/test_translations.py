"""Languages: every catalogue is complete and sound, the catalogue of a language agree, and browsers get the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from groundfloor import Game, ruleset
from groundfloor.cli.arguments import default_language
from groundfloor.cli.command_parser import parse_line
from groundfloor.engine.events import Event
from groundfloor.engine.refusals import Refusal
from groundfloor.presentation import names
from groundfloor.presentation.log import event_text
from groundfloor.presentation.rulebook import builder, rule_book
from groundfloor.presentation.translations import (
    LANGUAGES,
    Language,
    UnknownLanguage,
    catalogue,
    compile_catalogue,
    negotiate,
    translations_of,
)
from groundfloor.presentation.typed_moves.commands import Command, commands_by_word
from groundfloor.presentation.view import TableView

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
        translations_of("fr")


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


PO = """msgid ""
msgstr ""
"Language: eo\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "area"
msgid "Factory"
msgstr "Fabriko"

msgctxt "command"
msgid "undo"
msgstr "malfaru"
"""
RULES = """[overview]
title = "Kiel ludi"
sentences = ["Ludu {rounds} raŭndojn."]

[[part]]
id = "IV.D"
title = "Fabriko"

[[part.paragraph]]
id = "IV.D"
title = "Fabriko"
text = "Provizo fariĝas varo."
"""


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yields a third language, made as a new one is: a line of the registry, a catalogue and a folder of rule texts."""
    language = Language("eo", "Esperanto", folder=tmp_path)
    for file, text in ((tmp_path / "catalogues" / "eo.po", PO), (tmp_path / "rulebook" / "texts" / "eo" / "rules.toml", RULES)):
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    caches = (translations_of, rule_book, builder.short_texts, builder.long_texts, builder.build_book, commands_by_word)
    monkeypatch.setitem(LANGUAGES, "eo", language)
    for cached in caches:
        cached.cache_clear()
    yield "eo"
    for cached in caches:
        cached.cache_clear()


def test_new_language_falls_back_to_english(esperanto: str) -> None:
    translations = translations_of(esperanto)
    assert names.full("area", "factory", translations) == "Fabriko"
    assert names.full("area", "warehouse", translations) == "Warehouse"
    book, english = rule_book(esperanto), rule_book("en")
    assert book.overview.title == "Kiel ludi" and book.overview.sentences == (f"Ludu {len(ruleset().stage_by_round)} raŭndojn.",)
    assert book.paragraph("IV.D").text == "Provizo fariĝas varo." and book.paragraph("IV.D").long == english.paragraph("IV.D").long
    assert [paragraph.id for paragraph in book] == [paragraph.id for paragraph in english]
    assert book.paragraph("1.1").text == english.paragraph("1.1").text


def test_compiled_catalogue_takes_the_place_of_the_other(esperanto: str) -> None:
    language = LANGUAGES[esperanto]
    Path(str(language.compiled)).write_bytes(compile_catalogue(esperanto))
    Path(str(language.catalogue)).unlink()
    assert names.full("area", "factory", translations_of(esperanto)) == "Fabriko"


def test_new_language_is_understood_in_the_terminal(esperanto: str) -> None:
    view = TableView.of_position(Game(ruleset(), ["Ann", "Ben"]), None, esperanto, translations_of(esperanto))
    assert parse_line("malf 2", view) == Command("undo", "2")
    assert parse_line("undo 2", view) == Command("undo", "2")
    assert commands_by_word()["malfaru"] == "undo" and commands_by_word()["ruckgangig"] == "undo"


def test_new_language_is_chosen_for_readers_who_prefer_it(esperanto: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert negotiate("eo, de;q=0.9") == "eo"
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANGUAGE", "fr:eo.UTF-8:de")
    assert default_language() == "eo"


class HelipadOpened(Event):
    """An event without a sentence."""


def test_names_that_nobody_has_given_are_ids() -> None:
    translations = translations_of("de")
    assert names.full("floor", "helipad", translations) == "helipad" == names.short("floor", "helipad", translations)
    assert names.sign("area", "harbour", translations) == ("harbour",)
    assert names.counted("share", 2, translations) == "2 share"
    game = Game(ruleset(), ["Ann", "Ben"])
    assert event_text.format_event(HelipadOpened(0, ""), game, translations) == ("HelipadOpened", "")
    assert "no_helipad" in event_text.format_refusal(Refusal("no_helipad", {}), translations)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "needed", "sentence"),
    [
        ("en", 1, "Not possible: it takes 1 time marker, and you have 0."),
        ("en", 3, "Not possible: it takes 3 time markers, and you have 0."),
        ("de", 3, "Nicht möglich: Es kostet 3 Zeitmarker, und du hast 0."),
    ],
)
def test_refusal_counts_time_markers(language: str, needed: int, sentence: str) -> None:
    refusal = Refusal("no_time", {"need": needed, "have": 0})
    assert event_text.format_refusal(refusal, translations_of(language)) == sentence
    assert language != "en" or str(refusal) == sentence
