// Finds a place for a tooltip: near its owner, and over no lit place.
import { find, findAll, findRequired, isShown, overlaps } from "./dom.js";
import { choices, isLit } from "./focus.js";

const GAP = 6;

/**
 * Places a tooltip near an element where it hides no lit place, and a line between the two.
 * @param {HTMLElement} panel
 * @param {HTMLElement} leader
 * @param {Element} owner
 */
export function placeBeside(panel, leader, owner) {
  const target = owner.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const lit = choices()
    .filter((each) => isLit(each) && each !== owner)
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
      !lit.some((other) => overlaps(box, other)) &&
      !overlaps(box, target)
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

/**
 * A box of this size.
 * @param {number} left
 * @param {number} top
 * @param {{width: number, height: number}} size
 */
const boxAt = (left, top, size) => ({ left, top, right: left + size.width, bottom: top + size.height });

/**
 * The top of the roof of each building in the row of an element.
 * @param {HTMLElement} element
 */
function roofLines(element) {
  const row = findRequired(".facade", element.closest(".building") ?? document).getBoundingClientRect().top;
  return findAll("#street .building").flatMap((building) => {
    const front = findRequired(".facade", building).getBoundingClientRect();
    if (Math.abs(front.top - row) > 8) return [];
    const style = getComputedStyle(building);
    const unit = front.height / 336;
    return [
      {
        left: building.getBoundingClientRect().left,
        right: building.getBoundingClientRect().right,
        top: front.top + Number(style.getPropertyValue("--sky")) * unit,
      },
    ];
  });
}

/**
 * The best free place for the tooltip of a space: above the roofs, else above, below or beside the space.
 * @param {HTMLElement} element
 * @param {DOMRect} size of the tooltip
 * @param {DOMRect} target the drawn window of the space, which the tooltip stands above
 */
export function placeInSky(element, size, target) {
  const row = roofLines(element);
  const space = element.getBoundingClientRect();
  const lit = findAll("#board .is-lit")
    .filter((each) => each !== element && isShown(each))
    .map((each) => each.getBoundingClientRect());
  const street = findRequired("#street").getBoundingClientRect();
  const head = Math.max(0, findRequired(".head").getBoundingClientRect().bottom) + 2;
  const first = Math.max(8, street.left);
  const last = Math.min(innerWidth - 8, street.right) - size.width;
  /** @param {import("./dom.js").Box} box */
  const isFree = (box) =>
    box.top >= head && box.bottom < innerHeight - 4 && !overlaps(box, space) && !lit.some((other) => overlaps(box, other));
  /** @type {(import("./dom.js").Box & {cost: number}) | null} */
  let best = null;
  for (let left = first; left <= last; left += 8) {
    const over = row.filter((roof) => roof.left < left + size.width && roof.right > left);
    const top = Math.min(...over.map((roof) => roof.top), target.top) - size.height - 4;
    const box = boxAt(left, Math.max(top, street.top - 64, head), size);
    const depth = Math.max(0, box.bottom - top - size.height);
    const aside = Math.max(0, left - target.left, target.right - left - size.width);
    const cost = aside + depth * 5;
    if (isFree(box) && (!best || cost < best.cost)) best = { ...box, cost };
  }
  if (best && best.cost < 600) return best;
  for (const top of [target.top - size.height - 14, target.bottom + 14, target.top]) {
    for (let left = first; left <= last; left += 8) {
      const box = boxAt(left, top, size);
      const cost = Math.abs(left + size.width / 2 - target.left) + Math.abs(top - target.top);
      if (isFree(box) && (!best || cost < best.cost)) best = { ...box, cost };
    }
  }
  return best ?? boxAt(Math.max(first, Math.min(target.left, last)), Math.max(head, target.top - size.height - 14), size);
}

/**
 * A line from the tooltip down beside the space and into its side; null where there is no room for one.
 * @param {DOMRect} panel
 * @param {DOMRect} target
 * @returns {HTMLElement | null}
 */
export function leaderFromSky(panel, target) {
  const isLeft = panel.left <= target.left - GAP;
  const x = isLeft ? Math.min(target.left - GAP, panel.right - 8) : Math.max(target.right + GAP, panel.left + 8);
  const end = isLeft ? target.left : target.right;
  const middle = target.top + target.height / 2;
  const [top, bottom] = panel.bottom <= target.top ? [panel.bottom, middle] : [middle, panel.top];
  if (bottom < top) return null;
  const leader = document.createElement("div");
  leader.className = "street-tooltip-line";
  leader.setAttribute("aria-hidden", "true");
  const isAbove = panel.bottom <= target.top;
  const toRight = end >= x;
  leader.style.left = `${Math.min(x, end) + scrollX}px`;
  leader.style.top = `${top + scrollY}px`;
  leader.style.width = `${Math.abs(end - x)}px`;
  leader.style.height = `${bottom - top}px`;
  leader.style[toRight ? "borderLeftWidth" : "borderRightWidth"] = "1.8px";
  leader.style[isAbove ? "borderBottomWidth" : "borderTopWidth"] = "1.8px";
  return leader;
}
