// The street in the browser: buttons that scroll to buildings out of sight; on phones the map, which shows one building at a time.
// Without this file the street scrolls, and the map's links lead to the buildings.
import { closestTo, find, findAll, findRequired, isShown, targetOf } from "./dom.js";
import { SELECTABLE } from "./focus.js";
import { isNarrow } from "./phone.js";

const root = document.documentElement;
/** @param {Element} building */
const letterOf = (building) => building.id.slice("area-".length);

// Where the street is wider than the page: buttons that name the buildings out of sight, lit if one of them has a selectable place.

function updateScrollButtons() {
  const street = find("#street");
  if (!street) return;
  const seen = street.getBoundingClientRect();
  const isWide = !isNarrow() && street.scrollWidth > street.clientWidth + 8;
  for (const button of findAll(".street-scroll-button")) {
    const hidden = !isWide
      ? []
      : findAll(".building", street).filter((building) => {
          const box = findRequired(".facade", building).getBoundingClientRect();
          return button.dataset.direction === "1" ? box.right > seen.right + 8 : box.left < seen.left - 8;
        });
    button.hidden = hidden.length === 0;
    button.classList.toggle(
      "is-selectable",
      hidden.some((building) => find(".is-selectable, .is-draft", building)),
    );
    findRequired("span", button).textContent = hidden.map(letterOf).join("");
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
  if (!building || !isNarrow()) return;
  moveStreetTo(building, smooth);
  const space = find(".is-draft", building) ?? find(".is-selectable", building);
  if (space) scrollIntoSight(space);
}

/**
 * @param {HTMLElement} building
 * @param {boolean} smooth
 */
function moveStreetTo(building, smooth) {
  root.dataset.area = letterOf(building);
  const street = findRequired("#street");
  const behavior = smooth ? "auto" : "instant";
  if (street.scrollWidth > street.clientWidth) {
    street.scrollTo({ left: building.offsetLeft + building.offsetWidth / 2 - street.clientWidth / 2, behavior });
  } else building.scrollIntoView({ block: "center", behavior }); // on an upright tablet, whose street has several rows
}

const CHOSEN_BESIDE_STREET =
  "#company .company.is-default :is(.shaft-level.is-preview, .shaft-level.is-draft, .task-control.is-draft, .remodel-button.is-draft, .floor.is-preview, .tenant.is-preview), .tile.is-draft";

/**
 * Scrolls a chosen place out from under the panel or what sticks at the top; a place in sight stays where it is.
 * @param {HTMLElement} space
 */
export function scrollIntoSight(space) {
  if (!isShown(space)) return; // in a part of the board that a phone does not show now
  const box = space.getBoundingClientRect();
  const panel = findRequired("#panel").getBoundingClientRect();
  const underPanel = panel.left > box.right || panel.top < 100 ? innerHeight : panel.top;
  const covers = [".latest-card", "#hint"].map((name) => find(name)?.getBoundingClientRect());
  const lowest = Math.min(underPanel, ...covers.map((cover) => (cover?.height && cover.left < box.right ? cover.top : innerHeight)));
  const above = [".head", "#summary-bar", ".map"]
    .flatMap((name) => find(name) ?? [])
    .filter((part) => getComputedStyle(part).position === "sticky");
  const highest = above.reduce((sum, part) => sum + part.offsetHeight, 8);
  const isGuided = space.hasAttribute("data-guided");
  const lowestBottom = lowest - (isGuided ? 14 : 8); // with room for the guide's frame
  // The guide speaks of names and prices too, which stand on the sign of the building.
  const sign = isGuided ? space.closest(".building")?.querySelector(".sign")?.getBoundingClientRect() : undefined;
  const top = sign && sign.top < box.top && box.bottom - sign.top <= lowestBottom - highest ? sign.top : box.top;
  if (top >= highest && box.bottom <= lowestBottom) return;
  const bottomOverlap = (space.closest(".facade") ?? space).getBoundingClientRect().bottom - lowest;
  const distance = top < highest || top - highest < bottomOverlap ? top - highest : bottomOverlap;
  scrollBy({ top: distance, behavior: "instant" });
}

/**
 * Brings a place into sight on a phone, and the building that it is in.
 * @param {HTMLElement} place
 */
export function showPlace(place) {
  const building = place.closest(".building");
  if (building) showBuilding(letterOf(building), false);
  scrollIntoSight(place);
}

/** The place on which somebody with a keyboard is; none while something is pencilled in, which is followed instead. */
const focusedPlace = () =>
  find(":is(#street, #company) .is-draft") ? undefined : findAll(":is(#street, #company) button:focus-visible").find(isShown);

/** Keeps the place that has the focus in sight on a phone, and moves nothing else. */
export function keepFocusInSight() {
  const place = focusedPlace();
  if (!place || !isNarrow()) return;
  const building = /** @type {HTMLElement | null} */ (place.closest(".building"));
  if (building && letterOf(building) !== root.dataset.area) moveStreetTo(building, false);
  scrollIntoSight(place);
}

function letterOfChoice() {
  const chosen = findAll("#street .building").filter((building) => find(".is-draft", building));
  const draft = chosen.find((building) => letterOf(building) === root.dataset.area) ?? chosen[0];
  const selectable = findAll("#street .building").filter((building) => find(".is-selectable", building));
  const building = draft ?? (selectable.length === 1 ? selectable[0] : null);
  return building ? letterOf(building) : "";
}

/** @param {boolean} isFirst */
function followChoice(isFirst) {
  if (!isNarrow()) return;
  const besideStreet = findAll(CHOSEN_BESIDE_STREET).findLast(isShown);
  if (besideStreet) scrollIntoSight(besideStreet);
  const letter = letterOfChoice();
  const chosen = letter ? find(`#area-${letter} .is-draft`) : null;
  if (letter && letter !== lastLetter) showBuilding(letter, !isFirst);
  else if (chosen) scrollIntoSight(chosen);
  else if (isFirst) showBuilding(find(".map-button.is-selectable")?.dataset.letter ?? root.dataset.area ?? "A", false);
  lastLetter = letter;
}

/** @param {HTMLElement} place */
function isInSight(place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

// A new question that is answered on the board alone brings a place into sight where that can be done, unless the guide shows one.
let lastQuestion = "";
function showLitPlace() {
  const { mode, kind } = findRequired("#panel").dataset;
  const question = `${find("#table")?.dataset.version} ${kind}`;
  if (!isNarrow() || mode !== "asked" || question === lastQuestion) return;
  lastQuestion = question;
  if (focusedPlace()) return;
  if (findAll(`#panel ${SELECTABLE}`).some((answer) => answer.checkVisibility()) || find("#guide")?.dataset.move) return;
  const places = findAll(`:is(#street, #company) ${SELECTABLE}`).filter(isShown);
  if (!places.length || places.some(isInSight)) return;
  const place = places.find((each) => each.closest(`#area-${root.dataset.area}`)) ?? places[0];
  showPlace(place);
}

document.addEventListener("click", (event) => {
  const mapButton = closestTo(event, ".map-button");
  if (mapButton) {
    event.preventDefault();
    showBuilding(mapButton.dataset.letter ?? "");
  }
  const scrollButton = closestTo(event, ".street-scroll-button");
  if (scrollButton) scrollStreet(Number(scrollButton.dataset.direction));
  if (closestTo(event, "#site-board")) root.dataset.sidebar = "improvements";
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
      updateScrollButtons();
      if (!isNarrow()) return;
      const middle = innerWidth / 2;
      const near = findAll(".building", street).find((building) => {
        const box = building.getBoundingClientRect();
        return box.left <= middle && box.right >= middle;
      });
      if (near) root.dataset.area = letterOf(near);
    });
  },
  { passive: true, capture: true },
);

document.addEventListener("groundfloor:settled", () => {
  updateScrollButtons();
  if (focusedPlace()) keepFocusInSight();
  else followChoice(false);
  showLitPlace();
});
// A phone that comes back to the city shows a place that can be chosen, not a roof.
document.addEventListener("groundfloor:view-shown", () => {
  if (root.dataset.view !== "city") return;
  const area = root.dataset.area ?? "A";
  const selectable = findAll(".map-button.is-selectable").map((button) => button.dataset.letter ?? "");
  const isKept = selectable.includes(area) || !selectable.length || find(`#area-${area} .is-draft`) || find("#guide")?.dataset.move;
  showBuilding(isKept ? area : selectable[0], false);
});
addEventListener("resize", updateScrollButtons);
addEventListener("resize", () => {
  if (isNarrow() && !root.dataset.area) followChoice(true);
});
function start() {
  updateScrollButtons();
  followChoice(true);
}

if (document.readyState === "complete") start();
else addEventListener("load", start);
