// Finds elements of the page, adds regions that are read out, and keeps small settings in the browser. Drawn elements (SVG) count as HTML elements for the types.

/**
 * The first element that matches, or null.
 * @param {string} selector
 * @param {ParentNode} from
 * @returns {HTMLElement | null}
 */
export const find = (selector, from = document) => from.querySelector(selector);

/**
 * All elements that match, in the order of the page.
 * @param {string} selector
 * @param {ParentNode} from
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, from = document) => [...from.querySelectorAll(selector)].map(asHtml);

/**
 * The first element that matches, where the template always has one; throws an error that names it otherwise.
 * @param {string} selector
 * @param {ParentNode} from
 * @returns {HTMLElement}
 */
export function findRequired(selector, from = document) {
  const found = find(selector, from);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/**
 * The input field with this id, or null.
 * @param {string} id
 * @returns {HTMLInputElement | null}
 */
export function findInput(id) {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement ? found : null;
}

/**
 * The element that an event happened at, or null where it happened at the document or at a text.
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
export const targetOf = (event) => (event.target instanceof Element ? asHtml(event.target) : null);

/**
 * The element at which an event happened, or the nearest one around it, that matches; or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closestTo = (event, selector) => targetOf(event)?.closest(selector) ?? null;

/**
 * Whether an element takes up space on the page.
 * @param {Element} element
 */
export const isShown = (element) => element.getClientRects().length > 0;

/**
 * Adds a hidden region to the page, whose text screen readers read out when it changes.
 * @param {"log" | "status"} role
 */
export function addLiveRegion(role) {
  const region = document.createElement("div");
  region.className = "visually-hidden";
  region.setAttribute("role", role);
  document.body.append(region);
  return region;
}

/**
 * A name for a sentence, isolated from what stands beside it: it may be written from right to left.
 * @param {string} name
 */
export const isolated = (name) => `\u2068${name}\u2069`;

/** Settings that the browser does not keep, which hold until the page is left. @type {Map<string, string>} */
const unkept = new Map();

/** Settings that stand in attributes of the page if somebody is logged in, and that the server stores, each with its attribute. @type {Record<string, string>} */
const OF_ACCOUNT = { motion: "accountMotion", sound: "accountSound", seat_order: "accountSeatOrder" };

/** Settings that the account keeps, or the browser for the next visit, where it allows that. */
export const settings = {
  /** @param {string} name */
  get(name) {
    try {
      return document.documentElement.dataset[OF_ACCOUNT[name]] ?? unkept.get(name) ?? localStorage.getItem(`groundfloor-${name}`);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    const { dataset } = document.documentElement;
    if (dataset[OF_ACCOUNT[name]] !== undefined) {
      dataset[OF_ACCOUNT[name]] = value;
      const body = JSON.stringify({ [name]: value === "on" });
      fetch("/api/account/settings", { method: "POST", headers: { "content-type": "application/json" }, body, keepalive: true }).catch(
        () => {},
      );
      return;
    }
    try {
      localStorage.setItem(`groundfloor-${name}`, value);
      unkept.delete(name);
    } catch {
      unkept.set(name, value);
    }
  },
};

/**
 * @param {Element} element
 * @returns {HTMLElement}
 */
const asHtml = (element) => /** @type {HTMLElement} */ (element);
