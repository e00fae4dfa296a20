// The outer page: registers the service worker, holds the worker with the game unless another tab does, and shows the game's pages in a frame.
// Pages are loaded anew with every link and form, which would end a worker of theirs: so the worker belongs to this page, which stays.
// One tab of a browser has the worker (a lock, as SharedWorker is missing on Android and can't write to the browser's private files); when it closes, another one starts it.

const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));
const step = /** @type {HTMLElement} */ (document.getElementById("step"));
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const forgetful = /** @type {HTMLElement} */ (document.getElementById("forgetful"));
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("game"));
const base = new URL(".", location.href).pathname;
const channel = new BroadcastChannel("groundfloor");

/**
 * Says plainly why the game can't run here.
 * @param {string} sentence
 */
function fail(sentence) {
  fault.textContent = sentence;
  fault.hidden = false;
  progress.hidden = true;
  loading.hidden = false;
  frame.hidden = true;
}

const missing = () => {
  if (!window.isSecureContext) return "The game needs an address that begins with https:// (or localhost).";
  if (!("serviceWorker" in navigator)) {
    return "This browser offers no service workers here, as in some private windows. Please open the page in a normal window.";
  }
  if (!("locks" in navigator)) return "This browser is too old for the game. Please update it.";
  return "";
};

// The part of the address behind the # is the path of the page that is shown.
const wanted = () => base + (location.hash.startsWith("#/") ? location.hash.slice(2) : "");

function show() {
  loading.hidden = true;
  frame.hidden = false;
  if (!frame.src) frame.src = wanted();
}

frame.addEventListener("load", () => {
  const inner = frame.contentWindow?.location;
  if (!inner || inner.href === "about:blank") return;
  document.title = frame.contentDocument?.title ?? document.title;
  const path = inner.pathname.startsWith(base) ? inner.pathname.slice(base.length) : inner.pathname.slice(1);
  history.replaceState(null, "", `#/${path}${inner.search}`);
});
addEventListener("hashchange", () => {
  if (frame.contentWindow) frame.contentWindow.location.href = wanted();
});

function startWorker() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.progress !== undefined) {
      progress.value = data.progress;
      step.textContent = data.step;
    }
    if (data.fault) fail(data.fault);
    if (data.ready) show();
    if (data.isForgetful) forgetful.hidden = false;
  });
  worker.addEventListener("error", (event) => fail(`The game could not be started: ${event.message}`));
}

async function start() {
  const sentence = missing();
  if (sentence) {
    fail(sentence);
    return;
  }
  try {
    await navigator.serviceWorker.register("sw.js", { scope: base, updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
  } catch (error) {
    fail(`The game needs a service worker, which this browser refuses here (${error}).`);
    return;
  }
  channel.addEventListener("message", ({ data }) => {
    if (data.kind === "ready") show();
  });
  channel.postMessage({ kind: "hello" });
  await navigator.locks.request("groundfloor", () => {
    startWorker();
    return new Promise(() => {}); // the lock is held as long as this tab is open
  });
}

void start();
