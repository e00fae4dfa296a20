"""Compares two pages of the same board, apart from what is pencilled, selectable or written about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html.parser import HTMLParser

EMPTY = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "use", "path", "rect", "circle", "line"}
PENCIL = {"is-draft", "is-preview", "ghost", "then"}
LIGHTS = {"hire-here", "is-selectable", "is-blocked", "is-free", "is-plain", "is-taken", "is-control"}
UNSEEN = {"tooltip", "visually-hidden", "log-line", "datalist", "decision", "remodels"}
KEYS = ("id", "data-room", "data-floor", "data-letter")


@dataclass
class Node:
    """An element: its tag, attributes, children and texts."""

    tag: str
    attributes: dict[str, str]
    parts: list[Node | str] = field(default_factory=list)

    @cached_property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    @property
    def key(self) -> str:
        return self.tag + "".join(f" {name}={self.attributes[name]}" for name in KEYS if name in self.attributes)

    @property
    def is_draft(self) -> bool:
        return bool(self.classes & PENCIL) or self.attributes.get("aria-pressed") == "true"

    @property
    def is_unseen(self) -> bool:
        return bool(self.classes & UNSEEN) or self.tag in ("datalist", "script", "input")


class Tree(HTMLParser):
    """Reads a page into nodes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Node("page", {})
        self.open = [self.root]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(node)
        if tag not in EMPTY:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].parts.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].parts.append(" ".join(data.split()))


@lru_cache(maxsize=2)
def page_tree(text: str) -> Node:
    """Returns a page as nodes; the page without a draft is compared with one after the other."""
    return Tree(text).root


def moved(confirmed: str, draft: str) -> list[str]:
    """Returns what the second page shows otherwise than the first one without its being pencilled; each with where it stands."""
    found: list[str] = []
    compare(page_tree(confirmed), page_tree(draft), "", found)
    return found


def compare(was: Node, now: Node, where: str, found: list[str]) -> None:
    here = f"{where}/{now.attributes.get('id') or '.'.join([now.tag, *sorted(now.classes)])}"
    if now.is_draft or now.is_unseen or {"remodel-button", "is-selectable"} <= now.classes:
        return
    if (was.classes - LIGHTS - PENCIL) != (now.classes - LIGHTS - PENCIL):
        found.append(f"{here}: {sorted(was.classes ^ now.classes)}")
    found += children(solid(was), solid(now), here)


def children(before: list[Node | str], behind: list[Node | str], here: str) -> list[str]:
    """Compares what is in two elements; what is pencilled may have come in anywhere."""
    if len(behind) > len(before):
        added = [number for number, part in enumerate(behind) if isinstance(part, Node) and part.is_draft]
        without = (children(before, behind[:number] + behind[number + 1 :], here) for number in added)
        if best := min(without, key=len, default=None):
            return best
        if added:
            return []
    found: list[str] = []
    for one, other in zip(before, behind, strict=False):
        if isinstance(one, str) or isinstance(other, str):
            if one != other:
                found.append(f"{here}: {one!r} is {other!r}")
        elif one.key != other.key and not {one.tag, other.tag} <= {"button", "span"}:
            found.append(f"{here}: {one.key} is {other.key}")
        else:
            compare(one, other, here, found)
    for word, extra in (*(("lost", each) for each in before[len(behind) :]), *(("more", each) for each in behind[len(before) :])):
        found.append(f"{here}: {word} {extra if isinstance(extra, str) else extra.key + str(sorted(extra.classes))}")
    return found


def solid(node: Node) -> list[Node | str]:
    return [part for part in node.parts if isinstance(part, str) or not part.is_unseen]
