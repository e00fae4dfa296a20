// Waits until the server answers again.
const FIRST_DELAY = 1500; // milliseconds
const LAST_DELAY = 15000;

/**
 * Asks the server after a delay, then less and less often, until it answers.
 * @param {() => void} then
 * @param {number} [delay] milliseconds
 */
export function whenServerAnswers(then, delay = FIRST_DELAY) {
  setTimeout(async () => {
    try {
      const signal = AbortSignal.timeout(LAST_DELAY);
      if ((await fetch("/healthz", { cache: "no-store", signal })).ok) {
        then();
        return;
      }
    } catch {
      // Not yet.
    }
    whenServerAnswers(then, Math.min(Math.max(2 * delay, FIRST_DELAY), LAST_DELAY));
  }, delay);
}
