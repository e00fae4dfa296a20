// Sets the chosen theme, and whether the signs that explain are shown, before anything is painted; runs the switch of the theme.
// Without a choice of a theme the system decides. What an account has chosen stands in attributes of the page, the choice of others is kept by the browser.
(() => {
  const root = document.documentElement;
  /** What the browser does not keep, and holds until the page is left. @type {string | null} */
  let unkept = null;
  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(`groundfloor-${name}`);
    } catch {
      return null;
    }
  };
  const read = () => root.dataset.accountTheme ?? unkept ?? kept("theme") ?? "";
  /** @param {string} theme */
  const apply = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  /** @param {object} settings */
  const store = (settings) =>
    fetch("/api/account/settings", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(settings),
      keepalive: true,
    }).catch(() => {}); // it holds until the page is left

  // An account that has chosen nothing yet takes over what the browser keeps.
  if ("newAccount" in root.dataset) {
    const taken = {
      theme: kept("theme") ?? "",
      motion: kept("motion") !== "off",
      sound: kept("sound") === "on",
      seat_order: kept("seat_order") === "on",
    };
    root.dataset.accountTheme = ["light", "dark"].includes(taken.theme) ? taken.theme : "";
    root.dataset.accountMotion = taken.motion ? "on" : "off";
    root.dataset.accountSound = taken.sound ? "on" : "off";
    root.dataset.accountSeatOrder = taken.seat_order ? "on" : "off";
    store({ ...taken, theme: root.dataset.accountTheme });
  }
  apply(read());
  if (kept("explain") === "on") root.dataset.explain = "on";
  addEventListener("storage", (event) => event.key === "groundfloor-theme" && apply(read()));
  addEventListener("DOMContentLoaded", () => {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theme-switch]"))) {
      const show = () => {
        button.textContent = button.dataset[read() || "system"] ?? "";
      };
      button.hidden = false;
      show();
      button.addEventListener("click", (event) => {
        event.preventDefault();
        const next = { light: "dark", dark: "" }[read()] ?? "light";
        if (root.dataset.accountTheme !== undefined) {
          root.dataset.accountTheme = next;
          store({ theme: next });
        } else {
          try {
            if (next) localStorage.setItem("groundfloor-theme", next);
            else localStorage.removeItem("groundfloor-theme");
            unkept = null;
          } catch {
            unkept = next;
          }
        }
        apply(next);
        show();
      });
    }
  });
})();
