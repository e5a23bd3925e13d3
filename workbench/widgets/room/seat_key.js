/** What a phone keeps of its seat: the secret that opens it, and when the page was seen last. */

import { read, write } from "../browser_storage.js";
import { CODE } from "./about.js";

const KEY = `roundtable-workbench:room:${CODE}`;
const SEEN = `${KEY}:seen`;
const LONG = 10_000; // milliseconds away, from which on somebody else may hold the phone

/** The secret of this phone's seat; empty where it has none. */
export function keptSecret() {
  return read("browser", KEY) || read("tab", KEY);
}

/** Keeps the secret. False where it lasts only as long as this tab, as in a private window. @param {string} secret */
export function keepSecret(secret) {
  write("browser", KEY, secret);
  const kept = read("browser", KEY) === secret;
  write("tab", KEY, kept ? "" : secret);
  return kept;
}

export function forgetSecret() {
  write("browser", KEY, "");
  write("tab", KEY, "");
}

/** Remembers that the page is seen no more. */
export function noteLeaving() {
  write("tab", SEEN, String(Date.now()));
}

/** For how many milliseconds nobody has seen the page; 0 if that was short. */
export function timeAway() {
  const left = Number(read("tab", SEEN));
  const away = left ? Date.now() - left : 0;
  return away > LONG ? away : 0;
}

/** The page is seen again. */
export function noteReturn() {
  write("tab", SEEN, "");
}
