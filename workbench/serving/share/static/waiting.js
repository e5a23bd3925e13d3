/** Asks whether there is room for this visitor, and reloads the page when there is. */

const { baseUrl, seconds } = /** @type {HTMLElement} */ (document.getElementById("waiting")).dataset;

async function ask() {
  try {
    if ((await fetch(`${baseUrl}place`, { cache: "no-store" })).ok) location.reload();
  } catch {
    // the server does not answer now; it may later
  }
}

setInterval(ask, 1000 * Number(seconds));
