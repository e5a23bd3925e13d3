/**
 * What is wrong or odd about a deck, as text and on the page.
 *
 * @typedef {{level: string, text: string, fix: string}} Finding
 */

import { element } from "../elements.js";

/** A finding with its level and its fix. @param {Finding} finding @returns {Node[]} */
export function findingParts({ level, text, fix }) {
  return [
    element("strong", { class: `rt-level rt-level-${level}` }, level),
    element("span", {}, ` ${text} `),
    element("span", { class: "rt-fix" }, fix),
  ];
}

/** The same in words. @param {Finding} finding */
export function findingWords({ level, text, fix }) {
  return `${level}: ${text} ${fix}`;
}
