// The form of an open table follows the chosen rules: colours and Automas that they do not have can't be chosen. Without this file the server says it.
import { findAll, findRequired } from "./dom.js";

const form = findRequired(".new-table");
const rules = selectIn("#ruleset");
const colour = selectIn("#colour");
const people = selectIn("#people");
const others = /** @type {HTMLSelectElement[]} */ (findAll(".other-seats select", form));

/** @param {string} selector */
function selectIn(selector) {
  return /** @type {HTMLSelectElement} */ (findRequired(selector, form));
}

/**
 * Offers only some values of a field, and takes the first of them if another one was chosen.
 * @param {HTMLSelectElement} select
 * @param {(option: HTMLOptionElement) => boolean} isPossible
 */
function offer(select, isPossible) {
  for (const option of select.options) option.hidden = option.disabled = !isPossible(option);
  if (select.selectedOptions[0]?.disabled ?? true) select.value = [...select.options].find((option) => !option.disabled)?.value ?? "";
}

function updateForm() {
  const chosen = rules.selectedOptions[0].dataset;
  const colours = (chosen.colours ?? "").split(" ");
  const automas = (chosen.automas ?? "").split(" ");
  offer(colour, (option) => !option.value || colours.includes(option.value));
  const seats = Number(chosen.seats);
  for (const [index, each] of others.entries()) {
    offer(each, (option) => !("automa" in option.dataset) || automas.includes(option.value));
    each.disabled = index >= seats - Number(people.options[0].value);
    /** @type {HTMLElement} */ (each.parentElement).hidden = each.disabled;
  }
  const free = seats - others.filter((each) => each.value && !each.disabled).length;
  offer(people, (option) => Number(option.value) <= free);
}

form.addEventListener("change", updateForm);
addEventListener("pageshow", updateForm);
updateForm();
