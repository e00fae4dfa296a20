// The order of the companies: the server lists them by popularity, and the viewer may have them by seat.
import { find, findAll, settings } from "./dom.js";

const isBySeat = () => settings.get("seat_order") === "on";
/** @param {Element} tab */
const seatOf = (tab) => Number(tab.getAttribute("data-show-company"));
/** @param {Element} tab */
const rankOf = (tab) => Number(tab.getAttribute("data-rank"));

/**
 * Regions as the server lists them, with the small companies in the order that the viewer has chosen.
 * @template {{id: string, container: string}} R
 * @param {R[]} regions
 * @returns {R[]}
 */
export function orderRegions(regions) {
  if (!isBySeat()) return regions;
  const seats = regions
    .filter(({ container }) => container === "minis")
    .sort((one, other) => Number(one.id.slice(6)) - Number(other.id.slice(6)));
  return regions.map((region) => (region.container === "minis" ? /** @type {R} */ (seats.shift()) : region));
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
  const minis = find("#minis");
  const all = findAll("#minis > .mini");
  const ordered = findAll("a", tabs ?? undefined).flatMap((tab) => find(`#small-${seatOf(tab)}`) ?? []);
  if (minis && ordered.some((mini, at) => mini !== all[at])) minis.append(...ordered);
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus({ preventScroll: true });
}
