"""Translations: English texts in the code are the msgids, every other language has a catalogue, read at run time."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from groundfloor.engine.errors import GroundfloorError

from .languages import DEFAULT, LANGUAGES, Language, best_language, negotiate

__all__ = ["DEFAULT", "LANGUAGES", "Language", "UnknownLanguage", "best_language", "catalogue", "negotiate", "translations"]


class UnknownLanguage(GroundfloorError, LookupError):
    """A language that is not registered."""


def catalogue(language: str) -> Catalog:
    """Returns the catalogue of a language, an empty one for a language without translations."""
    file = LANGUAGES[language].catalogue
    return read_po(BytesIO(file.read_bytes()), locale=language) if file.is_file() else Catalog(locale=language, fuzzy=False)


@cache
def translations(language: str) -> NullTranslations:
    """Returns the translations of a language. What is missing stays English."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no language {language!r}, only: {', '.join(LANGUAGES)}.")
    if not LANGUAGES[language].catalogue.is_file():
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled)
