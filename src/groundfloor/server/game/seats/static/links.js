// The page with a table's links: buttons that copy and share them, who has come, and what is proposed.
import "./copy-text.js";
import { find, findAll, findRequired } from "./dom.js";
import { showParts } from "./fresh-parts.js";
import "./share-link.js";
import { subscribe } from "./subscription.js";

const page = findRequired("#links");
const UPDATE_DELAY = 250; // milliseconds in which several changes become one update
/** @type {ReturnType<typeof setTimeout> | undefined} */
let updateTimer;
let updatesAsked = 0;
let lastShownUpdate = 0;

/**
 * Shows the texts of another copy of the page: who has come, and who is missing.
 * @param {Document} fresh
 */
function showArrivals(fresh) {
  for (const shown of findAll(".arrival, #missing")) {
    const now = find(`#${shown.id}`, fresh);
    if (!now || (now.textContent === shown.textContent && now.className === shown.className)) continue;
    shown.className = now.className;
    shown.textContent = now.textContent;
  }
}

async function update() {
  const number = (updatesAsked += 1);
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const text = await response.text();
    if (!response.ok || number < lastShownUpdate) return; // a later answer has come first
    lastShownUpdate = number;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    showArrivals(fresh);
    showParts(fresh, "[data-part]");
  } catch {
    // The stream says it again when the server is there.
  }
}

function updateSoon() {
  clearTimeout(updateTimer);
  updateTimer = setTimeout(update, UPDATE_DELAY);
}

subscribe(page.dataset.topics ?? "", page.dataset.worker ?? "", ({ name }) => {
  if (["seats", "version", "open"].includes(name)) updateSoon();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) updateSoon();
});
