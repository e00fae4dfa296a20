// The worker that holds Python: loads it, opens the games of this browser, and answers the requests that the service worker passes on.
import { loadGame, writeWeights } from "./load-game.js";
import { mountFiles, openFiles } from "./private-files.js";

const FILES = ["groundfloor.db", "groundfloor.db-wal", "groundfloor.db-journal", "cookies"];
const CHOICES = 5;
/** Milliseconds after which a page counts as shown even if it doesn't listen. */
const MOST_WAITED = 10_000;
/** Pages that show an analysis, which is compared with the weights that it was made with. */
const WITH_WEIGHTS = /\/(after|analysis|exercises\/mine)\b/;
const channel = new BroadcastChannel("groundfloor");
const base = new URL(".", self.location.href).pathname;
/** @type {any} */
let python = null;
/** @type {Promise<void> | null} */
let weights = null;
/** @type {any} */
let server = null;
let isForgetful = false;
/** @type {Map<string, any>} */
let files = new Map();
/** @type {Set<string>} */
const taken = new Set();

/**
 * @param {number} progress
 * @param {string} step
 */
const tell = (progress, step) => postMessage({ progress, step });

/** @type {Worker | null} */
let computeWorker = null;
/** @type {Map<number, {resolve: (result: string) => void, reject: (error: Error) => void}>} */
const tasks = new Map();
/** @type {() => void} */
let noteShown = () => {};
/** Until a page listens to events, and so is there as a whole: what isn't needed for the first board comes after it. */
const isShown = new Promise((resolve) => {
  noteShown = () => resolve(undefined);
});

/**
 * Returns what a function of Python returns, computed in the other worker.
 * @param {number} id
 * @param {string} module
 * @param {string} name
 * @param {string} given JSON
 */
function compute(id, module, name, given) {
  void isShown.then(() => {
    if (tasks.has(id)) startComputeWorker().postMessage({ id, module, name, given });
  });
  return new Promise((resolve, reject) => tasks.set(id, { resolve, reject }));
}

function startComputeWorker() {
  if (!computeWorker) {
    computeWorker = new Worker(new URL("compute-worker.js", import.meta.url), { type: "module" });
    computeWorker.addEventListener("message", ({ data }) => {
      const task = tasks.get(data.id);
      tasks.delete(data.id);
      if (data.error) task?.reject(new Error(data.error));
      else task?.resolve(data.result);
    });
  }
  return computeWorker;
}

/**
 * Ends a task that nobody needs any more, and with it the worker, which can do only one thing at a time.
 * @param {number} id
 */
function endTask(id) {
  if (!tasks.has(id)) return;
  computeWorker?.terminate();
  computeWorker = null;
  for (const task of tasks.values()) task.reject(new Error("ended"));
  tasks.clear();
}

async function start() {
  python = await loadGame(tell);
  tell(60, "games");
  try {
    files = await openFiles(FILES);
    mountFiles(python.FS, files, "/data", () => postMessage({ isLost: true }));
  } catch (error) {
    files = new Map();
    python.FS.mkdirTree("/data");
    isForgetful = true;
    postMessage({ isForgetful });
    console.warn("Games are kept only until this page is closed.", error);
  }
  tell(65, "table");
  const startServer = python.runPython("from groundfloor.browser.page_worker import start\nstart");
  server = await startServer(base, compute, endTask);
  postMessage({ isReady: true });
  channel.postMessage({ kind: "started" });
  channel.postMessage({ kind: "ready", isForgetful });
  setTimeout(noteShown, MOST_WAITED);
  void isShown.then(() => postMessage({ isShown: true }));
}

let choices = 0;

/**
 * Tells the page once that something was played which is worth keeping: a confirmed move, or as many choices as a move or two take.
 * @param {string} path
 * @param {ArrayBuffer | null} body
 */
function notePlay(path, body) {
  if (choices >= CHOICES || !path.startsWith("/s/")) return;
  choices = body && new TextDecoder().decode(body).includes("do=confirm") ? CHOICES : choices + 1;
  if (choices === CHOICES) postMessage({ hasPlayed: true });
}

/** @param {any} request */
async function answer({ id, method, path, headers, body }) {
  if (taken.has(id)) return; // the service worker asks again when a worker has started
  taken.add(id);
  if (path.startsWith("/events")) noteShown();
  let isBegun = false;
  /** @type {any[]} what is sent at once when the answer is whole, as each message takes its time; only events come one by one */
  const messages = [];
  /** @param {any} message */
  const send = (message) => messages.push({ id, ...message });
  const flush = () => channel.postMessage({ kind: "messages", messages: messages.splice(0) });
  let isStream = false;
  try {
    if (WITH_WEIGHTS.test(path)) await (weights ??= writeWeights(python));
    await server.handle(
      id,
      method,
      path,
      headers,
      body ? new Uint8Array(body) : new Uint8Array(),
      (/** @type {number} */ status, /** @type {[string, string][]} */ given) => {
        isBegun = true;
        if (method === "POST" && status < 400) notePlay(path, body);
        isStream = given.some(([name, value]) => name === "content-type" && value.startsWith("text/event-stream"));
        send({ kind: "begin", status, headers: given });
        if (isStream) flush();
      },
      (/** @type {Uint8Array} */ bytes) => {
        send({ kind: "part", bytes });
        if (isStream) flush();
      },
    );
  } catch (error) {
    console.error(error);
    if (!isBegun) send({ kind: "begin", status: 500, headers: [["content-type", "text/plain"]] });
  }
  send({ kind: "end" });
  flush();
}

channel.addEventListener("message", ({ data }) => {
  if (!server) return;
  if (data.kind === "hello") channel.postMessage({ kind: "ready", isForgetful });
  if (data.kind === "request") void answer(data);
  if (data.kind === "gone") server.leave(data.id);
});

// The lock is held as long as the tab is open, or until it is loaded again.
void navigator.locks.request("groundfloor", () => {
  start().catch((error) => {
    console.error(error);
    if (error.type === "NewerData") postMessage({ fault: "newer" });
    else if (error instanceof TypeError) postMessage({ fault: "unloaded" });
    else postMessage({ fault: "failed", detail: error.message.trim().split("\n").pop() });
  });
  return new Promise(() => {});
});
