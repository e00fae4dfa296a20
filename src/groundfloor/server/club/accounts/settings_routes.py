"""Settings: language, colours, motion and sounds, and the preferences of new seats. A page, the switches of every page, and the API.

Settings of an account are stored with it, and each of its devices shows them. A guest's stay in the browser: the language in a cookie, the rest where scripts keep it.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from groundfloor.presentation.translations import LANGUAGES

from ...database.rows import AccountSettings
from ...http.form_conflicts import changed_fields, conflicts, typed_fields
from ...http.handlers import form_of, json_change, json_view, personal_page, redirect
from ...http.idempotency import IGNORED_FIELDS
from ...http.json_types import ApiStruct
from ...http.pages import LANGUAGE, own_path, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import Route, on_server
from ...http.security import account_of, delete_cookie, read_cookie, set_cookie, settings_of
from ..identity import storage as account_storage
from ..identity.checks import logged_in
from ..identity.errors import NotLoggedIn
from .errors import BadPreference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ...http.request_body import FormFields, JsonFields

POSSIBLE: dict[str, tuple[str | bool, ...]] = {
    **{field.name: (False, True) for field in fields(AccountSettings)},
    "language": ("", *LANGUAGES),
    "theme": ("", "light", "dark"),
}
"""The values of each setting; a language or theme "" is that of the device."""
FORM_VALUES: dict[str, str | bool] = {"on": True, "off": False}


class Settings(ApiStruct, frozen=True):
    """What the account has chosen, and the possible values of each setting."""

    language: str
    theme: str
    motion: bool
    sound: bool
    confirms_itself: bool
    skips_hiring: bool
    skips_firing: bool
    seat_order: bool
    possible: dict[str, list[bool | str]]


class ChangedSettings(TypedDict, total=False):
    """The settings to change."""

    language: str
    theme: Literal["", "light", "dark"]
    motion: bool
    sound: bool
    confirms_itself: bool
    skips_hiring: bool
    skips_firing: bool
    seat_order: bool


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/settings``: what somebody has chosen."""
    now = setting_texts(request)
    return render(
        request,
        "settings.html",
        chosen={name: form_value(value) for name, value in {**now, **typed_fields(form, now)}.items()},
        now=now,
        conflicts=conflicts(form, now),
        languages=[(code, LANGUAGES[code].name) for code in LANGUAGES],
        is_saved=request.query_params.get("done") == "saved",
        error_message=error_message,
    )


@form_of(show, needs_cookie=True)
async def change(request: Request, form: FormFields) -> Response:
    """``POST /settings``: changes those settings that the form has, and leads to ``then``. A guest's language is kept in a cookie, the rest by scripts."""
    then = own_path(form.get("then", "") or "/settings?done=saved")
    if account_of(request) is not None:
        promise(then)
        changed = changed_fields(form, setting_texts(request))
        await change_settings(request, {name: form_value(value) for name, value in changed.items()})
    response = redirect(request, then)
    if account_of(request) is None:
        if form.get("language") in LANGUAGES:
            set_cookie(request, response, LANGUAGE, form["language"])
        elif form.get("language") == "":
            delete_cookie(request, response, LANGUAGE)
    return response


def own_settings(request: Request) -> Settings:
    """Returns what the account has chosen; NotLoggedIn for a guest."""
    logged_in(request)
    return Settings(**asdict(chosen_settings(request)), possible={name: list(values) for name, values in POSSIBLE.items()})


as_json = json_view(own_settings)


@json_change(view=own_settings, sets_cookie=False)
async def change_json(request: Request, body: JsonFields) -> None:
    """Changes the settings that the body names; those that the account has not chosen yet are the browser's."""
    await change_settings(request, {name: value for name, value in body.items() if name not in IGNORED_FIELDS})


def chosen_settings(request: Request) -> AccountSettings:
    """Returns what the account has chosen; for one that has chosen nothing yet, and for guests, what is known about the browser."""
    kept = read_cookie(request, LANGUAGE)
    return settings_of(request) or AccountSettings(language=kept if kept in LANGUAGES else "")


def setting_texts(request: Request) -> dict[str, str]:
    """Returns what is chosen, as a form sends it."""
    texts = {value: text for text, value in FORM_VALUES.items()}
    return {name: texts.get(value, str(value)) for name, value in asdict(chosen_settings(request)).items()}


def form_value(text: str) -> str | bool:
    return FORM_VALUES.get(text, text)


async def change_settings(request: Request, given: Mapping[str, object]) -> AccountSettings:
    """Changes some settings of the account that is logged in, for this request too; returns all of them. BadPreference or NotLoggedIn if that is not possible."""
    context, account, changed = get_context(request), logged_in(request), checked_settings(given)
    settings: AccountSettings | None = await context.work.write(
        account_storage.change_settings, context.store, account.id, chosen_settings(request), changed
    )
    if settings is None:
        raise NotLoggedIn("You are not logged in, or were logged out from another device. Please log in first.")
    request.state.settings = settings
    return settings


def checked_settings(given: Mapping[str, object]) -> dict[str, Any]:
    """Returns settings as they can be stored; BadPreference, which says what is possible, for an unknown name or value."""
    for name, value in given.items():
        if name not in POSSIBLE:
            raise BadPreference(
                "There is no setting “%(name)s”. The settings are: %(known)s.", name=str(name)[:40], known=", ".join(POSSIBLE)
            )
        if not any(value is possible or (isinstance(value, str) and value == possible) for possible in POSSIBLE[name]):
            known = ", ".join(
                "“”" if possible == "" else str(possible).lower() if isinstance(possible, bool) else possible for possible in POSSIBLE[name]
            )
            raise BadPreference("The setting “%(name)s” is one of: %(known)s.", name=name, known=known)
    return dict(given)


ROUTES = (
    Route("GET /settings", show, "What the person who asks has chosen for the pages.", query=("done",)),
    Route("POST /settings", change, "Changes settings."),
    *on_server(
        Route("GET /api/account/settings", as_json, "What the account has chosen.", rights="account"),
        Route("POST /api/account/settings", change_json, "Changes settings.", rights="account", body=ChangedSettings, refusals=(422,)),
    ),
)
