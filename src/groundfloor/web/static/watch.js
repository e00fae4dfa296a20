// A worker that all tabs of a browser share: one stream of events for all of them, whatever games they show.
/** @typedef {import("./watching.js").Message} Message */

/** @type {Map<MessagePort, {topics: string[]}>} */
const tabs = new Map();
/** @type {EventSource | null} */
let source = null;
let following = "";
const SHORTEST = 3000;
const LONGEST = 15000;
let pause = SHORTEST;

function follow() {
  const topics = [...new Set([...tabs.values()].flatMap((tab) => tab.topics))].sort().join("&");
  if (topics === following && source && source.readyState !== EventSource.CLOSED) return;
  following = topics;
  source?.close();
  source = null;
  if (!topics) return;
  source = new EventSource(`/events?${topics}`);
  for (const name of ["version", "draft"]) {
    source.addEventListener(name, (event) => tell({ name, data: JSON.parse(event.data) }));
  }
  source.onopen = () => {
    pause = SHORTEST;
    tell({ name: "open" });
  };
  source.onerror = () => tell({ name: "lost" });
}

/**
 * @param {Message} message
 * @param {MessagePort | null} except
 */
function tell(message, except = null) {
  for (const port of tabs.keys()) if (port !== except) port.postMessage(message);
}

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => {
    if (data.topics) tabs.set(port, { topics: data.topics.split("&") });
    else if (data.bye) tabs.delete(port);
    follow();
  };
  port.start();
});

// A browser gives up a stream for good after some errors (a server that was down or is full answers wrongly): begin again, less and less often.
function again() {
  if (tabs.size && (!source || source.readyState === EventSource.CLOSED)) {
    following = "";
    follow();
    pause = Math.min(2 * pause, LONGEST);
  }
  setTimeout(again, pause);
}
setTimeout(again, pause);
