// The page of settings for guests: what this browser keeps is shown, and kept again when the form is sent.
import { findRequired, settings } from "./dom.js";

/** @param {string} name */
const field = (name) => findRequired(`#setting-${name}`);
const form = /** @type {HTMLFormElement} */ (findRequired("#settings"));
const group = /** @type {HTMLFieldSetElement} */ (findRequired("#kept-by-scripts"));
const theme = /** @type {HTMLSelectElement} */ (field("theme"));
const motion = /** @type {HTMLInputElement} */ (field("motion"));
const sound = /** @type {HTMLInputElement} */ (field("sound"));
const seatOrder = /** @type {HTMLInputElement} */ (field("seat_order"));

group.hidden = false;
group.disabled = false;
theme.value = settings.get("theme") ?? "";
motion.checked = settings.get("motion") !== "off";
sound.checked = settings.get("sound") === "on";
seatOrder.checked = settings.get("seat_order") === "on";

form.addEventListener("submit", () => {
  settings.set("theme", theme.value);
  settings.set("motion", motion.checked ? "on" : "off");
  settings.set("sound", sound.checked ? "on" : "off");
  settings.set("seat_order", seatOrder.checked ? "on" : "off");
});
