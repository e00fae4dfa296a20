// The button that leads to the next table that waits, on every page: shown while another one does, with how many there are. J presses it.
import { find, findRequired, settings, targetOf } from "./dom.js";

const UPDATE_DELAY = 120_000; // milliseconds
const MOVE_DELAY = 20_000; // between two updates because of moves

/** @typedef {{game: string, name: string, link: string, since: string}} WaitingTable */

/** The tables that wait, without that of this page; the one that has waited longest first. @type {WaitingTable[]} */
let waiting = [];

function show() {
  const button = find("#next-table");
  if (!(button instanceof HTMLAnchorElement)) return;
  button.hidden = !waiting.length;
  if (!waiting.length) return;
  const [first] = waiting;
  button.href = first.link;
  button.title = (button.dataset.sentence ?? "").replace("%(name)s", first.name).replace("%(n)s", String(waiting.length));
  button.setAttribute("aria-label", button.title);
  findRequired(".next-count", button).textContent = String(waiting.length);
}

let updatedAt = 0;

async function update() {
  if (document.hidden) return;
  updatedAt = performance.now();
  try {
    const answer = await fetch("/api/next", { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const found = /** @type {{waiting: WaitingTable[]}} */ (await answer.json()).waiting;
    const here = find("#table")?.dataset.game;
    waiting = found.filter(({ game }) => game !== here);
  } catch {
    return; // The server can't be reached, which the page says if it matters.
  }
  show();
}

let version = "";
document.addEventListener("groundfloor:swapped", () => {
  show();
  const now = find("#table")?.dataset.version ?? "";
  if (now !== version && performance.now() - updatedAt > MOVE_DELAY) void update();
  version = now;
});
document.addEventListener("visibilitychange", () => void update());
addEventListener("pageshow", () => void update());
setInterval(() => void update(), UPDATE_DELAY);

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "j" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (settings.get("letters") === "off" || find("dialog:modal") || targetOf(event)?.matches("input, textarea, select")) return;
  const button = find("#next-table");
  if (button && !button.hidden) button.click();
});
