"""``python -m groundfloor.presentation.messages``: every message of the project is translated, and every translation is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from groundfloor.presentation import messages
from groundfloor.presentation.translations import DEFAULT, LANGUAGES, Language, catalogue, translations_of


@pytest.mark.slow
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != DEFAULT])
def test_every_message_is_translated_and_used(language: str) -> None:
    assert messages.check(language) == []


@pytest.mark.thorough
@pytest.mark.slow
def test_template_has_names_plurals_and_errors() -> None:
    text = messages.po_text(messages.template())
    assert 'msgctxt "area"\nmsgid "Factory"\nmsgstr ""' in text
    assert 'msgid "%(n)s player"\nmsgid_plural "%(n)s players"' in text
    assert 'msgid "There is no draft to confirm."' in text or 'msgid "No move is pencilled in, so there is nothing to confirm."' in text


@pytest.mark.thorough
@pytest.mark.slow
def test_new_error_is_missing_until_it_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of a class that is derived from those that players see, in any file, is a message; other errors are not."""
    source = """
class NoLift(errors.WebError): ...
class LiftStuck(StorageError):
    sentence = "The lift is stuck."
class Hidden(GroundfloorError): ...
def up() -> None:
    raise NoLift("There is no lift here.")
def down() -> None:
    raise Hidden("Nobody sees this.")
"""
    trees = (*messages.sources(), ast.parse(source))
    monkeypatch.setattr(messages, "sources", lambda: trees)
    assert messages.check("de") == [f"de: not translated: (None, '{each}')" for each in ("The lift is stuck.", "There is no lift here.")]


@pytest.mark.thorough
@pytest.mark.slow
def test_update_gives_new_language_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "eo", Language("eo", "Esperanto", folder=tmp_path))
    count = messages.update("eo")
    assert count > 500 and LANGUAGES["eo"].catalogue.is_file()
    file = tmp_path / "catalogues" / "eo.po"
    file.write_text(file.read_text("utf-8").replace('msgid "Factory"\nmsgstr ""', 'msgid "Factory"\nmsgstr "Fabriko"', 1), "utf-8")
    assert translations_of("eo").gettext("Money") == "Money"
    assert len(messages.missing_messages("eo")) == count - 1
    messages.update("eo")
    assert "Fabriko" in file.read_text("utf-8")
    translations_of.cache_clear()


def test_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main(["extracts"]) == 2
    assert "extract | update | check" in capsys.readouterr().err


COUNTED = (
    "Automas|people|bytes|actions|hours|days|minutes|shares|Menschen|Aktionen|Stunden|Tagen?|Minuten|time markers|markers|consumers|products|employees|spaces|players|seats|steps|rounds|kinds|points|cards|entries|values|moves|rules|answers|stocks|"
    "Waren|Konsumenten|Produkte|Angestellten?|Felder|Plätzen?|Spieler|Spielern|Schritte|Runden|Arten|Prestigepunkte|Karten|Einträge|Werte|Züge|Regeln|Antworten|Aktien"
)
FIXED = re.compile(rf"(?:%\((\w+)\)s|\{{(\w+)\}}) (?:more |weitere |mehr )?(?:{COUNTED})\b")
NEVER_ONE = {
    "bytes": "limits of texts and addresses, thousands",
    "players": "bays, windows and options need at least 2",
    "days": "the bounds of a time of one's own, 1 to 14",
    "hours": "the bounds of a time of one's own, 2 to 72",
    "consumers_high": "the most consumers that a forecast can bring",
    "most": "employees, seats and consumers that there can be at most: more than 1, or the upper end of a range",
    "employee_time": "what a trained employee brings in the guided game, 3",
    "employees": "the most that a company can have",
    "people": "the people beside Automas on the start page: what the rulesets themselves say, 3",
    "rounds": "the rounds of a finished game",
    "least": "the hours of a player's day, 8",
    "minutes": "how long a message of one's own can be deleted, 5",
    "needed": "options are for tables of 2 or more",
}
"""Placeholders before a plural that are never 1, with the reason."""
PLAYERS = (
    "%(edition)s, %(n)s players",
    "for %(n)s players",
    "%(card)s, consumers with %(n)s players",
    "%(card)s, unemployed with %(n)s players",
)
"""Messages whose number is that of the players of a game, who are at least 2."""


def test_no_number_that_can_be_one_has_a_fixed_plural() -> None:
    messages = [message for message in catalogue("de") if message.id and isinstance(message.id, str)]
    found = []
    for message in messages:
        for text in (str(message.id), str(message.string)):
            for match in FIXED.finditer(text):
                if (match.group(1) or match.group(2)) not in NEVER_ONE and message.id not in PLAYERS:
                    found.append(f"{text!r}: {match.group()}")
    assert found == []


def test_every_plural_shows_its_number_in_each_form() -> None:
    """A form without the number would hide it; ``one answer was possible`` needs none."""
    plurals = [message for message in catalogue("de") if isinstance(message.id, tuple)]
    placeholders = re.compile(r"%\(\w+\)s")
    for message in plurals:
        meant_forms, said_forms = tuple(message.id), tuple(message.string or ())
        assert len(said_forms) == 2, meant_forms
        for said, meant in zip(said_forms, meant_forms, strict=True):
            assert sorted(placeholders.findall(said)) == sorted(placeholders.findall(meant)), said


def test_no_number_follows_a_name() -> None:
    """A name may end in a number: ``Player 1 1 consumer``."""
    after_name = re.compile(r"%\((?:name|other|owner|people)\)s %\((?!value|chosen)")
    texts = [text for message in catalogue("de") for text in (message.id, message.string) if text]
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text)]
    assert len(forms) > 2000
    assert [form for form in forms if after_name.search(form)] == []
