"""Settings: those of an account are the same on each of its devices, and its new seats begin with them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.server.conftest import NewGame, Page
from tests.support.browser_player import create_account, fill_in_account, open_first_game
from tests.support.html import form_data, has, one, text, texts, value, values

PASSWORD = "correct horse battery"
STANDING = {"confirms_itself": True, "skips_hiring": False, "skips_firing": True}
Browse = Callable[[], httpx.Client]


def create(client: httpx.Client, name: str = "Ann") -> httpx.Client:
    assert client.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201
    return client


def log_in(client: httpx.Client, name: str = "Ann") -> httpx.Client:
    assert client.post("/api/account/log-in", json={"name": name, "password": PASSWORD}).status_code == 200
    return client


def choose(client: httpx.Client, **settings: object) -> httpx.Response:
    return client.post("/api/account/settings", json=settings)


def preferences(client: httpx.Client, address: str) -> dict[str, object]:
    found = client.get(f"/api{address.replace('/s/', '/seats/')}").json()["preferences"]
    return {name: found[name] for name in STANDING}


def test_settings_are_the_same_on_each_device(client: httpx.Client, browse: Browse) -> None:
    phone, laptop = create(client), log_in(browse())
    answer = phone.post("/settings", data={"language": "de", "theme": "dark", "motion": "off", "sound": "on", "skips_firing": "on"})
    assert answer.headers["location"] == "/settings?done=saved"
    page = laptop.get("/about").text
    root = one(page, "html")
    assert [value(root, name) for name in ("lang", "data-theme", "data-account-motion", "data-account-sound")] == [
        "de",
        "dark",
        "off",
        "on",
    ]
    assert has(laptop.get("/settings").text, "#setting-skips_firing[checked]") and not has(
        laptop.get("/settings").text, "#setting-motion[checked]"
    )
    guest = one(browse().get("/about").text, "html")
    assert value(guest, "lang") == "en" and not {"data-theme", "data-account-theme"} & set(guest.attributes)


def test_old_page_undoes_nothing_that_another_device_has_changed(client: httpx.Client, browse: Browse) -> None:
    phone, laptop = create(client), log_in(browse())
    old = form_data(laptop.get("/settings").text, "#settings")
    choose(phone, motion=False, theme="light")
    assert laptop.post("/settings", data={**old, "sound": "on"}).status_code == 303
    found = phone.get("/api/account/settings").json()
    assert (found["motion"], found["theme"], found["sound"]) == (False, "light", True)
    refused = laptop.post("/settings", data={**old, "theme": "dark", "idempotency_key": "another key of it"})
    assert refused.status_code == 409 and "nothing is overwritten" in text(one(refused.text, ".alert[role=alert]"))
    assert value(one(refused.text, "#setting-theme option[selected]"), "value") == "dark"
    assert [each for each in texts(refused.text, "#setting-theme option") if "saved meanwhile" in each] == ["light (saved meanwhile)"]
    assert laptop.post("/settings", data=form_data(refused.text, "#settings")).status_code == 303
    found = phone.get("/api/account/settings").json()
    assert (found["motion"], found["theme"], found["sound"]) == (False, "dark", True)


def test_switches_of_every_page_change_the_account_without_scripts(client: httpx.Client, browse: Browse) -> None:
    create(client)
    other = log_in(browse())
    page = client.get("/rules?q=price").text
    assert texts(page, ".languages button") == ["EN", "DE"] and value(one(page, ".theme"), "value") == "light"
    for fields in ({"language": "de"}, {"theme": "light"}):
        answer = client.post("/settings", data={**fields, "then": value(one(page, ".switches [name=then]"), "value")})
        assert answer.headers["location"] == "/rules?q=price"
    found = other.get("/rules").text
    assert (
        value(one(found, "html"), "lang") == "de"
        and text(one(found, ".theme")) == "Farben: hell"
        and value(one(found, ".theme"), "value") == "dark"
    )


@pytest.mark.parametrize("then", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"])
def test_form_leads_to_no_other_site(client: httpx.Client, then: str) -> None:
    location = client.post("/settings", data={"language": "de", "then": then}).headers["location"]
    assert location.startswith("/") and location[1] not in "/\\"


def test_new_account_takes_over_the_language_of_its_browser(client: httpx.Client) -> None:
    client.get("/?lang=de")
    create(client)
    assert has(client.get("/about").text, "html[data-new-account]")
    found = choose(client, theme="dark", motion=False, sound=True).json()
    assert (found["language"], found["theme"], found["motion"], found["sound"]) == ("de", "dark", False, True)
    assert not has(client.get("/about").text, "html[data-new-account]")


def test_guest_keeps_a_language_in_a_cookie(client: httpx.Client) -> None:
    assert not has(client.get("/settings").text, "#setting-confirms_itself")
    client.post("/settings", data={"language": "de"})
    assert value(one(client.get("/about").text, "html"), "lang") == "de"
    client.post("/settings", data={"language": ""})
    assert value(one(client.get("/about").text, "html"), "lang") == "en"
    assert client.get("/api/account/settings").status_code == 403 and choose(client, sound=True).json()["kind"] == "NotLoggedIn"


def test_impossible_settings_are_refused(client: httpx.Client) -> None:
    create(client)
    cases: list[tuple[dict[str, object], str]] = [
        ({"theme": "pink"}, "one of: “”, light, dark."),
        ({"motion": "yes"}, "one of: false, true."),
        ({"sound": 1}, "one of: false, true."),
        ({"language": "tlh"}, "one of: “”, en, de."),
        ({"speed": "fast"}, "The settings are: language, theme, motion, sound, confirms_itself, skips_hiring, skips_firing, seat_order."),
    ]
    for given, said in cases:
        answer = choose(client, **given)
        assert answer.status_code == 422 and answer.json()["kind"] == "BadPreference" and answer.json()["error"].endswith(said)
        assert client.get("/api/account/settings").json()["theme"] == ""


def test_page_says_what_is_possible(client: httpx.Client) -> None:
    create(client)
    answer = client.post("/settings", data={"theme": "pink"})
    assert answer.status_code == 422 and text(one(answer.text, "[role=alert]")).endswith("one of: “”, light, dark.")


def test_settings_are_exported(client: httpx.Client) -> None:
    create(client)
    assert client.get("/account/data.json").json()["settings"] == {}
    choose(client, theme="dark")
    assert client.get("/account/data.json").json()["settings"]["theme"] == "dark"


def test_new_seats_begin_with_the_settings_of_who_holds_them(client: httpx.Client, browse: Browse) -> None:
    choose(create(client), **STANDING)
    alone = client.post("/new", data={"kind-0": "here", "kind-1": "pei"}).headers["location"]
    assert preferences(client, alone) == STANDING
    guest = browse()
    table = guest.post("/lobby", data={"player": "Ben", "people": "2"}).headers["location"]
    client.post(table, data={"do": "join", "player": "Ann"})
    assert preferences(client, client.get(table).headers["location"]) == STANDING
    assert not any(preferences(guest, guest.get(table).headers["location"]).values())


def test_guide_begins_without_them(client: httpx.Client) -> None:
    choose(create(client), **STANDING)
    assert not any(preferences(client, client.post("/learn").headers["location"]).values())


def test_seat_that_somebody_comes_to_by_its_link_takes_them_with_the_first_move(
    client: httpx.Client, browse: Browse, new_game: NewGame
) -> None:
    page = new_game("here", "link")
    [address] = [
        link
        for link in values(client.get(f"{page.address}/table").text, "input", "value")
        if "/s/" in link and not link.endswith(page.address)
    ]
    friend = create(browse())
    choose(friend, **STANDING)
    path = "/s/" + address.rpartition("/")[2]
    assert not any(preferences(friend, path).values())
    friend.post(path, data={"plan": "add hire"})
    assert preferences(friend, path) == STANDING


def test_rematch_begins_with_them(client: httpx.Client, solo: Page) -> None:
    create(client).post("/api/account/guest", json={"guest": "take"}).raise_for_status()
    solo.finish()
    choose(client, **STANDING)
    assert preferences(client, client.post(f"{solo.address}/rematch").headers["location"]) == STANDING


# In a browser


def create_own_account(tab: Tab, server: str) -> str:
    """Creates an account with a name of its own; returns the name."""
    name = f"Ann {secrets.token_hex(4)}"
    with tab.expect_response("**/api/account/settings"):
        create_account(tab, server, name)
    return name


@pytest.mark.thorough
def test_settings_of_a_guest_become_those_of_the_account_on_each_device(browser: Browser, server: str) -> None:
    phone, laptop = (browser.new_context(locale="en").new_page() for _ in range(2))
    phone.goto(f"{server}/settings")
    phone.get_by_label("Colours").select_option("dark")
    phone.get_by_label("Sounds of pencil and city").check()
    phone.get_by_role("button", name="Save").click()
    phone.get_by_text("Your settings are saved.").wait_for()
    assert phone.locator("html").get_attribute("data-theme") == "dark" and phone.get_by_label("Sounds of pencil and city").is_checked()
    name = create_own_account(phone, server)
    laptop.goto(server)
    laptop.get_by_role("button", name="Theme: system").click()
    laptop.goto(f"{server}/account")
    fill_in_account(laptop, "Log in", name)
    laptop.wait_for_url(f"{server}/")
    assert laptop.locator("html").get_attribute("data-theme") == "dark"
    with laptop.expect_response("**/api/account/settings"):
        laptop.get_by_role("button", name="Theme: dark").click()
    phone.goto(server)
    assert phone.get_by_role("button", name="Theme: system").is_visible()
    laptop.get_by_role("link", name=f"Account: {name}").click()
    laptop.get_by_role("button", name="Log out").click()
    laptop.wait_for_url(f"{server}/")
    assert laptop.locator("html").get_attribute("data-theme") == "light", "what the browser had chosen before"


@pytest.mark.thorough
def test_switches_of_the_board_are_those_of_the_account(browser: Browser, server: str) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    create_own_account(tab, server)
    open_first_game(tab, server)
    tab.keyboard.press("?")
    for name, before in (("Markers move", True), ("Sounds of pencil and city", False)):
        switch = tab.get_by_role("switch", name=name)
        switch.and_(tab.get_by_role("switch", checked=before)).wait_for()
        with tab.expect_response("**/api/account/settings"):
            switch.click()
        switch.and_(tab.get_by_role("switch", checked=not before)).wait_for()
    tab.goto(f"{server}/settings")
    assert not tab.get_by_label("Markers move").is_checked() and tab.get_by_label("Sounds of pencil and city").is_checked()


@pytest.mark.thorough
def test_account_does_without_scripts(browser: Browser, server: str) -> None:
    tab = browser.new_context(locale="en", java_script_enabled=False).new_page()
    tab.goto(f"{server}/settings")
    assert tab.get_by_label("Language", exact=True).last.is_visible() and not tab.get_by_label("Colours").is_visible()
    create_account(tab, server)
    tab.goto(f"{server}/settings")
    tab.get_by_role("button", name="Theme: system").click()
    tab.get_by_role("button", name="DE", exact=True).click()
    tab.get_by_role("button", name="Farben: hell").wait_for()
    tab.get_by_label("Ohne Bestätigung ziehen").check()
    tab.get_by_label("Ohne Bestätigung ziehen").press("Enter")
    tab.get_by_text("gespeichert").wait_for()
    assert tab.get_by_label("Ohne Bestätigung ziehen").is_checked()
