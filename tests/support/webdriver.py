"""Firefox and WebKit for the nightly tests: a small client of WebDriver, by Marionette for Firefox and over HTTP for WebKitGTK's MiniBrowser."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.ports import free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name by which WebDriver refers to an element."""
PATIENCE = 180
"""Seconds for which something is waited for, however busy the machine is."""
FRAMES = "new Promise((done) => { let left = 4; const next = () => (left-- ? requestAnimationFrame(next) : done()); next(); })"
"""Until a page that has another size is laid out anew."""
LISTEN = """() => { window.failures = [];
  for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (event) => window.failures.push(String(event.message ?? event.reason))); }"""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Shift": "\ue008", "Backspace": "\ue003"}
PREFERENCES: dict[str, object] = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
}
"""What a new profile of Firefox needs to ask nobody anything."""
STILL = "[Settings]\ngtk-enable-animations=0\n"
"""By which WebKitGTK knows that somebody prefers reduced motion."""
MINI_BROWSERS = (
    "/usr/lib/*/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/*/webkit2gtk-4.0/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
)


class WebDriverError(Exception):
    """The browser could not do what it was told."""


class Tab(ABC):
    """The tab of a browser."""

    name: str

    @abstractmethod
    def _ask(self, command: str, body: dict[str, Any]) -> Any:
        """Sends a command, by its name in Marionette without ``WebDriver:``, and returns the value of the answer; WebDriverError if it fails."""

    def goto(self, address: str) -> None:
        self._ask("Navigate", {"url": address})
        self.evaluate(LISTEN)

    def back(self) -> None:
        self._ask("Back", {})

    def evaluate(self, function: str, *arguments: object) -> Any:
        """Calls a function of the page, as ``evaluate`` of Playwright does, and waits for its promise."""
        script = (
            f"const done = arguments[arguments.length - 1]; const given = [...arguments].slice(0, -1);"
            f"Promise.resolve().then(() => ({function})(...given)).then((value) => done([true, value]), (error) => done([false, String(error)]));"
        )
        answer = self._ask("ExecuteAsyncScript", {"script": script, "args": list(arguments)})
        if not isinstance(answer, list) or not answer[0]:
            raise WebDriverError(f"{function}: {answer}")  # None: the page was left meanwhile
        return answer[1]

    def wait_for(self, function: str, *arguments: object, seconds: float = PATIENCE) -> Any:
        """Waits until a function of the page returns something true, and returns that; WebDriverError after so many seconds."""
        ends = time.monotonic() + seconds
        while True:
            try:
                found = self.evaluate(function, *arguments)
            except WebDriverError:  # between two pages
                found = None
            if found:
                return found
            if time.monotonic() > ends:
                raise WebDriverError(f"{self.name}: not within {seconds} s: {function} {arguments}")
            time.sleep(0.02)

    def enter_frame(self, selector: str) -> None:
        """Has all that follows be about the page in a frame; ``""``: about the whole page again."""
        self._ask("SwitchToFrame", {"element": self.find(selector)} if selector else {"id": None})

    def find(self, selector: str) -> str:
        """Returns an element by its CSS selector, for commands."""
        found = self._ask("FindElement", {"using": "css selector", "value": selector})
        return str(found.get("value", found)[ELEMENT])

    def click(self, selector: str) -> None:
        """Clicks an element with the mouse; WebDriverError if something covers it."""
        self._ask("ElementClick", {"id": self.find(selector)})

    def fill(self, selector: str, text: str) -> None:
        element = self.find(selector)
        self._ask("ElementClear", {"id": element})
        self._ask("ElementSendKeys", {"id": element, "text": text})

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, by their names or characters."""
        pressed = [KEYS.get(key, key) for key in keys]
        moves = [{"type": kind, "value": key} for key in pressed for kind in ("keyDown", "keyUp")]
        self._ask("PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": moves}]})

    def resize(self, width: int, height: int) -> tuple[int, int]:
        """Gives the page a size in pixels, as nearly as the browser can; returns the one that it has."""
        wanted = {"width": width, "height": height}
        for _ in range(3):
            self._ask("SetWindowRect", wanted)
            inner = self.wait_for(f"() => ({FRAMES}).then(() => [innerWidth, innerHeight])")  # the page may just be loading anew
            if inner == [width, height]:
                self.evaluate(f"() => {FRAMES}")
                break
            wanted = {"width": wanted["width"] + width - inner[0], "height": wanted["height"] + height - inner[1]}
        return inner[0], inner[1]

    def forget(self) -> None:
        """Deletes the cookies of the page that is shown."""
        self._ask("DeleteAllCookies", {})

    def picture(self) -> bytes:
        found = self._ask("TakeScreenshot", {"full": False})
        return base64.b64decode(found.get("value", found) if isinstance(found, dict) else found)

    @abstractmethod
    def messages(self) -> list[str]:
        """Returns what the scripts of the page have failed with since the last call: in Firefox with its warnings, in WebKit since ``goto``."""


class Firefox(Tab):
    """A tab of Firefox, which speaks Marionette: JSON with its length before it."""

    name = "Firefox"

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.buffer = b""
        self.number = 0
        self.seen = 0
        self._read()  # what the browser says of itself
        self._ask("NewSession", {"capabilities": {"alwaysMatch": {"timeouts": {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000}}}})

    def _ask(self, command: str, body: dict[str, Any]) -> Any:
        self.number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        sent = json.dumps([0, self.number, name, body]).encode()
        self.connection.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, value = self._read()
        if error is not None:
            raise WebDriverError(f"{command}: {error['error']}: {error['message']}")
        return value["value"] if isinstance(value, dict) and list(value) == ["value"] else value

    def _read(self) -> Any:
        while b":" not in self.buffer:
            self._receive()
        length, _, rest = self.buffer.partition(b":")
        self.buffer = rest
        while len(self.buffer) < int(length):
            self._receive()
        text, self.buffer = self.buffer[: int(length)], self.buffer[int(length) :]
        return json.loads(text)

    def _receive(self) -> None:
        received = self.connection.recv(65536)
        if not received:
            raise WebDriverError("Firefox has ended.")
        self.buffer += received

    def open_tab(self) -> None:
        """Opens another tab, which all that follows is about."""
        self._ask("SwitchToWindow", {"handle": self._ask("NewWindow", {"type": "tab"})["handle"]})

    def messages(self) -> list[str]:
        script = """return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError && /^http/.test(each.sourceName))
          .map((each) => `${each.errorMessage} (${each.sourceName}:${each.lineNumber})`);"""
        self._ask("Marionette:SetContext", {"value": "chrome"})
        found = [str(each) for each in self._ask("ExecuteScript", {"script": script, "args": []})]
        self._ask("Marionette:SetContext", {"value": "content"})
        new, self.seen = found[self.seen :], len(found)
        return new


class WebKit(Tab):
    """A tab of MiniBrowser, driven by WebKitWebDriver over HTTP."""

    name = "WebKit"
    PATHS = {
        "Navigate": ("POST", "/url"),
        "Back": ("POST", "/back"),
        "ExecuteAsyncScript": ("POST", "/execute/async"),
        "SwitchToFrame": ("POST", "/frame"),
        "FindElement": ("POST", "/element"),
        "ElementClick": ("POST", "/element/{id}/click"),
        "ElementClear": ("POST", "/element/{id}/clear"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "PerformActions": ("POST", "/actions"),
        "SetWindowRect": ("POST", "/window/rect"),
        "DeleteAllCookies": ("DELETE", "/cookie"),
        "TakeScreenshot": ("GET", "/screenshot"),
    }

    def __init__(self, address: str, browser: Path) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE * 2)
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "timeouts": {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000}}
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"

    def _ask(self, command: str, body: dict[str, Any]) -> Any:
        method, path = self.PATHS[command]
        return self._send(method, self.session + path.format(**body), body)

    def _send(self, method: str, path: str, body: dict[str, Any]) -> Any:
        answer = self.client.request(method, path, **({"json": body} if method == "POST" else {}))  # type: ignore[arg-type]
        value = answer.json()["value"]
        if answer.status_code >= 400:
            raise WebDriverError(f"{path}: {value['error']}: {value.get('message', '')}")
        return value

    def messages(self) -> list[str]:
        return [str(each) for each in self.evaluate("() => (window.failures ?? []).splice(0)")]


def firefox_program() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def mini_browser() -> Path | None:
    found = [path for pattern in MINI_BROWSERS for path in Path("/").glob(pattern.removeprefix("/"))]
    return found[0] if found and shutil.which("WebKitWebDriver") and shutil.which("Xvfb") else None


@contextmanager
def firefox(profile: Path | None = None, further: Mapping[str, object] | None = None) -> Iterator[Firefox]:
    """Starts Firefox without a window, with a profile that is there or an empty one, and with ``further`` preferences."""
    program = firefox_program()
    assert program is not None
    with ExitStack() as opened:
        folder = profile or Path(opened.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        port = free_port()
        preferences = {**PREFERENCES, **(further or {}), "marionette.port": port}
        (folder / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        )
        command = [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", str(folder)]
        opened.enter_context(running(command, folder / "log", {"HOME": str(folder), "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}))
        connection = opened.enter_context(connected(port))
        yield Firefox(connection)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Starts MiniBrowser on a screen of its own."""
    browser = mini_browser()
    assert browser is not None
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        settings = folder / ".config" / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(STILL)
        display = opened.enter_context(virtual_screen(folder))
        port = free_port()
        variables = {
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / ".config"),
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "LANG": "C.UTF-8",
            "LANGUAGE": "en",
        }
        opened.enter_context(running(["WebKitWebDriver", f"--port={port}"], folder / "log", variables))
        opened.enter_context(connected(port)).close()
        tab = WebKit(f"http://127.0.0.1:{port}", browser)
        try:
            yield tab
        finally:
            tab.client.delete(tab.session)


@contextmanager
def virtual_screen(folder: Path) -> Iterator[str]:
    """Yields the name of a display that shows nothing to anybody."""
    reading, writing = os.pipe()
    with running(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "2700x1700x24", "-nolisten", "tcp"], folder / "screen", {}, (writing,)
    ):
        os.close(writing)
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"


@contextmanager
def running(command: list[str], log: Path, variables: dict[str, str], files: tuple[int, ...] = ()) -> Iterator[None]:
    """Runs a program that writes to a file, and ends it."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, **variables}, pass_fds=files)  # noqa: S603 - own arguments
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def connected(port: int) -> socket.socket:
    """Connects to a program that has just been started."""
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE * 5)
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)
