"""The reference of the API has all that its description has, and its links lead somewhere."""

from __future__ import annotations

import re

from groundfloor.server.api_reference import SUBJECTS, reference
from groundfloor.server.club.contacts.block_storage import MAX_BLOCKED
from groundfloor.server.club.contacts.blocking import PER_BLOCK
from groundfloor.server.every_route import ROUTES
from groundfloor.server.openapi import describe, described


def test_reference_has_every_operation_and_every_type() -> None:
    headings = re.findall(r"^### (.+)$", reference(), re.MULTILINE)
    assert set(headings) == {route.address for route in described(ROUTES)} | set(describe(ROUTES)["components"]["schemas"])
    assert len(headings) == len(set(headings))


def test_links_lead_to_types() -> None:
    text = reference()
    types = {name.lower() for name in re.findall(r"^### (\w+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#(\w+)\)", text)) <= types


def test_every_subject_has_a_heading() -> None:
    """A new part of the API is named in ``SUBJECTS``, or it stands among streams and files."""
    subjects = {path.split("/")[2] for path in (route.path for route in described(ROUTES)) if path.startswith("/api/")}
    assert subjects - {"openapi.json"} == set(SUBJECTS)


def test_field_has_its_type_and_meaning() -> None:
    text = reference()
    assert "| `version` | integer | How many entries the record has. |" in text
    assert "| `legal` | list of [LegalAnswer](#legalanswer) | All legal answers to it. |" in text
    assert "| `token`? | string |" in text


def test_operation_has_its_limits() -> None:
    text = reference().partition("### POST /api/blocks\n")[2].partition("### ")[0]
    assert f"Limits: `changes_per_minute`, {PER_BLOCK}, {MAX_BLOCKED} people blocked by a browser" in text
