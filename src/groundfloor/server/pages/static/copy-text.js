// Buttons that copy the text of a field. Without the clipboard (a page that is not secure) the text is selected and copied the old way.
import { findAll } from "./dom.js";

const DONE_MILLISECONDS = 2500;

for (const button of findAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue;
  const word = button.textContent;
  const name = button.getAttribute("aria-label");
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  if (field instanceof HTMLInputElement) field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    button.focus({ preventScroll: true });
    button.textContent = button.dataset.done ?? "";
    button.removeAttribute("aria-label"); // it would be read instead of what has just been done
    setTimeout(() => {
      button.textContent = word;
      if (name) button.setAttribute("aria-label", name);
    }, DONE_MILLISECONDS);
  });
}
