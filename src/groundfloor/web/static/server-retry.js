// Loads a page anew as soon as the server answers again.

const FIRST_DELAY = 1500; // milliseconds
const LAST_DELAY = 15000;

/**
 * Asks the server again and again, less and less often, and at once when the device says that the network is back. That alone does not do: the network may
 * not carry anything yet at that moment.
 */
export function reloadWhenServerAnswers() {
  let delay = FIRST_DELAY;
  let timer = setTimeout(ask, delay);

  async function ask() {
    clearTimeout(timer);
    try {
      if ((await fetch("/healthz", { cache: "no-store" })).ok) {
        location.reload();
        return;
      }
    } catch {
      // Not yet.
    }
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
    delay = Math.min(2 * delay, LAST_DELAY);
  }

  addEventListener("online", ask);
}
