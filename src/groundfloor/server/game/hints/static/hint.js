// Hints: fetches what the server says, shows it over the board and lights the place that it is about. Without this file the key leads to a page.
import { closestTo, find, findAll, findRequired } from "./dom.js";
import { controlsOf, SELECTABLE } from "./focus.js";
import { showView } from "./panels.js";
import { isNarrow } from "./phone.js";
import { showPlace } from "./street.js";

const panel = findRequired("#hint");
const ATTEMPTS = 3;
let version = "";
let requestCount = 0;

const shownVersion = () => find("#table")?.dataset.version ?? "";

/** Marks the controls of the best answer, or the building or list where all answers are that begin with the same word. */
function markSuggestion() {
  for (const each of findAll("[data-hinted]")) each.removeAttribute("data-hinted");
  const { verb, move } = find(".hint-said", panel)?.dataset ?? {};
  if (panel.hidden || !verb) return;
  const meant = move
    ? controlsOf(move)
    : findAll(`#board ${SELECTABLE}`)
        .filter((each) => each.getAttribute("value")?.split(" ")[0] === verb)
        .map((each) => each.closest(".building, #improvements, .button-row") ?? each);
  for (const each of meant) each.setAttribute("data-hinted", "");
}

/** Shows the part of the board with the marked places, where there is room for one part at a time. */
function showMarkedPart() {
  const marked = isNarrow() && find("#board [data-hinted]");
  const part = marked && marked.closest("#city, .companies, #improvements");
  if (!marked || !part) return;
  showView(part.id || "company", false);
  showPlace(marked);
}

function close() {
  requestCount += 1;
  panel.hidden = true;
  panel.removeAttribute("aria-busy");
  markSuggestion();
  find("#open-hint, #guide-hint")?.focus({ preventScroll: true });
}

/**
 * A server that is busy goes on computing a hint after it has given up a request, so the same is asked again.
 * @param {string} address
 * @param {HTMLFormElement | null} form the form that takes the first hint of a game
 */
async function fetchHint(address, form) {
  const sent = form && { method: "POST", body: new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)])) };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, { headers: { "X-Part": "hint" }, ...sent });
    if (response.ok) return response.text();
    if (attempt === ATTEMPTS) throw new Error(String(response.status));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Shows a hint, or its page if it can't be fetched; nothing if the panel was closed, or another hint asked for, before it came.
 * @param {string} address
 * @param {HTMLFormElement | null} form the form that takes the first hint of a game
 */
async function show(address, form = null) {
  const number = (requestCount += 1);
  panel.hidden = false;
  version = shownVersion();
  if (!panel.childElementCount) panel.textContent = panel.dataset.waiting ?? "";
  panel.setAttribute("aria-busy", "true");
  const text = await fetchHint(address, form).catch(() => null);
  if (number !== requestCount) return;
  if (text === null) {
    location.href = address;
    return;
  }
  panel.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  panel.removeAttribute("aria-busy");
  panel.scrollTop = Math.max(0, (find("#hint-line", panel)?.offsetTop ?? 0) - 8);
  panel.focus({ preventScroll: true });
  markSuggestion();
  showMarkedPart();
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closestTo(event, "#open-hint, [data-hint], [data-hint-close]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  if (link.matches("[data-hint-close]")) close();
  else show(link.href);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-hint-form]")) return;
  event.preventDefault();
  show(form.action, form);
});
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  close();
});
document.addEventListener("groundfloor:swapped", () => {
  if (shownVersion() !== version) {
    requestCount += 1;
    panel.hidden = true;
    panel.removeAttribute("aria-busy");
    panel.replaceChildren();
  }
  markSuggestion();
});
