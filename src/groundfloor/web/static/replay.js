// The replay: steps without loading the page, a slider over the phases, play at three speeds, keys, and the highlights of phase IV.
import { closestTo, find, findAll, findInput, findRequired, isShown, settings, targetOf } from "./dom.js";
import { CHOICES } from "./focus.js";
import { isStill, rememberBoard } from "./motion.js";
import { isPhone } from "./phone.js";
import { scrollIntoSight, showBuilding, showPlace } from "./street.js";
import { connectReplay } from "./synchronization.js";

/**
 * A product with the spaces of its price, and an area with the products that got a price there and those that were sold there.
 * @typedef {{spaces: string[], colour: string}} Product
 * @typedef {{letter: string, priced: Product[], sold: Product[]}} AreaHighlight
 */

// Milliseconds for an entry, and for an area of phase IV.
/** @type {Record<string, {entry: number, area: number}>} */
const SPEEDS = { slow: { entry: 2000, area: 400 }, normal: { entry: 1000, area: 250 }, fast: { entry: 350, area: 100 } };
const WALK = 380;
const SLIDE = 260;
const base = findRequired("#moves").dataset.base ?? "";
let isPlaying = false;
let isLooking = false;
let isSkipped = false;
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
const speed = () => SPEEDS[settings.get("replay") ?? ""] ?? SPEEDS.normal;
/** @param {number} time milliseconds, which any input cuts short */
const pause = (time) =>
  new Promise((resolve) => {
    const end = setTimeout(resolve, isSkipped ? 0 : time);
    const check = setInterval(() => {
      if (isSkipped) clearTimeout(end);
      if (isSkipped) resolve(undefined);
    }, 20);
    setTimeout(() => clearInterval(check), time + 40);
  });

const seek = connectReplay({ highlight, arrive });

/**
 * Shows the board after so many entries. While one is being shown the newest wish replaces earlier ones.
 * @param {number} entry
 * @param {boolean} isHighlighted
 */
async function show(entry, isHighlighted = false) {
  if (Number.isNaN(entry)) return;
  isSkipped = isLooking;
  isLooking = true;
  await seek(Math.max(0, Math.min(entry, last())), isHighlighted);
  isLooking = false;
}

/**
 * The address follows the entry that the page shows.
 * @param {boolean} isThere false if it could not be shown
 */
function arrive(isThere) {
  isSkipped = false;
  if (!isThere) setPlaying(false);
  else {
    followChange();
    if (!isLeaving) history.replaceState(null, "", `${base}/at/${here()}${location.search}`);
  }
}

/**
 * Goes through the areas that the next entry conducts, in their order; consumers walk to what they buy. Without motion the areas are only
 * shown, one after the other.
 * @param {number} entry
 * @param {string} text the board after it
 */
async function highlight(entry, text) {
  if (entry !== here() + 1) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("replay");
  /** @type {AreaHighlight[]} */
  const steps = JSON.parse(fresh?.dataset.highlights ?? "[]");
  for (const { letter, priced, sold } of steps) {
    if (isSkipped) break;
    const area = find(`#area-${letter}`);
    area?.classList.add("is-highlighted");
    if (area && isShown(area)) showArea(area, letter, [...priced, ...sold]);
    for (const product of priced) putOnSale(product);
    await Promise.all([pause(speed().area), ...sold.map((product, order) => walk(product, order))]);
    area?.classList.remove("is-highlighted");
  }
  if (find(".replay-product")) rememberBoard();
  for (const product of findAll(".replay-product")) {
    product.closest(".is-changed")?.classList.remove("is-changed");
    product.remove();
  }
}

/**
 * Brings an area into sight, on phones with a place of it where something happens.
 * @param {HTMLElement} area
 * @param {string} letter
 * @param {Product[]} products
 */
function showArea(area, letter, products) {
  if (!isPhone()) {
    area.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    return;
  }
  showBuilding(letter, false);
  const place = products
    .flatMap(({ spaces }) => spaces.map((id) => document.getElementById(id)))
    .find((each) => each && find(".marker", each));
  scrollIntoSight(place ?? find("[id^=space-]:has(.marker)", area) ?? area);
}

/** Phones show one building at a time: one in which something has changed, if the replay does not show one already. */
function followChange() {
  const changed = findAll("#street .is-changed").filter(isShown);
  const letter = document.documentElement.dataset.area;
  const place = changed.find((each) => each.closest(`#area-${letter}`)) ?? changed[0];
  if (isPhone() && place) showPlace(place);
}

/**
 * Moves a product from the factory to the first free space of its price: the entry that prices it sells it too, so that no board has it there.
 * @param {Product} product
 */
function putOnSale({ spaces, colour }) {
  const space = spaces.map((id) => document.getElementById(id)).find((each) => each && !find(".marker", each));
  const made = find(`#board .building-factory .marker.${colour}:not(.is-priced)`);
  const model = made ?? find(`#board .marker.${colour}`);
  const pane = space && find(".pane", space);
  if (!model || !pane) return;
  const product = /** @type {HTMLElement} */ (model.cloneNode(true));
  product.classList.add("replay-product");
  product.dataset.testid = "shown-product";
  pane.append(product);
  space.classList.add("is-changed");
  const [from, to] = [model.getBoundingClientRect(), product.getBoundingClientRect()];
  made?.classList.add("is-priced");
  if (isStill() || !from.width || !to.width) return;
  product.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], {
    duration: SLIDE,
    easing: "ease-out",
  });
}

/**
 * A consumer comes from the forecast to a product.
 * @param {Product} product
 * @param {number} order
 */
async function walk({ spaces, colour }, order) {
  const target = spaces.map((id) => document.getElementById(id)).find((each) => each && find(`.marker.${colour}:not(.is-bought)`, each));
  if (!target) return;
  find(`.marker.${colour}:not(.is-bought)`, target)?.classList.add("is-bought");
  const origin = find(`#area-${bar()?.dataset.consumersFrom}`) ?? find("#street");
  if (!origin || !isShown(target)) return;
  target.classList.add("is-changed");
  if (isStill()) return;
  await pause(order * 90);
  if (isSkipped) return;
  const [from, to] = [origin.getBoundingClientRect(), target.getBoundingClientRect()];
  const consumer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  consumer.setAttribute("class", "replay-consumer icon");
  consumer.dataset.testid = "walking-consumer";
  consumer.setAttribute("viewBox", "0 0 16 16");
  consumer.innerHTML = '<use href="#i-consumer"/>';
  consumer.style.left = `${to.left + to.width / 2 - 10}px`;
  consumer.style.top = `${to.top + to.height / 2 - 10}px`;
  document.body.append(consumer);
  const shift = `translate(${from.left + from.width / 2 - to.left}px, ${from.bottom - 30 - to.top}px)`;
  const motion = consumer.animate([{ transform: shift }, { transform: "none" }], { duration: WALK, easing: "ease-in-out" });
  await Promise.race([motion.finished, pause(WALK)]);
  consumer.remove();
}

// Playing

/** @param {boolean} isOn */
function setPlaying(isOn) {
  isPlaying = isOn;
  showControls();
}

async function play() {
  if (here() >= last()) await show(0);
  setPlaying(true);
  while (isPlaying && here() < last()) {
    const entry = here() + 1;
    await show(entry, true);
    if (here() !== entry) break;
    await pause(speed().entry);
  }
  setPlaying(false);
}

/** Any step of one's own stops the replay. */
function stop() {
  isSkipped = true;
  if (isPlaying) setPlaying(false);
}

// What scripts add to the bar: an update resets it to what the server knows.
function showControls() {
  const player = find("#replay-player");
  if (!player) return;
  player.hidden = false;
  const button = findRequired("#replay-play");
  button.setAttribute("aria-pressed", String(isPlaying));
  button.setAttribute("aria-label", (isPlaying ? button.dataset.pause : button.dataset.play) ?? "");
  for (const each of findAll("[data-speed]")) each.setAttribute("aria-pressed", String(SPEEDS[each.dataset.speed ?? ""] === speed()));
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
  const button = closestTo(event, "#replay-play, [data-speed], #table a[href]");
  if (!button) return;
  if (button.id === "replay-play") {
    if (isPlaying) stop();
    else play();
  } else if (button.dataset.speed) {
    settings.set("replay", button.dataset.speed);
    showControls();
  } else {
    const [, entry] = /^\?at=(\d+)$/.exec(button.getAttribute("href") ?? "") ?? [];
    if (entry === undefined) return;
    event.preventDefault();
    stop();
    show(Number(entry), Number(entry) === here() + 1);
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
    isSkipped = true;
    if (!bar() || event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    if (target.matches("input, textarea, select") || (target.matches(CHOICES) && !target.closest("#panel, #replay"))) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const way = event.key === "ArrowRight" ? 1 : -1;
      event.preventDefault();
      event.stopPropagation();
      stop();
      show(event.shiftKey ? phaseEntry(way) : here() + way, way > 0 && !event.shiftKey);
    } else if (event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      if (isPlaying) stop();
      else play();
    }
  },
  true,
);
addEventListener("pointerdown", (event) => {
  if (!closestTo(event, "#replay")) isSkipped = true;
});
