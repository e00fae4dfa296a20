// Changes a part of the page into a new version of it; focus, scroll and opened details are kept.
import { findInput } from "./dom.js";

/** Attributes that the browser changes and the server does not know. */
const BROWSER_ATTRIBUTES = new Set(["open"]);

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
 * While past entries are replayed the page has no controls: the function that is returned restores focus and typed text after it.
 */
export function rememberFocusAndInput() {
  const id = document.activeElement?.id ?? "";
  const typed = findInput("command")?.value ?? "";
  return () => {
    const field = findInput("command");
    if (field && !field.value) field.value = typed;
    const active = document.activeElement;
    if (id && (!active || active === document.body || active.id === "decision")) focusFirst([id, "decision"]);
  };
}

/** @typedef {Map<string, HTMLElement>} KeptParts Elements of the page by id, in whose place the fresh text has an empty one. */

/**
 * Returns false, and changes nothing, if the text is an update of another drawing than the one that the page shows, or leaves out a part
 * that the page does not have (any more).
 * @param {HTMLElement} old
 * @param {string} text HTML with an element that has the same id; an update has beside it `#changes`, the parts that have changed
 */
export function swap(old, text) {
  const active = document.activeElement;
  const id = active && old.contains(active) ? active.id : null;
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById(old.id);
  const changes = page.getElementById("changes");
  if (!fresh || (changes && changes.dataset.since !== old.dataset.drawing)) return false;
  const [across, down] = [scrollX, scrollY];
  const kept = findKept(page);
  const changed = findChanged(changes);
  if (!kept || !changed) return false;
  morph(old, fresh, kept);
  for (const [part, freshPart] of changed) morph(part, freshPart, kept);
  for (const placeholder of old.querySelectorAll("[data-kept]")) {
    placeholder.replaceWith(kept.get(placeholder.id) ?? "");
  }
  if (active?.nodeName === "INPUT") scrollTo(across, down); // else browsers scroll to a field in which somebody types
  if (id !== null && (!old.contains(document.activeElement) || document.activeElement?.matches(":disabled"))) {
    focusFirst([id, active?.closest("dialog")?.querySelector("[data-closes]")?.id ?? "decision", "decision"]);
  }
  return true;
}

/**
 * The parts of the page in whose place the text has empty elements; null if the page lacks one.
 * @param {Document} page
 * @returns {KeptParts | null}
 */
function findKept(page) {
  const found = new Map();
  for (const { id } of page.querySelectorAll("[data-kept]")) {
    const part = document.getElementById(id);
    if (!part) return null;
    found.set(id, part);
  }
  return found;
}

/**
 * The parts of the page that have changed, each with its fresh element; null if the page lacks one. Elements of a drawing stand in an `<svg>`.
 * @param {HTMLElement | null} changes
 * @returns {[Element, Element][] | null}
 */
function findChanged(changes) {
  /** @type {[Element, Element][]} */
  const found = [];
  for (const child of changes?.children ?? []) {
    const fresh = child.id ? child : (child.firstElementChild ?? child);
    const part = document.getElementById(fresh.id);
    if (!part) return null;
    found.push([part, fresh]);
  }
  return found;
}

/**
 * Makes a node like a fresh one of the same kind, and with the same id if they have one.
 * @param {Node} old
 * @param {Node} fresh
 * @param {KeptParts} kept
 */
function morph(old, fresh, kept) {
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.nodeName !== "INPUT" && old.isEqualNode(fresh) && !old.querySelector("input")) return;
  updateAttributes(old, fresh);
  if (old instanceof HTMLInputElement) updateField(old, fresh);
  updateChildren(old, fresh, kept);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function updateAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !BROWSER_ATTRIBUTES.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !BROWSER_ATTRIBUTES.has(name)) old.setAttribute(name, value);
  }
}

/**
 * What a person is typing stays; everything else is as the server says.
 * @param {HTMLInputElement} old
 * @param {Element} fresh
 */
function updateField(old, fresh) {
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
  else if (old.type === "hidden") old.value = fresh.getAttribute("value") ?? "";
}

/**
 * Moves a node within the page; where the browser can, without its losing focus, scroll or its place on top as a dialog.
 * @param {Element & {moveBefore?: (node: Node, before: Node | null) => void}} parent
 * @param {Node} node
 * @param {Node | null} before
 */
const move = (parent, node, before) =>
  parent.moveBefore && node.isConnected ? parent.moveBefore(node, before) : parent.insertBefore(node, before);

/** @param {Node | null} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * @param {Node} old
 * @param {Node} fresh
 */
const isAlike = (old, fresh) => old.nodeName === fresh.nodeName && idOf(old) === idOf(fresh);

/**
 * @param {Element} old
 * @param {Element} fresh
 * @param {KeptParts} kept
 */
function updateChildren(old, fresh, kept) {
  const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const freshIds = new Set([...fresh.children].filter((child) => child.id).map((child) => child.id));
  let here = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    while (here && idOf(here) && !freshIds.has(idOf(here))) here = drop(here);
    const known = named.get(idOf(child));
    const part = kept.get(idOf(child));
    if (part) {
      if (part === here) here = here.nextSibling;
      else move(old, part, here);
    } else if (known && known !== here && isAlike(known, child)) {
      move(old, known, here);
      morph(known, child, kept);
    } else if (here && isAlike(here, child)) {
      morph(here, child, kept);
      here = here.nextSibling;
    } else {
      old.insertBefore(document.adoptNode(child), here);
    }
  }
  while (here) here = drop(here);
}

/**
 * Removes a node and returns the one after it.
 * @param {ChildNode} node
 */
function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
