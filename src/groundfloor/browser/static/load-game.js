// Loads Python and the game, for either worker.
// @ts-expect-error The build puts it there.
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {(progress: number, step: string) => void} tell */
export async function loadGame(tell = () => {}) {
  tell(5, "python");
  const archive = fetch(new URL("game.zst", import.meta.url)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  tell(45, "game");
  const openArchive = python.runPython("import archive\nlambda content: archive.open_archive(content.to_bytes())");
  openArchive(await archive);
  return python;
}

/**
 * Gives Python the weights of the network, which the first start does without.
 * @param {any} python
 */
export async function writeWeights(python) {
  const weights = await (await fetch(new URL("weights.npz", import.meta.url))).arrayBuffer();
  python.FS.writeFile("/game/groundfloor/agents/network/weights.npz", new Uint8Array(weights));
}
