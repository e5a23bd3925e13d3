/**
 * A card as a piece of a map: the colours of its categories, the roads that leave it, and its emblem where they meet.
 *
 * @typedef {import("./card_face.js").CardFace} CardFace
 */

import { BOX, PATHS } from "./emblems.js";
import { safeColour } from "./symbol_badge.js";

const SVG = "http://www.w3.org/2000/svg";
const MIDDLE = 50; // of a tile of 100
const BEYOND = [[50, -2], [102, 50], [50, 102], [-2, 50]]; // where roads leave it, from north clockwise
const [DARK, ROAD, INK] = ["#2b1c10", "#efdcae", "#fcf6e8"];

/** @param {string} tag @param {Record<string, string|number>} attributes @param {...Node} children */
function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** The course of the roads of a tile. @param {string} roads */
function courseOf(roads) {
  return BEYOND.flatMap(([x, y], side) => (roads[side] === "1" ? [`M${MIDDLE} ${MIDDLE}L${x} ${y}`] : [])).join("");
}

/** Edges with nothing but their roads, small, visual only. @param {string} roads */
export function edgesPicture(roads) {
  const course = courseOf(roads);
  const parts = [
    drawn("rect", { width: 100, height: 100, fill: "#6a5438" }),
    drawn("path", { d: course, stroke: DARK, "stroke-width": 34 }),
    drawn("path", { d: course, stroke: ROAD, "stroke-width": 24 }),
  ];
  const size = { width: 28, height: 28, viewBox: "0 0 100 100" };
  return drawn("svg", { class: "rt-edges", ...size, "aria-hidden": "true", focusable: "false" }, ...parts);
}

/** A tile, visual only: the words of the card say the same. @param {CardFace} card */
export function roadTile(card) {
  const colours = card.symbols.map(({ colour }) => safeColour(colour));
  const [one, other] = [colours[0] ?? DARK, colours[1] ?? colours[0] ?? DARK];
  const course = courseOf(card.roads ?? "");
  const emblem = PATHS.get(card.emblem);
  const scale = 38 / BOX;
  const parts = [
    drawn("path", { d: "M0 0H100L0 100Z", fill: one }),
    drawn("path", { d: "M100 0V100H0Z", fill: other }),
    drawn("path", { d: course, stroke: DARK, "stroke-width": 30 }),
    drawn("path", { d: course, stroke: ROAD, "stroke-width": 23 }),
    drawn("circle", { cx: MIDDLE, cy: MIDDLE, r: 27, fill: one, stroke: ROAD, "stroke-width": 5 }),
  ];
  if (emblem) parts.push(drawn("path", { d: emblem, fill: INK, "fill-rule": "evenodd", transform: `translate(31 31) scale(${scale})` }));
  return drawn("svg", { class: "rt-tile", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, ...parts);
}
