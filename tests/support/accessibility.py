"""Checks a page that is open in a browser with axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPTIONS = {"resultTypes": ["violations"]}
"""Every rule is checked, but only violations are described: the description of all that is in order takes most of the time."""


def axe_violations(tab: Page, within: str | None = None) -> list[str]:
    """Returns a line for each element, at most three a rule; ``within`` is a selector of the part that is checked (else all)."""
    found = Axe().run(tab, context=within, options=OPTIONS).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}" for fault in found for node in fault["nodes"][:3]]
