// Pages that the browser has kept and shows again by Back.
import { findAll } from "./dom.js";
import { newIdempotencyKey } from "./idempotency-key.js";

addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  // Whoever was logged in may be so no more.
  if ("personal" in document.documentElement.dataset) location.reload();
  // Whoever sends a form once more wants another table, and not the one that the page has opened before.
  else for (const field of /** @type {HTMLInputElement[]} */ (findAll("[name=idempotency_key]"))) field.value = newIdempotencyKey();
});
