// Floating notes, one at a time: what a place costs and does, with a line to it. Those of the street stand in the sky.
import { closestTo, copyOfNote, find, targetOf } from "./dom.js";
import { CHOICES, rove } from "./focus.js";
import { leaderFromSky, placeBeside, placeInSky } from "./note-placement.js";
import { isPhone } from "./phone.js";

const SPACES = "#street [data-note], #street .space";
const DESCRIBED = "#board [aria-describedby]";

/** @type {{parts: HTMLElement[], owner: HTMLElement} | null} */
let open = null;

/** Removes the note that is shown; returns false if there is none. */
export function closeNote() {
  if (!open) return false;
  for (const part of open.parts) part.remove();
  open = null;
  return true;
}

/** @param {HTMLElement} owner */
function openNote(owner) {
  closeNote();
  if (owner.matches(SPACES)) openSpaceNote(owner);
  else openDescription(owner);
}

/**
 * The note of a space of the street. On phones the sheet says the same.
 * @param {HTMLElement} space
 */
function openSpaceNote(space) {
  if (isPhone()) return;
  const panel = add("street-note", copyOfNote(space, document.getElementById(`${space.id}-note`)));
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
 * The tooltip that describes a control. Phones have them only where nothing else says the same.
 * @param {HTMLElement} control
 */
function openDescription(control) {
  const source = document.getElementById(control.getAttribute("aria-describedby") ?? "");
  if (!source?.matches("[role=tooltip]") || (isPhone() && !control.matches(".assumed, .placard"))) return;
  const panel = add("floating", copyOfNote(control, source));
  const leader = add("floating-leader", []);
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
  element.setAttribute("aria-hidden", "true");
  element.append(...content);
  document.body.append(element);
  return element;
}

// A barred place is a button that says why; it does nothing.
document.addEventListener(
  "click",
  (event) => {
    const barred = closestTo(event, "#board [aria-disabled=true]");
    if (barred) {
      event.preventDefault();
      openNote(barred);
    }
  },
  true,
);

// The evidence of an assumed number and what a placard says, where nothing hovers
document.addEventListener("click", (event) => {
  const assumed = closestTo(event, ".track :is(.assumed, .placard)");
  if (assumed) openNote(assumed);
});

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target?.matches(CHOICES)) rove(target);
  if (target?.matches(`:is(${SPACES}, ${DESCRIBED}):focus-visible`)) openNote(target);
  else closeNote();
});
document.addEventListener("focusout", closeNote);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = closestTo(event, `${SPACES}, ${DESCRIBED}`);
  if (element && element !== open?.owner) openNote(element);
  else if (!element && open && open.owner !== document.activeElement) closeNote();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && closeNote()) event.stopPropagation();
  },
  true,
);
addEventListener(
  "scroll",
  (event) => {
    // The street scrolls under its notes; a list that scrolls to the control with the focus keeps that one's note.
    if (event.target === document || open?.owner.matches(SPACES)) closeNote();
  },
  { passive: true, capture: true },
);
addEventListener("resize", closeNote);
document.addEventListener("groundfloor:swapped", closeNote);
