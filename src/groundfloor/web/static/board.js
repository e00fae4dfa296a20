// The drawn board in the browser: keys, focus, notes, parts of the page on small screens, and motion. All works without it too.
import { isStill } from "./motion.js";
import { isPhone } from "./phone.js";
import { open as read, ruleHere } from "./rules.js";

const root = document.documentElement;
const one = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const CHOICES = "#board button[name=pick], #board .facades button, #board a.mini-key, #board .track :is(.assumed, .placard)";
const isShown = (element) => Boolean(element) && element.getClientRects().length > 0 && (element.checkVisibility?.() ?? true);
const isLit = (element) => element.matches("[name=pick]:not([aria-disabled=true])");
const kept = {
  get: (name) => { try { return localStorage.getItem(`groundfloor-${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`groundfloor-${name}`, value); } catch { /* not kept */ } },
};

// Parts of the page

function view(name, focuses = true) {
  root.dataset.view = name;
  mark();
  const title = one(`#${name === "company" ? "company" : name}-title`);
  if (focuses && title) title.focus({ preventScroll: !isPhone() });
  if (isPhone()) scrollTo(0, 0);
  else one(`#${name}`)?.scrollIntoView({ block: "nearest" });
}

function show(seat) {
  const front = one("#company")?.dataset.front;
  if (seat === front) delete root.dataset.show;
  else root.dataset.show = seat;
  if (isPhone()) view("company", false);
  mark();
  const company = one(`#company-${seat}`);
  company?.focus({ preventScroll: true });
  company?.scrollIntoView({ block: "nearest" });
}

// A new question leads to the part of the board where its answers are given, where one part is seen at a time.
let answered = "";
function lead() {
  const { mode, kind } = one("#panel")?.dataset ?? {};
  const tabs = all(".view-tabs a.is-lit").map((tab) => tab.dataset.view);
  const question = [one("#table")?.dataset.version, kind, ...tabs].join();
  if (!["asked", "picked"].includes(mode) || question === answered) return;
  answered = question;
  if (tabs.includes("sale")) root.dataset.rail = root.dataset.led = "sale";
  else if (root.dataset.led) { delete root.dataset.rail; delete root.dataset.led; }
  if (isPhone() && tabs.length && !tabs.includes(root.dataset.view ?? "city")) view(tabs[0], false);
}

// What the server draws anew and the browser has changed since.
function mark() {
  const shown = root.dataset.show ?? one("#company")?.dataset.front;
  for (const tab of all(".company-tabs a")) tab.dataset.show === shown ? tab.setAttribute("aria-current", "true") : tab.removeAttribute("aria-current");
  for (const tab of all(".view-tabs a")) (root.dataset.view ?? "city") === tab.dataset.view ? tab.setAttribute("aria-current", "true") : tab.removeAttribute("aria-current");
  one("[data-letters]")?.setAttribute("aria-checked", String(kept.get("letters") !== "off"));
  one("[data-motion]")?.setAttribute("aria-checked", String(kept.get("motion") !== "off"));
  one("#strip")?.setAttribute("aria-expanded", String(root.hasAttribute("data-tracks")));
  one("[data-grip]")?.setAttribute("aria-expanded", String(root.dataset.sheet !== "low"));
}

function open(name) {
  const dialog = one(`#${name}`);
  if (dialog && !dialog.open) dialog.showModal();
}

function menu(isOpen) {
  const bar = one("body > .bar");
  if (!bar) return;
  bar.classList.toggle("is-open", isOpen);
  one("#menu")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) one("a, button, select", bar)?.focus();
}

// The tracks of a phone, opened above the city.
function tracks(isOpen) {
  root.toggleAttribute("data-tracks", isOpen);
  if (isOpen && root.dataset.view && root.dataset.view !== "city") view("city", false);
  scrollTo(0, 0);
  mark();
}

function sheet(isLow) {
  if (isLow) root.dataset.sheet = "low";
  else delete root.dataset.sheet;
  mark();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-view], [data-show], [data-opens], [data-shuts], [data-menu], [data-grip], [data-letters], [data-motion], [data-tracks], [data-rail]");
  const bar = one("body > .bar.is-open");
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
  else if (shuts) one(`#${shuts}`)?.close();
  else if ("tracks" in link.dataset && isPhone()) tracks(!root.hasAttribute("data-tracks"));
});

function flip(name) {
  kept.set(name, kept.get(name) === "off" ? "on" : "off");
  mark();
}

// A barred place is a button that says why; it does nothing.
document.addEventListener("click", (event) => {
  const barred = event.target.closest("#board [aria-disabled=true]");
  if (barred) { event.preventDefault(); note(barred); }
}, true);

// The evidence of an assumed number and what a placard says, where nothing hovers
document.addEventListener("click", (event) => {
  const assumed = event.target.closest(".track :is(.assumed, .placard)");
  if (assumed) note(assumed);
});

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
  const panel = one("#panel");
  if (panel) root.style.setProperty("--dock", `${Math.round(panel.getBoundingClientRect().height)}px`);
}).observe(one("#panel") ?? document.body);

// Focus: one tab stop for each drawing, arrows by position

const groupOf = (element) => element.closest(".section, .tiles, [role=group]") ?? element.closest("section");
const choices = () => all(CHOICES).filter(isShown);
const roving = () => choices().filter((element) => !element.closest("#panel"));

function rove(chosen = document.activeElement) {
  const groups = new Map();
  for (const element of roving()) groups.set(groupOf(element), [...(groups.get(groupOf(element)) ?? []), element]);
  for (const members of groups.values()) {
    const stop = members.find((each) => each === chosen) ?? members.find(isLit) ?? members[0];
    for (const each of members) each.tabIndex = each === stop ? 0 : -1;
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function step(from, [x, y]) {
  const centre = (element) => { const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const [left, top] = centre(from);
  let best = null;
  let least = Infinity;
  for (const element of roving()) {
    if (element === from) continue;
    const [right, down] = centre(element);
    const along = (right - left) * x + (down - top) * y;
    const across = Math.abs((right - left) * y) + Math.abs((down - top) * x);
    if (along < 4) continue;
    const far = along + across * 2.5 + (groupOf(element) === groupOf(from) ? 0 : 400);
    if (far < least) [best, least] = [element, far];
  }
  best?.focus();
}

function nextLit(back) {
  const lit = choices().filter(isLit);
  if (!lit.length) return;
  const here = document.activeElement;
  const at = lit.indexOf(here);
  const after = lit.findIndex((each) => here.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = at >= 0 ? at + (back ? -1 : 1) : after < 0 ? 0 : back ? after - 1 : after;
  lit[(next + lit.length) % lit.length].focus();
}

function enter(selector) {
  const place = all(selector).find(isShown);
  if (!place) return;
  place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isStill() ? "auto" : "smooth" });
  const inside = all("button[name=pick], .front button", place).filter(isShown);
  const target = inside.find(isLit) ?? inside[0] ?? (place.tabIndex >= 0 || place.hasAttribute("tabindex") ? place : one("h2, h3", place));
  if (target && !target.hasAttribute("tabindex") && !target.matches("button, a")) target.tabIndex = -1;
  target?.focus();
}

// Keys

const press = (id) => {
  const key = document.getElementById(id);
  if (!key || key.getAttribute("aria-disabled") === "true") return false;
  key.click();
  return true;
};

const letters = {
  n: () => nextLit(false), N: () => nextLit(true),
  o: () => { delete root.dataset.show; if (isPhone()) view("company", false); enter("#company .company"); },
  s: () => { if (isPhone()) view("sale"); else enter("#sale"); },
  l: () => { if (isPhone()) view("log"); else enter("#log .log-scroll"); },
  p: () => open("score"),
  u: () => press("undo"),
  r: () => { const more = one("#remodels"); if (more) { more.open = true; one(".keys button", more)?.focus(); } },
  "/": () => { if (isPhone()) view("log", false); else root.dataset.rail = "log"; one("#command")?.focus(); },
  q: () => { const rule = ruleHere(); if (rule) read(rule).catch(() => press("open-rules")); else press("open-rules"); },
  "?": () => open("keys"),
};

function area(letter) {
  if (isPhone() && root.dataset.view && root.dataset.view !== "city") view("city", false);
  const key = all(`[data-letter="${letter}"]`).find((each) => isShown(each) && each.matches("a, button"));
  if (key) key.click();
  enter(`#area-${letter}`);
}

function escape() {
  if (hush()) return true;
  if (one("body > .bar.is-open")) { menu(false); one("#menu")?.focus(); return true; }
  if (press("back")) return true;
  if (isPhone() && root.dataset.sheet !== "low") { sheet(true); return true; }
  return false;
}

// The place that stands in pencil, or led there: Enter on it confirms.
let led = "";
document.addEventListener("submit", (event) => { led = event.submitter?.name === "pick" ? event.submitter.id : ""; });

function isPencilled(element) {
  if (element.id && element.id === led && element.getAttribute("aria-disabled") === "true") return true;
  const drawn = (one("#table")?.dataset.drawn ?? "").split(",").filter(Boolean);
  return element.name === "pick" && drawn.some((text) => text === element.value || text.startsWith(`${element.value} `));
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (one("dialog[open]")) return;
  const isField = target.matches("input, textarea, select") && !target.matches("[type=checkbox], [type=radio]");
  if (key === "Escape") {
    if (isField) { target.blur(); if (target.id === "command") one("#decision")?.focus({ preventScroll: true }); return; }
    if (escape()) event.preventDefault();
    return;
  }
  if (isField) {
    if (key === "Tab" && !event.shiftKey && target.id === "command" && complete(target)) event.preventDefault();
    return;
  }
  if (key === "Enter" && (isPencilled(target) || !target.closest("a, button, summary, [tabindex='0']"))) {
    if (press("confirm")) event.preventDefault();
    return;
  }
  if (key in WAYS && target.matches(CHOICES) && !target.closest("#panel")) { event.preventDefault(); step(target, WAYS[key]); return; }
  if (kept.get("letters") === "off") return;
  const small = key.length === 1 ? key.toLowerCase() : "";
  if (letters[key] || letters[small]) { event.preventDefault(); (letters[key] ?? letters[small])(); }
  else if (/^[a-i]$/.test(small)) { event.preventDefault(); area(small.toUpperCase()); }
  else if (/^[1-6]$/.test(key)) {
    const tab = all(".company-tabs a")[Number(key) - 1];
    if (tab) { event.preventDefault(); show(tab.dataset.show); }
  }
});

// Completes a typed move as far as all possible ones agree.
function complete(field) {
  const typed = field.value.trim().toLowerCase();
  const found = all("#command-words option").map((option) => option.value).filter((text) => text.startsWith(typed));
  if (!typed || !found.length) return false;
  let shared = found[0];
  for (const text of found) while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  const isMore = shared.length > typed.length;
  if (isMore) field.value = shared;
  return isMore;
}

// Notes: what a place costs and does, with a leader to it, in free air

let floating = null;
let noted = null;

function hush() {
  if (!floating) return false;
  for (const part of floating) part.remove();
  floating = noted = null;
  return true;
}

const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function note(element) {
  const source = document.getElementById(element.getAttribute("aria-describedby") ?? "");
  hush();
  if (!source || !source.matches("[role=tooltip]") || (isPhone() && !element.matches(".assumed, .placard"))) return;
  const panel = document.createElement("div");
  panel.className = "floating";
  panel.setAttribute("aria-hidden", "true");
  for (const child of source.cloneNode(true).childNodes) panel.append(child.cloneNode(true));
  const leader = document.createElement("div");
  leader.className = "floating-leader";
  document.body.append(panel, leader);
  floating = [panel, leader];
  noted = element;
  place(panel, leader, element.getBoundingClientRect());
}

function place(panel, leader, target) {
  const { width, height } = panel.getBoundingClientRect();
  const lit = choices().filter((each) => isLit(each) && each !== noted).map((each) => each.getBoundingClientRect());
  const middle = target.left + target.width / 2;
  const inside = (left) => Math.max(8, Math.min(left, innerWidth - width - 8));
  const head = Math.max(0, one(".head")?.getBoundingClientRect().bottom ?? 0) + 2;
  const spots = [];
  for (let rise = 14; rise < 420; rise += 14) spots.push([inside(middle - 24), target.top - height - rise], [inside(middle - width + 24), target.top - height - rise]);
  for (const aside of [14, 48, 96]) spots.push([target.right + aside, target.top], [target.left - width - aside, target.top], [inside(middle - 24), target.bottom + aside]);
  const fits = ([left, top]) => {
    const box = { left, top, right: left + width, bottom: top + height };
    return top >= head && left > 4 && box.right < innerWidth - 4 && box.bottom < innerHeight - 4 && !lit.some((other) => meets(box, other)) && !meets(box, target);
  };
  const [left, top] = spots.find(fits) ?? [inside(middle - 24), Math.max(head, target.top - height - 14)];
  panel.style.left = `${left + scrollX}px`;
  panel.style.top = `${top + scrollY}px`;
  const isAbove = top + height <= target.top;
  const isBelow = top >= target.bottom;
  leader.hidden = !isAbove && !isBelow;
  leader.style.left = `${Math.max(left + 2, Math.min(middle, left + width - 3)) + scrollX}px`;
  leader.style.top = `${(isAbove ? top + height : target.bottom) + scrollY}px`;
  leader.style.height = `${isAbove ? target.top - top - height : top - target.bottom}px`;
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(CHOICES)) rove(event.target);
  if (event.target.matches?.("#board [aria-describedby]:focus-visible")) note(event.target);
  else hush();
});
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const element = event.target.closest?.("#board [aria-describedby]");
  if (element && element !== noted) note(element);
  else if (!element && noted && noted !== document.activeElement) hush();
});
addEventListener("scroll", hush, { passive: true });
addEventListener("resize", hush);

// After a swap: the stops again, and what is new is said; motion.js shows it

const live = document.createElement("div");
live.className = "unseen";
live.setAttribute("role", "log");
live.setAttribute("aria-live", "polite");
document.body.append(live);

const lines = () => all("#log .said").map((line) => [Number(line.id.slice(5)), one(".said-words", line)?.textContent.trim() ?? ""]);
let lastLine = Math.max(-1, ...lines().map(([number]) => number));
let wasOver = Boolean(one(".head-turn.is-over"));
let wasYours = Boolean(one(".head-turn.is-yours"));

function speak() {
  const fresh = lines().filter(([number]) => number > lastLine);
  if (!fresh.length) return;
  lastLine = fresh.at(-1)[0];
  const said = fresh.slice(-3).map(([, text]) => text);
  live.textContent = said.join(" ");
}

document.addEventListener("groundfloor:swapped", () => {
  hush();
  lead();
  mark();
  rove();
  speak();
  const isYours = Boolean(one(".head-turn.is-yours"));
  if (isYours && !wasYours) {
    live.textContent += ` ${one(".head-turn > span")?.textContent.trim()}.`;
    sheet(false);
  }
  wasYours = isYours;
  const isOver = Boolean(one(".head-turn.is-over"));
  if (isOver && !wasOver) open("score");
  wasOver = isOver;
});

lead();
mark();
rove();
