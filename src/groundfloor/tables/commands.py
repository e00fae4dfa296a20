"""Typed commands: the texts of actions, every word of which may be shortened as long as it stays clear what is meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from .errors import Ambiguous, UnknownCommand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def complete(typed: str, texts: Sequence[str]) -> str:
    """The text, or the beginning that some of the texts share, that the typed words mean: ``w 3 m`` is ``warehouse 3 money``.

    UnknownCommand if nothing fits, Ambiguous if several do that have no beginning in common.
    """
    words = typed.lower().replace("-", "_").split()
    if " ".join(words) in texts:
        return " ".join(words)
    found = [text for text in texts if words and _fits(words, text.split())]
    exact = [text for text in found if text.split()[: len(words)] == words]
    if exact:
        return " ".join(words)
    beginnings = list(dict.fromkeys(" ".join(text.split()[: len(words)]) for text in found))
    if not beginnings:
        raise unknown(typed, texts)
    if len(beginnings) > 1:
        raise Ambiguous("“%(typed)s” can mean several things: %(possible)s.", typed=typed, possible=listing(beginnings))
    return found[0] if len(found) == 1 else beginnings[0]


def unknown(typed: str, texts: Sequence[str]) -> UnknownCommand:
    """The error for words that fit nothing: it suggests what they are close to, or lists what is possible."""
    near = get_close_matches(typed.strip().lower(), texts, n=3, cutoff=0.6)
    if near:
        return UnknownCommand("“%(typed)s” is nothing that can be done now. Did you mean: %(near)s?", typed=typed, near=listing(near))
    possible = listing(texts)
    return UnknownCommand("“%(typed)s” is nothing that can be done now. Possible: %(possible)s.", typed=typed, possible=possible)


def listing(texts: Iterable[str]) -> str:
    """The texts, the first dozen of them."""
    found = list(texts)
    return ", ".join(found[:12]) + (" …" if len(found) > 12 else "")


def _fits(words: Sequence[str], whole: Sequence[str]) -> bool:
    return len(words) <= len(whole) and all(_begins(word, other) for word, other in zip(words, whole, strict=False))


def _begins(word: str, other: str) -> bool:
    if word.isdigit() or other.isdigit():
        return word == other
    return other.startswith(word)
