// The drawn board in the browser; everything on it works without scripts too. After each new drawing: marks, tab stops, and what is new is said.
import { find, findAll } from "./dom.js";
import { rove } from "./focus.js";
import { lead, mark, open, sheet } from "./parts.js";
import "./shortcuts.js";
import "./tooltips.js";

const live = document.createElement("div");
live.className = "visually-hidden";
live.setAttribute("role", "log");
live.setAttribute("aria-live", "polite");
document.body.append(live);

const lines = () =>
  findAll("#log .said").map((line) => ({ number: Number(line.id.slice(5)), text: find(".said-words", line)?.textContent?.trim() ?? "" }));
let lastLine = Math.max(-1, ...lines().map(({ number }) => number));
let wasOver = Boolean(find(".head-turn.is-over"));
let wasYours = Boolean(find(".head-turn.is-yours"));

function speak() {
  const fresh = lines().filter(({ number }) => number > lastLine);
  if (!fresh.length) return;
  lastLine = fresh[fresh.length - 1].number;
  const said = fresh.slice(-3).map(({ text }) => text);
  live.textContent = said.join(" ");
}

document.addEventListener("groundfloor:swapped", () => {
  lead();
  mark();
  rove();
  speak();
  const isYours = Boolean(find(".head-turn.is-yours"));
  if (isYours && !wasYours) {
    live.textContent += ` ${find(".head-turn > span")?.textContent.trim()}.`;
    sheet(false);
  }
  wasYours = isYours;
  const isOver = Boolean(find(".head-turn.is-over"));
  if (isOver && !wasOver) open("score");
  wasOver = isOver;
});

lead();
mark();
rove();
