// Synchronizes an open game page with the server: sends moves, shows what others have done, pushed or fetched, and replays it.
import { TIMEOUT, fetchBoard, isPlanOpen, requestHeaders } from "./board-request.js";
import { boardUrl, drawingOf, pushedBoard, versionOf } from "./board-text.js";
import { find, findInput, findRequired, settings } from "./dom.js";
import { isOwnRequest, post } from "./move-request.js";
import { isStill } from "./motion.js";
import "./repeated-input.js";
import { rememberFocusAndInput, swap } from "./swap.js";
import { subscribe } from "./subscription.js";

// A form where moves can be made, else a <div>.
const gameElement = findRequired("#moves");
const topics = gameElement.dataset.topics ?? "";
const statusElement = findRequired("#page-status");
const { playing: playingText = "", lost: lostText = "" } = statusElement.dataset;
const pace = /** @type {HTMLSelectElement | null} */ (document.getElementById("pace"));
const MAX_REPLAYED = 16; // entries
const RECONNECT_SPREAD = 10000; // milliseconds in which the pages of a server that was started again fetch their boards
let isSending = false;
let sentBody = "";
/** @type {URLSearchParams[]} */
let queued = [];
let isDraftStale = false;
let isPlaying = false;
let isInReplay = false; // until the board after the replayed entries is shown
let connection = "new"; // then "open" or "lost"
let isSkipped = false;
let isFetching = false;
let isRefreshDue = false;
let sendCount = 0;
let failureCount = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retryTimer;
let newestVersion = 0;
let updatesReceived = 0;
let lastShownUpdate = 0;

const table = () => findRequired("#table");
const shownVersion = () => Number(table().dataset.version);
/**
 * Returns whether entries between two versions are replayed.
 * @param {number} from
 * @param {number} to
 */
const isReplayed = (from, to) => (pace?.value ?? "brisk") !== "off" && to - from > 1 && !document.hidden && !isStill();
const isPast = () => "history" in table().dataset && !isInReplay;
/** @param {number} time milliseconds */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** @param {string} sentence */
function showStatus(sentence) {
  statusElement.hidden = !sentence;
  statusElement.textContent = sentence;
}

const lacksPlan = () => isPlanOpen() && Boolean(find("#round-plan[data-left-out]"));

/**
 * Brings the page to what the server has sent. If that leaves out a part which the page no longer has, the whole board is fetched,
 * and shown unless the page has got another one meanwhile.
 * @param {string} text
 * @param {boolean} isLast
 * @param {string} [url] where the text came from
 */
export async function applyUpdate(text, isLast, url = boardUrl()) {
  if (!swap(table(), text)) {
    const { drawing } = table().dataset;
    const whole = await fetchBoard(url, true);
    if (whole && table().dataset.drawing === drawing) swap(table(), whole);
  }
  if (isLast) document.title = table().dataset.title || document.title;
  document.dispatchEvent(new CustomEvent("groundfloor:swapped", { detail: { isLast } }));
}

/**
 * Replays the entries between the page and an update, then shows the update.
 * @param {string} text
 */
async function showUpdate(text) {
  const from = shownVersion();
  const to = versionOf(text);
  if (Number.isNaN(to)) return;
  const number = (updatesReceived += 1);
  const restoreFocusAndInput = rememberFocusAndInput();
  if (isReplayed(from, to)) await replay(from, to, pace?.value ?? "brisk");
  if (number < lastShownUpdate) return; // a later answer was shown while this one was replayed
  lastShownUpdate = number;
  document.body.classList.remove("is-replaying");
  await applyUpdate(text, true);
  isInReplay = false;
  restoreFocusAndInput();
}

/**
 * Shows the entries between two versions, one after the other.
 * @param {number} from
 * @param {number} to
 * @param {string} speed brisk or calm
 */
async function replay(from, to, speed) {
  const first = Math.max(from + 1, to - MAX_REPLAYED);
  const step = speed === "calm" ? 900 : Math.max(70, 1200 / (to - first));
  isPlaying = isInReplay = true;
  isSkipped = false;
  document.body.classList.add("is-replaying");
  showStatus(playingText);
  /** @type {Promise<string | null> | null} */
  let next = fetchBoard(boardUrl(String(first)));
  try {
    for (let number = first; number < to && !isSkipped; number += 1) {
      const text = await next?.catch(() => null);
      if (!text || isSkipped) break;
      await applyUpdate(text, false, boardUrl(String(number)));
      next = number + 1 < to ? fetchBoard(boardUrl(String(number + 1))) : null; // without the parts that are shown now
      await Promise.race([wait(step), skipped()]);
    }
  } finally {
    isPlaying = false;
    showStatus("");
  }
}

let resolveSkipped = () => {};
/** @returns {Promise<void>} */
const skipped = () =>
  new Promise((resolve) => {
    resolveSkipped = resolve;
  });
function skip() {
  if (!isPlaying) return;
  isSkipped = true;
  resolveSkipped();
}
addEventListener("keydown", skip, true);
addEventListener("pointerdown", skip, true);

/** @param {URLSearchParams} body */
async function send(body) {
  isSending = true;
  sentBody = String(body);
  sendCount += 1;
  let isTaken = false;
  const typed = findInput("command")?.value;
  table().setAttribute("aria-busy", "true");
  try {
    const { action } = /** @type {HTMLFormElement} */ (gameElement);
    const { isOk, text, part } = await post(action, body, requestHeaders(), TIMEOUT, () => showStatus(lostText));
    if (Number.isNaN(versionOf(text))) {
      const sentence = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent;
      if (!sentence) throw new Error("not an answer of the server");
      showStatus(sentence);
    } else {
      showStatus("");
      isTaken = isOk;
      if (isTaken) forgetSentMove(versionOf(text), typed);
      await showUpdate(text);
      if (!isTaken && body.has("command")) selectTyped();
      if (part) document.dispatchEvent(new CustomEvent("groundfloor:part-named", { detail: part }));
    }
  } catch {
    // The move may have arrived all the same: the refreshed board will show it.
    showStatus(lostText);
    setTimeout(refresh, 1500);
  } finally {
    isSending = false;
    table().removeAttribute("aria-busy");
  }
  const next = queued.shift();
  if (isTaken && next?.get("version") === String(shownVersion())) {
    next.set("draft", table().dataset.pencilled ?? "");
    send(next);
    return;
  }
  queued = [];
  if (isDraftStale || newestVersion > shownVersion() || lacksPlan()) refresh();
}

/** Selects what was typed and not understood, so that typing replaces it. */
function selectTyped() {
  const field = findInput("command");
  field?.focus({ preventScroll: true });
  field?.select();
}

/**
 * Empties the command line, unless somebody types there again, and after a move goes back to the address that follows the seat in turn.
 * @param {number} version after what was sent
 * @param {string | undefined} typed in the command line when it was sent
 */
function forgetSentMove(version, typed) {
  const field = findInput("command");
  if (field && field.value === typed) field.value = "";
  if (location.search && version !== shownVersion()) history.replaceState(null, "", location.pathname);
}

// Forms submitted during another request are sent after it, one after the other, unless one was refused or has changed the version.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !["moves", "typed", "planning"].includes(form.id)) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]));
  if (!isSending) send(body);
  else if (String(body) !== String(queued.at(-1) ?? sentBody)) queued.push(body);
});

/**
 * Fetches and shows the board. Calls during a request are merged into one more. An answer to a request made before a move was sent may
 * not contain that move, and is not shown; one without a plan that was opened meanwhile is followed by another one.
 * @param {boolean} [needsPlan]
 */
async function refresh(needsPlan = isPlanOpen()) {
  if (isPast() || isSending || isFetching) {
    isRefreshDue = isFetching;
    return;
  }
  isFetching = true;
  isDraftStale = false;
  clearTimeout(retryTimer);
  const before = sendCount;
  const announced = newestVersion;
  let isFresh = false;
  try {
    const text = await fetchBoard(boardUrl(), false, needsPlan);
    failureCount = 0;
    if (statusElement.textContent === lostText) showStatus("");
    isFresh = text !== null && before === sendCount && versionOf(text) >= shownVersion();
    if (isFresh && text && drawingOf(text) !== table().dataset.drawing) await showUpdate(text);
    // A table that was deleted and opened again, or restored, has a lower version than was announced once.
    if (isFresh && text && newestVersion === announced) newestVersion = Math.min(announced, versionOf(text));
  } catch {
    // The server announces each version once, so the page retries until it gets an answer.
    failureCount += 1;
    showStatus(lostText);
    retryTimer = setTimeout(refresh, Math.min(500 * 2 ** failureCount, TIMEOUT));
  } finally {
    isFetching = false;
  }
  if (isRefreshDue || ((isFresh || before !== sendCount) && (newestVersion > shownVersion() || lacksPlan()))) {
    isRefreshDue = false;
    refresh();
  }
}

/**
 * Shows a pushed board, if it is for this page as it is, nothing else is under way, and there is nothing to replay. None has the plan
 * of the round, so a page that shows it fetches the board.
 * @param {import("./board-text.js").PushedBoard} data
 */
function showPushedBoard(data) {
  const text = isPlanOpen() ? null : pushedBoard(data, table());
  if (text && !isSending && !isFetching && !isPlaying && !isReplayed(shownVersion(), data.version)) showUpdate(text);
}

/** @param {import("./subscription.js").Message} message */
function onMessage(message) {
  if (isPast()) return;
  const isBoard = message.name === "board" && message.data.view === gameElement.dataset.pushed;
  if (isBoard) showPushedBoard(message.data);
  if (isBoard || (message.name === "version" && message.data.game === table().dataset.game)) {
    newestVersion = Math.max(newestVersion, message.data.version);
    if (newestVersion > shownVersion() && !isFetching) refresh(); // a refresh under way compares versions at its end
  }
  if (message.name === "draft" && topics.includes(`s=${message.data.seat}`) && !isOwnRequest(message.data.request)) {
    isDraftStale = isSending;
    refresh();
  }
  if (message.name === "lost" && !isPlaying) showStatus(lostText);
  if (message.name === "open" && statusElement.textContent === lostText) showStatus("");
  // A draft is announced once: perhaps before the stream was open. A hidden page fetches the board when it is shown.
  if (message.name === "open" && connection !== "open" && topics.includes("s=") && !document.hidden) {
    if (connection === "lost") setTimeout(refresh, Math.random() * RECONNECT_SPREAD);
    else refresh(true); // the page was loaded with its plan
  }
  if (["lost", "open"].includes(message.name)) connection = message.name;
}

if (pace) {
  pace.value = settings.get("pace") || "brisk";
  findRequired("[data-playback]").hidden = false;
  pace.addEventListener("change", () => settings.set("pace", pace.value));
}

document.addEventListener("groundfloor:opened", () => {
  if (lacksPlan()) refresh();
});
subscribe(topics, gameElement.dataset.worker ?? "", onMessage);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) refresh();
});
