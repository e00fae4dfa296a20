// Animates the changes between two versions of the board, in 400 ms at most, a sale in 600. Nothing waits for it, and any key, touch or turn of the wheel ends it.
import { find, findAll, isShown, settings } from "./dom.js";

/**
 * Position and look of a marker, of a piece and of the whole board after an update.
 * @typedef {{marker: HTMLElement, colour: string, place: string, kind: string, number: number, isDraft: boolean, box: DOMRect, copy: HTMLElement, from?: Marker | null}} Marker
 * @typedef {{piece: HTMLElement, left: number, top: number, width: number}} Piece
 * @typedef {{room: HTMLElement, count: number}} Work A room or floor, and how often it is used in this round.
 * @typedef {ReturnType<typeof snapshot>} Snapshot
 */

const root = document.documentElement;
/** @param {HTMLElement} marker */
const isDraft = (marker) => marker.classList.contains("ghost") || Boolean(marker.closest(".is-draft, .is-preview"));
/** Nothing may move: by the switch in the menu, or by the system's setting. */
export const isStill = () => settings.get("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The page shows the past or plays the round, where what changes is outlined as well. */
const isReplay = () => Boolean(find("#replay"));

// Durations in milliseconds
const SLIDE = 260;
const WALK = 340;
const FADE = 120;
const TURN = 300;
const RISE = 400;
const TINT = 240;
const TINT_FADE = 160;
const LIGHT = 400;
const PUSH_PER_SPACE = 180;
const STAGGER = 20;
const MAX_DURATION = 400;

// Kinds of spaces from which a marker can move to a space of this kind; without one it comes from its owner.
/** @type {Record<string, string[]>} */
const SOURCES = { right: ["left"], track: ["track", "listing"], outlet: ["outlet", "factory"] };
/** @type {Set<Animation>} */
const running = new Set();

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function animate(element, frames, options) {
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
addEventListener("wheel", skip, { capture: true, passive: true });

// What can move, by names that stay the same from one version to the next

function findMarkers() {
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
      isDraft: isDraft(marker),
      box: marker.getBoundingClientRect(),
      copy: /** @type {HTMLElement} */ (marker.cloneNode(true)),
    });
  }
  return found;
}

// Pieces of which there is one each, with their position in their track or building.
function findPieces() {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const piece of findAll("[id^=standing-], #market-pointer, #company .roof").filter(isShown)) {
    const parent = (piece.closest(".track, .section") ?? root).getBoundingClientRect();
    const box = piece.getBoundingClientRect();
    const name = piece.id || `roof ${piece.closest(".company")?.id}`;
    found.set(name, {
      piece,
      left: box.left - parent.left,
      top: piece.id ? box.top - parent.top : box.bottom - parent.bottom,
      width: parent.width,
    });
  }
  return found;
}

/** The company summaries and the tabs of all, each with its box: who gets more popular moves up. */
const findCompanies = () =>
  new Map(
    findAll("#company-summary-list > .company-summary, #company-tabs > a")
      .filter(isShown)
      .map((company) => [company.id, { company, box: company.getBoundingClientRect() }]),
  );

/** @returns {Map<string, [HTMLElement, string | boolean]>} */
const findFaces = () =>
  new Map(
    findAll("#board [data-face], #board .current-card")
      .filter(isShown)
      .map((card, number) => [card.id || `card ${number}`, [card, card.dataset.face ?? card.classList.contains("is-up")]]),
  );
const findFloors = () =>
  new Map(
    findAll("#company [data-floor]")
      .filter(isShown)
      .map((floor) => [`${floor.closest(".company")?.id} ${floor.dataset.floor}`, floor]),
  );
/** Rooms and floors with the tasks done there in this round, by company; shown large and small. */
function findWork() {
  /** @type {Map<string, Work>} */
  const found = new Map();
  for (const room of findAll("#company [data-used], #company-summaries [data-used]").filter(isShown)) {
    const owner = room.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
    found.set(`${owner} ${room.dataset.place}`, { room, count: Number(room.dataset.used) });
  }
  return found;
}
/** The numbers of companies: of one that is pencilled, what it would be. @returns {Map<string, [HTMLElement, number]>} */
const findNumbers = () =>
  new Map(
    findAll("#board .resources, #board .company-summary-resources").flatMap((row) => {
      const owner = row.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
      return findAll("dd", row).flatMap((cell, number) => {
        const figure = find("b:last-of-type", cell);
        return figure ? [[`${owner} ${number}`, [figure, parseInt(figure.textContent, 10)]]] : [];
      });
    }),
  );
const snapshot = () => ({
  /** The parts of the board that are in sight, where not all are. */
  view: [root.dataset.view, root.dataset.shownCompany, root.dataset.tracks].join(),
  markers: findMarkers(),
  pieces: findPieces(),
  companies: findCompanies(),
  faces: findFaces(),
  floors: findFloors(),
  work: findWork(),
  numbers: findNumbers(),
});

// Animations of what has changed

/**
 * Tints numbers that have changed. Until the tint fades nothing has to be painted again.
 * @param {Snapshot} now
 */
function highlightNumbers(now) {
  const timing = isStill() ? { delay: TINT + TINT_FADE, duration: 0 } : { delay: TINT, duration: TINT_FADE };
  for (const [name, [figure, fresh]] of now.numbers) {
    const old = before.numbers.get(name)?.[1];
    if (old === undefined || old === fresh) continue;
    // Prestige counts what would be left at the end: whoever spends it has lost nothing.
    if (fresh < old && figure.closest(".is-prestige, [id$='-prestige']")) continue;
    animate(figure, [{ color: `var(${fresh > old ? "--gain" : "--pencil"})` }, {}], timing);
  }
}

/** @param {string} colour */
const ownerBox = (colour) =>
  findAll(`#company-summaries .company-summary-name svg.${colour}, #company .company-name svg.${colour}, .company-tabs svg.${colour}`)
    .find(isShown)
    ?.getBoundingClientRect();
/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
const shift = (from, to) => `translate(${from.left - to.left}px, ${from.top - to.top}px)`;

/**
 * Pairs each marker that is new in a space with one of the same colour that has left another; on a track with the nearest below.
 * @param {Snapshot} now
 */
function pairMarkers(now) {
  const departed = [...before.markers.values()].filter((old) => !now.markers.has(`${old.place} ${old.colour}`) && !old.isDraft);
  const arrived = [...now.markers].filter(([name]) => !before.markers.has(name)).map(([, each]) => each);
  arrived.sort((a, b) => b.number - a.number);
  for (const each of arrived) {
    /** @param {Marker} old */
    const fits = (old) => old.colour === each.colour && (SOURCES[each.kind] ?? []).includes(old.kind);
    /** @param {Marker} old */
    const distance = (old) => (old.kind === each.kind ? Math.abs(each.number - old.number) : 20 + old.number);
    const nearestIndex = departed.reduce(
      (nearest, old, index) => (fits(old) && (nearest < 0 || distance(old) < distance(departed[nearest])) ? index : nearest),
      -1,
    );
    each.from = nearestIndex < 0 ? null : departed.splice(nearestIndex, 1)[0];
  }
  return { arrived, departed };
}

/**
 * @param {Marker} each
 * @param {number} order
 */
function slideMarker(each, order) {
  if (each.isDraft) return animate(each.marker, [{ opacity: 0 }, {}], { duration: FADE });
  const from = each.from?.box ?? ownerBox(each.colour);
  if (!from) return null;
  const timing =
    each.kind === "track" && each.from?.kind === "track"
      ? {
          duration: Math.min(PUSH_PER_SPACE * Math.abs(each.number - each.from.number), MAX_DURATION - order * STAGGER),
          delay: order * STAGGER,
        }
      : { duration: SLIDE };
  return animate(each.marker, [{ transform: shift(from, each.box) }, { transform: "none" }], { easing: "ease-out", ...timing });
}

/**
 * The places to which somebody has come to work since the board before: windows of the city, rooms and floors. What is pencilled has not come.
 * @param {Snapshot} now
 */
function findOccupied(now) {
  const windows = [...now.markers]
    .filter(([name, each]) => !each.isDraft && (before.markers.get(name)?.isDraft ?? true))
    .map(([, each]) => find(`#${each.place}`));
  const rooms = [...now.work].filter(([name, { count }]) => count > (before.work.get(name)?.count ?? count)).map(([, { room }]) => room);
  return [...windows, ...rooms].filter((each) => each !== null);
}

/**
 * A consumer comes from the forecast to a product; returns how long that takes.
 * @param {Marker} bought
 */
function walk(bought) {
  const id = find("#recap")?.dataset.consumersFrom;
  const building = id ? document.getElementById(id) : null;
  if (bought.kind !== "outlet" || !building || !isShown(building)) return 0;
  const from = building.getBoundingClientRect();
  const consumer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  consumer.setAttribute("class", "walking-consumer icon");
  consumer.dataset.testid = "walking-consumer";
  consumer.setAttribute("viewBox", "0 0 16 16");
  consumer.innerHTML = '<use href="#i-consumer"/>';
  const [left, top] = [bought.box.left + bought.box.width / 2 - 10, bought.box.top + bought.box.height / 2 - 10];
  consumer.style.left = `${left}px`;
  consumer.style.top = `${top}px`;
  document.body.append(consumer);
  const start = `translate(${from.left + from.width / 2 - left}px, ${from.bottom - 30 - top}px)`;
  animate(consumer, [{ transform: start }, { transform: "none" }], { duration: WALK, easing: "ease-in-out" })
    .finished.catch(() => {})
    .finally(() => consumer.remove());
  return WALK;
}

/**
 * Moves a marker that left the city to its owner's numbers, a product after the consumer has come.
 * @param {Marker} old
 */
function moveToOwner(old) {
  const to = ownerBox(old.colour);
  if (!to) return;
  const delay = walk(old);
  const copy = old.copy;
  copy.classList.add("leaving");
  copy.style.left = `${old.box.left}px`;
  copy.style.top = `${old.box.top}px`;
  document.body.append(copy);
  animate(copy, [{ transform: "none" }, { transform: shift(to, old.box) }], { duration: SLIDE, delay, easing: "ease-out" })
    .finished.catch(() => {})
    .finally(() => copy.remove());
}

/**
 * Moves the companies to their places in another order.
 * @param {Snapshot} now
 */
function moveCompanies(now) {
  for (const [name, { company, box }] of now.companies) {
    const old = before.companies.get(name)?.box;
    if (!old || Math.abs(old.left - box.left) + Math.abs(old.top - box.top) < 1) continue;
    animate(company, [{ transform: shift(old, box) }, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
  }
}

/**
 * @param {Snapshot} now
 * @param {ReturnType<typeof pairMarkers>} moved
 */
function animateChanges(now, { arrived, departed }) {
  arrived.forEach((each, order) => slideMarker(each, Math.min(order, 8)));
  for (const place of findOccupied(now)) animate(place, [{ backgroundColor: "var(--highlight)" }, {}], { duration: LIGHT });
  departed.forEach(moveToOwner);
  const isBuilt = [...now.floors.keys()].some((name) => !before.floors.has(name));
  for (const [name, { piece, left, top, width }] of now.pieces) {
    const old = before.pieces.get(name);
    if (!old || (!piece.id && !isBuilt) || Math.abs(old.width - width) > 1 || Math.abs(old.left - left) + Math.abs(old.top - top) < 1) {
      continue;
    }
    const duration = piece.id ? SLIDE : RISE;
    animate(piece, [{ transform: `translate(${old.left - left}px, ${old.top - top}px)` }, { transform: "none" }], {
      duration,
      easing: "ease-out",
    });
  }
  if ([...now.companies.keys()].join() !== [...before.companies.keys()].join()) moveCompanies(now);
  for (const [name, [card, face]] of now.faces) {
    const old = before.faces.get(name)?.[1];
    if (old !== undefined && old !== face) {
      animate(card, [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
    }
  }
  for (const [name, floor] of now.floors) {
    if (before.floors.size && !before.floors.has(name) && !floor.matches(".is-preview")) {
      animate(
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
 * Outlines what is new, for those who have switched motion off; in a replay also the places that have become free.
 * @param {Snapshot} now
 * @param {Marker[]} departed
 */
function outlineChanges(now, departed) {
  if (isReplay()) for (const each of findAll("#board .is-changed")) each.classList.remove("is-changed");
  for (const place of findOccupied(now)) place.classList.add("is-changed");
  for (const { place } of isReplay() ? departed : []) find(`#${place}`)?.classList.add("is-changed");
  for (const [name, { piece, left, top, width }] of now.pieces) {
    const old = before.pieces.get(name);
    if (old && Math.abs(old.width - width) <= 1 && Math.abs(old.left - left) + Math.abs(old.top - top) >= 1) {
      piece.classList.add("is-changed");
    }
  }
  for (const [name, [card, face]] of now.faces) if ((before.faces.get(name)?.[1] ?? face) !== face) card.classList.add("is-changed");
}

document.addEventListener("groundfloor:settled", () => {
  const now = snapshot();
  highlightNumbers(now);
  if (now.view === before.view) {
    const moved = pairMarkers(now);
    if (isStill() || isReplay()) outlineChanges(now, moved.departed);
    if (!isStill()) animateChanges(now, moved);
  }
  before = now;
});

let before = snapshot();
