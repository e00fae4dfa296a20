// Keeps an open game page up to date: turns what happens to the page into events of `page-state.js`, and carries out the effects.
import { cancelRequest, fetchBoard, sendForm } from "./board-request.js";
import { boardOf, boardUrl, pushedBoard, shownBoard } from "./board-text.js";
import { closestTo, find, findInput, findRequired } from "./dom.js";
import { newIdempotencyKey } from "./idempotency-key.js";
import { isStill } from "./motion.js";
import { initialState, next, statusOf } from "./page-state.js";
import "./repeated-input.js";
import { speed } from "./speed.js";
import { keepFocusInSight } from "./street.js";
import { subscribe } from "./subscription.js";
import { rememberFocusAndInput, swap } from "./swap.js";

/**
 * @typedef {import("./page-state.js").PageEvent} PageEvent
 * @typedef {import("./page-state.js").Effect} Effect
 */

// A form where moves can be made, else a <div>.
const gameElement = findRequired("#moves");
const { topics = "", worker = "", pushed } = gameElement.dataset;
const statusElement = findRequired("#page-status");
const alertElement = findRequired("#alert");
const FORMS = ["moves", "typed", "planning"];

let state = initialState(shownBoard().isPast, topics.includes("s="), alertElement.textContent ?? "");
/** @type {PageEvent[]} */
const queue = [];
/** Restores what a page without controls loses while entries are replayed. @type {((isOver: boolean) => void) | null} */
let restoreFocusAndInput = null;

const table = () => findRequired("#table");

/** @returns {import("./page-state.js").Page} */
function readPage() {
  const isPlanOpen = Boolean(find("#round-plan[open], html[data-planning]"));
  const isTyped = document.activeElement?.matches("input:not([type=checkbox]), select, textarea") ?? false;
  const shown = shownBoard();
  return {
    ...shown,
    isByClick: shown.isByClick && Boolean(find("#recap-next")),
    isHidden: document.hidden,
    isPlanOpen,
    lacksPlan: isPlanOpen && Boolean(find("#round-plan[data-left-out]")),
    isInUse: isTyped || Boolean(find("dialog[open]")),
    isStill: isStill(),
    speed: speed(),
  };
}

/**
 * Takes the page from one state to the next. What an effect makes happen at once comes after all effects.
 * @param {PageEvent} event
 */
function dispatch(event) {
  queue.push(event);
  if (queue.length > 1) return;
  try {
    for (; queue.length; queue.shift()) {
      const [following, effects] = next(state, { ...queue[0], page: readPage() });
      state = following;
      for (const effect of effects) carryOut(effect);
      showState();
    }
  } finally {
    queue.length = 0; // also after an error
  }
}

/** @param {Effect} effect */
function carryOut(effect) {
  switch (effect.type) {
    case "fetch":
      fetchAndDispatch(effect);
      break;
    case "send":
      sendAndDispatch(effect);
      break;
    case "cancel":
      cancelRequest();
      break;
    case "show":
      dispatch({ type: show(effect) ? "shown" : "refused" });
      break;
    case "wait":
      setTimeout(() => dispatch(effect.event), effect.delay * (effect.isRandom ? Math.random() : 1));
      break;
    case "forget":
      forgetSentMove(effect);
      break;
    case "select-typed":
      findInput("command")?.focus({ preventScroll: true });
      findInput("command")?.select();
      break;
    case "name-part":
      document.dispatchEvent(new CustomEvent("groundfloor:part-named", { detail: effect.part }));
      break;
    case "sought":
      if (!effect.isThere) replay?.fail();
      if (effect.isLast) for (const end of seeking.splice(0)) end();
      break;
    case "reload":
      location.reload();
  }
}

/** @param {Effect & {type: "fetch"}} effect */
async function fetchAndDispatch({ request, entry, step, ...wanted }) {
  try {
    const text = await fetchBoard(boardUrl(entry, step), wanted);
    dispatch({ type: "answer", request, text, board: boardOf(text) });
  } catch {
    dispatch({ type: "failed", request });
  }
}

/** @param {Effect & {type: "send"}} effect */
async function sendAndDispatch({ request, choice, ...wanted }) {
  const { action } = /** @type {HTMLFormElement} */ (gameElement);
  try {
    const answer = await sendForm(action, new URLSearchParams({ ...choice.fields, idempotency_key: choice.key }), wanted);
    const page = answer.isOk ? null : new DOMParser().parseFromString(answer.text, "text/html");
    dispatch({
      type: "answer",
      request,
      ...answer,
      board: boardOf(answer.text),
      sentence: page?.querySelector("[role=alert]")?.textContent ?? "",
    });
  } catch {
    dispatch({ type: "failed", request, canResend: true });
  }
}

/**
 * Brings the page to what the server has sent; false if it does not show a region that this leaves out.
 * @param {Effect & {type: "show"}} effect
 */
function show({ text, isLast }) {
  restoreFocusAndInput ??= rememberFocusAndInput();
  if (isLast) document.body.classList.remove("is-replaying");
  try {
    if (!swap(table(), text)) return false;
  } catch (error) {
    reportError(error);
    return false;
  }
  if (isLast) document.title = table().dataset.title || document.title;
  markParts();
  // First whatever sets something, then whatever measures: the browser computes the layout once.
  for (const name of ["swapped", "settled"]) document.dispatchEvent(new CustomEvent(`groundfloor:${name}`));
  restoreFocusAndInput(isLast);
  if (isLast) {
    restoreFocusAndInput = null;
    keepFocusInSight();
  }
  if (shownBoard().isByClick && state.name === "replaying") find("#recap-next")?.focus({ preventScroll: true });
  if (state.name === "past") replay?.follow();
  return true;
}

/** The page has room for its parts, also where it comes from a copy that this browser has kept; that of the guide stays while steps are played, which it comes back after. */
function markParts() {
  const { body } = document;
  const isGuided = body.matches(".is-replaying[data-parts~=open-guide]");
  const parts = `${table().dataset.parts ?? ""}${isGuided ? " open-guide" : ""}`.trim();
  if (body.dataset.parts !== parts) body.dataset.parts = parts;
}

/**
 * Empties the command line, unless somebody types there again, and after a move goes back to the address that follows the seat in turn.
 * @param {Effect & {type: "forget"}} effect
 */
function forgetSentMove({ typed, hasMoved }) {
  const field = findInput("command");
  if (field && field.value === typed) field.value = "";
  if (location.search && hasMoved) history.replaceState(null, "", location.pathname);
}

/**
 * @param {HTMLElement} element
 * @param {string} sentence
 */
function say(element, sentence) {
  element.hidden = !sentence;
  if (element.textContent !== sentence) element.textContent = sentence;
}

/**
 * Marks the seats that are here, as long as that is known. The marks of all companies follow this one attribute (turn.css).
 * @param {number[] | undefined} seats
 */
function showPresence(seats) {
  if (seats) gameElement.dataset.here = seats.join(" ");
  else delete gameElement.dataset.here;
}

function skipReplay() {
  if (state.name === "replaying") dispatch({ type: "skip" });
}

function showState() {
  const status = statusOf(state);
  say(statusElement, statusElement.dataset[status] ?? "");
  say(alertElement, state.sentence);
  if (state.name === "sending") table().setAttribute("aria-busy", "true");
  else table().removeAttribute("aria-busy");
  if (state.name !== "replaying") return;
  restoreFocusAndInput ??= rememberFocusAndInput();
  document.body.classList.add("is-replaying");
}

// The replay, which asks for entries of the past.

/** @typedef {{follow: () => void, fail: () => void}} Replay `follow` is called when the page shows a board of the past, `fail` when it can't. */
/** @type {Replay | null} */
let replay = null;
/** @type {(() => void)[]} */
const seeking = [];

/**
 * Lets the replay seek entries.
 * @param {Replay} connected
 */
export function connectReplay(connected) {
  replay = connected;
  return {
    /**
     * Ends when the page shows the entry that was asked for last, or can't.
     * @param {import("./page-state.js").Seek} wanted
     * @returns {Promise<void>}
     */
    seek: (wanted) =>
      new Promise((resolve) => {
        seeking.push(resolve);
        dispatch({ type: "seek", seek: wanted });
      }),
    stop: () => dispatch({ type: "stop" }),
  };
}

// What happens to the page

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !FORMS.includes(form.id)) return;
  event.preventDefault();
  const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form, event.submitter)));
  dispatch({ type: "submit", choice: { fields, key: newIdempotencyKey(), typed: findInput("command")?.value ?? "" } });
});
// What is played goes on at once by a key or a tap, and to its end by another key. The replay and buttons have keys of their own.
const GOES_ON = ["Enter", " ", "ArrowRight"];
const CONTROLS = "button, a, input, select, textarea, summary, dialog, .bar";
const WITHOUT_ANSWERS = "#board button[aria-disabled=true]"; // places, between which arrows lead
addEventListener(
  "keydown",
  (event) => {
    if (state.name !== "replaying" || event.ctrlKey || event.metaKey || event.altKey) return;
    const isAtPlace = event.key !== "ArrowRight" && closestTo(event, WITHOUT_ANSWERS);
    const isGoingOn = GOES_ON.includes(event.key) && (isAtPlace || !closestTo(event, CONTROLS));
    if (event.key !== "Escape" && !isGoingOn) return;
    event.preventDefault();
    event.stopPropagation();
    if (isGoingOn) dispatch({ type: "next" });
    else skipReplay();
  },
  true,
);
/** Where a touch began: it is a tap if it ends there. */
let touched = { x: 0, y: 0 };
addEventListener("pointerdown", ({ x, y }) => (touched = { x, y }), true);
addEventListener("pointerup", (event) => {
  const isTap = Math.hypot(event.x - touched.x, event.y - touched.y) < 10;
  if (isTap && !closestTo(event, `${CONTROLS}, #replay`)) dispatch({ type: "next" });
});
document.addEventListener("click", (event) => {
  const action = closestTo(event, "[data-replay-go]")?.dataset.replayGo;
  if (action === "next") dispatch({ type: "next" });
  else if (action) skipReplay();
});
document.addEventListener("groundfloor:opened", () => dispatch({ type: "plan-opened" }));
document.addEventListener("groundfloor:outdated", (event) => {
  dispatch({ type: "outdated", isUrgent: /** @type {CustomEvent} */ (event).detail });
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) dispatch({ type: "visible" });
});
addEventListener("pageshow", (event) => {
  if (event.persisted) dispatch({ type: "visible" });
});
findRequired("[data-playback]").hidden = false;
/** @param {import("./board-text.js").PushedBoard} data */
function dispatchBoard(data) {
  const text = pushedBoard(data);
  dispatch({ type: "board", version: data.version, text, board: text === null ? null : boardOf(text) });
}
markParts();
subscribe(topics, worker, ({ name, data }) => {
  if (name === "board" && data.view === pushed) dispatchBoard(data);
  else if (name === "version" && data.game === table().dataset.game) dispatch({ type: "version", version: data.version });
  else if (name === "draft" && topics.includes(`s=${data.seat}`)) dispatch({ type: "draft", key: data.request });
  else if (name === "seats" && data.game === table().dataset.game) showPresence(data.here);
  else if (name === "chat" && data.game === table().dataset.game) {
    document.dispatchEvent(new CustomEvent("groundfloor:chat", { detail: data }));
  } else if (name === "open") dispatch({ type: "connected" });
  else if (name === "lost") {
    showPresence(undefined);
    dispatch({ type: "disconnected" });
  }
});
