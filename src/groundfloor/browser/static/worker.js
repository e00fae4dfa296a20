// The worker that holds Python: loads it, opens the games of this browser, and answers the requests that the service worker passes on.
import { loadGame, writeWeights } from "./load-game.js";
import { mountFiles, openFiles } from "./private-files.js";

const FILES = ["groundfloor.db", "groundfloor.db-wal", "groundfloor.db-journal", "cookies"];
const CHOICES = 5;
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

/**
 * Returns what a function of Python returns, computed in the other worker.
 * @param {number} id
 * @param {string} module
 * @param {string} name
 * @param {string} given JSON
 */
function compute(id, module, name, given) {
  if (!computeWorker) {
    computeWorker = new Worker(new URL("compute-worker.js", import.meta.url), { type: "module" });
    computeWorker.addEventListener("message", ({ data }) => {
      const task = tasks.get(data.id);
      tasks.delete(data.id);
      if (data.error) task?.reject(new Error(data.error));
      else task?.resolve(data.result);
    });
  }
  computeWorker.postMessage({ id, module, name, given });
  return new Promise((resolve, reject) => tasks.set(id, { resolve, reject }));
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
  let isBegun = false;
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
        channel.postMessage({ kind: "begin", id, status, headers: given });
      },
      (/** @type {Uint8Array} */ bytes) => channel.postMessage({ kind: "part", id, bytes }),
    );
  } catch (error) {
    console.error(error);
    if (!isBegun) channel.postMessage({ kind: "begin", id, status: 500, headers: [["content-type", "text/plain"]] });
  }
  channel.postMessage({ kind: "end", id });
}

channel.addEventListener("message", ({ data }) => {
  if (!server) return;
  if (data.kind === "hello") channel.postMessage({ kind: "ready", isForgetful });
  if (data.kind === "request") void answer(data);
  if (data.kind === "gone") server.leave(data.id);
});

start().catch((error) => {
  console.error(error);
  if (error.type === "NewerData") postMessage({ fault: "newer" });
  else postMessage({ fault: "failed", detail: error.message.trim().split("\n").pop() });
});
