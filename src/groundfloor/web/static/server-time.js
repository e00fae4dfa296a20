// The server's clock: the page has the time at which it was made.
import { findRequired } from "./dom.js";

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const loadedAt = performance.timeOrigin + (navigation?.responseStart ?? 0);
const madeAt = Date.parse(findRequired("#moves").dataset.now ?? "");
const lead = Number.isNaN(madeAt) ? 0 : madeAt - loadedAt;

/** The time at the server, in milliseconds. */
export const serverNow = () => Date.now() + lead;
