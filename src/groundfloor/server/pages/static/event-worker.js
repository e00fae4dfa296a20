// A shared worker: one stream of events for all tabs of a browser, whatever games they show.
/** @typedef {import("./subscription.js").Message} Message */

/** By the name that each page gives itself; its port is another one each time that it joins again, `at` is when it has said last what it follows, and `isOpen` that it
 * knows that the stream is open. @type {Map<string, {port: MessagePort, topics: string[], at: number, isOpen: boolean}>} */
const tabs = new Map();
/** @type {EventSource | null} */
let source = null;
/** The open stream of before, which tells the tabs what happens until the new one is open. @type {EventSource | null} */
let previous = null;
let connectedTopics = "";
let connectedAt = 0;
/** What the stream has said last of each game, and of what waits for this browser. @type {Map<string, Message>} */
const versions = new Map();
const MIN_RETRY_DELAY = 3000;
const MAX_RETRY_DELAY = 15000;
const SIGN_DELAY = 150_000; // a page that is in use says so each minute: after this it has crashed, or the computer has slept
const RENEW_DELAY = 240_000; // a stream says for five minutes that somebody is here (server/game/streams/routes.py)
let retryDelay = MIN_RETRY_DELAY;

/** @param {{topics: string[], at: number}} tab without what it has said of being used, if that was long ago */
const topicsOf = ({ topics, at }) => (Date.now() - at < SIGN_DELAY ? topics : topics.filter((topic) => !topic.startsWith("h=")));

function connect() {
  const topics = [...new Set([...tabs.values()].flatMap(topicsOf))].sort().join("&");
  if (topics === connectedTopics && source && source.readyState !== EventSource.CLOSED) return;
  connectedTopics = topics;
  connectedAt = Date.now();
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
  for (const name of ["board", "version", "draft", "seats", "chat", "bell", "ban"]) {
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
    for (const tab of tabs.values()) tellOpen(tab);
  };
  source.onerror = () => {
    closePrevious();
    for (const tab of tabs.values()) tab.isOpen = false;
    broadcast({ name: "lost" });
  };
}

function closePrevious() {
  previous?.close();
  previous = null;
}

/** @param {{port: MessagePort, isOpen: boolean}} tab whoever knows it has missed nothing: a stream stays open until the next one is */
function tellOpen(tab) {
  if (!tab.isOpen) tab.port.postMessage({ name: "open" });
  tab.isOpen = true;
}

/** @param {Message} message */
function broadcast(message) {
  for (const { port } of tabs.values()) port.postMessage(message);
}

/**
 * Tells a tab what the open stream has said before the tab followed it, and perhaps after its page was rendered.
 * @param {{port: MessagePort, isOpen: boolean}} tab
 */
function tellVersions(tab) {
  if (source?.readyState !== EventSource.OPEN) return;
  tellOpen(tab);
  for (const message of versions.values()) tab.port.postMessage(message);
}

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => {
    const known = tabs.get(data.page);
    const isKnown = known?.port === port;
    const tab = { port, topics: (data.topics ?? "").split("&"), at: Date.now(), isOpen: Boolean(isKnown && known?.isOpen) };
    if (data.topics) tabs.set(data.page, tab);
    else if (data.bye) tabs.delete(data.page);
    connect();
    if (data.topics && !isKnown) tellVersions(tab);
  };
  port.start();
});

// Says again that somebody is here, if so; whoever has crashed or slept is left out.
setInterval(() => {
  if (connectedTopics.includes("h=") && Date.now() - connectedAt > RENEW_DELAY) connectedTopics = "";
  connect();
}, SIGN_DELAY / 5);

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
