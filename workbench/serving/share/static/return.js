/**
 * Reloads a page whose kernel has ended, for instance while the lid was closed; the page then finds what it had kept.
 * Asks the server, which answers 404 for a kernel that has ended.
 */

import { read, write } from "./browser_storage.js";

const EVERY = 5_000; // milliseconds
const LONGEST = 30_000; // between two returns
const UNNAMED = 20_000; // by then a page has named its kernel, or never will
const LEAVING = 20_000; // by then somebody who leaves has left, or has thought better of it
const TIMES = "roundtable-workbench:returns"; // how often in a row this tab has come back

/** The address at which the server says whether the kernel runs; empty before the page knows it. */
function address() {
  const settings = document.getElementById("jupyter-config-data");
  if (!settings?.textContent) return "";
  const { baseUrl, kernelId } = JSON.parse(settings.textContent);
  return kernelId ? `${baseUrl}api/kernels/${kernelId}` : "";
}

/**
 * Whether the page is no longer of use: its kernel has ended, or the page broke off before naming one. A browser may
 * say forever that a page that broke off is still loading.
 */
async function kernelEnded() {
  if (!address()) return document.readyState === "complete" || performance.now() - loaded > UNNAMED;
  try {
    return (await fetch(address(), { cache: "no-store" })).status === 404;
  } catch {
    return false; // the server does not answer: nothing is known yet
  }
}

const returns = () => Number(read("tab", TIMES));
const loaded = performance.now();
let left = -LEAVING; // when somebody last began to leave: the kernel ends at once, the next page may take a while

const isLeft = () => performance.now() - left < LEAVING;

/** Watches the kernel while the page is visible. Waits longer each time for a kernel that never lives long. */
async function look() {
  if (document.hidden || !navigator.onLine || isLeft()) return;
  const ended = await kernelEnded();
  if (isLeft()) return; // while the server was being asked
  const age = performance.now() - loaded;
  if (!ended && age > EVERY) write("tab", TIMES, "");
  if (!ended || age < Math.min(500 * 2 ** returns(), LONGEST)) return;
  write("tab", TIMES, String(returns() + 1));
  left = performance.now();
  location.reload();
}

setInterval(look, EVERY);
window.addEventListener("beforeunload", () => (left = performance.now()));
for (const event of ["pageshow", "online"]) window.addEventListener(event, look);
document.addEventListener("visibilitychange", look);
