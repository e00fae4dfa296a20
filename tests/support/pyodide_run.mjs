// Runs a Python program in Pyodide with the packages of a site, under Node.js: node pyodide_run.mjs SITE PROGRAM FOLDER. The folder is /given there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { loadPyodide } from "pyodide";

const [site, program, folder] = process.argv.slice(2);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(join(site, "game.tar.xz"))).buffer, "xztar", { extractDir: "/game" });
python.FS.writeFile("/game/groundfloor/agents/network/weights.npz", readFileSync(join(site, "weights.npz")));
python.FS.mkdirTree("/given");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/given");
python.runPython('import sys\nsys.path.insert(0, "/game")');
python.runPython(readFileSync(program, "utf-8"));
