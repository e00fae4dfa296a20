// The service worker: pages come from the network. Without it a table is shown as this device saw it last, marked with its time.
// The copies hold the secret addresses of seats; they stay on this device until a form of FORGETTING removes them.
const worker = /** @type {any} */ (self);
const STATIC = `/static/${worker.GROUNDFLOOR_VERSION}/`; // the server writes the version in front of this script
const OFFLINE_PAGE = "/offline";
const OFFLINE_FILES = [
  "page.css",
  "theme.js",
  "media-queries.js",
  "offline.js",
  "offline-page.js",
  "kept-boards.js",
  "dom.js",
  "server-retry.js",
];
const BOARDS = "boards"; // also in kept-boards.js
const FILES = "static"; // also in kept-boards.js
const BOARD_PATH = /^\/[gs]\/[\w-]+$/;
// Forms that delete a game or take it off the list, hand a seat over, delete the results of this browser, or leave it without its games.
const FORGETTING = /^\/(forget|my-games\/delete|account\/(log-out|delete)|[gs]\/[\w-]+\/(branches|table))$/;
const MAX_BOARDS = 20;
const GATEWAY_ERRORS = [502, 504];
const ADDRESSES = "/api/notices/addresses";

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(OFFLINE_FILES.map((name) => STATIC + name));
  await files.add(new Request(OFFLINE_PAGE, { cache: "no-store" }));
  await worker.skipWaiting();
}

// Takes over all open pages.
async function activate() {
  await worker.clients.claim();
  await deleteOldFiles();
}

// Deletes files of older versions that no kept board needs.
async function deleteOldFiles() {
  const files = await caches.open(FILES);
  const old = (await files.keys()).filter(({ url }) => url.includes("/static/") && !url.includes(STATIC));
  if (!old.length) return;
  const boards = await caches.open(BOARDS);
  let used = "";
  for (const request of await boards.keys()) used += await (await boards.match(request))?.text();
  for (const request of old) {
    const version = new URL(request.url).pathname.split("/")[2];
    if (!used.includes(`/static/${version}/`)) await files.delete(request);
  }
}

/**
 * Keeps a board that has come from the network; deletes the copy of one that is no more.
 * @param {string} path
 * @param {Response} response
 */
async function keep(path, response) {
  const boards = await caches.open(BOARDS);
  if ([404, 410].includes(response.status)) await boards.delete(path);
  if (!response.ok || response.redirected) return;
  const text = await response.text();
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? "";
  const game = /data-game="([^"]*)"/.exec(text)?.[1] ?? "";
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Kept-At": String(Date.now()),
    "X-Game": game,
    "X-Title": encodeURIComponent(title),
  };
  await boards.put(path, new Response(text, { headers }));
  const kept = await boards.keys();
  for (const request of kept.slice(0, Math.max(0, kept.length - MAX_BOARDS))) await boards.delete(request);
}

/**
 * The board as this device saw it last, which says so; null if there is none, or it could not say so.
 * @param {string} path
 */
async function keptBoard(path) {
  const kept = await (await caches.open(BOARDS)).match(path);
  if (!kept) return null;
  const text = await kept.text();
  const at = new Date(Number(kept.headers.get("X-Kept-At")));
  const isToday = at.toDateString() === new Date().toDateString();
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1];
  const time = at.toLocaleString(language, isToday ? { hour: "2-digit", minute: "2-digit" } : { dateStyle: "medium", timeStyle: "short" });
  const marked = text
    .replace(/id="offline-banner" hidden(="")?/, 'id="offline-banner"')
    .replace(/<time id="offline-time">[^<]*/, `<time id="offline-time">${time}`);
  if (marked === text || !text.includes('id="offline-banner"')) return null;
  return new Response(marked.replace("<html ", "<html data-kept "), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** @param {any} event */
async function page(event) {
  const { pathname, searchParams } = new URL(event.request.url);
  /** @type {Response | null} */
  let response = null;
  try {
    response = await fetch(event.request);
    if (!GATEWAY_ERRORS.includes(response.status)) {
      if (BOARD_PATH.test(pathname)) event.waitUntil(keep(pathname, response.clone()).then(deleteOldFiles));
      if (searchParams.has("lang")) event.waitUntil(caches.open(FILES).then((files) => files.add(OFFLINE_PAGE)));
      return response;
    }
  } catch {
    // Without the network: what was kept.
  }
  const isOtherPage = searchParams.has("at") || searchParams.has("go"); // to which the address leads
  return (isOtherPage ? null : await keptBoard(pathname)) ?? response ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error();
}

/** @param {Request} request a file, whose address has its version */
async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && request.url.includes(STATIC)) await files.put(request, response.clone()).catch(() => {}); // without room
  return response;
}

/**
 * Shows a notice that the server has sent by web push (server/club/notifications/web_push.py).
 * @param {any} data
 */
async function showNotice(data) {
  const { id, language, title, body, url } = data?.json() ?? {};
  const options = { body, lang: language, tag: id, icon: `${STATIC}icon-192.png`, data: { url } };
  await worker.registration.showNotification(title ?? "Ground Floor", options);
}

/**
 * Shows the page to which a notice leads, in a window that has it already if there is one.
 * @param {any} notification
 */
async function openNotice(notification) {
  notification.close();
  const { pathname, search } = new URL(notification.data?.url ?? "/notices", location.origin);
  const windows = await worker.clients.matchAll({ type: "window" });
  const shown = windows.find((/** @type {any} */ each) => new URL(each.url).pathname === pathname);
  await (shown ? shown.focus() : worker.clients.openWindow(pathname + search));
}

/**
 * Tells the server of a subscription that the browser has put in the place of another one, or makes it.
 * @param {any} event
 */
async function renewSubscription({ oldSubscription, newSubscription }) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await (await fetch(ADDRESSES)).json()).push_key;
  const subscription =
    newSubscription ?? (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const body = JSON.stringify({
    do: "add",
    transport: "push",
    subscription: subscription.toJSON(),
    replaces: oldSubscription?.endpoint ?? "",
  });
  await fetch(ADDRESSES, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** @param {Request} request one of the forms of FORGETTING */
async function forget(request) {
  const { pathname } = new URL(request.url);
  if (pathname === "/account/log-out") await (await worker.registration.pushManager?.getSubscription())?.unsubscribe();
  const form = await request.formData();
  if (pathname.endsWith("/branches") && form.get("do") !== "delete") return;
  const boards = await caches.open(BOARDS);
  const gameOf = async (/** @type {RequestInfo} */ board) => (await boards.match(board))?.headers.get("X-Game");
  const game = pathname.endsWith("/table") ? await gameOf(pathname.replace(/\/table$/, "")) : form.get("game");
  const isAll = !/^\/(forget|[gs]\/)/.test(pathname);
  for (const each of await boards.keys()) if (isAll || (await gameOf(each)) === game) await boards.delete(each);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
// From a page that the worker does not control, as it began to load before the worker was active.
worker.addEventListener("message", (/** @type {any} */ event) => event.data.claim && event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(showNotice(event.data)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(openNotice(event.notification)));
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renewSubscription(event)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && FORGETTING.test(pathname)) event.waitUntil(forget(request.clone()));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});
