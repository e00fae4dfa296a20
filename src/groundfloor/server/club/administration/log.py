"""What administrators have done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...http.json_types import ApiStruct
from . import storage as administration_storage
from .rows import AdministrationEntry
from .sections import PAGE, page_number

if TYPE_CHECKING:
    from ...context import AppContext


class AdministrationLog(ApiStruct, frozen=True):
    entries: list[AdministrationEntry]
    by: str
    page: int
    has_more: bool


def log(context: AppContext, query: Mapping[str, str]) -> AdministrationLog:
    """Returns a page of what administrators have done, the newest first, or what one of them has done (``by``, an id)."""
    number, author = page_number(query), query.get("by", "")[:40]
    entries = administration_storage.log_entries(context.store, author, (number - 1) * PAGE, PAGE + 1)
    return AdministrationLog(entries=entries[:PAGE], by=author, page=number, has_more=len(entries) > PAGE)
