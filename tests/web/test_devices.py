"""What browsers are called in the list of sessions."""

from __future__ import annotations

import pytest

from groundfloor.web.devices import MAX_LENGTH, device_name

SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
CHROME = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (SAFARI, "Safari, iPhone"),
        (EDGE, "Edge, Windows"),
        (CHROME, "Chrome, macOS"),
        ("groundfloor-bot/1.0 (x)", "groundfloor-bot"),
        ("", ""),
    ],
)
def test_browser_and_system_are_named(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_name_is_short_and_printable() -> None:
    assert device_name("x\u202e\x00" * 100) == "x" * MAX_LENGTH
