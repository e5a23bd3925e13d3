/**
 * Draws the rows of a card grid, and only what has changed in them.
 *
 * @typedef {import("./list.js").Column} Column
 * @typedef {import("./list.js").Row} Row
 * @typedef {import("./list.js").CardTable} CardTable
 * @typedef {import("./list.js").Finding} Finding
 * @typedef {import("./list.js").Line} Line
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { symbolBadge } from "../symbol_badge.js";
import { findingWords } from "./findings.js";
import { cellAt, FIRST_ROW, LEVELS, marksOf, tableOf, textAt } from "./list.js";

const OFFERING = ["letters", "letter", "choice", "flag", "emblem", "card", "keys", "condition"];

const LONG_WORD = /\S{16}/; // broken on paper rather than making its column wide

export const FLAGS = /** @type {[string, string][]} */ ([
  ["1", "yes"],
  ["0", "no"],
]);

/** @param {Grid} grid @param {Column} column @param {string} text @param {Row} row @returns {(Node|string)[]} */
function cellContent(grid, column, text, row) {
  if (column.type === "emblem") return emblemContent(text, row.emblem);
  if (column.type === "flag") return [FLAGS.find(([value]) => value === text)?.[1] ?? text];
  if (column.type !== "letters" && column.type !== "letter") return [text];
  return [...text].map((letter) => {
    const symbol = grid.state.symbols.find((one) => one.letter === letter);
    return symbol ? symbolBadge(symbol) : element("span", { class: "rt-unknown" }, letter);
  });
}

/**
 * An emblem and its name; where none is chosen, only the picture of the one that is shown instead.
 * @param {string} text @param {string} usual @returns {(Node|string)[]}
 */
function emblemContent(text, usual) {
  const picture = emblemPicture(text || usual);
  if (text || !picture) return [...(picture ? [picture] : []), text];
  return [element("span", { class: "rt-usual", title: `${usual}, by its name` }, picture)];
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

/** @param {Sheet} sheet @param {CardTable} table @param {number} id @returns {Line} */
function makeLine(sheet, table, id) {
  const head = element("th", { scope: "row", role: "rowheader", class: "rt-number" });
  const cells = table.columns.map((column, number) => {
    const look = `rt-cell rt-type-${column.type}${number === table.name ? " rt-name" : ""}`;
    const offers = OFFERING.includes(column.type) ? "true" : null; // its arrow opens a list
    const shared = { role: "gridcell", tabindex: -1, "aria-selected": "false" };
    return element("td", { ...shared, class: look, "data-offers": offers });
  });
  const tr = element("tr", { role: "row", "data-row": id }, head, ...cells);
  const line = { tr, head, cells, measured: [], shown: cells.map(() => "\u0000") };
  sheet.lines.set(id, line);
  return line;
}

/**
 * @param {Grid} grid @param {Sheet} sheet @param {Line} line
 * @param {Row} row @param {Map<string, Finding[]>} marks
 */
function fillLine(grid, sheet, line, row, marks) {
  const table = tableOf(grid, sheet.file);
  const words = String(row.number + FIRST_ROW);
  if (line.head.textContent !== words) line.head.textContent = words;
  markCell(line.head, marks.get(`${row.id} `) ?? []);
  table.columns.forEach((column, place) => {
    const text = textAt(grid, table, row, place);
    const findings = marks.get(`${row.id} ${column.key}`) ?? [];
    const usual = column.type === "emblem" ? row.emblem : "";
    const shown = [text, usual, ...findings.map(findingWords)].join("\u0000");
    const cell = line.cells[place];
    if (line.shown[place] === shown || grid.editing?.cell === cell) return;
    line.shown[place] = shown;
    cell.replaceChildren(...cellContent(grid, column, text, row));
    cell.classList.toggle("rt-long-word", LONG_WORD.test(text));
    markCell(cell, findings);
  });
}

/**
 * Puts the rows in order without ever moving the one that has the focus.
 * @param {HTMLElement} body @param {HTMLElement[]} rows
 */
export function arrange(body, rows) {
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
export function drawSheet(grid, sheet) {
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
  const rows = table.rows.map((row) => {
    const line = sheet.lines.get(row.id) ?? makeLine(sheet, table, row.id);
    fillLine(grid, sheet, line, row, marks);
    return line.tr;
  });
  arrange(sheet.body, rows);
  sheet.order = table.rows.map((row) => row.id);
  /** @type {HTMLElement} */ (sheet.grid.querySelector("caption")).textContent = `${table.title} (${rows.length})`;
  sheet.grid.setAttribute("aria-rowcount", String(rows.length + 1));
  sheet.panel.classList.toggle("rt-bare", !rows.length);
  settlePlace(sheet, number);
  const lost = inside && !sheet.body.contains(document.activeElement);
  if (lost) cellAt(sheet, sheet.place)?.focus({ preventScroll: true });
}

/**
 * If the row with the focus is gone, its neighbour gets it.
 * @param {Sheet} sheet @param {number} number what the row's number was
 */
function settlePlace(sheet, number) {
  const near = sheet.order[Math.min(Math.max(number, 0), sheet.order.length - 1)] ?? -1;
  if (!sheet.lines.has(sheet.place.row)) sheet.place = { ...sheet.place, row: near };
  if (!sheet.lines.has(sheet.reach.row)) sheet.reach = sheet.place;
}
