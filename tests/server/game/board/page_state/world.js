// A server, a network and a page around the states of `page-state.js`, for tests that try all orders of what can happen. Worlds are
// never changed: each action makes a new one. Every wrong step throws an error.
import { strict as assert } from "node:assert";
import { initialState, next, statusOf } from "../../../../../src/groundfloor/server/game/board/static/page-state.js";

/** Milliseconds that no test waits for. */
const DAY = 86_400_000;

/** Every third entry has two steps, the others are a move. */
const stepsOf = (entry) => (entry % 3 === 0 ? [1, 2] : [1]).map((step) => ({ entry, step, isBrief: entry % 3 !== 0 }));

/**
 * The board as the server shows it, as a text. What has changed last is its `moment`.
 * @param {any} server
 * @param {{from?: string, isWhole?: boolean, hasPlan?: boolean, entry?: number | null, step?: number}} wanted
 */
function boardText({ version, draft, moment }, { from = "", isWhole = false, hasPlan = false, entry = null, step = 0 }) {
  const isPast = entry !== null;
  if (step) assert.ok(step <= stepsOf(entry).length, "a step is asked for that the entry does not have");
  const digest = isPast ? `at ${entry} ${step}` : `${version} ${draft} ${hasPlan}`;
  const known = isWhole || isPast || from.startsWith("at") ? null : from;
  return JSON.stringify({ version, digest, draft, moment, hasPlan, entry, step, from: known });
}

/** What the page reads of a board: the steps of the last five entries; of the past, those of its entry. */
function boardOf(text) {
  const { version, digest, entry } = JSON.parse(text);
  const entries = entry === null ? [4, 3, 2, 1, 0].map((back) => version - back) : [entry];
  return { version, digest, steps: entries.flatMap(stepsOf) };
}

/** A world with a page that was just loaded; `isPast` with a replay, `isByClick` if what is told waits for a click. */
export function newWorld({ isPast = false, isByClick = false } = {}) {
  const server = { version: 10, draft: "", moment: 0, done: [] };
  const shown = JSON.parse(boardText(server, { entry: isPast ? 5 : null, hasPlan: true }));
  return {
    state: initialState(isPast, true),
    server,
    page: { ...shown, isHidden: false, isPlanOpen: false, isInUse: false, isByClick, isStill: false, speed: "normal", isBroken: false },
    requests: [],
    messages: [],
    timers: [],
    isStreamOpen: false,
    made: [],
    sent: [],
    hasTrouble: false,
    wanted: null,
    count: 0,
    steps: [],
  };
}

/** What the page reads of itself. */
function readPage({ page }) {
  const { version, digest, draft, isHidden, isPlanOpen, isInUse, isByClick, speed, entry, hasPlan } = page;
  return {
    version,
    digest,
    draft,
    isHidden,
    isPlanOpen,
    isInUse,
    isByClick,
    isStill: false,
    speed,
    isPast: entry !== null,
    lacksPlan: isPlanOpen && !hasPlan,
  };
}

/** Dispatches an event to the page, and carries out the effects. */
export function dispatch(given, event) {
  let world = { ...given, steps: [...given.steps, event.type] };
  const queue = [event];
  while (queue.length) {
    const [state, effects] = next(world.state, { ...queue.shift(), page: readPage(world) });
    world = { ...world, state };
    for (const effect of effects) world = carryOut(world, effect, queue);
    checkState(world);
  }
  return world;
}

/** At most one request is waited for, and it is under way. */
function checkState({ state, requests }) {
  const underWay = requests.filter((each) => !each.isGivenUp);
  assert.ok(underWay.length <= 1, "two requests are under way");
  const awaited = "request" in state ? state.request : 0;
  assert.equal(underWay[0]?.request ?? 0, awaited, "the page waits for another request than the one under way");
}

function carryOut(world, effect, queue) {
  switch (effect.type) {
    case "fetch":
    case "send":
      return begin(world, effect);
    case "cancel":
      return { ...world, requests: givenUp(world.requests) };
    case "show":
      return show(world, effect, queue);
    case "wait":
      return { ...world, timers: [...world.timers, effect] };
    case "sought":
      return effect.isLast ? { ...world, wanted: null } : world;
    default:
      return world;
  }
}

const givenUp = (requests) => requests.map((each) => ({ ...each, isGivenUp: true }));

function begin(world, effect) {
  const given = world.requests.filter((each) => !each.isGivenUp);
  for (const each of given) assert.equal(each.type, "fetch", "a choice is given up");
  const begun = { ...effect, from: world.page.digest, text: null, isGivenUp: false };
  const on = { ...world, requests: [...givenUp(world.requests), begun], count: world.count + 1 };
  return effect.type === "send" ? { ...on, sent: sentAfter(world, effect.choice) } : on;
}

/** Choices are sent in the order in which they were made, each once, or again with its key; a queued one with the draft that is shown. */
function sentAfter({ sent, made, page }, choice) {
  const numberOf = (key) => made.findIndex((each) => each.key === key);
  assert.ok(numberOf(choice.key) >= 0);
  if (sent.at(-1) === choice.key) return sent;
  assert.ok(
    sent.every((key) => numberOf(key) < numberOf(choice.key)),
    "a choice is sent too late or twice",
  );
  if (page.entry === null) assert.equal(choice.fields.draft, page.draft, "a choice is sent with a draft that the page does not show");
  return [...sent, choice.key];
}

function show(world, { text, isLast }, queue) {
  const board = JSON.parse(text);
  const isRefused = board.from !== null && (world.page.isBroken || board.from !== world.page.digest);
  queue.push({ type: isRefused ? "refused" : "shown" });
  if (isRefused) return world;
  if (isLast && world.state.name !== "past") {
    assert.equal(board.entry, null);
    assert.ok(board.moment >= world.page.moment, "an older board is shown over a newer one");
  }
  if (!isLast && world.page.entry !== null) {
    const { entry, step } = world.page;
    assert.ok(board.entry > entry || (board.entry === entry && board.step > step), "a replay goes back");
  }
  const moment = board.entry === null ? board.moment : world.page.moment;
  return { ...world, page: { ...world.page, ...board, moment, isBroken: false } };
}

/** A list with other items in place of one. */
const replaced = (list, index, ...items) => [...list.slice(0, index), ...items, ...list.slice(index + 1)];

// What can happen

const MOVES = { one: 1, three: 3 };

function change(world, changes, message) {
  const server = { ...world.server, ...changes, moment: world.server.moment + 1 };
  const messages = world.isStreamOpen ? [...world.messages, message(server)] : world.messages;
  const hasTrouble = world.hasTrouble || "version" in changes;
  return { ...world, server, messages, hasTrouble };
}

/** The others make moves; the server pushes the board for pages that show the one before. */
function othersMove(world, count) {
  const from = boardText(world.server, {});
  const changes = { version: world.server.version + MOVES[count], draft: "" };
  return change(world, changes, (server) => ({
    type: "board",
    version: server.version,
    text: boardText(server, { from: JSON.parse(from).digest }),
  }));
}

const draftElsewhere = (world) => change(world, { draft: `d${world.server.moment}` }, () => ({ type: "draft", key: "elsewhere" }));

/** The person at the page submits a form. */
function submit(world, kind) {
  const key = `k${world.made.length}`;
  const fields = { version: String(world.page.version), draft: world.page.draft, [kind]: kind === "pick" ? key : "" };
  const choice = { fields, key, typed: "" };
  return dispatch({ ...world, made: [...world.made, choice] }, { type: "submit", choice });
}

/** A request reaches the server. */
function arrive(world, index, isForbidden = false) {
  const request = world.requests[index];
  const requests = (text, isOk) => replaced(world.requests, index, { ...request, text, isOk });
  if (request.type === "fetch") return { ...world, requests: requests(boardText(world.server, request), true) };
  if (isForbidden) return { ...world, hasTrouble: true, requests: requests("", false) };
  const { changed, isOk } = answered(world, request.choice);
  return {
    ...changed,
    hasTrouble: changed.hasTrouble || !isOk,
    requests: requests(boardText(changed.server, request), isOk),
  };
}

/** What the server makes of a choice: a request that was carried out before is not carried out again. */
function answered(world, { fields, key }) {
  const { version, draft, done } = world.server;
  if (done.includes(key)) return { changed: world, isOk: true };
  if (fields.version !== String(version) || ("confirm" in fields && fields.draft !== draft)) return { changed: world, isOk: false };
  const changes = "pick" in fields ? { draft: fields.pick } : { version: version + 1, draft: "" };
  const message = (server) => ("pick" in fields ? { type: "draft", key } : { type: "version", version: server.version });
  return { changed: change(world, { ...changes, done: [...done, key] }, message), isOk: true };
}

/** An answer comes, perhaps once more; also to a request that was given up. */
function deliver(world, index, isDoubled = false) {
  const { request, text, type, isOk } = world.requests[index];
  const requests = isDoubled
    ? replaced(world.requests, index, { ...world.requests[index], isGivenUp: true })
    : replaced(world.requests, index);
  const answer = { type: "answer", request, text, board: text ? boardOf(text) : null };
  return dispatch({ ...world, requests }, type === "send" ? { ...answer, isOk, sentence: text ? "" : "no", part: "" } : answer);
}

/** A request or its answer is lost; `hasAnswer`: something else than the server has answered. */
function lose(world, index, hasAnswer = false) {
  const { request, type } = world.requests[index];
  const lost = { ...world, requests: replaced(world.requests, index) };
  if (type === "send" && hasAnswer) {
    return dispatch({ ...lost, hasTrouble: true }, { type: "answer", request, text: "", board: null, isOk: false, sentence: "", part: "" });
  }
  return dispatch(lost, { type: "failed", request, canResend: type === "send" });
}

function hear(world) {
  const [message, ...messages] = world.messages;
  const fits = message.type !== "board" || JSON.parse(message.text).from === world.page.digest;
  if (message.type !== "board") return dispatch({ ...world, messages }, message);
  return dispatch({ ...world, messages }, fits ? { ...message, board: boardOf(message.text) } : { ...message, text: null, board: null });
}

function connect(world) {
  const messages = [{ type: "version", version: world.server.version }];
  return dispatch({ ...world, isStreamOpen: true, messages }, { type: "connected" });
}

const disconnect = (world) => dispatch({ ...world, isStreamOpen: false, messages: [] }, { type: "disconnected" });

const fire = (world, index) => dispatch({ ...world, timers: replaced(world.timers, index) }, world.timers[index].event);

function hide(world) {
  return { ...world, page: { ...world.page, isHidden: true }, steps: [...world.steps, "hidden"] };
}

const see = (world) => dispatch({ ...world, page: { ...world.page, isHidden: false } }, { type: "visible" });

const openPlan = (world) => dispatch({ ...world, page: { ...world.page, isPlanOpen: true } }, { type: "plan-opened" });

function seek(world, entry) {
  return dispatch({ ...world, wanted: entry }, { type: "seek", seek: { entry, step: 0, isPlayed: entry > 5, isPassing: entry > 6 } });
}

/**
 * Everything that can happen now, by name; what a person, the others and the network's faults do, only as often as `left` says.
 * @returns {[string, (world: any) => any, string?][]}
 */
export function possible(world, left) {
  const { requests, messages, timers, page, state } = world;
  const found = [];
  const add = (name, action, fault) => (fault === undefined || left[fault] > 0) && found.push([name, action, fault]);
  requests.forEach(({ text, isGivenUp, type, request }, index) => {
    if (text === null) add(`${type} ${request} arrives`, (each) => arrive(each, index));
    else add(`${type} ${request} is answered`, (each) => deliver(each, index));
    if (text !== null && !isGivenUp) add(`${type} ${request} is answered twice`, (each) => deliver(each, index, true), "fault");
    if (!isGivenUp) add(`${type} ${request} is lost`, (each) => lose(each, index), "fault");
    if (text === null && type === "send") add(`${type} ${request} is forbidden`, (each) => arrive(each, index, true), "fault");
    if (text === null && type === "send") add(`${type} ${request} gets a stranger's answer`, (each) => lose(each, index, true), "fault");
  });
  timers.forEach(({ event }, index) => add(`${event.type} ${event.timer}`, (each) => fire(each, index)));
  if (messages.length) add("message", hear);
  if (!world.isStreamOpen) add("connected", connect);
  else add("disconnected", disconnect, "fault");
  if (page.isHidden) add("visible", see);
  else add("hidden", hide, "fault");
  if (page.entry === null) for (const kind of ["pick", "confirm"]) add(kind, (each) => submit(each, kind), "choice");
  if (state.name === "past") for (const entry of [4, 6, 9]) add(`seek ${entry}`, (each) => seek(each, entry), "choice");
  if (state.name === "past" && state.seek) add("stop", (each) => dispatch(each, { type: "stop" }));
  if (state.name === "replaying") add("skip", (each) => dispatch(each, { type: "skip" }));
  if ((state.name === "replaying" && state.frame) || (state.name === "past" && state.timer)) {
    add("next", (each) => dispatch(each, { type: "next" }));
  }
  for (const count of ["one", "three"]) add(`others make ${count}`, (each) => othersMove(each, count), "other");
  add("draft elsewhere", draftElsewhere, "other");
  if (!page.isPlanOpen && page.entry === null) add("plan", openPlan, "fault");
  if (!page.isBroken) add("broken", (each) => ({ ...each, page: { ...each.page, isBroken: true } }), "fault");
  return found;
}

/** Lets everything come in the order in which it was sent, until nothing is under way and no timer runs. */
export function settled(world) {
  let now = world;
  const most = now.count + 30;
  for (let turn = 0; turn < DAY; turn += 1) {
    assert.ok(now.count <= most, "the page asks without end");
    if (now.requests.length) now = deliver(now.requests[0].text === null ? arrive(now, 0) : now, 0);
    else if (!now.isStreamOpen) now = connect(now);
    else if (now.messages.length) now = hear(now);
    else if (now.page.isHidden) now = see(now);
    else if (now.timers.length) now = fire(now, 0);
    else if (now.state.name === "replaying") now = dispatch(now, { type: "next" });
    else break;
  }
  return now;
}

/** What is true of a page as soon as nothing is under way. */
export function checkSettled(world) {
  const { state, page, server, made, sent, wanted } = world;
  assert.ok(["live", "past"].includes(state.name), `the page is ${state.name}`);
  assert.equal(statusOf(state) === "lost" || statusOf(state) === "playing", false);
  assert.equal(wanted, null, "the replay still waits");
  if (state.name === "past") return;
  assert.deepEqual([page.entry, page.version, page.draft], [null, server.version, server.draft], "the page does not show the newest board");
  assert.ok(!page.isPlanOpen || page.hasPlan, "the page lacks its plan");
  if (!world.hasTrouble) assert.deepEqual(sent, [...new Set(made.map(({ key }) => key))], "a choice is lost");
}
