/**
 * The find box of a card grid.
 *
 * @typedef {import("./list.js").Place} Place
 * @typedef {import("./list.js").Grid} Grid
 */

import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { inSight } from "./columns.js";
import { goTo } from "./focus.js";
import { cellAt, current, isGuarded, textAt } from "./list.js";

/** @param {Grid} grid */
export function openFind(grid) {
  grid.parts.find.hidden = false;
  grid.parts.sought.focus();
  grid.parts.sought.select();
  showFound(grid);
}

/** @param {Grid} grid */
function closeFind(grid) {
  grid.parts.find.hidden = true;
  showFound(grid);
  const { sheet } = current(grid);
  goTo(grid, sheet.order.indexOf(sheet.place.row), sheet.place.column);
}

/** What is sought, anywhere in a text and ignoring case; null if nothing is sought. @param {Grid} grid */
function whatIsSought(grid) {
  const sought = grid.parts.sought.value.trim().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return grid.parts.find.hidden || !sought ? null : new RegExp(sought, "giu");
}

/** The cells that hold what is sought, in reading order. @param {Grid} grid @returns {Place[]} */
function found(grid) {
  const sought = whatIsSought(grid);
  if (!sought) return [];
  const { sheet, table } = current(grid);
  return table.rows.flatMap((row) =>
    inSight(sheet).flatMap((column) =>
      textAt(grid, table, row, column).search(sought) >= 0 ? [{ row: row.id, column }] : [],
    ),
  );
}

/** @param {Grid} grid */
export function showFound(grid) {
  const places = found(grid);
  const { sheet } = current(grid);
  const cells = new Set(places.map((place) => cellAt(sheet, place)));
  for (const cell of sheet.body.querySelectorAll(".rt-found"))
    if (!cells.has(/** @type {HTMLElement} */ (cell))) cell.classList.remove("rt-found");
  for (const cell of cells) cell?.classList.add("rt-found");
  const at = places.findIndex((place) => place.row === sheet.place.row && place.column === sheet.place.column);
  const sought = grid.parts.sought.value.trim();
  const count = at < 0 ? `${places.length} found` : `${at + 1} of ${places.length}`;
  grid.parts.count.textContent = sought ? count : "";
  return places;
}

/** To the next cell with what is sought; the find box keeps the focus. @param {Grid} grid @param {number} step */
function findNext(grid, step) {
  const places = found(grid);
  const { sheet, table } = current(grid);
  if (!places.length) return void showFound(grid);
  const width = table.columns.length;
  const number = (/** @type {Place} */ place) => sheet.order.indexOf(place.row) * width + place.column;
  const here = number(sheet.place);
  const ahead = step > 0 ? places : [...places].reverse();
  const next = ahead.find((place) => (number(place) - here) * step > 0) ?? ahead[0];
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  goTo(grid, sheet.order.indexOf(next.row), next.column);
  focused?.focus({ preventScroll: true });
  showFound(grid);
}

/**
 * The cells that hold what is sought, with it replaced; ids stay.
 * @param {Grid} grid @param {string} text @returns {[number, string, string][]}
 */
function replaced(grid, text) {
  const { table } = current(grid);
  const rows = new Map(table.rows.map((row) => [row.id, row]));
  const sought = whatIsSought(grid);
  if (!sought) return [];
  return found(grid).flatMap(({ row: id, column }) => {
    const row = /** @type {import("./list.js").Row} */ (rows.get(id));
    if (isGuarded(grid, table, row, column)) return [];
    return [/** @type {[number, string, string]} */ ([id, table.columns[column].key, textAt(grid, table, row, column).replace(sought, () => text)])];
  });
}

/** @param {Grid} grid @param {(cells: [number, string, string][]) => void} write */
export function makeFind(grid, write) {
  const sought = /** @type {HTMLInputElement} */ (
    element("input", { type: "search", class: "rt-sought", "aria-label": "Find in this table", autocomplete: "off" })
  );
  sought.addEventListener("input", () => showFound(grid));
  const other = /** @type {HTMLInputElement} */ (element("input", { type: "text", class: "rt-sought", "aria-label": "Replace with", placeholder: "Replace with", autocomplete: "off" }));
  const count = element("span", { class: "rt-found-count", role: "status" });
  const find = element(
    "div",
    { class: "rt-find", role: "search", hidden: true },
    sought,
    count,
    plainButton("Previous", { class: "rt-tool" }, () => findNext(grid, -1)),
    plainButton("Next", { class: "rt-tool" }, () => findNext(grid, 1)),
    other,
    plainButton("Replace all", { class: "rt-tool" }, () => write(replaced(grid, other.value))),
    plainButton("Close", { class: "rt-tool" }, () => closeFind(grid)),
  );
  find.addEventListener("keydown", (event) => {
    const key = keyName(event);
    if (key === "Escape") closeFind(grid);
    else if (key === "Enter" && event.target === sought) findNext(grid, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  });
  return { find, sought, count };
}
