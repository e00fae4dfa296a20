// The page of an open table follows who joins and leaves, and leads to the seat when the game begins.
import "./copy-text.js";
import { findRequired } from "./dom.js";
import { showParts } from "./fresh-parts.js";
import { isInUse } from "./page-use.js";
import "./share-link.js";

const PAUSE = 3000; // milliseconds between two looks
const HIDDEN_PAUSE = 15000; // while another page is in front
const { api = "", you = "" } = findRequired("#open-table").dataset;
let known = "";
let isOver = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function look() {
  const query = isInUse() ? "" : "?away=1"; // a forgotten tab keeps the place, but says of nobody that they are here
  const response = await fetch(api + query, { cache: "no-store" });
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
    const page = await fetch(location.pathname + query, { cache: "no-store" });
    if (page.ok) {
      showParts(new DOMParser().parseFromString(await page.text(), "text/html"), "#status, [data-part]");
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
