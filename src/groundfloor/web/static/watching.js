// How a page hears of changes: through a worker that all tabs share; without one, by a stream while it is seen; if that fails, by asking.
const SHORTEST = 5000;
const LONGEST = 15000;

/** @typedef {{name: string, data?: any}} Message "open" and "lost" of the stream itself; else the name and data of a server-sent event */

/**
 * Calls `heard` for each message of the server about the topics, as long as the page is open.
 * @param {string} topics the query of the stream, as the template has it
 * @param {string} worker address of watch.js
 * @param {(message: Message) => void} heard
 */
export function watch(topics, worker, heard) {
  if (!("SharedWorker" in window) || !byWorker(topics, worker, heard)) byStream(topics, heard);
}

/**
 * @param {string} topics
 * @param {string} address
 * @param {(message: Message) => void} heard
 * @returns {boolean} whether there are such workers here
 */
function byWorker(topics, address, heard) {
  /** @type {SharedWorker} */
  let shared;
  try {
    shared = new SharedWorker(address, { name: "groundfloor" });
  } catch {
    return false;
  }
  const join = () => shared.port.postMessage({ topics });
  shared.port.onmessage = ({ data }) => heard(data);
  shared.onerror = () => byStream(topics, heard);
  join();
  addEventListener("pagehide", () => shared.port.postMessage({ bye: true }));
  addEventListener("pageshow", (event) => event.persisted && join());
  return true;
}

// Hidden tabs let go of their connection: a browser has six for a host, and a tab that is seen again looks anyway.
/**
 * @param {string} topics
 * @param {(message: Message) => void} heard
 */
function byStream(topics, heard) {
  /** @type {EventSource | null} */
  let source = null;
  let pause = SHORTEST;
  const stop = () => {
    source?.close();
    source = null;
  };
  const start = () => {
    if (source || document.hidden) return;
    source = new EventSource(`/events?${topics}`);
    for (const name of ["version", "draft"]) {
      source.addEventListener(name, (event) => heard({ name, data: JSON.parse(event.data) }));
    }
    source.onopen = () => {
      pause = SHORTEST;
      heard({ name: "open" });
    };
    source.onerror = () => heard({ name: "lost" });
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", start);
  const again = () => {
    if (source?.readyState === EventSource.CLOSED) {
      stop();
      start();
      pause = Math.min(2 * pause, LONGEST);
    }
    setTimeout(again, pause);
  };
  setTimeout(again, pause);
  start();
}
