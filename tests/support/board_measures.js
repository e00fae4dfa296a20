/**
 * @typedef {{fault: string, place: string, words: string, box: number[]}} BoardFault
 */

/**
 * Measures what a board shows, and returns its faults.
 * @param {{measure: "companies" | "answers" | "covered" | "tooltips", selector?: string, isScrolled?: boolean, furthest?: number}} options
 *   selector: of the companies; isScrolled: answers may be scrolled into sight; furthest: how many pixels a tooltip may be from its owner
 * @returns {BoardFault[]}
 */
// eslint-disable-next-line no-unused-vars -- measures.py evaluates this file as an expression
function measureBoard({ measure, selector = "", isScrolled = false, furthest = 0 }) {
  const SLACK = 1;
  /** @type {BoardFault[]} */
  const found = [];
  /** @type {(fault: string, element: Element, words: string | null, box: DOMRect) => unknown} */
  const report = (fault, element, words, box) =>
    found.push({
      fault,
      place: element.id ? `#${element.id}` : `.${[...element.classList].join(".") || element.localName}`,
      words: (words ?? "").trim().replace(/\s+/g, " ").slice(0, 60),
      box: [box.left, box.top, box.right, box.bottom].map(Math.round),
    });
  /** @type {(selectors: string, from?: ParentNode) => HTMLElement[]} */
  const all = (selectors, from = document) =>
    /** @type {HTMLElement[]} */ ([...from.querySelectorAll(selectors)]).filter((each) => each.checkVisibility());
  /** @type {(a: DOMRect, b: DOMRect) => boolean} */
  const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  /** Companies: nothing sticks out of one, nor out of what cuts it off; the window does so at its sides. */
  const findCutCompanies = () => {
    for (const company of all(selector)) {
      const edge = company.getBoundingClientRect();
      let frame = { left: 0, top: 0, right: innerWidth, bottom: Infinity };
      for (let each = company.parentElement; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each),
          box = each.getBoundingClientRect();
        if (style.overflowY !== "visible") {
          frame = { ...frame, top: Math.max(frame.top, box.top), bottom: Math.min(frame.bottom, box.bottom) };
        }
      }
      for (const each of [company, ...all(":not(.visually-hidden *, .visually-hidden, a)", company)]) {
        const box = each.getBoundingClientRect();
        const isOut =
          box.bottom > Math.min(edge.bottom, frame.bottom) + SLACK ||
          box.right > Math.min(edge.right, frame.right) + SLACK ||
          box.left < Math.max(edge.left, frame.left) - SLACK ||
          box.top < edge.top - SLACK;
        if (!isOut) continue;
        report("company cut", company, `${each.getAttribute("class") ?? ""} ${each.textContent}`, box);
        break;
      }
    }
  };

  /** Answers of the question: whole in the window and in the panel; where the bottom sheet of a phone scrolls, at least in its width and length. */
  const findHiddenAnswers = () => {
    const panel = document.getElementById("panel");
    if (!panel) return;
    const frame = panel.getBoundingClientRect();
    for (const answer of all("button[name=pick]", panel)) {
      const box = answer.getBoundingClientRect();
      const top = isScrolled ? -Infinity : Math.max(frame.top, 0),
        bottom = isScrolled ? frame.top + panel.scrollHeight : Math.min(frame.bottom, innerHeight);
      const isWhole =
        box.top >= top - SLACK &&
        box.bottom <= bottom + SLACK &&
        box.left >= Math.max(frame.left, 0) - SLACK &&
        box.right <= Math.min(frame.right, innerWidth) + SLACK;
      if (!isWhole) report("answer out of sight", answer, answer.textContent, box);
    }
    if (document.documentElement.dataset.sidebar === "improvements" && innerWidth >= 1100) findHiddenOffers();
  };

  /** The whole list of improvements: each line and the legend in the window, and none scrolled out of sight. */
  const findHiddenOffers = () => {
    for (const line of all("#improvements :is(.tile, .improvements-legend)")) {
      const box = line.getBoundingClientRect();
      let scroller = line.parentElement;
      while (scroller && scroller.id !== "improvements" && getComputedStyle(scroller).overflowY === "visible") {
        scroller = scroller.parentElement;
      }
      const frame = scroller?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
      const isWhole = box.top >= frame.top - SLACK && box.bottom <= frame.bottom + SLACK && box.right <= frame.right + SLACK;
      if (!isWhole) report("offer out of sight", line, line.textContent, box);
    }
  };

  /** Parts of the board: none lies under the decision or under the tabs, wherever the page is scrolled to. */
  const findCoveredParts = () => {
    for (const cover of all("#panel, .bottom-bar")) {
      const box = cover.getBoundingClientRect();
      for (const part of all("#street, .main-company, #improvements, #log")) {
        const { left, right } = part.getBoundingClientRect();
        const isBeside = right <= box.left + SLACK || left >= box.right - SLACK;
        if (!isBeside && getComputedStyle(cover).position === "fixed") report("covered", part, cover.id || cover.className, box);
      }
    }
  };

  /** Tooltips: beside their owner and near it, in the window, over nothing that can be chosen or that one needs to decide. */
  const findBadTooltips = () => {
    let seen = 0;
    for (const owner of all("#street .space, #street [data-has-tooltip], #board [aria-describedby]")) {
      if (owner.closest("dialog")) continue;
      owner.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      owner.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
      const tooltip = document.querySelector("[data-testid=tooltip]:popover-open");
      if (!tooltip) continue;
      seen += 1;
      const box = tooltip.getBoundingClientRect(),
        own = (owner.querySelector(".pane") ?? owner).getBoundingClientRect();
      const kept = all("#board button[name=pick]:not([aria-disabled=true])").filter((each) => each !== owner);
      const parts = all("#panel, .head, .main-company .is-default .resources").filter((each) => !each.contains(owner));
      for (const each of [...kept, ...parts]) {
        if (overlaps(box, each.getBoundingClientRect())) report("tooltip over", owner, each.id || each.className, box);
      }
      // What is level with a line of the list of improvements may stand beside the list.
      const list = box.top < own.bottom && own.top < box.bottom ? owner.closest("#improvements") : null;
      const { left, right } = list?.getBoundingClientRect() ?? own;
      const distance = Math.max(left - box.right, box.left - right, own.top - box.bottom, box.top - own.bottom);
      if (overlaps(box, own)) report("tooltip over", owner, "its owner", box);
      if (distance > furthest + SLACK) report("tooltip far away", owner, `${Math.round(distance)} px ${tooltip.textContent}`, box);
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) report("tooltip out", owner, "", box);
    }
    document.dispatchEvent(new CustomEvent("groundfloor:swapped", { detail: { isLast: true } }));
    if (seen < 30) report("few tooltips", document.body, String(seen), new DOMRect());
  };

  if (measure === "companies") findCutCompanies();
  else if (measure === "answers") findHiddenAnswers();
  else if (measure === "covered") findCoveredParts();
  else findBadTooltips();
  return found;
}
