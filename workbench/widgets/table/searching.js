/** Searching texts for words, and marking what was found. */

import { element } from "../elements.js";

/** The words in what somebody has typed. @param {string} typed */
export function wordsOf(typed) {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a text has all of the words. @param {string} text @param {string[]} words */
export function hasAll(text, words) {
  const small = text.toLowerCase();
  return words.every((word) => small.includes(word));
}

/** A text with the search words marked. @param {string} text @param {string[]} words @returns {(Node|string)[]} */
export function marked(text, words) {
  if (!words.length) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "gi"));
  return parts.map((part, place) => (place % 2 ? element("mark", {}, part) : part));
}
