"""Bots in words: what one is called, how it plays, and how long it thinks."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from babel.numbers import format_decimal

from groundfloor.agents.levels import seconds_of

from . import names

AT_ONCE = 0.5
"""Seconds up to which a bot answers at once, as far as a person notices."""


@dataclass(frozen=True)
class BotWords:
    """A bot in words: ``style`` says how it plays ("": nobody has said it), ``time`` how long it thinks ("": not known), ``is_quick`` that it answers at once."""

    id: str
    name: str
    style: str
    time: str
    is_quick: bool = False


def bot_words(bot: str, language: str, translations: NullTranslations) -> BotWords:
    seconds = seconds_of(bot)
    style = names.full("playing_style", bot, translations) if bot in names.PLAYING_STYLES else ""
    return BotWords(
        bot, names.full("bot", bot, translations), style, thinking_time(seconds, language, translations), 0 < seconds <= AT_ONCE
    )


def thinking_time(seconds: float, language: str, translations: NullTranslations) -> str:
    """Returns how long a bot thinks about a move, as a sentence; "" if it is not known."""
    if not seconds:
        return ""
    if seconds <= AT_ONCE:
        return translations.gettext("Answers at once.")
    number = format_decimal(seconds, "0.#", locale=language)
    return translations.ngettext("Thinks up to %(n)s second a move.", "Thinks up to %(n)s seconds a move.", 1 if seconds == 1 else 2) % {
        "n": number
    }
