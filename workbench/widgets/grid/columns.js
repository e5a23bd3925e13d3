/**
 * Which columns of a card grid are visible: those that say something in this list. One button brings the others; they
 * are copied, pasted and pointed to like any other, and become visible once something is in them.
 *
 * @typedef {import("./list.js").CardTable} CardTable
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 */

/**
 * The places of columns that say nothing: no card needs them, and no row differs in them from what is meant without
 * them. Ids say nothing where each is the one that its card's name gives; once hidden, they stay hidden when a card is
 * renamed.
 * @param {Grid} grid @param {CardTable} table
 */
function silent({ state, sheets }, { file, columns, rows, name }) {
  const told = new Set(state.findings.filter((one) => one.file === file).map((one) => one.column));
  const begun = rows.some(({ cells }) => cells.some(Boolean));
  const hidden = sheets.get(file)?.hidden;
  const isGiven = (/** @type {number} */ place) => rows.every(({ cells, keyed }) => (hidden?.has(place) ? cells[place] || !cells.some(Boolean) : keyed));
  const isUsual = (/** @type {number} */ place) => rows.every(({ cells }) => ["", columns[place].usual].includes(cells[place]));
  const places = columns.map((_column, place) => place).filter((place) => {
    const { required, type, key } = columns[place];
    if (!begun || told.has(key) || type === "emblem" || place === name) return false;
    return type === "key" ? isGiven(place) : !required && isUsual(place);
  });
  return new Set(places);
}

/** Shows or hides the columns; while a list is being worked on, none goes away by itself. @param {Grid} grid @param {Sheet} sheet */
export function showColumns(grid, sheet) {
  const table = /** @type {CardTable} */ (grid.state.tables.find((one) => one.file === sheet.file));
  const now = silent(grid, table);
  const hidden = new Set(grid.wide ? [] : [...(sheet.hidden ?? now)].filter((place) => now.has(place)));
  const drawn = sheet.grid.querySelectorAll("col[data-key]");
  sheet.hidden = hidden;
  sheet.heads.forEach((head, place) => {
    head.hidden = hidden.has(place);
    /** @type {HTMLElement} */ (drawn[place]).hidden = head.hidden;
  });
  for (const { cells } of sheet.lines.values()) cells.forEach((cell, place) => (cell.hidden = hidden.has(place)));
  const columns = sheet.heads.length - hidden.size + sheet.measured.size + 1; // beside the numbers of rows
  sheet.grid.setAttribute("aria-colcount", String(columns));
  if (hidden.has(sheet.place.column)) sheet.place = { ...sheet.place, column: table.name };
  if (hidden.has(sheet.reach.column)) sheet.reach = sheet.place;
}

/** Shows all columns, or again only those that say something. @param {Grid} grid */
export function turnColumns(grid) {
  grid.wide = !grid.wide;
  for (const sheet of grid.sheets.values()) sheet.hidden = null;
  grid.redraw();
}

/** The button that brings all columns; not there if every column says something. @param {Grid} grid */
export function showWide(grid) {
  const button = grid.parts.columns;
  const table = /** @type {CardTable} */ (grid.state.tables.find((one) => one.file === grid.file));
  const count = grid.wide ? silent(grid, table).size : grid.sheets.get(grid.file)?.hidden?.size ?? 0;
  button.hidden = !count;
  button.textContent = `All columns (${count} more)`;
  button.setAttribute("aria-pressed", String(grid.wide));
}

/** The numbers of the visible columns. @param {Sheet} sheet */
export function inSight({ heads, hidden }) {
  return heads.map((_head, place) => place).filter((place) => !hidden?.has(place));
}

/** The visible column so many steps from another one, or at the end. @param {Sheet} sheet @param {number} column @param {number} step */
export function columnFrom(sheet, column, step) {
  const seen = inSight(sheet);
  const at = seen.indexOf(nearest(sheet, column));
  return seen[Math.max(0, Math.min(at + step, seen.length - 1))];
}

/** The visible column nearest to a given one. @param {Sheet} sheet @param {number} column */
export function nearest(sheet, column) {
  const seen = inSight(sheet);
  return seen.reduce((best, one) => (Math.abs(one - column) < Math.abs(best - column) ? one : best), seen[0]);
}
