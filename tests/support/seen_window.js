/**
 * What of the page is in sight: neither outside the window nor clipped by what it stands in.
 * @returns {{common: (a: DOMRect, b: DOMRect) => DOMRect | null, windowOf: (element: Element | null) => DOMRect | null}}
 *   common: of two rectangles, null if that is less than two pixels wide or high; windowOf: the rectangle in which the children of an element can be seen, null if there is none
 */
// eslint-disable-next-line no-unused-vars -- it stands before scripts that use it
function seenWindows() {
  const LEAST = 2;
  /** @type {Map<Element, DOMRect | null>} */
  const windows = new Map();
  /** @type {(a: DOMRect, b: DOMRect) => DOMRect | null} */
  const common = (a, b) => {
    const left = Math.max(a.left, b.left),
      top = Math.max(a.top, b.top);
    const width = Math.min(a.right, b.right) - left,
      height = Math.min(a.bottom, b.bottom) - top;
    return width >= LEAST && height >= LEAST ? new DOMRect(left, top, width, height) : null;
  };
  /** @type {(element: Element | null) => DOMRect | null} */
  const windowOf = (element) => {
    if (!element || element === document.documentElement) return new DOMRect(0, 0, innerWidth, innerHeight);
    const known = windows.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const outer = windowOf(style.position === "fixed" || element.matches(":modal, :popover-open") ? null : element.parentElement);
    const isCut = (style.overflowX !== "visible" || style.overflowY !== "visible") && !/inline$|contents/.test(style.display);
    const isClipped = style.clipPath.startsWith("inset");
    const inner = isClipped ? null : outer && isCut ? common(outer, element.getBoundingClientRect()) : outer;
    windows.set(element, inner);
    return inner;
  };
  return { common, windowOf };
}
