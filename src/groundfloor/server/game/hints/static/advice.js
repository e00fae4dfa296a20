// Advice at each decision, at practice tables that have it: asks for a hint and says its best move in the panel. Without this file a link leads there.
import { find } from "./dom.js";
import { updateGuide } from "./guide.js";

/** The advice for a version of the table, as it was fetched. */
let known = { version: "", title: "", why: "", move: "" };
let asked = "";

const shownVersion = () => find("#table")?.dataset.version ?? "";

/** Fetches the advice once for each version, and shows what is known. */
async function advise() {
  const link = /** @type {HTMLAnchorElement | null} */ (find("#guide-hint"));
  const version = shownVersion();
  if (!link) return;
  if (known.version === version) {
    showAdvice();
    return;
  }
  if (asked === version) return;
  asked = version;
  const response = await fetch(link.href, { headers: { "X-Part": "hint" } }).catch(() => null);
  if (!response?.ok || shownVersion() !== version) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const best = find(".hint-choices > li", page);
  known = {
    version,
    title: find("b", best ?? page)?.textContent?.trim() ?? "",
    why:
      (best && find(".hint-why:not(.is-expected)", best)?.textContent?.trim()) || (find(".hint-remark", page)?.textContent?.trim() ?? ""),
    move: find(".hint-said", page)?.dataset.move ?? "",
  };
  if (best) showAdvice();
}

/** The panel may have been brought up to date since the last time, without what stands here. */
function showAdvice() {
  const place = find("#guide-advice");
  const guide = find("#guide");
  const link = find("#guide-hint");
  if (!place || !guide || !link || find(".advice-move", place)) return;
  const move = document.createElement("b");
  move.className = "advice-move";
  move.textContent = `${known.title}.`;
  place.prepend(move, ` ${known.why} `);
  link.textContent = link.dataset.more ?? "";
  guide.dataset.move = known.move;
  updateGuide();
}

document.addEventListener("groundfloor:settled", advise);
advise();
