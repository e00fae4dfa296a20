// The server's clock, by `Date.now()` and what the server says: the page has the time at which it was made, each answer that of the server then.
// Firefox's `performance.timeOrigin` would not do: it counts none of the time for which the computer has slept since the browser was started.
import { findRequired } from "./dom.js";

const TOLERANCE = 2_000; // milliseconds: the server says whole seconds, and an answer takes a while
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const loadedAt = Date.now() - (performance.now() - (navigation?.responseStart ?? 0));
const madeAt = "kept" in document.documentElement.dataset ? NaN : Date.parse(findRequired("#moves").dataset.now ?? "");
let lead = Number.isNaN(madeAt) ? 0 : madeAt - loadedAt;

/** The time at the server, in milliseconds. */
export const serverNow = () => Date.now() + lead;

/**
 * Corrects the clock by an answer of the server that has just come, if one of the two clocks was set, or the page is one that this device has kept.
 * @param {Response} response
 */
export function noteServerTime(response) {
  const answeredAt = Date.parse(response.headers.get("X-Server-Time") ?? "");
  if (!(Math.abs(answeredAt - serverNow()) > TOLERANCE)) return; // also where the answer says no time
  lead = answeredAt - Date.now();
  document.dispatchEvent(new Event("groundfloor:clock-corrected"));
}
