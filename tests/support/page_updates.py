"""What an open page makes of an update of its table, as ``static/swap.js`` does it in the browser."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.html import all_of, one, value


def regions(text: str) -> dict[str, str]:
    """Returns the HTML of the regions in a page or an update by their ids, as the parser writes it; fails if one stands within another."""
    found = {value(region, "id"): str(region.html) for region in all_of(text, "[data-digest]")}
    assert not all_of(text, "[data-digest] [data-digest]")
    return found


def listed(update: str) -> list[tuple[str, str, str]]:
    """Returns container, id and digest of each region of the board that an update is about, in the order of the page."""
    found: list[tuple[str, str, str]] = []
    container = ""
    for word in value(one(update, "#table"), "data-regions").split():
        if word.endswith(":"):
            container = word[:-1]
        else:
            id, digest = word.split("=")
            found.append((container, id, digest))
    return found


def updated(shown: Mapping[str, str], update: str) -> dict[str, str]:
    """Returns the regions that a page shows after an update; fails if it lacks one that the update leaves out."""
    sent = regions(update)
    found: dict[str, str] = {}
    for _, id, digest in listed(update):
        found[id] = sent[id] if id in sent else shown[id]
        assert value(one(found[id], f"#{id}"), "data-digest") == digest
    assert not sent.keys() - found.keys()
    return found
