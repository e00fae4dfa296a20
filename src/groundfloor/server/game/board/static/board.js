// The board in the browser; everything on it works without scripts too.
// After each update tabs and tab stops are set, and what is told, or the new lines of the log, and the own decision are announced.
import { orderCompanies } from "./company-order.js";
import { addLiveRegion, find, findAll, findRequired } from "./dom.js";
import { updateTabStops } from "./focus.js";
import { showAnswerView, applyPageState, openDialog, setBottomSheetFolded } from "./panels.js";
import "./shortcuts.js";
import "./tooltips.js";

const announcer = addLiveRegion("log");
announcer.setAttribute("aria-live", "polite");

/**
 * The text of an element without its links to rules.
 * @param {Element | null} element
 */
function textOf(element) {
  if (!element) return "";
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const link of findAll("a", copy)) link.remove();
  return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

const logLines = () =>
  findAll("#log .log-line").map((line) => ({
    number: Number(line.id.slice("log-line-".length)),
    text: find(".log-line-words", line)?.textContent?.trim() ?? "",
  }));
let lastLine = Math.max(-1, ...logLines().map(({ number }) => number));
let wasOver = Boolean(find(".head-turn.is-over"));
let wasYours = Boolean(find(".head-turn.is-yours"));

/** The new lines of the log, at most three. */
function logNews() {
  const newLines = logLines().filter(({ number }) => number > lastLine);
  lastLine = Math.max(lastLine, ...newLines.map(({ number }) => number));
  return newLines.slice(-3).map(({ text }) => text);
}

let lastStep = "";

/** What is told in this step of what has happened, and why, once for each step; its lines of the log are not read out again. */
function recapNews() {
  logNews();
  const { version = "", history = version } = findRequired("#table").dataset;
  const step = `${history}:${findRequired("#recap").dataset.step}`;
  if (step === lastStep) return [];
  lastStep = step;
  const [title = "", ...sentences] = findAll("#recap :is(.recap-title, .recap-words, .recap-why)").map(textOf);
  return [`${title}: ${sentences.join(" ")}`];
}

/** What the viewer is asked, or has pencilled in and for which price; a guide reads out its own question. */
function decisionWords() {
  const { mode } = find("#panel")?.dataset ?? {};
  if (mode === "draft") {
    const parts = findAll("#panel .draft-line > .decision-title, #panel .draft-line .cost > :not(.leaves)").map(textOf);
    return `${textOf(find("#panel .pencil-label"))}: ${parts.join(", ")}.`;
  }
  return ["asked", "second-step"].includes(mode ?? "") && !find("#guide .guide-title") ? textOf(find("#panel .decision-title")) : "";
}
let lastDecision = decisionWords();

document.addEventListener("groundfloor:swapped", () => {
  showAnswerView();
  applyPageState();
  const isTold = Boolean(find("#recap"));
  if (!isTold) lastStep = "";
  const news = isTold ? recapNews() : logNews();
  const isYours = Boolean(find(".head-turn.is-yours"));
  if (isYours && !wasYours) {
    news.push(`${textOf(find(".turn-name"))}.`);
    setBottomSheetFolded(false);
  }
  wasYours = isYours;
  const decision = isTold ? "" : decisionWords();
  if (decision && (news.length || decision !== lastDecision)) news.push(decision);
  lastDecision = decision;
  if (news.length) announcer.textContent = news.join(" ");
  const isOver = Boolean(find(".head-turn.is-over"));
  if (isOver && !wasOver && !find("#replay")) openDialog("score"); // a replay goes on to its last picture
  wasOver = isOver;
});

document.addEventListener("groundfloor:settled", () => updateTabStops());

orderCompanies();
showAnswerView();
applyPageState();
updateTabStops();
