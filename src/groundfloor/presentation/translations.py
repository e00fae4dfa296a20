"""Languages and their translations: English texts in the code are the msgids, every other language has a catalogue, read at run time.

A new language is a line in ``LANGUAGES``, a catalogue ``catalogues/CODE.po`` and a folder of rule texts, ``rulebook/texts/CODE``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING

from babel.core import negotiate_locale

from groundfloor.engine.errors import GroundfloorError

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


@dataclass(frozen=True)
class Language:
    """A language: its code, its own name, and whether names of cards and types are written small within a sentence.

    ``folder`` has its ``catalogues`` and ``rulebook``: the package, if it does not come from elsewhere.
    """

    code: str
    name: str
    has_small_names: bool = False
    folder: Traversable = files(__package__)

    @property
    def catalogue(self) -> Traversable:
        """The file of its translations; a language whose texts stand in the code has none."""
        return self.folder / "catalogues" / f"{self.code}.po"

    @property
    def compiled(self) -> Traversable:
        """The same as GNU gettext reads it, which the build of a site makes, as that takes seconds there."""
        return self.folder / "catalogues" / f"{self.code}.mo"

    @property
    def rule_texts(self) -> Traversable:
        """The folder of its rule texts: ``rules.toml`` and ``long.toml``."""
        return self.folder / "rulebook" / "texts" / self.code


DEFAULT = "en"
LANGUAGES: dict[str, Language] = {
    "en": Language("en", "English", has_small_names=True),
    "de": Language("de", "Deutsch"),
}
"""Every language by its code, the default one first: its texts stand in the code, and replace whatever another language lacks."""


@lru_cache(maxsize=256)
def negotiate(accept_language: str) -> str:
    """Returns the code of the best language for an ``Accept-Language`` header, ``DEFAULT`` if there is none."""
    weighted = [_weighted(wish) for wish in accept_language.split(",")]
    tags = [tag for tag, weight in sorted(weighted, key=lambda each: -each[1]) if tag and weight > 0]
    return best_language(DEFAULT if tag == "*" else tag for tag in tags)


def best_language(tags: Iterable[str]) -> str:
    """Returns the code of the first language in ``tags`` (``de-CH``, ``de_CH``) that there is, ``DEFAULT`` if there is none."""
    codes = {code.lower(): code for code in LANGUAGES}
    found = negotiate_locale([tag.replace("_", "-").lower() for tag in tags], list(codes), sep="-")
    return codes.get(found or "", DEFAULT)


def _weighted(wish: str) -> tuple[str, float]:
    """Returns one item of the header: the tag and its weight, 0 for one that can't be read."""
    tag, _, parameter = wish.partition(";")
    name, _, number = parameter.strip().partition("=")
    if name.strip().lower() != "q":
        return tag.strip(), 1.0
    try:
        return tag.strip(), float(number)
    except ValueError:
        return tag.strip(), 0.0


class UnknownLanguage(GroundfloorError, LookupError):
    """A language that is not registered."""


def catalogue(language: str) -> Catalog:
    """Returns the catalogue of a language, an empty one for a language without translations."""
    from babel.messages.catalog import Catalog  # a site has none of these
    from babel.messages.pofile import read_po

    file = LANGUAGES[language].catalogue
    return read_po(BytesIO(file.read_bytes()), locale=language) if file.is_file() else Catalog(locale=language, fuzzy=False)


def compile_catalogue(language: str) -> bytes:
    """Returns the catalogue of a language as GNU gettext reads it."""
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    return compiled.getvalue()


@cache
def translations_of(language: str) -> NullTranslations:
    """Returns the translations of a language. What is missing stays English."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"There is no language {language!r}, only: {', '.join(LANGUAGES)}.")
    if LANGUAGES[language].compiled.is_file():
        return GNUTranslations(BytesIO(LANGUAGES[language].compiled.read_bytes()))
    return GNUTranslations(BytesIO(compile_catalogue(language))) if LANGUAGES[language].catalogue.is_file() else NullTranslations()
