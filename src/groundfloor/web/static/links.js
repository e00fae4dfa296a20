// The page with a table's links: keys that copy them. Without the clipboard (a page that is not secure) the link is selected instead.
for (const key of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(key.dataset.copy);
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
    key.textContent = key.dataset.done;
    key.setAttribute("aria-live", "polite");
    setTimeout(() => { key.textContent = word; }, 2500);
  });
}
