/** Whether things may move: not if the system asks for less motion, nor if this browser was asked for less here. */

import { read, write } from "../browser_storage.js";

const KEY = "roundtable-workbench:still";

/** Whether this browser was asked for less motion here. */
export function wantsStill() {
  return read("browser", KEY) === "1";
}

/** @param {boolean} still */
export function keepStill(still) {
  write("browser", KEY, still ? "1" : "");
}

/** Whether the system or somebody here asks for less motion. */
export function isStill() {
  return wantsStill() || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
