"""The product's languages: English in the code, every other one in catalogues beside it, read as they are."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from groundfloor.engine.errors import GroundfloorError

if TYPE_CHECKING:
    from gettext import NullTranslations
    from importlib.resources.abc import Traversable

__all__ = ["LANGUAGES", "UnknownLanguage", "catalogues", "negotiate", "translations"]

LANGUAGES = ("en", "de")
DEFAULT = LANGUAGES[0]


class UnknownLanguage(GroundfloorError, LookupError):
    """A language that the product does not speak."""


def catalogues(language: str) -> dict[str, Catalog]:
    """Every catalogue of a language by its file's name, the terms first."""
    folder = files(__name__) / language
    found = [file for file in folder.iterdir() if file.name.endswith(".po")] if folder.is_dir() else []
    return {file.name: _read(file, language) for file in sorted(found, key=_terms_first)}


@cache
def translations(language: str) -> NullTranslations:
    """The sentences of a language, all its catalogues in one; where two translate the same, the terms win."""
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


def negotiate(accept_language: str) -> str:
    """The best of ``LANGUAGES`` for a browser's ``Accept-Language`` header; English if none of them is wished for."""
    best, best_weight = DEFAULT, 0.0
    for wish in accept_language.split(","):
        tag, _, parameter = wish.strip().partition(";")
        language = tag.strip().partition("-")[0].lower()
        weight = _weight(parameter)
        if weight > best_weight and (language in LANGUAGES or language == "*"):
            best, best_weight = (DEFAULT if language == "*" else language), weight
    return best


def _weight(parameter: str) -> float:
    name, _, number = parameter.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return float(number)
    except ValueError:
        return 0.0


def _read(file: Traversable, language: str) -> Catalog:
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def _terms_first(file: Traversable) -> tuple[bool, str]:
    return file.name != "terms.po", file.name
