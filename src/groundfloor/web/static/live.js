// Keeps an open game page true: sends moves, hears of the others', plays them back, and never blocks.
import { findAll, findInput, findRequired, settings } from "./dom.js";
import { newKey } from "./keys.js";
import { isStill } from "./motion.js";
import "./repeated-input.js";
import { knownParts, swap } from "./swap.js";
import { watch } from "./watching.js";

// A form where moves can be made, else only the frame of the table.
const frame = findRequired("#moves");
const topics = frame.dataset.topics ?? "";
const state = findRequired("#live-state");
const { playing = "", lost = "" } = state.dataset;
const pace = /** @type {HTMLSelectElement | null} */ (document.getElementById("pace"));
const MOST = 16;
const PATIENCE = 15000;
const RESENDS = 4;
let isSending = false;
let sending = "";
/** @type {URLSearchParams | null} */
let queued = null;
let sentAt = 0;
let isPlaying = false;
let isSkipped = false;
let isFetching = false;
let isAskedAgain = false;
let sends = 0;
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;
let newest = 0;
let arrived = 0;
let presented = 0;

const table = () => findRequired("#table");
const shown = () => Number(table().dataset.version);
const isPast = () => "history" in table().dataset && !isPlaying;
/** @param {number} time milliseconds */
const wait = (time) => new Promise((done) => setTimeout(done, time));

/** @param {string} sentence */
function tell(sentence) {
  state.hidden = !sentence;
  state.textContent = sentence;
}

function address(extra = "") {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  if (extra) query.set("at", extra);
  const text = query.toString();
  return `${frame.dataset.base}/board${text ? `?${text}` : ""}`;
}

/**
 * The parts that the page has are not sent again.
 * @param {boolean} [isWhole] all are to be sent
 */
const headers = (isWhole = false) => ({ "HX-Request": "true", "X-Known-Parts": isWhole ? "" : knownParts(table()) });

/**
 * @param {string} url
 * @param {boolean} [isWhole]
 * @returns {Promise<string | null>} null if the table can't be seen there
 */
async function get(url, isWhole = false) {
  const response = await fetch(url, { headers: headers(isWhole), cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
  return response.ok ? response.text() : null;
}

/**
 * A text that was asked for before the page changed may leave out what the page has no more: then all of it is fetched.
 * @param {string} text
 * @param {boolean} isLast
 * @param {string} [url] where the text came from
 */
async function put(text, isLast, url = address()) {
  if (!swap(table(), text)) {
    const whole = await get(url, true);
    if (whole) swap(table(), whole);
  }
  if (isLast) document.title = table().dataset.title || document.title;
  document.dispatchEvent(new CustomEvent("groundfloor:swapped", { detail: { isLast } }));
}

/**
 * The version of the table that a page shows; NaN if it shows none.
 * @param {string} text
 */
function versionOf(text) {
  const found = /id="table"[^>]* data-version="(\d+)"/.exec(text);
  return found ? Number(found[1]) : NaN;
}

/**
 * Shows what came between one entry after the other, then the text itself.
 * @param {string} text
 */
async function present(text) {
  const from = shown();
  const to = versionOf(text);
  if (Number.isNaN(to)) return;
  const number = (arrived += 1);
  const speed = pace?.value ?? "brisk";
  const held = hold();
  if (speed !== "off" && to - from > 1 && !document.hidden && !isStill()) await play(from, to, speed);
  if (number < presented) return; // a later answer was faster than the playing
  presented = number;
  document.body.classList.remove("is-played-back");
  await put(text, true);
  held();
}

// The past has no controls: what is typed and where the focus is come back with the present.
function hold() {
  const id = document.activeElement?.id ?? "";
  const typed = findInput("command")?.value ?? "";
  return () => {
    const field = findInput("command");
    if (field && !field.value) field.value = typed;
    if (id && document.activeElement?.id === "decision") document.getElementById(id)?.focus({ preventScroll: true });
  };
}

/**
 * @param {number} from
 * @param {number} to
 * @param {string} speed
 */
async function play(from, to, speed) {
  const first = Math.max(from + 1, to - MOST);
  const step = speed === "calm" ? 900 : Math.max(70, 1200 / (to - first));
  isPlaying = true;
  isSkipped = false;
  document.body.classList.add("is-played-back");
  tell(playing);
  /** @type {Promise<string | null> | null} */
  let next = get(address(String(first)));
  for (let number = first; number < to && !isSkipped; number += 1) {
    const text = await next?.catch(() => null);
    if (!text || isSkipped) break;
    next = number + 1 < to ? get(address(String(number + 1))) : null;
    await put(text, false, address(String(number)));
    await Promise.race([wait(step), skipped()]);
  }
  isPlaying = false;
  tell("");
}

let wake = () => {};
/** @returns {Promise<void>} */
const skipped = () =>
  new Promise((done) => {
    wake = done;
  });
function skip() {
  if (!isPlaying) return;
  isSkipped = true;
  wake();
}
addEventListener("keydown", skip, true);
addEventListener("pointerdown", skip, true);

/** @param {URLSearchParams} body */
async function send(body) {
  isSending = true;
  sending = String(body);
  sends += 1;
  let isTaken = false;
  table().setAttribute("aria-busy", "true");
  try {
    const response = await post(body);
    const text = await response.text();
    if (Number.isNaN(versionOf(text))) {
      tell(new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent ?? lost);
    } else {
      tell("");
      isTaken = response.ok;
      if (isTaken) settle();
      await present(text);
    }
  } catch {
    // Whether the move arrived is not known: the table itself will tell.
    tell(lost);
    setTimeout(look, 1500);
  } finally {
    isSending = false;
    sentAt = Date.now();
    table().removeAttribute("aria-busy");
  }
  const next = queued;
  queued = null;
  if (isTaken && next?.get("version") === String(shown())) send(next);
  else if (newest > shown()) look();
}

/**
 * Sent with a key of its own, which has the server do it once however often it arrives: so what got no answer is sent again.
 * @param {URLSearchParams} body
 */
async function post(body) {
  const keyed = new URLSearchParams(body);
  keyed.set("idempotency_key", newKey());
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(/** @type {HTMLFormElement} */ (frame).action, {
        method: "POST",
        body: keyed,
        headers: headers(),
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (attempt >= RESENDS || ![502, 504].includes(response.status)) return response;
    } catch (error) {
      if (attempt >= RESENDS) throw error;
    }
    tell(lost);
    await wait(500 * 2 ** attempt);
  }
}

// A move was taken: the typed command is used up, and the page follows who is asked again.
function settle() {
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("[name=command]", frame))) field.value = "";
  if (location.search) history.replaceState(null, "", location.pathname);
}

// What is chosen while a choice is on its way goes after it, unless that one was refused or has changed the table.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !["moves", "typed"].includes(form.id)) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]));
  if (!isSending) send(body);
  else if (String(body) !== sending) queued = body;
});

// One look at a time; what comes meanwhile is one more look. What was asked for before a move was sent may not know of it, and is not shown.
async function look() {
  if (isPast() || isSending || isFetching) {
    isAskedAgain = isFetching;
    return;
  }
  isFetching = true;
  clearTimeout(retry);
  const before = sends;
  let isFresh = false;
  try {
    const text = await get(address());
    failures = 0;
    if (state.textContent === lost) tell("");
    isFresh = text !== null && before === sends && versionOf(text) >= shown();
    if (isFresh && text) await present(text);
  } catch {
    // What was heard is told once: it is for the page to ask until it has an answer.
    failures += 1;
    tell(lost);
    retry = setTimeout(look, Math.min(500 * 2 ** failures, PATIENCE));
  } finally {
    isFetching = false;
  }
  if (isAskedAgain || ((isFresh || before !== sends) && newest > shown())) {
    isAskedAgain = false;
    look();
  }
}

/** @param {import("./watching.js").Message} message */
function heard(message) {
  if (isPast()) return;
  if (message.name === "version" && message.data.game === table().dataset.game) {
    newest = Math.max(newest, message.data.version);
    if (newest > shown() && !isFetching) look(); // the look that is under way compares at its end
  }
  if (message.name === "draft" && topics.includes(`s=${message.data.seat}`) && !isSending && Date.now() - sentAt > 400) look();
  if (message.name === "lost" && !isPlaying) tell(lost);
  if (message.name === "open" && state.textContent === lost) tell("");
}

if (pace) {
  pace.value = settings.get("pace") || "brisk";
  findRequired("[data-playback]").hidden = false;
  pace.addEventListener("change", () => settings.set("pace", pace.value));
}

watch(topics, frame.dataset.worker ?? "", heard);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});
