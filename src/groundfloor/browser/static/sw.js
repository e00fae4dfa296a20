// The service worker of the site: keeps its files for use without a network, and has the worker of an open tab answer the requests of the game's pages.
// The build writes the version and the list of files in front of this script.
const site = /** @type {any} */ (self);
const { version: siteVersion, files: siteFiles } = site.SITE;
const base = new URL(".", site.location.href).pathname;
const own = new Set(siteFiles.map((/** @type {string} */ name) => base + name));
const channel = new BroadcastChannel("groundfloor");
const ANSWER_SECONDS = 60;

/** @type {Map<string, {message: any, begin: Function, part: Function, end: Function, cut: Function, isBegun: boolean}>} */
const underWay = new Map();

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "started") startAgain();
  if (data.kind === "messages") for (const message of data.messages) take(message);
});

/** @param {any} message of the worker */
function take({ kind, id, status, headers, bytes }) {
  const request = underWay.get(id);
  if (!request) return;
  if (kind === "begin") request.begin(status, headers);
  if (kind === "part") request.part(bytes);
  if (kind === "end") {
    request.end();
    underWay.delete(id);
  }
}

// The worker of another tab has ended with it, and this one knows nothing of its requests. A form has a key by which it is carried out only once.
function startAgain() {
  for (const [id, one] of underWay) {
    if (one.isBegun) {
      one.cut();
      underWay.delete(id);
    } else channel.postMessage(one.message);
  }
}

/**
 * Keeps all files or none.
 * @param {RequestCache} cache `no-cache`: what the first page has loaded just before is not loaded again, unless it has changed
 */
async function keep(cache) {
  const kept = await caches.open(siteVersion);
  await kept.addAll(siteFiles.map((/** @type {string} */ name) => new Request(base + name, { cache })));
}

// The first page doesn't wait for that, and has its files from the host until then.
async function install() {
  if (site.registration.active) await keep("reload");
}

async function activate() {
  for (const name of await caches.keys()) if (name !== siteVersion) await caches.delete(name);
  await site.clients.claim();
}

/**
 * Returns the answer of the game's worker.
 * @param {Request} request
 * @param {string} path
 */
async function ask(request, path) {
  const id = crypto.randomUUID();
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = [...request.headers, ["accept-language", site.navigator.languages.join(", ")]];
  const message = { kind: "request", id, method: request.method, path, headers, body };
  /** @type {ReadableStreamDefaultController} */
  let controller;
  const stream = new ReadableStream({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      channel.postMessage({ kind: "gone", id });
      underWay.delete(id);
    },
  });
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve(new Response("The game does not answer. Please load the page again.", { status: 503 })),
      ANSWER_SECONDS * 1000,
    );
    underWay.set(id, {
      message,
      isBegun: false,
      begin: (/** @type {number} */ status, /** @type {[string, string][]} */ given) => {
        clearTimeout(late);
        const one = underWay.get(id);
        if (one) one.isBegun = true;
        const isEmpty = [101, 204, 205, 304].includes(status);
        resolve(new Response(isEmpty ? null : stream, { status, headers: given }));
      },
      part: (/** @type {Uint8Array} */ bytes) => controller.enqueue(bytes),
      end: () => {
        try {
          controller.close();
        } catch {
          // nobody reads any more
        }
      },
      cut: () => controller.error(new Error("The game was started anew.")),
    });
    channel.postMessage(message);
  });
}

/** @param {any} event */
async function respond(event) {
  const url = new URL(event.request.url);
  const path = url.pathname;
  const inside = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
  if (event.request.mode === "navigate" && event.request.destination === "document" && inside !== "" && inside !== "index.html") {
    return Response.redirect(`${base}#/${inside}${url.search}`, 302);
  }
  const name = inside === "" && event.request.destination !== "iframe" ? "index.html" : inside;
  if (own.has(base + name)) {
    const kept = await (await caches.open(siteVersion)).match(base + name);
    return kept ?? fetch(event.request);
  }
  return ask(event.request, `/${inside}${url.search}`);
}

site.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
site.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
site.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "activate") event.waitUntil(site.skipWaiting());
  if (event.data === "keep") event.waitUntil(keep("no-cache").catch(() => channel.postMessage({ kind: "unkept" })));
});
site.addEventListener("fetch", (/** @type {any} */ event) => {
  if (new URL(event.request.url).origin === site.location.origin) event.respondWith(respond(event));
});
