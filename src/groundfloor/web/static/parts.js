// Parts of the page that are shown or hidden: views, companies, tabs of the rail, dialogs, the menu, and the sheet of a phone.
import { closestTo, find, findAll, settings, targetOf } from "./dom.js";
import { isPhone } from "./phone.js";

const root = document.documentElement;

/**
 * Shows a part of the board.
 * @param {string} name
 * @param {boolean} focuses
 */
export function view(name, focuses = true) {
  root.dataset.view = name;
  mark();
  const title = find(`#${name === "company" ? "company" : name}-title`);
  if (focuses && title) title.focus({ preventScroll: !isPhone() });
  if (isPhone()) scrollTo(0, 0);
  else find(`#${name}`)?.scrollIntoView({ block: "nearest" });
}

/**
 * Shows the company of a seat.
 * @param {string | undefined} seat
 */
export function show(seat) {
  const front = find("#company")?.dataset.front;
  if (seat === front) delete root.dataset.show;
  else root.dataset.show = seat ?? "";
  if (isPhone()) view("company", false);
  mark();
  const company = find(`#company-${seat}`);
  company?.focus({ preventScroll: true });
  company?.scrollIntoView({ block: "nearest" });
}

// A new question leads to the part of the board where its answers are given, where one part is seen at a time.
let answered = "";
export function lead() {
  const { mode, kind } = find("#panel")?.dataset ?? {};
  const tabs = findAll(".view-tabs a.is-lit").map((tab) => tab.dataset.view ?? "");
  const question = [find("#table")?.dataset.version, kind, ...tabs].join();
  if (!["asked", "picked"].includes(mode ?? "") || question === answered) return;
  answered = question;
  if (tabs.includes("sale")) root.dataset.rail = root.dataset.led = "sale";
  else if (root.dataset.led) {
    delete root.dataset.rail;
    delete root.dataset.led;
  }
  if (isPhone() && tabs.length && !tabs.includes(root.dataset.view ?? "city")) view(tabs[0], false);
}

/**
 * @param {Element} tab
 * @param {boolean} isCurrent
 */
function markCurrent(tab, isCurrent) {
  if (isCurrent) tab.setAttribute("aria-current", "true");
  else tab.removeAttribute("aria-current");
}

// What the server draws anew and the browser has changed since.
export function mark() {
  const shown = root.dataset.show ?? find("#company")?.dataset.front;
  for (const tab of findAll(".company-tabs a")) markCurrent(tab, tab.dataset.show === shown);
  for (const tab of findAll(".view-tabs a")) markCurrent(tab, tab.dataset.view === (root.dataset.view ?? "city"));
  find("[data-letters]")?.setAttribute("aria-checked", String(settings.get("letters") !== "off"));
  find("[data-motion]")?.setAttribute("aria-checked", String(settings.get("motion") !== "off"));
  find("#strip")?.setAttribute("aria-expanded", String(root.hasAttribute("data-tracks")));
  find("[data-grip]")?.setAttribute("aria-expanded", String(root.dataset.sheet !== "low"));
  more();
}

// The panel shows at its lower edge that it goes on there.
function more() {
  const panel = find("#panel");
  panel?.toggleAttribute("data-more", panel.scrollHeight - panel.clientHeight - panel.scrollTop > 4);
}
document.addEventListener(
  "scroll",
  (event) => {
    if (targetOf(event)?.id === "panel") more();
  },
  { passive: true, capture: true },
);

/**
 * Opens a dialog.
 * @param {string} name
 */
export function open(name) {
  const dialog = find(`#${name}`);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @param {boolean} isOpen */
export function menu(isOpen) {
  const bar = find("body > .bar");
  if (!bar) return;
  bar.classList.toggle("is-open", isOpen);
  find("#menu")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) find("a, button, select", bar)?.focus();
}

// The tracks of a phone, opened above the city.
/** @param {boolean} isOpen */
function tracks(isOpen) {
  root.toggleAttribute("data-tracks", isOpen);
  if (isOpen && root.dataset.view && root.dataset.view !== "city") view("city", false);
  scrollTo(0, 0);
  mark();
}

/**
 * Folds the sheet of a phone, or unfolds it.
 * @param {boolean} isLow
 */
export function sheet(isLow) {
  if (isLow) root.dataset.sheet = "low";
  else delete root.dataset.sheet;
  mark();
}

document.addEventListener("click", (event) => {
  const link = closestTo(
    event,
    "[data-view], [data-show], [data-opens], [data-shuts], [data-menu], [data-grip], [data-letters], [data-motion], [data-tracks], [data-rail]",
  );
  const bar = find("body > .bar.is-open");
  if (bar && (!bar.contains(targetOf(event)) || closestTo(event, "nav a")) && !closestTo(event, "[data-menu]")) menu(false);
  if (event.target instanceof HTMLDialogElement) event.target.close();
  if (!link || link === root || event.ctrlKey || event.metaKey) return;
  const { view: part, show: seat, opens, shuts, rail } = link.dataset;
  if ("menu" in link.dataset) {
    menu(!bar);
    return;
  }
  if ("grip" in link.dataset) {
    if (!isDragged) sheet(root.dataset.sheet !== "low");
    return;
  }
  if ("letters" in link.dataset || "motion" in link.dataset) {
    flip("letters" in link.dataset ? "letters" : "motion");
    return;
  }
  if (link.matches("#board a, #board button[type=button], .bar [data-opens]")) event.preventDefault();
  if (part) view(part);
  else if (rail) {
    root.dataset.rail = rail;
    delete root.dataset.led;
  } else if (seat) show(seat);
  else if (opens) open(opens);
  else if (shuts) shut(shuts);
  else if ("tracks" in link.dataset && isPhone()) tracks(!root.hasAttribute("data-tracks"));
});

/**
 * Closes a dialog.
 * @param {string} name
 */
function shut(name) {
  const dialog = find(`#${name}`);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

/**
 * Switches a setting on or off.
 * @param {string} name
 */
function flip(name) {
  settings.set(name, settings.get(name) === "off" ? "on" : "off");
  mark();
}

// The sheet of a phone, dragged by its grip

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
    sheet(now.clientY > from);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
});

// The page ends where the dock begins, however high that is.
new ResizeObserver(() => {
  const panel = find("#panel");
  if (panel) root.style.setProperty("--dock", `${Math.round(panel.getBoundingClientRect().height)}px`);
  more();
}).observe(find("#panel") ?? document.body);
