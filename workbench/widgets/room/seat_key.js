/**
 * What a phone keeps of its seats: the secret that opens the one in hand, those of others who share the phone, and when
 * the page was last visible.
 *
 * @typedef {{secret: string, name: string, arms: number}} Held
 */

import { read, write } from "../browser_storage.js";
import { CODE } from "./about.js";

const KEY = `roundtable-workbench:room:${CODE}`;
const ALL = `${KEY}:all`;
const SEEN = `${KEY}:seen`;
const HANDED = "handed on"; // instead of a time
const LONG = 10_000; // milliseconds away, after which somebody else may hold the phone

/** The secret of this phone's seat; empty if it has none. */
export function keptSecret() {
  return read("browser", KEY) || read("tab", KEY);
}

/** Keeps the secret. False if it lasts only as long as this tab, as in a private window. @param {string} secret */
export function keepSecret(secret) {
  write("browser", KEY, secret);
  const kept = read("browser", KEY) === secret;
  write("tab", KEY, kept ? "" : secret);
  return kept;
}

/** Whether this browser keeps anything for longer than a tab. */
export function keepsSeats() {
  const probe = `${KEY}:probe`;
  write("browser", probe, "kept");
  const kept = read("browser", probe) === "kept";
  write("browser", probe, "");
  return kept;
}

/** The seat in hand no longer belongs to anybody here. */
export function forgetSecret() {
  const gone = keptSecret();
  keepAll(seatsHere().filter(({ secret }) => secret !== gone));
  write("browser", KEY, "");
  write("tab", KEY, "");
}

/** All seats that this phone holds. @returns {Held[]} */
export function seatsHere() {
  try {
    const all = JSON.parse(read("browser", ALL) || read("tab", ALL) || "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/** @param {Held[]} all */
function keepAll(all) {
  const text = all.length ? JSON.stringify(all) : "";
  write("browser", ALL, text);
  write("tab", ALL, read("browser", ALL) === text ? "" : text);
}

/** Remembers whose the seat in hand is. @param {string} name @param {number} arms */
export function noteHolder(name, arms) {
  const secret = keptSecret();
  const others = seatsHere().filter((one) => one.secret !== secret);
  keepAll([...others, { secret, name, arms }].sort((one, other) => (one.name < other.name ? -1 : 1)));
}

/** Puts the seat in hand aside for somebody else, whose cards stay covered until a press. @param {string} secret empty: somebody new */
export function handOn(secret) {
  write("browser", KEY, secret);
  write("tab", KEY, read("browser", KEY) === secret ? "" : secret);
  write("tab", SEEN, secret && HANDED);
}

/** Remembers that the page is no longer visible. */
export function noteLeaving() {
  write("tab", SEEN, String(Date.now()));
}

/** How many milliseconds nobody has seen the page; 0 if that was short, 1 if somebody else held the phone. */
export function timeAway() {
  if (read("tab", SEEN) === HANDED) return 1;
  const left = Number(read("tab", SEEN));
  const away = left ? Date.now() - left : 0;
  return away > LONG ? away : 0;
}

/** The page is visible again. */
export function noteReturn() {
  write("tab", SEEN, "");
}
