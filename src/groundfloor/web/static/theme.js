// Sets the chosen theme before anything is painted, and runs the switch. Without a choice the system decides.
(() => {
  const root = document.documentElement;
  /** What the browser does not keep, and holds until the page is left. @type {string | null} */
  let unkept = null;
  const read = () => {
    try {
      return unkept ?? (localStorage.getItem("groundfloor-theme") || "");
    } catch {
      return "";
    }
  };
  /** @param {string} theme */
  const apply = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(read());
  addEventListener("storage", (event) => event.key === "groundfloor-theme" && apply(read()));
  addEventListener("DOMContentLoaded", () => {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theme-switch]"))) {
      const show = () => {
        button.textContent = button.dataset[read() || "system"] ?? "";
      };
      button.hidden = false;
      show();
      button.addEventListener("click", () => {
        const next = { light: "dark", dark: "" }[read()] ?? "light";
        try {
          if (next) localStorage.setItem("groundfloor-theme", next);
          else localStorage.removeItem("groundfloor-theme");
          unkept = null;
        } catch {
          unkept = next;
        }
        apply(next);
        show();
      });
    }
  });
})();
