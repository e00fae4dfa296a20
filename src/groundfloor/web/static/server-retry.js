// Loads a page anew as soon as the server answers again.
import { find } from "./dom.js";

const FIRST_DELAY = 1500; // milliseconds
const LAST_DELAY = 15000;

/**
 * Asks the server after a delay, then less and less often, until it answers and no move is being sent.
 * @param {number} [delay] milliseconds
 */
export function reloadWhenServerAnswers(delay = FIRST_DELAY) {
  setTimeout(async () => {
    try {
      const signal = AbortSignal.timeout(LAST_DELAY);
      if ((await fetch("/healthz", { cache: "no-store", signal })).ok && !find("#table[aria-busy]")) {
        location.reload();
        return;
      }
    } catch {
      // Not yet.
    }
    reloadWhenServerAnswers(Math.min(Math.max(2 * delay, FIRST_DELAY), LAST_DELAY));
  }, delay);
}
