/**
 * What a page keeps in its browser. No other script of ours touches the browser's storage, which may be forbidden or
 * full. In that case a page keeps what it needs after a reload in the tab's own history, and says once what it cannot
 * keep for longer.
 */

const IN_HISTORY = "roundtable-workbench"; // of the state of the tab's current history entry
const TOLD = "workbenchUnkept"; // on the root of the page, since every widget has its own copy of this script
const UNKEPT =
  "This browser's storage is forbidden or full. Play goes on, but is not found again once this tab is closed: " +
  "save it as a file.";

/** @typedef {"tab"|"browser"} Place for how long: until the tab is closed, or as long as the browser likes */

/** @param {Place} place @returns {Storage|null} null where a page may store nothing */
function storage(place) {
  try {
    return (place === "tab" ? window.sessionStorage : window.localStorage) ?? null;
  } catch {
    return null;
  }
}

/** What the tab's history keeps for us. @returns {Record<string, string>} */
function inHistory() {
  try {
    return history.state?.[IN_HISTORY] ?? {};
  } catch {
    return {};
  }
}

/** Returns whether it is kept now. @param {string} key @param {string} text empty: forget it */
function writeInHistory(key, text) {
  const { [key]: before = "", ...others } = inHistory();
  if (before === text) return true;
  try {
    history.replaceState({ ...history.state, [IN_HISTORY]: text ? { ...others, [key]: text } : others }, "");
    return true;
  } catch {
    return false; // a page without a history of its own, or a text that is too long
  }
}

/** @param {Place} place @param {string} key */
export function read(place, key) {
  if (place === "tab" && inHistory()[key]) return inHistory()[key];
  try {
    return storage(place)?.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keeps a text; an empty one is forgotten. What the tab's storage cannot keep goes into its history.
 * @param {Place} place @param {string} key @param {string} text
 */
export function write(place, key, text) {
  const done = written(storage(place), key, text);
  const inTab = place === "tab" && writeInHistory(key, done ? "" : text);
  if (!done && !inTab && text) tell();
}

/** Whether a text is kept now. An older one goes if the new one has no room. @param {Storage|null} kept @param {string} key @param {string} text */
function written(kept, key, text) {
  try {
    if (!kept) return false;
    kept.removeItem(key);
    if (text) kept.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

// ---------------------------------------------------------------- saying it once

/** @type {Set<(words: string) => void>} */
const listeners = new Set();

/** Says what is not kept, once per page, if somebody listens. */
function tell() {
  const root = document.documentElement;
  if (!listeners.size || root.dataset[TOLD] || inHistory()[TOLD]) return;
  root.dataset[TOLD] = "told";
  writeInHistory(TOLD, "told"); // for when the page is reloaded
  for (const listener of listeners) listener(UNKEPT);
}

/** Hears what cannot be kept, until the returned function is called. @param {(words: string) => void} listener */
export function whenUnkept(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
