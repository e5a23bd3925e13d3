/**
 * The end of a game at the host's desk: who came where, and the files to take home.
 *
 * @typedef {import("./host.js").Host} Host
 * @typedef {{columns: string[], rows: {person: number, place: number, figures: (string|number)[]}[]}} Results
 */

import { element, plainButton } from "../elements.js";
import { download } from "../kernel_thread.js";
import { within } from "./about.js";
import { shield } from "./parts.js";

const TABLES = /** @type {[string, string][]} */ ([["results.xlsx", "Results, XLSX"], ["results.csv", "Results, CSV"], ["moves.csv", "Moves, CSV"]]);
const ONE = /** @type {[string, string][]} */ ([...TABLES, ["match.json", "The game, to replay"]]);
const MANY = /** @type {[string, string][]} */ ([["standings.csv", "Standings, CSV"], ...TABLES, ["matches.zip", "All games, to replay"]]);

/** Fetches a file; the key is posted, so that it is in no address. @param {Host} host @param {string} name */
async function take(host, name) {
  try {
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key: host.key, arms: host.arms }) };
    const answer = await fetch(within(`files/${name}`), post);
    if (!answer.ok) throw new Error((await answer.json()).error);
    const content = await answer.blob();
    download(`${host.room.code}-${name}`, content, content.type);
    host.notice = "";
  } catch (fault) {
    host.notice = `${name} did not come: ${fault instanceof Error && fault.message ? fault.message : "the room does not answer"}. Try again.`;
  }
  host.draw();
}

/** The table of results. @param {Host} host @param {Results} results */
function resultsTable({ room }, { columns, rows }) {
  const head = element("tr", {}, element("th", { scope: "col" }, "place"), element("th", { scope: "col" }, "name"), ...columns.map((title) => element("th", { scope: "col", class: "rm-figure" }, title)));
  const lines = rows.flatMap(({ person, place, figures }) => {
    const one = room.people.find(({ id }) => id === person);
    if (!one) return [];
    const name = element("th", { scope: "row" }, element("span", { class: "rm-named" }, shield(one.arms), one.name));
    return [element("tr", {}, element("td", {}, String(place)), name, ...figures.map((figure) => element("td", { class: "rm-figure" }, String(figure))))];
  });
  return element("table", { class: "rm-results" }, element("thead", {}, head), element("tbody", {}, ...lines));
}

/** What decided some of the matches. @param {Host} host @returns {HTMLElement[]} */
function worthTelling({ room: { telling = [] } }) {
  if (!telling.length) return [];
  const told = telling.map(({ arms, words }) => element("li", {}, shield(arms), element("p", {}, words)));
  return [element("h2", {}, "Worth telling"), element("ul", { class: "rm-telling" }, ...told)];
}

/** What is shown at the end; nothing before. @param {Host} host @returns {HTMLElement[]} */
export function endParts(host) {
  const { room } = host;
  if (room.forgotten || (room.stage !== "over" && !(room.stage === "closed" && room.round))) return [];
  const buttons = (room.several || room.round > 1 ? MANY : ONE).map(([name, words]) => plainButton(words, { class: "wb-button", "data-key": `file:${name}` }, () => take(host, name)));
  const table = room.results ? [element("h2", {}, "Results"), resultsTable(host, room.results)] : [];
  const arms = element("label", { class: "rm-choice" }, element("input", { type: "checkbox", checked: host.arms, "data-key": "arms" }), "Arms instead of names");
  arms.addEventListener("change", () => (host.arms = /** @type {HTMLInputElement} */ (arms.querySelector("input")).checked));
  const purge = "The room is kept for 30 days after it is closed, or until you delete it.";
  const left = table.length ? [element("div", { class: "rm-ranked" }, ...table)] : [];
  return [...left, element("div", { class: "rm-to-keep" }, ...worthTelling(host), element("h2", {}, "Keep it"), element("div", { class: "rm-acts rm-files" }, ...buttons, arms), element("p", { class: "wb-soft" }, purge))];
}
