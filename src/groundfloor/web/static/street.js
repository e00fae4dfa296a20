// The street in the browser: the way to buildings out of sight, and on phones the map, one building at a time. All works without it too.
import { closestTo, find, findAll, findRequired, isShown, targetOf } from "./dom.js";
import { isPhone } from "./phone.js";

const root = document.documentElement;

// Where the street is wider than the page: buttons that name the buildings out of sight, lit if one of them has a lit place.

function updateStreetKeys() {
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

/** @param {number} direction -1 to the left, 1 to the right */
function scrollStreet(direction) {
  const street = findRequired("#street");
  street.scrollBy({ left: direction * street.clientWidth * 0.7 });
}

// Phones: the map and the building in the middle

let lastLetter = "";

/**
 * @param {string} letter of the building
 * @param {boolean} smooth
 */
export function showBuilding(letter, smooth = true) {
  const building = document.getElementById(`area-${letter}`);
  if (!building || !isPhone()) return;
  root.dataset.area = letter;
  const street = findRequired("#street");
  const left = building.offsetLeft + building.offsetWidth / 2 - street.clientWidth / 2;
  street.scrollTo({ left, behavior: smooth ? "auto" : "instant" });
  const space = find(".is-pencilled", building) ?? find(".is-lit", building);
  if (space) scrollIntoSight(space);
}

const CHOSEN_IN_COMPANY =
  "#company .company.is-front :is(.shaft-level.is-drawn, .shaft-level.is-pencilled, .task-control.is-pencilled, .remodel-button.is-pencilled, .floor.is-drawn, .tenant.is-drawn)";

/**
 * Scrolls a chosen place out from under the panel or what sticks at the top; a place in sight stays where it is.
 * @param {HTMLElement} space
 */
export function scrollIntoSight(space) {
  const box = space.getBoundingClientRect();
  const panel = findRequired("#panel").getBoundingClientRect();
  const low = panel.left > box.right || panel.top < 100 ? innerHeight : panel.top;
  const above = [".head", "#strip", ".map"]
    .flatMap((name) => find(name) ?? [])
    .filter((part) => getComputedStyle(part).position === "sticky");
  const high = above.reduce((sum, part) => sum + part.offsetHeight, 8);
  if (box.top >= high && box.bottom <= low - 8) return;
  const ground = (space.closest(".front") ?? space).getBoundingClientRect().bottom - low;
  const distance = box.top < high || box.top - high < ground ? box.top - high : ground;
  scrollBy({ top: distance, behavior: "instant" });
}

function letterOfChoice() {
  const pencilled = find("#street .is-pencilled")?.closest(".building");
  const lit = findAll("#street .building").filter((building) => find(".is-lit", building));
  return (pencilled ?? (lit.length === 1 ? lit[0] : null))?.id.slice(5) ?? "";
}

/** @param {boolean} isFirst */
function followChoice(isFirst) {
  if (!isPhone()) return;
  const inCompany = findAll(CHOSEN_IN_COMPANY).findLast(isShown);
  if (inCompany) scrollIntoSight(inCompany);
  const letter = letterOfChoice();
  const chosen = find("#street .is-pencilled");
  if (letter && letter !== lastLetter) showBuilding(letter, !isFirst);
  else if (chosen) scrollIntoSight(chosen);
  else if (isFirst) showBuilding(find(".map-key.is-lit")?.dataset.letter ?? root.dataset.area ?? "A", false);
  lastLetter = letter;
}

document.addEventListener("click", (event) => {
  const key = closestTo(event, ".map-key");
  if (key) {
    event.preventDefault();
    showBuilding(key.dataset.letter ?? "");
  }
  const button = closestTo(event, ".street-way");
  if (button) scrollStreet(Number(button.dataset.way));
  if (closestTo(event, "#site-board")) root.dataset.rail = "sale";
});

let isUpdateScheduled = false;
document.addEventListener(
  "scroll",
  (event) => {
    const street = targetOf(event);
    if (street?.id !== "street" || isUpdateScheduled) return;
    isUpdateScheduled = true;
    requestAnimationFrame(() => {
      isUpdateScheduled = false;
      updateStreetKeys();
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
  updateStreetKeys();
  followChoice(false);
});
addEventListener("resize", updateStreetKeys);
addEventListener("resize", () => {
  if (isPhone() && !root.dataset.area) followChoice(true);
});
function start() {
  updateStreetKeys();
  followChoice(true);
}

if (document.readyState === "complete") start();
else addEventListener("load", start);
