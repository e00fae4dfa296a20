"""Why somebody is banned, and until when, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.results.words import date_of

from .errors import Banned

if TYPE_CHECKING:
    from gettext import NullTranslations

    from ...database.rows import BanRow


def banned(ban: BanRow, language: str, *, is_guest: bool = False) -> Banned:
    """Returns the error that says why somebody is banned, and until when. ``is_guest``: a guest, in whose browser the banned account was used."""
    facts = {"until": date_of(ban.until, language) if ban.until else "", "reason": ban.reason}
    if is_guest:
        if ban.until:
            return Banned(
                "An account that was used in this browser is banned until %(until)s: without another account you can look, but not play. Reason: %(reason)s",
                **facts,
            )
        return Banned(
            "An account that was used in this browser is banned: without another account you can look, but not play. Reason: %(reason)s",
            **facts,
        )
    if ban.account is None:
        if ban.until:
            return Banned(
                "Your network address is banned from this server until %(until)s: you can look, but not play. Reason: %(reason)s", **facts
            )
        return Banned("Your network address is banned from this server: you can look, but not play. Reason: %(reason)s", **facts)
    if ban.until:
        return Banned("You are banned from this server until %(until)s: you can look, but not play. Reason: %(reason)s", **facts)
    return Banned("You are banned from this server: you can look, but not play. Reason: %(reason)s", **facts)


def ban_sentence(ban: BanRow, language: str, translations: NullTranslations, *, is_guest: bool = False) -> str:
    """Returns the same as a sentence."""
    error = banned(ban, language, is_guest=is_guest)
    return translations.gettext(error.msgid) % {name: isolated(str(fact)) for name, fact in error.facts.items()}
