"""Browsers that refuse cookies are told so by what needs one, and nothing is said to be saved."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from tests.server.conftest import NewGame, Page
from tests.support.html import form_data, has, one, text

Browse = Callable[[], httpx.Client]
ACCOUNT = {"name": "Ann", "password": "correct horse battery"}
FORMS = [
    ("/hours", "#hours-form", "/hours", {"do": "hours"}),
    ("/settings", "#settings", "/settings", {"language": "de"}),
    ("/notices", "form:has(#delay)", "/notices", {"do": "settings", "delay_minutes": "60"}),
    (
        "/notices/addresses",
        "#add-webhook form",
        "/notices/addresses",
        {"do": "add", "transport": "slack", "address": "https://hooks.example/abc"},
    ),
    ("/account", "form:has(#create-name)", "/account/create", ACCOUNT),
    ("/account", "form:has(#log-in-name)", "/account/log-in", ACCOUNT),
    ("/lobby", "form.new-table", "/lobby", {"player": "Ann", "people": "2"}),
]


@pytest.mark.parametrize(("page", "selector", "path", "fields"), FORMS, ids=[each[2] for each in FORMS])
def test_form_that_needs_a_cookie_says_that_the_browser_refuses_it(
    browse: Browse, page: str, selector: str, path: str, fields: dict[str, str]
) -> None:
    client = browse()
    sent = {**form_data(client.get(page).text, selector), **fields}
    client.cookies.clear()
    refused = client.post(path, data=sent)
    assert refused.status_code == 403 and "cookie" in text(one(refused.text, ".alert[role=alert]"))
    assert not has(refused.text, ".alert.done:not([hidden])")
    again = {**form_data(refused.text, selector), **fields}  # with the cookie that the answer has set
    assert client.post(path, data=again).status_code in (303, 403 if path == "/account/log-in" else 200)


def test_seat_is_played_without_cookies(new_game: NewGame, browse: Browse) -> None:
    """Its link says who plays."""
    page: Page = new_game("here", "link")
    client = browse()
    sent = form_data(client.get(f"{page.address}/chat").text, "#chatting")
    client.cookies.clear()
    assert client.post(f"{page.address}/chat", data={**sent, "text": "Hello"}).status_code == 303


def test_first_click_on_a_page_without_a_cookie_is_no_refusal(new_game: NewGame, browse: Browse) -> None:
    page: Page = new_game("here", "link")
    client = browse()
    game = client.get(f"/g/{page.game_id}")
    assert not client.cookies
    followed = client.post(f"/g/{page.game_id}/follow", data=form_data(game.text, f"form[action='/g/{page.game_id}/follow']"))
    assert followed.status_code == 303 and client.cookies


def test_programs_need_no_page_first(browse: Browse) -> None:
    assert browse().post("/settings", data={"language": "de"}).status_code == 303
