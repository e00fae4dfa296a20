// How fast what has happened is played: chosen in the menu, beside a step or at the replay, and kept in the browser.
import { closestTo, findAll, settings } from "./dom.js";
import { isStill } from "./motion.js";

/** @typedef {import("./page-state.js").Speed} Speed */

const SPEEDS = ["slow", "normal", "fast", "off"];
const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("speed"));

/** The chosen speed; "off" shows the newest board at once. */
export function speed() {
  const kept = settings.get("pace") ?? "";
  return /** @type {Speed} */ (SPEEDS.includes(kept) ? kept : "normal");
}

/** @param {string} chosen */
function setSpeed(chosen) {
  settings.set("pace", chosen);
  showSpeed();
}

/** Marks the chosen speed wherever it can be chosen: updates reset it to what the server knows. The replay has a speed of its own if nothing else is played. */
function showSpeed() {
  const chosen = speed();
  document.documentElement.toggleAttribute("data-still", chosen === "off" || isStill());
  if (select) select.value = chosen;
  const pressed = chosen === "off" ? "normal" : chosen;
  for (const button of findAll("[data-speed]")) button.setAttribute("aria-pressed", String(button.dataset.speed === pressed));
}

select?.addEventListener("change", () => setSpeed(select.value));
document.addEventListener("click", (event) => {
  const chosen = closestTo(event, "[data-speed]")?.dataset.speed;
  if (chosen) setSpeed(chosen);
});
document.addEventListener("groundfloor:swapped", showSpeed);
showSpeed();
