// Subscribes a page to changes: through a worker that all tabs share; without one, by a stream of its own while the tab is visible.
import { isInUse, onUse } from "./page-use.js";

const MIN_RETRY_DELAY = 5000;
const MAX_RETRY_DELAY = 15000;
const SIGN_DELAY = 60_000; // how often a page that is in use says so
const RENEW_DELAY = 240_000; // a stream says for five minutes that somebody is here (server/game/streams/routes.py)

/** @typedef {{name: string, data?: any}} Message "open" and "lost" of the stream itself; else the name and data of a server-sent event */

/**
 * The topics of a page, and as long as somebody uses it that the players of its seats are here.
 * @param {string} topics
 */
function topicsNow(topics) {
  if (!isInUse()) return topics;
  const seats = topics.split("&").filter((topic) => topic.startsWith("s="));
  return [topics, ...seats.map((seat) => `h${seat.slice(1)}`)].join("&");
}

/**
 * Calls `onMessage` for each message of the server about the topics, as long as the page is open.
 * @param {string} topics the query of the stream, as the template has it
 * @param {string} worker address of event-worker.js
 * @param {(message: Message) => void} onMessage
 */
export function subscribe(topics, worker, onMessage) {
  /** @param {Message} message */
  const tell = (message) => {
    onMessage(message);
    if (message.name === "open") document.dispatchEvent(new CustomEvent("groundfloor:connected"));
  };
  const onRefused = () => subscribeByStream(topics, tell);
  if (!("SharedWorker" in window) || !subscribeByWorker(topics, worker, tell, onRefused)) onRefused();
}

/**
 * The same through the worker that all tabs share; without one it calls `onRefused` instead, as a page has no more than one stream of its own.
 * @param {string} topics
 * @param {string} worker
 * @param {(message: Message) => void} onMessage
 * @param {() => void} onRefused
 */
export function subscribeIfShared(topics, worker, onMessage, onRefused) {
  if (!("SharedWorker" in window) || !subscribeByWorker(topics, worker, onMessage, onRefused)) onRefused();
}

/**
 * @param {string} topics
 * @param {string} address
 * @param {(message: Message) => void} onMessage
 * @param {() => void} onRefused called if the browser refuses such a worker later
 * @returns {boolean} false if the browser refuses such a worker
 */
function subscribeByWorker(topics, address, onMessage, onRefused) {
  /** @type {SharedWorker | null} */
  let shared = null;
  let isRefused = false;
  const page = String(Math.random());
  const join = () => {
    if (isRefused) return;
    const fresh = new SharedWorker(address, { name: "groundfloor" });
    fresh.port.onmessage = ({ data }) => onMessage(data);
    fresh.onerror = () => {
      if (!isRefused) onRefused();
      isRefused = true;
    };
    fresh.port.postMessage({ page, topics: topicsNow(topics) });
    if (shared) shared.port.onmessage = null;
    shared = fresh;
  };
  try {
    join();
  } catch {
    return false;
  }
  const sign = () => shared?.port.postMessage({ page, topics: topicsNow(topics) });
  onUse(sign);
  setInterval(() => isInUse() && sign(), SIGN_DELAY);
  addEventListener("pagehide", () => shared?.port.postMessage({ page, bye: true }));
  addEventListener("pageshow", (event) => event.persisted && join());
  // A browser may have ended the worker of a hidden page, which is not told of that: this starts it again.
  document.addEventListener("visibilitychange", () => document.hidden || join());
  return true;
}

/**
 * Hidden tabs close their connection: a browser has six for each host, and a tab that is shown again is refreshed anyway.
 * @param {string} topics
 * @param {(message: Message) => void} onMessage
 */
function subscribeByStream(topics, onMessage) {
  /** @type {EventSource | null} */
  let source = null;
  let retryDelay = MIN_RETRY_DELAY;
  let openedAt = 0;
  const stop = () => {
    source?.close();
    source = null;
  };
  const start = () => {
    if (source || document.hidden) return;
    openedAt = Date.now();
    source = new EventSource(`/events?${topicsNow(topics)}`);
    for (const name of ["board", "version", "draft", "seats", "chat"]) {
      source.addEventListener(name, (event) => onMessage({ name, data: JSON.parse(event.data) }));
    }
    source.onopen = () => {
      retryDelay = MIN_RETRY_DELAY;
      onMessage({ name: "open" });
    };
    source.onerror = () => onMessage({ name: "lost" });
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  const renew = () => {
    if (!source) return;
    stop();
    start();
  };
  onUse(renew);
  setInterval(() => isInUse() && Date.now() - openedAt > RENEW_DELAY && renew(), SIGN_DELAY);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", start);
  const reconnect = () => {
    if (source?.readyState === EventSource.CLOSED) {
      stop();
      start();
      retryDelay = Math.min(2 * retryDelay, MAX_RETRY_DELAY);
    }
    setTimeout(reconnect, retryDelay);
  };
  setTimeout(reconnect, retryDelay);
  start();
}
