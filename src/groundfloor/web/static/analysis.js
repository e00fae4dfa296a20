// Follows the progress of an analysis, and shows it when it is done.
const PAUSE = 1000; // milliseconds

const section = document.querySelector("[data-analysis]");
const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("#analysis-progress"));

async function checkProgress() {
  if (!(section instanceof HTMLElement) || !bar) return;
  try {
    const response = await fetch(section.dataset.analysis ?? "");
    const found = await response.json();
    if (response.ok && found.state !== "running") {
      location.reload();
      return;
    }
    if (found.total) {
      bar.max = found.total;
      bar.value = found.done;
    }
  } catch {
    // The server can't be reached: it is asked again.
  }
  setTimeout(checkProgress, PAUSE);
}

setTimeout(checkProgress, PAUSE);
