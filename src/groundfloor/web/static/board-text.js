// Boards as the server sends them and as the page shows them: where they are, and what is read from them.
import { findRequired } from "./dom.js";

/**
 * The address of the board's HTML.
 * @param {number | null} entry the entry of the record after which it is shown; null for the present
 */
export function boardUrl(entry) {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  if (entry !== null) query.set("at", String(entry));
  const text = query.toString();
  return `${findRequired("#moves").dataset.base}/board${text ? `?${text}` : ""}`;
}

/**
 * The version and the digest of a board; null if a text is none.
 * @param {string} text
 */
export function boardOf(text) {
  const version = /id="table"[^>]* data-version="(\d+)"/.exec(text)?.[1];
  const digest = /id="table"[^>]* data-board="([^"]*)"/.exec(text)?.[1] ?? "";
  return version === undefined ? null : { version: Number(version), digest };
}

/** What the page shows. */
export function shownBoard() {
  const { version, board: digest = "", pencilled: draft = "", history } = findRequired("#table").dataset;
  return { version: Number(version), digest, draft, isPast: history !== undefined };
}

/** @typedef {{view: string, version: number, from: string, html: string}} PushedBoard */

/**
 * The HTML of a board that the server has pushed; null if it is for a page that shows another board than this one.
 * @param {PushedBoard} data
 */
export const pushedBoard = (data) => (data.from === findRequired("#table").dataset.board ? data.html : null);
