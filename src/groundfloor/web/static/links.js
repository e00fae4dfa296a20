// The page with a table's links: buttons that copy them. Without the clipboard (a page that is not secure) the link is selected instead.
import { findAll, findInput } from "./dom.js";

for (const key of findAll("[data-copy]")) {
  const field = findInput(key.dataset.copy ?? "");
  if (!field) continue;
  const word = key.textContent;
  key.hidden = false;
  field.addEventListener("focus", () => field.select());
  key.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    key.textContent = key.dataset.done ?? "";
    key.setAttribute("aria-live", "polite");
    setTimeout(() => {
      key.textContent = word;
    }, 2500);
  });
}
