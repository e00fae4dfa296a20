/* global seenWindows -- seen_window.js stands before it */
/**
 * Finds the texts that can be seen in the window, each line with its box, colour and size.
 * @returns {{place: string, words: string, box: number[], colour: string, opacity: number, size: number, weight: number, isCovered: boolean}[]}
 *   box: left, top, right and bottom in pixels; opacity: of the text with all that it stands in; isCovered: something else lies in front of a part of it
 */
// eslint-disable-next-line no-unused-vars -- contrast.py evaluates this file as an expression
function findVisibleTexts() {
  const { common, windowOf } = seenWindows();
  const SHARE = 0.6; // of a line that must be in sight
  const HIDDEN = "script, style, noscript, option, textarea, title, defs, symbol, .visually-hidden, :disabled";
  /** @type {Map<Element, number>} */
  const opacities = new Map();

  /** @type {(element: Element | null) => number} */
  const opacityOf = (element) => {
    if (!element) return 1;
    const known = opacities.get(element);
    if (known !== undefined) return known;
    const found = Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
    opacities.set(element, found);
    return found;
  };
  /** @type {(element: Element) => string} */
  const nameOf = (element) => {
    const own = [...element.classList].find((each) => !/^(is|at|on|front|has)-/.test(each));
    return element.id ? `#${element.id}` : own ? `.${own}` : element.localName;
  };
  /** @type {(element: Element) => string} */
  const placeOf = (element) => {
    const names = [nameOf(element)];
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (names.length < 3 || (each.id && !names[0].startsWith("#"))) names.unshift(nameOf(each));
      if (each.id) break;
    }
    return names.join(" ");
  };

  /** @type {(element: Element) => string} */
  const fadedBy = (element) => {
    for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
      if (Number(getComputedStyle(each).opacity) < 1) {
        return ` faded by ${[...each.classList].map((name) => `.${name}`).join("") || each.localName}`;
      }
    }
    return "";
  };
  /** @type {(element: Element, box: DOMRect) => boolean} */
  const isCovered = (element, box) =>
    [0.1, 0.5, 0.9].some((part) => {
      const front = document.elementFromPoint(box.left + box.width * part, box.top + box.height * part);
      return front !== null && front !== element && !front.contains(element);
    });

  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode),
      element = node.parentElement;
    if (!element || !node.data.trim() || element.closest(HIDDEN)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const isDrawn = element instanceof SVGElement;
    range.selectNodeContents(node);
    const seen = windowOf(element);
    if (!seen) continue;
    const style = getComputedStyle(element);
    const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    for (const line of isDrawn ? [element.getBoundingClientRect()] : range.getClientRects()) {
      const box = common(seen, line);
      if (!box || box.height < line.height * SHARE || box.width < line.width * SHARE) continue;
      const fill = isDrawn ? style.fill : style.getPropertyValue("-webkit-text-fill-color");
      const alpha = isDrawn ? Number(style.fillOpacity) : 1;
      found.push({
        place: placeOf(element) + fadedBy(element),
        words: node.data.trim().replace(/\s+/g, " ").slice(0, 60),
        box: [box.left, box.top, box.right, box.bottom],
        colour: fill,
        opacity: opacityOf(element) * alpha,
        size: parseFloat(style.fontSize) * scale,
        weight: Number(style.fontWeight),
        isCovered: isCovered(element, box),
      });
    }
  }
  return found;
}
