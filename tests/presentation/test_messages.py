"""``python -m groundfloor.presentation.messages``: every message of the project is translated, and every translation is used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from groundfloor.presentation import messages
from groundfloor.presentation.translations import DEFAULT, LANGUAGES, Language, translations


@pytest.mark.slow
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != DEFAULT])
def test_every_message_is_translated_and_used(language: str) -> None:
    assert messages.check(language) == []


@pytest.mark.slow
def test_template_has_names_plurals_and_errors() -> None:
    text = messages.po_text(messages.template())
    assert 'msgctxt "area"\nmsgid "Factory"\nmsgstr ""' in text
    assert 'msgid "%(n)s player"\nmsgid_plural "%(n)s players"' in text
    assert 'msgid "There is no draft to confirm."' in text or 'msgid "No move is pencilled in, so there is nothing to confirm."' in text


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


@pytest.mark.slow
def test_update_gives_new_language_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "eo", Language("eo", "Esperanto", folder=tmp_path))
    count = messages.update("eo")
    assert count > 500 and LANGUAGES["eo"].catalogue.is_file()
    file = tmp_path / "catalogues" / "eo.po"
    file.write_text(file.read_text("utf-8").replace('msgid "Factory"\nmsgstr ""', 'msgid "Factory"\nmsgstr "Fabriko"', 1), "utf-8")
    assert translations("eo").gettext("Money") == "Money"
    assert len(messages.missing_messages("eo")) == count - 1
    messages.update("eo")
    assert "Fabriko" in file.read_text("utf-8")
    translations.cache_clear()


def test_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main(["extracts"]) == 2
    assert "extract | update | check" in capsys.readouterr().err
