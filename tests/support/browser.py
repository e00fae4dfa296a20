"""Drives the system's Chromium by Playwright; its headless shell, where there is one, needs less than half the computing time."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    """Returns where Chromium is; the variable ``CHROMIUM`` may name it."""
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


def without_service_worker(make: Callable[..., object], **options: object) -> object:
    """Makes a context or page that has no service worker, which would cost every test time, unless the test asks for it."""
    return make(**{"service_workers": "block", **options})


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yields a browser that is closed in the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        for name in ("new_context", "new_page"):
            setattr(opened, name, partial(without_service_worker, getattr(opened, name)))
        try:
            yield opened
        finally:
            opened.close()
