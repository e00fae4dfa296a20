"""The registry of languages: choosing one, and what a new language needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from groundfloor import Game, ruleset
from groundfloor.cli.arguments import default_language
from groundfloor.cli.command_parser import parse_line
from groundfloor.engine.events import Event
from groundfloor.engine.refusals import Refusal
from groundfloor.presentation import names
from groundfloor.presentation.log import event_text
from groundfloor.presentation.plain_text import scene_of
from groundfloor.presentation.rulebook import builder, rule_book
from groundfloor.presentation.translations import LANGUAGES, Language, negotiate, translations
from groundfloor.presentation.typed_moves.commands import Command, commands_by_word

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
    caches = (translations, rule_book, builder.short_texts, builder.long_texts, builder.build_book, commands_by_word)
    monkeypatch.setitem(LANGUAGES, "eo", language)
    for cached in caches:
        cached.cache_clear()
    yield "eo"
    for cached in caches:
        cached.cache_clear()


def test_new_language_falls_back_to_english(esperanto: str) -> None:
    words = translations(esperanto)
    assert names.full("area", "factory", words) == "Fabriko"
    assert names.full("area", "warehouse", words) == "Warehouse"
    book, english = rule_book(esperanto), rule_book("en")
    assert book.overview.title == "Kiel ludi" and book.overview.sentences == (f"Ludu {len(ruleset().stage_by_round)} raŭndojn.",)
    assert book.paragraph("IV.D").text == "Provizo fariĝas varo." and book.paragraph("IV.D").long == english.paragraph("IV.D").long
    assert [paragraph.id for paragraph in book] == [paragraph.id for paragraph in english]
    assert book.paragraph("1.1").text == english.paragraph("1.1").text


def test_new_language_is_understood_in_the_terminal(esperanto: str) -> None:
    scene = scene_of(Game(ruleset(), ["Ann", "Ben"]), None, esperanto, translations(esperanto))
    assert parse_line("malf 2", scene) == Command("undo", "2")
    assert parse_line("undo 2", scene) == Command("undo", "2")
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
    words = translations("de")
    assert names.full("floor", "helipad", words) == "helipad" == names.short("floor", "helipad", words)
    assert names.sign("area", "harbour", words) == ("harbour",)
    assert names.counted("share", 2, words) == "2 share"
    game = Game(ruleset(), ["Ann", "Ben"])
    assert event_text.format_event(HelipadOpened(0, ""), game, words) == ("HelipadOpened", "")
    assert "no_helipad" in event_text.format_refusal(Refusal("no_helipad", {}), words)  # type: ignore[arg-type]
