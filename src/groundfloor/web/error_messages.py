"""Error messages in the language of the request, and the HTTP status of each error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from ..engine.cancellation import OperationCancelled
from ..engine.errors import BadHouseValues, BadRecord, GroundfloorError, IllegalAction, ImpossibleTable
from ..presentation import names
from ..presentation.log.event_text import format_refusal
from ..store import StorageError, StorageFull
from ..tables.errors import DamagedTable, NoDraft, NothingToUndo, NotYourTurn, Refused, StaleVersion, TranslatableError, UnknownGame
from .errors import WebError
from .forms import value_name
from .quotas import ServerFull, TooManyTables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

CONFLICTS = (StaleVersion, NotYourTurn, NoDraft, NothingToUndo)


def message_for(error: GroundfloorError, words: NullTranslations) -> str:
    """Returns the message of an error in a language."""
    if isinstance(error, Refused):
        return format_refusal(error.refusal, words)
    if isinstance(error, TranslatableError):
        return words.gettext(error.msgid) % error.facts
    if isinstance(error, StorageError):
        return words.gettext(error.sentence)
    if isinstance(error, ImpossibleTable):
        said = words.gettext(error.sentence)
        return said % error.facts if error.facts else said
    if isinstance(error, BadRecord):
        return words.gettext("This record can’t be read: %(reason)s") % {"reason": error}
    if isinstance(error, IllegalAction):
        return words.gettext("Not possible now.")
    return words.gettext("That can’t be done: %(reason)s") % {"reason": error}


def page_message_for(error: GroundfloorError, words: NullTranslations) -> str:
    """Returns the message of an error for a page: options by their names, and texts that exist only in English marked as English."""
    if isinstance(error, ImpossibleTable):
        return words.gettext(error.sentence) % named(error.facts, words) if error.facts else message_for(error, words)
    if not isinstance(error, BadRecord | BadHouseValues):
        return message_for(error, words)
    said = (
        words.gettext("This record can’t be read: %(reason)s")
        if isinstance(error, BadRecord)
        else words.gettext("That can’t be done: %(reason)s")
    )
    return Markup(said) % {"reason": Markup('<span lang="en">{}</span>').format(error)}


def named(facts: Mapping[str, str | int], words: NullTranslations) -> dict[str, str | int]:
    """Returns the facts of an impossible table with readable names for options, their values and rulesets."""
    found = dict(facts)
    for key, value_key in (("option", "chosen"), ("other", "value")):
        option = str(facts.get(key, ""))
        if option in names.OPTIONS:
            found[key] = names.full("option", option, words)
            if value_key in facts:
                found[value_key] = words.gettext("“%(value)s”") % {"value": value_name(option, str(facts[value_key]), words)}
    if str(facts.get("ruleset", "")) in names.RULESETS:
        found["ruleset"] = names.full("ruleset", str(facts["ruleset"]), words)
    return found


def status_of(error: GroundfloorError) -> int:
    """Returns the HTTP status of an error; 422 if nothing more specific fits."""
    if isinstance(error, WebError):
        return error.status
    if isinstance(error, TooManyTables):
        return 429
    if isinstance(error, StorageFull):
        return 507
    if isinstance(error, ServerFull | DamagedTable | StorageError | OperationCancelled):
        return 503
    if isinstance(error, CONFLICTS):
        return 409
    return 404 if isinstance(error, UnknownGame) else 422
