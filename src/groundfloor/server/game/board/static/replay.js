// The replay: steps without loading the page, a slider over the phases, play at three speeds, and keys.
import { closestTo, find, findAll, findInput, findRequired, isShown, targetOf } from "./dom.js";
import { CHOICES } from "./focus.js";
import { isNarrow } from "./phone.js";
import { showPlace } from "./street.js";
import { connectReplay } from "./synchronization.js";

const base = findRequired("#moves").dataset.base ?? "";
let isPlaying = false;
/** Another page is on its way: a new address would call it off. */
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
});
addEventListener("pageshow", () => {
  isLeaving = false;
});
const bar = () => find("#replay");
const here = () => Number(bar()?.dataset.entry);
const last = () => Number(bar()?.dataset.last);
/** The step of the entry that is shown; 0: all of it. */
const stepHere = () => Number(find("#recap")?.dataset.step ?? 0);

const page = connectReplay({ follow, fail: () => setPlaying(false) });

/**
 * Shows the board after so many entries, at once or step by step. While one is being shown the newest wish replaces earlier ones.
 * @param {number} entry
 * @param {{step?: number, isPlayed?: boolean, isPassing?: boolean}} how
 */
async function show(entry, { step = 0, isPlayed = false, isPassing = false } = {}) {
  if (Number.isNaN(entry)) return;
  await page.seek({ entry: Math.max(0, Math.min(entry, last())), step, isPlayed, isPassing });
}

/** The address follows the entry that the page shows. Phones show one building at a time: one in which something has changed, if a step names none. */
function follow() {
  if (!isLeaving) history.replaceState(null, "", `${base}/at/${here()}${location.search}`);
  const changed = findAll("#street .is-changed").filter(isShown);
  const letter = document.documentElement.dataset.area;
  const place = changed.find((each) => each.closest(`#area-${letter}`)) ?? changed[0];
  if (isNarrow() && place && !find("#recap[data-place]")) showPlace(place);
}

// Playing

/** @param {boolean} isOn */
function setPlaying(isOn) {
  isPlaying = isOn;
  showControls();
}

/** Plays on from the step that is shown. */
async function play() {
  if (here() >= last()) await show(0);
  setPlaying(true);
  let next = stepHere() ? { entry: here(), step: stepHere() } : { entry: here() + 1, step: 0 };
  while (isPlaying && next.entry <= last()) {
    await show(next.entry, { step: next.step, isPlayed: true, isPassing: true });
    if (here() < next.entry) break;
    next = { entry: here() + 1, step: 0 };
  }
  setPlaying(false);
}

/** Any step of one's own stops the replay. */
function stop() {
  if (!isPlaying) return;
  setPlaying(false);
  page.stop();
}

// What scripts add to the bar: an update resets it to what the server knows.
function showControls() {
  const player = find("#replay-player");
  if (!player) return;
  player.hidden = false;
  const button = findRequired("#replay-play");
  button.setAttribute("aria-pressed", String(isPlaying));
  button.setAttribute("aria-label", (isPlaying ? button.dataset.pause : button.dataset.play) ?? "");
  const slider = findInput("replay-slider");
  if (slider && document.activeElement !== slider) slider.value = slider.getAttribute("value") ?? "0";
  for (const moment of findAll(`#log a[href="?at=${here()}"]`)) moment.closest(".log-line")?.classList.add("is-at-moment");
}

document.addEventListener("groundfloor:swapped", showControls);
showControls();
// A link that asks for the replay has its anchor; the address loses it with the first entry, so that the page loaded again stands still.
if (bar() && location.hash === "#replay-player") play();

document.addEventListener("input", (event) => {
  const slider = event.target;
  if (!(slider instanceof HTMLInputElement) || slider.id !== "replay-slider") return;
  stop();
  const place = Number(slider.value);
  slider.setAttribute("aria-valuetext", (slider.dataset.titles ?? "").split("\n")[place] ?? "");
  show(Number((slider.dataset.entries ?? "").split(" ")[place]));
});

document.addEventListener("click", (event) => {
  if (!bar() || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const button = closestTo(event, "#replay-play, #table a[href]");
  if (!button) return;
  if (button.id === "replay-play") {
    if (isPlaying) stop();
    else play();
  } else {
    const [, entry] = /^\?at=(\d+)$/.exec(button.getAttribute("href") ?? "") ?? [];
    if (entry === undefined) return;
    event.preventDefault();
    stop();
    show(Number(entry), { isPlayed: Number(entry) === here() + 1 });
  }
});

/**
 * The first entry of the next phase, or of the one before.
 * @param {number} way
 */
function phaseEntry(way) {
  const link = find(way > 0 ? "#step-phase_forward" : "#step-phase_back");
  return link ? Number(/\d+$/.exec(link.getAttribute("href") ?? "")?.[0]) : way > 0 ? last() : 0;
}

// Left and right: an entry; with Shift a phase. Space plays and pauses. At a place of the board the arrows lead to its neighbours.
addEventListener(
  "keydown",
  (event) => {
    const target = targetOf(event) ?? document.body;
    const isElsewhere = document.body.classList.contains("is-replaying") || Boolean(find("dialog[open]"));
    if (!bar() || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input, textarea, select") || (target.matches(CHOICES) && !target.closest("#panel, #replay"))) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const way = event.key === "ArrowRight" ? 1 : -1;
      event.preventDefault();
      event.stopPropagation();
      stop();
      show(event.shiftKey ? phaseEntry(way) : here() + way, { isPlayed: way > 0 && !event.shiftKey });
    } else if (event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      if (isPlaying) stop();
      else play();
    }
  },
  true,
);
