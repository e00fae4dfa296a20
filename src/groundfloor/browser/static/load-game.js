// Loads Python and the game, for either worker.
// @ts-expect-error The build puts it there.
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {(progress: number, step: string) => void} tell */
export async function loadGame(tell = () => {}) {
  tell(5, "python");
  /** @type {Promise<ArrayBuffer> | undefined} */
  let archive;
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    fsInit: async () => {
      // Only when WebAssembly is there, and Python begins: that waits for nothing else on a slow line.
      archive = fetch(new URL("game.zst", import.meta.url)).then((response) => response.arrayBuffer());
    },
  });
  const content = await archive;
  tell(50, "game");
  python.runPython("import archive\narchive.open_archive")(content);
  return python;
}

/**
 * Gives Python the weights of the network, which the first start does without.
 * @param {any} python
 */
export async function writeWeights(python) {
  const weights = await (await fetch(new URL("weights.npz", import.meta.url))).arrayBuffer();
  const folder = "/game/groundfloor/agents/network";
  python.FS.mkdirTree(folder);
  python.FS.writeFile(`${folder}/weights.npz`, new Uint8Array(weights));
}
