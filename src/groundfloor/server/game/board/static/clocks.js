// Counts the clocks of players down, by the server's clock. What each has left is rendered as `time_text` in presentation/board/clocks.py does it.
import { findAll } from "./dom.js";
import { serverNow } from "./server-time.js";

const SECOND = 1_000;
const SLOW_DELAY = 10_000; // milliseconds, while no seconds are shown
const SECONDS_BELOW = 600;
const HOURS_FROM = 7_200;
const { lang } = document.documentElement;

/** @param {number} seconds */
function describe(seconds) {
  if (seconds >= HOURS_FROM) return `${Math.floor(seconds / 3_600)} h`;
  if (seconds >= SECONDS_BELOW) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * When a clock stands still: intervals, in milliseconds.
 * @param {HTMLElement} clock
 */
const intervals = (clock) =>
  (clock.dataset.off ?? "")
    .split(" ")
    .filter(Boolean)
    .map((each) => each.split("/").map((time) => Date.parse(time)));

/**
 * Shows what a clock has left.
 * @param {HTMLElement} clock
 * @returns {boolean} whether it shows seconds, and runs
 */
function show(clock) {
  const now = serverNow();
  const ends = Date.parse(clock.dataset.ends ?? "");
  const off = intervals(clock);
  const still = off.reduce((sum, [begins, until]) => sum + Math.max(0, Math.min(until, ends) - Math.max(begins, now)), 0);
  const seconds = Math.max(0, Math.floor((ends - now - still) / SECOND));
  const open = off.find(([begins, until]) => begins <= now && now < until);
  const text = describe(seconds);
  const time = /** @type {HTMLElement} */ (clock.lastElementChild);
  if (time.textContent !== text) time.textContent = text;
  const words = open
    ? clock.dataset.still?.replace(
        "%(time)s",
        new Date(open[1]).toLocaleString(lang, { weekday: "short", hour: "2-digit", minute: "2-digit" }),
      )
    : clock.dataset.words;
  if (words && clock.title !== words) clock.title = words;
  clock.classList.toggle("is-low", seconds <= Number(clock.dataset.low));
  clock.classList.toggle("is-still", open !== undefined);
  clock.classList.add("is-counted");
  return seconds < SECONDS_BELOW && seconds > 0 && !open;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function update() {
  clearTimeout(timer);
  const clocks = findAll(".clock[data-ends]");
  const showsSeconds = clocks.map((clock) => show(clock)).includes(true);
  if (clocks.length === 0 || document.hidden) return;
  timer = setTimeout(update, showsSeconds ? SECOND - (serverNow() % SECOND) : SLOW_DELAY);
}

for (const event of ["swapped", "clock-corrected"]) document.addEventListener(`groundfloor:${event}`, update);
document.addEventListener("visibilitychange", update);
update();
