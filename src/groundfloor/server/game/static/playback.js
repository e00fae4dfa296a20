// Shows where a step of the round happens: frames the building, the track or the list, and on phones brings it into sight.
import { find, findAll, isShown } from "./dom.js";
import { showView } from "./panels.js";
import { isPhone } from "./phone.js";
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
  if (place) bringIntoSight(place);
});

/** @param {HTMLElement} place */
function bringIntoSight(place) {
  const [, letter] = /^area-(.)$/.exec(place.id) ?? [];
  if (isPhone() && letter && !isAway) {
    showView("city", false);
    showBuilding(letter, false);
    scrollIntoSight(find("[id^=space-]:has(.marker)", place) ?? place);
  } else if (isShown(place)) place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}
