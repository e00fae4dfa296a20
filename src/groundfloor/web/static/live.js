// Keeps an open game page true: sends moves, hears of the others', plays them back, and never blocks.
import { newKey } from "./keys.js";
import { isStill } from "./motion.js";
import { swap } from "./swap.js";
import { watch } from "./watching.js";

const frame = document.getElementById("moves");
const state = document.getElementById("live-state");
const pace = document.getElementById("pace");
const MOST = 16;
const PATIENCE = 15000;
const RESENDS = 4;
let isSending = false;
let sending = "";
let queued = null;
let sentAt = 0;
let isPlaying = false;
let isSkipped = false;
let isFetching = false;
let isAskedAgain = false;
let sends = 0;
let failures = 0;
let retry = 0;
let newest = 0;
let arrived = 0;
let presented = 0;

const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
const isPast = () => "history" in table().dataset && !isPlaying;
const wait = (time) => new Promise((done) => setTimeout(done, time));

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

async function get(url) {
  const response = await fetch(url, { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}`);
  return response.ok ? response.text() : null;
}

function put(text, isLast) {
  swap(table(), text);
  if (isLast) document.title = table().dataset.title || document.title;
  document.dispatchEvent(new CustomEvent("groundfloor:swapped", { detail: { isLast } }));
}

function versionOf(text) {
  const found = /id="table"[^>]* data-version="(\d+)"/.exec(text);
  return found ? Number(found[1]) : NaN;
}

// Shows what came between one entry after the other, then the text itself.
async function present(text) {
  const from = shown();
  const to = versionOf(text);
  if (Number.isNaN(to)) return;
  const number = arrived += 1;
  const speed = pace?.value ?? "brisk";
  const held = hold();
  if (speed !== "off" && to - from > 1 && !document.hidden && !isStill()) await play(from, to, speed);
  if (number < presented) return; // a later answer was faster than the playing
  presented = number;
  document.body.classList.remove("is-played-back");
  put(text, true);
  held();
}

// The past has no controls: what is typed and where the focus is come back with the present.
function hold() {
  const id = document.activeElement?.id ?? "";
  const typed = document.getElementById("command")?.value ?? "";
  return () => {
    const field = document.getElementById("command");
    if (field && !field.value) field.value = typed;
    if (id && document.activeElement?.id === "decision") document.getElementById(id)?.focus({ preventScroll: true });
  };
}

async function play(from, to, speed) {
  const first = Math.max(from + 1, to - MOST);
  const step = speed === "calm" ? 900 : Math.max(70, 1200 / (to - first));
  isPlaying = true;
  isSkipped = false;
  document.body.classList.add("is-played-back");
  tell(state.dataset.playing);
  let next = get(address(String(first)));
  for (let number = first; number < to && !isSkipped; number += 1) {
    const text = await next.catch(() => null);
    if (!text || isSkipped) break;
    next = number + 1 < to ? get(address(String(number + 1))) : null;
    put(text, false);
    await Promise.race([wait(step), skipped()]);
  }
  isPlaying = false;
  tell("");
}

let wake = () => {};
const skipped = () => new Promise((done) => { wake = done; });
function skip() {
  if (!isPlaying) return;
  isSkipped = true;
  wake();
}
addEventListener("keydown", skip, true);
addEventListener("pointerdown", skip, true);

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
      tell(new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent ?? state.dataset.lost);
    } else {
      tell("");
      isTaken = response.ok;
      if (isTaken) settle();
      await present(text);
    }
  } catch {
    // Whether the move arrived is not known: the table itself will tell.
    tell(state.dataset.lost);
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

// Sent with a key of its own, which has the server do it once however often it arrives: so what got no answer is sent again.
async function post(body) {
  const keyed = new URLSearchParams(body);
  keyed.set("idempotency_key", newKey());
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(frame.action, { method: "POST", body: keyed, headers: { "HX-Request": "true" }, redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
      if (attempt >= RESENDS || ![502, 504].includes(response.status)) return response;
    } catch (error) {
      if (attempt >= RESENDS) throw error;
    }
    tell(state.dataset.lost);
    await wait(500 * 2 ** attempt);
  }
}

// A move was taken: the typed command is used up, and the page follows who is asked again.
function settle() {
  for (const field of frame.querySelectorAll("[name=command]")) field.value = "";
  if (location.search) history.replaceState(null, "", location.pathname);
}

// What is chosen while a choice is on its way goes after it, unless that one was refused or has changed the table.
document.addEventListener("submit", (event) => {
  if (!["moves", "typed"].includes(event.target.id)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  if (!isSending) send(body);
  else if (String(body) !== sending) queued = body;
});

// The second click of a double click, and a key that is held down, must not reach what the first one has put in that place.
const SUBMITS = "button[form=moves], #moves button[type=submit]";
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest?.(SUBMITS)) { event.preventDefault(); event.stopPropagation(); }
}, true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || (event.key === " " && event.target.matches("button")))) { event.preventDefault(); event.stopPropagation(); }
}, true);

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
    if (state.textContent === state.dataset.lost) tell("");
    isFresh = Boolean(text) && before === sends && versionOf(text) >= shown();
    if (isFresh) await present(text);
  } catch {
    // What was heard is told once: it is for the page to ask until it has an answer.
    failures += 1;
    tell(state.dataset.lost);
    retry = setTimeout(look, Math.min(500 * 2 ** failures, PATIENCE));
  } finally {
    isFetching = false;
  }
  if (isAskedAgain || ((isFresh || before !== sends) && newest > shown())) {
    isAskedAgain = false;
    look();
  }
}

function heard(message) {
  if (isPast()) return;
  if (message.name === "version" && message.data.game === table().dataset.game) {
    newest = Math.max(newest, message.data.version);
    if (newest > shown() && !isFetching) look(); // the look that is under way compares at its end
  }
  if (message.name === "line" && frame.dataset.topics.includes(`s=${message.data.seat}`) && !isSending && Date.now() - sentAt > 400) look();
  if (message.name === "lost" && !isPlaying) tell(state.dataset.lost);
  if (message.name === "open" && state.textContent === state.dataset.lost) tell("");
}

if (pace) {
  try { pace.value = localStorage.getItem("groundfloor-pace") || "brisk"; } catch { /* not kept */ }
  pace.closest("[data-playback]").hidden = false;
  pace.addEventListener("change", () => {
    try { localStorage.setItem("groundfloor-pace", pace.value); } catch { /* not kept */ }
  });
}

watch(frame.dataset.topics, frame.dataset.worker, heard);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
