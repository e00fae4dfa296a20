"""Messages and statuses of errors are looked up by their class, or by the nearest one that they are derived from."""

from __future__ import annotations

from gettext import NullTranslations

from markupsafe import Markup

from groundfloor.engine.errors import BadRecord, GroundfloorError, ImpossibleTable
from groundfloor.web.error_messages import message_for, page_message_for, status_of
from groundfloor.web.errors import WebError

WORDS = NullTranslations()


class NewWebError(WebError):
    """An error that no table knows."""


class NewError(GroundfloorError):
    """An error that no table knows."""


def test_an_error_that_is_in_no_table_is_answered_like_its_base() -> None:
    assert (status_of(NewWebError("%(what)s!", what="No")), status_of(NewError("no"))) == (400, 422)
    assert message_for(NewWebError("%(what)s!", what="No"), WORDS) == "No!"
    assert message_for(NewError("no"), WORDS) == "That can’t be done: no"


def test_pages_mark_what_is_only_in_english() -> None:
    said = page_message_for(BadRecord("line <3>"), WORDS)
    assert isinstance(said, Markup) and '<span lang="en">line &lt;3&gt;</span>' in said


def test_pages_name_options() -> None:
    said = page_message_for(ImpossibleTable("No %(option)s.", option="era"), WORDS)
    assert said.startswith("No ") and "era" not in said.split()
