/**
 * Editing one cell of a card grid: its field comes and goes, and sends what was typed.
 *
 * @typedef {import("./cell_field.js").Offer} Offer
 * @typedef {import("./cell_field.js").Field} Field
 * @typedef {import("./list.js").CardTable} CardTable
 * @typedef {import("./list.js").Column} Column
 * @typedef {import("./list.js").Grid} Grid
 */

import { edgesPicture } from "../road_tile.js";
import { symbolBadge } from "../symbol_badge.js";
import { makeField } from "./cell_field.js";
import { FLAGS } from "./cells.js";
import { enterColumn, goTo, say, tabOn } from "./focus.js";
import { cellAt, current, FIRST_ROW, isGuarded, tableOf, textAt } from "./list.js";
import { emblemOffers, enterPictures, placeBy } from "./picker.js";
import { setCells } from "./steps.js";

const GUARDED = "An id stays as it is once it is given: other cards, versions and saved games know the card by it. Rename the card instead.";
const EDGES = /^[01]{4}$/; // the roads of a card, which are easier to see than to read

/**
 * What a cell of a column may hold; a card may be from any card table.
 * @param {Grid} grid @param {Column} column @param {string} usual the emblem that is shown if none is chosen
 * @returns {Offer[]}
 */
function offersOf(grid, column, usual) {
  const none = column.required ? [] : [{ value: "", label: "(empty)", picture: null }];
  const symbols = grid.state.symbols.map((symbol) => {
    return { value: symbol.letter, label: symbol.name, picture: () => symbolBadge(symbol) };
  });
  const plain = (/** @type {[string, string][]} */ pairs) =>
    pairs.map(([value, label]) => ({ value, label, picture: EDGES.test(value) ? () => edgesPicture(value) : null }));
  const twice = (/** @type {string[]} */ texts) => plain(texts.map((text) => [text, text]));
  if (column.type === "letters") return symbols;
  if (column.type === "letter") return [...none, ...symbols];
  if (column.type === "choice") return [...none, ...plain(column.choices)];
  if (column.type === "emblem") return emblemOffers(usual);
  if (column.type === "flag") return [...none, ...plain(FLAGS)];
  if (column.type === "card") return [...none, ...twice(ofCards(grid, (table) => table.name))];
  const ids = ofCards(grid, (table) => table.columns.findIndex((one) => one.type === "key"));
  if (column.type === "keys") return twice(["all", ...ids]);
  if (column.type !== "condition") return [];
  const words = column.choices.map(([choice]) => choice);
  return [...none, ...twice(words.flatMap((word) => (word.endsWith(":") ? ids.map((id) => word + id) : [word])))];
}

/**
 * What all card tables have in one column, each value once, in order.
 * @param {Grid} grid @param {(table: CardTable) => number} column @returns {string[]}
 */
function ofCards(grid, column) {
  const tables = grid.state.tables.filter((table) => table.cards);
  const texts = tables.flatMap((table) => table.rows.map((row) => textAt(grid, table, row, column(table))));
  return [...new Set(texts.filter(Boolean))].sort((one, other) => one.localeCompare(other));
}

/**
 * Opens a field in the cell that has the focus.
 * @param {Grid} grid @param {boolean} typing whether what is typed next replaces its text
 * @param {string} [typed] what is typed already
 */
export function edit(grid, typing, typed = "") {
  const { sheet, table } = current(grid);
  const { place } = sheet;
  const cell = cellAt(sheet, place);
  const row = table.rows.find((one) => one.id === place.row);
  if (!cell || !row || grid.editing) return;
  goTo(grid, sheet.order.indexOf(place.row), place.column);
  const column = table.columns[place.column];
  if (isGuarded(grid, table, row, place.column)) return say(grid, GUARDED, true);
  const text = textAt(grid, table, row, place.column);
  const field = makeField({
    label: `${column.title}, row ${row.number + FIRST_ROW}`,
    type: column.type,
    text,
    typing,
    offers: offersOf(grid, column, row.emblem),
    listId: `${grid.root.id}-offers`,
    leave: (text, rows, columns) => endEdit(grid, text, rows, columns),
    giveUp: () => endEdit(grid, null, 0, 0),
  });
  grid.editing = { sheet, place, cell, field };
  cell.replaceChildren(field.input);
  cell.classList.add("rt-edited");
  if (field.list) grid.parts.frame.append(field.list);
  field.input.addEventListener("blur", () => leaveField(grid, field));
  placeList(grid);
  enterField(field, column, typing);
  if (typed) field.write(typed);
}

/** @param {Field} field @param {Column} column @param {boolean} typing whether what is typed next replaces its text */
function enterField(field, column, typing) {
  if (column.type === "emblem") return enterPictures(field);
  field.input.focus({ preventScroll: true });
  if (!typing) field.input.setSelectionRange(field.input.value.length, field.input.value.length);
}

/**
 * Leaving the field keeps what was typed; going to another window does not end the edit.
 * @param {Grid} grid @param {Field} field
 */
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
export function closeField(grid, text) {
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
  const changed = row && text !== null && text !== textAt(grid, table, row, place.column);
  if (changed) setCells(grid, [[row.id, column.key, text]]);
  else grid.redraw();
}

/** Says what was being typed in a row that is gone now, so that it is not lost. @param {Grid} grid */
export function lostText(grid) {
  const { editing } = grid;
  if (!editing || tableOf(grid, editing.sheet.file).rows.some((row) => row.id === editing.place.row)) return "";
  grid.editing = null;
  editing.field.list?.remove();
  return `The row that you were typing in is gone. You had typed: ${editing.field.input.value}`;
}

/** Places the list of a field below its cell, or above it where there is no room. @param {Grid} grid */
export function placeList(grid) {
  const list = grid.editing?.field.list;
  if (!list || !grid.editing) return;
  placeBy(grid.editing.cell, list, grid.parts.frame);
}
