// Loads Python and the game, for either worker.
// @ts-expect-error The build puts it there.
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Rejects if WebAssembly can't be loaded, for which Pyodide would wait for ever. */
const isLost = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) => {
    const found = instantiateStreaming(...given);
    found.catch(reject);
    return found;
  };
});

/** @param {(progress: number, step: string) => void} tell */
export async function loadGame(tell = () => {}) {
  tell(5, "python");
  /** @type {Promise<ArrayBuffer> | undefined} */
  let archive;
  const loading = loadPyodide({
    indexURL: new URL("pyodide/", import.meta.url).href,
    fsInit: async () => {
      // Only when WebAssembly is there, and Python begins: that waits for nothing else on a slow line.
      archive = load("game.zst");
    },
  });
  const python = await Promise.race([loading, isLost]);
  const content = await archive;
  tell(50, "game");
  python.runPython("import archive\narchive.open_archive")(content);
  return python;
}

/** @param {string} name */
async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new TypeError(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/**
 * Gives Python the weights of the network, which the first start does without.
 * @param {any} python
 */
export async function writeWeights(python) {
  const folder = "/game/groundfloor/agents/network";
  python.FS.mkdirTree(folder);
  python.FS.writeFile(`${folder}/weights.npz`, new Uint8Array(await load("weights.npz")));
}
