/**
 * Which card is selected among the piles, and in which of its piles: it is the one selected in the table.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {import("./piles_of.js").Way} Way
 */

import { current } from "./list.js";
import { waysOf } from "./piles_of.js";

/** The way in which the table on show is laid out; null if nothing in it says so. @param {Grid} grid @returns {Way|null} */
export function wayNow(grid) {
  const chosen = grid.piles.chosen.get(grid.file) ?? "";
  const ways = waysOf(grid, grid.file, chosen);
  return ways.find(({ key }) => key === chosen) ?? ways[0] ?? null;
}

/** The strips of a card: it may lie in two piles. @param {Grid} grid @param {string} file @param {number} row @returns {HTMLElement[]} */
function stripsOf({ parts }, file, row) {
  return [...parts.piles.querySelectorAll(`.rt-strip[data-file="${CSS.escape(file)}"][data-row="${row}"]`)];
}

/** The strip of the selected card at which the keys start. @param {Grid} grid @returns {HTMLElement|null} */
export function selectedStrip(grid) {
  const { place } = current(grid).sheet;
  const strips = stripsOf(grid, grid.file, place.row);
  return strips.find((one) => pileAt(one) === grid.piles.at) ?? strips[0] ?? grid.parts.piles.querySelector(".rt-strip");
}

/** The key of the pile that a part of the page is in or stands for. @param {Element} part */
export function pileAt(part) {
  return /** @type {HTMLElement|null} */ (part.closest("[data-pile]"))?.dataset.pile ?? "";
}

/** Marks the selected card wherever it lies; the Tab key leads to it. @param {Grid} grid @param {boolean} focus */
export function showSelected(grid, focus) {
  const stop = selectedStrip(grid);
  const selected = new Set(stripsOf(grid, grid.file, current(grid).sheet.place.row));
  for (const strip of grid.parts.piles.querySelectorAll(".rt-strip")) {
    if (selected.has(strip)) strip.setAttribute("aria-current", "true");
    else strip.removeAttribute("aria-current");
    strip.tabIndex = strip === stop ? 0 : -1;
  }
  if (focus && document.activeElement !== stop) stop?.focus();
}
