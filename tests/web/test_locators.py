"""Browser tests find elements by role, name, label or test id, as a person does, not by the classes and ids of styles and scripts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
FINDERS = frozenset(
    [
        "locator",
        "query_selector",
        "query_selector_all",
        "wait_for_selector",
        "eval_on_selector",
        "eval_on_selector_all",
        "is_visible",
        "is_hidden",
        "click",
        "dblclick",
        "tap",
        "hover",
        "focus",
        "fill",
        "check",
        "select_option",
        "inner_text",
        "text_content",
        "input_value",
        "get_attribute",
        "press",
    ]
)
"""Methods of Playwright whose first argument is a selector."""
STYLE_SELECTOR = re.compile(r"(?:^|[\s,>+~(\w\])*])[.#][A-Za-z{]")
"""A class or an id in a selector; in an f-string ``{`` stands for what is filled in."""
MEASURING = frozenset({"web/test_components_in_a_browser.py"})
"""Files that measure the look of the parts that a style sheet names."""


def literal(node: ast.expr) -> str:
    """Returns a text as it stands in the code, with ``{}`` for what is filled in; "" if it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) or "{}" for part in node.values)
    return ""


def style_selectors(code: str) -> list[str]:
    """Returns the selectors of classes and ids with which elements are looked for."""
    calls = (
        node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
    )
    found = [literal(call.args[0]) for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in FINDERS]
    return [selector for selector in found if STYLE_SELECTOR.search(re.sub(r"\[[^\]]*\]", "[]", selector))]


def test_no_element_is_found_by_a_class_or_an_id() -> None:
    found = {
        str(file.relative_to(TESTS)): selectors
        for folder in ("web", "support")
        for file in sorted((TESTS / folder).rglob("*.py"))
        if str(file.relative_to(TESTS)) not in MEASURING and (selectors := style_selectors(file.read_text("utf-8")))
    }
    assert found == {}


def test_classes_and_ids_are_noticed() -> None:
    code = (
        'tab.locator("#confirm"); tab.locator(f"#{id} summary"); tab.click("a.key"); tab.locator("[data-x=a.b]"); tab.get_by_role("link")'
    )
    assert style_selectors(code) == ["#confirm", "#{} summary", "a.key"]


def test_conditions_of_pages_are_functions() -> None:
    """What is no function Playwright evaluates as a text, which the pages' Content Security Policy refuses, unless it is true at once."""
    texts = re.compile(r"""wait_for_function\(\s*f?"(?!\(|\w+ => )""")
    found = [file.name for folder in ("web", "support") for file in (TESTS / folder).rglob("*.py") if texts.search(file.read_text("utf-8"))]
    assert found == []
