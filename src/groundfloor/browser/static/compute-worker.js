// A second worker with Python of its own, in which bots think and hints are found, so that the pages go on answering meanwhile.
import { loadGame, writeWeights } from "./load-game.js";

const python = loadGame().then(async (loaded) => {
  await writeWeights(loaded);
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
