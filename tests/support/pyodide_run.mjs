// Runs a Python program in Pyodide with the packages of a site, under Node.js: node pyodide_run.mjs SITE PROGRAM FOLDER. The folder is /given there.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { loadPyodide } from "pyodide";

const [site, program, folder] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL: resolve(site, "pyodide/python_stdlib.zip") });
python.runPython("import archive\narchive.open_archive")(new Uint8Array(readFileSync(join(site, "game.zst"))));
python.FS.mkdirTree("/game/groundfloor/agents/network");
python.FS.writeFile("/game/groundfloor/agents/network/weights.npz", readFileSync(join(site, "weights.npz")));
python.FS.mkdirTree("/given");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/given");
python.runPython(readFileSync(program, "utf-8"));
