/**
 * What a phone keeps of a game, for whoever opens the address of a closed room.
 *
 * @typedef {{name: string, arms: number, tab: string, lines: string[], words: string, game: string, day: string}} Result
 */

import { read, write } from "../browser_storage.js";
import { element } from "../elements.js";
import { CODE } from "./about.js";
import { banner } from "./parts.js";

/** @param {string} code */
const keyOf = (code) => `roundtable-workbench:result:${code}`;

/** Keeps my result in the room of this page. @param {Result} result */
export function keepResult(result) {
  write("browser", keyOf(CODE), JSON.stringify(result));
}

/** My result in a closed room; null if there is none. @param {string} code @returns {Result|null} */
export function keptResult(code) {
  try {
    const kept = JSON.parse(read("browser", keyOf(code)) || "null");
    return typeof kept?.name === "string" && Array.isArray(kept.lines) ? kept : null;
  } catch {
    return null;
  }
}

/** My banner with what I had. @param {Result} result */
export function resultBanner({ name, arms, tab, lines }) {
  return banner({ name, arms }, { look: "rm-great", tab, lines: lines.map((line) => element("span", { class: "rm-fact" }, String(line))) });
}

/** The words beside it. @param {string} code @param {Result} result */
export function resultWords(code, { game, day, words }) {
  return `That was ${game} in the room ${code}, on ${day}. ${words}`.trim();
}
