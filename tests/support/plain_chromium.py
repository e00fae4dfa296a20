"""A Chromium that is driven over its debugging pipe and attaches to pages only.

Playwright attaches to service workers too, and Chromium keeps a worker at work as long as somebody is attached to it: there a new version of a
worker never takes over an open page. Here it does.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .browser import found

PATIENCE = 60
"""Seconds that a busy machine may need."""
PAUSE = 0.05
"""Seconds between two looks at a page."""
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe")
WITH_PIPE = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execvp(sys.argv[3], sys.argv[3:])"
"""A program that becomes Chromium, which reads calls from file descriptor 3 and writes answers to 4."""
LOWEST = 20
"""The lowest file descriptor for the ends of the pipes meanwhile, clear of those two."""


class PlainPage:
    """The only page of a Chromium; calls are answered in their order."""

    def __init__(self, process: subprocess.Popen[bytes], to_browser: int, from_browser: int) -> None:
        self.process = process
        self.to_browser = to_browser
        self.from_browser = from_browser
        self.unread = b""
        self.calls = 0
        self.session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Calls a method of the browser, or of the page once there is one; returns its result, or what holds the "error"."""
        self.calls += 1
        message: dict[str, object] = {"id": self.calls, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.calls:
                result: dict[str, Any] = answer.get("result", answer)
                return result

    def read(self) -> dict[str, Any]:
        while b"\0" not in self.unread:
            read = os.read(self.from_browser, 65536)
            assert read, f"Chromium has ended with {self.process.poll()}"
            self.unread += read
        text, _end, self.unread = self.unread.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, url: str) -> None:
        self.call("Page.navigate", url=url)

    def evaluate(self, script: str) -> Any:
        """Returns the value of an expression in the page, or what it promises; None while there is no page to ask."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return found["result"].get("value") if "result" in found and "exceptionDetails" not in found else None

    def wait_for(self, script: str) -> Any:
        """Waits until an expression is true in the page; returns its value."""
        last = time.monotonic() + PATIENCE
        while not (value := self.evaluate(script)):
            assert time.monotonic() < last, script
            time.sleep(PAUSE)
        return value

    def end_shared_worker(self) -> None:
        """Ends the shared worker as a browser does that needs its memory: no page is told."""
        page, self.session = self.session, ""
        workers = [each for each in self.call("Target.getTargets", filter=[{}])["targetInfos"] if each["type"] == "shared_worker"]
        for worker in workers:
            self.call("Target.closeTarget", targetId=worker["targetId"])
        self.session = page
        assert workers, "no page has a shared worker"


@contextmanager
def plain_page(profile: Path) -> Iterator[PlainPage]:
    read, to_browser = os.pipe()
    from_browser, write = os.pipe()
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, LOWEST) for end in (read, write)]
    command = [sys.executable, "-c", WITH_PIPE, *map(str, ends), found() or "chromium", *OPTIONS, f"--user-data-dir={profile}"]
    process = subprocess.Popen(command, pass_fds=ends, stderr=subprocess.DEVNULL)
    for end in (read, write, *ends):
        os.close(end)
    try:
        yield PlainPage(process, to_browser, from_browser)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        os.close(to_browser)
        os.close(from_browser)
