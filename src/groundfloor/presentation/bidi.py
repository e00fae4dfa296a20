"""People's text within text of the interface: what is written from right to left must not reorder the text around it."""

from __future__ import annotations

import re

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


def isolated(text: str) -> str:
    """Returns a name, or what somebody wrote, for a sentence, an attribute or plain text: isolated if any of it goes from right to left.

    Where a page shows the text alone, its template has it in `<bdi>`.

    >>> isolated("Ann"), isolated("דנה") == "\u2068דנה\u2069"
    ('Ann', True)
    """
    if text.startswith(FIRST_STRONG_ISOLATE) or not RIGHT_TO_LEFT.search(text):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_DIRECTIONAL_ISOLATE}"
