"""Pages: templates filled in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from ..presentation import names
from ..presentation.translations import LANGUAGES, negotiate, translations
from .resending import new_key
from .security import csrf_token, set_cookie

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from .house import House

LANGUAGE = "language"

environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
environment.globals |= {"names": names, "new_key": new_key}


def load_templates(is_ended: Callable[[], bool] = lambda: False) -> None:
    """Compiles every template, so that no visitor waits for it; stops early once ``is_ended``."""
    for name in environment.list_templates():
        if is_ended():
            return
        environment.get_template(name)


@dataclass(frozen=True)
class Reader:
    """Who reads a page: the language, its words, and whether it was just chosen by the address."""

    language: str
    words: NullTranslations
    is_chosen: bool = False


def reader_of(request: Request) -> Reader:
    """By ``?lang=``, else by the cookie, else by what the browser prefers."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return Reader(asked, translations(asked), is_chosen=True)
    kept = request.cookies.get(LANGUAGE, "")
    language = kept if kept in LANGUAGES else negotiate(request.headers.get("accept-language", ""))
    return Reader(language, translations(language))


def switches(request: Request) -> list[tuple[str, str, str]]:
    """The language switch: code, name in that language, address of the same page in it."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    path = request.url.path
    return [(code, LANGUAGES[code].name, f"{path}?{urlencode([*kept, ('lang', code)])}") for code in LANGUAGES]


def render(house: House, request: Request, reader: Reader, template: str, facts: dict[str, object]) -> str:
    """A template as text. May run in any thread."""
    return environment.get_template(template).render({**page_context(house, request, reader), **facts})


def page_context(house: House, request: Request, reader: Reader) -> dict[str, object]:
    """What the templates of all pages are given."""
    return {
        **language_context(reader.language, reader.words),
        "switches": switches(request),
        "static": house.assets.url,
        "csrf": csrf_token(house.secret, request),
        "path": request.url.path,
        "notice": "",
    }


def language_context(language: str, words: NullTranslations) -> dict[str, object]:
    """What templates need to write in a language."""
    return {"_": words.gettext, "ngettext": words.ngettext, "pgettext": words.pgettext, "words": words, "language": language}


def answer(request: Request, reader: Reader, text: str, status: int = 200) -> HTMLResponse:
    """A page as a response; a language that was chosen by the address is kept."""
    response = HTMLResponse(text, status, headers={"Content-Language": reader.language, "Vary": "Cookie, Accept-Language"})
    if reader.is_chosen:
        set_cookie(request, response, LANGUAGE, reader.language)
    return response


def page(house: House, request: Request, template: str, facts: dict[str, object], status: int = 200) -> HTMLResponse:
    """A page that costs little, filled at once."""
    reader = reader_of(request)
    return answer(request, reader, render(house, request, reader, template, facts), status)


def now() -> str:
    """The time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")
