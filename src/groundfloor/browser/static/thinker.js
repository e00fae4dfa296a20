// A second worker with Python of its own, in which bots think and hints are found, so that the pages go on answering meanwhile.
import { loadGame } from "./load-game.js";

const python = loadGame().then(async (loaded) => {
  const weights = await (await fetch(new URL("weights.npz", import.meta.url))).arrayBuffer();
  loaded.FS.writeFile("/game/groundfloor/agents/network/weights.npz", new Uint8Array(weights));
  return loaded;
});

self.addEventListener("message", async ({ data: { id, module, name, given } }) => {
  try {
    const compute = (await python).runPython("from groundfloor.browser.page_worker import compute\ncompute");
    postMessage({ id, result: compute(module, name, given) });
  } catch (error) {
    postMessage({
      id,
      error: String(/** @type {Error} */ (error).message)
        .trim()
        .split("\n")
        .pop(),
    });
  }
});
