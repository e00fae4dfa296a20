"""Translations: English texts in the code are the msgids, every other language has catalogues in its folder, read at run time."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from groundfloor.engine.errors import GroundfloorError

from .languages import DEFAULT, LANGUAGES, Language, best_language, negotiate

if TYPE_CHECKING:
    from gettext import NullTranslations
    from importlib.resources.abc import Traversable

__all__ = ["DEFAULT", "LANGUAGES", "Language", "UnknownLanguage", "best_language", "catalogues", "negotiate", "translations"]


class UnknownLanguage(GroundfloorError, LookupError):
    """A language that is not registered."""


def catalogues(language: str) -> dict[str, Catalog]:
    """Returns the catalogues of a language by file name, the terms first."""
    folder = LANGUAGES[language].folder
    found = [file for file in folder.iterdir() if file.name.endswith(".po")] if folder.is_dir() else []
    return {file.name: _read(file, language) for file in sorted(found, key=_terms_first)}


@cache
def translations(language: str) -> NullTranslations:
    """Returns the translations of a language, all its catalogues in one; if two differ, the terms win. What is missing stays English."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"{language!r} is none of the languages: {', '.join(LANGUAGES)}.")
    merged = Catalog(locale=language)
    for catalogue in catalogues(language).values():
        for message in catalogue:
            if message.id and not message.fuzzy and merged.get(message.id, message.context) is None:
                merged.add(message.id, message.string, context=message.context)
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _read(file: Traversable, language: str) -> Catalog:
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def _terms_first(file: Traversable) -> tuple[bool, str]:
    return file.name != "terms.po", file.name
