/**
 * Brings a page back whose kernel has ended, for instance while the lid was closed: it is loaded again, and finds what
 * it had kept. Asks the server, which answers 404 for a kernel that has ended.
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
 * Whether the page is of no more use: its kernel has ended, or the page broke off before it named one. A browser may
 * say for ever that a page that broke off is loading.
 */
async function kernelEnded() {
  if (!address()) return document.readyState === "complete" || performance.now() - loaded > UNNAMED;
  try {
    return (await fetch(address(), { cache: "no-store" })).status === 404;
  } catch {
    return false; // the server does not answer: what it will say is not known
  }
}

const returns = () => Number(read("tab", TIMES));
const loaded = performance.now();
let left = -LEAVING; // when somebody last began to leave: the kernel ends at once, the next page may take a while

const isLeft = () => performance.now() - left < LEAVING;

/** Looks after the kernel while the page is seen. A kernel that never lives long is waited for longer each time. */
async function look() {
  if (document.hidden || !navigator.onLine || isLeft()) return;
  const ended = await kernelEnded();
  if (isLeft()) return; // while the server was asked
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
