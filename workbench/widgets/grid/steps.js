/**
 * What people do to the rows of a card grid: with keys, with buttons, and through the clipboard.
 *
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 */

import { keepLargeType } from "../large_type.js";
import { openFind } from "./find.js";
import { askForCard, goTo, say } from "./focus.js";
import { cellAt, current, isGuarded, isSorted, range, rowsInRange, tableOf, textAt, textsInRange } from "./list.js";
import { turnFilter } from "./measured.js";
import { fromTabSeparated, toTabSeparated } from "./tab_separated.js";

const SOME_ROWS = "Only what shifted is shown, so that rows between are out of sight. Show all of them";

/** @param {Grid} grid @param {Record<string, any>} edit @param {(() => void)|null} [then] once it is done */
function tell(grid, edit, then = null) {
  grid.edits.add(edit, grid.state.revision, then);
  grid.root.dataset.waiting = String(grid.edits.waiting.length);
}

/** @param {Grid} grid @param {[number, string, string][]} cells @param {{sound?: boolean}} [more] `sound`: refused if the list would then be wrong */
export function setCells(grid, cells, more = {}) {
  if (!cells.length) return;
  tell(grid, { type: "set", file: grid.file, cells, ...more });
  grid.redraw();
}

/** Puts a text into each cell of the range. @param {Grid} grid @param {(row: number, column: number) => string} text */
export function fill(grid, text) {
  const { sheet, table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  /** @type {[number, string, string][]} */
  const cells = [];
  for (let row = Math.max(top, 0); row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const wanted = text(row, column);
      if (wanted !== textAt(grid, table, table.rows[row], column) && !isGuarded(grid, table, table.rows[row], column))
        cells.push([sheet.order[row], table.columns[column].key, wanted]);
    }
  setCells(grid, cells);
}

/** Copies the first row of the range into all others; a single row takes the one above. @param {Grid} grid */
export function fillDown(grid) {
  const { table } = current(grid);
  const { top, bottom } = range(grid);
  const from = top === bottom ? top - 1 : top;
  if (from >= 0) fill(grid, (_row, column) => textAt(grid, table, table.rows[from], column));
}

/** @param {Grid} grid @param {ClipboardEvent} event */
export function copy(grid, event) {
  if (grid.editing || !event.clipboardData) return;
  const texts = textsInRange(grid);
  event.clipboardData.setData("text/plain", toTabSeparated(texts));
  event.preventDefault();
  say(grid, `Copied ${texts.length} × ${texts[0]?.length ?? 0} cells.`);
  if (event.type === "cut") fill(grid, () => "");
}

/** @param {Grid} grid @param {ClipboardEvent} event */
export function paste(grid, event) {
  if (grid.editing) return;
  event.preventDefault();
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text) return;
  const { table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  if (top < 0) return;
  const copied = fromTabSeparated(text);
  if (grid.left.has(grid.file) && copied.length > 1) return say(grid, `${SOME_ROWS} before you paste several rows.`, true);
  const block = repeated(copied, bottom - top + 1, right - left + 1);
  const [row, column] = [table.rows[top].id, table.columns[left].key];
  tell(grid, { type: "paste", file: grid.file, row, column, block }, () => {
    goTo(grid, top, left);
    goTo(grid, top + block.length - 1, left + Math.max(...block.map((line) => line.length)) - 1, true);
  });
}

/**
 * A block as many times as it fits into the range without remainder.
 * @param {string[][]} block @param {number} rows @param {number} columns
 */
function repeated(block, rows, columns) {
  const width = block[0].length;
  if (rows % block.length || columns % width || block.some((line) => line.length !== width)) return block;
  return Array.from({ length: rows }, (_none, row) =>
    Array.from({ length: columns }, (_nothing, column) => block[row % block.length][column % width]),
  );
}

/** @type {Record<string, (grid: Grid) => void>} */
export const act = {
  undo: (grid) => tell(grid, { type: "undo" }), // even if nothing that could be undone has been answered yet
  redo: (grid) => tell(grid, { type: "redo" }),
  add(grid) {
    const rows = rowsInRange(grid);
    const after = rows.length ? rows[rows.length - 1] : null;
    const { table, sheet } = current(grid);
    const number = after === null ? 0 : sheet.order.indexOf(after) + 1;
    tell(grid, { type: "add", file: grid.file, count: 1, after }, () => goTo(grid, number, table.name));
  },
  duplicate(grid) {
    const rows = rowsInRange(grid);
    const { bottom, left } = range(grid);
    const then = () => goTo(grid, bottom + 1, left);
    if (rows.length) tell(grid, { type: "duplicate", file: grid.file, rows }, then);
  },
  delete(grid) {
    const rows = rowsInRange(grid);
    if (rows.length) tell(grid, { type: "delete", file: grid.file, rows });
  },
  up: (grid) => moveRows(grid, -1),
  down: (grid) => moveRows(grid, 1),
  find: (grid) => openFind(grid),
  shifted(grid) {
    turnFilter(grid);
    askForCard(grid);
  },
  size(grid) {
    const large = !grid.root.classList.contains("rt-projector");
    keepLargeType(large);
    showSize(grid, large);
  },
};

export const BUTTONS = /** @type {[string, string, string][]} */ ([
  ["undo", "Undo", "Ctrl+Z"],
  ["redo", "Redo", "Ctrl+Y"],
  ["add", "Add row", "Alt+Enter"],
  ["duplicate", "Duplicate", ""],
  ["delete", "Delete", ""],
  ["up", "Move up", "Alt+Up"],
  ["down", "Move down", "Alt+Down"],
  ["shifted", "Only what shifted", ""],
  ["find", "Find", "Ctrl+F"],
  ["size", "Large type", ""],
]);

/** @param {Grid} grid @param {boolean} large */
export function showSize(grid, large) {
  grid.root.classList.toggle("rt-projector", large);
  grid.parts.tools.size.setAttribute("aria-pressed", String(large));
}

/** @param {Grid} grid @param {number} by */
function moveRows(grid, by) {
  if (grid.left.has(grid.file)) return say(grid, `${SOME_ROWS} before you move any.`, true);
  const rows = rowsInRange(grid);
  const { sheet } = current(grid);
  const { top, bottom } = range(grid);
  const then = () => cellAt(sheet, sheet.place)?.scrollIntoView({ block: "nearest" });
  if (rows.length && top + by >= 0 && bottom + by < sheet.order.length)
    tell(grid, { type: "move", file: grid.file, rows, by }, then);
}

/**
 * Sorts by a column, also by a measured one; in reverse if it is already sorted by it.
 * @param {Grid} grid @param {Sheet} sheet @param {string} column @param {boolean} [greatest] whether the greatest come first
 */
export function sort(grid, sheet, column, greatest = false) {
  const again = isSorted(grid, sheet.file, column);
  const descending = again ? !again.descending : greatest;
  tell(grid, { type: "sort", file: sheet.file, column, descending }, () => {
    grid.sorted = { file: sheet.file, column, descending, revision: grid.state.revision };
    showSorting(grid, sheet);
  });
}

/** @param {Grid} grid @param {Sheet} sheet */
export function showSorting(grid, sheet) {
  const heads = tableOf(grid, sheet.file).columns.map(({ key }, number) => /** @type {[string, HTMLElement]} */ ([key, sheet.heads[number]]));
  for (const [column, head] of [...heads, ...sheet.measured]) {
    const sorted = isSorted(grid, sheet.file, column);
    const way = sorted ? (sorted.descending ? "descending" : "ascending") : "none";
    head.setAttribute("aria-sort", way);
    const arrow = head.querySelector(".rt-order");
    if (arrow) arrow.textContent = { ascending: "▲", descending: "▼", none: "" }[way];
  }
}
