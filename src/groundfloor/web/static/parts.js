// Parts of the page that are shown or hidden: views, companies, tabs of the rail, dialogs, the menu, and the sheet of a phone.
import { find, findAll, settings } from "./dom.js";
import { isPhone } from "./phone.js";

const root = document.documentElement;

export function view(name, focuses = true) {
  root.dataset.view = name;
  mark();
  const title = find(`#${name === "company" ? "company" : name}-title`);
  if (focuses && title) title.focus({ preventScroll: !isPhone() });
  if (isPhone()) scrollTo(0, 0);
  else find(`#${name}`)?.scrollIntoView({ block: "nearest" });
}

export function show(seat) {
  const front = find("#company")?.dataset.front;
  if (seat === front) delete root.dataset.show;
  else root.dataset.show = seat;
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
  const tabs = findAll(".view-tabs a.is-lit").map((tab) => tab.dataset.view);
  const question = [find("#table")?.dataset.version, kind, ...tabs].join();
  if (!["asked", "picked"].includes(mode) || question === answered) return;
  answered = question;
  if (tabs.includes("sale")) root.dataset.rail = root.dataset.led = "sale";
  else if (root.dataset.led) { delete root.dataset.rail; delete root.dataset.led; }
  if (isPhone() && tabs.length && !tabs.includes(root.dataset.view ?? "city")) view(tabs[0], false);
}

// What the server draws anew and the browser has changed since.
export function mark() {
  const shown = root.dataset.show ?? find("#company")?.dataset.front;
  for (const tab of findAll(".company-tabs a")) tab.dataset.show === shown ? tab.setAttribute("aria-current", "true") : tab.removeAttribute("aria-current");
  for (const tab of findAll(".view-tabs a")) (root.dataset.view ?? "city") === tab.dataset.view ? tab.setAttribute("aria-current", "true") : tab.removeAttribute("aria-current");
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
document.addEventListener("scroll", ({ target }) => { if (target.id === "panel") more(); }, { passive: true, capture: true });

export function open(name) {
  const dialog = find(`#${name}`);
  if (dialog && !dialog.open) dialog.showModal();
}

export function menu(isOpen) {
  const bar = find("body > .bar");
  if (!bar) return;
  bar.classList.toggle("is-open", isOpen);
  find("#menu")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) find("a, button, select", bar)?.focus();
}

// The tracks of a phone, opened above the city.
function tracks(isOpen) {
  root.toggleAttribute("data-tracks", isOpen);
  if (isOpen && root.dataset.view && root.dataset.view !== "city") view("city", false);
  scrollTo(0, 0);
  mark();
}

export function sheet(isLow) {
  if (isLow) root.dataset.sheet = "low";
  else delete root.dataset.sheet;
  mark();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-view], [data-show], [data-opens], [data-shuts], [data-menu], [data-grip], [data-letters], [data-motion], [data-tracks], [data-rail]");
  const bar = find("body > .bar.is-open");
  if (bar && (!bar.contains(event.target) || event.target.closest("nav a")) && !event.target.closest("[data-menu]")) menu(false);
  if (event.target instanceof HTMLDialogElement) event.target.close();
  if (!link || link === root || event.ctrlKey || event.metaKey) return;
  const { view: part, show: seat, opens, shuts, rail } = link.dataset;
  if ("menu" in link.dataset) return menu(!bar);
  if ("grip" in link.dataset) return isDragged ? undefined : sheet(root.dataset.sheet !== "low");
  if ("letters" in link.dataset || "motion" in link.dataset) return flip("letters" in link.dataset ? "letters" : "motion");
  if (link.matches("#board a, #board button[type=button], .bar [data-opens]")) event.preventDefault();
  if (part) view(part);
  else if (rail) { root.dataset.rail = rail; delete root.dataset.led; }
  else if (seat) show(seat);
  else if (opens) open(opens);
  else if (shuts) find(`#${shuts}`)?.close();
  else if ("tracks" in link.dataset && isPhone()) tracks(!root.hasAttribute("data-tracks"));
});

function flip(name) {
  settings.set(name, settings.get(name) === "off" ? "on" : "off");
  mark();
}

// The sheet of a phone, dragged by its grip

let isDragged = false;
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest("[data-grip]");
  isDragged = false;
  if (!grip) return;
  const from = event.clientY;
  const move = (now) => {
    if (Math.abs(now.clientY - from) < 24) return;
    isDragged = true;
    sheet(now.clientY > from);
  };
  const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
});

// The page ends where the dock begins, however high that is.
new ResizeObserver(() => {
  const panel = find("#panel");
  if (panel) root.style.setProperty("--dock", `${Math.round(panel.getBoundingClientRect().height)}px`);
  more();
}).observe(find("#panel") ?? document.body);
