// Focus: one tab stop for each group of places, arrows by position.
import { find, findAll } from "./dom.js";
import { isStill } from "./motion.js";

export const CHOICES = "#board button[name=pick], #board :is(.street-row, .section) button, #board .track :is(.assumed, .variant)";
/** Places and answers that can be chosen. */
export const SELECTABLE = "button[name=pick]:not([aria-disabled=true])";
/** @param {Element} element */
const isSelectable = (element) => element.matches(SELECTABLE);
/**
 * The places and answers that a move begins with, or consists of.
 * @param {string} move
 */
export const controlsOf = (move) =>
  findAll(`#board ${SELECTABLE}`).filter((each) => `${move} `.startsWith(`${each.getAttribute("value")} `));
/**
 * Seen, and not in closed details, whose boxes browsers would have to compute.
 * @param {Element} element
 */
export const isVisible = (element) => element.checkVisibility();
/** @param {Element} element */
const groupOf = (element) => element.closest(".section, .tiles, [role=group]") ?? element.closest("section");
const choices = () => findAll(CHOICES).filter(isVisible);
const rovingElements = () => choices().filter((element) => !element.closest("#panel"));

/**
 * Sets one tab stop in each group of places: the element chosen in it, else its first selectable place.
 * @param {Element | null} chosen
 */
export function updateTabStops(chosen = document.activeElement) {
  /** @type {Map<Element | null, HTMLElement[]>} */
  const groups = new Map();
  for (const element of rovingElements()) groups.set(groupOf(element), [...(groups.get(groupOf(element)) ?? []), element]);
  for (const members of groups.values()) {
    const stop = members.find((each) => each === chosen) ?? members.find(isSelectable) ?? members[0];
    for (const each of members) each.setAttribute("tabindex", each === stop ? "0" : "-1");
  }
}

/** @type {Record<string, [number, number]>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves the focus to the nearest place in a direction.
 * @param {Element} from
 * @param {[number, number]} direction
 */
export function focusInDirection(from, [x, y]) {
  /** @param {Element} element */
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [left, top] = centre(from);
  /** @type {HTMLElement | null} */
  let nearest = null;
  let shortest = Infinity;
  for (const element of rovingElements()) {
    if (element === from) continue;
    const [right, down] = centre(element);
    const along = (right - left) * x + (down - top) * y;
    const across = Math.abs((right - left) * y) + Math.abs((down - top) * x);
    if (along < 4) continue;
    const distance = along + across * 2.5 + (groupOf(element) === groupOf(from) ? 0 : 400);
    if (distance < shortest) [nearest, shortest] = [element, distance];
  }
  nearest?.focus();
}

/**
 * Moves the focus to the next selectable place, or to the one before it.
 * @param {boolean} back
 */
export function focusNextSelectable(back) {
  const selectable = choices().filter(isSelectable);
  if (!selectable.length) return;
  const here = document.activeElement ?? document.body;
  const at = selectable.findIndex((each) => each === here);
  const after = selectable.findIndex((each) => here.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = at >= 0 ? at + (back ? -1 : 1) : after < 0 ? 0 : back ? after - 1 : after;
  selectable[(next + selectable.length) % selectable.length].focus();
}

/**
 * Moves the focus into a part of the board: to its first selectable place, else its first place, else its heading.
 * @param {string} selector
 */
export function focusPart(selector) {
  const place = findAll(selector).find(isVisible);
  if (!place) return;
  place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isStill() ? "auto" : "smooth" });
  const inside = findAll("button[name=pick], :is(.facade, .section) button", place).filter(isVisible);
  const target =
    inside.find(isSelectable) ?? inside[0] ?? (place.tabIndex >= 0 || place.hasAttribute("tabindex") ? place : find("h2, h3", place));
  if (target && !target.hasAttribute("tabindex") && !target.matches("button, a")) target.tabIndex = -1;
  target?.focus();
}
