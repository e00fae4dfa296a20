// The street in the browser: notes of its spaces in the sky, and on phones the map, one building at a time. All works without it too.
import { closestTo, copyOfNote, find, findAll, findRequired, isShown, meets, targetOf } from "./dom.js";
import { isPhone } from "./phone.js";

const root = document.documentElement;
const SPACES = "#street [data-note], #street .space";
const GAP = 6;

// Notes

/** @type {HTMLElement[]} */
let parts = [];
/** @type {HTMLElement | null} */
let noted = null;

function hush() {
  const was = parts.length > 0;
  for (const part of parts) part.remove();
  parts = [];
  noted = null;
  return was;
}

/** @param {HTMLElement} element */
function note(element) {
  hush();
  if (isPhone()) return;
  const panel = document.createElement("div");
  panel.className = "street-note";
  panel.setAttribute("aria-hidden", "true");
  panel.append(...copyOfNote(element, document.getElementById(`${element.id}-note`)));
  document.body.append(panel);
  parts = [panel];
  noted = element;
  const target = (find(".pane", element) ?? element).getBoundingClientRect();
  const spot = place(element, panel.getBoundingClientRect(), target);
  panel.style.left = `${spot.left + scrollX}px`;
  panel.style.top = `${spot.top + scrollY}px`;
  lead(panel.getBoundingClientRect(), target);
}

/**
 * @param {number} left
 * @param {number} top
 * @param {{width: number, height: number}} size
 */
const boxAt = (left, top, size) => ({ left, top, right: left + size.width, bottom: top + size.height });

/**
 * Where the sky over each building of a row ends and its roof begins.
 * @param {HTMLElement} element
 */
function roofs(element) {
  const row = findRequired(".front", element.closest(".building") ?? document).getBoundingClientRect().top;
  return findAll("#street .building").flatMap((building) => {
    const front = findRequired(".front", building).getBoundingClientRect();
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
 * @param {HTMLElement} element
 * @param {DOMRect} size of the note
 * @param {DOMRect} target
 */
function place(element, size, target) {
  const row = roofs(element);
  const lit = findAll("#board .is-lit")
    .filter((each) => each !== element && isShown(each))
    .map((each) => each.getBoundingClientRect());
  const street = findRequired("#street").getBoundingClientRect();
  const head = Math.max(0, findRequired(".head").getBoundingClientRect().bottom) + 2;
  const first = Math.max(8, street.left);
  const last = Math.min(innerWidth - 8, street.right) - size.width;
  /** @param {import("./dom.js").Box} box */
  const isFree = (box) => box.top >= head && box.bottom < innerHeight - 4 && !meets(box, target) && !lit.some((other) => meets(box, other));
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
 * Draws a line from the panel down beside the space and into its side.
 * @param {DOMRect} panel
 * @param {DOMRect} target
 */
function lead(panel, target) {
  const isLeft = panel.left <= target.left - GAP;
  const x = isLeft ? Math.min(target.left - GAP, panel.right - 8) : Math.max(target.right + GAP, panel.left + 8);
  const end = isLeft ? target.left : target.right;
  const middle = target.top + target.height / 2;
  const [top, bottom] = panel.bottom <= target.top ? [panel.bottom, middle] : [middle, panel.top];
  if (bottom < top) return;
  const leader = document.createElement("div");
  leader.className = "street-leader";
  leader.setAttribute("aria-hidden", "true");
  const isAbove = panel.bottom <= target.top;
  const toRight = end >= x;
  leader.style.left = `${Math.min(x, end) + scrollX}px`;
  leader.style.top = `${top + scrollY}px`;
  leader.style.width = `${Math.abs(end - x)}px`;
  leader.style.height = `${bottom - top}px`;
  leader.style[toRight ? "borderLeftWidth" : "borderRightWidth"] = "1.8px";
  leader.style[isAbove ? "borderBottomWidth" : "borderTopWidth"] = "1.8px";
  document.body.append(leader);
  parts.push(leader);
}

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target?.matches(SPACES) && target.matches(":focus-visible")) note(target);
  else hush();
});
document.addEventListener("focusout", hush);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = closestTo(event, SPACES);
  if (element && element !== noted) note(element);
  else if (!element && noted && noted !== document.activeElement) hush();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && hush()) event.stopPropagation();
  },
  true,
);
addEventListener("scroll", hush, { passive: true, capture: true });
addEventListener("resize", hush);

// The street is wider than the page: keys name the buildings out of sight, lit if one of them has a lit place.

function ways() {
  const street = find("#street");
  if (!street) return;
  const seen = street.getBoundingClientRect();
  const isWide = !isPhone() && street.scrollWidth > street.clientWidth + 8;
  for (const key of findAll(".street-way")) {
    const hidden = !isWide
      ? []
      : findAll(".building", street).filter((building) => {
          const box = findRequired(".front", building).getBoundingClientRect();
          return key.dataset.way === "1" ? box.right > seen.right + 8 : box.left < seen.left - 8;
        });
    key.hidden = hidden.length === 0;
    key.classList.toggle(
      "is-lit",
      hidden.some((building) => find(".is-lit, .is-pencilled", building)),
    );
    findRequired("span", key).textContent = hidden.map((building) => building.id.slice(5)).join("");
  }
}

/** @param {number} way -1 to the left, 1 to the right */
function walk(way) {
  const street = findRequired("#street");
  street.scrollBy({ left: way * street.clientWidth * 0.7 });
}

// Phones: the map and the building in the middle

let drawn = "";

/**
 * @param {string} letter of the building
 * @param {boolean} smooth
 */
function go(letter, smooth = true) {
  const building = document.getElementById(`area-${letter}`);
  if (!building || !isPhone()) return;
  root.dataset.area = letter;
  const street = findRequired("#street");
  const left = building.offsetLeft + building.offsetWidth / 2 - street.clientWidth / 2;
  street.scrollTo({ left, behavior: smooth ? "auto" : "instant" });
  const space = find(".is-pencilled", building) ?? find(".is-lit", building);
  if (space) bring(space);
}

const CHOSEN_IN_COMPANY =
  "#company .company.is-front :is(.landing.is-drawn, .landing.is-pencilled, .plate.is-pencilled, .wrench.is-pencilled, .floor.is-drawn, .tenant.is-drawn)";

/**
 * A chosen place is never under the sheet, nor under what sticks at the top; what is in sight stays where it is.
 * @param {HTMLElement} space
 */
function bring(space) {
  const box = space.getBoundingClientRect();
  const panel = findRequired("#panel").getBoundingClientRect();
  const low = panel.left > box.right || panel.top < 100 ? innerHeight : panel.top;
  const above = [".head", "#strip", ".map"]
    .flatMap((name) => find(name) ?? [])
    .filter((part) => getComputedStyle(part).position === "sticky");
  const high = above.reduce((sum, part) => sum + part.offsetHeight, 8);
  if (box.top >= high && box.bottom <= low - 8) return;
  const ground = (space.closest(".front") ?? space).getBoundingClientRect().bottom - low;
  const way = box.top < high || box.top - high < ground ? box.top - high : ground;
  scrollBy({ top: way, behavior: "instant" });
}

function wanted() {
  const pencilled = find("#street .is-pencilled")?.closest(".building");
  const lit = findAll("#street .building").filter((building) => find(".is-lit", building));
  return (pencilled ?? (lit.length === 1 ? lit[0] : null))?.id.slice(5) ?? "";
}

/** @param {boolean} isFirst */
function follow(isFirst) {
  if (!isPhone()) return;
  const inCompany = findAll(CHOSEN_IN_COMPANY).findLast(isShown);
  if (inCompany) bring(inCompany);
  const letter = wanted();
  const chosen = find("#street .is-pencilled");
  if (letter && letter !== drawn) go(letter, !isFirst);
  else if (chosen) bring(chosen);
  else if (isFirst) go(find(".map-key.is-lit")?.dataset.letter ?? root.dataset.area ?? "A", false);
  drawn = letter;
}

document.addEventListener("click", (event) => {
  const key = closestTo(event, ".map-key");
  if (key) {
    event.preventDefault();
    go(key.dataset.letter ?? "");
  }
  const way = closestTo(event, ".street-way");
  if (way) walk(Number(way.dataset.way));
  if (closestTo(event, "#site-board")) root.dataset.rail = "sale";
});

let waits = false;
document.addEventListener(
  "scroll",
  (event) => {
    const street = targetOf(event);
    if (street?.id !== "street" || waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      ways();
      if (!isPhone()) return;
      const middle = innerWidth / 2;
      const near = findAll(".building", street).find((building) => {
        const box = building.getBoundingClientRect();
        return box.left <= middle && box.right >= middle;
      });
      if (near) root.dataset.area = near.id.slice(5);
    });
  },
  { passive: true, capture: true },
);

document.addEventListener("groundfloor:swapped", () => {
  hush();
  ways();
  follow(false);
});
addEventListener("resize", ways);
addEventListener("resize", () => {
  if (isPhone() && !root.dataset.area) follow(true);
});
function start() {
  ways();
  follow(true);
}

if (document.readyState === "complete") start();
else addEventListener("load", start);
