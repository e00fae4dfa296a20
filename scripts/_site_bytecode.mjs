// Compiles the Python files of a folder to bytecode with Pyodide's own Python, and removes the sources: node scripts/_site_bytecode.mjs FOLDER
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const python = await loadPyodide();
const compile = python.runPython(`
import importlib._bootstrap_external as loader
import types

def without_lines(code):
    """Each entry of the table says of up to eight instructions that they have no place."""
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([0xFF]) * eights + (bytes([0xF8 | (rest - 1)]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=tuple(without_lines(each) if isinstance(each, types.CodeType) else each for each in code.co_consts))

def compiled(source, name):
    """Without docstrings; with line numbers, which errors name, only where they are the game's own."""
    code = compile(bytes(source.to_py()), name, "exec", dont_inherit=True, optimize=2)
    return bytes(loader._code_to_timestamp_pyc(code if name.startswith("groundfloor") else without_lines(code)))
compiled`);
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!path.endsWith(".py") || path.includes("migrations")) continue;
  const result = compile(new Uint8Array(readFileSync(path)), name);
  writeFileSync(path.replace(/\.py$/, ".pyc"), result.toJs());
  result.destroy();
  unlinkSync(path);
}
