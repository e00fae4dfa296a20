"""Messages and statuses of errors are looked up by their class, or by the nearest one that they are derived from."""

from __future__ import annotations

from gettext import NullTranslations

import pytest
from markupsafe import Markup

from groundfloor.engine.cancellation import OperationCancelled
from groundfloor.engine.errors import BadPosition, BadRecord, GroundfloorError, IllegalAction, ImpossibleTable
from groundfloor.store.errors import StorageError, StorageFull
from groundfloor.tables.errors import ConflictsWithDraft, DamagedTable, StaleVersion, UnknownCommand, UnknownGame
from groundfloor.web.error_messages import message_for, page_message_for, status_of
from groundfloor.web.errors import BadBody, BodyTooLarge, ClientDisconnected, DeadlinePassed, WebError
from groundfloor.web.quotas import ServerFull, TooManyTables

WORDS = NullTranslations()
STATUS_OF = [
    (BadBody("?"), 400),
    (UnknownGame("?"), 404),
    (StaleVersion("?"), 409),
    (BodyTooLarge("?"), 413),
    (UnknownCommand("?"), 422),
    (ConflictsWithDraft("?"), 422),
    (BadPosition("?"), 422),
    (TooManyTables("?"), 429),
    (ServerFull("?"), 503),
    (DamagedTable("?"), 503),
    (StorageError(), 503),
    (OperationCancelled(), 503),
    (DeadlinePassed("?"), 503),
    (ClientDisconnected("?"), 503),
    (StorageFull(), 507),
]


@pytest.mark.parametrize(("error", "status"), STATUS_OF, ids=lambda given: type(given).__name__ if isinstance(given, Exception) else "")
def test_status_is_that_of_the_nearest_class(error: GroundfloorError, status: int) -> None:
    assert status_of(error) == status


class NewWebError(WebError):
    """An error that no table knows."""


class NewError(GroundfloorError):
    """An error that no table knows."""


def test_an_error_that_is_in_no_table_is_answered_like_its_base() -> None:
    assert (status_of(NewWebError("%(what)s!", what="No")), status_of(NewError("no"))) == (400, 422)
    assert message_for(NewWebError("%(what)s!", what="No"), WORDS) == "No!"
    assert message_for(NewError("no"), WORDS) == "That can’t be done: no"


def test_messages_of_the_rules() -> None:
    assert message_for(IllegalAction("x"), WORDS) == "Not possible now."
    assert message_for(ImpossibleTable("At most %(most)s.", most=5), WORDS) == "At most 5."
    assert message_for(BadRecord("line 3"), WORDS) == "This record can’t be read: line 3"


def test_pages_mark_what_is_only_in_english() -> None:
    said = page_message_for(BadRecord("line <3>"), WORDS)
    assert isinstance(said, Markup) and '<span lang="en">line &lt;3&gt;</span>' in said


def test_pages_name_options() -> None:
    said = page_message_for(ImpossibleTable("No %(option)s.", option="era"), WORDS)
    assert said.startswith("No ") and "era" not in said.split()
