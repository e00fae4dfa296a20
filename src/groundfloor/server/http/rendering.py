"""Templates, and the language in which they are rendered."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined

from groundfloor.numbers import seat_number_or_none
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated

from ..pages.rooms import SERVER, folders
from .form_conflicts import initial_fields
from .idempotency import form_fields

if TYPE_CHECKING:
    from collections.abc import Callable

COMPILED_TEMPLATES = SERVER / "templates"
"""The templates of a site as modules of Python, which scripts/build makes: compiling them takes half of the start there."""
environment = Environment(
    loader=ModuleLoader(COMPILED_TEMPLATES) if COMPILED_TEMPLATES.is_dir() else FileSystemLoader(folders("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def person_path(name: str) -> str:
    """Returns the address of somebody's page. Browsers read ``.`` and ``..`` as folders even if they are percent-encoded, so these are encoded twice."""
    return f"/people/{quote(name if name.strip('.') else name.replace('.', '%2E'), safe='')}"


environment.globals |= {"names": names, "form_fields": form_fields, "person_path": person_path, "initial_fields": initial_fields}
environment.filters["isolated"] = isolated
environment.filters["seat_number"] = seat_number_or_none


def load_templates(is_ended: Callable[[], bool]) -> None:
    """Compiles every template: no request waits for that; returns early once ``is_ended``."""
    for name in environment.list_templates():
        if is_ended():
            return
        environment.get_template(name)


@dataclass(frozen=True)
class RequestLocale:
    """The language of a request, its translations, and whether the request's ``?lang=`` chose it."""

    language: str
    translations: NullTranslations
    is_chosen: bool = False


def language_context(language: str, translations: NullTranslations) -> dict[str, object]:
    return {
        "_": translations.gettext,
        "ngettext": translations.ngettext,
        "pgettext": translations.pgettext,
        "translations": translations,
        "language": language,
    }
