/**
 * The grid in which the cards of a deck are edited: real tables, used like a spreadsheet.
 *
 * The list, its checks and its history are in Python (card_grid.py). The page sends one edit after the other, shows
 * typed text at once, and adopts what Python answers. Every text enters the page as a text node. This script has the
 * frame and what is around the cells; the cells themselves are in the scripts beside it.
 *
 * @typedef {import("./list.js").Column} Column
 * @typedef {import("./list.js").CardTable} CardTable
 * @typedef {import("./list.js").Finding} Finding
 * @typedef {import("./list.js").State} State
 * @typedef {import("./list.js").Face} Face
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { cardPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { wantsLargeType } from "../large_type.js";
import { drawSheet } from "./cells.js";
import { showColumns, showWide, turnColumns } from "./columns.js";
import { closeField, lostText, placeList } from "./edit.js";
import { makeFind, showFound } from "./find.js";
import { findingParts } from "./findings.js";
import { askForCard, choose, goTo, say, showDetails, showRange, stepToHead } from "./focus.js";
import { hearKey, listen } from "./input.js";
import { current, LEVELS, numbered } from "./list.js";
import { cardFigures, drawMeasured, showFilter } from "./measured.js";
import { drawPiles, makePiles, noPiles, showPlace, tellPiles, turnTo } from "./piles.js";
import { act, BUTTONS, setCells, showSize, showSorting, sort } from "./steps.js";
import { Edits } from "./edits.js";

/** @type {WeakMap<HTMLElement, Grid>} */
const grids = new WeakMap();
let gridCount = 0;

const MOST_FINDINGS = 100; // that are listed; the cells show all

// ---------------------------------------------------------------- heads and tabs

/** @param {Grid} grid @param {CardTable} table @returns {Sheet} */
function makeSheet(grid, table) {
  const body = element("tbody", { role: "rowgroup" });
  const named = { scope: "col", role: "columnheader" };
  const heads = table.columns.map(({ type }) => element("th", { ...named, class: `rt-type-${type}` }));
  heads[table.name]?.classList.add("rt-name");
  const corner = element("td", { class: "rt-number rt-corner" });
  const top = element("tr", { role: "row" }, corner, ...heads);
  const columns = table.columns.map(({ type, key }) => element("col", { class: `rt-column-${type}`, "data-key": key }));
  const gridTable = element(
    "table",
    {
      role: "grid",
      class: "rt-sheet",
      "aria-label": table.title,
      "aria-multiselectable": "true",
      "aria-description": "Escape and then Tab leaves the grid. The keys are listed below it.",
    },
    element("caption"), // on paper, where there are no tabs
    element("colgroup", {}, element("col", { class: "rt-column-head" }), ...columns),
    element("thead", { role: "rowgroup" }, top),
    body,
  );
  gridTable.style.setProperty("--columns", String(table.columns.length));
  const scroller = element("div", { class: "rt-scroller" }, gridTable);
  const none = element("p", { class: "rt-none" }, "There are no rows. Add one.");
  const panel = element("div", { class: "rt-panel" }, scroller, none);
  const place = { row: table.rows[0]?.id ?? -1, column: table.name };
  const sheet = { file: table.file, panel, scroller, grid: gridTable, body, heads, measured: new Map(), lines: new Map(), order: [] };
  const made = { ...sheet, place, reach: place, selected: new Set(), stop: null, hidden: null };
  table.columns.forEach((column, number) => {
    const help = `${column.help}${column.required ? " (needed)" : ""}`;
    const goDown = () => goTo(grid, 0, number);
    heads[number].append(headButton(column.title, help, () => sort(grid, made, column.key), goDown));
  });
  listen(grid, made);
  return made;
}

/** @param {string} words @param {string} help @param {() => void} press @param {() => void} goDown */
function headButton(words, help, press, goDown) {
  const title = `${help}. Press to sort: that changes the order of the list, and Undo brings it back.`;
  const made = plainButton(words, { class: "rt-sort", tabindex: -1, title }, press);
  made.append(element("span", { class: "rt-order", "aria-hidden": "true" }));
  made.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyName(event)];
    if (step) stepToHead(made, step);
    else if (keyName(event) === "ArrowDown") goDown();
    else return;
    event.preventDefault();
  });
  return made;
}

/** The head of a measured column: going down from it leads to the cards' names. @param {Grid} grid */
function measuredHead(grid) {
  return (/** @type {Sheet} */ sheet, /** @type {import("./measured.js").Column} */ { key, title, of, help }) => {
    const made = headButton(title, help, () => sort(grid, sheet, key, true), () => goTo(grid, 0, current(grid).table.name));
    if (of) made.firstChild?.after(" ", element("small", {}, of));
    return made;
  };
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
    panel.hidden = !chosen || grid.piles.on;
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
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyName(event)];
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
  grid.redraw();
  askForCard(grid);
}

// ---------------------------------------------------------------- beside the grid

/** All findings; those about a cell lead to it. @param {Grid} grid */
function showFindings(grid) {
  const { findings } = grid.state;
  const { list, summary } = grid.parts;
  const counts = LEVELS.map((level) => [level, findings.filter((one) => one.level === level).length]);
  const some = counts.filter(([, count]) => count);
  const words = some.map(([level, count]) => `${count} ${level}${count === 1 ? "" : "s"}`);
  summary.textContent = words.length ? `Findings: ${words.join(", ")}` : "Findings: none";
  const key = JSON.stringify(findings);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  const shown = findings.slice(0, MOST_FINDINGS).map((finding) => element("li", {}, findingElement(grid, finding)));
  const more = findings.length - shown.length;
  list.replaceChildren(...shown, ...(more > 0 ? [element("li", {}, `… and ${more} more`)] : []));
  if (focused >= 0) [...list.querySelectorAll("button")].at(Math.min(focused, list.children.length - 1))?.focus();
}

/** @param {Grid} grid @param {Finding} finding */
function findingElement(grid, finding) {
  const parts = [element("span", { class: "rt-where" }, finding.place), ...findingParts(finding)];
  if (finding.row === null) return element("p", { class: "rt-finding" }, ...parts);
  const { file, row, column } = finding;
  const made = plainButton("", { class: "rt-finding" }, () => jump(grid, file, Number(row), column));
  made.append(...parts);
  return made;
}

/** Goes to a cell of any table. @param {Grid} grid @param {string} file @param {number} row @param {string} column */
function jump(grid, file, row, column) {
  if (!grid.sheets.has(file)) return;
  turnTo(grid, false); // a cell is in the table alone
  if (file !== grid.file) showTable(grid, file);
  const { sheet, table } = current(grid);
  const number = table.columns.findIndex((one) => one.key === column);
  if (grid.left.get(file)?.has(row)) {
    grid.left.delete(file); // the row is one of those left out
    grid.redraw();
  }
  if (sheet.hidden?.delete(number)) grid.redraw();
  if (sheet.lines.has(row)) goTo(grid, sheet.order.indexOf(row), number < 0 ? table.name : number);
}

/** A studio has a place for the card above its proof; elsewhere it is beside the cells. @param {Grid} grid */
function placeCard({ root, parts: { preview } }) {
  const place = root.closest(".rt-studio")?.querySelector(".rt-card-place");
  if (place && preview.parentElement !== place) place.replaceChildren(preview);
}

/** @param {Grid} grid */
function showFace(grid) {
  const { face, parts } = grid;
  placeCard(grid);
  const figures = face ? cardFigures(grid, face.file, face.row) : null;
  parts.figures.replaceChildren(...(figures ? [figures] : []));
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
  ["Type, F2 or a second click", "edit the cell; Enter or Tab keeps it, Ctrl+Enter too and stays, Escape gives up"],
  ["Delete", "empty the range"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste, also to and from a spreadsheet"],
  ["Ctrl+D", "fill the range with its first row"],
  ["Ctrl+F, Ctrl+H", "find, replace; ids stay as they are"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Alt+Up, Alt+Down, Alt+Enter", "move rows, add a row"],
  ["Up from the first row", "to the column heads: Enter sorts"],
  ["In piles: arrows, Home, End", "go to another card; Enter, or a second press, asks where it is to go"],
  ["Escape, then Tab", "leave the grid"],
  ["F6, Shift+F6", "in a studio: to the next pane, and back"],
];

/** A toolbar is one Tab stop; arrow keys move inside it. @param {Grid} grid */
function makeTools(grid) {
  const tools = Object.fromEntries(
    BUTTONS.map(([key, label, keys]) => {
      const shortcut = keys.replace("Ctrl", "Control").replace(/(Up|Down)$/, "Arrow$1");
      const named = { class: "rt-tool", tabindex: -1, title: keys || null, "aria-keyshortcuts": shortcut || null };
      return [key, plainButton(label, { ...named, "data-tool": key }, () => act[key](grid))];
    }),
  );
  const named = { class: "rt-tools", role: "toolbar", "aria-label": "Card list" };
  const bar = element("div", named, ...Object.values(tools));
  tools.add.tabIndex = 0;
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyName(event)];
    const buttons = /** @type {HTMLElement[]} */ ([...bar.children]).filter((one) => one.offsetParent !== null); // a studio has undo in its bar
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

/** The lasting frame; live regions must outlive what they announce. @param {Grid} grid */
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
    ...makeFind(grid, (cells) => setCells(grid, cells)),
    ...makePiles(grid),
    tabs: element("div", { class: "rt-sheet-tabs", role: "tablist", "aria-label": "Tables" }),
    status: element("p", { class: "rt-status", role: "status" }),
    range: element("p", { class: "rt-range" }),
    columns: plainButton("", { class: "rt-tool rt-all-columns" }, () => turnColumns(grid)),
    keys: element("details", { class: "rt-keys" }, element("summary", {}, "Keys"), element("dl", {}, ...keys)),
    where: titled("this-cell"),
    help: element("p", { class: "rt-help" }),
    whole: element("p", { class: "rt-whole" }),
    here: element("ul", { class: "rt-here", "aria-live": "polite" }),
    picture: titled("the-card"),
    face: element("div", { class: "rt-table rt-face" }),
    figures: element("div"),
    note: element("p", { class: "rt-face-note" }),
    summary: titled("findings"),
    list: element("ul", { class: "rt-all-findings", tabindex: 0, "aria-labelledby": `${root.id}-findings` }),
  };
  parts.picture.textContent = "The card";
  const said = element("div", { class: "rt-said-line" }, parts.status, parts.range, parts.columns);
  const panels = element("div", { class: "rt-panels" }, parts.piles);
  const head = element("div", { class: "rt-work-head" }, parts.views, parts.pileTools, bar);
  const work = element("div", { class: "rt-work" }, head, parts.find, parts.tabs, panels, said, parts.keys);
  const preview = section("the-card", parts.picture, element("div", { class: "rt-face-and-figures" }, parts.face, parts.figures), parts.note);
  const cell = section("this-cell", parts.where, parts.help, parts.whole, parts.here);
  const beside = element("div", { class: "rt-beside" }, cell, preview, section("findings", parts.summary, parts.list));
  const frame = element("div", { class: "rt-grid-frame" }, work, beside);
  root.replaceChildren(frame);
  return { ...parts, panels, preview, frame };
}

/** @param {Grid} grid */
function showTools(grid) {
  const { state, parts } = grid;
  const none = !current(grid).sheet.order.length;
  const off = { undo: !state.undo, redo: !state.redo, duplicate: none, delete: none, up: none, down: none };
  for (const [key, disabled] of Object.entries(off)) parts.tools[key].setAttribute("aria-disabled", String(disabled));
  parts.tools.undo.title = state.undo ? `Undo: ${state.undo} (Ctrl+Z)` : "There is nothing to undo";
  showFilter(grid, parts.tools.shifted);
  showWide(grid);
  parts.tools.redo.title = state.redo ? `Redo: ${state.redo} (Ctrl+Y)` : "There is nothing to redo";
}

// ---------------------------------------------------------------- the whole grid

/** What a grid is built for: the tables and their columns. @param {State} state */
function shapeOf(state) {
  return JSON.stringify(state.tables.map(({ file, columns }) => [file, columns]));
}

/** @param {HTMLElement} root @param {State} state @param {(message: object) => void} send @returns {Grid} */
function makeGrid(root, state, send) {
  root.id = root.id || `rt-grid-${(gridCount += 1)}`;
  root.classList.add("rt-grid");
  root.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab applies x, c, v and the arrows to its own cells
  const edits = new Edits(() => say(grid, "The kernel has not answered yet; what you did waits here."));
  const work = { edits, sheets: new Map(), file: state.tables[0].file, editing: null };
  const marks = { wide: false, leaving: false, tabbed: null, sorted: null, looked: "", drawing: false, face: null, drawn: "", shape: shapeOf(state), measured: {}, left: new Map(), piles: noPiles() };
  const grid = /** @type {Grid} */ ({ root, state, send, parts: {}, ...work, ...marks });
  grid.redraw = () => redraw(grid);
  grid.parts = makeParts(grid);
  showSize(grid, wantsLargeType());
  for (const table of state.tables) grid.sheets.set(table.file, makeSheet(grid, table));
  grid.parts.frame.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => hearKey(grid, event));
  grids.set(root, grid);
  return grid;
}

/** Updates everything that has changed. @param {Grid} grid */
function redraw(grid) {
  grid.drawing = true;
  const { sheet } = current(grid);
  drawTabs(grid);
  for (const one of grid.sheets.values()) drawSheet(grid, one); // on paper all of them are visible
  drawMeasured(grid, measuredHead(grid));
  for (const one of grid.sheets.values()) showColumns(grid, one);
  showRange(grid);
  showDetails(grid);
  showFindings(grid);
  showSorting(grid, sheet);
  showFound(grid);
  showTools(grid);
  drawPiles(grid);
  placeList(grid);
  grid.drawing = false;
}

/** Redraws cells with categories when the look of a category has changed. @param {Grid} grid */
function forgetSymbols(grid) {
  const drawn = JSON.stringify(grid.state.symbols);
  if (drawn === grid.drawn) return;
  grid.drawn = drawn;
  for (const sheet of grid.sheets.values()) for (const line of sheet.lines.values()) line.shown.fill("\u0000");
}

/**
 * Draws a state of the list into `root`; redrawing keeps the focus, the place and what is being typed.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {(message: object) => void} send
 * @param {Face|null} [face] the card of the row that has the focus
 */
export function draw(root, state, send, face = null) {
  numbered(state);
  const kept = grids.get(root);
  const known = kept?.shape === shapeOf(state) ? kept : null; // otherwise it is another game's list
  const grid = known ?? makeGrid(root, state, send);
  const before = grid.state.status;
  grid.edits.send = send;
  const answered = grid.edits.answeredBy(state);
  Object.assign(grid, { state, send });
  const lost = lostText(grid);
  forgetSymbols(grid);
  grid.redraw();
  if (answered || before !== state.status || !known) say(grid, state.status, state.refused);
  if (answered && !state.refused) answered.then?.();
  if (lost) say(grid, lost, true);
  showCard(root, face);
  grid.edits.go();
  root.dataset.waiting = String(grid.edits.waiting.length);
  if (!known) askForCard(grid);
}

/** Shows the card of the row that has the focus. @param {HTMLElement} root @param {Face|null} face */
export function showCard(root, face) {
  const grid = grids.get(root);
  if (!grid) return;
  grid.face = face;
  showFace(grid);
}

/** Shows what was measured of each card. @param {HTMLElement} root @param {import("./measured.js").Measured} measured */
export function showMeasured(root, measured) {
  const grid = grids.get(root);
  if (!grid) return;
  grid.measured = measured;
  drawMeasured(grid, measuredHead(grid));
  for (const sheet of grid.sheets.values()) showColumns(grid, sheet);
  showFilter(grid, grid.parts.tools.shifted);
  showFace(grid);
  drawPiles(grid);
}

/** Takes in what Python says about the piles on show. @param {HTMLElement} root @param {Partial<import("./piles.js").Told>} told */
export function showPiles(root, told) {
  const grid = grids.get(root);
  if (grid) tellPiles(grid, told);
}

/**
 * Puts the focus on a cell of any table.
 * @param {HTMLElement} root @param {string} file @param {number} row @param {string} column
 */
export function show(root, file, row, column) {
  const grid = grids.get(root);
  if (grid) jump(grid, file, row, column);
}

/**
 * Selects a row of any table and brings it into view, in piles too, without moving the focus.
 * @param {HTMLElement} root @param {string} file @param {number} row
 */
export function select(root, file, row) {
  const grid = grids.get(root);
  const sheet = grid?.sheets.get(file);
  if (!grid || !sheet || grid.editing || !sheet.lines.has(row)) return;
  choose(grid, file, row, sheet.place.column);
  grid.redraw();
  showPlace(grid);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(root);
  const send = (/** @type {object} */ message) => model.send(message);
  const redrawn = () => {
    const state = JSON.parse(model.get("grid"));
    if (state?.tables) draw(root, state, send, structuredClone(model.get("face")));
  };
  const measured = () => showMeasured(root, structuredClone(model.get("measured")));
  const laid = () => showPiles(root, structuredClone(model.get("piles")));
  const faced = () => showCard(root, structuredClone(model.get("face")));
  const hear = (/** @type {{type: string, file: string, row: number, column: string}} */ { type, file, row, column }) => {
    if (type === "show") show(root, file, row, column);
    else if (type === "select") select(root, file, row);
  };
  const heard = /** @type {[string, Function][]} */ ([
    ["change:grid", redrawn],
    ["change:face", faced],
    ["change:measured", measured],
    ["change:piles", laid],
    ["msg:custom", hear],
  ]);
  for (const [event, listener] of heard) model.on(event, listener);
  redrawn();
  measured();
  laid();
  return () => heard.forEach(([event, listener]) => model.off?.(event, listener));
}

export default { render };
