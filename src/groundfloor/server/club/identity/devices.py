"""Names of browsers in the list of sessions, from their ``User-Agent``."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in the header, and the name; of several the first counts, as many browsers name others too."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
MAX_LENGTH = 40


def device_name(agent: str) -> str:
    """Returns the browser and its system; for a program its own name, "" if it gives none.

    >>> device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> device_name("curl/8.14.1")
    'curl'
    """
    names = [next((name for part, name in known if part in agent), "") for known in (BROWSERS, SYSTEMS)]
    named = ", ".join(name for name in names if name) or agent.partition("/")[0]
    return "".join(letter for letter in named if letter.isprintable()).strip()[:MAX_LENGTH]
