// Planning on the board: while places are chosen for the plan, a click, tap or key on one adds its task, and is never a move.
// It begins with the plan opened while nobody waits for the viewer, or with its key; it ends only when the viewer says so.
import { closestTo, find, findAll, findRequired } from "./dom.js";
import { openDialog, setBottomSheetFolded } from "./panels.js";
import { isNarrow } from "./phone.js";
import { changePlan } from "./round-plan.js";

const root = document.documentElement;
const bar = findRequired("#plan-bar");
const { choose = "", turn = "", impossible = "", several = "" } = bar.dataset;
let words = "";
let shownSteps = "";
let isHandingOver = false; // the dialog closes because the whole board is wanted
/** @type {HTMLElement[]} */
let ways = [];

const isChoosing = () => "planning" in root.dataset;
const isDue = () => ["asked", "second-step", "draft"].includes(find("#panel")?.dataset.mode ?? "");
const steps = () => findAll("#round-plan .plan-move");
/** @param {HTMLElement[]} found */
const textOf = (found) => found.map(({ dataset }) => dataset.text).join(",");

/** @param {boolean} isOn */
function setChoosing(isOn) {
  if (isOn) root.dataset.planning = "";
  else delete root.dataset.planning;
  words = "";
  ways = [];
  shownSteps = textOf(steps());
  update();
}

// Shows what stands in the bar, or in the dialog where that is open beside the board, and which places are planned.
function update() {
  const isOn = isChoosing();
  const isBarShown = isOn && !find("#round-plan[open]");
  bar.hidden = !isBarShown;
  const note = find("#plan-notice");
  if (note) note.hidden = !isOn || isBarShown;
  const text = [words, isDue() ? turn : words ? "" : choose].filter(Boolean).join(" ");
  for (const part of [bar, note]) {
    if (!part) continue;
    const shown = find(".plan-notice-text", part);
    if (shown && shown.textContent !== text) shown.textContent = text;
    find(".plan-ways", part)?.replaceChildren(...ways.map((way) => way.cloneNode(true)));
  }
  markPlaces(isOn || Boolean(find("#round-plan[open]")));
  enablePlaces(isOn);
}

/**
 * While places are chosen, those whose tasks can be added are no longer disabled for assistive technology.
 * @param {boolean} isOn
 */
function enablePlaces(isOn) {
  for (const place of findAll("[data-enabled-for-plan]")) {
    delete place.dataset.enabledForPlan;
    place.setAttribute("aria-disabled", "true");
  }
  if (!isOn) return;
  const texts = findAll("#plan-choice option").map((option) => (option.getAttribute("value") ?? "").replace(/^add /, ""));
  const seen = new Set();
  for (const place of findAll("#board button[data-task]:not(.is-taken, [data-planned])")) {
    const { task = "" } = place.dataset;
    if (seen.has(task) || !texts.some((text) => fits(text, place))) continue;
    seen.add(task); // a marker goes to the first free space
    if (place.getAttribute("aria-disabled") !== "true") continue;
    place.dataset.enabledForPlan = "";
    place.removeAttribute("aria-disabled");
  }
}

/** @param {boolean} isShown */
function markPlaces(isShown) {
  for (const place of findAll("[data-planned]")) delete place.dataset.planned;
  if (!isShown) return;
  for (const { dataset } of steps()) {
    const places = findAll("#board [data-task]").filter((place) => fits(dataset.text ?? "", place) && !place.matches(".is-taken"));
    const place = places.find((each) => !each.dataset.planned) ?? places.at(-1);
    if (place) place.dataset.planned = [place.dataset.planned, dataset.step].filter(Boolean).join(", ");
  }
}

/**
 * @param {string} text of a task
 * @param {HTMLElement} place
 */
const fits = (text, { dataset }) => text === dataset.task || text.startsWith(`${dataset.task} `);

/**
 * Adds the task of a place to the plan; asks which way if there are several.
 * @param {HTMLElement} place
 */
function add(place) {
  const found = /** @type {HTMLOptionElement[]} */ (findAll("#plan-choice option")).filter(
    ({ value }) => "task" in place.dataset && fits(value.replace(/^add /, ""), place),
  );
  const name = find(`#${place.id || "none"}-tooltip b`)?.textContent ?? place.getAttribute("aria-label")?.split(/[,:.]/)[0] ?? "";
  words = found.length ? "" : impossible.replace("%(place)s", name.trim());
  ways = [];
  if (found.length === 1) changePlan(found[0].value);
  if (found.length > 1) {
    words = several;
    ways = found.map(({ value, text }) => {
      const way = document.createElement("button");
      Object.assign(way, { type: "submit", name: "plan", value, textContent: text, className: "board-button small" });
      way.setAttribute("form", "moves");
      return way;
    });
  }
  update();
  if (ways.length) {
    findAll(".plan-ways button")
      .find((way) => way.checkVisibility())
      ?.focus({ preventScroll: true });
  }
}

/**
 * The place that an event is about, if places are chosen: one with a task, or anything else on the board that would be a move.
 * @param {Event} event
 */
function placeOf(event) {
  if (!isChoosing() || closestTo(event, "#panel, dialog, #plan-bar")) return null;
  return closestTo(event, "#board [data-task], #board button[name=pick]");
}

addEventListener(
  "click",
  (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.detail < 2) add(place);
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    const place = [" ", "Enter"].includes(event.key) ? placeOf(event) : null;
    if (!place) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) add(place);
  },
  true,
);

document.addEventListener("groundfloor:opened", () => {
  if (find("#round-plan[open]") && !isNarrow() && !isDue() && !isChoosing()) setChoosing(true);
  else update();
});
document.addEventListener(
  "close",
  (event) => {
    if (/** @type {Element} */ (event.target).id !== "round-plan") return;
    if (isNarrow() || isHandingOver) update();
    else setChoosing(false);
    isHandingOver = false;
  },
  true,
);
document.addEventListener("click", (event) => {
  const key = closestTo(event, "#plan-choose, #plan-end, #plan-bar-open");
  if (!key) return;
  if (key.id === "plan-bar-open") openDialog("round-plan");
  else setChoosing(key.id === "plan-choose");
  if (isNarrow() && key.id !== "plan-bar-open") setBottomSheetFolded(key.id === "plan-choose");
  const dialog = find("#round-plan");
  if (key.id !== "plan-choose" || !(dialog instanceof HTMLDialogElement)) return;
  isHandingOver = true;
  dialog.close();
});
document.addEventListener("groundfloor:swapped", () => {
  const text = textOf(steps());
  if (text !== shownSteps) {
    words = text.startsWith(shownSteps) ? (find("#round-plan")?.dataset.last ?? "") : "";
    ways = [];
  }
  shownSteps = text;
  update();
});
