/**
 * The grid in which the cards of a deck are edited: real tables, worked like a spreadsheet.
 *
 * The list, its judgement and its history are in Python (card_grid.py). The page says what a person wants, one wish
 * after the other, shows typed text at once, and takes over what Python answers. Every text enters the page as a text node.
 *
 * @typedef {import("./cell_field.js").Symbol} Symbol
 * @typedef {import("./cell_field.js").Offer} Offer
 * @typedef {import("./cell_field.js").Field} Field
 * @typedef {{key: string, title: string, help: string, kind: string, required: boolean,
 *   choices: [string, string][]}} Column
 * @typedef {{id: number, cells: string[]}} Row
 * @typedef {{file: string, title: string, kind: string, columns: Column[], name: number, rows: Row[]}} CardTable
 * @typedef {{level: string, place: string, text: string, fix: string, file: string, row: number|null,
 *   column: string}} Finding
 * @typedef {{revision: number, answered: string, status: string, refused: boolean, undo: string, redo: string,
 *   tables: CardTable[], symbols: Symbol[], findings: Finding[]}} State
 * @typedef {{file: string, row: number, card: any, note: string}} Face
 * @typedef {{row: number, column: number}} Place
 * @typedef {{tr: HTMLElement, head: HTMLElement, cells: HTMLElement[], shown: string[]}} Line
 * @typedef {{file: string, panel: HTMLElement, scroller: HTMLElement, grid: HTMLElement, body: HTMLElement,
 *   heads: HTMLElement[], lines: Map<number, Line>, order: number[], place: Place, reach: Place,
 *   selected: Set<HTMLElement>, stop: HTMLElement|null}} Sheet
 * @typedef {{sheet: Sheet, place: Place, cell: HTMLElement, field: Field}} Editing
 * @typedef {{root: HTMLElement, state: State, send: (message: object) => void, parts: Record<string, any>,
 *   wishes: Wishes, sheets: Map<string, Sheet>, file: string, editing: Editing|null,
 *   leaving: boolean, tabbed: number|null, sorted: {file: string, column: string, descending: boolean, revision: number}|null,
 *   looked: string, drawing: boolean, face: Face|null, drawn: string}} Grid
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { makeField } from "./cell_field.js";
import { cardPicture, symbolBadge } from "./card_face.js";
import { element, plainButton } from "./elements.js";
import { fromTabSeparated, toTabSeparated } from "./tab_separated.js";
import { Wishes } from "./wishes.js";

/** @type {WeakMap<HTMLElement, Grid>} */
const grids = new WeakMap();
let gridCount = 0;

const FIRST_ROW = 2; // as a spreadsheet numbers rows: the heads are row 1
const LOOK = 60; // milliseconds that a row has the focus before its card is asked for
const SHORT = 16; // letters that every cell has room for
const LEVELS = ["error", "warning", "note"];
const OFFERING = ["letters", "letter", "choice", "flag", "card"];
const FLAGS = /** @type {[string, string][]} */ ([
  ["1", "yes"],
  ["0", "no"],
]);

// ---------------------------------------------------------------- the state, and what is where

/** @param {Grid} grid @param {string} file */
function tableOf(grid, file) {
  return /** @type {CardTable} */ (grid.state.tables.find((table) => table.file === file));
}

/** The table that is looked at. @param {Grid} grid */
function current(grid) {
  const sheet = /** @type {Sheet} */ (grid.sheets.get(grid.file));
  return { sheet, table: tableOf(grid, grid.file) };
}

/**
 * The text of a cell: what was typed and is on its way, else what Python has.
 * @param {Grid} grid @param {CardTable} table @param {Row} row @param {number} column
 */
function textAt(grid, table, row, column) {
  if (!grid.wishes.waiting.length) return row.cells[column];
  const key = table.columns[column].key;
  for (const { message } of [...grid.wishes.waiting].reverse()) {
    if (message.type !== "set" || message.file !== table.file) continue;
    const typed = message.cells.find((/** @type {any[]} */ cell) => cell[0] === row.id && cell[1] === key);
    if (typed) return typed[2];
  }
  return row.cells[column];
}

/** The range that is selected, as numbers of rows and columns. @param {Grid} grid */
function range({ file, sheets }) {
  const { order, place, reach } = /** @type {Sheet} */ (sheets.get(file));
  const rows = [order.indexOf(place.row), order.indexOf(reach.row)].sort((one, other) => one - other);
  const columns = [place.column, reach.column].sort((one, other) => one - other);
  return { top: rows[0], bottom: rows[1], left: columns[0], right: columns[1] };
}

/** The ids of the rows that the range touches. @param {Grid} grid */
function rowsInRange(grid) {
  const { top, bottom } = range(grid);
  return top < 0 ? [] : current(grid).sheet.order.slice(top, bottom + 1);
}

/** The texts of the range. @param {Grid} grid @returns {string[][]} */
function textsInRange(grid) {
  const { table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  return table.rows.slice(Math.max(top, 0), bottom + 1).map((row) => {
    const cells = table.columns.map((_column, number) => textAt(grid, table, row, number));
    return cells.slice(left, right + 1);
  });
}

// ---------------------------------------------------------------- what is told to Python

/** @param {Grid} grid @param {Record<string, any>} wish @param {(() => void)|null} [then] once it is done */
function tell(grid, wish, then = null) {
  grid.wishes.add(wish, grid.state.revision, then);
  grid.root.dataset.waiting = String(grid.wishes.waiting.length);
}

/** @param {Grid} grid @param {[number, string, string][]} cells */
function setCells(grid, cells) {
  if (!cells.length) return;
  tell(grid, { type: "set", file: grid.file, cells });
  redraw(grid);
}

/** Ask for the card of the row that has the focus, unless the focus goes on at once. @param {Grid} grid */
function look(grid) {
  const { file, row } = { file: grid.file, row: current(grid).sheet.place.row };
  const wanted = `${file} ${row}`;
  if (grid.looked === wanted || row < 0) return;
  grid.looked = wanted;
  setTimeout(() => grid.looked === wanted && grid.send({ type: "look", file, row }), LOOK);
}

/** @param {Grid} grid @param {string} text @param {boolean} [refused] */
function say(grid, text, refused = false) {
  const { status } = grid.parts;
  if (status.textContent !== text) status.textContent = text;
  status.hidden = !text;
  status.classList.toggle("rt-refused", refused);
}

// ---------------------------------------------------------------- where the focus is

/**
 * Puts the focus on a cell; `extend` leaves it where it is and stretches the range to that cell.
 * @param {Grid} grid @param {number} row number of the row @param {number} column @param {boolean} [extend]
 */
function goTo(grid, row, column, extend = false) {
  const { sheet, table } = current(grid);
  if (!sheet.order.length) return;
  const number = Math.min(Math.max(row, 0), sheet.order.length - 1);
  const target = { row: sheet.order[number], column: Math.min(Math.max(column, 0), table.columns.length - 1) };
  sheet.reach = target;
  if (!extend) sheet.place = target;
  grid.leaving = false;
  showRange(grid);
  if (!extend) cellAt(sheet, target)?.focus({ preventScroll: true });
  cellAt(sheet, target)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showDetails(grid);
  look(grid);
}

/** Stretches the range to whole rows, or to whole columns. @param {Grid} grid @param {number} top @param {number} bottom */
function goToRows(grid, top, bottom) {
  goTo(grid, top, 0);
  goTo(grid, bottom, current(grid).table.columns.length - 1, true);
}

/** @param {Sheet} sheet @param {Place} place */
function cellAt(sheet, place) {
  return sheet.lines.get(place.row)?.cells[place.column];
}

/** Where an element of the grid stands. @param {Sheet} sheet @param {EventTarget|null} target @returns {Place|null} */
function placeOf(sheet, target) {
  const cell = target instanceof Element ? target.closest("td") : null;
  const row = Number(cell?.parentElement?.dataset.row ?? NaN);
  const column = sheet.lines.get(row)?.cells.indexOf(/** @type {HTMLElement} */ (cell)) ?? -1;
  return column < 0 ? null : { row, column };
}

/** @param {Grid} grid */
function showRange(grid) {
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
  const size = `${bottom - top + 1} rows × ${right - left + 1} columns`;
  grid.parts.range.textContent = selected.size > 1 ? `${size} are selected` : "";
}

// ---------------------------------------------------------------- editing a cell

/** What may stand in a cell of a column. @param {Grid} grid @param {CardTable} table @param {Column} column @returns {Offer[]} */
function offersOf(grid, table, column) {
  const none = column.required ? [] : [{ value: "", label: "(empty)", symbol: null }];
  const symbols = grid.state.symbols.map((symbol) => ({ value: symbol.letter, label: symbol.name, symbol }));
  const plain = (/** @type {[string, string][]} */ pairs) => pairs.map(([value, label]) => ({ value, label, symbol: null }));
  if (column.kind === "letters") return symbols;
  if (column.kind === "letter") return [...none, ...symbols];
  if (column.kind === "choice") return [...none, ...plain(column.choices)];
  if (column.kind === "flag") return [...none, ...plain(FLAGS)];
  if (column.kind !== "card") return [];
  const names = table.rows.map((row) => textAt(grid, table, row, table.name)).filter(Boolean);
  const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other));
  return [...none, ...plain(sorted.map((name) => [name, name]))];
}

/** Opens a field in the cell that has the focus; `typing`: the next key replaces its text. @param {Grid} grid @param {boolean} typing */
function edit(grid, typing) {
  const { sheet, table } = current(grid);
  const { place } = sheet;
  const cell = cellAt(sheet, place);
  const row = table.rows.find((one) => one.id === place.row);
  if (!cell || !row || grid.editing) return;
  goTo(grid, sheet.order.indexOf(place.row), place.column);
  const column = table.columns[place.column];
  const field = makeField({
    label: `${column.title}, row ${sheet.order.indexOf(place.row) + FIRST_ROW}`,
    kind: column.kind,
    text: textAt(grid, table, row, place.column),
    typing,
    offers: offersOf(grid, table, column),
    listId: `${grid.root.id}-offers`,
    leave: (text, rows, columns) => endEdit(grid, text, rows, columns),
    giveUp: () => endEdit(grid, null, 0, 0),
  });
  grid.editing = { sheet, place, cell, field };
  cell.replaceChildren(field.input);
  cell.classList.add("rt-edited");
  if (field.list) grid.parts.frame.append(field.list);
  field.input.addEventListener("blur", () => leaveField(grid, field));
  field.input.focus({ preventScroll: true });
  if (!typing) field.input.setSelectionRange(field.input.value.length, field.input.value.length);
  placeList(grid);
}

/** Going elsewhere keeps what was typed; going to another window does not end the edit. @param {Grid} grid @param {Field} field */
function leaveField(grid, field) {
  if (grid.editing?.field !== field || grid.drawing || document.activeElement === field.input) return;
  closeField(grid, field.text());
}

/** @param {Grid} grid @param {string|null} text null: as it was @param {number} rows @param {number} columns */
function endEdit(grid, text, rows, columns) {
  if (!grid.editing) return;
  const { sheet, place } = grid.editing;
  closeField(grid, text);
  if (columns) tabOn(grid, columns);
  else if (rows) goTo(grid, sheet.order.indexOf(place.row) + rows, enterColumn(grid));
  else goTo(grid, sheet.order.indexOf(place.row), place.column);
}

/** Takes the field out of its cell and tells Python what is new. @param {Grid} grid @param {string|null} text */
function closeField(grid, text) {
  if (!grid.editing) return;
  const { sheet, place, cell, field } = grid.editing;
  grid.editing = null;
  field.list?.remove();
  cell.classList.remove("rt-edited");
  const line = sheet.lines.get(place.row);
  if (line) line.shown[place.column] = "";
  const table = tableOf(grid, sheet.file);
  const row = table.rows.find((one) => one.id === place.row);
  const column = table.columns[place.column];
  if (row && text !== null && text !== textAt(grid, table, row, place.column)) setCells(grid, [[row.id, column.key, text]]);
  else redraw(grid);
}

/** Lays the list of a field below its cell, or above it where there is no room. @param {Grid} grid */
function placeList(grid) {
  const list = grid.editing?.field.list;
  if (!list || !grid.editing) return;
  const frame = grid.parts.frame.getBoundingClientRect();
  const cell = grid.editing.cell.getBoundingClientRect();
  const above = cell.bottom + list.offsetHeight > window.innerHeight && cell.top > list.offsetHeight;
  const left = Math.max(0, Math.min(cell.left - frame.left, frame.width - list.offsetWidth));
  list.style.setProperty("top", `${(above ? cell.top - list.offsetHeight : cell.bottom) - frame.top}px`);
  list.style.setProperty("left", `${left}px`);
}

// ---------------------------------------------------------------- keys

/** The column in which Enter goes on: where Tab began. @param {Grid} grid */
function enterColumn(grid) {
  const column = grid.tabbed ?? current(grid).sheet.place.column;
  grid.tabbed = null;
  return column;
}

/** To the next cell or the one before, over the ends of rows; false at the ends of the table. @param {Grid} grid @param {number} step */
function tabOn(grid, step) {
  const { sheet, table } = current(grid);
  const width = table.columns.length;
  const next = sheet.order.indexOf(sheet.place.row) * width + sheet.place.column + step;
  if (next < 0 || next >= sheet.order.length * width) {
    goTo(grid, sheet.order.indexOf(sheet.place.row), sheet.place.column);
    return false;
  }
  const begun = grid.tabbed ?? sheet.place.column;
  goTo(grid, Math.floor(next / width), next % width);
  grid.tabbed = begun;
  return true;
}

/** How many rows are in sight. @param {Sheet} sheet */
function page(sheet) {
  const line = sheet.lines.get(sheet.place.row);
  return Math.max(1, Math.floor(sheet.scroller.clientHeight / Math.max(1, line?.tr.offsetHeight ?? 1)) - 2);
}

/**
 * Where a key leads, as numbers of a row and a column.
 * @param {Grid} grid @param {KeyboardEvent} event @returns {[number, number]|null}
 */
function target(grid, event) {
  const { sheet, table } = current(grid);
  const from = event.shiftKey ? sheet.reach : sheet.place;
  const row = sheet.order.indexOf(from.row);
  const [last, end] = [sheet.order.length - 1, table.columns.length - 1];
  const far = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case "ArrowDown":
      return [far ? last : row + 1, from.column];
    case "ArrowUp":
      return [far ? 0 : row - 1, from.column];
    case "ArrowRight":
      return [row, far ? end : from.column + 1];
    case "ArrowLeft":
      return [row, far ? 0 : from.column - 1];
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

/** What a key does in the grid; false if it is not the grid's. @param {Grid} grid @param {KeyboardEvent} event */
function press(grid, event) {
  const { sheet } = current(grid);
  const row = sheet.order.indexOf(sheet.place.row);
  if (event.key !== "Tab" && event.key !== "Enter") grid.tabbed = null;
  if (event.altKey) return pressAlt(grid, event.key);
  if (event.key === "ArrowUp" && row === 0 && !event.shiftKey) return focusHead(sheet, sheet.place.column);
  const to = target(grid, event);
  if (to) return goTo(grid, ...to, event.shiftKey), true;
  if (event.ctrlKey || event.metaKey) return pressControl(grid, event);
  switch (event.key) {
    case "Tab":
      return !grid.leaving && tabOn(grid, event.shiftKey ? -1 : 1);
    case "Enter":
      return goTo(grid, row + (event.shiftKey ? -1 : 1), enterColumn(grid)), true;
    case "Escape":
      return collapse(grid), true;
    case "F2":
      return edit(grid, false), true;
    case "Delete":
    case "Backspace":
      return fill(grid, () => ""), true;
    case " ":
      return event.shiftKey && (goToRows(grid, range(grid).top, range(grid).bottom), true);
    default:
      // The field takes the focus and so the key itself, dead keys and input methods included.
      if ([...event.key].length === 1 || ["Dead", "Process"].includes(event.key)) edit(grid, true);
      return false;
  }
}

/** @param {Grid} grid @param {string} key */
function pressAlt(grid, key) {
  if (key === "ArrowUp") return act.up(grid), true;
  if (key === "ArrowDown") return act.down(grid), true;
  if (key === "Enter") return act.add(grid), true;
  return false;
}

/** @param {Grid} grid @param {KeyboardEvent} event */
function pressControl(grid, event) {
  const { sheet, table } = current(grid);
  const { left, right } = range(grid);
  const done = {
    z: () => (event.shiftKey ? act.redo(grid) : act.undo(grid)),
    y: () => act.redo(grid),
    d: () => fillDown(grid),
    f: () => openFind(grid),
    a: () => goToRows(grid, 0, sheet.order.length - 1),
    " ": () => (goTo(grid, 0, left), goTo(grid, table.rows.length - 1, right, true)),
  }[event.key.toLowerCase()];
  done?.();
  return done !== undefined;
}

/** One cell is selected again; Tab now leaves the grid. @param {Grid} grid */
function collapse(grid) {
  const { sheet } = current(grid);
  goTo(grid, sheet.order.indexOf(sheet.place.row), sheet.place.column);
  grid.leaving = true;
  say(grid, "Tab leaves the grid now.");
}

// ---------------------------------------------------------------- ranges

/** Puts a text into each cell of the range. @param {Grid} grid @param {(row: number, column: number) => string} text */
function fill(grid, text) {
  const { sheet, table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  /** @type {[number, string, string][]} */
  const cells = [];
  for (let row = Math.max(top, 0); row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const wanted = text(row, column);
      if (wanted !== textAt(grid, table, table.rows[row], column))
        cells.push([sheet.order[row], table.columns[column].key, wanted]);
    }
  setCells(grid, cells);
}

/** The first row of the range goes into all others; a single row takes the one above. @param {Grid} grid */
function fillDown(grid) {
  const { table } = current(grid);
  const { top, bottom } = range(grid);
  const from = top === bottom ? top - 1 : top;
  if (from >= 0) fill(grid, (_row, column) => textAt(grid, table, table.rows[from], column));
}

/** @param {Grid} grid @param {ClipboardEvent} event */
function copy(grid, event) {
  if (grid.editing || !event.clipboardData) return;
  const texts = textsInRange(grid);
  event.clipboardData.setData("text/plain", toTabSeparated(texts));
  event.preventDefault();
  say(grid, `Copied ${texts.length} × ${texts[0]?.length ?? 0} cells.`);
  if (event.type === "cut") fill(grid, () => "");
}

/** @param {Grid} grid @param {ClipboardEvent} event */
function paste(grid, event) {
  if (grid.editing) return;
  event.preventDefault();
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text) return;
  const { table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  if (top < 0) return;
  const copied = fromTabSeparated(text);
  const block = repeated(copied, bottom - top + 1, right - left + 1);
  const [row, column] = [table.rows[top].id, table.columns[left].key];
  tell(grid, { type: "paste", file: grid.file, row, column, block }, () => {
    goTo(grid, top, left);
    goTo(grid, top + block.length - 1, left + Math.max(...block.map((line) => line.length)) - 1, true);
  });
}

/** A block as often as it goes into the range without rest. @param {string[][]} block @param {number} rows @param {number} columns */
function repeated(block, rows, columns) {
  const width = block[0].length;
  if (rows % block.length || columns % width || block.some((line) => line.length !== width)) return block;
  return Array.from({ length: rows }, (_none, row) =>
    Array.from({ length: columns }, (_nothing, column) => block[row % block.length][column % width]),
  );
}

// ---------------------------------------------------------------- what the buttons do

/** @type {Record<string, (grid: Grid) => void>} */
const act = {
  undo: (grid) => grid.state.undo && tell(grid, { type: "undo" }),
  redo: (grid) => grid.state.redo && tell(grid, { type: "redo" }),
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
};

const BUTTONS = /** @type {[string, string, string][]} */ ([
  ["undo", "Undo", "Ctrl+Z"],
  ["redo", "Redo", "Ctrl+Y"],
  ["add", "Add row", "Alt+Enter"],
  ["duplicate", "Duplicate", ""],
  ["delete", "Delete", ""],
  ["up", "Move up", "Alt+Up"],
  ["down", "Move down", "Alt+Down"],
  ["find", "Find", "Ctrl+F"],
]);

/** @param {Grid} grid @param {number} by */
function moveRows(grid, by) {
  const rows = rowsInRange(grid);
  const { sheet } = current(grid);
  const { top, bottom } = range(grid);
  if (rows.length && top + by >= 0 && bottom + by < sheet.order.length)
    tell(grid, { type: "move", file: grid.file, rows, by }, () => cellAt(sheet, sheet.place)?.scrollIntoView({ block: "nearest" }));
}

/** Sorts by a column, the other way round if it is sorted by it already. @param {Grid} grid @param {Sheet} sheet @param {number} number */
function sort(grid, sheet, number) {
  const column = tableOf(grid, sheet.file).columns[number].key;
  const again = isSorted(grid, sheet.file, column);
  const descending = Boolean(again && !again.descending);
  tell(grid, { type: "sort", file: sheet.file, column, descending }, () => {
    grid.sorted = { file: sheet.file, column, descending, revision: grid.state.revision };
    showSorting(grid, sheet);
  });
}

/** How a table was sorted last, if nothing was changed since. @param {Grid} grid @param {string} file @param {string} column */
function isSorted({ sorted, state }, file, column) {
  return sorted?.file === file && sorted.column === column && sorted.revision === state.revision ? sorted : null;
}

// ---------------------------------------------------------------- finding text

/** @param {Grid} grid */
function openFind(grid) {
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

/** The cells that hold what is sought, in the order of reading. @param {Grid} grid @returns {Place[]} */
function found(grid) {
  const sought = grid.parts.sought.value.trim().toLocaleLowerCase();
  if (grid.parts.find.hidden || !sought) return [];
  const { table } = current(grid);
  return table.rows.flatMap((row) =>
    table.columns.flatMap((_column, column) =>
      textAt(grid, table, row, column).toLocaleLowerCase().includes(sought) ? [{ row: row.id, column }] : [],
    ),
  );
}

/** @param {Grid} grid */
function showFound(grid) {
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

/** To the next cell that holds what is sought; the find box keeps the focus. @param {Grid} grid @param {number} step */
function findNext(grid, step) {
  const places = found(grid);
  const { sheet, table } = current(grid);
  if (!places.length) return void showFound(grid);
  const width = table.columns.length;
  const number = (/** @type {Place} */ place) => sheet.order.indexOf(place.row) * width + place.column;
  const here = number(sheet.place);
  const ahead = step > 0 ? places.find((place) => number(place) > here) : places.findLast((place) => number(place) < here);
  const next = ahead ?? (step > 0 ? places[0] : places[places.length - 1]);
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  goTo(grid, sheet.order.indexOf(next.row), next.column);
  focused?.focus({ preventScroll: true });
  showFound(grid);
}

/** @param {Grid} grid */
function makeFind(grid) {
  const sought = /** @type {HTMLInputElement} */ (
    element("input", { type: "search", class: "rt-sought", "aria-label": "Find in this table", autocomplete: "off" })
  );
  sought.addEventListener("input", () => showFound(grid));
  const count = element("span", { class: "rt-found-count", role: "status" });
  const find = element(
    "div",
    { class: "rt-find", role: "search", hidden: true },
    sought,
    count,
    plainButton("Previous", { class: "rt-tool" }, () => findNext(grid, -1)),
    plainButton("Next", { class: "rt-tool" }, () => findNext(grid, 1)),
    plainButton("Close", { class: "rt-tool" }, () => closeFind(grid)),
  );
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeFind(grid);
    else if (event.key === "Enter" && event.target === sought) findNext(grid, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  });
  return { find, sought, count };
}

// ---------------------------------------------------------------- drawing cells

/** @param {Grid} grid @param {Column} column @param {string} text @returns {(Node|string)[]} */
function cellContent(grid, column, text) {
  if (column.kind === "flag") return [FLAGS.find(([value]) => value === text)?.[1] ?? text];
  if (column.kind !== "letters" && column.kind !== "letter") return [text];
  return [...text].map((letter) => {
    const symbol = grid.state.symbols.find((one) => one.letter === letter);
    return symbol ? symbolBadge(symbol) : element("span", { class: "rt-unknown" }, letter);
  });
}

/** @param {HTMLElement} cell @param {Finding[]} findings */
function markCell(cell, findings) {
  const level = LEVELS.find((one) => findings.some((finding) => finding.level === one));
  if (level) cell.dataset.level = level;
  else delete cell.dataset.level;
  if (level === "error") cell.setAttribute("aria-invalid", "true");
  else cell.removeAttribute("aria-invalid");
  if (findings.length) cell.setAttribute("aria-description", findings.map(findingWords).join(" "));
  else cell.removeAttribute("aria-description");
}

/** @param {Finding} finding */
function findingWords({ level, text, fix }) {
  return `${level}: ${text} ${fix}`;
}

/** @param {Grid} grid @param {string} file @returns {Map<string, Finding[]>} by row and column */
function marksOf(grid, file) {
  const marks = new Map();
  for (const finding of grid.state.findings) {
    if (finding.file !== file || finding.row === null) continue;
    const key = `${finding.row} ${finding.column}`;
    marks.set(key, [...(marks.get(key) ?? []), finding]);
  }
  return marks;
}

/** @param {Sheet} sheet @param {CardTable} table @param {number} id @returns {Line} */
function makeLine(sheet, table, id) {
  const head = element("th", { scope: "row", role: "rowheader", class: "rt-number" });
  const cells = table.columns.map((column, number) => {
    const look = `rt-cell rt-kind-${column.kind}${number === table.name ? " rt-name" : ""}`;
    const offers = OFFERING.includes(column.kind) ? "true" : null; // its arrow opens a list
    const shared = { role: "gridcell", tabindex: -1, "aria-selected": "false" };
    return element("td", { ...shared, class: look, "data-offers": offers });
  });
  const tr = element("tr", { role: "row", "data-row": id }, head, ...cells);
  const line = { tr, head, cells, shown: cells.map(() => "\u0000") };
  sheet.lines.set(id, line);
  return line;
}

/** @param {Grid} grid @param {Sheet} sheet @param {Line} line @param {Row} row @param {number} number @param {Map<string, Finding[]>} marks */
function fillLine(grid, sheet, line, row, number, marks) {
  const table = tableOf(grid, sheet.file);
  const words = String(number + FIRST_ROW);
  if (line.head.textContent !== words) line.head.textContent = words;
  markCell(line.head, marks.get(`${row.id} `) ?? []);
  table.columns.forEach((column, place) => {
    const text = textAt(grid, table, row, place);
    const findings = marks.get(`${row.id} ${column.key}`) ?? [];
    const shown = [text, ...findings.map(findingWords)].join("\u0000");
    const cell = line.cells[place];
    if (line.shown[place] === shown || grid.editing?.cell === cell) return;
    line.shown[place] = shown;
    cell.replaceChildren(...cellContent(grid, column, text));
    markCell(cell, findings);
  });
}

/**
 * Puts the rows into their order and never moves the one that has the focus.
 * @param {HTMLElement} body @param {HTMLElement[]} rows
 */
function arrange(body, rows) {
  const kept = rows.findIndex((row) => row.contains(document.activeElement));
  const [before, after] = kept < 0 ? [rows, []] : [rows.slice(0, kept), rows.slice(kept + 1)];
  const settle = (/** @type {HTMLElement[]} */ wanted, /** @type {ChildNode|null} */ from) => {
    let next = from;
    for (const row of wanted) {
      if (row === next) next = next.nextSibling;
      else body.insertBefore(row, next);
    }
  };
  settle(before, body.firstChild);
  if (kept >= 0) settle(after, rows[kept].nextSibling);
}

/** @param {Grid} grid @param {Sheet} sheet */
function drawSheet(grid, sheet) {
  const table = tableOf(grid, sheet.file);
  const wanted = new Set(table.rows.map((row) => row.id));
  const number = sheet.order.indexOf(sheet.place.row);
  const inside = sheet.body.contains(document.activeElement);
  for (const [id, line] of sheet.lines) {
    if (wanted.has(id)) continue;
    line.tr.remove();
    sheet.lines.delete(id);
  }
  const marks = marksOf(grid, sheet.file);
  const rows = table.rows.map((row, place) => {
    const line = sheet.lines.get(row.id) ?? makeLine(sheet, table, row.id);
    fillLine(grid, sheet, line, row, place, marks);
    return line.tr;
  });
  arrange(sheet.body, rows);
  sheet.order = table.rows.map((row) => row.id);
  sheet.grid.setAttribute("aria-rowcount", String(rows.length + 1));
  sheet.panel.classList.toggle("rt-bare", !rows.length);
  settlePlace(sheet, number);
  if (inside && !sheet.body.contains(document.activeElement)) cellAt(sheet, sheet.place)?.focus({ preventScroll: true });
}

/** Where the row with the focus is gone, its neighbour has it. @param {Sheet} sheet @param {number} number what the row's number was */
function settlePlace(sheet, number) {
  const near = sheet.order[Math.min(Math.max(number, 0), sheet.order.length - 1)] ?? -1;
  if (!sheet.lines.has(sheet.place.row)) sheet.place = { ...sheet.place, row: near };
  if (!sheet.lines.has(sheet.reach.row)) sheet.reach = sheet.place;
}

// ---------------------------------------------------------------- heads and tabs

/** @param {Grid} grid @param {CardTable} table @returns {Sheet} */
function makeSheet(grid, table) {
  const body = element("tbody", { role: "rowgroup" });
  const heads = table.columns.map((column) => element("th", { scope: "col", role: "columnheader", class: `rt-kind-${column.kind}` }));
  heads[table.name]?.classList.add("rt-name");
  const corner = element("td", { class: "rt-number rt-corner" });
  const top = element("tr", { role: "row" }, corner, ...heads);
  const columns = table.columns.map((column) => element("col", { class: `rt-column-${column.kind}` }));
  const gridTable = element(
    "table",
    {
      role: "grid",
      class: "rt-sheet",
      "aria-label": table.title,
      "aria-multiselectable": "true",
      "aria-colcount": table.columns.length + 1,
      "aria-description": "Escape and then Tab leaves the grid. The keys are listed below it.",
    },
    element("colgroup", {}, element("col", { class: "rt-column-head" }), ...columns),
    element("thead", { role: "rowgroup" }, top),
    body,
  );
  const scroller = element("div", { class: "rt-scroller" }, gridTable);
  const none = element("p", { class: "rt-none" }, "There are no rows. Add one.");
  const panel = element("div", { class: "rt-panel" }, scroller, none);
  const place = { row: table.rows[0]?.id ?? -1, column: table.name };
  const sheet = { file: table.file, panel, scroller, grid: gridTable, body, heads, lines: new Map(), order: [] };
  const made = { ...sheet, place, reach: place, selected: new Set(), stop: null };
  table.columns.forEach((column, number) => heads[number].append(headButton(grid, made, column, number)));
  listen(grid, made);
  return made;
}

/** @param {Grid} grid @param {Sheet} sheet @param {Column} column @param {number} number */
function headButton(grid, sheet, column, number) {
  const help = `${column.help}${column.required ? " (needed)" : ""}`;
  const title = `${help}. Press to sort: that changes the order of the list, and Undo brings it back.`;
  const made = plainButton(column.title, { class: "rt-sort", tabindex: -1, title }, () =>
    sort(grid, sheet, number),
  );
  made.append(element("span", { class: "rt-order", "aria-hidden": "true" }));
  made.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) focusHead(sheet, Math.min(Math.max(number + step, 0), sheet.heads.length - 1));
    else if (event.key === "ArrowDown") goTo(grid, 0, number);
    else return;
    event.preventDefault();
  });
  return made;
}

/** @param {Sheet} sheet @param {number} column */
function focusHead(sheet, column) {
  sheet.heads[column].querySelector("button")?.focus();
  return true;
}

/** @param {Grid} grid @param {Sheet} sheet */
function showSorting(grid, sheet) {
  tableOf(grid, sheet.file).columns.forEach((column, number) => {
    const sorted = isSorted(grid, sheet.file, column.key);
    const way = sorted ? (sorted.descending ? "descending" : "ascending") : "none";
    sheet.heads[number].setAttribute("aria-sort", way);
    const arrow = sheet.heads[number].querySelector(".rt-order");
    if (arrow) arrow.textContent = { ascending: "▲", descending: "▼", none: "" }[way];
  });
}

/** Tabs, where a game has several tables. @param {Grid} grid */
function drawTabs(grid) {
  const { tables } = grid.state;
  const { tabs, panels } = grid.parts;
  tabs.hidden = tables.length < 2;
  if (!tabs.children.length) {
    tabs.append(...tables.map((table) => makeTab(grid, table)));
    panels.append(...tables.map((table) => grid.sheets.get(table.file)?.panel));
  }
  tables.forEach((table, number) => {
    const errors = grid.state.findings.filter((one) => one.file === table.file && one.level === "error").length;
    const chosen = table.file === grid.file;
    const tab = tabs.children[number];
    tab.textContent = `${table.title} (${table.rows.length})${errors ? ` – ${errors} wrong` : ""}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
    const panel = /** @type {Sheet} */ (grid.sheets.get(table.file)).panel;
    panel.hidden = !chosen;
    if (tables.length > 1) {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
    }
  });
}

/** @param {Grid} grid @param {CardTable} table */
function makeTab(grid, table) {
  const id = `${grid.root.id}-tab-${table.file}`;
  const tab = plainButton("", { class: "rt-tab", role: "tab", id }, () => showTable(grid, table.file));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const { tables } = grid.state;
    const next = (tables.findIndex((one) => one.file === grid.file) + step + tables.length) % tables.length;
    showTable(grid, tables[next].file);
    grid.parts.tabs.children[next].focus();
    event.preventDefault();
  });
  return tab;
}

/** @param {Grid} grid @param {string} file */
function showTable(grid, file) {
  if (grid.editing) closeField(grid, grid.editing.field.text());
  grid.file = file;
  redraw(grid);
  look(grid);
}

// ---------------------------------------------------------------- beside the grid

/** What is to be said of the cell that has the focus. @param {Grid} grid */
function showDetails(grid) {
  const { sheet, table } = current(grid);
  const column = table.columns[sheet.place.column];
  const row = sheet.order.indexOf(sheet.place.row);
  const { where, help, here, whole } = grid.parts;
  where.textContent = row < 0 ? table.title : `${column.title}, row ${row + FIRST_ROW}`;
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

/** @param {Finding} finding @returns {Node[]} */
function findingParts({ level, text, fix }) {
  return [
    element("strong", { class: `rt-level rt-level-${level}` }, level),
    element("span", {}, ` ${text} `),
    element("span", { class: "rt-fix" }, fix),
  ];
}

/** All findings; those about a cell lead to it. @param {Grid} grid */
function showFindings(grid) {
  const { findings } = grid.state;
  const { list, summary } = grid.parts;
  const counts = LEVELS.map((level) => [level, findings.filter((one) => one.level === level).length]);
  const words = counts.filter(([, count]) => count).map(([level, count]) => `${count} ${level}${count === 1 ? "" : "s"}`);
  summary.textContent = words.length ? `Findings: ${words.join(", ")}` : "Findings: none";
  const key = JSON.stringify(findings);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(...findings.map((finding) => element("li", {}, findingElement(grid, finding))));
  if (focused >= 0) [...list.querySelectorAll("button")].at(Math.min(focused, list.children.length - 1))?.focus();
}

/** @param {Grid} grid @param {Finding} finding */
function findingElement(grid, finding) {
  const parts = [element("span", { class: "rt-where" }, finding.place), ...findingParts(finding)];
  if (finding.row === null) return element("p", { class: "rt-finding" }, ...parts);
  const made = plainButton("", { class: "rt-finding" }, () => jump(grid, finding.file, Number(finding.row), finding.column));
  made.append(...parts);
  return made;
}

/** Goes to a cell of any table. @param {Grid} grid @param {string} file @param {number} row @param {string} column */
function jump(grid, file, row, column) {
  if (!grid.sheets.has(file)) return;
  if (file !== grid.file) showTable(grid, file);
  const { sheet, table } = current(grid);
  const number = table.columns.findIndex((one) => one.key === column);
  if (sheet.lines.has(row)) goTo(grid, sheet.order.indexOf(row), number < 0 ? table.name : number);
}

/** @param {Grid} grid */
function showFace(grid) {
  const { face, parts } = grid;
  const key = JSON.stringify(face);
  if (parts.face.dataset.shown === key) return;
  parts.face.dataset.shown = key;
  parts.preview.hidden = !face || (!face.card && !face.note);
  parts.face.replaceChildren(...(face?.card ? [cardPicture(face.card)] : []));
  parts.note.textContent = face?.note ?? "";
  parts.note.hidden = !face?.note;
}

// ---------------------------------------------------------------- the lasting frame

const KEYS = [
  ["Arrows, Tab, Enter, Home, End, Page Up, Page Down", "go to another cell (with Ctrl: to the end)"],
  ["Shift with arrows, or drag", "select a range; Shift+Space whole rows, Ctrl+Space columns, Ctrl+A all"],
  ["Type, F2 or a second click", "edit the cell; Enter or Tab keeps it, Escape gives up"],
  ["Delete", "empty the range"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste, also to and from a spreadsheet"],
  ["Ctrl+D", "fill the range with its first row"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Alt+Up, Alt+Down, Alt+Enter", "move rows, add a row"],
  ["Up from the first row", "to the column heads: Enter sorts"],
  ["Escape, then Tab", "leave the grid"],
];

/** A toolbar is one stop of the Tab key; arrows go on inside. @param {Grid} grid */
function makeTools(grid) {
  const tools = Object.fromEntries(
    BUTTONS.map(([key, label, keys]) => {
      const shortcut = keys.replace("Ctrl", "Control").replace(/(Up|Down)$/, "Arrow$1");
      const named = { class: "rt-tool", tabindex: -1, title: keys || null, "aria-keyshortcuts": shortcut || null };
      return [key, plainButton(label, { ...named, "data-tool": key }, () => act[key](grid))];
    }),
  );
  const bar = element("div", { class: "rt-tools", role: "toolbar", "aria-label": "Card list" }, ...Object.values(tools));
  tools.add.tabIndex = 0;
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = /** @type {HTMLElement[]} */ ([...bar.children]);
    const place = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || place < 0) return;
    for (const one of buttons) one.tabIndex = -1;
    const next = buttons[(place + step + buttons.length) % buttons.length];
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  });
  return { bar, tools };
}

/** The lasting frame; live regions must outlive what they tell. @param {Grid} grid */
function makeParts(grid) {
  const { root } = grid;
  const titled = (/** @type {string} */ name) => element("h3", { id: `${root.id}-${name}` });
  const section = (/** @type {string} */ name, /** @type {HTMLElement[]} */ ...children) =>
    element("section", { class: `rt-${name}`, "aria-labelledby": `${root.id}-${name}` }, ...children);
  const { bar, tools } = makeTools(grid);
  const keys = KEYS.flatMap(([key, what]) => [element("dt", {}, key), element("dd", {}, what)]);
  const parts = {
    bar,
    tools,
    ...makeFind(grid),
    tabs: element("div", { class: "rt-sheet-tabs", role: "tablist", "aria-label": "Tables" }),
    panels: element("div", { class: "rt-panels" }),
    status: element("p", { class: "rt-status", role: "status" }),
    range: element("p", { class: "rt-range" }),
    keys: element("details", { class: "rt-keys" }, element("summary", {}, "Keys"), element("dl", {}, ...keys)),
    where: titled("this-cell"),
    help: element("p", { class: "rt-help" }),
    whole: element("p", { class: "rt-whole" }),
    here: element("ul", { class: "rt-here", "aria-live": "polite" }),
    picture: titled("the-card"),
    face: element("div", { class: "rt-table rt-face" }),
    note: element("p", { class: "rt-face-note" }),
    summary: titled("findings"),
    list: element("ul", { class: "rt-all-findings", tabindex: 0, "aria-labelledby": `${root.id}-findings` }),
  };
  parts.picture.textContent = "The card";
  const said = element("div", { class: "rt-said-line" }, parts.status, parts.range);
  const work = element("div", { class: "rt-work" }, bar, parts.find, parts.tabs, parts.panels, said, parts.keys);
  const preview = section("the-card", parts.picture, parts.face, parts.note);
  const cell = section("this-cell", parts.where, parts.help, parts.whole, parts.here);
  const beside = element("div", { class: "rt-beside" }, cell, preview, section("findings", parts.summary, parts.list));
  const frame = element("div", { class: "rt-grid-frame" }, work, beside);
  root.replaceChildren(frame);
  return { ...parts, preview, frame };
}

/** @param {Grid} grid */
function showTools(grid) {
  const { state, parts } = grid;
  const none = !current(grid).sheet.order.length;
  const off = { undo: !state.undo, redo: !state.redo, duplicate: none, delete: none, up: none, down: none };
  for (const [key, disabled] of Object.entries(off)) parts.tools[key].setAttribute("aria-disabled", String(disabled));
  parts.tools.undo.title = state.undo ? `Undo: ${state.undo} (Ctrl+Z)` : "There is nothing to undo";
  parts.tools.redo.title = state.redo ? `Redo: ${state.redo} (Ctrl+Y)` : "There is nothing to redo";
}

// ---------------------------------------------------------------- pointers and keys

/** @param {Grid} grid @param {Sheet} sheet */
function listen(grid, sheet) {
  const { scroller } = sheet;
  scroller.addEventListener("focusin", () => (grid.leaving = false));
  scroller.addEventListener("copy", (event) => copy(grid, event));
  scroller.addEventListener("cut", (event) => copy(grid, event));
  scroller.addEventListener("paste", (event) => paste(grid, event));
  scroller.addEventListener("scroll", () => placeList(grid));
  listenToPointer(grid, sheet);
}

/** The mouse selects by dragging; a finger scrolls, so that only its taps count. @param {Grid} grid @param {Sheet} sheet */
function listenToPointer(grid, sheet) {
  const { scroller } = sheet;
  let again = false; // the cell that is pressed had the focus before
  /** @type {number|null} */
  let row = null; // the row whose head is dragged
  let dragging = false;
  const select = (/** @type {PointerEvent} */ event) => {
    const place = placeOf(sheet, event.target);
    const head = rowOfHead(sheet, event.target);
    if (place) goTo(grid, sheet.order.indexOf(place.row), place.column, event.shiftKey || dragging);
    else if (head !== null) {
      row = dragging || event.shiftKey ? row ?? sheet.order.indexOf(sheet.place.row) : head;
      goToRows(grid, row, head);
    } else return false;
    return true;
  };
  const inField = (/** @type {Event} */ event) => grid.editing?.cell.contains(/** @type {Node} */ (event.target));
  scroller.addEventListener("pointerdown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    again = cell !== null && cell === document.activeElement && sheet.selected.size === 1;
    dragging = false; // a drag may have ended outside the grid
    if (!inField(event) && event.pointerType === "mouse" && event.button === 0) dragging = select(event);
  });
  scroller.addEventListener("mousedown", (event) => {
    if (!inField(event) && (placeOf(sheet, event.target) || rowOfHead(sheet, event.target) !== null)) event.preventDefault();
  });
  scroller.addEventListener("pointerover", (event) => {
    dragging &&= (event.buttons & 1) === 1;
    if (dragging) select(event);
  });
  scroller.addEventListener("pointerup", () => (dragging = false));
  scroller.addEventListener("click", (event) => {
    if (inField(event)) return;
    const mouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
    if (again && (!mouse || event.detail > 1 || onArrow(event))) edit(grid, false);
    else if (!mouse) select(/** @type {PointerEvent} */ (event));
  });
}

/** Whether the arrow is pressed that a cell with a list shows at its end. @param {MouseEvent} event */
function onArrow(event) {
  const cell = event.target instanceof Element ? event.target.closest("td") : null;
  return cell !== null && cell.dataset.offers === "true" && cell.getBoundingClientRect().right - event.clientX < 24;
}

/** @param {Sheet} sheet @param {EventTarget|null} target */
function rowOfHead(sheet, target) {
  const head = target instanceof Element ? target.closest("tbody th") : null;
  return head ? sheet.order.indexOf(Number(/** @type {HTMLElement} */ (head.parentElement).dataset.row)) : null;
}

/** @param {Grid} grid @param {KeyboardEvent} event */
function hearKey(grid, event) {
  const { sheet } = current(grid);
  const inCell = placeOf(sheet, event.target) !== null;
  const anywhere = (event.ctrlKey || event.metaKey) && ["z", "y", "f"].includes(event.key.toLowerCase());
  const typing = event.target instanceof HTMLInputElement;
  if (event.defaultPrevented || event.isComposing) return;
  if (inCell ? press(grid, event) : anywhere && !typing && pressControl(grid, event)) event.preventDefault();
}

// ---------------------------------------------------------------- the whole grid

/** @param {HTMLElement} root @param {State} state @param {(message: object) => void} send @returns {Grid} */
function makeGrid(root, state, send) {
  root.id = root.id || `rt-grid-${(gridCount += 1)}`;
  root.classList.add("rt-grid");
  root.dataset.lmSuppressShortcuts = "true"; // else JupyterLab takes x, c, v and the arrows for its own cells
  const wishes = new Wishes(() => say(grid, "The kernel has not answered yet; what you did waits here."));
  const work = { wishes, sheets: new Map(), file: state.tables[0].file, editing: null };
  const marks = { leaving: false, tabbed: null, sorted: null, looked: "", drawing: false, face: null, drawn: "" };
  const grid = /** @type {Grid} */ ({ root, state, send, parts: {}, ...work, ...marks });
  grid.parts = makeParts(grid);
  for (const table of state.tables) grid.sheets.set(table.file, makeSheet(grid, table));
  root.addEventListener("keydown", (event) => hearKey(grid, event));
  grids.set(root, grid);
  return grid;
}

/** Brings everything up to date that has changed. @param {Grid} grid */
function redraw(grid) {
  grid.drawing = true;
  const { sheet } = current(grid);
  drawTabs(grid);
  drawSheet(grid, sheet);
  showRange(grid);
  showDetails(grid);
  showFindings(grid);
  showSorting(grid, sheet);
  showFound(grid);
  showTools(grid);
  placeList(grid);
  grid.drawing = false;
}

/** Cells with categories are drawn anew when a category looks otherwise. @param {Grid} grid */
function forgetSymbols(grid) {
  const drawn = JSON.stringify(grid.state.symbols);
  if (drawn === grid.drawn) return;
  grid.drawn = drawn;
  for (const sheet of grid.sheets.values()) for (const line of sheet.lines.values()) line.shown.fill("\u0000");
}

/** What was being typed in a row that is gone now; it is said, so that it is not lost. @param {Grid} grid */
function lostText(grid) {
  const { editing } = grid;
  if (!editing || tableOf(grid, editing.sheet.file).rows.some((row) => row.id === editing.place.row)) return "";
  grid.editing = null;
  editing.field.list?.remove();
  return `The row that you were typing in is gone. You had typed: ${editing.field.input.value}`;
}

/**
 * Draws a state of the list into `root`; drawing again keeps the focus, the place and what is being typed.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(message: object) => void} send
 * @param {Face|null} [face] the card of the row that has the focus
 */
export function draw(root, state, send, face = null) {
  const known = grids.get(root);
  const grid = known ?? makeGrid(root, state, send);
  const before = grid.state.status;
  grid.wishes.send = send;
  const answered = grid.wishes.answeredBy(state);
  Object.assign(grid, { state, send });
  const lost = lostText(grid);
  forgetSymbols(grid);
  redraw(grid);
  if (answered || before !== state.status || !known) say(grid, state.status, state.refused);
  if (answered && !state.refused) answered.then?.();
  if (lost) say(grid, lost, true);
  showCard(root, face);
  grid.wishes.go();
  root.dataset.waiting = String(grid.wishes.waiting.length);
  if (!known) look(grid);
}

/** Shows the card of the row that has the focus. @param {HTMLElement} root @param {Face|null} face */
export function showCard(root, face) {
  const grid = grids.get(root);
  if (!grid) return;
  grid.face = face;
  showFace(grid);
}

/** Puts the focus on a cell of any table. @param {HTMLElement} root @param {string} file @param {number} row @param {string} column */
export function show(root, file, row, column) {
  const grid = grids.get(root);
  if (grid) jump(grid, file, row, column);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(root);
  const send = (/** @type {object} */ message) => model.send(message);
  const redrawn = () => {
    const state = structuredClone(model.get("grid"));
    if (state?.tables) draw(root, state, send, structuredClone(model.get("face")));
  };
  const faced = () => showCard(root, structuredClone(model.get("face")));
  const hear = (/** @type {{type: string, file: string, row: number, column: string}} */ message) =>
    message.type === "show" && show(root, message.file, message.row, message.column);
  const heard = /** @type {[string, Function][]} */ ([
    ["change:grid", redrawn],
    ["change:face", faced],
    ["msg:custom", hear],
  ]);
  for (const [event, listener] of heard) model.on(event, listener);
  redrawn();
  return () => heard.forEach(([event, listener]) => model.off?.(event, listener));
}

export default { render };
