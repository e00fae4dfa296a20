"""Hooks of MkDocs: add the documents of the root folder, and the files that documents link to, to the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import griffe
from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "VENDORED.md")
LINKED = "deploy"
EXAMPLE = re.compile(r"^(>>> .+(?:\n.+)*)", re.MULTILINE)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the documents of the root folder and the files of ``deploy``."""
    for file in (*(ROOT / name for name in PAGES), *sorted((ROOT / LINKED).iterdir())):
        files.append(File.generated(config, file.relative_to(ROOT).as_posix(), abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Changes links from paths in the repository to paths on the site, where docs/ and the root folder are one."""
    return LINK.sub(lambda found: found[1] + site_link(found[2], page.file.src_uri) + found[3], markdown)


def site_link(target: str, page: str) -> str:
    """Returns the target of a link as a path on the site.

    >>> site_link("docs/cli.md", "ARCHITECTURE.md"), site_link("../CHANGELOG.md#x", "README.md"), site_link("../deploy", "deployment.md")
    ('cli.md', 'CHANGELOG.md#x', 'deployment.md')
    """
    target = target.removeprefix("docs/") if page in PAGES else target.removeprefix("../") if "/" not in page else target
    return page if target == LINKED else target


class FencedExamples(griffe.Extension):
    """Puts examples in docstrings into fenced code blocks."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Fences each example of the object's docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\1\n```", obj.docstring.value)
