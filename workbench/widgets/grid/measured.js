/**
 * What was measured of each card, beside its name: columns that are read and not typed in, and a view of only those
 * cards in which something has shifted.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Line} Line
 * @typedef {{key: string, title: string, of: string, help: string}} Column
 * @typedef {[number|null, number|null, number|null, number|null, number]} Figure of 100: now, from, to, before, and -1, 0 or 1: its shift
 * @typedef {Record<string, Figure>} Figures of one card, by columns
 * @typedef {{columns?: Column[], files?: Record<string, Record<string, Figures>>, stale?: boolean}} Measured
 */

import { element } from "../elements.js";
import { tableOf } from "./list.js";

const MOST = 100; // where a bar is full; copies of a card may score more often
const SHIFTS = { "-1": "▼", 0: "", 1: "▲" };
const WITH_BARS = "measured:scores";

/**
 * Puts the columns into the tables that have some, and the figures into them.
 * @param {Grid} grid @param {(sheet: Sheet, column: Column) => HTMLElement} headButton
 */
export function drawMeasured(grid, headButton) {
  const { columns = [], files = {}, stale } = grid.measured;
  for (const sheet of grid.sheets.values()) {
    const rows = files[sheet.file];
    if (!rows) continue;
    const name = tableOf(grid, sheet.file).name;
    addColumns(sheet, name, columns, headButton);
    sheet.grid.classList.toggle("rt-stale-figures", Boolean(stale));
    for (const [id, line] of sheet.lines) showFigures(line, name, columns, rows[String(id)] ?? {});
  }
}

/** @param {Sheet} sheet @param {number} name @param {Column[]} columns @param {(sheet: Sheet, column: Column) => HTMLElement} headButton */
function addColumns(sheet, name, columns, headButton) {
  if (sheet.measured.size) return;
  for (const column of [...columns].reverse()) {
    const head = element("th", { scope: "col", role: "columnheader", class: "rt-figure-cell" }, headButton(sheet, column));
    sheet.heads[name].after(head);
    sheet.measured.set(column.key, head);
    sheet.grid.querySelectorAll("col")[name + 1].after(element("col", { class: `rt-column-${column.key.split(":")[1]}` }));
  }
}

/** @param {Line} line @param {number} name @param {Column[]} columns @param {Figures} figures */
function showFigures(line, name, columns, figures) {
  if (!line.measured.length) {
    line.measured = columns.map(() => element("td", { role: "gridcell", class: "rt-figure-cell", "aria-readonly": "true" }));
    line.cells[name].after(...line.measured);
  }
  columns.forEach(({ key }, number) => showFigure(line.measured[number], figures[key], key === WITH_BARS));
}

/** @param {HTMLElement} cell @param {Figure|undefined} figure @param {boolean} bars */
function showFigure(cell, figure, bars) {
  const told = JSON.stringify(figure ?? null);
  if (cell.dataset.told === told) return;
  cell.dataset.told = told;
  const [now = null, low = null, high = null, before = null, shift = 0] = figure ?? [];
  cell.classList.toggle("rt-shifted", shift !== 0);
  if (now === null) {
    cell.replaceChildren();
    cell.removeAttribute("title");
    return;
  }
  cell.title = figureWords(now, low, high, before);
  const words = element("span", {}, `${Math.round(now)}${SHIFTS[/** @type {-1|0|1} */ (shift)]}`);
  cell.replaceChildren(...(bars ? [bar(now, low, high, before)] : []), words);
}

/** @param {number} now @param {number|null} low @param {number|null} high @param {number|null} before */
function figureWords(now, low, high, before) {
  const range = low === null || high === null ? "" : `, ${low} to ${high}`;
  return `${now} of 100 games${range}${before === null ? "" : `; before ${before}`}`;
}

/** @param {number} now @param {number|null} low @param {number|null} high @param {number|null} before */
function bar(now, low, high, before) {
  const at = (/** @type {number} */ share) => Math.min(Math.max(share, 0), MOST);
  const parts = [element("i", { style: `width: ${at(now)}%` })];
  if (low !== null && high !== null) parts.push(element("b", { style: `left: ${at(low)}%; width: ${at(high) - at(low)}%` }));
  if (before !== null) parts.push(element("u", { style: `left: ${at(before)}%` }));
  return element("span", { class: "rt-score-bar", "aria-hidden": "true" }, ...parts);
}

// ---------------------------------------------------------------- beside the card

/** What a card does now, and did before where known; nothing until something is measured. @param {Grid} grid @param {string} file @param {number} row */
export function cardFigures({ measured: { columns = [], files = {}, stale } }, file, row) {
  const figures = files[file]?.[String(row)] ?? {};
  const told = columns.filter(({ key }) => typeof figures[key]?.[0] === "number");
  if (!told.length) return null;
  const compared = told.some(({ key }) => figures[key][3] !== null);
  const heads = ["now", ...(compared ? ["was"] : [])].map((words) => element("th", { scope: "col" }, words));
  const lines = told.map(({ key, title, help }) => {
    const [now, low, high, before, shift] = figures[key];
    const cells = [now, ...(compared ? [before] : [])].map((share) => element("td", {}, share === null ? "" : String(Math.round(share))));
    cells[0].title = figureWords(/** @type {number} */ (now), low, high, before);
    return element("tr", { class: shift ? "rt-shifted" : null }, element("th", { scope: "row", title: help }, title), ...cells);
  });
  const note = `of 100 games. ${compared ? "What is bold has shifted beyond doubt; the rest may be chance." : ""}`.trim();
  return element(
    "div",
    { class: `rt-card-figures${stale ? " rt-stale-figures" : ""}` },
    element("table", {}, element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...lines)),
    element("p", {}, note),
  );
}

// ---------------------------------------------------------------- only what shifted

/** The rows of a table in which something has shifted. @param {Grid} grid @param {string} file @returns {number[]} */
export function shiftedRows({ state, measured }, file) {
  const figures = measured.files?.[file] ?? {};
  const hasShifted = (/** @type {number} */ id) => Object.values(figures[String(id)] ?? {}).some(([, , , , shift]) => shift);
  const table = state.tables.find((one) => one.file === file);
  return (table?.rows ?? []).map(({ id }) => id).filter(hasShifted);
}

/**
 * Leaves out the rows in which nothing has shifted, or shows all again. Which rows those are is settled now: none comes
 * or goes while its cards are being edited, and a new row is visible.
 * @param {Grid} grid
 */
export function turnFilter(grid) {
  if (grid.left.has(grid.file)) grid.left.delete(grid.file);
  else {
    const shifted = new Set(shiftedRows(grid, grid.file));
    grid.left.set(grid.file, new Set(tableOf(grid, grid.file).rows.map(({ id }) => id).filter((id) => !shifted.has(id))));
  }
  grid.redraw();
}

/** Says on its button how many have shifted; no button where that is unknown. @param {Grid} grid @param {HTMLElement} button */
export function showFilter(grid, button) {
  const [many, on] = [shiftedRows(grid, grid.file).length, grid.left.has(grid.file)];
  button.hidden = !many && !on;
  button.textContent = `Only what shifted ${many}`;
  button.setAttribute("aria-pressed", String(on));
}
