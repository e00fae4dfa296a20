"""Commands beside moves: each has its words in every language, and none has two meanings."""

from __future__ import annotations

import pytest

from groundfloor.presentation.translations import LANGUAGES, translations_of
from groundfloor.presentation.typed_moves.commands import (
    Command,
    command_words,
    commands_beginning,
    find_command,
    meaning_of_word,
    part_words,
    simple,
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("wertung", Command("score", "")),
        ("Rueckgaengig 2", Command("undo", "2")),
        ("JA", Command("confirm", "")),
        ("ok", Command("confirm", "")),
        ("nein", Command("back", "")),
        ("hilfe Fabrik lang", Command("help", "Fabrik lang")),
        ("wertungen", None),
        ("Fabrik?", Command("what", "Fabrik")),
        ("?", Command("what", "")),
        ("was ist das?", Command("what", "")),
        ("Was bringt die Fabrik?", Command("what", "Fabrik")),
        ("what is the factory for?", Command("what", "factory")),
        ("Hinweis", Command("hint", "")),
        ("punkte", Command("score", "")),
        ("verlauf 9", Command("log", "9")),
        ("speichern a.gfr", Command("save", "a.gfr")),
        ("exit", Command("quit", "")),
        ("warum fabrik?", Command("why", "fabrik?")),
        ("", None),
    ],
)
def test_command_is_found_by_its_whole_word_in_any_language(line: str, command: Command | None) -> None:
    assert find_command(line) == command


def test_no_word_stands_for_two_commands() -> None:
    every = [
        (simple(word), command)
        for language in LANGUAGES
        for command, own in command_words(translations_of(language)).items()
        for word in own
    ]
    assert len({word for word, _command in every}) == len(set(every))


def test_beginning_of_a_word_finds_all_commands_that_it_may_be() -> None:
    assert commands_beginning("w", translations_of("de")) == ["what", "why", "score"]


def test_part_is_named_in_both_languages() -> None:
    german = part_words(translations_of("de"))
    assert [meaning_of_word(word, german) for word in ("Angebot", "auslage", "sale", "Ann")] == ["sale", "sale", "sale", "Ann"]
