// Requests of an open game page: for a board, and with a choice of the player.
import { noteServerTime } from "./server-time.js";
import { shownDigests } from "./swap.js";

const TIMEOUT = 15000; // milliseconds

/** @typedef {{isWhole: boolean, hasPlan: boolean}} Wanted All regions are to be sent; with the plan of the round, which is left out otherwise. */

/** @type {AbortController | null} */
let underWay = null;

export const cancelRequest = () => underWay?.abort();

/**
 * Begins a request and gives up the one before it.
 * @template Found
 * @param {string} url
 * @param {RequestInit} options
 * @param {Wanted} wanted
 * @param {(response: Response) => Promise<Found>} read the time for the answer includes reading it
 * @returns {Promise<Found>}
 */
async function request(url, options, { isWhole, hasPlan }, read) {
  cancelRequest();
  const controller = new AbortController();
  underWay = controller;
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  const headers = {
    "X-Partial": "true",
    "X-Regions": isWhole ? "" : shownDigests(),
    "X-Plan": hasPlan ? "open" : "",
  };
  try {
    const response = await fetch(url, { ...options, headers, signal: controller.signal });
    noteServerTime(response);
    return await read(response);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} url
 * @param {Wanted} wanted
 * @returns {Promise<string>} "" if the table can't be seen there
 * @throws if no answer comes, or the server has none now
 */
export const fetchBoard = (url, wanted) =>
  request(url, { cache: "no-store" }, wanted, async (response) => {
    if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
    if ([404, 410].includes(response.status)) location.replace(location.pathname); // the table was deleted, or the link renewed: the server says so
    return response.ok ? response.text() : "";
  });

/**
 * Sends a form. `part` is the part of the page that a typed command asks for.
 * @param {string} address
 * @param {URLSearchParams} body
 * @param {Wanted} wanted
 * @throws if no answer of the server comes
 */
export const sendForm = (address, body, wanted) =>
  request(address, { method: "POST", body, redirect: "error" }, wanted, async (response) => {
    if ([502, 504].includes(response.status)) throw new Error(`${response.status}`);
    return { isOk: response.ok, text: await response.text(), part: response.headers.get("X-Shown-Part") ?? "" };
  });
