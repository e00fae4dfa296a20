"""Web push in a browser: the button that subscribes it, and what the service worker makes of a message.

The browser of the tests has no push service, so its subscription is the test's own; messages are delivered by the browser's developer tools.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Worker
from playwright.sync_api import Page as Tab

from groundfloor.server.club.notifications.message import Message, MessageLine
from groundfloor.server.club.notifications.web_push import payload
from tests.support.accessibility import axe_violations
from tests.support.push_service import Subscription

SUBSCRIPTION = Subscription("https://push.example/wpush/v2/first")
RENEWED = Subscription("https://push.example/wpush/v2/second")
PUSH_SERVICE = """(subscription) => {
  const made = { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe: async () => (delete localStorage.pushed, true) };
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => (localStorage.pushed ? made : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => ((localStorage.pushed = applicationServerKey), made);
}"""
"""In the place of the push service."""
MESSAGE = Message(
    "games.example",
    "m1",
    "de",
    "Du bist am Zug",
    (MessageLine("Bei „Donnerstag“ bist du am Zug.", ""), MessageLine("Zweite", "")),
    "https://games.example/g/abc?x=1",
)
RECORD = "() => { self.registration.showNotification = async (title, options) => { self.shown = { title, ...options }; }; }"
"""The headless browser shows no notices."""


@pytest.fixture
def tab(browser: Browser, server: str) -> Iterator[Tab]:
    context = browser.new_context(service_workers="allow", locale="en")
    context.add_init_script(f"({PUSH_SERVICE})({json.dumps(SUBSCRIPTION.as_json())})")
    tab = context.new_page()
    tab.goto(f"{server}/notices/addresses")
    yield tab
    context.close()


def worker(tab: Tab) -> Worker:
    """Returns the service worker of the page, which keeps the notice that it would show."""
    tab.wait_for_function("() => navigator.serviceWorker.controller")
    own = tab.context.service_workers[0]
    own.evaluate(RECORD)
    return own


def deliver(tab: Tab, data: str) -> None:
    """Delivers a push message to the service worker."""
    registrations: list[dict[str, Any]] = []
    tools = tab.context.new_cdp_session(tab)
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    while not registrations:
        tab.wait_for_timeout(20)
    origin = tab.evaluate("location.origin")
    tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registrations[-1]["registrationId"], "data": data})


def shown(own: Worker) -> dict[str, object]:
    """Waits for the notice that the service worker shows, and returns it with its title."""
    found: dict[str, object] = own.evaluate("""async () => {
      while (!self.shown) await new Promise((resolve) => setTimeout(resolve, 10));
      return self.shown;
    }""")
    return found


@pytest.mark.thorough
def test_button_subscribes_this_browser(tab: Tab) -> None:
    tab.get_by_role("button", name="Send notices to this browser").click()
    tab.get_by_role("status").filter(has_text="That is saved.").wait_for()
    assert tab.evaluate("localStorage.pushed") == tab.locator("#push").get_attribute("data-key")
    item = tab.get_by_role("listitem").filter(has_text="(this browser)")
    item.wait_for()
    assert not tab.get_by_role("button", name="Send notices to this browser").is_visible()
    (address,) = tab.evaluate("fetch('/api/notices/addresses').then((answer) => answer.json())")["addresses"]
    assert address["transport"] == "push" and address["address"] == SUBSCRIPTION.endpoint
    assert axe_violations(tab) == []
    item.get_by_role("button", name="Remove").click()
    tab.get_by_role("button", name="Send notices to this browser").wait_for()


@pytest.mark.thorough
def test_refusal_is_said(tab: Tab) -> None:
    tab.evaluate("() => { Notification.requestPermission = async () => 'denied'; }")
    tab.get_by_role("button", name="Send notices to this browser").click()
    tab.get_by_role("alert").filter(has_text="This browser refuses").wait_for()
    assert tab.evaluate("localStorage.pushed") is None


@pytest.mark.thorough
def test_message_is_shown_and_leads_to_its_table(tab: Tab) -> None:
    own = worker(tab)
    deliver(tab, payload(MESSAGE).decode())
    notice = shown(own)
    assert str(notice.pop("icon")).endswith("/icon-192.png")
    assert notice == {
        "title": "Du bist am Zug",
        "body": "Bei „Donnerstag“ bist du am Zug.\nZweite",
        "lang": "de",
        "tag": "m1",
        "data": {"url": "https://games.example/g/abc?x=1"},
    }
    opened = own.evaluate(
        """async ({ data }) => {
      let opened = "";
      self.clients.openWindow = async (url) => { opened = url; };
      const event = new ExtendableEvent("notificationclick");
      event.notification = { data, close: () => {} };
      self.dispatchEvent(event);
      while (!opened) await new Promise((resolve) => setTimeout(resolve, 10));
      return opened;
    }""",
        notice,
    )
    assert opened == "/g/abc?x=1", "on this server, whatever its address is"


@pytest.mark.thorough
def test_message_without_data_is_shown_too(tab: Tab) -> None:
    """Browsers want each message to be shown."""
    own = worker(tab)
    deliver(tab, "")
    assert shown(own)["title"] == "Ground Floor"


@pytest.mark.thorough
def test_renewed_subscription_takes_the_place_of_the_old_one(tab: Tab) -> None:
    own = worker(tab)
    tab.get_by_role("button", name="Send notices to this browser").click()
    tab.get_by_role("status").filter(has_text="That is saved.").wait_for()
    own.evaluate(
        """(given) => {
      const event = new ExtendableEvent("pushsubscriptionchange");
      event.oldSubscription = { endpoint: given.old, options: { applicationServerKey: "" } };
      event.newSubscription = { toJSON: () => given.renewed };
      self.dispatchEvent(event);
    }""",
        {"old": SUBSCRIPTION.endpoint, "renewed": RENEWED.as_json()},
    )
    tab.wait_for_function(
        "(endpoint) => fetch('/api/notices/addresses').then((answer) => answer.json()).then(({ addresses }) => addresses.length === 1 && addresses[0].address === endpoint)",
        arg=RENEWED.endpoint,
    )


@pytest.mark.thorough
def test_log_out_ends_the_subscription(tab: Tab) -> None:
    """What comes to an account shall not be shown to whoever uses the browser next."""
    own = worker(tab)
    own.evaluate("() => { PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { self.ended = true; } }); }")
    tab.evaluate("fetch('/account/log-out', { method: 'POST', body: new URLSearchParams({ do: 'x' }) }).then(() => null)")
    assert own.evaluate("async () => { while (!self.ended) await new Promise((resolve) => setTimeout(resolve, 10)); return self.ended; }")
