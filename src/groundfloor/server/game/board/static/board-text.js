// Boards as the server sends them and as the page shows them: where they are, and what is read from them.
import { findRequired } from "./dom.js";

/**
 * The address of the board's HTML.
 * @param {number | null} entry the entry of the record after which it is shown; null for the present
 * @param {number} [step] the step of the entry at which it is shown; 0: after the last one
 */
export function boardUrl(entry, step = 0) {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  if (entry !== null) query.set("at", String(entry));
  if (step) query.set("step", String(step));
  const text = query.toString();
  return `${findRequired("#moves").dataset.base}/board${text ? `?${text}` : ""}`;
}

/**
 * The version and the digest of a board, and the steps that can be played before it; null if a text is none.
 * @param {string} text
 */
export function boardOf(text) {
  const version = /id="table"[^>]* data-version="(\d+)"/.exec(text)?.[1];
  const digest = /id="table"[^>]* data-board="([^"]*)"/.exec(text)?.[1] ?? "";
  const steps = /id="table"[^>]* data-steps="([^"]*)"/.exec(text)?.[1] ?? "";
  return version === undefined ? null : { version: Number(version), digest, steps: steps.split(" ").filter(Boolean).map(stepOf) };
}

/**
 * A step: the entry, its number there and, if it is brief, a tilde: `19:2`, `18:1~`.
 * @param {string} text
 */
function stepOf(text) {
  const [entry, step] = text.split(":").map((each) => parseInt(each, 10));
  return { entry, step, isBrief: text.endsWith("~") };
}

/** What the page shows. */
export function shownBoard() {
  const { version, board: digest = "", draft = "", history, byClick } = findRequired("#table").dataset;
  return { version: Number(version), digest, draft, isPast: history !== undefined, isByClick: byClick !== undefined };
}

/** @typedef {{view: string, version: number, from: string, html: string}} PushedBoard */

/**
 * The HTML of a board that the server has pushed; null if it is for a page that shows another board than this one.
 * @param {PushedBoard} data
 */
export const pushedBoard = (data) => (data.from === findRequired("#table").dataset.board ? data.html : null);
