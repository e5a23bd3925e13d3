/**
 * Coats of arms as shields, and the cloth of a banner. Both are visual only: names are beside them. The scene says
 * which arms a seat bears.
 *
 * @typedef {import("./scene.js").Scene} Scene
 */

import { ARMS, HIGH, OUTLINE, PAINT, WIDE } from "../arms.js";
import { element } from "../elements.js";
import { PATHS } from "../emblems.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string|number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** One part of arms: a shape in its tincture, or an emblem at its place. @param {(string|number)[]} part */
function painted([tincture, course, x, y, size]) {
  const look = { fill: PAINT[/** @type {keyof typeof PAINT} */ (tincture)], "fill-rule": "evenodd" };
  if (x === undefined) return drawn("path", { ...look, d: course });
  const place = `translate(${x} ${y}) scale(${size})`;
  return drawn("path", { ...look, d: PATHS.get(String(course)) ?? "", transform: place });
}

/** The number of a seat's arms, its own if the scene does not say. @param {Scene} scene @param {number} seat */
const armsOf = ({ arms }, seat) => String(arms?.[seat] ?? seat);

/** The shield of a seat. @param {Scene} scene @param {number} seat */
export const seatShield = (scene, seat) => shield(armsOf(scene, seat));

/** The shield of a knight; nothing for one that has no arms. @param {string} knight */
export const knightShield = (knight) => shield(knight);

/** @param {string} bearer */
function shield(bearer) {
  const parts = ARMS.get(bearer);
  if (!parts) return null;
  const box = { class: "rt-shield", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", focusable: "false" };
  const made = drawn("svg", box);
  const edge = { d: OUTLINE, fill: "none", stroke: PAINT.sable, "stroke-width": 9 };
  made.append(...parts.map(painted), drawn("path", edge), drawn("path", { ...edge, stroke: PAINT.argent, "stroke-width": 3 }));
  return made;
}

/** A seat's banner: the tincture of its field, the emblem with its own, and on cloth of metal its paint. @param {Scene} scene @param {number} seat */
export function clothOf(scene, seat) {
  const parts = ARMS.get(armsOf(scene, seat)) ?? [["sable", ""]];
  const charge = parts.find((part) => part.length > 2);
  const field = String(parts[0][0]);
  const tincture = /** @type {keyof typeof PAINT} */ (charge?.[0] ?? "sable");
  const paint = ["argent", "or"].includes(field) ? PAINT[tincture] : "";
  return { field, emblem: String(charge?.[1] ?? ""), tincture, paint };
}

/** Three dots that move while somebody is thinking. */
export function dots() {
  return element("span", { class: "rt-dots", "aria-hidden": "true" }, element("i"), element("i"), element("i"));
}
