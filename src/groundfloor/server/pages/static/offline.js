// Registers the service worker, and loads an open board anew when the server has a new version. A board without network says of when it is, takes no moves, and is loaded anew when the network is back.
import { find, findAll } from "./dom.js";
import { isSupported, keepBoard, keepFiles } from "./kept-boards.js";
import { whenServerAnswers } from "./server-retry.js";

const root = document.documentElement;
const BOARD_PATH = /^\/[gs]\/[\w-]+$/;
const KEEP_DELAY = 1000; // milliseconds after the last change
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
    if (await keepBoard(location.pathname, table)) root.dataset.keptVersion = version;
  } catch {
    // Without room or network nothing is kept.
  }
}

function keepSoon() {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keepNow, KEEP_DELAY);
}

function showOffline() {
  if (!isOffline) whenServerAnswers(() => (isKept ? location.reload() : reload(true)));
  isOffline = true;
  root.dataset.offline = "";
  if (banner) banner.hidden = false;
  for (const button of findAll("button[form=moves], #moves button[type=submit]")) button.setAttribute("aria-disabled", "true");
}

// After an update of the server there is another service worker, which takes over this page.
async function checkForUpdate() {
  try {
    await (await navigator.serviceWorker.getRegistration())?.update();
  } catch {
    // The server can't be reached; the next connection checks again.
  }
}

/**
 * Has the page loaded anew (page-state.js): as soon as nobody uses it, unless it is urgent; drafts are on the server.
 * @param {boolean} isUrgent
 */
const reload = (isUrgent) => document.dispatchEvent(new CustomEvent("groundfloor:outdated", { detail: isUrgent }));

// Nothing is sent from a board that may be out of date.
addEventListener(
  "submit",
  (event) => {
    if (!isOffline || !(event.target instanceof HTMLFormElement) || !["moves", "typed", "planning"].includes(event.target.id)) return;
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
  navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
  if (isBoard) {
    navigator.serviceWorker.ready.then(async ({ active }) => {
      if (!navigator.serviceWorker.controller) active?.postMessage({ claim: true });
      await keepFiles();
      await keepNow();
    });
    document.addEventListener("groundfloor:swapped", keepSoon);
    document.addEventListener("groundfloor:connected", checkForUpdate);
    document.addEventListener("visibilitychange", () => (document.hidden ? keepNow() : checkForUpdate()));
    let isTakenOver = Boolean(navigator.serviceWorker.controller);
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (isTakenOver && !isOffline) reload(false);
      isTakenOver = true; // the first worker of all is no update
    });
  }
}
