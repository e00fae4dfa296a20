"""Checks a page that is open in a browser with axe."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

Options = dict[str, object]
VIOLATIONS: Options = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
"""Only violations are described: the description of all that is in order takes most of the time. One rule is off in axe by default."""
BY_LOOK: Options = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "target-size"]}
"""The rules whose findings differ from theme to theme and from size to size. All others are about what a page says to programs, and that is the same."""
NAMED_IN_ORDER = """() => {
  const plain = (text) => text.toLowerCase().replace(/\\u00ad/g, "").replace(/[^\\p{L}\\p{N}%+−]+/gu, " ").trim();
  const isSeen = ({ parentElement: box }) => box.checkVisibility({ visibilityProperty: true }) && !box.closest(".visually-hidden, [aria-hidden=true]");
  axe.configure({ checks: [{ id: "label-content-name-mismatch", evaluate: (control) => {
    const name = plain(axe.commons.text.accessibleText(control));
    if (!name) return undefined;
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    let from = 0;
    while (texts.nextNode()) {
      const text = isSeen(texts.currentNode) ? plain(texts.currentNode.data) : "";
      const at = name.indexOf(text, from);
      if (at < 0) return false;
      from = at + text.length;
    }
    return true;
  } }] });
}"""
"""A name has all that is seen on a control in the same order. axe itself would take “3” and “2” beside two icons for the text “32”."""
RUN = "([within, options]) => axe.run(within ?? document, options).then(({ violations }) => violations)"


def axe_violations(tab: Page, within: str | None = None, options: Options = VIOLATIONS) -> list[str]:
    """Returns a line for each element, at most three a rule; ``within`` is a selector of the part that is checked (else all).

    A page gets axe once: reading its script takes as long as checking a part of a board.
    """
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(Axe().axe_script)
        tab.evaluate(NAMED_IN_ORDER)
    violations = tab.evaluate(RUN, [within, options])
    return [
        f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}" for fault in violations for node in fault["nodes"][:3]
    ]
