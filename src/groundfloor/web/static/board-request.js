// Requests for the board of an open game page.
import { find, findRequired } from "./dom.js";

export const TIMEOUT = 15000; // milliseconds

export const isPlanOpen = () => Boolean(find("#round-plan[open], html[data-planning]"));

/**
 * The headers of a request for the board: the drawing that the page shows, whose parts the server need not send, and whether it
 * needs the plan of the round, which is left out otherwise.
 * @param {boolean} [isWhole] all parts are to be sent
 * @param {boolean} [needsPlan]
 */
export const requestHeaders = (isWhole = false, needsPlan = isPlanOpen()) => ({
  "HX-Request": "true",
  "X-Drawing": isWhole ? "" : (findRequired("#table").dataset.drawing ?? ""),
  "X-Plan": needsPlan ? "open" : "",
});

/**
 * @param {string} url
 * @param {boolean} [isWhole]
 * @param {boolean} [needsPlan]
 * @returns {Promise<string | null>} null if the table can't be seen there
 */
export async function fetchBoard(url, isWhole = false, needsPlan = isPlanOpen()) {
  const headers = requestHeaders(isWhole, needsPlan);
  const response = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
  return response.ok ? response.text() : null;
}
