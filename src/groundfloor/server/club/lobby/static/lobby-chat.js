// The lobby shows new messages as they come.
import { findRequired } from "./dom.js";
import { showParts } from "./fresh-parts.js";

const PAUSE = 6000; // milliseconds between two looks
const { api = "" } = findRequired("#lobby-chat").dataset;
let known = "";

async function look() {
  if (document.hidden) return;
  const response = await fetch(api, { cache: "no-store" });
  if (!response.ok) return;
  const text = await response.text();
  if (known && text !== known) {
    const page = await fetch("/lobby", { cache: "no-store" });
    if (!page.ok) return;
    showParts(new DOMParser().parseFromString(await page.text(), "text/html"), "#lobby-messages");
  }
  known = text;
}

async function follow() {
  try {
    await look();
  } catch {
    // The server can't be reached: it is asked again.
  }
  setTimeout(follow, PAUSE);
}

void follow();
