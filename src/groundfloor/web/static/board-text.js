// Boards as the server sends them: where they are, and their HTML, whole or without the parts that the page has.
import { findRequired } from "./dom.js";

/** Stands in a pushed board for the token of the page's forms, which is another one in each browser. */
const TOKEN_MARK = "\u0002csrf\u0002";

/**
 * The address of the board's HTML.
 * @param {string} entry the entry of the record after which it is shown; the last one if empty
 */
export function boardUrl(entry = "") {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  if (entry) query.set("at", entry);
  const text = query.toString();
  return `${findRequired("#moves").dataset.base}/board${text ? `?${text}` : ""}`;
}

/**
 * The version of the table that a text shows; NaN if it shows none.
 * @param {string} text
 */
export function versionOf(text) {
  const found = /id="table"[^>]* data-version="(\d+)"/.exec(text);
  return found ? Number(found[1]) : NaN;
}

/**
 * The drawing that a text shows; "" if it shows none.
 * @param {string} text
 */
export const drawingOf = (text) => /id="table"[^>]* data-drawing="([^"]*)"/.exec(text)?.[1] ?? "";

/** @typedef {{view: string, version: number, from: string, html: string}} PushedBoard */

/**
 * The HTML of a board that the server has pushed; null if it is for another drawing than the one that the page shows.
 * @param {PushedBoard} data
 * @param {HTMLElement} table
 */
export function pushedBoard(data, table) {
  if (data.from !== table.dataset.drawing) return null;
  const token = /** @type {HTMLInputElement | null} */ (table.querySelector("input[name=csrf]"));
  return data.html.replaceAll(TOKEN_MARK, token?.value ?? "");
}
