"""Drives the system's Chromium by Playwright; its headless shell, where there is one, needs less than half the computing time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 60_000
"""Milliseconds for which a page is waited for, however busy the machine is."""
LEFT_OUT = ("Service Worker registration blocked by Playwright", "Failed to load resource: net::")
"""What the tool says of itself, and that the network is away or the server has ended: pages that are still open then may say so late, in another test."""


def found() -> str | None:
    """Returns where Chromium is; the variable ``CHROMIUM`` may name it."""
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


def listened_to(make: Callable[..., BrowserContext | Page], say: Callable[[str], None], **options: object) -> BrowserContext | Page:
    """Makes a context or page that says what its console and its scripts' errors say.

    It has no service worker, which would cost every test time, unless the test asks for it.
    """

    def hear(message: ConsoleMessage) -> None:
        if not message.text.startswith(LEFT_OUT):
            say(f"{message.type}: {message.text} ({message.location['url']})")

    def hear_error(error: WebError) -> None:
        page = error.page.url if error.page else ""
        if page != "about:blank":  # there only scripts of tests run, before the page that is asked for
            say(f"{error.error} ({page})")

    made = make(**{"service_workers": "block", **options})
    context = made if isinstance(made, BrowserContext) else made.context
    context.on("console", hear)
    context.on("weberror", hear_error)
    context.set_default_timeout(PATIENCE)
    return made


@contextmanager
def chromium(say: Callable[[str], None] = print) -> Iterator[Browser]:
    """Yields a browser that is closed in the end, and says what its pages write to the console and which errors their scripts have."""
    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        for name in ("new_context", "new_page"):
            setattr(opened, name, partial(listened_to, getattr(opened, name), say))
        try:
            yield opened
        finally:
            opened.close()
