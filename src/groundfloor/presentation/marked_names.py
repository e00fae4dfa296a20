"""Names of people in sentences, with the marks that the server gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.translatable import _

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.table.value import PersonMark

MARKS: dict[PersonMark, str] = {"guest": _("Guest"), "bot": _("Bot"), "administrator": _("Administrator")}


def with_mark(name: str, mark: PersonMark, translations: NullTranslations) -> str:
    """Returns a name, as a sentence shows it, with the mark of the person behind it.

    >>> from gettext import NullTranslations
    >>> with_mark("Ann", "guest", NullTranslations()), with_mark("Ann", "", NullTranslations())
    ('Ann (Guest)', 'Ann')
    """
    return f"{name} ({translations.gettext(MARKS[mark])})" if mark else name
