// Tooltips, one at a time: what a place costs and does, and why it can't be chosen. The script chooses a spot
// where they hide no place that can be chosen; the browser keeps them there beside their owner (CSS anchors), above all else (popover).
import { closestTo, find, findAll, targetOf } from "./dom.js";
import { CHOICES, isVisible, SELECTABLE, updateTabStops } from "./focus.js";
import { isUpright } from "./phone.js";

const OWNERS = "#street :is(.space, [data-has-tooltip]), #board [aria-describedby]";
// A click opens these, also on phones: nothing else on the page says what their tooltips say.
const EXPLAINED = "#board .assumed, .track .variant, .explained";
const DISABLED = "#board [aria-disabled=true]:not(:has(.button-hint))";
const NEAREST = 10; // pixels from the owner
const FURTHEST = 120;
const FURTHEST_BESIDE = 190; // so that it stands beside the list of improvements, whose lines can be chosen all around
const STEP = 10;
const MARGIN = 4; // pixels from the edge of the window
const WIDTHS = ["", "190px", "260px", "360px"]; // the widest that the tooltip may be: first as its style says
const HAS_ANCHORS = CSS.supports("top", "anchor(top)");

const panel = document.createElement("div");
panel.className = "open-tooltip";
panel.popover = "manual";
panel.dataset.testid = "tooltip";
panel.setAttribute("aria-hidden", "true"); // for screen readers the owner has a label and a description
document.body.append(panel);
/** @type {HTMLElement | null} */
let owner = null;
/** The owner that was pressed: its tooltip opens again when the pointer comes back. @type {HTMLElement | null} */
let pressed = null;

function closeTooltip() {
  panel.hidePopover();
  find("[data-has-open-tooltip]")?.removeAttribute("data-has-open-tooltip");
  owner = null;
}

/** @param {HTMLElement} element */
function openTooltip(element) {
  closeTooltip();
  panel.replaceChildren(...contentFor(element));
  if (!panel.textContent) return;
  owner = element;
  const anchor = find(".pane", element) ?? element;
  anchor.setAttribute("data-has-open-tooltip", ""); // which makes it the anchor
  panel.showPopover();
  placeBeside(element, anchor.getBoundingClientRect());
}

/**
 * A copy of an element's hidden explanation, with whose turn it is; else its label.
 * @param {HTMLElement} element
 */
function contentFor(element) {
  const descriptions = (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter(Boolean)
    .map((id) => document.getElementById(id));
  const source = document.getElementById(`${element.id}-tooltip`) ?? descriptions.find((each) => each?.matches("[role=tooltip]"));
  if (!source) return [element.getAttribute("aria-label") ?? element.title];
  const copy = /** @type {HTMLElement} */ (source.cloneNode(true));
  const reasons = descriptions.filter((each) => each?.id.startsWith("reason-"));
  find(".tooltip-words", copy)?.append(...reasons.map((each) => ` ${each?.textContent}`));
  return [...copy.childNodes];
}

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{side: string, distance: number, left: number, top: number}} Spot where the tooltip is seen from its anchor, and its corner in the window */

/**
 * The spots at a distance for a tooltip of this size: on each side first in the middle of its anchor, then shifted along it.
 * @param {DOMRect} own the box of its anchor
 * @param {Size} size
 * @param {number} distance
 * @returns {Generator<Spot>}
 */
function* spotsBeside(own, { width, height }, distance) {
  const left = (own.left + own.right - width) / 2,
    top = (own.top + own.bottom - height) / 2;
  for (let shift = 0; shift <= Math.max(width, height) / 2 - STEP; shift += STEP) {
    for (const by of shift ? [shift, -shift] : [0]) {
      if (shift <= width / 2 - STEP && distance <= FURTHEST) {
        yield { side: "top", distance, left: left + by, top: own.top - distance - height };
        yield { side: "bottom", distance, left: left + by, top: own.bottom + distance };
      }
      if (shift <= height / 2) {
        yield { side: "right", distance, left: own.right + distance, top: top + by };
        yield { side: "left", distance, left: own.left - distance - width, top: top + by };
      }
    }
  }
}

/**
 * Places the tooltip as near as it hides no other selectable place, nor the panel, the head and the own numbers, narrower or wider if that helps; where there is no
 * such spot, where it hides least of them.
 * @param {HTMLElement} element
 * @param {DOMRect} own the box of its anchor
 */
function placeBeside(element, own) {
  const parts = [find("#panel"), find(".head"), find(".main-company .is-default .resources")].filter(
    (part) => part !== null && !part.contains(element),
  );
  const selectable = findAll(`#board ${SELECTABLE}`).filter((each) => each !== element && isVisible(each));
  const boxes = [...selectable, ...parts].map((each) => /** @type {Element} */ (each).getBoundingClientRect());
  const sizes = WIDTHS.map((width) => {
    panel.style.maxWidth = width;
    return panel.getBoundingClientRect();
  });
  const furthest = element.closest("#improvements") ? FURTHEST_BESIDE : FURTHEST;
  let least = Infinity,
    best = { spot: /** @type {Spot} */ ({ side: "top", distance: NEAREST, left: MARGIN, top: MARGIN }), number: 0 };
  for (let distance = NEAREST; least > 0 && distance <= furthest; distance += STEP) {
    for (const [number, { width, height }] of sizes.entries()) {
      for (const spot of spotsBeside(own, { width, height }, distance)) {
        const { left, top } = spot,
          box = new DOMRect(left, top, width, height);
        if (left < MARGIN || top < MARGIN || box.right > innerWidth - MARGIN || box.bottom > innerHeight - MARGIN) continue;
        const hidden = boxes.reduce((sum, each) => sum + commonArea(box, each), 0);
        if (hidden < least) {
          least = hidden;
          best = { spot, number };
        }
      }
    }
  }
  panel.style.maxWidth = WIDTHS[best.number];
  moveTo(best.spot, own, sizes[best.number]);
}

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function commonArea(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left),
    height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Ties the tooltip to its anchor, and draws the line between them.
 * @param {Spot} spot
 * @param {DOMRect} own the box of its anchor
 * @param {Size} size of the tooltip
 */
function moveTo({ side, distance, left, top }, own, size) {
  panel.style.left = HAS_ANCHORS ? `calc(anchor(left) + ${left - own.left}px)` : `${left}px`;
  panel.style.top = HAS_ANCHORS ? `calc(anchor(top) + ${top - own.top}px)` : `${top}px`;
  const isAcross = side === "left" || side === "right";
  const middle = isAcross ? own.top + own.height / 2 - top : own.left + own.width / 2 - left;
  panel.dataset.side = side;
  panel.style.setProperty("--distance", `${distance}px`);
  panel.style.setProperty("--line", `${Math.max(0, Math.min(middle, isAcross ? size.height : size.width) - 4)}px`);
}

document.addEventListener(
  "pointerdown",
  (event) => {
    pressed = closestTo(event, OWNERS);
    closeTooltip();
  },
  true,
);

// A disabled place does nothing but say why.
document.addEventListener(
  "click",
  (event) => {
    const disabled = closestTo(event, DISABLED);
    const explained = disabled ?? closestTo(event, EXPLAINED);
    if (disabled) event.preventDefault();
    if (explained) openTooltip(explained);
  },
  true,
);

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target?.matches(CHOICES)) updateTabStops(target);
  if (target?.matches(`:is(${OWNERS}):focus-visible`) && isWanted(target)) openTooltip(target);
  else closeTooltip();
});
document.addEventListener("focusout", closeTooltip);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = closestTo(event, OWNERS);
  if (element && element === pressed) return;
  pressed = null;
  if (element && isWanted(element)) {
    if (element !== owner) openTooltip(element);
  } else if (!owner?.matches(":focus-visible")) closeTooltip();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !owner) return;
    closeTooltip();
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
addEventListener("resize", closeTooltip);
if (!HAS_ANCHORS) addEventListener("scroll", closeTooltip, { passive: true, capture: true });
document.addEventListener("groundfloor:swapped", closeTooltip);

/**
 * Whether hover and focus open a tooltip: on an upright phone, and for the pencilled place, the panel says the same.
 * @param {HTMLElement} element
 */
const isWanted = (element) => element.matches(EXPLAINED) || !(isUpright() || element.ariaPressed === "true");
