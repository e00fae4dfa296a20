"""What an open page makes of an update of its table, as ``static/swap.js`` does it in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.html import all_of, drawing_of, one, value

if TYPE_CHECKING:
    from collections.abc import Mapping


def normalized(page: str) -> str:
    """Returns the table of a page as the parser writes it."""
    return str(one(page, "#table").html)


def updated(table: str, update: str) -> str:
    """Returns the table that a page shows after an update, or a whole new table; fails if the update is not for what it shows."""
    changes = all_of(update, "#changes")
    if changes:
        assert value(changes[0], "data-since") == drawing_of(table), "the update is for another drawing"
    shown = parts_by_id(table)
    found = with_kept_parts(normalized(update), shown)
    for child in all_of(changes[0], "#changes > *") if changes else []:
        fresh = child if value(child, "id") else one(child, "[id]")
        old = shown[value(fresh, "id")]
        assert found.count(old) == 1
        found = found.replace(old, with_kept_parts(str(fresh.html), shown))
    return found


def with_kept_parts(text: str, shown: Mapping[str, str]) -> str:
    """Returns HTML with the page's own parts in place of the empty elements."""
    for kept in all_of(text, "[data-kept]"):
        text = text.replace(str(kept.html), shown[value(kept, "id")])
    return text


def parts_by_id(table: str) -> dict[str, str]:
    """Returns the HTML of each element with an id; fails if two have the same."""
    found = all_of(table, "[id]")
    parts = {value(node, "id"): str(node.html) for node in found}
    assert len(parts) == len(found)
    return parts
