// Buttons that share the link of a field by the means of the device, where it has any.
import { find, findAll, findInput } from "./dom.js";

for (const button of findAll("[data-share]")) {
  const field = findInput(button.dataset.share ?? "");
  if (!field || !("share" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title, url: field.value });
    } catch (error) {
      // Closed without sharing, or refused by the browser: then the link is at least copied.
      if (!(error instanceof DOMException && error.name === "AbortError")) find(`[data-copy="${field.id}"]`)?.click();
    }
  });
}
