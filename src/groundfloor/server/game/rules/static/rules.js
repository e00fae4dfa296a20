// The rule book beside the board: a link to a rule opens it there; without this file the link leads to the page of rules.
import { closestTo, find, findAll, findRequired } from "./dom.js";

const book = findRequired("#rulebook");
const pages = findRequired("#rulebook-pages");
const searchField = /** @type {HTMLInputElement} */ (findRequired("#rulebook-query"));
const rulesPath = book.dataset.source;
const purpose = findRequired("#rulebook-purpose");
const cookieLength = () => document.cookie.match(/(?:^|; )(?:__Host-)?rules_length=(\w+)/)?.[1] ?? "";
/** @type {string | null} */
let fullBook = null;
/** @type {HTMLElement | null} */
let hovered = null;
let openerId = "";
let requestCount = 0;

/**
 * The rules of this game as HTML.
 * @param {string} query only paragraphs with these words
 * @param {string} length the length of the texts: short, long or both
 */
async function fetchRules(query = "", length = "") {
  const parameters = new URLSearchParams({ ...(query && { q: query }), ...(length && { length }) });
  const response = await fetch(`${rulesPath}/panel?${parameters}`);
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** @param {string} text */
function showPages(text) {
  pages.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
}

/**
 * Switches to another length of the texts, at the same place of the book.
 * @param {string} length
 */
async function switchLength(length) {
  const top = pages.getBoundingClientRect().top;
  const here = findAll(".rule", pages).find((rule) => rule.getBoundingClientRect().bottom > top);
  const query = searchField.value.trim();
  const number = (requestCount += 1);
  const text = await fetchRules(query, length);
  if (number !== requestCount) return;
  fullBook = query ? null : text;
  showPages(text);
  const place = here && document.getElementById(here.id);
  if (place) pages.scrollTop = place.offsetTop - pages.offsetTop;
  find(`[data-length="${cookieLength() || "short"}"]`, pages)?.focus({ preventScroll: true });
}

/** @param {string} id */
function showRule(id) {
  const place = document.getElementById(id);
  for (const each of findAll(".is-cited", pages)) {
    each.classList.remove("is-cited");
    each.removeAttribute("aria-current");
  }
  place?.classList.add("is-cited");
  place?.setAttribute("aria-current", "location");
  (place ?? pages).focus({ preventScroll: true });
  const covered = find(".rules-lengths", pages)?.offsetHeight ?? 0; // it sticks at the top
  pages.scrollTop = place ? place.getBoundingClientRect().top - pages.getBoundingClientRect().top + pages.scrollTop - covered : 0;
}

/**
 * What a thing of the board is for, by its key ("area:factory"), as HTML; null without one.
 * @param {string} key
 */
async function fetchPurpose(key) {
  const response = key ? await fetch(`${rulesPath}/purpose?${new URLSearchParams({ of: key })}`) : null;
  return response?.ok ? response.text() : null;
}

/**
 * Opens the book at a rule, by its number ("IV.B"), or at the part that the rule is in; before it stands what the thing is for.
 * Nothing is shown if the book was closed, or something else asked for, before the answers came.
 * @param {string} rule
 * @param {string} [key] the thing that is asked about
 */
async function openRule(rule, key = "") {
  const number = (requestCount += 1);
  fullBook ??= await fetchRules();
  const said = await fetchPurpose(key);
  if (number !== requestCount) return;
  purpose.hidden = said === null;
  purpose.replaceChildren(...new DOMParser().parseFromString(said ?? "", "text/html").body.childNodes);
  book.hidden = false;
  searchField.value = "";
  showPages(fullBook);
  showRule(document.getElementById(`book-${rule}`) ? `book-${rule}` : `book-part-${rule}`);
  if (purpose.hidden) return;
  purpose.scrollTop = 0;
  purpose.focus({ preventScroll: true });
}

function close() {
  requestCount += 1;
  book.hidden = true;
  (document.getElementById(openerId) ?? document.getElementById("decision"))?.focus({ preventScroll: true });
}

/**
 * Opens the book with what the rules say about some words.
 * @param {string} query
 */
export function searchRules(query) {
  purpose.hidden = true;
  book.hidden = false;
  searchField.value = query;
  searchField.focus({ preventScroll: true });
  return search();
}

async function search() {
  const query = searchField.value.trim();
  const number = (requestCount += 1);
  try {
    const text = query ? await fetchRules(query) : (fullBook ??= await fetchRules());
    if (number === requestCount && text) showPages(text);
  } catch {
    /* the server can't be reached: what is shown stays */
  }
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closestTo(event, "a[href]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const openPage = () => {
    location.href = link.href;
  };
  if (link.dataset.length && book.contains(link)) {
    event.preventDefault();
    switchLength(link.dataset.length).catch(openPage);
  } else if (link.getAttribute("href")?.startsWith("#book-")) {
    event.preventDefault();
    showRule(link.hash.slice(1));
  } else if (link.pathname === rulesPath || link.getAttribute("href")?.startsWith("?go=rules")) {
    event.preventDefault();
    if (!book.contains(link)) openerId = link.closest(".bar") ? "menu" : link.id;
    openRule(decodeURIComponent(link.hash.slice(1)), link.dataset.of).catch(openPage);
  }
});
findRequired("#rulebook-close").addEventListener("click", close);
searchField.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
searchField.addEventListener("input", search);
book.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  close();
});

document.addEventListener("pointerover", (event) => {
  hovered = closestTo(event, "[data-rule]");
});
/** Opens the purpose and the rule of the place in focus or under the pointer; returns null if there is none. */
export function openRuleHere() {
  /** @type {HTMLElement | null | undefined} */
  const focused = document.activeElement?.closest("[data-rule]");
  const from = focused ?? (hovered?.isConnected ? hovered : null);
  if (from) openerId = document.activeElement?.id ?? "";
  return from?.dataset.rule ? openRule(from.dataset.rule, from.dataset.of) : null;
}
