"""What somebody has chosen: their language, colours, motion and sounds, and what new seats of theirs begin with.

Those of an account are stored with it, and each of its devices shows them. A guest's stay in the browser: the language in a cookie, the rest where scripts keep it.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from ..presentation.translations import LANGUAGES
from ..store import AccountSettings
from ..tables.seat_holders import PREFERENCES, Preferences
from .accounts import logged_in
from .context import get_context
from .errors import BadSettings, NotLoggedIn
from .pages import LANGUAGE
from .security import read_cookie, settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from .context import AppContext

POSSIBLE: dict[str, tuple[str | bool, ...]] = {
    **{field.name: (False, True) for field in fields(AccountSettings)},
    "language": ("", *LANGUAGES),
    "theme": ("", "light", "dark"),
}
"""The values of each setting; a language or theme "" is that of the device."""
FORM_VALUES: dict[str, str | bool] = {"on": True, "off": False}


def chosen_settings(request: Request) -> AccountSettings:
    """Returns what the account has chosen; for one that has chosen nothing yet, and for guests, what is known of the browser."""
    kept = read_cookie(request, LANGUAGE)
    return settings_of(request) or AccountSettings(language=kept if kept in LANGUAGES else "")


async def change_settings(request: Request, given: Mapping[str, object]) -> AccountSettings:
    """Changes some settings of the account that is logged in, for this request too; returns all of them. BadSettings or NotLoggedIn if that is not possible."""
    context, account, changed = get_context(request), logged_in(request), checked_settings(given)
    found: AccountSettings | None = await context.write(
        context.store.change_account_settings, account.id, chosen_settings(request), changed
    )
    if found is None:
        raise NotLoggedIn("You are not logged in, or were logged out from another device. Please log in first.")
    request.state.settings = found
    return found


def checked_settings(given: Mapping[str, object]) -> dict[str, Any]:
    """Returns settings as they can be stored; BadSettings, which says what is possible, for an unknown name or value."""
    for name, value in given.items():
        if name not in POSSIBLE:
            raise BadSettings(
                "There is no setting “%(name)s”. The settings are: %(known)s.", name=str(name)[:40], known=", ".join(POSSIBLE)
            )
        if not any(value is each or (isinstance(value, str) and value == each) for each in POSSIBLE[name]):
            known = ", ".join("“”" if each == "" else str(each).lower() if isinstance(each, bool) else each for each in POSSIBLE[name])
            raise BadSettings("The setting “%(name)s” is one of: %(known)s.", name=name, known=known)
    return dict(given)


def settings_of_form(form: Mapping[str, str]) -> dict[str, object]:
    """Returns the settings that a form changes; fields of other names are left out."""
    return {name: FORM_VALUES.get(form[name], form[name]) for name in POSSIBLE if name in form}


def settings_json(settings: AccountSettings) -> dict[str, object]:
    return {**asdict(settings), "possible": {name: list(values) for name, values in POSSIBLE.items()}}


def preferences_of(context: AppContext, holders: Mapping[int, str]) -> dict[int, Preferences]:
    """Returns what new seats begin with, by their numbers and who holds them; those of guests begin with nothing. Blocks."""
    found = context.store.settings_of_holders(set(holders.values()))
    chosen = {
        seat: Preferences(**{name: getattr(found[key], name) for name in PREFERENCES}) for seat, key in holders.items() if key in found
    }
    return {seat: preferences for seat, preferences in chosen.items() if preferences != Preferences()}
