"""Opens the archive of a site, which ``scripts/_site_archive.mjs`` makes: modules are loaded from memory, other files are written to a folder.

It stands alone in the library that Pyodide starts with, which has only what that start needs.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

FOLDER = "/game"
FOLDERS = (FOLDER, "/lib/python314.zip")
"""Where modules seem to lie that are in no package."""


class ArchivedModule(SourceFileLoader):
    """Loads a module from bytecode in memory."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _name: str) -> CodeType:
        code: CodeType = marshal.loads(self._code)
        return code


class ArchivedModules:
    """Finds modules by the path of their file, without ``.py``."""

    def __init__(self, codes: dict[str, bytes]) -> None:
        self._codes = codes

    def find_spec(self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        last = name.rpartition(".")[2]
        for folder in FOLDERS if path is None else path:
            for file in (f"{folder}/{last}", f"{folder}/{last}/__init__"):
                if (code := self._codes.get(file)) is not None:
                    is_package = file.endswith("/__init__")
                    spec = ModuleSpec(name, ArchivedModule(name, f"{file}.py", code), origin=f"{file}.py", is_package=is_package)
                    spec.has_location = True
                    if spec.submodule_search_locations is not None:
                        spec.submodule_search_locations.append(f"{folder}/{last}")
                    return spec
        return None


def open_archive(archive: Any) -> None:
    """Opens an archive, bytes of JavaScript."""
    from _zstd import ZstdDecompressor  # type: ignore[import-not-found]  # Python 3.14 has it

    codes, files, methods = marshal.loads(ZstdDecompressor().decompress(archive.to_bytes()))
    for path, content in files.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    sys.meta_path.insert(0, ArchivedModules(codes))
    sys.path.insert(0, FOLDER)
    use_compiled_methods(methods)


def use_compiled_methods(methods: dict[str, bytes]) -> None:
    """Has dataclasses take the methods that they write as texts from bytecode, and write no docstrings: both take a third of the start."""
    import dataclasses
    import inspect

    def run(text: str, variables: dict[str, Any], names: dict[str, Any]) -> None:
        code = methods.get(text)
        exec(text if code is None else marshal.loads(code), variables, names)

    class Inspection:
        unwrap = staticmethod(inspect.unwrap)

        @staticmethod
        def signature(*_: object, **__: object) -> None:
            raise TypeError

    vars(dataclasses).update(exec=run, inspect=Inspection)
