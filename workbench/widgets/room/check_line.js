/** A line that says whether something is as it should be: on a checked phone, and about the computer it reaches. */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";

/** @param {boolean} good @param {string} words @param {string} soft */
export function checkLine(good, words, soft) {
  const sign = element("i", { "aria-hidden": "true" }, emblemPicture(good ? "tick" : "exclamation"));
  return element("li", { class: good ? "rm-check-good" : "rm-check-bad" }, sign, element("p", {}, element("b", {}, words), element("span", { class: "rm-check-soft" }, soft)));
}
