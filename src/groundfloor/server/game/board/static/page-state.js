// What an open game page does next, as one pure function: no DOM, no clock, no network. `synchronization.js` carries its effects out.
//
//   live        the page shows the newest board that it knows of, and nothing is under way
//   sending     a choice is on its way to the server; others wait for its answer
//   refreshing  the board is being fetched
//   replaying   what the page has missed is played, step by step
//   past        the page shows an earlier board: it follows the replay and nothing else
//   lost        the last request got no answer; a timer asks again
//
// At most one request is under way. A fetch is given up for a choice; answers to requests that were given up are ignored.

const MAX_REPLAYED = 16; // entries
const MAX_RESENDS = 4;
const MAX_RETRY_DELAY = 15000; // milliseconds, as are all times here
const RETRY_DELAY = 500;
const FAILED_SEND_DELAY = 1500;
const RECONNECT_SPREAD = 10000; // in which the pages of a server that was started again fetch their boards
const RELOAD_DELAY = 2000;
/** The time of a step that is read, and of a brief one: a move of somebody else. */
const STEP_TIMES = { slow: 3500, normal: 1600, fast: 600 };
const BRIEF_TIMES = { slow: 1500, normal: 800, fast: 300 };
const BRIEF_TOTAL = 5000; // of all brief steps together, while none is too brief to be seen
const MIN_BRIEF_TIME = 200;
const REMEMBERED_KEYS = 16;

/** @typedef {"slow" | "normal" | "fast" | "off"} Speed off: the newest board is shown at once. */

/**
 * What the page shows at the moment of an event, and how it is used.
 * @typedef {object} Page
 * @property {number} version of the table
 * @property {string} digest the digest of what is shown
 * @property {string} draft the actions that are chosen but not confirmed
 * @property {boolean} isPast
 * @property {boolean} isHidden
 * @property {boolean} isPlanOpen
 * @property {boolean} lacksPlan the plan of the round is open and was left out of the board
 * @property {boolean} isInUse somebody types, or a dialog is open
 * @property {boolean} isByClick the step that is shown waits for a click
 * @property {boolean} isStill nothing may move
 * @property {Speed} speed of what is played
 */

/**
 * A form that was submitted.
 * @typedef {object} Choice
 * @property {Record<string, string>} fields
 * @property {string} key the idempotency key
 * @property {string} typed what stood in the command line
 */

/** @typedef {{entry: number, step: number, isBrief: boolean}} Frame A board on the way: at a step of an entry, from 1. A brief step is a move of somebody else. */

/** @typedef {{version: number, digest: string, steps: Frame[]}} Board What is read of a board: `steps` are those of the entries that are new to the viewer; of the past, those of its entry. */

/**
 * An entry that the replay asks for. If it `isPlayed`, its steps after the number `step` are shown one after the other; if it `isPassing`, the replay goes
 * on after it, so that an entry without steps is left out, and the last step has its time.
 * @typedef {{entry: number, step: number, isPlayed: boolean, isPassing: boolean}} Seek
 */

/**
 * The answer of the server to a request. `board` is null if it brings none, `sentence` says why a choice was refused.
 * @typedef {object} Answer
 * @property {number} request
 * @property {string} text
 * @property {Board | null} board
 * @property {boolean} [isOk] whether a choice was accepted
 * @property {string} [sentence]
 * @property {string} [part] the part of the page that a typed command asks for
 */

/**
 * `shown` and `refused` follow each effect `show`: an update is refused if the page lacks a region that it leaves out. `board` is pushed, its
 * text null if it is for another board than the page shows. Events with a `timer` come from effects `wait`; those of timers that no longer count are ignored.
 * @typedef {{type: "submit", choice: Choice} | {type: "answer"} & Answer | {type: "failed", request: number, canResend?: boolean}
 *   | {type: "shown"} | {type: "refused"} | {type: "skip"} | {type: "next"} | {type: "seek", seek: Seek} | {type: "stop"}
 *   | {type: "board", version: number, text: string | null, board: Board | null} | {type: "version", version: number} | {type: "draft", key: string}
 *   | {type: "connected"} | {type: "disconnected"} | {type: "visible"} | {type: "plan-opened"}
 *   | {type: "retry", timer: number} | {type: "resend", timer: number} | {type: "step", timer: number}
 *   | {type: "reconnected"} | {type: "outdated", isUrgent: boolean}} PageEvent
 * @typedef {PageEvent & {page: Page}} Event
 */

/**
 * `fetch` and `send` give up the request before them, as `cancel` does, and end with an event `answer` or `failed`, `wait` with the event that it names, after
 * `delay` or a random part of it. `forget` empties the command line if nothing else was typed there. `sought` tells the replay that it is
 * where it wanted to be, or can't get there.
 * @typedef {{type: "fetch", request: number, entry: number | null, step?: number, isWhole: boolean, hasPlan: boolean}
 *   | {type: "send", request: number, choice: Choice, isWhole: boolean, hasPlan: boolean}
 *   | {type: "show", text: string, isLast: boolean} | {type: "wait", delay: number, isRandom?: boolean, event: PageEvent}
 *   | {type: "forget", typed: string, hasMoved: boolean} | {type: "select-typed"} | {type: "name-part", part: string}
 *   | {type: "sought", isThere: boolean, isLast: boolean} | {type: "reload"} | {type: "cancel"}} Effect
 */

/**
 * What every state has.
 * @typedef {object} Common
 * @property {number} serial the number of the last request or timer
 * @property {number} due the newest version announced since the last request began; Infinity if the page may lack what no version tells of
 * @property {boolean} isWhole the page lacks a region, so that it needs a whole board
 * @property {boolean} isSeat drafts are announced to the page
 * @property {"new" | "open" | "lost"} stream
 * @property {boolean} isUnanswered the server seems not to be there
 * @property {number} failures fetches that have failed one after the other
 * @property {string} sentence why the last choice was refused; it stays until the next one is answered
 * @property {string[]} keys of the choices that were sent last
 * @property {Effect[]} later for when the board of an answer is shown
 */

/** @typedef {{name: "live"}} Live */
/** @typedef {{name: "lost", timer: number}} Lost */
/** @typedef {{name: "refreshing", request: number, hasPlan: boolean, replayed: number}} Refreshing `replayed` is the last entry of the replay before; 0: there was none. */

/**
 * @typedef {object} Sending
 * @property {"sending"} name
 * @property {number} request 0 while it waits to be sent again
 * @property {number} timer
 * @property {number} attempt
 * @property {Choice} choice
 * @property {Choice[]} queue
 * @property {boolean} hasPlan
 */

/**
 * @typedef {object} Replaying
 * @property {"replaying"} name
 * @property {number} request the frame that is being fetched; 0: none
 * @property {number} timer
 * @property {Frame[]} frames those that are still to be shown
 * @property {Frame | null} frame the one that is shown
 * @property {number} end the version that they lead to
 * @property {number} pause the time of a brief step
 * @property {string | null} text of the next frame, if it has come before its time
 * @property {boolean} isTimeUp
 * @property {string | null} answer the board after all frames; null if something else was shown since the server sent it, or there is a newer one
 * @property {boolean} hasPlan
 */

/**
 * @typedef {object} Past
 * @property {"past"} name
 * @property {number} request 0: none
 * @property {Seek | null} seek
 * @property {Seek | null} wanted instead, as soon as the other one is shown
 * @property {Frame[]} frames the steps that are still to be shown
 * @property {Frame | null} frame the step that is fetched or shown
 * @property {number} timer while a step is looked at; 0: none is
 */

/** @typedef {Common & (Live | Sending | Refreshing | Replaying | Past | Lost)} State */
/** @typedef {[State, Effect[]]} Transition */

/**
 * The state of a page that was just loaded.
 * @param {boolean} isPast
 * @param {boolean} isSeat
 * @param {string} [sentence]
 * @returns {State}
 */
export function initialState(isPast, isSeat, sentence = "") {
  const nothing = { serial: 0, due: 0, isWhole: false, isUnanswered: false, failures: 0, keys: [], later: [] };
  return { ...nothing, isSeat, sentence, stream: "new", ...(isPast ? { name: "past", ...NO_SEEK } : { name: "live" }) };
}

/**
 * What the status line says: "lost" or nothing.
 * @param {State} state
 */
export function statusOf(state) {
  return state.isUnanswered && state.name !== "past" && state.name !== "replaying" ? "lost" : "";
}

/**
 * The state after an event, and what is to be done.
 * @param {State} state
 * @param {Event} event
 * @returns {Transition}
 */
export function next(state, event) {
  const { page } = event;
  switch (event.type) {
    case "submit":
      return submit(state, event.choice, page);
    case "answer":
      return "request" in state && state.request === event.request ? answer(state, event, page) : [state, []];
    case "failed":
      return "request" in state && state.request === event.request ? fail(state, event.canResend ?? false, page) : [state, []];
    case "shown":
      return shown({ ...state, isWhole: false }, page);
    case "refused":
      return refused(state, page);
    case "board":
      return pushed(state, event, page);
    case "version":
      return announced(state, event.version, page);
    case "draft":
      return state.keys.includes(event.key) ? [state, []] : ask(state, page);
    case "connected":
      return connected(state, page);
    case "disconnected":
      return [{ ...state, stream: "lost", isUnanswered: true }, []];
    case "visible":
    case "reconnected":
      return ask(state, page);
    case "plan-opened":
      return page.lacksPlan && isIdle(state) ? refresh(state, page) : [state, []];
    case "retry":
      return state.name === "lost" && state.timer === event.timer ? refresh(state, page) : [state, []];
    case "resend":
      return state.name === "sending" && state.timer === event.timer ? transmit(state) : [state, []];
    case "step":
      return "timer" in state && state.timer === event.timer ? step(state, page) : [state, []];
    case "next":
      return goOn(state, page);
    case "skip":
      return state.name === "replaying" ? endReplay({ ...state, frames: [] }, page, true) : [state, []];
    case "seek":
      return seek(state, event.seek);
    case "stop":
      return stop(state);
    default:
      return outdated(state, event.isUrgent, page);
  }
}

/**
 * The part of a state that stays when its name changes.
 * @param {Common} state
 * @returns {Common}
 */
function common({ serial, due, isWhole, isSeat, stream, isUnanswered, failures, sentence, keys, later }) {
  return { serial, due, isWhole, isSeat, stream, isUnanswered, failures, sentence, keys, later };
}

/** @param {State} state */
const isIdle = (state) => state.name === "live" || state.name === "lost";

/**
 * @param {Effect[]} effects
 * @param {Transition} transition
 * @returns {Transition}
 */
const after = (effects, [state, others]) => [state, [...effects, ...others]];

// Choices

/**
 * Sends a choice, or has it wait for the one that is being sent. The same form submitted twice is one choice.
 * @param {State} state
 * @param {Choice} choice
 * @param {Page} page
 * @returns {Transition}
 */
function submit(state, choice, page) {
  if (state.name !== "sending") return send(state, choice, [], page);
  const last = state.queue.at(-1) ?? state.choice;
  const isSame = JSON.stringify(last.fields) === JSON.stringify(choice.fields);
  return [isSame ? state : { ...state, queue: [...state.queue, choice] }, []];
}

/**
 * @param {State} state
 * @param {Choice} choice
 * @param {Choice[]} queue
 * @param {Page} page
 * @returns {Transition}
 */
function send(state, choice, queue, page) {
  const keys = [...state.keys, choice.key].slice(-REMEMBERED_KEYS);
  const sent = { choice, queue, timer: 0, attempt: 0, hasPlan: page.isPlanOpen };
  return transmit({ ...common(state), keys, due: 0, later: [], name: "sending", request: 0, ...sent });
}

/**
 * @param {Common & Sending} state
 * @returns {Transition}
 */
function transmit(state) {
  const request = state.serial + 1;
  const { choice, isWhole, hasPlan } = state;
  return [{ ...state, serial: request, request, timer: 0 }, [{ type: "send", request, choice, isWhole, hasPlan }]];
}

/**
 * An answer without a board says why the choice was refused, or is none of the server. The choice may have been accepted before, without
 * an answer.
 * @param {Common & Sending} state
 * @param {Answer} answer
 * @param {Page} page
 * @returns {Transition}
 */
function chosen(state, { text, board, isOk, sentence, part }, page) {
  if (!board && !sentence) return lose(state, FAILED_SEND_DELAY);
  const queue = board && isOk ? state.queue : [];
  const answered = { ...state, request: 0, failures: 0, isUnanswered: false, queue, sentence: sentence ?? "" };
  if (!board) return settle({ ...answered, due: Infinity }, page);
  /** @type {Effect[]} */
  const later = [];
  if (!isOk && "command" in state.choice.fields) later.push({ type: "select-typed" });
  if (part) later.push({ type: "name-part", part });
  /** @type {Effect[]} */
  const first = isOk ? [{ type: "forget", typed: state.choice.typed, hasMoved: board.version !== page.version }] : [];
  return after(first, display({ ...answered, later }, text, board, page));
}

// Boards

/**
 * Fetches the board now, or after what is under way.
 * @param {State} state
 * @param {Page} page
 * @param {boolean} [hasPlan]
 * @returns {Transition}
 */
function ask(state, page, hasPlan) {
  if (isIdle(state)) return refresh(state, page, hasPlan);
  return [state.name === "past" ? state : { ...state, due: Infinity }, []];
}

/**
 * @param {State} state
 * @param {Page} page
 * @param {boolean} [hasPlan]
 * @param {number} [replayed]
 * @returns {Transition}
 */
function refresh(state, page, hasPlan = page.isPlanOpen, replayed = 0) {
  const request = state.serial + 1;
  return [
    { ...common(state), serial: request, due: 0, name: "refreshing", request, hasPlan, replayed },
    [{ type: "fetch", request, entry: null, isWhole: state.isWhole, hasPlan }],
  ];
}

/**
 * Shows a board that was fetched, unless it is older than the shown one or the same. Without a board the table can't be seen any more.
 * @param {Common & Refreshing} state
 * @param {Answer} answer
 * @param {Page} page
 * @returns {Transition}
 */
function fetched(state, { text, board }, page) {
  const answered = { ...state, request: 0, failures: 0, isUnanswered: false };
  if (!board || board.version < page.version || board.digest === page.digest) return settle(answered, page);
  return display(answered, text, board, page);
}

/**
 * Shows a board, after the entries that the page has missed.
 * @param {Common & (Sending | Refreshing)} state
 * @param {string} text
 * @param {Board} board
 * @param {Page} page
 * @returns {Transition}
 */
function display(state, text, board, page) {
  const frames = framesOf(board, page, "replayed" in state ? state.replayed : 0);
  if (!frames.length) return [state, [{ type: "show", text, isLast: true }]];
  const count = frames.filter(({ isBrief }) => isBrief).length;
  const pause = Math.min(timesOf(page).brief, Math.max(MIN_BRIEF_TIME, BRIEF_TOTAL / Math.max(count, 1)));
  const begun = { request: 0, timer: 0, frames, frame: null, end: board.version, pause, text: null, isTimeUp: true, answer: text };
  return fetchFrame({ ...common(state), name: "replaying", ...begun, hasPlan: state.hasPlan });
}

/**
 * The time of a step, and of a brief one, in milliseconds. The replay has them whether moves of others are played or not.
 * @param {Page} page
 */
function timesOf({ speed }) {
  const name = speed === "off" ? "normal" : speed;
  return { step: STEP_TIMES[name], brief: BRIEF_TIMES[name] };
}

/**
 * The steps on the way to a board, of the entries that the page has missed. A move that ends there is on that board.
 * @param {Board} board
 * @param {Page} page
 * @param {number} [replayed] the entry that the page shows if it is of the past
 * @returns {Frame[]}
 */
function framesOf({ version, steps }, page, replayed = 0) {
  if (page.isStill || page.speed === "off" || page.isHidden || (page.isPast && !replayed)) return [];
  const first = Math.max((replayed || page.version) + 1, version - MAX_REPLAYED);
  const frames = steps.filter(({ entry }) => entry >= first);
  const last = frames.findLastIndex(({ entry, isBrief }) => entry < version || !isBrief);
  return frames.slice(0, last + 1);
}

/**
 * What comes after a board is shown, or after an answer that brings none: the next choice, if it was made for this version, or another fetch.
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function settle(state, page) {
  const rest = { ...common(state), later: [] };
  const [choice, ...queue] = state.name === "sending" ? state.queue : [];
  if (choice?.fields.version === String(page.version)) {
    const fields = { ...choice.fields, draft: page.draft };
    return after(state.later, send({ ...rest, name: "live" }, { ...choice, fields }, queue, page));
  }
  const needsPlan = page.lacksPlan && !("hasPlan" in state && state.hasPlan);
  if (state.due > page.version || needsPlan) return after(state.later, refresh({ ...rest, name: "live" }, page));
  return [{ ...rest, name: "live" }, state.later];
}

/**
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function shown(state, page) {
  if (state.name === "replaying") return frameShown(state, page);
  return state.name === "past" ? replayShown(state, page) : settle(state, page);
}

/**
 * An update that leaves out a region which the page lacks is followed by a whole board; a whole board that is refused, by nothing.
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function refused(state, page) {
  const whole = { ...state, isWhole: true };
  if (whole.name === "replaying") return state.isWhole ? endReplay(whole, page) : fetchFrame({ ...whole, isTimeUp: true });
  if (whole.name === "past") {
    return state.isWhole || !whole.seek ? sought(whole, false) : goTo(whole, { ...whole.seek, isPlayed: false });
  }
  return settle({ ...whole, due: state.isWhole ? state.due : Infinity }, page);
}

/**
 * @param {State} state
 * @param {Answer} found
 * @param {Page} page
 * @returns {Transition}
 */
function answer(state, found, page) {
  if (state.name === "sending") return chosen(state, found, page);
  if (state.name === "refreshing") return fetched(state, found, page);
  if (state.name === "replaying") return found.board ? frameCame(state, found.text) : endReplay(state, page);
  return state.name === "past" ? replayFetched(state, found, page) : [state, []];
}

/**
 * A choice is sent again with the same key, so that it counts once. Whether it has arrived all the same, the next board shows.
 * @param {State} state
 * @param {boolean} canResend
 * @param {Page} page
 * @returns {Transition}
 */
function fail(state, canResend, page) {
  if (state.name === "sending" && canResend && state.attempt < MAX_RESENDS) {
    const timer = state.serial + 1;
    const delay = RETRY_DELAY * 2 ** state.attempt;
    const waiting = { ...state, serial: timer, timer, request: 0, attempt: state.attempt + 1, isUnanswered: true };
    return [waiting, [{ type: "wait", delay, event: { type: "resend", timer } }]];
  }
  if (state.name === "sending") return lose(state, FAILED_SEND_DELAY);
  if (state.name === "replaying") return endReplay(state, page);
  if (state.name === "past") return sought(state, false);
  const failures = state.failures + 1;
  return lose({ ...state, failures }, Math.min(RETRY_DELAY * 2 ** failures, MAX_RETRY_DELAY));
}

/**
 * The server announces each version once, so the page asks until it gets an answer.
 * @param {State} state
 * @param {number} delay
 * @returns {Transition}
 */
function lose(state, delay) {
  const timer = state.serial + 1;
  const lost = { ...common(state), serial: timer, due: Infinity, isUnanswered: true, later: [] };
  return [{ ...lost, name: "lost", timer }, [{ type: "wait", delay, event: { type: "retry", timer } }]];
}

// The stream

/**
 * Shows a pushed board, if it is for what the page shows, nothing is under way and there is nothing to replay. No pushed board has the plan
 * of the round.
 * @param {State} state
 * @param {{version: number, text: string | null, board: Board | null}} message
 * @param {Page} page
 * @returns {Transition}
 */
function pushed(state, { version, text, board }, page) {
  const isShown = state.name === "live" && text !== null && board && !page.isPlanOpen && !framesOf(board, page).length;
  return isShown ? [state, [{ type: "show", text, isLast: true }]] : announced(state, version, page);
}

/**
 * @param {State} state
 * @param {number} version
 * @param {Page} page
 * @returns {Transition}
 */
function announced(state, version, page) {
  const noted = { ...state, due: Math.max(state.due, version) };
  if (isIdle(state)) return version > page.version ? refresh(noted, page) : [state, []];
  if (noted.name === "replaying" && version > noted.end) return [{ ...noted, answer: null }, []];
  return [noted, []];
}

/**
 * A draft is announced once: perhaps before the stream was open. The pages of a server that was started again do not ask at the same time;
 * a hidden one asks when it is shown.
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function connected(state, page) {
  /** @type {State} */
  const open = { ...state, stream: "open", isUnanswered: false };
  if (state.stream === "open" || !state.isSeat || page.isHidden) return [open, []];
  if (state.stream === "new") return ask(open, page, true); // the page was loaded with its plan
  return [open, [{ type: "wait", delay: RECONNECT_SPREAD, isRandom: true, event: { type: "reconnected" } }]];
}

/**
 * Loads the page anew: its scripts are of an older version than the server.
 * @param {State} state
 * @param {boolean} isUrgent
 * @param {Page} page
 * @returns {Transition}
 */
function outdated(state, isUrgent, page) {
  if (state.name !== "sending" && (isUrgent || !page.isInUse)) return [state, [{ type: "reload" }]];
  return [state, [{ type: "wait", delay: RELOAD_DELAY, event: { type: "outdated", isUrgent } }]];
}

// Replay of what the page has missed

/**
 * Fetches the next frame.
 * @param {Common & Replaying} state
 * @returns {Transition}
 */
function fetchFrame(state) {
  const request = state.serial + 1;
  return [{ ...state, serial: request, request }, [{ type: "fetch", request, ...state.frames[0], isWhole: state.isWhole, hasPlan: false }]];
}

/**
 * @param {Common & Replaying} state
 * @param {string} text
 * @returns {Transition}
 */
function frameCame(state, text) {
  if (!state.isTimeUp) return [{ ...state, request: 0, text }, []];
  return [{ ...state, request: 0, text: null, isTimeUp: false, answer: null }, [{ type: "show", text, isLast: false }]];
}

/**
 * The next frame is fetched while this one is looked at, without the regions that are shown now. A step waits for its time or for a click.
 * @param {Common & Replaying} state
 * @param {Page} page
 * @returns {Transition}
 */
function frameShown(state, page) {
  const timer = state.serial + 1;
  const [frame, ...frames] = state.frames;
  const on = { ...state, serial: timer, timer, frame, frames };
  const delay = frame.isBrief ? state.pause : timesOf(page).step;
  /** @type {Effect[]} */
  const waits = !frame.isBrief && page.isByClick ? [] : [{ type: "wait", delay, event: { type: "step", timer } }];
  return after(waits, frames.length ? fetchFrame(on) : [on, []]);
}

/**
 * Goes on to the next step before its time.
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function goOn(state, page) {
  if (state.name === "replaying" && state.frame) return step({ ...state, timer: 0 }, page);
  return state.name === "past" && state.timer ? step(state, page) : [state, []];
}

/**
 * @param {State} state
 * @param {Page} page
 * @returns {Transition}
 */
function step(state, page) {
  if (state.name === "past") return state.frames.length ? fetchStep(state) : sought(state, true);
  if (state.name !== "replaying") return [state, []];
  const due = { ...state, isTimeUp: true };
  if (state.text !== null) return frameCame(due, state.text);
  if (state.request) return [due, []];
  return state.frames.length ? fetchFrame(due) : endReplay(state, page);
}

/**
 * Shows the board after the replayed frames; if there is a newer one, after those that lead to it, unless they are skipped too.
 * @param {Common & Replaying} state
 * @param {Page} page
 * @param {boolean} [isSkipped]
 * @returns {Transition}
 */
function endReplay(state, page, isSkipped = false) {
  const { hasPlan, answer: text, frame, frames } = state;
  if (text === null) return refresh(state, page, page.isPlanOpen, isSkipped || frames.length ? 0 : (frame?.entry ?? 0));
  return [
    { ...common(state), name: "refreshing", request: 0, hasPlan, replayed: 0 },
    [{ type: "cancel" }, { type: "show", text, isLast: true }],
  ];
}

// The replay of the past

/** @type {Omit<Past, "name">} */
const NO_SEEK = { request: 0, seek: null, wanted: null, frames: [], frame: null, timer: 0 };

/**
 * Goes to an entry; while one is being shown the newest wish replaces earlier ones. A step that is looked at keeps none waiting.
 * @param {State} state
 * @param {Seek} wanted
 * @returns {Transition}
 */
function seek(state, wanted) {
  if (state.name !== "past") return [state, [{ type: "sought", isThere: false, isLast: true }]];
  if (!state.seek) return goTo(state, wanted);
  return state.timer ? sought({ ...state, wanted }, true) : [{ ...state, frames: [], wanted }, []];
}

/**
 * Stays at the step that is shown, or that is on its way.
 * @param {State} state
 * @returns {Transition}
 */
function stop(state) {
  if (state.name !== "past" || !state.seek) return [state, []];
  return state.timer ? sought(state, true) : [{ ...state, frames: [], seek: { ...state.seek, isPassing: false } }, []];
}

/**
 * @param {State} state
 * @param {Seek} wanted
 * @returns {Transition}
 */
function goTo(state, wanted) {
  const request = state.serial + 1;
  return [
    { ...state, ...NO_SEEK, name: "past", serial: request, request, seek: wanted },
    [{ type: "fetch", request, entry: wanted.entry, isWhole: state.isWhole, hasPlan: false }],
  ];
}

/**
 * @param {Common & Past} state
 * @returns {Transition}
 */
function fetchStep(state) {
  const request = state.serial + 1;
  const [frame, ...frames] = state.frames;
  return [
    { ...state, serial: request, request, frame, frames, timer: 0 },
    [{ type: "fetch", request, entry: frame.entry, step: frame.step, isWhole: state.isWhole, hasPlan: false }],
  ];
}

/**
 * The first answer says which steps the entry has; each is shown at its own board.
 * @param {Common & Past} state
 * @param {Answer} answer
 * @param {Page} page
 * @returns {Transition}
 */
function replayFetched(state, { text, board }, page) {
  const { seek: sent, wanted } = state;
  if (!board || !sent) return sought(state, false);
  /** @type {Transition} */
  const showing = [{ ...state, request: 0 }, [{ type: "show", text, isLast: true }]];
  if (state.frame || wanted || !sent.isPlayed) return showing;
  if (sent.isPassing && !board.steps.length && sent.entry < board.version) return goTo(state, { ...sent, entry: sent.entry + 1, step: 0 });
  const frames = page.isStill ? [] : board.steps.filter((each) => each.step > sent.step);
  return frames.length ? fetchStep({ ...state, frames }) : showing;
}

/**
 * A step stays for its time, if something comes after it.
 * @param {Common & Past} state
 * @param {Page} page
 * @returns {Transition}
 */
function replayShown(state, page) {
  const { seek: sent, frames, frame, wanted } = state;
  if (!sent || wanted || !(frames.length || sent.isPassing)) return sought(state, true);
  const timer = state.serial + 1;
  const { step: delay, brief } = timesOf(page);
  return [{ ...state, serial: timer, timer }, [{ type: "wait", delay: frame?.isBrief ? brief : delay, event: { type: "step", timer } }]];
}

/**
 * @param {Common & Past} state
 * @param {boolean} isThere
 * @returns {Transition}
 */
function sought(state, isThere) {
  const { wanted } = state;
  /** @type {Effect} */
  const effect = { type: "sought", isThere, isLast: !wanted };
  const idle = { ...state, ...NO_SEEK };
  return after([effect], wanted ? goTo(idle, wanted) : [idle, []]);
}
