// Parts of the page that are shown or hidden: views, companies, tabs of the sidebar, dialogs, the menu, and the bottom sheet of a phone.
import { closestTo, find, findAll, settings, targetOf } from "./dom.js";
import { orderCompanies } from "./company-order.js";
import { isNarrow, isUpright } from "./phone.js";

const root = document.documentElement;

/** What each switch is until it is used, by the name of its setting. @type {Record<string, "on" | "off">} */
const INITIAL = { letters: "on", motion: "on", sound: "off", seat_order: "off", explain: "off" };
/** @param {string} name */
const isOn = (name) => (settings.get(name) ?? INITIAL[name]) === "on";

/**
 * Shows a part of the board.
 * @param {string} name
 * @param {boolean} focuses
 */
export function showView(name, focuses = true) {
  root.dataset.view = name;
  applyPageState();
  const title = find(`#${name}-title`);
  if (focuses && title) title.focus({ preventScroll: !isNarrow() });
  if (isNarrow()) {
    scrollTo(0, 0);
    document.dispatchEvent(new CustomEvent("groundfloor:view-shown"));
  } else find(`#${name}`)?.scrollIntoView({ block: "nearest" });
}

/**
 * Shows the company of a seat.
 * @param {string | undefined} seat
 */
export function showCompany(seat) {
  const defaultSeat = find("#company-tabs")?.dataset.defaultCompany;
  if (seat === defaultSeat) delete root.dataset.shownCompany;
  else root.dataset.shownCompany = seat ?? "";
  if (isNarrow()) showView("company", false);
  applyPageState();
  const company = find(`#company-${seat}`);
  company?.focus({ preventScroll: true });
  company?.scrollIntoView({ block: "nearest" });
}

let lastQuestion = "";

/** Shows the part of the board where a new question is answered, where only one part is seen at a time; when nothing is asked any more, the log again. */
export function showAnswerView() {
  const { mode, kind } = find("#panel")?.dataset ?? {};
  const tabs = findAll(".view-tabs a.is-selectable").map((tab) => tab.dataset.view ?? "");
  const question = [find("#table")?.dataset.version, kind, ...tabs].join();
  if (["waiting", "over"].includes(mode ?? "")) leaveAutoSidebar();
  if (!["asked", "second-step"].includes(mode ?? "") || question === lastQuestion) return;
  lastQuestion = question;
  if (find("#chat:focus-within")) return; // whoever writes is not interrupted
  if (tabs.includes("improvements")) root.dataset.sidebar = root.dataset.autoSidebar = "improvements";
  else leaveAutoSidebar();
  if (isNarrow() && tabs.length && !tabs.includes(root.dataset.view ?? "city")) showView(tabs[0], false);
}

/** Closes the tab of the sidebar that a question has opened. */
function leaveAutoSidebar() {
  if (!root.dataset.autoSidebar) return;
  delete root.dataset.sidebar;
  delete root.dataset.autoSidebar;
}

/**
 * @param {Element} tab
 * @param {boolean} isCurrent
 */
function markCurrent(tab, isCurrent) {
  if (isCurrent) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

/**
 * Marks the company that is in sight unless another one is chosen; the others lead back to it.
 * @param {string} seat
 */
function showDefaultCompany(seat) {
  const name = find(`.company-tabs [data-show-company="${seat}"] .tab-name`)?.textContent ?? "";
  for (const company of findAll(".company")) {
    company.classList.toggle("is-default", company.dataset.company === seat);
    const back = /** @type {HTMLAnchorElement | null} */ (find(".company-back", company));
    if (!back || back.dataset.showCompany === seat) continue;
    back.dataset.showCompany = seat;
    back.href = `#company-${seat}`;
    back.textContent = (back.dataset.back ?? "").replace("%(name)s", name);
  }
}

/** Sets again what an update has reset: current tabs, switches and what is folded or open. */
export function applyPageState() {
  const defaultSeat = find("#company-tabs")?.dataset.defaultCompany;
  const shown = root.dataset.shownCompany ?? defaultSeat;
  showDefaultCompany(defaultSeat ?? "");
  for (const tab of findAll(".company-tabs a")) markCurrent(tab, tab.dataset.showCompany === shown);
  for (const tab of findAll(".view-tabs a")) markCurrent(tab, tab.dataset.view === (root.dataset.view ?? "city"));
  for (const button of findAll("[data-switch]")) button.setAttribute("aria-checked", String(isOn(button.dataset.switch ?? "")));
  if (isOn("explain")) root.dataset.explain = "on";
  else delete root.dataset.explain;
  find("#summary-bar")?.setAttribute("aria-expanded", String(root.hasAttribute("data-tracks")));
  find("[data-grip]")?.setAttribute("aria-expanded", String(root.dataset.bottomSheet !== "low"));
  fitBottomSheet();
  markOverflow();
}

const BOTTOM_SHEET_LEAST = 136; // pixels
const BOTTOM_SHEET_USUAL = 0.314; // of the window: all that is pencilled in and most questions fit
const BOTTOM_SHEET_MOST = 0.62;
const BOTTOM_SHEET_OF_GUIDE = 290; // pixels: at least, where the window is high enough

/**
 * Fits the bottom sheet of a phone to what it says: one height for most, less where nothing is chosen in it, and more for a list of answers, below which the switches
 * may have to be scrolled to.
 */
function fitBottomSheet() {
  const panel = find("#panel");
  const placed = [document.body, ...findAll("#panel, #page-status, #plan-bar, .latest-card, .log")];
  if (!panel || !isUpright() || panel.matches(".is-past, body:not(.is-replaying) .is-recap") || root.dataset.bottomSheet === "low") {
    for (const { style } of placed) style.removeProperty("--fit");
    return;
  }
  const { style } = panel;
  style.height = "auto";
  const wanted = Math.ceil(panel.getBoundingClientRect().height);
  style.height = "";
  const usual = Math.round(BOTTOM_SHEET_USUAL * innerHeight);
  const isGuided = document.body.matches("[data-parts~=open-guide]") && innerHeight >= 700 && !panel.matches(".is-recap");
  const least = Math.max(panel.matches(".is-draft, .is-second-step") ? usual : BOTTOM_SHEET_LEAST, isGuided ? BOTTOM_SHEET_OF_GUIDE : 0);
  const switches = panel.matches(".is-draft") ? null : find(".toggles", panel); // those of a draft take no room of their own
  const withoutSwitches = wanted - (switches?.offsetHeight ?? 0);
  const most = Math.max(usual, Math.min(withoutSwitches, Math.round(BOTTOM_SHEET_MOST * innerHeight)));
  const fit = Math.max(Math.min(wanted, most), least);
  for (const each of placed) if (each.style.getPropertyValue("--fit") !== `${fit}px`) each.style.setProperty("--fit", `${fit}px`);
  document.body.classList.toggle("has-tall-bottom-sheet", fit > 1.1 * usual); // the map then leaves the city the room that is left
}
addEventListener("resize", fitBottomSheet);
document.addEventListener("toggle", (event) => targetOf(event)?.closest("#panel") && fitBottomSheet(), true);
document.fonts.ready.then(fitBottomSheet).then(markOverflow);
addEventListener("resize", markOverflow);

/** Marks the panel and the card of news when there is more below their lower edges, and the list of what is on sale when it is cut. */
function markOverflow() {
  const card = isNarrow() ? null : find(".latest-card"); // one line on phones
  const onSale = find(".on-sale-list");
  onSale?.toggleAttribute("data-cut", onSale.scrollHeight > onSale.clientHeight + 1);
  for (const each of [find("#panel"), card]) each?.toggleAttribute("data-more", each.scrollHeight - each.clientHeight - each.scrollTop > 4);
}
document.addEventListener(
  "scroll",
  (event) => {
    if (targetOf(event)?.matches("#panel, .latest-card")) markOverflow();
  },
  { passive: true, capture: true },
);

/**
 * Opens a dialog.
 * @param {string} name
 */
export function openDialog(name) {
  const dialog = find(`#${name}`);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  if ("beside" in dialog.dataset && !isNarrow()) dialog.show();
  else dialog.showModal();
  document.dispatchEvent(new CustomEvent("groundfloor:opened"));
}

/**
 * Opens a dialog, or closes it if it is open.
 * @param {string} name
 */
export function toggleDialog(name) {
  if (find(`#${name}[open]`)) closeDialog(name);
  else openDialog(name);
}

/** Closes the dialog that stands beside the board, if there is one. */
export function closeBesideDialog() {
  const dialog = find("dialog[data-beside][open]");
  if (!dialog) return false;
  closeDialog(dialog.id);
  return true;
}

/**
 * Opens or closes the menu.
 * @param {boolean} isOpen
 */
export function setMenuOpen(isOpen) {
  const bar = find("body > .bar");
  if (!bar) return;
  bar.classList.toggle("is-open", isOpen);
  find("#menu")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) find("a, button, select", bar)?.focus();
}

/**
 * Opens the tracks of a phone above the city, or closes them.
 * @param {boolean} isOpen
 */
export function setTracksOpen(isOpen) {
  root.toggleAttribute("data-tracks", isOpen);
  if (isOpen && root.dataset.view && root.dataset.view !== "city") showView("city", false);
  scrollTo(0, 0);
  applyPageState();
}

/**
 * Folds the bottom sheet of a phone, or unfolds it.
 * @param {boolean} isLow
 */
export function setBottomSheetFolded(isLow) {
  if (isLow) root.dataset.bottomSheet = "low";
  else delete root.dataset.bottomSheet;
  applyPageState();
}

/**
 * What a click does on an element with one of these attributes; of several the first one here decides.
 * @type {Record<string, (value: string, clicked: HTMLElement) => void>}
 */
const ACTIONS = {
  "data-menu": () => setMenuOpen(!find("body > .bar.is-open")),
  "data-grip": () => {
    if (!isDragged) setBottomSheetFolded(root.dataset.bottomSheet !== "low");
  },
  "data-switch": toggleSetting,
  "data-sidebar": (name, clicked) => {
    if (isNarrow() && clicked.dataset.view) showView(clicked.dataset.view);
    else {
      root.dataset.sidebar = name;
      delete root.dataset.autoSidebar;
    }
  },
  "data-view": (name) => showView(name),
  "data-show-company": showCompany,
  "data-opens": openDialog,
  "data-closes": closeDialog,
  "data-tracks": () => {
    if (isNarrow()) setTracksOpen(!root.hasAttribute("data-tracks"));
  },
};
const CLICKABLE = Object.keys(ACTIONS)
  .map((attribute) => `[${attribute}]`)
  .join();

document.addEventListener("click", (event) => {
  const clicked = closestTo(event, CLICKABLE);
  const bar = find("body > .bar.is-open");
  if (bar && (!bar.contains(targetOf(event)) || closestTo(event, "nav a")) && !closestTo(event, "[data-menu]")) setMenuOpen(false);
  if (event.target instanceof HTMLDialogElement && event.target.matches(":modal")) event.target.close();
  if (!clicked || clicked === root || event.ctrlKey || event.metaKey) return;
  if (clicked.matches("#board a, #board button[type=button], .bar [data-opens]")) event.preventDefault();
  const attribute = Object.keys(ACTIONS).find((name) => clicked.hasAttribute(name)) ?? "";
  ACTIONS[attribute](clicked.getAttribute(attribute) ?? "", clicked);
});

/**
 * Closes a dialog.
 * @param {string} name
 */
function closeDialog(name) {
  const dialog = find(`#${name}`);
  if (!(dialog instanceof HTMLDialogElement)) return;
  const hadFocus = dialog.contains(document.activeElement);
  dialog.close();
  if (hadFocus && dialog.contains(document.activeElement)) find("#decision")?.focus({ preventScroll: true });
}

/**
 * Switches a setting on or off.
 * @param {string} name
 */
function toggleSetting(name) {
  settings.set(name, isOn(name) ? "off" : "on");
  applyPageState();
  if (name === "seat_order") orderCompanies();
}

// The bottom sheet of a phone, dragged by its grip

let isDragged = false;
document.addEventListener("pointerdown", (event) => {
  const grip = closestTo(event, "[data-grip]");
  isDragged = false;
  if (!grip) return;
  const from = event.clientY;
  /** @param {PointerEvent} now */
  const move = (now) => {
    if (Math.abs(now.clientY - from) < 24) return;
    isDragged = true;
    setBottomSheetFolded(now.clientY > from);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
});

// The style sheets keep the page clear of the panel at its lower edge, whatever its height. Above the bottom sheet of a phone scrolling does (see `fitBottomSheet`).
new ResizeObserver(() => {
  const panel = find("#panel");
  const isBottomSheet = isUpright();
  const height = `${Math.round(panel?.getBoundingClientRect().height ?? 0)}px`;
  root.style.scrollPaddingBottom = isBottomSheet ? height : "";
  if (isBottomSheet) root.style.removeProperty("--bottom-bar");
  else if (panel) root.style.setProperty("--bottom-bar", height);
  markOverflow();
}).observe(find("#panel") ?? document.body);
