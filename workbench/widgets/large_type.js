/** Whether this browser wants large type, as before a class; one choice for every page of the workbench. */

import { read, write } from "./browser_storage.js";

const KEY = "roundtable-workbench:projector";

/** What this browser wanted last. */
export function wantsLargeType() {
  return read("browser", KEY) === "1";
}

/** @param {boolean} large */
export function keepLargeType(large) {
  write("browser", KEY, large ? "1" : "");
}
