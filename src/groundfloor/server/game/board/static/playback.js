// Shows where a step of the round happens: frames the building, the track or the list, and on phones brings it into sight.
import { find, findAll, findRequired, isShown } from "./dom.js";
import { setTracksOpen, showView } from "./panels.js";
import { isNarrow } from "./phone.js";
import { scrollIntoSight, showBuilding } from "./street.js";

const isAsked = () => ["asked", "second-step", "draft"].includes(find("#panel")?.dataset.mode ?? "");
/** The player has gone to another part of the board while nothing is asked, and stays there until something is. */
let isAway = false;
document.addEventListener("groundfloor:view-shown", () => {
  isAway = !isAsked() && document.documentElement.dataset.view !== "city";
});

document.addEventListener("groundfloor:swapped", () => {
  if (isAsked()) isAway = false;
  const id = find("#recap")?.dataset.place; // most boards have no recap
  const place = id ? document.getElementById(id) : null;
  for (const other of findAll(".is-highlighted")) if (other !== place) other.classList.remove("is-highlighted");
  place?.classList.add("is-highlighted");
  showTracksFor(place);
  if (place) bringIntoSight(place);
});

/** The tracks of a phone are open for a step about them, and were closed before. */
let areTracksOpened = false;

/** @param {HTMLElement | null} place */
function showTracksFor(place) {
  const isTrack = Boolean(place?.id.startsWith("track-")) && isNarrow() && !isAway;
  if (isTrack === areTracksOpened || (isTrack && isShown(findRequired("#tracks")))) return;
  areTracksOpened = isTrack;
  setTracksOpen(isTrack);
}

/**
 * Returns what a step is about in a building: the ground where consumers come, the card, a space that has changed, a marker, or its first window.
 * @param {HTMLElement} building
 */
function pointOf(building) {
  const spaces = findAll(".space", building);
  if (find("#recap")?.dataset.consumersFrom) return spaces.at(-1) ?? building;
  const changed = spaces.find((space) => space.matches(".is-changed"));
  return find(".current-card", building) ?? changed ?? spaces.find((space) => find(".marker", space)) ?? spaces[0] ?? building;
}

/** @param {HTMLElement} place */
function bringIntoSight(place) {
  const [, letter] = /^area-(.)$/.exec(place.id) ?? [];
  const view = ["company", "improvements"].includes(place.id) ? place.id : "city";
  if (isNarrow() && !isAway && (document.documentElement.dataset.view ?? "city") !== view) {
    showView(view, false);
    isAway = false;
  }
  if (isNarrow() && letter && !isAway) {
    showBuilding(letter, false);
    scrollIntoSight(pointOf(place));
  } else if (areTracksOpened) scrollIntoSight(findAll(".axis > .round:not(.is-rest)", place).at(-1) ?? place);
  else if (isShown(place)) place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}
