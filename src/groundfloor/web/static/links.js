// The page with a table's links: buttons that copy them. Without the clipboard (a page that is not secure) the link is selected instead.
import { findAll, findInput } from "./dom.js";

for (const button of findAll("[data-copy]")) {
  const field = findInput(button.dataset.copy ?? "");
  if (!field) continue;
  const word = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done ?? "";
    button.setAttribute("aria-live", "polite");
    setTimeout(() => {
      button.textContent = word;
    }, 2500);
  });
}
