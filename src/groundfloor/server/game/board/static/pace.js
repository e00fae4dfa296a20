// How fast what has happened is played: chosen in the menu, beside a step or at the replay, and kept in the browser.
import { closestTo, findAll, settings } from "./dom.js";
import { isStill } from "./motion.js";

/** @typedef {import("./page-state.js").Pace} Pace */

const PACES = ["slow", "normal", "fast", "off"];
const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("pace"));

/** The chosen pace; "off" shows the newest board at once. */
export function pace() {
  const kept = settings.get("pace") ?? "";
  return /** @type {Pace} */ (PACES.includes(kept) ? kept : "normal");
}

/** @param {string} chosen */
function setPace(chosen) {
  settings.set("pace", chosen);
  showPace();
}

/** Marks the chosen pace wherever it can be chosen: updates reset it to what the server knows. The replay has a speed of its own if nothing else is played. */
function showPace() {
  const chosen = pace();
  document.documentElement.toggleAttribute("data-still", chosen === "off" || isStill());
  if (select) select.value = chosen;
  const speed = chosen === "off" ? "normal" : chosen;
  for (const button of findAll("[data-speed]")) button.setAttribute("aria-pressed", String(button.dataset.speed === speed));
}

select?.addEventListener("change", () => setPace(select.value));
document.addEventListener("click", (event) => {
  const { speed } = closestTo(event, "[data-speed]")?.dataset ?? {};
  if (speed) setPace(speed);
});
document.addEventListener("groundfloor:swapped", showPace);
showPace();
