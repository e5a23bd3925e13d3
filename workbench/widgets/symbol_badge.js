/**
 * How a category looks wherever it is shown: a letter and a sign on its colour.
 *
 * @typedef {{letter: string, sign: string, colour: string, name: string, short?: string, emblem?: string}} Symbol
 */

import { element } from "./elements.js";

/** A colour from the data, or grey: nothing but six hexadecimal digits reaches a style. @param {string} colour */
export function safeColour(colour) {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#767676";
}

/** Black or white, whichever is easier to read on `colour`. @param {string} colour */
function inkOn(colour) {
  const channels = [1, 3, 5].map((start) => parseInt(safeColour(colour).slice(start, start + 2), 16) / 255);
  const [red, green, blue] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#000000" : "#ffffff";
}

/** A category as a card prints it: letter, sign and colour. @param {Symbol} symbol */
export function symbolBadge(symbol) {
  const badge = element(
    "span",
    { class: "rt-symbol", title: symbol.name },
    element("span", { class: "rt-sign", "aria-hidden": "true" }, symbol.sign),
    element("span", { class: "rt-letter" }, symbol.letter),
  );
  return dyed(badge, symbol.colour);
}

/** Gives an element a background colour, and one for the text on it. @param {HTMLElement} made @param {string} colour */
export function dyed(made, colour) {
  made.style.setProperty("--symbol", safeColour(colour));
  made.style.setProperty("--symbol-ink", inkOn(colour));
  return made;
}
