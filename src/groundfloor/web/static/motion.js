// Motion: what has changed goes from where it was to where it is. It only shows; nothing waits for it, and any key ends it.
import { find, findAll, isShown, settings } from "./dom.js";

/**
 * What a marker, a piece and the whole board looked like when the page was drawn.
 * @typedef {{marker: HTMLElement, colour: string, place: string, kind: string, number: number, isPencilled: boolean, box: DOMRect, copy: HTMLElement, from?: Marker | null}} Marker
 * @typedef {{piece: HTMLElement, left: number, top: number, width: number}} Piece
 * @typedef {ReturnType<typeof snapshot>} Snapshot
 */

const root = document.documentElement;
/** @param {HTMLElement} marker */
const isPencilled = (marker) => marker.classList.contains("ghost") || Boolean(marker.closest(".pencilled, .is-pencilled, .is-drawn"));
/** Nothing may move: by the switch in the menu, or by the system's setting. */
export const isStill = () => settings.get("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const SLIDE = 260;
const FADE = 120;
const TURN = 300;
const RISE = 420;
const TINT = 900;
const PUSH = 180;
const APART = 60;
const MOST = 1200;

// Where a marker that is new in one place may have come from; from anywhere else it comes from its owner.
/** @type {Record<string, string[]>} */
const SOURCES = { right: ["left"], track: ["track", "listing"], outlet: ["outlet", "factory"] };
/** @type {Set<Animation>} */
const running = new Set();

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function play(element, frames, options) {
  const motion = element.animate(frames, { fill: "backwards", ...options });
  running.add(motion);
  motion.finished.catch(() => {}).finally(() => running.delete(motion));
  return motion;
}

function skip() {
  for (const motion of running) motion.finish();
}
addEventListener("keydown", skip, true);
addEventListener("pointerdown", skip, true);

// What can move, by names that stay the same from one drawing to the next

function markers() {
  /** @type {Map<string, Marker>} */
  const found = new Map();
  for (const marker of findAll("#board [id^=space-] svg.marker").filter(isShown)) {
    const place = marker.closest("[id^=space-]")?.id ?? "";
    const colour = [...marker.classList].find((name) => !["marker", "ghost"].includes(name)) ?? "";
    const [, kind = "", number] = /^space-(\w+)-(\d+)/.exec(place) ?? [];
    found.set(`${place} ${colour}`, {
      marker,
      colour,
      place,
      kind,
      number: Number(number),
      isPencilled: isPencilled(marker),
      box: marker.getBoundingClientRect(),
      copy: /** @type {HTMLElement} */ (marker.cloneNode(true)),
    });
  }
  return found;
}

// Pieces that have one place each: their position within the drawing they belong to.
function pieces() {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const piece of findAll("[id^=standing-], #market-pointer, #company .crown").filter(isShown)) {
    const drawing = (piece.closest(".track, .section") ?? root).getBoundingClientRect();
    const box = piece.getBoundingClientRect();
    const name = piece.id || `roof ${piece.closest(".company")?.id}`;
    found.set(name, {
      piece,
      left: box.left - drawing.left,
      top: piece.id ? box.top - drawing.top : box.bottom - drawing.bottom,
      width: drawing.width,
    });
  }
  return found;
}

/** @returns {Map<string, [HTMLElement, string | boolean]>} */
const faces = () =>
  new Map(
    findAll("#board [data-face], #board .hanging")
      .filter(isShown)
      .map((card, number) => [card.id || `card ${number}`, [card, card.dataset.face ?? card.classList.contains("is-up")]]),
  );
const floors = () =>
  new Map(
    findAll("#company [data-floor]")
      .filter(isShown)
      .map((floor) => [`${floor.closest(".company")?.id} ${floor.dataset.floor}`, floor]),
  );
/** @returns {Map<string, [HTMLElement, string]>} */
const numbers = () =>
  new Map(
    findAll("#board .purse, #board .mini-purse").flatMap((row) => {
      const owner = row.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
      return findAll("dd", row).map((cell, number) => [`${owner} ${number}`, [cell, cell.textContent.trim()]]);
    }),
  );
const snapshot = () => ({ markers: markers(), pieces: pieces(), faces: faces(), floors: floors(), numbers: numbers() });

// What is shown of a change

/** @param {Snapshot} now */
function tint(now) {
  /** @param {string} name */
  const tone = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  for (const [name, [cell, fresh]] of now.numbers) {
    const old = before.numbers.get(name)?.[1];
    if (old === undefined || old === fresh) continue;
    const color = parseInt(fresh, 10) > parseInt(old, 10) ? tone("--gain") : tone("--pencil");
    find("b:last-of-type", cell)?.animate([{ color }, { color, offset: 0.6 }, {}], { duration: TINT });
  }
}

/** @param {string} colour */
const home = (colour) =>
  findAll(`#others .mini-name svg.${colour}, #company .company-name svg.${colour}, .company-tabs svg.${colour}`)
    .find(isShown)
    ?.getBoundingClientRect();
/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
const shift = (from, to) => `translate(${from.left - to.left}px, ${from.top - to.top}px)`;

/**
 * A marker that came is paired with one that went, the pushed ones with their nearest below.
 * @param {Snapshot} now
 */
function pairs(now) {
  const gone = [...before.markers.values()].filter((old) => !now.markers.has(`${old.place} ${old.colour}`) && !old.isPencilled);
  const came = [...now.markers].filter(([name]) => !before.markers.has(name)).map(([, each]) => each);
  came.sort((a, b) => b.number - a.number);
  for (const each of came) {
    /** @param {Marker} old */
    const fits = (old) => old.colour === each.colour && (SOURCES[each.kind] ?? []).includes(old.kind);
    /** @param {Marker} old */
    const from = (old) => (old.kind === each.kind ? Math.abs(each.number - old.number) : 20 + old.number);
    const at = gone.reduce((best, old, index) => (fits(old) && (best < 0 || from(old) < from(gone[best])) ? index : best), -1);
    each.from = at < 0 ? null : gone.splice(at, 1)[0];
  }
  return { came, gone };
}

/**
 * @param {Marker} each
 * @param {number} order
 */
function slide(each, order) {
  if (each.isPencilled) return play(each.marker, [{ opacity: 0 }, {}], { duration: FADE });
  const from = each.from?.box ?? home(each.colour);
  if (!from) return null;
  const timing =
    each.kind === "track" && each.from?.kind === "track"
      ? { duration: Math.min(PUSH * Math.abs(each.number - each.from.number), MOST - order * APART), delay: order * APART }
      : { duration: SLIDE };
  return play(each.marker, [{ transform: shift(from, each.box) }, { transform: "none" }], { easing: "ease-out", ...timing });
}

/**
 * What left the city goes home to its owner's numbers.
 * @param {Marker} old
 */
function leave(old) {
  const to = home(old.colour);
  if (!to) return;
  const copy = old.copy;
  copy.classList.add("leaving");
  copy.style.left = `${old.box.left}px`;
  copy.style.top = `${old.box.top}px`;
  document.body.append(copy);
  play(copy, [{ transform: "none" }, { transform: shift(to, old.box) }], { duration: SLIDE, easing: "ease-out" })
    .finished.catch(() => {})
    .finally(() => copy.remove());
}

/** @param {Snapshot} now */
function move(now) {
  const { came, gone } = pairs(now);
  came.forEach((each, order) => slide(each, Math.min(order, 8)));
  gone.forEach(leave);
  const isBuilt = [...now.floors.keys()].some((name) => !before.floors.has(name));
  for (const [name, { piece, left, top, width }] of now.pieces) {
    const old = before.pieces.get(name);
    if (!old || (!piece.id && !isBuilt) || Math.abs(old.width - width) > 1 || Math.abs(old.left - left) + Math.abs(old.top - top) < 1) {
      continue;
    }
    const duration = piece.id ? SLIDE : RISE;
    play(piece, [{ transform: `translate(${old.left - left}px, ${old.top - top}px)` }, { transform: "none" }], {
      duration,
      easing: "ease-out",
    });
  }
  for (const [name, [card, face]] of now.faces) {
    const old = before.faces.get(name)?.[1];
    if (old !== undefined && old !== face) {
      play(card, [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
    }
  }
  for (const [name, floor] of now.floors) {
    if (before.floors.size && !before.floors.has(name) && !floor.matches(".is-drawn")) {
      play(
        floor,
        [
          { transform: "translateY(100%)", clipPath: "inset(0 0 100% 0)" },
          { transform: "none", clipPath: "inset(0)" },
        ],
        { duration: RISE, easing: "ease-out" },
      );
    }
  }
}

/**
 * Without movement the place itself says that it is new.
 * @param {Snapshot} now
 */
function frame(now) {
  for (const each of pairs(now).came) if (!each.isPencilled) each.marker.closest("[id^=space-]")?.classList.add("is-changed");
  for (const [name, { piece, left, top, width }] of now.pieces) {
    const old = before.pieces.get(name);
    if (old && Math.abs(old.width - width) <= 1 && Math.abs(old.left - left) + Math.abs(old.top - top) >= 1) {
      piece.classList.add("is-changed");
    }
  }
  for (const [name, [card, face]] of now.faces) if ((before.faces.get(name)?.[1] ?? face) !== face) card.classList.add("is-changed");
}

document.addEventListener("groundfloor:swapped", () => {
  const now = snapshot();
  tint(now);
  if (isStill()) frame(now);
  else move(now);
  before = now;
});

let before = snapshot();
