// Says since when somebody is on turn, by the server's clock.
import { findAll } from "./dom.js";
import { serverNow } from "./server-time.js";

const MINUTE = 60_000;
const UPDATE_DELAY = 10_000; // milliseconds
const { lang } = document.documentElement;

/**
 * @param {number} count
 * @param {"minute" | "hour"} unit
 */
const formatCount = (count, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(count);

/**
 * How long ago a time was, or its date if that was a day ago or longer.
 * @param {Date} since
 * @param {{moment?: string, for?: string, since?: string}} sentences with "%(time)s" for the time; `moment` is for less than a minute
 */
function describe(since, sentences) {
  const minutes = Math.floor((serverNow() - since.getTime()) / MINUTE);
  if (minutes < 1 && sentences.moment) return sentences.moment;
  let text = "";
  if (minutes < 1) text = `<${formatCount(1, "minute")}`;
  else if (minutes < 60) text = formatCount(minutes, "minute");
  else if (minutes < 24 * 60) text = formatCount(Math.floor(minutes / 60), "hour");
  else text = since.toLocaleDateString(lang, { day: "numeric", month: "short" });
  return ((minutes < 24 * 60 ? sentences.for : sentences.since) ?? "%(time)s").replace("%(time)s", text);
}

function update() {
  for (const element of /** @type {HTMLTimeElement[]} */ (findAll("time.turn-time"))) {
    const since = new Date(element.dateTime);
    const text = describe(since, element.dataset);
    if (element.textContent !== text) element.textContent = text;
    element.title = since.toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
    element.classList.add("is-relative");
  }
}

document.addEventListener("groundfloor:swapped", update);
setInterval(update, UPDATE_DELAY);
update();
