// Proposes the browser's time zone to somebody who has chosen none yet, and sends it with what they save: dates and hours are those where they are.
import { findAll } from "./dom.js";

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ (findAll("[name=time_zone]"))) {
  if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === zone)) field.value = zone;
}
