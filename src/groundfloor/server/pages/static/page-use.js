// Whether somebody uses this page: it is in sight, and was touched in the last minutes. A forgotten tab, or a computer that its owner has left, is nobody.
const IDLE_DELAY = 5 * 60_000; // milliseconds
const CHECK_DELAY = 15_000;
const HIDE_DELAY = 3_000; // so that a look at another tab changes nothing
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "scroll"];

let lastSign = Date.now();
let isUsed = !document.hidden;
/** @type {((isUsed: boolean) => void)[]} */
const listeners = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export const isInUse = () => isUsed;

/** @param {(isUsed: boolean) => void} listener called when somebody begins to use the page, or has stopped */
export function onUse(listener) {
  listeners.push(listener);
}

function update() {
  const now = !document.hidden && Date.now() - lastSign < IDLE_DELAY;
  if (now === isUsed) return;
  isUsed = now;
  for (const listener of listeners) listener(isUsed);
}

function noteSign() {
  lastSign = Date.now();
  if (!isUsed) update();
}

for (const sign of SIGNS) addEventListener(sign, noteSign, { capture: true, passive: true });
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(update, HIDE_DELAY);
  else noteSign();
});
setInterval(update, CHECK_DELAY);
