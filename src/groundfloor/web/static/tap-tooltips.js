// Tooltips by tap, where no pointer hovers: a place that is not lit says what it is for and why it can't be chosen.
import { closestTo, tooltipContent, find } from "./dom.js";
import { isPhone } from "./phone.js";

/** @type {HTMLElement | null} */
let panel = null;

function hideTooltip() {
  panel?.remove();
  panel = null;
}

/** @param {HTMLElement} place */
const tooltipOf = (place) =>
  document.getElementById(`${place.id}-tooltip`) ?? document.getElementById(place.getAttribute("aria-describedby") ?? "");

/** @param {HTMLElement} place */
function showTooltip(place) {
  hideTooltip();
  panel = document.createElement("div");
  panel.className = "tap-tooltip";
  panel.dataset.testid = "tap-tooltip";
  panel.setAttribute("aria-hidden", "true");
  panel.append(...tooltipContent(place, tooltipOf(place)));
  document.body.append(panel);
  // Above the panel where that is at the lower edge of the page, and never over the place itself.
  const sheet = find("#panel")?.getBoundingClientRect();
  const lowerEdge = sheet && sheet.height && sheet.top > innerHeight * 0.3 && sheet.width > innerWidth * 0.6 ? sheet.top : innerHeight;
  const { height } = panel.getBoundingClientRect();
  const target = place.getBoundingClientRect();
  const top = lowerEdge - height - 8;
  panel.style.top = `${target.bottom > top && target.top < lowerEdge ? Math.max(8, target.top - height - 8) : Math.max(8, top)}px`;
}

document.addEventListener("pointerdown", hideTooltip, true);
document.addEventListener(
  "click",
  (event) => {
    const place = closestTo(event, "#board [aria-disabled=true]");
    // A mouse opens the tooltip by hovering, and a button of the panel has the reason on it.
    if (!place || (event.pointerType === "mouse" && !isPhone()) || place.querySelector(".button-hint")) return;
    showTooltip(place);
  },
  true,
);
document.addEventListener("groundfloor:swapped", hideTooltip);
addEventListener("keydown", hideTooltip, true);
