"""The table of what requests ask for, and what is made of it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from groundfloor.server.app import ROUTES
from groundfloor.server.game.seats.operation_requests import REQUESTS, OperationRequest, SeatBot, TypedLine, TypedPlan, decode, read_typed
from groundfloor.server.http.errors import BadBody
from groundfloor.server.http.request_body import FormFields, JsonFields
from groundfloor.server.openapi import description
from groundfloor.table.operations import (
    Apply,
    Confirm,
    DraftNextPlannedMove,
    GiveTime,
    MarkSeen,
    Operation,
    Pick,
    Propose,
    ReplacePlan,
    Resign,
    SetGuide,
    SetPreference,
    Vote,
)
from groundfloor.table.value import UndoProposal
from tests.support.opened_tables import scheduling, seat_asked
from tests.support.operation_docs import FILE, example_of, table


def test_documents_have_the_table_of_the_decoder() -> None:
    assert table() in FILE.read_text("utf-8"), "python -m tests.support operation_docs"


@pytest.mark.parametrize("request_kind", REQUESTS, ids=lambda each: each.body.__name__)
def test_example_of_each_request_is_read_as_such(request_kind: OperationRequest) -> None:
    body = example_of(request_kind)
    assert next(iter(body)) == request_kind.field
    assert decode(JsonFields(body)) == request_kind.read(JsonFields(body))


def test_each_operation_of_a_table_can_be_asked_for() -> None:
    made = {type(decode(JsonFields(example_of(each)))) for each in REQUESTS}
    typed = {type(read_typed(scheduling("Ann", "Ben"), 0, TypedPlan(line, 0), "en")) for line in PLAN_LINES}
    assert set(get_args(Operation)) <= made | typed


PLAN_LINES = ("add factory", "drop 1", "up 1", "if 1 at most 3", "clear", "start", "stop", "next")


@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ({"pick": "factory", "version": "31"}, Pick("factory", 31)),
        ({"pick": "factory", "version": "x"}, Pick("factory", -1)),
        ({"do": "confirm", "version": "31", "draft": "hire,done"}, Confirm(31, "hire,done")),
        ({"command": "fac", "version": "31"}, TypedLine("fac", 31)),
        ({"do": "resign"}, Resign()),
        ({"plan": "add factory", "instead": "2 agency 1"}, TypedPlan("if 2 agency 1 else factory", -1)),
        ({"seen": "12"}, MarkSeen(12)),
        ({"guide": "next"}, SetGuide("next")),
        ({"set": "skips_hiring:off"}, SetPreference("skips_hiring", False)),
        ({"set": "skips_hiring"}, SetPreference("skips_hiring", None)),
        ({"propose": "undo", "version": "31"}, Propose(UndoProposal(), 31)),
        ({"agree": "31 1 pause"}, Vote("31 1 pause", agrees=True)),
        ({"give_time": "2"}, GiveTime(1)),
    ],
)
def test_form_becomes_an_operation(form: dict[str, str], asked: object) -> None:
    assert decode(FormFields(form), is_form=True) == asked


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ({"apply": ["hire"], "version": 31}, Apply(("hire",), 31)),
        ({"plan": ["hire", "factory"]}, ReplacePlan(("hire", "factory"))),
        ({"bot": "manager", "of": 2}, SeatBot(1, "manager")),
    ],
)
def test_programs_can_ask_for_more(body: dict[str, Any], asked: object) -> None:
    assert decode(JsonFields(body)) == asked


@pytest.mark.parametrize("form", [{"apply": "hire", "version": "31"}, {"bot": "manager"}])
def test_forms_can_not(form: dict[str, str]) -> None:
    with pytest.raises(BadBody):
        decode(FormFields(form), is_form=True)


@pytest.mark.parametrize(
    "body", [{}, {"pick": "x", "do": "undo"}, {"do": "dance"}, {"pick": "x"}, {"do": "confirm"}, {"plan": "next"}, {"propose": "undo"}]
)
def test_other_requests_are_refused(body: dict[str, str]) -> None:
    with pytest.raises(BadBody):
        decode(JsonFields(body))


def test_words_are_read_in_the_language_of_the_request() -> None:
    here = scheduling("Ann", "Ben")
    seat = seat_asked(here)
    assert read_typed(here, seat, TypedLine("Fabrik", here.version), "de") == Pick("factory", here.version)
    assert read_typed(here, seat, TypedLine("ja", here.version, "factory"), "de") == Confirm(here.version, "factory")
    assert read_typed(here, seat, TypedPlan("next", 7), "en") == DraftNextPlannedMove(7)


def test_description_has_a_schema_for_each_request() -> None:
    schema = description(ROUTES)
    assert all(f'"{each.body.__name__}"'.encode() in schema for each in REQUESTS)
