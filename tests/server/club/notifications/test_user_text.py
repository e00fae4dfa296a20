"""What people have typed, as it stands in messages: short, and nothing of which a program makes a link."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundfloor.server.club.notifications.user_text import MAX_CHARACTERS, harmless

LINK = re.compile(
    r"[a-z][a-z0-9+.-]*:[^\s…]|//|\\|@[^\s…]|[^\W\d]\.[^\s.,;:!?)’…]|[^\s.]\.[^\W\d]|\d+\.\d+\.\d|(?<![-\d])\d{9}", re.IGNORECASE
)
"""What mail programs look for: a scheme, the path of a file, an e-mail address, a name of a host, an IP address, a telephone number."""
PIECES = ["http", "https://", "www.", "evil", ".example", ".", "@", ":", "//", "\\", "mailto:", "tel:", "1.2.3.4", "491701234567", "。", "／", "：", "\u200b",
          "\u00ad", "\u202e", " ", "\n", "”", '"', "é", "2.5", "(", ")", "a"]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann’s table: Friday, 10:30", "Ann’s table: Friday, 10:30"),
        ("Version 2.5 am 28.11.2026 um 20:15", "Version 2.5 am 28. 11. 2026 um 20:15"),
        ("2026-11-28 20:15", "2026-11-28 20:15"),
        ("Win €500 at https://evil.example/login", "Win €500 at https: evil. example/login"),
        ("www.evil.example", "www. evil. example"),
        ("evil。example／login", "evil. example/login"),
        ("ann@evil.example", "ann@ evil. example"),
        ("mailto:ann", "mailto: ann"),
        ("http:/\\1.2.3.4", "http: 1. 2. 3. 4"),
        ("\\\\server\\share", "/server/share"),
        ("Call +49 (170) 123-4567", "Call …"),
        ("ev\u200bil.exam\u00adple\u202e", "evil. example"),
        ("A\r\nBcc: eve", "A Bcc: eve"),
        ("end”. Your account: “", "end’. Your account: ’"),
        ("a" * 40, "a" * 40),
        ("a" * 41, "a" * 39 + "…"),
        (" ", ""),
    ],
)
def test_addresses_are_broken_and_the_rest_stays(typed: str, shown: str) -> None:
    assert harmless(typed) == shown


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_no_text_becomes_a_link_or_ends_its_quotation(typed: str) -> None:
    shown = harmless(typed)
    assert len(shown) <= MAX_CHARACTERS and not LINK.search(shown)
    assert not set(shown) & set('“”„«»"') and not any(unicodedata.category(each).startswith("C") for each in shown)
