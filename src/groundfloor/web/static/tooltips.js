// Notes: what a place costs and does, with a leader to it, in free air.
import { closestTo, find, meets, targetOf } from "./dom.js";
import { CHOICES, choices, isLit, rove } from "./focus.js";
import { isPhone } from "./phone.js";

/** @type {HTMLElement[] | null} */
let floating = null;
/** @type {Element | null} */
let noted = null;

export function hush() {
  if (!floating) return false;
  for (const part of floating) part.remove();
  floating = noted = null;
  return true;
}

/** @param {Element} element */
function note(element) {
  const source = document.getElementById(element.getAttribute("aria-describedby") ?? "");
  hush();
  if (!source || !source.matches("[role=tooltip]") || (isPhone() && !element.matches(".assumed, .placard"))) return;
  const panel = document.createElement("div");
  panel.className = "floating";
  panel.setAttribute("aria-hidden", "true");
  for (const child of source.cloneNode(true).childNodes) panel.append(child.cloneNode(true));
  const leader = document.createElement("div");
  leader.className = "floating-leader";
  document.body.append(panel, leader);
  floating = [panel, leader];
  noted = element;
  place(panel, leader, element.getBoundingClientRect());
}

/**
 * @param {HTMLElement} panel
 * @param {HTMLElement} leader
 * @param {DOMRect} target
 */
function place(panel, leader, target) {
  const { width, height } = panel.getBoundingClientRect();
  const lit = choices()
    .filter((each) => isLit(each) && each !== noted)
    .map((each) => each.getBoundingClientRect());
  const middle = target.left + target.width / 2;
  /** @param {number} left */
  const inside = (left) => Math.max(8, Math.min(left, innerWidth - width - 8));
  const head = Math.max(0, find(".head")?.getBoundingClientRect().bottom ?? 0) + 2;
  /** @type {[number, number][]} */
  const spots = [];
  for (let rise = 14; rise < 420; rise += 14) {
    spots.push([inside(middle - 24), target.top - height - rise], [inside(middle - width + 24), target.top - height - rise]);
  }
  for (const aside of [14, 48, 96]) {
    spots.push([target.right + aside, target.top], [target.left - width - aside, target.top], [inside(middle - 24), target.bottom + aside]);
  }
  /** @param {[number, number]} corner */
  const fits = ([left, top]) => {
    const box = { left, top, right: left + width, bottom: top + height };
    return (
      top >= head &&
      left > 4 &&
      box.right < innerWidth - 4 &&
      box.bottom < innerHeight - 4 &&
      !lit.some((other) => meets(box, other)) &&
      !meets(box, target)
    );
  };
  const [left, top] = spots.find(fits) ?? [inside(middle - 24), Math.max(head, target.top - height - 14)];
  panel.style.left = `${left + scrollX}px`;
  panel.style.top = `${top + scrollY}px`;
  const isAbove = top + height <= target.top;
  const isBelow = top >= target.bottom;
  leader.hidden = !isAbove && !isBelow;
  leader.style.left = `${Math.max(left + 2, Math.min(middle, left + width - 3)) + scrollX}px`;
  leader.style.top = `${(isAbove ? top + height : target.bottom) + scrollY}px`;
  leader.style.height = `${isAbove ? target.top - top - height : top - target.bottom}px`;
}

// A barred place is a button that says why; it does nothing.
document.addEventListener(
  "click",
  (event) => {
    const barred = closestTo(event, "#board [aria-disabled=true]");
    if (barred) {
      event.preventDefault();
      note(barred);
    }
  },
  true,
);

// The evidence of an assumed number and what a placard says, where nothing hovers
document.addEventListener("click", (event) => {
  const assumed = closestTo(event, ".track :is(.assumed, .placard)");
  if (assumed) note(assumed);
});

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target?.matches(CHOICES)) rove(target);
  if (target?.matches("#board [aria-describedby]:focus-visible")) note(target);
  else hush();
});
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = closestTo(event, "#board [aria-describedby]");
  if (element && element !== noted) note(element);
  else if (!element && noted && noted !== document.activeElement) hush();
});
addEventListener("scroll", hush, { passive: true });
addEventListener("resize", hush);
