/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{fault: string, place: string, words: string, box: number[]}} Fault
 * @typedef {{kind: string, element: HTMLElement, box: Box, words: string, layer: Element | null, isOut: boolean}} Thing something drawn
 * @typedef {{element: Element, ways: string[]}} Clip an element that cuts off what sticks out of it, in the ways of its overflow-x and overflow-y
 */

/**
 * Looks at the structure of the page that is open and returns its faults.
 * @param {{coarse: boolean, sights: string[], scope?: string | null}} options
 *   coarse: controls need 44 px instead of 24; sights: selectors of what must be in sight without scrolling; scope: a selector, only what is in there is looked at
 * @returns {Fault[]}
 */
// eslint-disable-next-line no-unused-vars -- page_structure.py evaluates this file as an expression
function findFaults({ coarse, sights, scope }) {
  const SMALLEST_TEXT = 11,
    SLACK = 1.5;
  const LEAST = coarse ? 44 : 24,
    STEPS = [4, 2, 1],
    PROBE = 7;
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
  const PICTURES = "svg.icon, svg.icon-in-drawing, svg.marker, .prestige-tag, .area-letter, .pointer";
  const PARTS =
    ".bar, .head, .decision, .summary-bar, .city, .tracks, .main-company, .company-summaries, .improvements, .log, .bottom-bar, .history, .seats-here, dialog, .rulebook, .site-header, .site-footer, main";
  const MARKED = /^(is|at|on|front|has)-|^(blue|red|green|amber|pink|black|purple|yellow|plum|ghost)$/;
  const SCROLLS_SIDEWAYS = ".street-row, .scroll, pre";
  const LONGEST_WORD = 32;
  /* Nine letter keys, or six companies, share the width of the narrowest phone: with a finger they may be 38 px wide. */
  const NARROW = ".map-button, .company-tabs a";
  /** @type {Fault[]} */
  const found = [];
  const body = (scope && document.querySelector(scope)) || document.body;
  const wide = document.documentElement.clientWidth,
    high = window.innerHeight;
  /* Where what surrounds a control was scrolled to, before the control was scrolled into sight. */
  /** @type {Map<Element, {left: number, top: number}>} */
  const scrolled = new Map();
  /** @type {(element: Element) => void} */
  const noteScroll = (element) => {
    for (let each = element.parentElement; each && !scrolled.has(each); each = each.parentElement) {
      scrolled.set(each, { left: each.scrollLeft, top: each.scrollTop });
    }
  };
  const scrollBack = () => {
    for (const [each, { left, top }] of scrolled) {
      if (each.scrollLeft !== left || each.scrollTop !== top) each.scrollTo({ left, top, behavior: "instant" });
    }
    window.scrollTo({ top: 0, left: 0, behavior: "instant" });
  };
  window.scrollTo({ top: 0, left: 0, behavior: "instant" });

  /** @type {(element: Element) => string} */
  const name = (element) => {
    const own = [...element.classList].find((each) => !MARKED.test(each));
    return own ? `.${own}` : element.localName;
  };
  /** @type {(element: Element) => string} */
  const place = (element) => {
    const part = element.closest(PARTS),
      names = /** @type {string[]} */ ([]);
    for (let each = /** @type {Element | null} */ (element); each && each !== part && names.length < 2; each = each.parentElement) {
      names.unshift(name(each));
    }
    return [...(part ? [name(part)] : []), ...(names.length ? names : [])].join(" ");
  };
  /** @type {(fault: string, where: string, words: string, box?: Box) => unknown} */
  const report = (fault, where, words, box) =>
    found.push({
      fault,
      place: where,
      words: words.trim().replace(/\s+/g, " ").slice(0, 60),
      box: box ? [box.left, box.top, box.right, box.bottom].map(Math.round) : [],
    });

  /* Elements that are displayed. Nothing inside one that is not displayed is looked at: most parts of a board are of this kind on a phone. */
  const shown = [document.documentElement];
  for (let next = 0; next < shown.length; next += 1) {
    for (const each of shown[next].children) {
      if (each.checkVisibility()) shown.push(/** @type {HTMLElement} */ (each));
    }
  }
  const isShown = new Set(shown);
  const parts = shown.filter((each) => body.contains(each));

  /** @type {Map<Element, boolean>} */
  const seen = new Map();
  /** @type {(element: Element) => boolean} */
  const isSeen = (element) => {
    if (!seen.has(element)) {
      seen.set(
        element,
        isShown.has(/** @type {HTMLElement} */ (element)) &&
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest(".visually-hidden, .tooltip, .skip, option, title, symbol, defs") &&
          !isTiny(element),
      );
    }
    return seen.get(element) ?? false;
  };
  /** @type {(element: Element) => boolean} */
  const isTiny = (element) => {
    for (let each = /** @type {Element | null} */ (element); each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.clipPath.startsWith("inset") || style.clip.startsWith("rect")) return true;
    }
    return false;
  };
  /** @type {Map<Element, Element | null>} */
  const layers = new Map();
  /** @type {(element: Element | null) => Element | null} */
  const layerOf = (element) => {
    if (!element || element === document.documentElement) return null;
    if (!layers.has(element)) {
      const style = getComputedStyle(element);
      layers.set(
        element,
        /fixed|sticky/.test(style.position) || element.matches("dialog, [popover]") ? element : layerOf(element.parentElement),
      );
    }
    return layers.get(element) ?? null;
  };
  /** @type {Map<Element, Clip[]>} */
  const clips = new Map();
  /** @type {(element: Element | null) => Clip[]} */
  const clipOf = (element) => {
    if (!element || element === document.body) return [];
    if (!clips.has(element)) {
      const style = getComputedStyle(element),
        rest = style.position === "fixed" ? [] : clipOf(element.parentElement);
      const isBox = style.display !== "inline" && style.display !== "contents" && !(element.closest("svg") && element.localName !== "svg");
      const ways = [style.overflowX, style.overflowY];
      clips.set(element, isBox && ways.some((way) => way !== "visible") ? [{ element, ways }, ...rest] : rest);
    }
    return clips.get(element) ?? [];
  };
  /** @type {(box: Box) => Box} */
  const part = (box) => ({ left: box.left, top: box.top, right: box.right, bottom: box.bottom });
  /** @type {(box: Box) => Box} */
  const ink = (box) => ({
    left: box.left,
    right: box.right,
    top: box.top + (box.bottom - box.top) * 0.22,
    bottom: box.bottom - (box.bottom - box.top) * 0.22,
  });
  /** @type {(a: Box, b: Box, by: number) => boolean} */
  const cover = (a, b, by) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  /** @type {(a: Box, b: Box, by: number) => boolean} */
  const within = (a, b, by) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;

  /* What clips a box: `cut` hides a part of it for good, out of the sight of `scroller` it can be scrolled. */
  /** @type {(element: Element, box: Box) => {scroller: Element | null, cut: Element | null}} */
  const clipped = (element, box) => {
    let cut = null;
    for (const { element: frame, ways } of clipOf(element)) {
      const edge = frame.getBoundingClientRect();
      const isOut = {
        x: box.left < edge.left - SLACK || box.right > edge.right + SLACK,
        y: box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK,
      };
      for (const [axis, way] of /** @type {const} */ ([
        ["x", ways[0]],
        ["y", ways[1]],
      ])) {
        if (!isOut[axis]) continue;
        if (/auto|scroll/.test(way)) return { scroller: frame, cut: null };
        if (way !== "visible") cut = cut ?? frame;
      }
    }
    return { scroller: null, cut };
  };

  /** @type {Thing[]} */
  const things = [];
  /** @type {(kind: string, element: Element, box: Box, words: string, scroller: Element | null) => unknown} */
  const put = (kind, element, box, words, scroller) =>
    things.push({
      kind,
      element: /** @type {HTMLElement} */ (element),
      box,
      words,
      layer: scroller ?? layerOf(element),
      isOut: scroller !== null,
    });

  /** @type {(element: Element) => number} */
  const scaleOf = (element) => {
    const svg = element.closest("svg");
    if (!svg || !(element instanceof SVGGraphicsElement)) return 1;
    const matrix = element.getScreenCTM();
    return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  };

  /* Texts */
  const breaks = /[^\s\u00ad\u200b\u2010\u2013\u2014/-]+[-\u2010\u2013\u2014/\u00ad\u200b]*/g;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode),
      element = node.parentElement,
      words = node.data;
    if (!words.trim() || !element || element.closest("script, style, noscript, textarea, option") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const isDrawn = element.closest("svg") !== null;
    const boxes = (isDrawn ? [element.getBoundingClientRect()] : [...range.getClientRects()])
      .filter((box) => box.width > 0.5 && box.height > 0.5)
      .map(part);
    if (!boxes.length) continue;
    const all = {
      left: Math.min(...boxes.map((b) => b.left)),
      right: Math.max(...boxes.map((b) => b.right)),
      top: Math.min(...boxes.map((b) => b.top)),
      bottom: Math.max(...boxes.map((b) => b.bottom)),
    };
    const size = parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    if (size < SMALLEST_TEXT - 0.05) report("small text", place(element), `${size.toFixed(1)} ${words}`, all);
    if (!isDrawn && boxes.length > 1) {
      for (const match of words.matchAll(breaks)) {
        const letters = match[0].replace(/[-\u2010\u2013\u2014/\u00ad\u200b]+$/, "");
        if (letters.length < 2 || letters.length > LONGEST_WORD) continue;
        const [first, last] = [match.index, match.index + letters.length - 1].map((at) => {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return [...range.getClientRects()].at(-1);
        });
        if (first && last && Math.abs(first.top - last.top) > first.height / 2) report("broken word", place(element), match[0], all);
      }
    }
    let scroller = null;
    for (const box of boxes) {
      const state = clipped(element, ink(box));
      scroller = scroller ?? state.scroller;
      if (state.cut) report("cut", `${place(element)} by ${name(state.cut)}`, words, box);
    }
    if (!scroller && (all.left < -SLACK || all.right > wide + SLACK)) report("out of the page", place(element), words, all);
    if (element.closest(PICTURES)) continue;
    for (const box of boxes) put("text", element, ink(box), words, scroller);
  }

  /* Lines cut by an ellipsis or a limit of lines */
  for (const element of parts) {
    if (element instanceof SVGElement) continue;
    const style = getComputedStyle(element);
    const isShort =
      (style.textOverflow === "ellipsis" && style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) ||
      (style.webkitLineClamp !== "none" && element.scrollHeight > element.clientHeight + 2);
    if (isShort && isSeen(element)) report("cut", `${place(element)} by itself`, element.textContent, element.getBoundingClientRect());
    if (
      /auto|scroll/.test(style.overflowX) &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.matches(SCROLLS_SIDEWAYS) &&
      isSeen(element)
    ) {
      report("scrolls sideways", place(element), `${element.scrollWidth} in ${element.clientWidth}`, element.getBoundingClientRect());
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > wide + 1) report("wide page", "page", `${root.scrollWidth} in ${wide}`);

  /* Pictures */
  for (const element of body.querySelectorAll(PICTURES)) {
    if (!isSeen(element) || element.parentElement?.closest(PICTURES)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2) continue;
    const state = clipped(element, box);
    if (state.cut) report("cut", `${place(element)} by ${name(state.cut)}`, "", box);
    put(
      "picture",
      element,
      { left: box.left + 1, top: box.top + 1, right: box.right - 1, bottom: box.bottom - 1 },
      element.textContent,
      state.scroller,
    );
  }

  /* Controls */
  /** @type {(element: Element) => boolean} */
  const isPainted = (element) => {
    const style = getComputedStyle(element);
    return (
      ["top", "right", "bottom", "left"].some(
        (side) =>
          parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
          !/, 0\)|transparent/.test(style.getPropertyValue(`border-${side}-color`)),
      ) || !/, 0\)$|transparent/.test(style.backgroundColor)
    );
  };
  /** @type {(element: Element) => boolean} */
  const isInSentence = (element) =>
    element.localName === "a" &&
    getComputedStyle(element).display === "inline" &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim().length > 1);
  const controls = /** @type {HTMLElement[]} */ ([...body.querySelectorAll(CONTROLS)]).filter(
    (element) =>
      isSeen(element) && element.tabIndex >= -1 && !("disabled" in element && element.disabled) && !element.closest("[aria-hidden=true]"),
  );
  /** @type {(element: HTMLElement, x: number, y: number) => boolean} */
  const hits = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    const { labels: own } = /** @type {{ labels?: NodeListOf<Element> | null }} */ (element);
    const labels = [...(own ?? [])];
    return top !== null && (element.contains(top) || labels.some((label) => label.contains(top)));
  };
  /* How far a control can be hit from its middle both ways, up to `enough`: by steps, and from the first miss on by smaller ones. */
  /** @type {(element: HTMLElement, x: number, y: number, dx: number, dy: number, enough: number) => number} */
  const reach = (element, x, y, dx, dy, enough) => {
    let sum = 0;
    for (const way of [1, -1]) {
      let far = 0;
      for (const step of STEPS) {
        while (sum + far < enough && hits(element, x + way * dx * (far + step), y + way * dy * (far + step))) far += step;
      }
      sum += far;
    }
    return sum;
  };
  /* From the middle of the window to above a sheet that covers its lower part, as a share of its height. */
  const ABOVE_SHEET = 0.32;
  /* Whether a control can be hit so far both ways. Asking what lies at a point takes long on a drawn board: first a few points are asked. */
  /** @type {(element: HTMLElement, x: number, y: number, dx: number, dy: number, enough: number) => boolean} */
  const isWithinReach = (element, x, y, dx, dy, enough) => {
    const far = Math.ceil(enough / 2),
      probes = [far];
    for (let near = PROBE; near < far; near += PROBE) probes.push(near);
    const isHit = probes.every((by) => [by, -by].every((way) => hits(element, x + dx * way, y + dy * way)));
    return isHit || reach(element, x, y, dx, dy, enough) >= enough;
  };
  /** @type {[HTMLElement, DOMRect][]} */
  const small = [];
  for (const element of controls) {
    const box = element.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const state = clipped(element, box);
    if (isPainted(element)) {
      put("control", element, part(box), element.textContent, state.scroller);
      if (state.cut) report("cut", `${place(element)} by ${name(state.cut)}`, element.textContent, box);
    }
    /* A click on the label around a box ticks it. */
    const target = element.matches("[type=checkbox], [type=radio]") ? (element.closest("label") ?? element) : element,
      size = target.getBoundingClientRect();
    if ((size.width < LEAST - 0.5 || size.height < LEAST - 0.5) && !isInSentence(element)) small.push([target, size]);
  }
  for (const [element, box] of small) {
    noteScroll(element);
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const least = element.matches(NARROW) ? [LEAST - 6, LEAST - 0.5] : [LEAST - 0.5, LEAST - 0.5];
    const isLargeEnough = () => {
      const now = element.getBoundingClientRect(),
        x = (now.left + now.right) / 2,
        y = (now.top + now.bottom) / 2;
      return (
        (now.width >= least[0] || isWithinReach(element, x, y, 1, 0, least[0] - 2)) &&
        (now.height >= least[1] || isWithinReach(element, x, y, 0, 1, least[1] - 2))
      );
    };
    let isEnough = isLargeEnough();
    if (!isEnough) {
      scrollBy({ top: ABOVE_SHEET * innerHeight, behavior: "instant" });
      isEnough = isLargeEnough();
    }
    const now = element.getBoundingClientRect();
    if (!isEnough) {
      report(
        "small control",
        place(element),
        `${Math.round(now.width)}x${Math.round(now.height)} ${element.getAttribute("aria-label") || element.textContent}`,
        box,
      );
    }
  }
  scrollBack();

  /* One thing over another: texts and pictures over each other, and over the edge of a control that is not theirs. Markers that share a
     place (a stack on a tower, the markers of one room) lie over each other on purpose. */
  /** @type {(a: Thing, b: Thing) => boolean} */
  const isStack = (a, b) =>
    a.element.matches(".marker") && b.element.matches(".marker") && a.element.parentElement === b.element.parentElement;
  things.sort((a, b) => a.box.top - b.box.top);
  const told = new Set();
  const painted = new Set(things.filter((thing) => thing.kind === "control").map((thing) => thing.element));
  for (const { kind, element, box, words } of things) {
    if (kind === "control") continue;
    let own = element.parentElement;
    while (own && !painted.has(own)) own = own.parentElement;
    if (own && getComputedStyle(own).display !== "inline" && !within(box, own.getBoundingClientRect(), 3)) {
      report("sticks out", `${place(element)} of ${place(own)}`, words, box);
    }
  }
  things.forEach((a, number) => {
    for (let next = number + 1; next < things.length && things[next].box.top < a.box.bottom; next += 1) {
      const b = things[next];
      if (a.layer !== b.layer || a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      if (!cover(a.box, b.box, SLACK) || isStack(a, b)) continue;
      const [over, under] = a.kind === "control" ? [b, a] : [a, b];
      if (under.kind === "control" && over.kind !== "control" && within(over.box, under.box, SLACK)) continue;
      const where = [place(a.element), place(b.element)].sort().join(" × "),
        words = `${a.words.trim().slice(0, 28)} × ${b.words.trim().slice(0, 28)}`;
      if (!told.has(where + words)) report("overlap", where, words, a.box);
      told.add(where + words);
    }
  });

  /* Texts hidden under something opaque */
  /** @type {(element: Element) => boolean} */
  const isOpaque = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return !/, 0(\.\d+)?\)$|transparent/.test(colour);
  };
  const lids = shown.filter(isOpaque).map((each) => ({ each, layer: layerOf(each), edge: each.getBoundingClientRect() }));
  let at = 0;
  for (const { kind, element, box, words, layer, isOut } of things) {
    if (kind !== "text" || isOut) continue;
    const x = (box.left + box.right) / 2,
      middle = (box.top + box.bottom) / 2;
    const isUnderLid = lids.some(
      ({ each, layer: own, edge }) =>
        own === layer &&
        x > edge.left &&
        x < edge.right &&
        middle > edge.top &&
        middle < edge.bottom &&
        !each.contains(element) &&
        !element.contains(each),
    );
    if (!isUnderLid) continue;
    let y = middle - (layer ? 0 : at);
    if (!layer && (y < 60 || y > high - 60)) {
      window.scrollTo({ top: middle - high / 2, behavior: "instant" });
      at = window.scrollY;
      y = middle - at;
    }
    if (y < 0 || y > high || x < 0 || x > wide) continue;
    const front = document.elementFromPoint(x, y);
    if (!front || front === element || front.contains(element) || element.contains(front) || layerOf(front) !== layer) continue;
    for (const top of document.elementsFromPoint(x, y)) {
      if (top === element || top.contains(element) || element.contains(top) || layerOf(top) !== layer) break;
      const lid = top.getBoundingClientRect();
      if (isOpaque(top) && x > lid.left && x < lid.right && y > lid.top && y < lid.bottom) {
        report("hidden", `${place(element)} under ${place(top)}`, words, box);
        break;
      }
    }
  }
  scrollBack();

  /* In sight without scrolling */
  for (const selector of sights) {
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]).filter(isSeen);
    if (!all.length) report("out of sight", selector, "not there");
    for (const element of all) {
      const box = element.getBoundingClientRect(),
        state = clipped(element, box);
      if (!within(box, { left: 0, top: 0, right: wide, bottom: high }, 1) || state.scroller || state.cut) {
        report("out of sight", selector, element.dataset.room || element.id || element.className, box);
      }
    }
  }
  return found;
}
