// The form of a new table follows the chosen rules: what they do not have is greyed and says why. Without this file the server says it.
import { closestTo, find, findAll, findRequired } from "./dom.js";

const form = /** @type {HTMLFormElement} */ (findRequired("form.new-table"));
const seats = /** @type {HTMLFieldSetElement[]} */ (findAll(".seat", form));
const fields = findAll(".is-option", form);
const rules = selectIn(form, "[name=ruleset]");

/**
 * @param {HTMLElement} part
 * @param {string} selector
 */
function selectIn(part, selector) {
  return /** @type {HTMLSelectElement} */ (findRequired(selector, part));
}

/** @param {HTMLElement} each */
const kindOf = (each) => selectIn(each, "select");

/**
 * Disables the Automas that the rules do not have; a seat gets its own back with rules that do.
 * @param {HTMLElement} each
 * @param {string[]} automas
 */
function updateSeatKind(each, automas) {
  const kind = kindOf(each);
  for (const option of kind.options) {
    if (!option.dataset.name) continue;
    option.disabled = !automas.includes(option.value);
    option.textContent = (option.disabled ? option.dataset.unavailable : option.dataset.name) ?? "";
  }
  if (kind.selectedOptions[0].disabled) {
    kind.dataset.previous = kind.value;
    kind.value = "here";
  } else if (kind.dataset.previous && automas.includes(kind.dataset.previous)) {
    kind.value = kind.dataset.previous;
    delete kind.dataset.previous;
  }
}

/**
 * Offers the colours of the chosen edition; a seat keeps its shape when they change.
 * @param {HTMLElement} each
 * @param {string[]} colours
 */
function updateColours(each, colours) {
  const select = selectIn(each, "[name^=colour]");
  const shape = select.selectedOptions[0]?.dataset.shape;
  for (const option of select.options) option.hidden = option.disabled = !colours.includes(option.value);
  if (select.selectedOptions[0]?.disabled ?? true) {
    select.value = [...select.options].find((option) => !option.disabled && option.dataset.shape === shape)?.value ?? colours[0];
  }
}

/**
 * @param {HTMLFieldSetElement} each
 * @param {number} number from 0
 * @param {DOMStringMap} chosen data of the chosen rules
 */
function updateSeat(each, number, chosen) {
  const reasonElement = findRequired(".seat-reason", each);
  each.disabled = number >= Number(chosen.seats);
  updateColours(each, (chosen.colours ?? "").split(" "));
  if (!each.disabled) updateSeatKind(each, (chosen.automas ?? "").split(" "));
  const reason = (each.disabled ? chosen.seatLimit : kindOf(each).dataset.previous ? form.dataset.noAutomas : "") ?? "";
  if (reasonElement.textContent !== reason) reasonElement.textContent = reason;
  reasonElement.hidden = !reason;
  findRequired(".seat-sentence", each).textContent = (!each.disabled && kindOf(each).selectedOptions[0].dataset.sentence) || "";
}

/**
 * Disables the values that another choice excludes; what is chosen stays chosen until somebody changes it.
 * @param {HTMLElement} field
 * @param {number} taken seats that are taken
 */
function updateOption(field, taken) {
  const select = selectIn(field, "select");
  const reasons = findAll(".unavailable-reason", field);
  for (const reason of reasons) {
    const other = /** @type {HTMLSelectElement | null} */ (find(`[name="option-${reason.dataset.other}"]`, form));
    const isThere = other?.closest(".is-option")?.classList.contains(`of-${rules.value}`);
    reason.hidden = other ? !(isThere && other.selectedIndex > 0) : taken === Number(reason.dataset.players);
  }
  const isBlocked = reasons.some((reason) => !reason.hidden);
  [...select.options].forEach((option, index) => {
    option.disabled = isBlocked && index > 0 && !option.selected;
  });
  findRequired(".value-sentence", field).textContent = select.selectedOptions[0].dataset.sentence ?? "";
  const sentences = [...findAll(".field-error", field), ...reasons, findRequired(".option-sentence", field)];
  const ids = sentences.filter((each) => !each.hidden).map((each) => each.id);
  select.setAttribute("aria-describedby", ids.join(" "));
}

function updateForm() {
  const chosen = rules.selectedOptions[0].dataset;
  seats.forEach((each, number) => updateSeat(each, number, chosen));
  const taken = seats.filter((each) => !each.disabled && kindOf(each).value).length;
  for (const field of fields) updateOption(field, taken);
}

form.addEventListener("change", (event) => {
  const kind = closestTo(event, ".seat select");
  if (kind) delete kind.dataset.previous;
  updateForm();
});
addEventListener("pageshow", updateForm);
addEventListener("click", (event) => {
  if (closestTo(event, "a[href='#new-table']")) form.closest("details")?.setAttribute("open", "");
});
updateForm();
