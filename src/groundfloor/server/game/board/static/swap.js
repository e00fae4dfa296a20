// Brings the table of the page up to date, region by region; focus, selection, scroll, typed text and opened details are kept.
import { orderRegions, orderTabs } from "./company-order.js";
import { findAll, findInput, findRequired, isShown } from "./dom.js";
import { Idiomorph } from "./vendor/idiomorph.esm.js";

/** @typedef {{id: string, digest: string, container: string}} ListedRegion */

/**
 * Focuses the first of these elements that can be focused.
 * @param {string[]} names ids
 */
function focusFirst(names) {
  for (const name of names) {
    document.getElementById(name)?.focus({ preventScroll: true });
    if (document.activeElement?.id === name) break;
  }
}

/**
 * While past entries are replayed the page has no controls: the function that is returned restores focus, typed text and its selection after it.
 * Until then (`isOver` is false) the heading of the panel has the focus that what is hidden has lost.
 */
export function rememberFocusAndInput() {
  const id = document.activeElement?.id ?? "";
  const { value: typed = "", selectionStart = null, selectionEnd = null } = findInput("command") ?? {};
  return (/** @type {boolean} */ isOver) => {
    const field = findInput("command");
    if (isOver && field && !field.value) {
      field.value = typed;
      field.setSelectionRange(selectionStart, selectionEnd);
    }
    const active = document.activeElement;
    const isLost = !active || active === document.body || !isShown(active);
    if (isLost && active instanceof HTMLElement) active.blur(); // browsers take the focus from what is hidden only later
    if (id && (isLost || active.id === "decision")) focusFirst(isOver ? [id, "decision"] : ["decision"]);
  };
}

/** The regions that the page shows: their digests, one after the other. */
export const shownDigests = () =>
  findAll("#table [data-digest]")
    .map((region) => region.dataset.digest)
    .join("");

/**
 * The regions of a board in the order of the page, as the server lists them: "container: id=digest id=digest …" for each container.
 * @param {string} text
 * @returns {ListedRegion[]}
 */
function parseList(text) {
  /** @type {ListedRegion[]} */
  const found = [];
  let container = "";
  for (const word of text.split(" ")) {
    const [id, digest] = word.split("=");
    if (digest === undefined) container = word.slice(0, -1);
    else found.push({ id, digest, container });
  }
  return found;
}

/**
 * Brings the page to what the server has sent: all regions of a board, of which only those come with their HTML that the page did not show when it asked.
 * Returns false, and changes nothing, if a region is left out that the page does not show (any more).
 * @param {HTMLElement} old the table of the page
 * @param {string} text HTML with an element that has the same id
 */
export function swap(old, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(old.id);
  const regions = orderRegions(parseList(fresh?.dataset.regions ?? ""));
  if (!fresh || !regions.length) return false;
  orderTabs(fresh.querySelector("#company-tabs"));
  const sent = new Map(findAll("[data-digest]", fresh).map((region) => [region.id, region]));
  const isUpToDate = (/** @type {ListedRegion} */ { id, digest }) => document.getElementById(id)?.dataset.digest === digest;
  if (!regions.every((region) => sent.has(region.id) || isUpToDate(region))) return false;

  const active = document.activeElement;
  const focusedId = active && old.contains(active) ? active.id : null;
  const [across, down] = [scrollX, scrollY];
  updateAttributes(old, fresh);
  removeOthers(old, regions);
  /** @type {Map<string, HTMLElement>} the last region that has its place, by container */
  const last = new Map();
  for (const { id, container } of regions) {
    const region = document.getElementById(id) ?? importRegion(sent.get(id));
    place(region, findRequired(`#${container}`), last.get(container));
    const news = sent.get(id);
    if (news) morph(region, news);
    last.set(container, findRequired(`#${id}`));
  }
  if (active?.nodeName === "INPUT") scrollTo(across, down); // else browsers scroll to a field in which somebody types
  if (focusedId !== null && (!old.contains(document.activeElement) || document.activeElement?.matches(":disabled"))) {
    focusFirst([focusedId, active?.closest("dialog")?.querySelector("[data-closes]")?.id ?? "decision", "decision"]);
  }
  return true;
}

/**
 * The state of the table, which scripts read.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function updateAttributes(old, fresh) {
  fresh.removeAttribute("data-regions");
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/**
 * @param {HTMLElement} table
 * @param {ListedRegion[]} regions
 */
function removeOthers(table, regions) {
  const ids = new Set(regions.map(({ id }) => id));
  for (const region of findAll("[data-digest]", table)) {
    if (ids.has(region.id)) continue;
    const container = region.parentElement;
    region.remove();
    if (container && "renewed" in container.dataset) renew(container);
  }
}

/**
 * Puts all that an element holds into a new one in its place, as what stays would seem to move otherwise.
 * @param {HTMLElement} container
 */
function renew(container) {
  const fresh = /** @type {HTMLElement} */ (container.cloneNode(false));
  container.after(fresh);
  for (const child of [...container.childNodes]) move(fresh, child, null);
  container.remove();
}

/**
 * Moves a node within the page; where the browser can, without its losing focus, scroll or its place on top as a dialog.
 * @param {Element & {moveBefore?: (node: Node, before: Node | null) => void}} parent
 * @param {Node} node
 * @param {Node | null} before
 */
const move = (parent, node, before) =>
  parent.moveBefore && node.isConnected ? parent.moveBefore(node, before) : parent.insertBefore(node, before);

/** @param {HTMLElement | undefined} region */
function importRegion(region) {
  if (!region) throw new Error("a region is missing");
  return document.importNode(region, true);
}

/**
 * Puts a region right after another one of its container, or before all others; what stands between regions stays.
 * @param {HTMLElement} region
 * @param {HTMLElement} container
 * @param {HTMLElement | undefined} previous
 */
function place(region, container, previous) {
  const others = /** @type {HTMLElement[]} */ ([...container.children]).filter((child) => child.dataset.digest !== undefined);
  const next = previous ? others[others.indexOf(previous) + 1] : others[0];
  if (next === region) return;
  move(container, region, previous ? previous.nextSibling : (next ?? null));
}

/**
 * Whether only the browser knows this of an element: what somebody has opened, typed or chosen, and the slider that somebody moves.
 * @param {string} name of an attribute
 * @param {Element} element
 */
const isOfBrowser = (name, element) =>
  (name === "open" && element.matches("details, dialog")) ||
  (name === "selected" && element.matches("option")) ||
  (name === "value" && element.matches("input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), input[type=range]:focus"));

/**
 * @param {HTMLElement} region
 * @param {HTMLElement} fresh
 */
function morph(region, fresh) {
  Idiomorph.morph(region, fresh, {
    restoreFocus: false,
    callbacks: {
      beforeNodeMorphed: (old, now) => !(old instanceof Element && old.isEqualNode(now)),
      beforeAttributeUpdated: (name, element) => !isOfBrowser(name, element),
    },
  });
}
