/** The lines about the network tick themselves: fetched again every few seconds while the page is visible. */

const SECONDS = 4;
const list = /** @type {HTMLElement|null} */ (document.querySelector(".wb-network"));

/** Puts what has changed into the list. @param {[boolean, string][]} lines */
function show(lines) {
  lines.forEach(([holds, words], number) => {
    const line = list?.children[number];
    if (!line) return;
    line.classList.toggle("wb-holds", holds);
    if (line.textContent !== words) line.textContent = words;
  });
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(list?.dataset.from ?? "");
    if (answer.ok) show((await answer.json()).lines);
  } catch {
    // The server or the network is gone: the lines stay as they were, and are fetched again later.
  }
}

if (list?.dataset.from) setInterval(ask, 1000 * SECONDS);
