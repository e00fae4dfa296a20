// The button that leads to the next table that waits, and the bell, on every page: shown with how many there are. J presses the button.
import { find, findAll, findRequired, isolated, settings, targetOf } from "./dom.js";
import { subscribeIfShared } from "./subscription.js";
import { typedKey } from "./typed-key.js";

const UPDATE_DELAY = 120_000; // milliseconds
const MOVE_DELAY = 20_000; // between two updates because of moves

/** @typedef {{game: string, name: string, link: string, since: string}} WaitingTable */
/** @typedef {{waiting: WaitingTable[], unread: number, reports: number, is_banned?: boolean}} Found */

/** The tables that wait, the one that has waited longest first, and the notices that are not read. @type {Found} */
let found = { waiting: [], unread: 0, reports: 0 };

function show() {
  const here = find("#table")?.dataset.game;
  const waiting = found.waiting.filter(({ game }) => game !== here); // without that of this page
  showButton(waiting);
  const news = waiting.length + found.unread + found.reports;
  for (const bell of findAll(".bell")) {
    const count = findRequired(".bell-count", bell);
    count.hidden = !news;
    count.textContent = String(news);
    bell.title = news ? (bell.dataset.sentence ?? "").replace("%(n)s", String(news)) : "";
  }
  find("#menu")?.toggleAttribute("data-news", found.unread + found.reports > 0);
}

/** @param {WaitingTable[]} waiting */
function showButton(waiting) {
  const button = find("#next-table");
  if (!(button instanceof HTMLAnchorElement)) return;
  button.hidden = !waiting.length;
  if (!waiting.length) return;
  const [first] = waiting;
  button.href = first.link;
  button.title = (button.dataset.sentence ?? "").replace("%(name)s", isolated(first.name)).replace("%(n)s", String(waiting.length));
  button.setAttribute("aria-label", button.title);
  findRequired(".next-count", button).textContent = `(${waiting.length})`;
}

/**
 * Loads the page again if it does not say whether whoever looks at it is banned.
 * @param {boolean} isBanned
 */
function showBan(isBanned) {
  if (isBanned !== Boolean(find("#banned"))) location.reload();
}

let isPushed = false;
let updatedAt = 0;

/** Asks the server, unless it tells by itself. */
async function update() {
  if (document.hidden || isPushed) return;
  updatedAt = Date.now();
  try {
    const answer = await fetch("/api/next", { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    found = await answer.json();
    showBan(found.is_banned ?? false);
  } catch {
    return; // The server can't be reached, which the page says if it matters.
  }
  show();
}

const worker = find("[data-worker]")?.dataset.worker;
if (worker) {
  subscribeIfShared(
    "p=1",
    worker,
    ({ name, data }) => {
      if (name === "lost") isPushed = false;
      if (name === "ban") showBan(data.is_banned);
      if (name !== "bell") return;
      isPushed = true;
      found = data;
      show();
    },
    () => {
      isPushed = false;
    },
  );
}

let version = "";
document.addEventListener("groundfloor:swapped", () => {
  show();
  const now = find("#table")?.dataset.version ?? "";
  if (now !== version && Date.now() - updatedAt > MOVE_DELAY) void update();
  version = now;
});
document.addEventListener("visibilitychange", () => void update());
addEventListener("pageshow", () => void update());
setInterval(() => void update(), UPDATE_DELAY);

document.addEventListener("keydown", (event) => {
  if (typedKey(event).toLowerCase() !== "j" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (settings.get("letters") === "off" || find("dialog:modal") || targetOf(event)?.matches("input, textarea, select")) return;
  const button = find("#next-table");
  if (button && !button.hidden) button.click();
});
