/**
 * The game's own words, which can be opened where they are: pressed, they say below the bar what they mean.
 *
 * @typedef {import("./table.js").Table} Table
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { tell } from "./desk.js";

/** @param {string[]} words the longest first, so that a word within another one is not taken for it */
function anyOf(words) {
  const plain = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = (/** @type {string} */ word) => `${/^\w/.test(word) ? "\\b" : ""}${plain(word)}`; // no lookbehind: Safari 16 has none
  const sorted = [...words].sort((one, other) => other.length - one.length);
  return sorted.length ? new RegExp(`(${sorted.map(whole).join("|")})(?![\\p{L}\\d])`, "u") : null;
}

/** A text with the names in it in bold. @param {string} text @param {string[]} names @returns {(HTMLElement|string)[]} */
export function withNames(text, names) {
  return parted(text, new Map(names.filter(Boolean).map((name) => [name, () => element("b", {}, name)])));
}

/** The same with the game's own words to open. @param {Table} table @param {string} text @param {string[]} [names] @returns {(HTMLElement|string)[]} */
export function withWords(table, text, names = []) {
  const words = (table.session?.glossary ?? []).map(([word, meaning]) => /** @type {[string, () => HTMLElement]} */ ([word, () => wordElement(table, word, meaning)]));
  return parted(text, new Map([...words, ...names.filter(Boolean).map((name) => /** @type {[string, () => HTMLElement]} */ ([name, () => element("b", {}, name)]))]));
}

/** @param {string} text @param {Map<string, () => HTMLElement>} known @returns {(HTMLElement|string)[]} */
function parted(text, known) {
  const sought = anyOf([...known.keys()]);
  return sought ? text.split(sought).filter(Boolean).map((part) => known.get(part)?.() ?? part) : [text];
}

/** @param {Table} table @param {string} word @param {string} meaning */
function wordElement(table, word, meaning) {
  const made = element("dfn", { class: "rt-word", tabindex: 0, title: meaning }, word);
  const open = () => tell(table, `${word}: ${meaning}`);
  made.addEventListener("click", open);
  made.addEventListener("keydown", (event) => keyName(event) === "Enter" && open());
  return made;
}
