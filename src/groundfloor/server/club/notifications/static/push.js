// Web push on the page of notices: a button that subscribes this browser, if it can be. Without this file the button stays hidden.
import { find, findAll, findRequired } from "./dom.js";

const ADDRESSES = "/api/notices/addresses";
const part = findRequired("#push");

/** @param {string | undefined} text what has gone wrong */
function say(text) {
  const problem = findRequired("#push-problem");
  problem.textContent = text ?? "";
  problem.hidden = !text;
}

/** @param {PushSubscription} subscription */
async function send(subscription) {
  const body = JSON.stringify({ do: "add", transport: "push", subscription: subscription.toJSON() });
  const response = await fetch(ADDRESSES, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (!response.ok) throw new Error((await response.json()).error);
}

async function subscribe() {
  say("");
  if ((await Notification.requestPermission()) !== "granted") return say(part.dataset.refused);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: part.dataset.key };
  try {
    // A subscription with the key of another server, which had this address before, is in the way.
    const subscription = await pushManager.subscribe(options).catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(options);
    });
    await send(subscription);
    location.assign("/notices/addresses?done=saved");
  } catch (error) {
    say(`${part.dataset.failed} ${error instanceof Error ? error.message : ""}`.trim());
  }
  return undefined;
}

/** Shows the button unless this browser gets notices already; marks which of the addresses it is. */
async function begin() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  const own = findAll("[data-push]").find((item) => item.dataset.push === subscription?.endpoint);
  own?.querySelector("b")?.append(` (${part.dataset.own})`);
  part.hidden = Boolean(own);
  find("#push-button")?.addEventListener("click", subscribe);
}

begin();
