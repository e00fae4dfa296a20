// Sets the chosen theme, and whether the signs that explain are shown, before anything is painted; runs the switch of the theme.
// Without a choice of a theme the system decides.
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
  try {
    if (localStorage.getItem("groundfloor-explain") === "on") root.dataset.explain = "on";
  } catch {
    /* the browser keeps nothing */
  }
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
