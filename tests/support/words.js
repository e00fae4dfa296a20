/**
 * Counts the words in the window that is open, and the signs that explain ("?" and "§").
 * A word is a run of characters between spaces with a letter or digit; numbers are words. Text that is hidden, clipped or outside the window doesn't count.
 * @param {{parts: Record<string, string>}} options parts: selectors of parts of the page by name
 * @returns {{words: Record<string, string[]>, signs: string[]}} the words of each part of the page, "" for the rest
 */
// eslint-disable-next-line no-unused-vars -- words.py evaluates this file as an expression
function countWords({ parts }) {
  const LEAST = 2;
  /** @type {Record<string, string[]>} */
  const words = {};
  /** @type {string[]} */
  const signs = [];
  /** @type {Map<Element, DOMRect | null>} */
  const windows = new Map();

  /**
   * Returns the rectangle in which the children of an element can be seen; null: none.
   * @param {Element | null} element
   * @returns {DOMRect | null}
   */
  const windowOf = (element) => {
    if (!element || element === document.documentElement) return new DOMRect(0, 0, innerWidth, innerHeight);
    const known = windows.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const outer = windowOf(style.position === "fixed" || element.matches(":modal, :popover-open") ? null : element.parentElement);
    const isCut = (style.overflowX !== "visible" || style.overflowY !== "visible") && !/inline$|contents/.test(style.display);
    const isClipped = style.clipPath.startsWith("inset");
    const inner = outer && (isCut || isClipped) ? (isClipped ? null : common(outer, element.getBoundingClientRect())) : outer;
    windows.set(element, inner);
    return inner;
  };
  /** @type {(a: DOMRect, b: DOMRect) => DOMRect | null} */
  const common = (a, b) => {
    const left = Math.max(a.left, b.left),
      top = Math.max(a.top, b.top);
    const width = Math.min(a.right, b.right) - left,
      height = Math.min(a.bottom, b.bottom) - top;
    return width >= LEAST && height >= LEAST ? new DOMRect(left, top, width, height) : null;
  };
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
