// The keys of the board: single letters, arrows, Enter and Escape, and Tab in the command line.
import { closestTo, find, findAll, findInput, settings, targetOf } from "./dom.js";
import { CHOICES, DIRECTIONS, focusPart, isVisible, focusNextSelectable, focusInDirection } from "./focus.js";
import { closeBesideDialog, setMenuOpen, openDialog, setBottomSheetFolded, showCompany, showView, toggleDialog } from "./panels.js";
import { focusProposed } from "./guide.js";
import { isNarrow } from "./phone.js";
import { openRuleHere, searchRules } from "./rules.js";
import { typedKey } from "./typed-key.js";

const root = document.documentElement;

/**
 * Clicks a button; returns false if it is missing or disabled.
 * @param {string} id
 */
const clickIfEnabled = (id) => {
  const button = document.getElementById(id);
  if (!button || button.getAttribute("aria-disabled") === "true") return false;
  button.click();
  return true;
};

/** @type {Record<string, () => void>} */
const actionsByKey = {
  n: () => focusNextSelectable(false),
  N: () => focusNextSelectable(true),
  o: () => {
    delete root.dataset.shownCompany;
    if (isNarrow()) showView("company", false);
    focusPart("#company .company");
  },
  s: () => goTo("improvements", "#improvements"),
  l: () => goTo("log", "#log .log-scroll"),
  k: () => {
    if (!find("#chat")) return;
    if (isNarrow()) showView("chat", false);
    else root.dataset.sidebar = "chat";
    delete root.dataset.autoSidebar;
    (find("#chat-text") ?? find("#chat-notes[open] #chat-note") ?? find("#chat-scroll"))?.focus();
  },
  p: () => openDialog("score"),
  t: () => focusProposed(),
  u: () => clickIfEnabled("undo"),
  r: () => {
    const remodels = find("#remodels");
    if (remodels instanceof HTMLDetailsElement) {
      remodels.open = true;
      find(".button-row button", remodels)?.focus();
    }
  },
  "/": () => {
    if (isNarrow()) showView("log", false);
    else root.dataset.sidebar = "log";
    find("#command")?.focus();
  },
  q: () => {
    const opened = openRuleHere();
    if (opened) opened.catch(() => clickIfEnabled("open-rules"));
    else clickIfEnabled("open-rules");
  },
  w: () => openDialog("goal"),
  v: () => toggleDialog("round-plan"),
  m: () => clickIfEnabled("news-seen"),
  x: () => clickIfEnabled("plan-next"),
  y: () => clickIfEnabled("open-hint") || clickIfEnabled("guide-hint"),
  "?": () => openDialog("keyboard-help"),
};

/** @type {Record<string, () => void>} */
const actionsByPart = {
  "keyboard-help": actionsByKey["?"],
  score: actionsByKey.p,
  log: actionsByKey.l,
  improvements: () => {
    root.dataset.sidebar = "improvements";
    delete root.dataset.autoSidebar;
    actionsByKey.s();
  },
  tracks: () => {
    if (isNarrow() && !root.hasAttribute("data-tracks")) clickIfEnabled("summary-bar");
    focusPart("#tracks");
  },
  goal: () => openDialog("goal"),
  "ask-undo": () => openDialog("ask-undo"),
  guide: actionsByKey.t,
  hint: actionsByKey.y,
  "round-plan": () => openDialog("round-plan"),
  decision: () => find("#decision")?.focus(),
};

// What a typed command names: a part of the page, the company of a seat, or a search of the rules.
document.addEventListener("groundfloor:part-named", (event) => {
  const part = String(/** @type {CustomEvent} */ (event).detail);
  const [kind, rest] = part.split(/[-?](.*)/);
  if (part in actionsByPart) actionsByPart[part]();
  else if (kind === "rules") searchRules(new URLSearchParams(rest).get("q") ?? "");
  else if (kind === "company") showCompany(rest);
  else if (isNarrow()) showView(part);
  else focusPart(`#${part}`);
});

/**
 * Goes to a part of the board, and shows it first where another one stands in its place.
 * @param {string} view
 * @param {string} selector
 */
function goTo(view, selector) {
  if (isNarrow()) {
    showView(view);
    return;
  }
  if (!findAll(selector).some(isVisible)) {
    root.dataset.sidebar = view;
    delete root.dataset.autoSidebar;
    showView(view, false);
  }
  focusPart(selector);
}

/** @param {string} letter */
function showArea(letter) {
  if (isNarrow() && root.dataset.view && root.dataset.view !== "city") showView("city", false);
  const mapButton = findAll(`[data-letter="${letter}"]`).find((each) => isVisible(each) && each.matches("a, button"));
  mapButton?.click();
  focusPart(`#area-${letter}`);
}

function handleEscape() {
  if (find("body > .bar.is-open")) {
    setMenuOpen(false);
    find("#menu")?.focus();
    return true;
  }
  if (closeBesideDialog()) return true;
  if (find("#rulebook:not([hidden])")) return clickIfEnabled("rulebook-close");
  if (clickIfEnabled("back")) return true;
  if (isNarrow() && root.dataset.bottomSheet !== "low") {
    setBottomSheetFolded(true);
    return true;
  }
  return false;
}

// The place that was picked last: Enter on it confirms the draft.
let lastPickedId = "";
document.addEventListener("submit", (event) => {
  lastPickedId = event.submitter?.getAttribute("name") === "pick" ? event.submitter.id : "";
});

/** @param {Element} element */
function isDraft(element) {
  if (element.id && element.id === lastPickedId && element.getAttribute("aria-disabled") === "true") return true;
  const draftPlaces = (find("#table")?.dataset.draftPlaces ?? "").split(",").filter(Boolean);
  return (
    element instanceof HTMLButtonElement &&
    element.name === "pick" &&
    draftPlaces.some((text) => text === element.value || text.startsWith(`${element.value} `))
  );
}

// A tap on what is pencilled in confirms it, unless it is the second tap of two in quick succession.
const DOUBLE_TAP = 350; // milliseconds
let chosenAt = 0;
document.addEventListener("groundfloor:swapped", () => {
  chosenAt = performance.now();
});
document.addEventListener(
  "click",
  (event) => {
    const button = closestTo(event, "button[name=pick][aria-pressed=true]");
    if (!button || !isDraft(button) || find("#panel")?.dataset.mode !== "draft") return;
    event.preventDefault();
    if (performance.now() - chosenAt > DOUBLE_TAP) clickIfEnabled("confirm");
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const { key } = event;
  const target = targetOf(event) ?? document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (find("dialog:modal")) return;
  const isField = target.matches("input, textarea, select") && !target.matches("[type=checkbox], [type=radio]");
  if (key === "Escape") {
    if (isField) {
      target.blur();
      if (target.id === "command") find("#decision")?.focus({ preventScroll: true });
      return;
    }
    if (handleEscape()) event.preventDefault();
    return;
  }
  if (isField) {
    if (key === "Tab" && !event.shiftKey && completeCommand(findInput("command"), target)) event.preventDefault();
    return;
  }
  if (key === "Enter" && (isDraft(target) || !target.closest("a, button, summary, [tabindex='0']"))) {
    if (clickIfEnabled("confirm")) event.preventDefault();
    return;
  }
  if (key in DIRECTIONS && target.matches(CHOICES) && !target.closest("#panel")) {
    event.preventDefault();
    focusInDirection(target, DIRECTIONS[key]);
    return;
  }
  if (settings.get("letters") === "off") return;
  const typed = typedKey(event);
  const lowerCase = typed.length === 1 ? typed.toLowerCase() : "";
  if (actionsByKey[typed] || actionsByKey[lowerCase]) {
    event.preventDefault();
    (actionsByKey[typed] ?? actionsByKey[lowerCase])();
  } else if (/^[a-i]$/.test(lowerCase)) {
    event.preventDefault();
    showArea(lowerCase.toUpperCase());
  } else if (/^[1-6]$/.test(typed)) {
    const tab = findAll(".company-tabs a")[Number(typed) - 1];
    if (tab) {
      event.preventDefault();
      showCompany(tab.dataset.showCompany);
    }
  }
});

/**
 * Completes a typed move by the letters that all possible ones have in common.
 * @param {HTMLInputElement | null} field
 * @param {Element} target where Tab was pressed
 */
function completeCommand(field, target) {
  if (!field || field !== target) return false;
  const typed = comparable(field.value);
  const found = findAll("#command-words option")
    .map((option) => option.getAttribute("value") ?? "")
    .filter((name) => comparable(name).startsWith(typed));
  if (!typed || !found.length) return false;
  let shared = found[0];
  for (const name of found) while (!name.startsWith(shared)) shared = shared.slice(0, -1);
  const isMore = comparable(shared).length > typed.length;
  if (isMore) field.value = shared;
  return isMore;
}

/**
 * Small letters and digits alone, umlauts as vowels: what counts when a typed move is compared with a name (`matching.py`).
 * @param {string} text
 */
const comparable = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .replace(/([aou])e/g, "$1");
