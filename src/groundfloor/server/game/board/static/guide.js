// The guide of a guided game: marks the place of the proposed move, brings it into view, and reads the step out.
import { addLiveRegion, find, findAll, isShown } from "./dom.js";
import { controlsOf } from "./focus.js";
import { showView } from "./panels.js";
import { isNarrow } from "./phone.js";
import { showPlace } from "./street.js";

const announcer = addLiveRegion("status");

// The parts of the board that a phone shows one at a time, by the view's name.
const VIEWS = { city: "#city", company: ".companies", improvements: "#improvements" };
let shownStep = "";

const guide = () => find("#guide");

/** The controls of the proposed move, those on the board before those of the panel. All of them are marked. */
function proposedControls() {
  const move = guide()?.dataset.move;
  if (!move) return [];
  const found = controlsOf(move);
  const onBoard = found.filter((each) => !each.closest("#panel"));
  return [...onBoard, ...found.filter((each) => !onBoard.includes(each))];
}

function markProposed() {
  for (const each of findAll("[data-guided]")) each.removeAttribute("data-guided");
  for (const each of proposedControls()) each.setAttribute("data-guided", "");
}

/** Opens the part of the board where the proposed move is made, and scrolls to it. */
function showProposed() {
  const target = proposedControls()[0];
  if (!target) return null;
  const view = Object.entries(VIEWS).find(([, selector]) => target.closest(selector))?.[0];
  if (view && isNarrow() && (document.documentElement.dataset.view ?? "city") !== view) showView(view, false);
  const visible = proposedControls().find(isShown) ?? target;
  if (visible.closest("#panel")) {
    visible.scrollIntoView({ block: "nearest" });
    return visible;
  }
  if (isNarrow()) showPlace(visible);
  else visible.scrollIntoView({ block: "nearest", inline: "nearest" });
  return visible;
}

export function updateGuide() {
  markProposed();
  const element = guide();
  const parts = element ? [".guide-title", ".guide-text"].map((part) => find(part, element)?.textContent?.trim()) : [];
  const text = parts.filter(Boolean).join(": ");
  const step = `${element?.dataset.guide} ${text}`;
  if (step === shownStep) return;
  shownStep = step;
  announcer.textContent = text;
  find("#panel")?.scrollTo(0, 0);
  queueMicrotask(showProposed); // after the other parts of the page have shown their tabs
  requestAnimationFrame(() => requestAnimationFrame(showProposed)); // and once more when the panel's new height is known
}

/** Moves the focus to the place that the guide shows, or to its own key where a step is only read. */
export function focusProposed() {
  (showProposed() ?? find("#guide-next"))?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-guide-show]")) focusProposed();
});
document.addEventListener("groundfloor:swapped", updateGuide);
addEventListener("load", showProposed); // the street has its width only now
updateGuide();
