/**
 * Where things are in a card grid: its tables, the texts of its cells, the selected range, and what is wrong where.
 *
 * @typedef {import("../card_face.js").Symbol} Symbol
 * @typedef {import("./cell_field.js").Field} Field
 * @typedef {{key: string, title: string, help: string, type: string, required: boolean, usual: string,
 *   choices: [string, string][]}} Column  `usual`: what is meant where nothing is written
 * @typedef {{id: number, cells: string[], emblem: string, keyed: boolean, number: number}} Row  `emblem`: the one that its
 *   name speaks for; `keyed`: whether its id is the one that its name gives; `number`: its place in the whole table
 * @typedef {{file: string, title: string, cards: boolean, columns: Column[], name: number, rows: Row[]}} CardTable
 * @typedef {{level: string, place: string, text: string, fix: string, file: string, row: number|null,
 *   column: string}} Finding
 * @typedef {{revision: number, answered: string, status: string, refused: boolean, undo: string, redo: string,
 *   tables: CardTable[], symbols: Symbol[], findings: Finding[]}} State
 * @typedef {{file: string, row: number, card: any, note: string}} Face
 * @typedef {{row: number, column: number}} Place
 * @typedef {{tr: HTMLElement, head: HTMLElement, cells: HTMLElement[], shown: string[],
 *   measured: HTMLElement[]}} Line
 * @typedef {{file: string, panel: HTMLElement, scroller: HTMLElement, grid: HTMLElement, body: HTMLElement,
 *   heads: HTMLElement[], measured: Map<string, HTMLElement>, lines: Map<number, Line>, order: number[], place: Place, reach: Place,
 *   selected: Set<HTMLElement>, stop: HTMLElement|null, hidden: Set<number>|null}} Sheet  `hidden`: the columns out of sight
 * @typedef {{sheet: Sheet, place: Place, cell: HTMLElement, field: Field}} Editing
 * @typedef {{file: string, column: string, descending: boolean, revision: number}} Sorted
 * @typedef {import("./edits.js").Edits} Edits
 * @typedef {{root: HTMLElement, state: State, send: (message: object) => void, parts: Record<string, any>,
 *   edits: Edits, sheets: Map<string, Sheet>, file: string, editing: Editing|null,
 *   leaving: boolean, tabbed: number|null, sorted: Sorted|null, wide: boolean,
 *   redraw: () => void, shape: string, looked: string, drawing: boolean, face: Face|null, drawn: string,
 *   measured: import("./measured.js").Measured, left: Map<string, Set<number>>, piles: import("./piles.js").Piles}} Grid  `left`: the rows that are left out now, by file; `wide`: whether all columns are shown
 */

export const FIRST_ROW = 2; // as a spreadsheet numbers rows: the heads are row 1

export const LEVELS = ["error", "warning", "note"];

/** A table with the rows that are shown: all of them, or only those in which something has shifted. @param {Grid} grid @param {string} file */
export function tableOf(grid, file) {
  const table = /** @type {CardTable} */ (grid.state.tables.find((one) => one.file === file));
  const left = grid.left.get(file);
  return left ? { ...table, rows: table.rows.filter(({ id }) => !left.has(id)) } : table;
}

/** Numbers the rows of all tables by their place in the whole list. @param {State} state */
export function numbered(state) {
  for (const { rows } of state.tables) rows.forEach((row, number) => (row.number = number));
}

/** The table on show. @param {Grid} grid */
export function current(grid) {
  const sheet = /** @type {Sheet} */ (grid.sheets.get(grid.file));
  return { sheet, table: tableOf(grid, grid.file) };
}

/**
 * The text of a cell: what was typed and is on its way, else what Python has.
 * @param {Grid} grid @param {CardTable} table @param {Row} row @param {number} column
 */
export function textAt(grid, table, row, column) {
  if (!grid.edits.waiting.length) return row.cells[column];
  const key = table.columns[column].key;
  for (const { message } of [...grid.edits.waiting].reverse()) {
    if (message.type !== "set" || message.file !== table.file) continue;
    const typed = message.cells.find((/** @type {any[]} */ cell) => cell[0] === row.id && cell[1] === key);
    if (typed) return typed[2];
  }
  return row.cells[column];
}

/** Whether a cell holds an id: other cards, versions and saved games know a card by it. @param {Grid} grid @param {CardTable} table @param {Row} row @param {number} column */
export function isGuarded(grid, table, row, column) {
  return table.columns[column].type === "key" && column !== table.name && textAt(grid, table, row, column) !== "";
}

/** The selected range, as row and column numbers. @param {Grid} grid */
export function range({ file, sheets }) {
  const { order, place, reach } = /** @type {Sheet} */ (sheets.get(file));
  const rows = [order.indexOf(place.row), order.indexOf(reach.row)].sort((one, other) => one - other);
  const columns = [place.column, reach.column].sort((one, other) => one - other);
  return { top: rows[0], bottom: rows[1], left: columns[0], right: columns[1] };
}

/** The ids of the rows that the range touches. @param {Grid} grid */
export function rowsInRange(grid) {
  const { top, bottom } = range(grid);
  return top < 0 ? [] : current(grid).sheet.order.slice(top, bottom + 1);
}

/** The texts of the range. @param {Grid} grid @returns {string[][]} */
export function textsInRange(grid) {
  const { table } = current(grid);
  const { top, bottom, left, right } = range(grid);
  return table.rows.slice(Math.max(top, 0), bottom + 1).map((row) => {
    const cells = table.columns.map((_column, number) => textAt(grid, table, row, number));
    return cells.slice(left, right + 1);
  });
}

/** @param {Sheet} sheet @param {Place} place */
export function cellAt(sheet, place) {
  return sheet.lines.get(place.row)?.cells[place.column];
}

/** Where an element of the grid is. @param {Sheet} sheet @param {EventTarget|null} target @returns {Place|null} */
export function placeOf(sheet, target) {
  const cell = target instanceof Element ? target.closest("td") : null;
  const row = Number(cell?.parentElement?.dataset.row ?? NaN);
  const column = sheet.lines.get(row)?.cells.indexOf(/** @type {HTMLElement} */ (cell)) ?? -1;
  return column < 0 ? null : { row, column };
}

/**
 * How a table was last sorted, if nothing has changed since.
 * @param {Grid} grid @param {string} file @param {string} column
 */
export function isSorted({ sorted, state }, file, column) {
  return sorted?.file === file && sorted.column === column && sorted.revision === state.revision ? sorted : null;
}

/** @param {Grid} grid @param {string} file @returns {Map<string, Finding[]>} by row and column */
export function marksOf(grid, file) {
  const marks = new Map();
  for (const finding of grid.state.findings) {
    if (finding.file !== file || finding.row === null) continue;
    const key = `${finding.row} ${finding.column}`;
    marks.set(key, [...(marks.get(key) ?? []), finding]);
  }
  return marks;
}
