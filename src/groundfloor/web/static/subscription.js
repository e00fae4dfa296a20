// Subscribes a page to changes: through a worker that all tabs share; without one, by a stream of its own while the tab is visible.
const MIN_RETRY_DELAY = 5000;
const MAX_RETRY_DELAY = 15000;

/** @typedef {{name: string, data?: any}} Message "open" and "lost" of the stream itself; else the name and data of a server-sent event */

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
    fresh.port.postMessage({ page, topics });
    if (shared) shared.port.onmessage = null;
    shared = fresh;
  };
  try {
    join();
  } catch {
    return false;
  }
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
  const stop = () => {
    source?.close();
    source = null;
  };
  const start = () => {
    if (source || document.hidden) return;
    source = new EventSource(`/events?${topics}`);
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
