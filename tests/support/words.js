/* global seenWindows -- seen_window.js stands before it */
/**
 * Counts the words in the window that is open, and the signs that explain ("?" and "§").
 * A word is a run of characters between spaces with a letter or digit; numbers are words. Text that is hidden, clipped or outside the window doesn't count.
 * @param {{parts: Record<string, string>}} options parts: selectors of parts of the page by name
 * @returns {{words: Record<string, string[]>, signs: string[]}} the words of each part of the page, "" for the rest
 */
// eslint-disable-next-line no-unused-vars -- words.py evaluates this file as an expression
function countWords({ parts }) {
  const { common, windowOf } = seenWindows();
  /** @type {Record<string, string[]>} */
  const words = {};
  /** @type {string[]} */
  const signs = [];
  /** @type {(element: Element, box: DOMRect) => boolean} */
  const isInSight = (element, box) => {
    const seen = windowOf(element);
    return Boolean(seen && common(seen, box));
  };
  /** @type {(element: Element) => boolean} */
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** @type {(element: Element, text: string) => void} */
  const add = (element, text) => {
    const part = Object.keys(parts).find((name) => element.closest(parts[name])) ?? "";
    if (/[\p{L}\p{N}]/u.test(text)) (words[part] ??= []).push(text);
    else if (/[?§]/.test(text)) signs.push(text);
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode),
      element = node.parentElement;
    if (!element || !node.data.trim() || element.closest("script, style, noscript, option, textarea, title, defs, symbol")) continue;
    if (!isSeen(element)) continue;
    for (const match of node.data.matchAll(/\S+/g)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = element.closest("svg") ? [element.getBoundingClientRect()] : [...range.getClientRects()];
      if (boxes.some((box) => isInSight(element, box))) add(element, match[0]);
    }
  }
  for (const field of document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea")) {
    const text =
      field instanceof HTMLSelectElement
        ? (field.selectedOptions[0]?.label ?? "")
        : field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
          ? field.value || field.placeholder
          : "";
    if (isSeen(field) && isInSight(field, field.getBoundingClientRect())) for (const word of text.match(/\S+/g) ?? []) add(field, word);
  }
  return { words, signs };
}
