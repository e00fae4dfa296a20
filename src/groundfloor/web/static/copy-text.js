// Buttons that copy the text of a field. Without the clipboard (a page that is not secure) the text is selected and copied the old way.
import { findAll } from "./dom.js";

for (const key of findAll("[data-copies]")) {
  const field = document.getElementById(key.dataset.copies ?? "");
  if (!(field instanceof HTMLTextAreaElement)) continue;
  const word = key.textContent;
  key.hidden = false;
  key.setAttribute("aria-live", "polite");
  key.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    key.textContent = key.dataset.done ?? "";
    setTimeout(() => {
      key.textContent = word;
    }, 2500);
  });
}
