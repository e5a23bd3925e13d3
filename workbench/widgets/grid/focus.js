/**
 * Which cell of a card grid has the focus, which range is selected, and what is said about that cell.
 *
 * @typedef {import("./list.js").Finding} Finding
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { columnFrom, inSight, nearest } from "./columns.js";
import { findingParts, findingWords } from "./findings.js";
import { cellAt, current, FIRST_ROW, range, textAt } from "./list.js";

const LOOK = 60; // milliseconds that a row has the focus before its card is asked for

const SHORT = 16; // letters that every cell has room for

/** @param {Grid} grid @param {string} text @param {boolean} [refused] */
export function say(grid, text, refused = false) {
  const { status } = grid.parts;
  if (status.textContent !== text) status.textContent = text;
  status.hidden = !text;
  status.classList.toggle("rt-refused", refused);
}

/**
 * Puts the focus on a cell; `extend` leaves it where it is and stretches the range to that cell.
 * @param {Grid} grid @param {number} row number of the row @param {number} column @param {boolean} [extend]
 */
export function goTo(grid, row, column, extend = false) {
  const { sheet, table } = current(grid);
  if (!sheet.order.length) return;
  const number = Math.min(Math.max(row, 0), sheet.order.length - 1);
  const within = Math.min(Math.max(column, 0), table.columns.length - 1);
  const target = { row: sheet.order[number], column: extend ? within : nearest(sheet, within) };
  sheet.reach = target;
  if (!extend) sheet.place = target;
  grid.leaving = false;
  showRange(grid);
  if (!extend) cellAt(sheet, target)?.focus({ preventScroll: true });
  cellAt(sheet, target)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showDetails(grid);
  askForCard(grid);
}

/**
 * Selects a row of any table without taking the focus; a column below 0 means that of the names.
 * @param {Grid} grid @param {string} file @param {number} row its id @param {number} column
 */
export function choose(grid, file, row, column) {
  grid.file = file;
  const { sheet, table } = current(grid);
  sheet.place = { row, column: column < 0 ? table.name : column };
  sheet.reach = sheet.place;
  showRange(grid);
  showDetails(grid);
  askForCard(grid);
}

/** Selects whole rows. @param {Grid} grid @param {number} top @param {number} bottom */
export function goToRows(grid, top, bottom) {
  goTo(grid, top, 0);
  goTo(grid, bottom, current(grid).table.columns.length - 1, true);
}

/** @param {Grid} grid */
export function showRange(grid) {
  const { sheet } = current(grid);
  const { top, bottom, left, right } = range(grid);
  const selected = new Set();
  for (const id of top < 0 ? [] : sheet.order.slice(top, bottom + 1))
    for (const cell of sheet.lines.get(id)?.cells.slice(left, right + 1) ?? []) selected.add(cell);
  for (const cell of sheet.selected) if (!selected.has(cell)) cell.setAttribute("aria-selected", "false");
  for (const cell of selected) if (!sheet.selected.has(cell)) cell.setAttribute("aria-selected", "true");
  sheet.selected = selected;
  const stop = cellAt(sheet, sheet.place) ?? null;
  if (stop !== sheet.stop) sheet.stop?.setAttribute("tabindex", "-1");
  stop?.setAttribute("tabindex", "0");
  sheet.stop = stop;
  const across = inSight(sheet).filter((place) => place >= left && place <= right).length;
  const size = `${bottom - top + 1} rows × ${across} columns`;
  grid.parts.range.textContent = selected.size > 1 ? `${size} are selected` : "";
}

/** Asks for the card of the row that has the focus, unless the focus moves on at once. @param {Grid} grid */
export function askForCard(grid) {
  const { file, row } = { file: grid.file, row: current(grid).sheet.place.row };
  const wanted = `${file} ${row}`;
  if (grid.looked === wanted || row < 0) return;
  grid.looked = wanted;
  setTimeout(() => grid.looked === wanted && grid.send({ type: "look", file, row }), LOOK);
}

/** What is said about the cell that has the focus. @param {Grid} grid */
export function showDetails(grid) {
  const { sheet, table } = current(grid);
  const column = table.columns[sheet.place.column];
  const row = sheet.order.indexOf(sheet.place.row);
  const { where, help, here, whole } = grid.parts;
  where.textContent = row < 0 ? table.title : `${column.title}, row ${table.rows[row].number + FIRST_ROW}`;
  help.textContent = row < 0 ? "" : `${column.help}${column.required ? " (needed)" : ""}`;
  const text = row < 0 ? "" : textAt(grid, table, table.rows[row], sheet.place.column);
  whole.textContent = text;
  whole.hidden = text.length <= SHORT && !text.includes("\n");
  const findings = grid.state.findings.filter(
    (one) => one.file === table.file && one.row === sheet.place.row && [column.key, ""].includes(one.column),
  );
  const key = findings.map(findingWords).join("\n");
  if (here.dataset.shown === key) return;
  here.dataset.shown = key;
  here.replaceChildren(...findings.map((finding) => element("li", {}, ...findingParts(finding))));
}

/** The column in which Enter continues: where Tab began. @param {Grid} grid */
export function enterColumn(grid) {
  const column = grid.tabbed ?? current(grid).sheet.place.column;
  grid.tabbed = null;
  return column;
}

/**
 * Goes to the next or the previous cell, across row ends; false at the ends of the table.
 * @param {Grid} grid @param {number} step
 */
export function tabOn(grid, step) {
  const { sheet } = current(grid);
  const seen = inSight(sheet);
  const width = seen.length;
  const next = sheet.order.indexOf(sheet.place.row) * width + seen.indexOf(sheet.place.column) + step;
  if (next < 0 || next >= sheet.order.length * width) {
    goTo(grid, sheet.order.indexOf(sheet.place.row), sheet.place.column);
    return false;
  }
  const begun = grid.tabbed ?? sheet.place.column;
  goTo(grid, Math.floor(next / width), seen[next % width]);
  grid.tabbed = begun;
  return true;
}

/** How many rows are visible. @param {Sheet} sheet */
function page(sheet) {
  const line = sheet.lines.get(sheet.place.row);
  return Math.max(1, Math.floor(sheet.scroller.clientHeight / Math.max(1, line?.tr.offsetHeight ?? 1)) - 2);
}

/**
 * Where a key leads, as a row number and a column number.
 * @param {Grid} grid @param {KeyboardEvent} event @returns {[number, number]|null}
 */
export function destination(grid, event) {
  const { sheet, table } = current(grid);
  const from = event.shiftKey ? sheet.reach : sheet.place;
  const row = sheet.order.indexOf(from.row);
  const [last, end] = [sheet.order.length - 1, table.columns.length - 1];
  const far = event.ctrlKey || event.metaKey;
  switch (keyName(event)) {
    case "ArrowDown":
      return [far ? last : row + 1, from.column];
    case "ArrowUp":
      return [far ? 0 : row - 1, from.column];
    case "ArrowRight":
      return [row, far ? end : columnFrom(sheet, from.column, 1)];
    case "ArrowLeft":
      return [row, far ? 0 : columnFrom(sheet, from.column, -1)];
    case "Home":
      return [far ? 0 : row, 0];
    case "End":
      return [far ? last : row, end];
    case "PageDown":
      return [row + page(sheet), from.column];
    case "PageUp":
      return [row - page(sheet), from.column];
    default:
      return null;
  }
}

/** @param {Sheet} sheet @param {number} column */
export function focusHead(sheet, column) {
  sheet.heads[column].querySelector("button")?.focus();
  return true;
}

/** To another head of the same table, measured columns included. @param {HTMLElement} head a head's button @param {number} step */
export function stepToHead(head, step) {
  const heads = /** @type {HTMLElement[]} */ ([...(head.closest("tr")?.querySelectorAll("th:not([hidden]) .rt-sort") ?? [])]);
  heads[Math.min(Math.max(heads.indexOf(head) + step, 0), heads.length - 1)]?.focus();
}

/** One cell is selected again; Tab now leaves the grid. @param {Grid} grid */
export function collapse(grid) {
  const { sheet } = current(grid);
  goTo(grid, sheet.order.indexOf(sheet.place.row), sheet.place.column);
  grid.leaving = true;
  say(grid, "Tab leaves the grid now.");
}
