"""What axe is asked to find on pages: also names that differ from what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.accessibility import axe_violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOX = '<svg width="9" height="9" aria-hidden="true"><path d="M0 0h9v9"/></svg>'


@pytest.mark.parametrize(
    ("control", "is_named"),
    [
        ('<button aria-label="Seen">OK</button>', False),
        ('<button aria-label="OK: Seen">OK</button>', True),
        (f'<button aria-label="Takes 3 money, gives 2 info">3 {BOX} 2 {BOX}</button>', True),
        (f'<button aria-label="Gives 2 info, takes 3 money">3 {BOX} 2 {BOX}</button>', False),
        ('<button aria-label="Close">×</button>', True),
    ],
)
def test_name_of_a_control_has_what_is_seen_on_it_in_order(browser: Browser, control: str, is_named: bool) -> None:
    tab = browser.new_page()
    tab.set_content(f'<html lang="en"><title>Names</title><main><h1>Names</h1>{control}</main></html>')
    assert [fault.partition(":")[0] for fault in axe_violations(tab)] == ([] if is_named else ["label-content-name-mismatch"])
    tab.close()
