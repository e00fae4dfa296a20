// Makes the archive of a site, with Pyodide's own Python: node scripts/_site_archive.mjs TREE LIBRARY ARCHIVE
// TREE has packages, LIBRARY Python's library, of which only bytecode of what Pyodide's start needs is left in the folder.
// The archive has bytecode by the path of its file, the contents of other files, and bytecode of the methods that dataclasses write as texts.
import { mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { loadPyodide } from "pyodide";

const [tree, library, archive] = process.argv.slice(2);
const opener = "groundfloor/browser/archive.py";
const python = await loadPyodide();
const build = python.runPython(`
import sys
started = {module.__spec__.origin for module in list(sys.modules.values()) if getattr(module, "__spec__", None) and module.__spec__.origin}

import contextlib, importlib, importlib._bootstrap_external as loader, marshal, types

def without_lines(code):
    """Each entry of the table says of up to eight instructions that they have no place."""
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([0xFF]) * eights + (bytes([0xF8 | (rest - 1)]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=tuple(without_lines(each) if isinstance(each, types.CodeType) else each for each in code.co_consts))

def compiled(source, name):
    """Without docstrings; with line numbers, which errors name, only where they are the game's own."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return code if name.startswith("groundfloor") else without_lines(code)

class Build:
    def __init__(self):
        self.codes, self.files, self.methods = {}, {}, {}

    def add_file(self, name, content):
        self.files[f"/game/{name}"] = bytes(content.to_py())

    def add_module(self, folder, name, source):
        self.codes[f"{folder}/{name.removesuffix('.py')}"] = marshal.dumps(compiled(bytes(source.to_py()), name))

    def is_started(self, name):
        """Whether Pyodide's start needs a module of the library."""
        return f"/lib/python314.zip/{name}" in started or name.startswith(("encodings/", "_pyodide/", "pyodide/"))

    def bytecode(self, name, source):
        return bytes(loader._code_to_timestamp_pyc(compiled(bytes(source.to_py()), name)))

    def packed(self, level=22):
        from compression import zstd
        options = {zstd.CompressionParameter.compression_level: level, zstd.CompressionParameter.window_log: 25}
        return zstd.compress(marshal.dumps((self.codes, self.files, self.methods)), options=options)

    def note_methods(self, opener):
        """Imports all modules of the game from the archive, and keeps what dataclasses compile meanwhile."""
        opening = types.ModuleType("archive")
        exec(compile(bytes(opener.to_py()), "archive.py", "exec"), opening.__dict__)
        opening.open_archive(types.SimpleNamespace(to_bytes=lambda: self.packed(1)))
        import dataclasses
        def note(text, variables, names):
            self.methods[text] = marshal.dumps(without_lines(compile(text, "<string>", "exec", dont_inherit=True, optimize=2)))
            exec(text, variables, names)
        dataclasses.exec = note
        from groundfloor.browser.page_worker import leave_out_interpreters
        leave_out_interpreters()
        for path in sorted(self.codes):
            name = path.removeprefix("/game/").removesuffix("/__init__").replace("/", ".")
            if name.startswith("groundfloor.") and ".tmpl_" not in name and not name.endswith(".__main__"):
                with contextlib.suppress(ImportError):  # of what a site lacks
                    importlib.import_module(name)
Build()`);

/** @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

for (const name of filesOf(tree)) {
  const content = new Uint8Array(readFileSync(join(tree, name)));
  if (name.endsWith(".py") && !name.includes("migrations")) build.add_module("/game", name, content);
  else build.add_file(name, content);
}
for (const name of filesOf(library)) {
  const content = new Uint8Array(readFileSync(join(library, name)));
  if (!name.endsWith(".py")) continue;
  if (build.is_started(name)) writeFileSync(join(library, name.replace(/\.py$/, ".pyc")), build.bytecode(name, content).toJs());
  else build.add_module("/lib/python314.zip", name, content);
  unlinkSync(join(library, name));
}
const source = new Uint8Array(readFileSync(join(tree, opener)));
writeFileSync(join(library, "archive.pyc"), build.bytecode("groundfloor/browser/archive.py", source).toJs());
build.note_methods(source);
mkdirSync(dirname(archive), { recursive: true });
writeFileSync(archive, build.packed().toJs());
process.exit(0);
