// Boards that this device keeps for when the network is away (service-worker.js).
export const isSupported = "caches" in window && "serviceWorker" in navigator;
const BOARDS = "boards"; // also in service-worker.js
const FILES = "static"; // also in service-worker.js
const OWN_FILES = new URL(".", import.meta.url).pathname; // has the version

/** @typedef {{path: string, title: string, at: Date}} KeptBoard */
/** @typedef {{title: string, before: string, after: string}} Surroundings what a page has besides its table */

/** Those of the page that is open, read once, as parsing a page for each move would take a phone a tenth of a second. @type {Surroundings | null} */
let surroundings = null;

/** @returns {Promise<KeptBoard[]>} the last kept first */
export async function keptBoards() {
  const boards = await caches.open(BOARDS);
  const found = [];
  for (const request of await boards.keys()) {
    const headers = (await boards.match(request))?.headers;
    const title = decodeURIComponent(headers?.get("X-Title") ?? "");
    found.push({ path: new URL(request.url).pathname, title, at: new Date(Number(headers?.get("X-Kept-At"))) });
  }
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** @param {string} path */
export async function forgetBoard(path) {
  await (await caches.open(BOARDS)).delete(path);
}

/**
 * The page of a board as it is kept, else from the server; null if there is none with the scripts and styles of this version.
 * @param {Cache} boards
 * @param {string} path
 */
async function pageOfBoard(boards, path) {
  const kept = await (await boards.match(path))?.text();
  if (kept?.includes(OWN_FILES)) return kept;
  const response = await fetch(path, { cache: "no-store" });
  const text = await response.text();
  return response.ok && text.includes(OWN_FILES) ? text : null;
}

/**
 * @param {string} text the page of a board
 * @returns {Surroundings | null}
 */
function surroundingsOf(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const place = page.createComment("table");
  page.querySelector("#table")?.replaceWith(place);
  if (!place.isConnected) return null;
  const [before, after] = page.documentElement.outerHTML.split("<!--table-->");
  return { title: page.title, before: `<!doctype html>\n${before}`, after };
}

/**
 * Keeps the table as the page shows it now, in the copy of its page.
 * @param {string} path
 * @param {HTMLElement} table
 * @returns {Promise<boolean>} false if the server has no such page, or one of another version
 */
export async function keepBoard(path, table) {
  const shown = /** @type {HTMLElement} */ (table.cloneNode(true));
  shown.removeAttribute("aria-busy"); // a move is being sent now, not when the copy is shown
  for (const each of [shown, ...shown.querySelectorAll("[style]")]) each.removeAttribute("style"); // the policy of the page refuses them in a copy
  const { game = "", title } = table.dataset;
  const boards = await caches.open(BOARDS);
  const text = await pageOfBoard(boards, path);
  surroundings ??= text ? surroundingsOf(text) : null;
  if (!text || !surroundings) return false;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Kept-At": String(Date.now()),
    "X-Game": game,
    "X-Title": encodeURIComponent(title ?? surroundings.title),
  };
  await boards.put(path, new Response(surroundings.before + shown.outerHTML + surroundings.after, { headers }));
  return true;
}

/** Keeps the files that the page has loaded, also those from before the service worker was there. */
export async function keepFiles() {
  const files = await caches.open(FILES);
  for (const { name } of performance.getEntriesByType("resource")) {
    if (new URL(name).pathname.startsWith("/static/") && !(await files.match(name))) await files.add(name);
  }
}
