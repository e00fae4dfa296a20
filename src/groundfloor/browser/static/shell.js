// The outer page: registers the service worker, holds the worker with the game unless another tab does, and shows the game's pages in a frame.
// Pages are loaded anew with every link and form, which would end a worker of theirs: so the worker belongs to this page, which stays.
// One tab of a browser has the worker (a lock, as SharedWorker is missing on Android and can't write to the browser's private files); when it closes, another one starts it.

const LOCK = "groundfloor";
const UPDATE_MINUTES = 60;
const MOST_RETRIES = 5; // of a page that the browser could not load
const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => ["en", "de"].includes(each)) ?? "en";
const translated = /** @type {HTMLTemplateElement | null} */ (document.getElementById(language));
if (translated) {
  document.documentElement.lang = language;
  document.getElementById("loading")?.replaceWith(translated.content);
}
const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));
const step = /** @type {HTMLElement} */ (document.getElementById("step"));
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("game"));
const base = new URL(".", location.href).pathname;
/** @type {BroadcastChannel} */
let channel;
let isForgetful = false;
/** Whether nothing is kept yet. */
const isFirst = !navigator.serviceWorker?.controller;
/** @type {() => void} */
let noteControl = () => {};
/** Until the service worker answers requests of this page. */
const isControlled = new Promise((resolve) => {
  noteControl = () => resolve(undefined);
});
/**
 * Returns a sentence in the language of the page.
 * @param {string} name
 */
const sentence = (name) => document.querySelector(`#sentences [data-name="${name}"]`)?.textContent ?? name;

/**
 * Says plainly why the game can't run here.
 * @param {string} name
 * @param {string} detail
 */
function fail(name, detail = "") {
  fault.textContent = detail ? `${sentence(name)} ${detail}` : sentence(name);
  fault.hidden = false;
  loading.hidden = false;
  frame.hidden = true;
}

/**
 * Says something above the game, perhaps with a button.
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 */
function say(name, label = "", act = () => {}) {
  const [words, button] = /** @type {[HTMLElement, HTMLButtonElement]} */ (/** @type {unknown} */ (bar.children));
  words.textContent = sentence(name);
  button.textContent = label && sentence(label);
  button.hidden = !label;
  button.onclick = act;
  bar.hidden = false;
}

const missing = () => {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator)) return "without-service-worker";
  return "locks" in navigator ? "" : "old-browser";
};

// The part of the address behind the # is the path of the page that is shown.
const wanted = () => base + (location.hash.startsWith("#/") ? location.hash.slice(2) : "");

async function show() {
  await isControlled;
  loading.hidden = true;
  frame.hidden = false;
  if (!frame.src) frame.src = wanted();
}

/**
 * Saves what a link offers as a file: browsers ask no service worker for downloads.
 * @param {HTMLAnchorElement} link
 */
async function save(link) {
  const response = await fetch(link.href);
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(await response.blob());
  saved.download = link.download || (named ? named[1] : "");
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
}

let retries = 0;

// A browser shows a page of its own, which nothing here may look at, where it has ended the service worker before that had answered.
function loadAgain() {
  retries += 1;
  if (retries > MOST_RETRIES) {
    say("lost", "again", () => location.reload());
    return;
  }
  setTimeout(() => {
    frame.src = wanted();
  }, 1000);
}

frame.addEventListener("load", () => {
  if (!frame.contentDocument) {
    loadAgain();
    return;
  }
  retries = 0;
  frame.contentDocument.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]"));
    if (!link) return;
    if (link.origin !== location.origin) link.target = "_blank"; // the frame is for pages of the game
    if (!link.hasAttribute("download")) return;
    event.preventDefault();
    void save(link);
  });
  const inner = frame.contentWindow?.location;
  if (!inner || inner.href === "about:blank") return;
  document.title = frame.contentDocument.title;
  const path = inner.pathname.startsWith(base) ? inner.pathname.slice(base.length) : inner.pathname.slice(1);
  history.replaceState(null, "", `#/${path}${inner.search}`);
});
addEventListener("hashchange", () => {
  if (frame.contentWindow) frame.contentWindow.location.href = wanted();
});

// Closes the page of the game: a service worker with open streams makes way for a newer one only after minutes.
function leave() {
  frame.src = "about:blank";
  frame.hidden = true;
  loading.hidden = false;
}

function startWorker() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.progress !== undefined) {
      progress.value = data.progress;
      step.textContent = sentence(data.step);
    }
    if (data.fault) fail(data.fault, data.detail);
    if (data.isReady) void show();
    if (data.isForgetful) sayForgetful();
    if (data.isShown) void keepFiles();
    if (data.isLost) say("lost", "again", () => location.reload());
    if (data.hasPlayed) void navigator.storage?.persist?.(); // asked only now, when there is something to keep: Firefox asks the player
  });
  worker.addEventListener("error", (event) => fail("failed", event.message));
  channel.postMessage({ kind: "hello" });
}

function sayForgetful() {
  isForgetful = true;
  say("forgetful");
}

/**
 * Offers a newer version of the site as soon as it is there. The running one goes on until then: its pages and its Python belong together.
 * @param {ServiceWorkerRegistration} registration
 */
async function followVersions(registration) {
  const offer = () => {
    if (!registration.waiting || isForgetful) return; // whose games would end with it
    say("update", "reload", () => {
      leave();
      channel.postMessage({ kind: "leave" });
      registration.waiting?.postMessage("activate");
    });
  };
  if (registration.waiting && !(await isRunning())) {
    registration.waiting.postMessage("activate"); // no tab runs the old version
    await new Promise(() => {}); // until the page is loaded again
  }
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") offer();
    });
  });
  offer();
  setInterval(() => void registration.update().catch(() => {}), UPDATE_MINUTES * 60_000);
}

const isKept = () => caches.match(`${base}game.zst`);

async function keepFiles() {
  if (!(await isKept())) navigator.serviceWorker.controller?.postMessage("keep");
}

/** Whether a tab has the worker. */
const isRunning = async () => (await navigator.locks.query()).held?.some((each) => each.name === LOCK);

/**
 * Begins as at a first visit if that one ended before all files were kept: the host may have those of a newer version by now.
 * @param {ServiceWorkerRegistration} registration
 */
async function startAnewIfCut(registration) {
  if ((await isKept()) || (await isRunning())) return;
  await registration.unregister();
  location.reload();
  await new Promise(() => {});
}

async function start() {
  const lack = missing();
  if (lack) {
    fail(lack);
    return;
  }
  try {
    channel = new BroadcastChannel("groundfloor");
    channel.addEventListener("message", ({ data }) => {
      if (data.kind === "ready") void show();
      if (data.isForgetful) sayForgetful();
      if (data.kind === "leave") leave();
      if (data.kind === "unkept") say("unloaded", "again", () => location.reload());
    });
    const registration = await navigator.serviceWorker.register("sw.js", { scope: base, updateViaCache: "none" });
    if (isFirst) startWorker(); // which doesn't wait until its files are kept
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await changed;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      // A newer version, in this tab or another one; without any, the browser has deleted what it has kept.
      if (navigator.serviceWorker.controller) location.reload();
      else say("lost", "again", () => location.reload());
    });
    if (!isFirst) await startAnewIfCut(registration);
    if (!isFirst) await followVersions(registration);
    else void followVersions(registration);
  } catch (error) {
    if (error instanceof TypeError) fail("unloaded");
    else fail("refused", `(${error})`);
    return;
  }
  noteControl();
  if (!isFirst) startWorker();
}

void start();
