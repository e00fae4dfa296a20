"""Makes the folder of the game in a web page (docs/site.md): Python as WebAssembly, the application, and the files that load it.

Called by ``scripts/build --site FOLDER``. Packages have the versions and hashes of requirements/club.lock, Pyodide those of package-lock.json.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

from groundfloor.browser.local_server import EMPTY_DATABASE
from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.options import game_facts
from groundfloor.presentation.translations import LANGUAGES, compile_catalogue, translations_of
from groundfloor.server.database.sqlite import FILE, DataFolder
from groundfloor.server.game.board import regions
from groundfloor.server.game.start.installable_routes import manifest_facts
from groundfloor.server.game.start.start_picture import kept_picture, start_picture
from groundfloor.server.http.assets import Assets
from groundfloor.server.http.rendering import COMPILED_TEMPLATES, environment, language_context
from groundfloor.server.pages.rooms import folders

ROOT = Path(__file__).parents[1]
SHELL = ROOT / "src/groundfloor/browser/static"
PYODIDE = ROOT / "node_modules/pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PACKAGES = "pyodide-lock.json"
"""Pyodide's list of packages, none of which the game takes from there."""
PURE = (
    "alembic",
    "anyio",
    "babel",
    "h11",
    "idna",
    "jinja2",
    "mako",
    "python-multipart",
    "sqlalchemy",
    "starlette",
    "typing-extensions",
    "tzdata",
)
"""Packages that the game needs and that are pure Python, or have wheels without compiled parts."""
COMPILED = ("msgspec",)
"""Packages with a wheel for Pyodide."""
SOURCES = ("markupsafe",)
"""Packages whose sources work without their compiled part."""
PLATFORM, VERSION = "pyemscripten_2026_0_wasm32", "3.14"
PAGE_LANGUAGES = ("en", "de")
NOT_NEEDED = re.compile(
    r"^(groundfloor/(research|cli|browser/static|server/([a-z_]+/)+static)/|groundfloor/(py\.typed|presentation/messages\.py)$"
    r"|groundfloor/server/(openapi|api_reference|serve|transfer|http/(connections|processes)|database/backup)\.py$"
    r"|groundfloor/server/club/(housekeeping|whole_club|(administration|lobby|people|ratings)/[a-z_]+|accounts/(?!__init__|errors|settings_routes)[a-z_]+"
    r"|contacts/friend_[a-z]+|notifications/(address_routes|mail|sender|transports|web_push|webhooks))\.py$"
    r"|groundfloor/server/club/((administration|ratings)/templates/|(lobby|people)/templates/(against|lobby|lobby_chat|open_table|person|person_ratings)\.html$)"
    r"|sqlalchemy/(testing|orm|connectors/(?!__init__|asyncio)|dialects/(mysql|oracle|mssql|[a-z]+/provision))|sqlalchemy/ext/(?!compiler|__init__)"
    r"|alembic/(testing|templates|autogenerate/(?!__init__))/|babel/(messages/|locale-data/(?!(root|en|en_US|de|de_DE)\.dat))|tzdata/(?!__init__|zoneinfo/(__init__|UTC$))"
    r"|anyio/(_backends/_trio|pytest_plugin)|starlette/(testclient|schemas|middleware/(cors|gzip|wsgi|sessions|opentelemetry))|jinja2/sandbox"
    r"|idna/(uts46data|cli|codec)\.py$|mako/(testing|ext)/|.*\.dist-info/|.*/tests?/|.*\.(pyi|pyx|pxd|c|so\.map)$)"
)
LIBRARY = "python_stdlib.zip"
NOT_NEEDED_OF_LIBRARY = re.compile(
    r"^(unittest|_pyrepl|xml|xmlrpc|wsgiref|ensurepip|venv|curses|dbm|idlelib|tkinter|turtledemo|pydoc_data|lib2to3|test)/"
    r"|^(pdb|doctest|pydoc|imaplib|mailbox|smtplib|ftplib|poplib|nntplib|trace|plistlib|pstats|profile|cProfile|modulefinder|socketserver|optparse|pickletools"
    r"|turtle|webbrowser|tabnanny|pyclbr|zipapp|netrc|getpass|cmd|this|antigravity|sched|sndhdr|colorsys|chunk|wave|symtable|rlcompleter|ftplib|crypt|telnetlib)\.py$"
    r"|^encodings/(?!__init__|aliases|ascii|latin_1|utf_8|utf_16|utf_32|cp437|idna|punycode|raw_unicode_escape|unicode_escape|undefined|charmap|iso8859_1|cp1252)"
)
"""Modules of Python's library that the game never imports."""
WEIGHTS = "groundfloor/agents/network/weights.npz"
"""What only thinking bots need."""
LIMIT = 9_000_000
"""Bytes, compressed, of the first start at most."""


def main(folder: Path) -> None:
    assets = Assets()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, folder / "pyodide" / name)
    packages = json.loads((PYODIDE / PACKAGES).read_text("utf-8"))
    (folder / "pyodide" / PACKAGES).write_text(json.dumps({**packages, "packages": {}}), "utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / "tree"
        for package in download(Path(temporary)):
            unpack(package, tree)
        shutil.copytree(ROOT / "src/groundfloor", tree / "groundfloor", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        remove(tree, NOT_NEEDED)
        compile_templates(tree)
        compile_catalogues(tree)
        compile_rule_texts(tree)
        for language in PAGE_LANGUAGES:
            picture = start_picture(language, translations_of(language))
            (tree / kept_picture(language).relative_to(ROOT / "src")).write_text(picture, "utf-8")
        (tree / "groundfloor/browser/static-hash").write_text(assets.hash, "ascii")
        DataFolder(Path(temporary) / "data", is_alone=True).close()
        shutil.copy(Path(temporary) / "data" / FILE, tree / EMPTY_DATABASE.relative_to(ROOT / "src"))
        (tree / regions.SOURCES_DIGEST.relative_to(ROOT / "src")).write_text(regions.SOURCES, "ascii")
        shutil.move(tree / WEIGHTS, folder / Path(WEIGHTS).name)
        library = Path(temporary) / "library"
        shutil.unpack_archive(PYODIDE / LIBRARY, library, "zip")
        remove(library, NOT_NEEDED_OF_LIBRARY)
        # Sources become bytecode of Pyodide's Python, as compiling them would take most of a start.
        subprocess.run(["node", ROOT / "scripts/_site_archive.mjs", tree, library, folder / "game.zst"], check=True, cwd=ROOT)
        with zipfile.ZipFile(folder / "pyodide" / LIBRARY, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path in files_of(library):
                packed.writestr(zipfile.ZipInfo(path.relative_to(library).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    static = folder / "static" / assets.hash
    for name, asset in assets.files.items():
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_bytes(asset.content)
    for path in SHELL.iterdir():
        shutil.copy(path, folder / path.name)
    shutil.copy(ROOT / "src/groundfloor/server/pages/static/icon.svg", folder / "icon.svg")
    write_page(folder, assets)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.name != "sw.js")
    digest = hashlib.sha256(b"".join((folder / name).read_bytes() for name in files)).hexdigest()[:16]
    worker = folder / "sw.js"
    worker.write_text(f"self.SITE = {json.dumps({'version': digest, 'files': files})};\n{worker.read_text('utf-8')}", "utf-8")
    report(folder, files)


def write_page(folder: Path, assets: Assets) -> None:
    """Fills in what the outer page shows while the game is loaded, in each language, and writes the manifest."""
    page = folder / "index.html"
    text = page.read_text("utf-8").replace("STATIC", assets.url("").strip("/"))
    for language in PAGE_LANGUAGES:
        translations = translations_of(language)
        facts = {"game_facts": game_facts(ruleset(NAMES[0]), translations), "picture": start_picture(language, translations)}
        shown = environment.get_template("site_loading.html").render({**language_context(language, translations), **facts})
        text = text.replace(f"<!-- loading {language} -->", shown)
    page.write_text(text, "utf-8")
    manifest = manifest_facts("en", translations_of("en"), lambda name: assets.url(name).lstrip("/"), "./")
    (folder / "site.webmanifest").write_text(json.dumps(manifest), "utf-8")


def files_of(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*") if path.is_file())


def remove(tree: Path, names: re.Pattern[str]) -> None:
    for path in files_of(tree):
        if names.match(path.relative_to(tree).as_posix()):
            path.unlink()


def download(folder: Path) -> list[Path]:
    """Returns the packages as files, checked against the lock."""
    lock = (ROOT / "requirements/club.lock").read_text("utf-8")
    blocks = {found[1]: found[0] for found in re.finditer(r"^([a-z0-9-]+)==[^\n]*(?:\n    [^\n]*)*", lock, re.MULTILINE)}
    for names, options in (
        (
            (*PURE, *COMPILED),
            ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", VERSION, "--implementation", "cp", "--abi", "cp314"],
        ),
        (SOURCES, ["--no-binary=:all:"]),
    ):
        wanted = folder / "wanted.txt"
        wanted.write_text("\n".join(blocks[name] for name in names), "utf-8")
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--require-hashes",
                "--dest",
                folder / "packages",
                *options,
                "-r",
                wanted,
            ],
            check=True,
        )
    return sorted((folder / "packages").iterdir())


def unpack(package: Path, tree: Path) -> None:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as archive:
            archive.extractall(tree)
        return
    with tarfile.open(package) as archive:
        for member in archive.getmembers():
            _, _, name = member.name.partition("/src/")
            source = archive.extractfile(member) if name.endswith(".py") and member.isfile() else None
            if source is not None:
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                (tree / name).write_bytes(source.read())


def compile_templates(tree: Path) -> None:
    """Replaces the templates by modules of Python, which ``rendering`` finds in their place."""
    kept = {path.relative_to(folder).as_posix() for folder in tree.rglob("server/**/templates") for path in files_of(folder)}
    for folder in folders("templates"):
        shutil.rmtree(tree / folder.relative_to(ROOT / "src"))
    target = tree / COMPILED_TEMPLATES.relative_to(ROOT / "src")
    environment.compile_templates(target, filter_func=kept.__contains__, zip=None, ignore_errors=False)
    (target / "compiled").touch()  # a folder is there only with a file


def compile_catalogues(tree: Path) -> None:
    for language in LANGUAGES.values():
        path = tree / Path(str(language.catalogue)).relative_to(ROOT / "src")
        if path.exists():
            path.with_suffix(".mo").write_bytes(compile_catalogue(language.code))
            path.unlink()


def compile_rule_texts(tree: Path) -> None:
    for language in LANGUAGES.values():
        for path in (tree / Path(str(language.rule_texts)).relative_to(ROOT / "src")).glob("*.toml"):
            path.with_name(f"{path.name}.json").write_text(json.dumps(tomllib.loads(path.read_text("utf-8"))), "utf-8")
            path.unlink()


def report(folder: Path, files: list[str]) -> None:
    first = [name for name in files if not name.startswith("static/") and name != "weights.npz"]
    sizes = {name: len(gzip.compress((folder / name).read_bytes(), 9)) for name in files}
    total = sum(sizes[name] for name in first)
    for name in sorted(first, key=lambda name: -sizes[name])[:6]:
        print(f"{sizes[name]:>10,} bytes compressed  {name}")
    print(f"{total:>10,} bytes compressed for the first start, {sum(sizes.values()):,} with all pages’ files")
    if total > LIMIT:
        sys.exit(f"The first start may take {LIMIT:,} bytes at most.")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
