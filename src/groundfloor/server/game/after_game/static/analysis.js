// Follows the progress of an analysis, and shows it when it is done.
const PAUSE = 1000; // milliseconds

const section = document.querySelector("[data-analysis]");
const progressBar = /** @type {HTMLProgressElement | null} */ (document.querySelector("#analysis-progress"));

/**
 * Shows how far the analysis is.
 * @param {HTMLProgressElement} bar
 * @param {number} done
 * @param {number} total
 */
function showProgress(bar, done, total) {
  bar.max = total;
  bar.value = done;
  const [label] = bar.labels;
  label.textContent = (label.dataset.text ?? "").replace("%(done)s", String(done)).replace("%(total)s", String(total));
}

async function checkProgress() {
  if (!(section instanceof HTMLElement) || !progressBar) return;
  try {
    const response = await fetch(section.dataset.analysis ?? "");
    const found = await response.json();
    if (response.ok && found.state !== "running") {
      location.reload();
      return;
    }
    if (found.total) showProgress(progressBar, found.done, found.total);
  } catch {
    // The server can't be reached: it is asked again.
  }
  setTimeout(checkProgress, PAUSE);
}

setTimeout(checkProgress, PAUSE);
