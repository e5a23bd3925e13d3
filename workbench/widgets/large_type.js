/** Whether this browser wants large type, as before a class; one choice for every page of the workbench. */

const KEY = "roundtable-workbench:projector";

/** What this browser wanted last. */
export function wantsLargeType() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false; // a page that may store nothing
  }
}

/** @param {boolean} large */
export function keepLargeType(large) {
  try {
    localStorage.setItem(KEY, large ? "1" : "");
  } catch {
    // a page that may store nothing still switches
  }
}
