// Tooltips, one at a time: what a place costs and does, with a line to it. Those of the street stand above the roofs.
import { closestTo, tooltipContent, find, targetOf } from "./dom.js";
import { CHOICES, updateTabStops } from "./focus.js";
import { leaderFromSky, placeBeside, placeInSky } from "./tooltip-placement.js";
import { isPhone } from "./phone.js";

const SPACES = "#street [data-has-tooltip], #street .space";
const DESCRIBED = "#board [aria-describedby]";
// These open by a tap too: nothing else says what their tooltips say.
const TAPPED = "#board .assumed, .track .variant, .explained";

/** @type {{parts: HTMLElement[], owner: HTMLElement} | null} */
let open = null;

/** Removes the open tooltip; returns false if there is none. */
export function closeTooltip() {
  if (!open) return false;
  for (const part of open.parts) part.remove();
  open = null;
  return true;
}

/** @param {HTMLElement} owner */
function openTooltip(owner) {
  closeTooltip();
  if (owner.matches(SPACES)) openSpaceTooltip(owner);
  else openDescription(owner);
}

/**
 * Opens the tooltip of a space of the street. On phones the panel says the same.
 * @param {HTMLElement} space
 */
function openSpaceTooltip(space) {
  if (isPhone()) return;
  const panel = add("street-tooltip", tooltipContent(space, document.getElementById(`${space.id}-tooltip`)));
  open = { parts: [panel], owner: space };
  const target = (find(".pane", space) ?? space).getBoundingClientRect();
  const spot = placeInSky(space, panel.getBoundingClientRect(), target);
  panel.style.left = `${spot.left + scrollX}px`;
  panel.style.top = `${spot.top + scrollY}px`;
  const leader = leaderFromSky(panel.getBoundingClientRect(), target);
  if (!leader) return;
  document.body.append(leader);
  open.parts.push(leader);
}

/**
 * Opens the tooltip that describes a control. Phones have it only where nothing else says the same.
 * @param {HTMLElement} control
 */
function openDescription(control) {
  const source = document.getElementById(control.getAttribute("aria-describedby") ?? "");
  if (!source?.matches("[role=tooltip]") || (isPhone() && !control.matches(TAPPED))) return;
  const panel = add("floating-tooltip", tooltipContent(control, source));
  const leader = add("floating-tooltip-line", []);
  open = { parts: [panel, leader], owner: control };
  placeBeside(panel, leader, control);
}

/**
 * Adds an element that screen readers skip: the control itself says what it shows.
 * @param {string} name
 * @param {Node[]} content
 */
function add(name, content) {
  const element = document.createElement("div");
  element.className = name;
  if (content.length) element.dataset.testid = "tooltip";
  element.setAttribute("aria-hidden", "true");
  element.append(...content);
  document.body.append(element);
  return element;
}

// A disabled place does nothing but say why.
document.addEventListener(
  "click",
  (event) => {
    const disabled = closestTo(event, "#board [aria-disabled=true]");
    if (disabled) {
      event.preventDefault();
      openTooltip(disabled);
    }
  },
  true,
);

// Assumed numbers, the cards of a game's variants and explained words
document.addEventListener("click", (event) => {
  const explained = closestTo(event, TAPPED);
  if (explained) openTooltip(explained);
});

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target?.matches(CHOICES)) updateTabStops(target);
  if (target?.matches(`:is(${SPACES}, ${DESCRIBED}):focus-visible`)) openTooltip(target);
  else closeTooltip();
});
document.addEventListener("focusout", closeTooltip);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = closestTo(event, `${SPACES}, ${DESCRIBED}`);
  if (element && element !== open?.owner) openTooltip(element);
  else if (!element && open && open.owner !== document.activeElement) closeTooltip();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && closeTooltip()) event.stopPropagation();
  },
  true,
);
addEventListener(
  "scroll",
  (event) => {
    // Tooltips don't move with the street. A list that scrolls to the focused control keeps that control's tooltip.
    if (event.target === document || open?.owner.matches(SPACES)) closeTooltip();
  },
  { passive: true, capture: true },
);
addEventListener("resize", closeTooltip);
document.addEventListener("groundfloor:swapped", closeTooltip);
