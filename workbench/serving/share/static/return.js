/**
 * Brings a page back whose kernel has ended, for instance while the lid was closed: it is loaded anew, and what was kept
 * in this browser's name is there again. Asks the server, which answers 404 for a kernel that has ended.
 */

const EVERY = 5_000; // milliseconds
const TIMES = "roundtable-workbench:returns"; // how often in a row this tab has come back

/** The address at which the server says whether the kernel runs; empty before the page knows it. */
function address() {
  const settings = document.getElementById("jupyter-config-data");
  if (!settings?.textContent) return "";
  const { baseUrl, kernelId } = JSON.parse(settings.textContent);
  return kernelId ? `${baseUrl}api/kernels/${kernelId}` : "";
}

async function kernelEnded() {
  try {
    return (await fetch(address(), { cache: "no-store" })).status === 404;
  } catch {
    return false; // the server does not answer: what it will say is not known
  }
}

const returns = () => Number(sessionStorage.getItem(TIMES) ?? 0);
const settled = performance.now();

/** Looks after the kernel while the page is seen; each return in a row waits twice as long as the last. */
async function look() {
  if (document.hidden || !address() || !navigator.onLine) return;
  if (await kernelEnded()) {
    if (performance.now() - settled < Math.min(1000 * 2 ** returns(), 300_000)) return;
    sessionStorage.setItem(TIMES, String(returns() + 1));
    location.reload();
  } else if (performance.now() - settled > 60_000) sessionStorage.removeItem(TIMES);
}

setInterval(look, EVERY);
for (const event of ["pageshow", "online"]) window.addEventListener(event, look);
document.addEventListener("visibilitychange", look);
