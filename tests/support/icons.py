"""Makes the icons of the installed app from ``static/icon.svg``: ``.venv/bin/python -m tests.support.icons``."""

from __future__ import annotations

from groundfloor.web.assets import FOLDER
from tests.support.browser import chromium

ICONS = (("icon-192.png", 192, 1.0), ("icon-512.png", 512, 1.0), ("icon-maskable-512.png", 512, 0.72), ("apple-touch-icon.png", 180, 0.86))
"""File, size in pixels, and how much of it the drawing takes: systems cut corners of some."""
PAGE = "<!doctype html><style>body {{ margin: 0; background: #F6F1E4; display: grid; place-items: center; height: 100vh; }}</style><img src='{source}' width='{size}'>"


def main() -> None:
    with chromium() as browser:
        for name, size, share in ICONS:
            tab = browser.new_page(viewport={"width": size, "height": size})
            page = FOLDER / "icon.html"
            page.write_text(PAGE.format(source=(FOLDER / "icon.svg").as_uri(), size=round(size * share)))
            try:
                tab.goto(page.as_uri())
                tab.screenshot(path=FOLDER / name)
            finally:
                page.unlink()
            tab.close()


if __name__ == "__main__":
    main()
