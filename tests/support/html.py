"""Reads HTML of the server into elements: tests find them by tag, role, label, id or attribute (CSS selectors), not by patterns of text."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode


def all_of(page: str | LexborNode, selector: str) -> list[LexborNode]:
    """Returns the elements that a selector matches, in the order of the page."""
    return (LexborHTMLParser(page) if isinstance(page, str) else page).css(selector)


def one(page: str | LexborNode, selector: str) -> LexborNode:
    """Returns the first element that a selector matches; fails if there is none."""
    found = all_of(page, selector)
    assert found, f"no element {selector}"
    return found[0]


def has(page: str | LexborNode, selector: str) -> bool:
    return bool(all_of(page, selector))


def texts(page: str | LexborNode, selector: str) -> list[str]:
    return [text(node) for node in all_of(page, selector)]


def text(node: LexborNode) -> str:
    return " ".join(node.text().split())


def words(node: LexborNode) -> str:
    """Returns what stands in an element, with a space between any two elements in it."""
    return " ".join(node.text(separator=" ").split())


def values(page: str | LexborNode, selector: str, attribute: str) -> list[str]:
    """Returns an attribute of each of the elements, "" where one lacks it."""
    return [value(node, attribute) for node in all_of(page, selector)]


def value(node: LexborNode, attribute: str) -> str:
    """Returns an attribute of an element, "" if it lacks it."""
    return node.attributes.get(attribute) or ""


def form_data(page: str, selector: str) -> dict[str, str]:
    """Returns what a browser sends of a form that nobody has changed; of its buttons none."""
    found = {}
    for node in all_of(one(page, selector), "input[name], select[name], textarea[name]"):
        if value(node, "type") == "checkbox" and "checked" not in node.attributes:
            continue
        if node.tag == "select":
            chosen = all_of(node, "option[selected]") or all_of(node, "option")
            found[value(node, "name")] = value(chosen[0], "value")
        else:
            found[value(node, "name")] = value(node, "value") if node.tag == "input" else node.text()
    return found


def inline_code(page: str) -> list[str]:
    """Returns styles, scripts and handlers that stand in the page itself, which its content security policy forbids."""
    found = [f"<{node.tag}>" for node in all_of(page, "style, script:not([src])")]
    return found + [f"{name}=" for node in all_of(page, "*") for name in node.attributes if name == "style" or name.startswith("on")]


def foreign_addresses(page: str) -> list[str]:
    """Returns addresses on other hosts that the page itself asks, beside its links."""
    found = [
        value(node, name) for name in ("href", "src", "action") for node in all_of(page, f":is(link, script, img, form, iframe)[{name}]")
    ]
    return [address for address in found if address.startswith(("http:", "https:", "//"))]


def board_of(page: str) -> str:
    return value(one(page, "[data-board]"), "data-board")


def digests_of(page: str) -> str:
    """Returns the digests of the regions in a page or an update, as a page tells them."""
    return "".join(values(page, "[data-digest]", "data-digest"))
