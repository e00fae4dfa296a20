// Buttons that print the page; without scripts they stay hidden, and the browser's own menu prints.
import { findAll } from "./dom.js";

for (const button of findAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
