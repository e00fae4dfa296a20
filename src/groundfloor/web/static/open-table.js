// The page of an open table follows who joins and leaves, and leads to the seat when the game begins.
import "./copy-text.js";
import { find, findAll, findRequired } from "./dom.js";
import "./share-link.js";

const PAUSE = 3000; // milliseconds between two looks
const HIDDEN_PAUSE = 15000; // while another page is in front
const { api = "", you = "" } = findRequired("#open-table").dataset;
let known = "";
let isOver = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Whether somebody types in a part of the page, or has chosen something there that was not sent yet.
 * @param {HTMLElement} part
 */
function isUsed(part) {
  const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (findAll("input:not([type=hidden]), select", part));
  return fields.some((field) =>
    field instanceof HTMLSelectElement
      ? field === document.activeElement ||
        field.selectedIndex !==
          Math.max(
            [...field.options].findIndex((each) => each.defaultSelected),
            0,
          )
      : field === document.activeElement || field.value !== field.defaultValue,
  );
}

/**
 * Shows the parts of another copy of the page that differ. A button keeps the focus.
 * @param {Document} fresh
 */
function showParts(fresh) {
  for (const part of findAll("#status, [data-part]")) {
    const now = find(`#${part.id}`, fresh);
    if (!now || now.innerHTML === part.innerHTML || isUsed(part)) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
    part.innerHTML = now.innerHTML;
    if (focused) document.getElementById(focused)?.focus();
  }
}

async function look() {
  const response = await fetch(api, { cache: "no-store" });
  if (!response.ok && response.status !== 404) return;
  const text = await response.text();
  const table = JSON.parse(text);
  if (response.status === 404 || table.has_begun !== Boolean(table.seat) || String(table.you ?? "") !== you) {
    isOver = true; // The table was closed, its game has begun without who looks, or its host has sent them away.
    location.replace(location.pathname); // no reload(), which would send a form again that was refused
  } else if (table.seat) {
    isOver = true;
    location.assign(table.seat);
  } else if (text !== known) {
    const page = await fetch(location.href, { cache: "no-store" });
    if (page.ok) {
      showParts(new DOMParser().parseFromString(await page.text(), "text/html"));
      known = text;
    }
  }
}

async function follow() {
  clearTimeout(timer);
  try {
    await look();
  } catch {
    // The server can't be reached: it is asked again.
  }
  clearTimeout(timer);
  if (!isOver) timer = setTimeout(follow, document.hidden ? HIDDEN_PAUSE : PAUSE);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !isOver) void follow();
});
timer = setTimeout(follow, PAUSE);
