// Proposes the browser's time zone to somebody who has chosen none yet.

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const select = /** @type {HTMLSelectElement} */ (document.getElementById("time-zone"));
if ([...select.options].some((option) => option.value === zone)) {
  select.value = zone;
}
