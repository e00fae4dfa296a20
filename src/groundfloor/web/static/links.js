// The page with a table's links: buttons that copy and share them, and who has come. Without the clipboard (a page that is not secure) the link
// is selected instead.
import { find, findAll, findInput, findRequired } from "./dom.js";
import { subscribe } from "./subscription.js";

const page = findRequired("#links");
const DONE_MILLISECONDS = 2500;
const UPDATE_DELAY = 250; // milliseconds in which several arrivals become one update
/** @type {ReturnType<typeof setTimeout> | undefined} */
let updateTimer;

for (const button of findAll("[data-copy]")) {
  const field = findInput(button.dataset.copy ?? "");
  if (!field) continue;
  const word = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done ?? "";
    button.setAttribute("aria-live", "polite");
    setTimeout(() => {
      button.textContent = word;
    }, DONE_MILLISECONDS);
  });
}

for (const button of findAll("[data-share]")) {
  const field = findInput(button.dataset.share ?? "");
  if (!field || !("share" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title, url: field.value });
    } catch {
      // Closed without sharing.
    }
  });
}

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
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    if (response.ok) showArrivals(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    // The stream says it again when the server is there.
  }
}

function updateSoon() {
  clearTimeout(updateTimer);
  updateTimer = setTimeout(update, UPDATE_DELAY);
}

subscribe(page.dataset.topics ?? "", page.dataset.worker ?? "", ({ name }) => {
  if (name === "seats" || name === "open") updateSoon();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) updateSoon();
});
