/**
 * The check before a lesson as the server describes it to wall and host, and what follows from that for both.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {{arms: number, milliseconds: number|null, too_old: boolean, forgets: boolean}} CheckedPhone
 * @typedef {{shows: "letters"|"help", keeps: boolean, came_through: boolean, phones: CheckedPhone[]}} Check
 */

import { element } from "../elements.js";
import { shield } from "./parts.js";

const SVG = "http://www.w3.org/2000/svg";
const QUICK = 100; // milliseconds
const FAIR = 300;
const INK = "#7a2e1d";

/** The phones that have been answered. @param {Check} check */
export function reaching({ phones }) {
  return phones.filter(({ milliseconds }) => milliseconds !== null);
}

/** How many of those in the class do not reach us yet. @param {Room} room @param {Check} check */
export function missing({ places }, check) {
  return Math.max(0, places - reaching(check).length);
}

/** How quickly a phone is answered. @param {number} milliseconds @returns {"quick"|"fair"|"slow"} */
export function pace(milliseconds) {
  return milliseconds <= QUICK ? "quick" : milliseconds <= FAIR ? "fair" : "slow";
}

/** How many phones reach this computer: the figures, and the words behind them. @param {Room} room @param {Check} check @returns {[string, string]} */
export function howMany(room, check) {
  const { length } = reaching(check);
  if (length > room.places) return [String(length), "phones reach"];
  return [`${length} of ${room.places}`, room.places === 1 ? "phone reaches" : "phones reach"];
}

/** The shields of all who have arrived, and what is still missing. @param {Room} room @param {Check} check */
export function shieldRow(room, check) {
  const came = check.phones.map(({ arms }) => element("li", {}, shield(arms)));
  const holes = Array.from({ length: Math.max(0, room.places - check.phones.length) }, () => element("li", { class: "rm-check-hole" }));
  return element("ul", { class: "rm-check-shields", "aria-label": howMany(room, check).join(" ") }, ...came, ...holes);
}

// ---------------------------------------------------------------- what a phone that does not get through shows

/** @param {string} name @param {Record<string, string|number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {Record<string, string|number>} look */
const box = (x, y, width, height, look) => drawn("rect", { x, y, width, height, ...look });
/** @param {string} d @param {number} width */
const line = (d, width) => drawn("path", { d, fill: "none", stroke: INK, "stroke-width": width, "stroke-linecap": "round" });
const lines = { rx: 2, fill: "#b7a78e" };
const field = { rx: 2, fill: "none", stroke: "#8d7b60", "stroke-width": 2 };

/** @type {Record<"waits"|"signs"|"alone", () => SVGElement[]>} */
const SCREENS = {
  waits: () => [drawn("circle", { cx: 30, cy: 42, r: 14, fill: "none", stroke: "#e0d5c0", "stroke-width": 5 }), line("M30 28a14 14 0 0 1 14 14", 5), box(14, 66, 32, 5, lines)],
  signs: () => [box(12, 20, 36, 6, lines), box(12, 34, 36, 9, field), box(12, 48, 36, 9, field), box(12, 64, 36, 10, { rx: 2, fill: "#1f4fa3" }), box(22, 67.5, 16, 3, { rx: 1.5, fill: "#fff" })],
  alone: () => [line("M16 40a20 20 0 0 1 28 0M21 46a13 13 0 0 1 18 0M26 52a6 6 0 0 1 8 0", 4), line("M14 60L46 30", 4), box(14, 66, 32, 5, lines)],
};

/** A phone that does not get through, by what it shows. @param {keyof typeof SCREENS} shows */
export function phonePicture(shows) {
  const made = drawn("svg", { class: "rm-check-phone", viewBox: "0 0 60 100", "aria-hidden": "true", focusable: "false" });
  made.append(box(2, 2, 56, 96, { rx: 8, fill: "#14212a", stroke: "#d5dcd8", "stroke-width": 2.5 }), box(7, 10, 46, 78, { rx: 2, fill: "#fbf7ee" }), ...SCREENS[shows]());
  return made;
}
