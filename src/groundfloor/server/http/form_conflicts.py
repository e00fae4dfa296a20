"""Forms for several values at once: one that is sent from an old page does not silently undo what another browser has changed meanwhile.

Such a form says with which values it began. What nobody has changed in it stays as it is now; what was changed in both is refused, and the page shows both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from .errors import ChangedMeanwhile

if TYPE_CHECKING:
    from collections.abc import Mapping

INITIAL = "initial-"
"""The beginning of the names of fields that have the values with which a form began."""


def initial_fields(now: Mapping[str, str]) -> Markup:
    """Returns the hidden fields of a form that shows these values. No browser fills them in again."""
    hidden = Markup('<input type="hidden" name="{}" value="{}" autocomplete="off">')
    return Markup().join(hidden.format(INITIAL + name, value) for name, value in now.items())


def typed_fields(form: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Returns what was changed in a form of such values: all that it has, if it does not say with which it began."""
    return {name: form[name] for name in now if name in form and form[name] != form.get(INITIAL + name)}


def conflicts(form: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Returns the current values (``now``) of what was changed in a form that began with other ones."""
    typed = typed_fields(form, now)
    return {name: now[name] for name in typed if now[name] not in (typed[name], form.get(INITIAL + name, now[name]))}


def changed_fields(form: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Returns what was changed in a form; ChangedMeanwhile if another browser has changed the same."""
    if conflicts(form, now):
        raise ChangedMeanwhile(
            "This was changed in another browser meanwhile, and nothing is overwritten. Save again if what you have chosen is to count."
        )
    return typed_fields(form, now)
