"""House values: any value of an edition in the place of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.errors import BadHouseValues

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .edition import Edition


def furnished(edition: Edition, values: Mapping[str, object]) -> Edition:
    """The edition with house values."""
    raise BadHouseValues(f"Ruleset {edition.name} takes no house values yet.")
