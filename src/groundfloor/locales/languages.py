"""The registry of languages. A new language is a line here and a folder: its catalogue (``*.po``) and its rule texts (``*.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from babel.core import negotiate_locale

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable


@dataclass(frozen=True)
class Language:
    """A language: its code, its own name, its folder, and whether names of cards and types are written small within a sentence."""

    code: str
    name: str
    folder: Traversable
    has_small_names: bool = False


HERE = files(__package__)
DEFAULT = "en"
LANGUAGES: dict[str, Language] = {
    "en": Language("en", "English", HERE / "en", has_small_names=True),
    "de": Language("de", "Deutsch", HERE / "de"),
}
"""Every language by its code, the default one first: its texts stand in the code, and replace whatever another language lacks."""


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
    """One item of the header: the tag and its weight, 0 for one that can't be read."""
    tag, _, parameter = wish.partition(";")
    name, _, number = parameter.strip().partition("=")
    if name.strip().lower() != "q":
        return tag.strip(), 1.0
    try:
        return tag.strip(), float(number)
    except ValueError:
        return tag.strip(), 0.0
