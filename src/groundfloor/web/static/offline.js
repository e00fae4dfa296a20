// Registers the service worker. A board without network says of when it is, takes no moves, and is loaded anew when the network is back.
import { find, findAll } from "./dom.js";
import { isSupported, keepBoard, keepFiles } from "./kept-boards.js";

const root = document.documentElement;
const VERSION = new URL(import.meta.url).pathname.split("/").at(-2);
const BOARD_PATH = /^\/[gs]\/[\w-]+$/;
const KEEP_DELAY = 1000; // milliseconds after the last change
const FIRST_RETRY = 1500;
const LAST_RETRY = 15000;
const isKept = "kept" in root.dataset;
let isOffline = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let keepTimer;

const banner = find("#offline-banner");

// Keeps the board as it is shown, unless it is one of the past or no longer of now. The page says which version is kept.
async function keepNow() {
  clearTimeout(keepTimer);
  const table = find("#table");
  if (!table || isKept || isOffline || "history" in table.dataset) return;
  const { version } = table.dataset;
  try {
    await keepBoard(location.pathname, table);
    root.dataset.keptVersion = version;
  } catch {
    // Without room or network nothing is kept.
  }
}

function keepSoon() {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keepNow, KEEP_DELAY);
}

function showOffline() {
  isOffline = true;
  root.dataset.offline = "";
  if (banner) banner.hidden = false;
  for (const button of findAll("button[form=moves], #moves button[type=submit]")) button.setAttribute("aria-disabled", "true");
  retry(FIRST_RETRY);
}

/**
 * Loads the page anew as soon as the server answers.
 * @param {number} delay milliseconds
 */
function retry(delay) {
  setTimeout(async () => {
    try {
      if ((await fetch("/healthz", { cache: "no-store" })).ok) {
        location.reload();
        return;
      }
    } catch {
      // Not yet.
    }
    retry(Math.min(2 * delay, LAST_RETRY));
  }, delay);
}

// Nothing is sent from a board that may be out of date.
addEventListener(
  "submit",
  (event) => {
    if (!isOffline || !(event.target instanceof HTMLFormElement) || !["moves", "typed"].includes(event.target.id)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

if (isKept) showOffline();
if (isSupported && banner && !isKept) {
  addEventListener("offline", () => {
    const time = find("#offline-time");
    if (time) time.textContent = new Date().toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
    showOffline();
  });
}
if (isSupported) {
  const isBoard = BOARD_PATH.test(location.pathname) && !isKept;
  navigator.serviceWorker.register(`/service-worker.js?v=${VERSION}`, { updateViaCache: "none" }).catch(() => {});
  if (isBoard) {
    navigator.serviceWorker.ready.then(async () => {
      await keepFiles();
      await keepNow();
    });
    document.addEventListener("groundfloor:swapped", keepSoon);
    document.addEventListener("visibilitychange", () => document.hidden && keepNow());
  }
}
