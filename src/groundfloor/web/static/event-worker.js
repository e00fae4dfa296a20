// A shared worker: one stream of events for all tabs of a browser, whatever games they show.
/** @typedef {import("./subscription.js").Message} Message */

/** By the name that each page gives itself; its port is another one each time that it joins again. @type {Map<string, {port: MessagePort, topics: string[]}>} */
const tabs = new Map();
/** @type {EventSource | null} */
let source = null;
/** The open stream of before, which tells the tabs what happens until the new one is open. @type {EventSource | null} */
let previous = null;
let connectedTopics = "";
/** What the stream has said last of each game, and of what waits for this browser. @type {Map<string, Message>} */
const versions = new Map();
const MIN_RETRY_DELAY = 3000;
const MAX_RETRY_DELAY = 15000;
let retryDelay = MIN_RETRY_DELAY;

function connect() {
  const topics = [...new Set([...tabs.values()].flatMap((tab) => tab.topics))].sort().join("&");
  if (topics === connectedTopics && source && source.readyState !== EventSource.CLOSED) return;
  connectedTopics = topics;
  if (source?.readyState === EventSource.OPEN) {
    closePrevious();
    previous = source;
    previous.onerror = null;
  } else source?.close();
  source = null;
  versions.clear();
  if (!topics) {
    closePrevious();
    return;
  }
  source = new EventSource(`/events?${topics}`);
  for (const name of ["board", "version", "draft", "seats", "chat", "bell"]) {
    source.addEventListener(name, (event) => {
      const data = JSON.parse(event.data);
      if (name === "seats") versions.set(`seats of ${data.game}`, { name, data });
      if (name === "bell") versions.set("bell", { name, data });
      if (data.version !== undefined) versions.set(data.game, { name: "version", data: { game: data.game, version: data.version } });
      broadcast({ name, data });
    });
  }
  source.onopen = () => {
    closePrevious();
    retryDelay = MIN_RETRY_DELAY;
    broadcast({ name: "open" });
  };
  source.onerror = () => {
    closePrevious();
    broadcast({ name: "lost" });
  };
}

function closePrevious() {
  previous?.close();
  previous = null;
}

/** @param {Message} message */
function broadcast(message) {
  for (const { port } of tabs.values()) port.postMessage(message);
}

/**
 * Tells a tab what the open stream has said before the tab followed it, and perhaps after its page was rendered.
 * @param {MessagePort} port
 */
function tellVersions(port) {
  if (source?.readyState !== EventSource.OPEN) return;
  for (const message of [{ name: "open" }, ...versions.values()]) port.postMessage(message);
}

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => {
    if (data.topics) tabs.set(data.page, { port, topics: data.topics.split("&") });
    else if (data.bye) tabs.delete(data.page);
    connect();
    if (data.topics) tellVersions(port);
  };
  port.start();
});

// A browser closes a stream for good after some errors (when the server restarts or is full): connect again, at growing intervals.
function reconnect() {
  if (tabs.size && (!source || source.readyState === EventSource.CLOSED)) {
    connectedTopics = "";
    connect();
    retryDelay = Math.min(2 * retryDelay, MAX_RETRY_DELAY);
  }
  setTimeout(reconnect, retryDelay);
}
setTimeout(reconnect, retryDelay);
