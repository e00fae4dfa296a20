"""The parts of a message."""

from __future__ import annotations

from groundfloor.presentation.message_text import MOST_MARKED, message_parts


def test_long_row_of_mentions_and_moments_is_text_from_some_point_on() -> None:
    """Everybody who opens the chat would wait for thousands of links."""
    asked: list[int] = []

    def moment_label(entry: int) -> str:
        asked.append(entry)
        return "moment"

    text = "@Ann ?at=3 " * 45
    parts = message_parts(text, ["Ann"], moment_label)
    kinds = [part.kind for part in parts]
    assert kinds.count("mention") == kinds.count("moment") == len(asked) == MOST_MARKED
    assert text.endswith(parts[-1].text) and parts[-1].kind == "text"
