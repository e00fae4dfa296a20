"""Completes typed commands: every word of an action may be abbreviated as long as it stays unambiguous."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from .errors import Ambiguous, UnknownCommand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.game import Game


def complete(typed: str, texts: Sequence[str]) -> str:
    """Returns the text that the typed words stand for, or the words that several texts begin with: ``w 3 m`` is ``warehouse 3 money``.

    Raises UnknownCommand if no text matches, Ambiguous if several do that begin with different words.
    """
    words = typed.lower().replace("-", "_").split()
    if " ".join(words) in texts:
        return " ".join(words)
    found = [text for text in texts if words and _matches(words, text.split())]
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
    """Returns the error for words that match nothing: it suggests similar texts, or lists what is possible."""
    near = get_close_matches(typed.strip().lower(), texts, n=3, cutoff=0.6)
    if near:
        return UnknownCommand("“%(typed)s” is not possible now. Did you mean: %(near)s?", typed=typed, near=listing(near))
    possible = listing(texts)
    return UnknownCommand("“%(typed)s” is not possible now. Possible: %(possible)s.", typed=typed, possible=possible)


def listing(texts: Iterable[str]) -> str:
    """Returns the first dozen texts as a list in a sentence."""
    found = list(texts)
    return ", ".join(found[:12]) + (" …" if len(found) > 12 else "")


def _matches(words: Sequence[str], whole: Sequence[str]) -> bool:
    return len(words) <= len(whole) and all(_is_prefix(word, other) for word, other in zip(words, whole, strict=False))


def _is_prefix(word: str, other: str) -> bool:
    if word.isdigit() or other.isdigit():
        return word == other
    return other.startswith(word)


def legal_texts(game: Game) -> list[str]:
    """Returns the texts of all actions that are possible in a position."""
    return [action.text for action in game.legal_actions]
