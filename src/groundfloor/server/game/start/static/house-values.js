// The form of house values: marks what differs from the rules while one types, and takes a value back at once. Without this file the
// server does both when the form is sent.
import { closestTo, findAll, findRequired } from "./dom.js";

const form = findRequired("#house-values");

/** @param {HTMLElement} value */
function numbersOf(value) {
  return /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (findAll("[data-own]", value));
}

function updateChanged() {
  const values = findAll(".house-value", form);
  for (const value of values) {
    const isChanged = numbersOf(value).some((field) => field.value.trim() !== "" && field.value.trim() !== field.dataset.own);
    value.classList.toggle("is-changed", isChanged);
  }
  findRequired("#changed-count").textContent = String(values.filter((value) => value.classList.contains("is-changed")).length);
}

form.addEventListener("input", updateChanged);
form.addEventListener("click", (event) => {
  const value = closestTo(event, ".reset")?.closest(".house-value");
  if (!value) return;
  event.preventDefault();
  const fields = numbersOf(/** @type {HTMLElement} */ (value));
  for (const field of fields) field.value = field.dataset.own ?? "";
  fields[0].focus();
  updateChanged();
});
addEventListener("pageshow", updateChanged);
