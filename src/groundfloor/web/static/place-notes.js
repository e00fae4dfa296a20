// What a place is and why it can't be chosen, where nothing hovers: a tap on a place that is not lit shows its note above the sheet.
import { closestTo, copyOfNote, find } from "./dom.js";
import { isPhone } from "./phone.js";

/** @type {HTMLElement | null} */
let panel = null;

function hush() {
  panel?.remove();
  panel = null;
}

/** @param {HTMLElement} place */
const noteOf = (place) =>
  document.getElementById(`${place.id}-note`) ?? document.getElementById(place.getAttribute("aria-describedby") ?? "");

/** @param {HTMLElement} place */
function show(place) {
  hush();
  panel = document.createElement("div");
  panel.className = "place-note";
  panel.setAttribute("aria-hidden", "true");
  panel.append(...copyOfNote(place, noteOf(place)));
  document.body.append(panel);
  // Above the sheet where it lies at the foot of the page, and never over the place itself.
  const sheet = find("#panel")?.getBoundingClientRect();
  const low = sheet && sheet.height && sheet.top > innerHeight * 0.3 && sheet.width > innerWidth * 0.6 ? sheet.top : innerHeight;
  const { height } = panel.getBoundingClientRect();
  const target = place.getBoundingClientRect();
  const top = low - height - 8;
  panel.style.top = `${target.bottom > top && target.top < low ? Math.max(8, target.top - height - 8) : Math.max(8, top)}px`;
}

document.addEventListener("pointerdown", hush, true);
document.addEventListener(
  "click",
  (event) => {
    const place = closestTo(event, "#board [aria-disabled=true]");
    // A mouse hovers over the place, and a key of the panel has its reason on it.
    if (!place || (event.pointerType === "mouse" && !isPhone()) || place.querySelector(".key-hint")) return;
    show(place);
  },
  true,
);
document.addEventListener("groundfloor:swapped", hush);
addEventListener("keydown", hush, true);
