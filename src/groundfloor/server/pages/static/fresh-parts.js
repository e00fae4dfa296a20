// Shows the parts of another copy of a page that differ from those in sight.
import { find, findAll } from "./dom.js";

/**
 * Whether somebody types in a part of the page, or has chosen something there that was not sent yet.
 * @param {HTMLElement} part
 */
function isUsed(part) {
  const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (findAll("input:not([type=hidden]), select", part));
  return fields.some((field) =>
    field instanceof HTMLSelectElement
      ? field === document.activeElement ||
        field.selectedIndex !==
          Math.max(
            [...field.options].findIndex((each) => each.defaultSelected),
            0,
          )
      : field === document.activeElement || field.value !== field.defaultValue,
  );
}

/**
 * Shows the parts of another copy of the page that differ, unless one is in use. A button keeps the focus.
 * @param {Document} fresh
 * @param {string} selector of the parts, which have ids
 */
export function showParts(fresh, selector) {
  for (const part of findAll(selector)) {
    const now = find(`#${part.id}`, fresh);
    if (!now || now.innerHTML === part.innerHTML || isUsed(part)) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
    part.innerHTML = now.innerHTML;
    if (focused) document.getElementById(focused)?.focus();
  }
}
