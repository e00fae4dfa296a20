"""Every error that a player sees has its German."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

import groundfloor.web.app  # so that every error is known
from groundfloor.presentation.messages import translated_messages
from groundfloor.store import StorageError
from groundfloor.translatable import TranslatableError

ROOT = Path(groundfloor.__file__).parent


def names(kind: type[TranslatableError]) -> list[str]:
    return [kind.__name__, *(name for each in kind.__subclasses__() for name in names(each))]


def shown_errors() -> set[str]:
    """Returns the sentences of the errors whose first argument is translated, and of those that come from the storage."""
    keywords = dict.fromkeys(("ImpossibleTable", *names(TranslatableError)), (1,))
    found = extract_from_dir(str(ROOT), [("**.py", "python")], keywords=keywords)
    return {str(text) for _file, _line, text, _comments, _context in found} | {each.sentence for each in StorageError.__subclasses__()}


@pytest.mark.slow
def test_every_error_has_its_german() -> None:
    german = {text for _context, text in translated_messages("de")}
    assert len(shown_errors()) > 30
    assert sorted(shown_errors() - german) == []
