/**
 * How often each card scores, beside its name: measured, not typed, so that it is no cell to be edited.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {[number|null, number|null, number|null, number|null, number]} Score of 100 games: now, from, to, before, and -1, 0 or 1: its shift
 * @typedef {{files?: Record<string, Record<string, Score>>, stale?: boolean}} Scores
 */

import { element } from "../elements.js";
import { tableOf } from "./list.js";

const MOST = 100; // where a bar is full; copies of a card may score more often
const SHIFTS = { "-1": "▼", 0: "", 1: "▲" };

/** @param {Grid} grid @param {Scores} scores */
export function drawScores(grid, scores) {
  for (const sheet of grid.sheets.values()) {
    const rows = scores.files?.[sheet.file];
    if (!rows) continue;
    addColumn(sheet, tableOf(grid, sheet.file).name);
    sheet.grid.classList.toggle("rt-stale-scores", Boolean(scores.stale));
    for (const [id, line] of sheet.lines) showScore(line, tableOf(grid, sheet.file).name, rows[String(id)]);
  }
}

/** @param {Sheet} sheet @param {number} name */
function addColumn(sheet, name) {
  if (sheet.grid.querySelector("th.rt-scores")) return;
  const title = "How often the card scores, of 100 games; the mark is where it was before";
  const head = element("th", { scope: "col", role: "columnheader", class: "rt-scores", title }, "Scores ", element("small", {}, "of 100"));
  sheet.heads[name].after(head);
  sheet.grid.querySelectorAll("col")[name + 1].after(element("col", { class: "rt-column-scores" }));
  sheet.grid.setAttribute("aria-colcount", String(sheet.heads.length + 2)); // beside the numbers of rows
}

/** @param {import("./list.js").Line} line @param {number} name @param {Score|undefined} score */
function showScore(line, name, score) {
  if (!line.scores) {
    line.scores = element("td", { role: "gridcell", class: "rt-scores", "aria-readonly": "true" });
    line.cells[name].after(line.scores);
  }
  const told = JSON.stringify(score ?? null);
  if (line.scores.dataset.told === told) return;
  line.scores.dataset.told = told;
  const [now = null, low = null, high = null, before = null, shift = 0] = score ?? [];
  line.scores.classList.toggle("rt-shifted", shift !== 0);
  if (now === null) {
    line.scores.replaceChildren();
    return;
  }
  const range = low === null || high === null ? "" : `, ${low} to ${high}`;
  line.scores.title = `${now} of 100 games${range}${before === null ? "" : `; before ${before}`}`;
  line.scores.replaceChildren(bar(now, low, high, before), element("span", {}, `${Math.round(now)}${SHIFTS[/** @type {-1|0|1} */ (shift)]}`));
}

/** @param {number} now @param {number|null} low @param {number|null} high @param {number|null} before */
function bar(now, low, high, before) {
  const at = (/** @type {number} */ share) => Math.min(share, MOST);
  const parts = [element("i", { style: `width: ${at(now)}%` })];
  if (low !== null && high !== null) parts.push(element("b", { style: `left: ${at(low)}%; width: ${at(high) - at(low)}%` }));
  if (before !== null) parts.push(element("u", { style: `left: ${at(before)}%` }));
  return element("span", { class: "rt-score-bar", "aria-hidden": "true" }, ...parts);
}
