// The line with what others did that stays on every tab of a phone until it has been seen: in the log, or by a tap on the line.
import { find, findAll, findRequired, settings } from "./dom.js";

const bar = findRequired("#latest-events");
const root = document.documentElement;
const setting = `seen-${bar.dataset.game}`;

/** The numbers and words of the log's lines about others. */
function linesOfOthers() {
  const own = find("#table")?.dataset.seat;
  return findAll("#log .log-line[data-seat]")
    .filter((line) => line.dataset.seat !== own)
    .map((line) => ({
      number: Number(line.id.slice("log-line-".length)),
      words: find(".log-line-words", line)?.textContent.trim().replace(/\s+/g, " ") ?? "",
    }));
}

const lastNumber = () => linesOfOthers().at(-1)?.number ?? -1;

/** The number of the last line that was seen. A browser that has not been here before has seen everything. */
let seen = Number(settings.get(setting) ?? lastNumber());

function markSeen() {
  seen = lastNumber();
  settings.set(setting, String(seen));
  update();
}

function update() {
  if ("history" in (find("#table")?.dataset ?? {})) return;
  if (lastNumber() < seen) seen = lastNumber(); // moves were undone
  const unseen = linesOfOthers().filter(({ number }) => number > seen);
  bar.hidden = unseen.length === 0;
  root.toggleAttribute("data-unseen", unseen.length > 0);
  const more = (bar.dataset.more ?? "").replace("%(n)s", String(unseen.length - 1));
  findRequired("#latest-words").textContent = unseen.at(-1)?.words ?? "";
  findRequired("#latest-more").textContent = unseen.length > 1 ? more : "";
}

findRequired("#latest-close").addEventListener("click", markSeen);
document.addEventListener("groundfloor:swapped", () => (root.dataset.view === "log" ? markSeen() : update()));
new MutationObserver(() => root.dataset.view === "log" && markSeen()).observe(root, { attributeFilter: ["data-view"] });
settings.set(setting, String(seen));
update();
