// The keys of the board: single letters, arrows, Enter and Escape, and Tab in the command line.
import { find, findAll, findInput, settings, targetOf } from "./dom.js";
import { CHOICES, WAYS, enter, isVisible, nextLit, step } from "./focus.js";
import { menu, open, sheet, show, view } from "./parts.js";
import { isPhone } from "./phone.js";
import { open as read, ruleHere } from "./rules.js";
import { closeNote } from "./tooltips.js";

const root = document.documentElement;

/** @param {string} id */
const press = (id) => {
  const key = document.getElementById(id);
  if (!key || key.getAttribute("aria-disabled") === "true") return false;
  key.click();
  return true;
};

/** @type {Record<string, () => void>} */
const letters = {
  n: () => nextLit(false),
  N: () => nextLit(true),
  o: () => {
    delete root.dataset.show;
    if (isPhone()) view("company", false);
    enter("#company .company");
  },
  s: () => {
    if (isPhone()) view("sale");
    else enter("#sale");
  },
  l: () => {
    if (isPhone()) view("log");
    else enter("#log .log-scroll");
  },
  p: () => open("score"),
  u: () => press("undo"),
  r: () => {
    const more = find("#remodels");
    if (more instanceof HTMLDetailsElement) {
      more.open = true;
      find(".keys button", more)?.focus();
    }
  },
  "/": () => {
    if (isPhone()) view("log", false);
    else root.dataset.rail = "log";
    find("#command")?.focus();
  },
  q: () => {
    const rule = ruleHere();
    if (rule) read(rule).catch(() => press("open-rules"));
    else press("open-rules");
  },
  "?": () => open("keys"),
};

/** @param {string} letter */
function area(letter) {
  if (isPhone() && root.dataset.view && root.dataset.view !== "city") view("city", false);
  const key = findAll(`[data-letter="${letter}"]`).find((each) => isVisible(each) && each.matches("a, button"));
  if (key) key.click();
  enter(`#area-${letter}`);
}

function escape() {
  if (closeNote()) return true;
  if (find("body > .bar.is-open")) {
    menu(false);
    find("#menu")?.focus();
    return true;
  }
  if (press("back")) return true;
  if (isPhone() && root.dataset.sheet !== "low") {
    sheet(true);
    return true;
  }
  return false;
}

// The place that stands in pencil, or led there: Enter on it confirms.
let led = "";
document.addEventListener("submit", (event) => {
  led = event.submitter?.getAttribute("name") === "pick" ? event.submitter.id : "";
});

/** @param {Element} element */
function isPencilled(element) {
  if (element.id && element.id === led && element.getAttribute("aria-disabled") === "true") return true;
  const drawn = (find("#table")?.dataset.drawn ?? "").split(",").filter(Boolean);
  return (
    element instanceof HTMLButtonElement &&
    element.name === "pick" &&
    drawn.some((text) => text === element.value || text.startsWith(`${element.value} `))
  );
}

document.addEventListener("keydown", (event) => {
  const { key } = event;
  const target = targetOf(event) ?? document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (find("dialog[open]")) return;
  const isField = target.matches("input, textarea, select") && !target.matches("[type=checkbox], [type=radio]");
  if (key === "Escape") {
    if (isField) {
      target.blur();
      if (target.id === "command") find("#decision")?.focus({ preventScroll: true });
      return;
    }
    if (escape()) event.preventDefault();
    return;
  }
  if (isField) {
    if (key === "Tab" && !event.shiftKey && complete(findInput("command"), target)) event.preventDefault();
    return;
  }
  if (key === "Enter" && (isPencilled(target) || !target.closest("a, button, summary, [tabindex='0']"))) {
    if (press("confirm")) event.preventDefault();
    return;
  }
  if (key in WAYS && target.matches(CHOICES) && !target.closest("#panel")) {
    event.preventDefault();
    step(target, WAYS[key]);
    return;
  }
  if (settings.get("letters") === "off") return;
  const small = key.length === 1 ? key.toLowerCase() : "";
  if (letters[key] || letters[small]) {
    event.preventDefault();
    (letters[key] ?? letters[small])();
  } else if (/^[a-i]$/.test(small)) {
    event.preventDefault();
    area(small.toUpperCase());
  } else if (/^[1-6]$/.test(key)) {
    const tab = findAll(".company-tabs a")[Number(key) - 1];
    if (tab) {
      event.preventDefault();
      show(tab.dataset.show);
    }
  }
});

// Completes a typed move as far as all possible ones agree.
/**
 * @param {HTMLInputElement | null} field
 * @param {Element} target where Tab was pressed
 */
function complete(field, target) {
  if (!field || field !== target) return false;
  const typed = field.value.trim().toLowerCase();
  const found = findAll("#command-words option")
    .map((option) => option.getAttribute("value") ?? "")
    .filter((text) => text.startsWith(typed));
  if (!typed || !found.length) return false;
  let shared = found[0];
  for (const text of found) while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  const isMore = shared.length > typed.length;
  if (isMore) field.value = shared;
  return isMore;
}
