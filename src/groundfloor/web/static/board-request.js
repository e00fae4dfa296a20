// Requests for the board of an open game page.
import { find, findRequired } from "./dom.js";

export const TIMEOUT = 15000; // milliseconds

export const isPlanOpen = () => Boolean(find("#round-plan[open], html[data-planning]"));

/**
 * The headers of a request for the board: the drawing that the page shows, whose parts the server need not send, and whether it
 * shows the plan of the round, which is left out otherwise.
 * @param {boolean} [isWhole] all parts are to be sent
 */
export const requestHeaders = (isWhole = false) => ({
  "HX-Request": "true",
  "X-Drawing": isWhole ? "" : (findRequired("#table").dataset.drawing ?? ""),
  "X-Plan": isPlanOpen() ? "open" : "",
});

/**
 * @param {string} url
 * @param {boolean} [isWhole]
 * @returns {Promise<string | null>} null if the table can't be seen there
 */
export async function fetchBoard(url, isWhole = false) {
  const response = await fetch(url, { headers: requestHeaders(isWhole), cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
  return response.ok ? response.text() : null;
}
