// The order of the companies: the server lists them by popularity, and the viewer may have them by seat.
import { find, findAll, settings } from "./dom.js";

const isBySeat = () => settings.get("seat_order") === "on";
/** @param {Element} tab */
const seatOf = (tab) => Number(tab.getAttribute("data-show-company"));
/** @param {Element} tab */
const rankOf = (tab) => Number(tab.getAttribute("data-rank"));

/** @param {string} id such as `company-summary-2` */
const numberOf = (id) => Number(id.slice(id.lastIndexOf("-") + 1));

/**
 * Regions as the server lists them, with the company summaries in the order that the viewer has chosen.
 * @template {{id: string, container: string}} R
 * @param {R[]} regions
 * @returns {R[]}
 */
export function orderRegions(regions) {
  if (!isBySeat()) return regions;
  const seats = regions
    .filter(({ container }) => container === "company-summary-list")
    .sort((one, other) => numberOf(one.id) - numberOf(other.id));
  return regions.map((region) => (region.container === "company-summary-list" ? /** @type {R} */ (seats.shift()) : region));
}

/**
 * Puts the tabs of the companies in the order that the viewer has chosen.
 * @param {Element | null | undefined} tabs
 */
export function orderTabs(tabs) {
  if (!tabs) return;
  const value = isBySeat() ? seatOf : rankOf;
  const all = findAll("a", tabs);
  const ordered = [...all].sort((one, other) => value(one) - value(other));
  if (ordered.some((tab, at) => tab !== all[at])) tabs.append(...ordered);
}

/** Puts all companies of the page in the order that the viewer has chosen. */
export function orderCompanies() {
  const tabs = find("#company-tabs");
  const focused = document.activeElement;
  orderTabs(tabs);
  const list = find("#company-summary-list");
  const all = findAll("#company-summary-list > .company-summary");
  const ordered = findAll("a", tabs ?? undefined).flatMap((tab) => find(`#company-summary-${seatOf(tab)}`) ?? []);
  if (list && ordered.some((summary, at) => summary !== all[at])) list.append(...ordered);
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus({ preventScroll: true });
}
