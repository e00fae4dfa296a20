// Sets the chosen theme before anything is painted, and runs the switch. Without a choice the system decides.
(() => {
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem("groundfloor-theme") || ""; } catch { return ""; }
  };
  const apply = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(read());
  addEventListener("storage", (event) => event.key === "groundfloor-theme" && apply(read()));
  addEventListener("DOMContentLoaded", () => {
    for (const key of document.querySelectorAll("[data-theme-switch]")) {
      const show = () => { key.textContent = key.dataset[read() || "system"]; };
      key.hidden = false;
      show();
      key.addEventListener("click", () => {
        const next = { "": "light", light: "dark", dark: "" }[read()];
        try { next ? localStorage.setItem("groundfloor-theme", next) : localStorage.removeItem("groundfloor-theme"); } catch { /* not kept */ }
        apply(next);
        show();
      });
    }
  });
})();
