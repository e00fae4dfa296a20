// The board in the browser; everything on it works without scripts too.
// After each update tabs and tab stops are set, and what is told, or the new lines of the log, announced.
import { orderCompanies } from "./company-order.js";
import { find, findAll } from "./dom.js";
import { updateTabStops } from "./focus.js";
import { showAnswerView, applyPageState, openDialog, setBottomSheetFolded } from "./panels.js";
import "./shortcuts.js";
import "./tooltips.js";

const announcer = document.createElement("div");
announcer.className = "visually-hidden";
announcer.setAttribute("role", "log");
announcer.setAttribute("aria-live", "polite");
document.body.append(announcer);

const logLines = () =>
  findAll("#log .log-line").map((line) => ({
    number: Number(line.id.slice("log-line-".length)),
    text: find(".log-line-words", line)?.textContent?.trim() ?? "",
  }));
let lastLine = Math.max(-1, ...logLines().map(({ number }) => number));
let wasOver = Boolean(find(".head-turn.is-over"));
let wasYours = Boolean(find(".head-turn.is-yours"));

function announceLog() {
  const newLines = logLines().filter(({ number }) => number > lastLine);
  if (!newLines.length) return;
  lastLine = newLines[newLines.length - 1].number;
  const sentences = newLines.slice(-3).map(({ text }) => text);
  announcer.textContent = sentences.join(" ");
}

function announceRecap() {
  lastLine = Math.max(lastLine, ...logLines().map(({ number }) => number));
  announcer.textContent = findAll("#recap :is(.recap-title, .recap-words)")
    .map(({ textContent }) => textContent)
    .join(" ");
}

document.addEventListener("groundfloor:swapped", () => {
  showAnswerView();
  applyPageState();
  if (find("#recap")) announceRecap();
  else announceLog();
  const isYours = Boolean(find(".head-turn.is-yours"));
  if (isYours && !wasYours) {
    announcer.textContent += ` ${find(".turn-name")?.textContent.trim()}.`;
    setBottomSheetFolded(false);
  }
  wasYours = isYours;
  const isOver = Boolean(find(".head-turn.is-over"));
  if (isOver && !wasOver && !find("#replay")) openDialog("score"); // a replay goes on to its last picture
  wasOver = isOver;
});

document.addEventListener("groundfloor:settled", () => updateTabStops());

orderCompanies();
showAnswerView();
applyPageState();
updateTabStops();
