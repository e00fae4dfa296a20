// The round ahead: steps are dragged to another place, or moved and dropped by keys where the focus is in them.
import { closestTo, findAll, findRequired, targetOf } from "./dom.js";

/**
 * Sends a change of the plan, as its buttons do.
 * @param {string} command
 */
export function changePlan(command) {
  const button = document.createElement("button");
  Object.assign(button, { type: "submit", name: "plan", value: command, hidden: true });
  button.setAttribute("form", "moves");
  findRequired("#round-plan").append(button);
  button.click();
  button.remove();
}

/** @param {Event} event */
const stepOf = (event) => closestTo(event, ".plan-move");

/** What the step was when the drag began: the plan may change meanwhile. @type {{step?: string, text?: string} | null} */
let dragged = null;

function endDrag() {
  dragged = null;
  for (const step of findAll(".plan-move.is-target")) step.classList.remove("is-target");
}

document.addEventListener("dragstart", (event) => {
  const step = stepOf(event);
  dragged = step && { ...step.dataset };
  if (dragged && event.dataTransfer) event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragover", (event) => {
  const step = stepOf(event);
  if (!step || !dragged) return;
  event.preventDefault();
  for (const each of findAll(".plan-move")) each.classList.toggle("is-target", each === step && step.dataset.step !== dragged.step);
});
document.addEventListener("drop", (event) => {
  const step = stepOf(event);
  const { step: from, text } = dragged ?? {};
  endDrag();
  if (!step || !from || step.dataset.step === from) return;
  event.preventDefault();
  changePlan(`move ${from} ${step.dataset.step} ${text}`);
});
document.addEventListener("dragend", endDrag);

document.addEventListener("keydown", (event) => {
  const step = stepOf(event);
  const word = { ArrowUp: "up", ArrowDown: "down", Delete: "drop" }[event.key];
  if (!step || !word || event.ctrlKey || event.altKey || event.metaKey || !targetOf(event)?.matches(".plan-move-button")) return;
  event.preventDefault();
  document.getElementById(`plan-${word}-${step.dataset.step}`)?.click();
});

// The focus goes with a step that is moved, so that the same key moves it on.
document.addEventListener("click", (event) => {
  const button = closestTo(event, ".plan-move-button:not([aria-disabled])");
  const [, word, number] = /^plan-(up|down)-(\d+)$/.exec(button?.id ?? "") ?? [];
  if (word) document.getElementById(`plan-${word}-${Number(number) + (word === "up" ? -1 : 1)}`)?.focus();
});
