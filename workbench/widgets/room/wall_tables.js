/**
 * The wall where a class plays at several tables: who plays whom and how far they are, beside the standings; or the
 * standings alone.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./about.js").Table} Table
 * @typedef {{name: string, arms: number, fact: [string, string], won: boolean}} Seated
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { counted, players, sentence } from "./about.js";
import { fill, shield } from "./parts.js";
import { joinSmall, wallBar } from "./wall_parts.js";

const HEIGHT = 76; // of all tables, in units of the wall
const BETWEEN = 0.45; // of a line, from table to table
const COLUMNS = [2, 3, 4, 5, 6];
const LINE = 4.4; // the least height of a line that can be read from the last row
const LARGEST = 11;
const MOST_CUPS = 3;
const BESIDE = 8; // people in the standings beside the tables
const ROWS = 10; // of the standings alone

/** Everybody at a table, seat by seat. @param {Room} room @param {Table} table @returns {Seated[]} */
export function seatedAt(room, table) {
  return (table.facts ?? []).map((fact, seat) => {
    const people = room.people.filter((one) => one.table === table.table && one.seat === seat);
    const bot = room.bots.find((one) => one.table === table.table && one.seat === seat);
    const name = people.map((one) => one.name).join(", ") || bot?.name || `Seat ${seat + 1}`;
    return { name, arms: people[0]?.arms ?? bot?.arms ?? seat, fact, won: table.winners.includes(seat) };
  });
}

/** How many columns of tables there are, and how high a line is. @param {number} tables @param {number} lines of the largest table */
function measures(tables, lines) {
  const all = COLUMNS.map((columns) => ({ columns, line: HEIGHT / (Math.ceil(tables / columns) * (lines + BETWEEN)) }));
  const best = all.find(({ line }) => line >= LINE) ?? all[all.length - 1];
  return { columns: Math.min(best.columns, tables), line: Math.min(best.line, LARGEST) };
}

/** What somebody has: as cups that fill if few of them win, else as a figure. @param {[string, string]} fact @param {number} goal */
function factElement([label, value], goal) {
  const have = Number(value);
  if (!goal || goal > MOST_CUPS || !Number.isInteger(have)) return element("span", { class: "rm-has", title: label }, value);
  const cups = Array.from({ length: Math.max(goal, have) }, (_, number) => element("i", { class: number < have ? "rm-cup-won" : null }, emblemPicture("chalice")));
  return element("span", { class: "rm-cups" }, element("span", { class: "wb-unseen" }, `${value} ${label}`), ...cups);
}

/** @param {Room} room @param {Table} table */
function tableElement(room, table) {
  const lines = seatedAt(room, table).map(({ name, arms, fact, won }) =>
    element("p", { class: table.over && !won ? "rm-has-lost" : null }, shield(arms), element("span", { class: "rm-whom" }, name), factElement(fact, table.goal ?? 0)),
  );
  return element("li", { class: `rm-table${table.over ? " rm-table-done" : ""}` }, element("b", { class: "rm-number" }, String(table.table + 1)), element("div", {}, ...lines));
}

/** @param {Room} room @param {number} most */
function standingRows(room, most) {
  const { rows = [] } = room.standings ?? {};
  return rows.slice(0, most).flatMap(([id, , own, others]) => {
    const person = room.people.find((one) => one.id === id);
    return person ? [element("li", {}, shield(person.arms), element("b", {}, person.name), element("span", {}, `${own} : ${others}`))] : [];
  });
}

const TIMES = ["", "once", "twice"];

/** How many have won how often, as a sentence. @param {Room} room */
function restWords({ standings }) {
  const wins = (standings?.rows ?? []).map(([, won]) => won);
  const groups = [...new Set(wins)].sort((one, other) => other - one).slice(0, 4);
  const words = groups.flatMap((won, at) => {
    const many = wins.filter((one) => one === won).length;
    const has = at ? "" : many === 1 ? "has won " : "have won ";
    const part = won ? `${has}${TIMES[won] ?? `${won} times`}` : `${many === 1 ? "is" : "are"} still to win`;
    return [at ? ", " : "", element("b", {}, String(many)), ` ${part}`];
  });
  return words.length ? [...words, "."] : [];
}

/** The standings beside the tables; before the first round is over, what they will show. @param {Room} room */
function standingsElement(room) {
  const { after = 0, called = "" } = room.standings ?? {};
  const title = after ? `After round ${after}` : "Standings";
  const head = element("h2", {}, title, element("small", {}, after ? called || "beaten : lost to" : ""));
  const rest = after ? restWords(room) : ["They stand here after the first round: by matches won, then by ", called || "how many were beaten", "."];
  return element("section", { class: "rm-standings" }, head, element("ol", {}, ...standingRows(room, BESIDE)), element("p", { class: "rm-rest" }, ...rest));
}

/** What is so now, in bold, then what comes next. @param {Room} room */
function ribbonWords(room) {
  const { tables, round, stage } = room;
  const done = tables.filter(({ over }) => over).length;
  const next = `In round ${round + 1}, winners meet winners.`;
  if (stage === "closed") return [element("b", {}, "The room is closed."), " Everybody’s results are kept."];
  if (stage === "over") return [element("b", {}, `Round ${round} is over.`), ` ${next}`];
  if (!done) return [element("b", {}, `All ${counted(tables.length, "table")} play.`), round === 1 ? " The lot has said who meets whom." : " Winners meet winners."];
  return [element("b", {}, `${sentence(counted(done, "table"))} ${done === 1 ? "is" : "are"} done.`), ` ${next}`];
}

/** @param {Room} room */
function ribbon(room) {
  return element("p", { class: "rm-ribbon", role: "status" }, element("span", {}, ...ribbonWords(room)));
}

/** Shows all tables. @param {HTMLElement} screen @param {Room} room */
export function drawTables(screen, room) {
  const most = Math.max(...room.tables.map(({ facts = [] }) => facts.length));
  const { columns, line } = measures(room.tables.length, most);
  const list = element("ol", { class: "rm-tables", "aria-label": counted(room.tables.length, "table") }, ...room.tables.map((table) => tableElement(room, table)));
  list.style.setProperty("--columns", String(columns));
  list.style.setProperty("--line", line.toFixed(2));
  const grid = element("div", { class: "rm-tables-and-standings" }, list, standingsElement(room));
  fill(screen, element("main", { class: "rm-wall rm-at-tables" }, wallBar(room, `Round ${room.round}`, joinSmall(room)), grid, ribbon(room)));
}

/** Shows how everybody stands. @param {HTMLElement} screen @param {Room} room */
export function drawStandings(screen, room) {
  const { after = 0, called = "", rows = [] } = room.standings ?? {};
  const many = Math.max(rows.length, players(room).length);
  const list = element("ol", { class: "rm-all-standing" }, ...standingRows(room, many));
  list.style.setProperty("--rows", String(Math.max(ROWS, Math.ceil(many / 3))));
  const head = element("h2", {}, after ? `After round ${after}` : "Nobody has won yet", element("small", {}, after ? called || "beaten : lost to" : ""));
  const sheet = element("section", { class: "rm-standings" }, head, list, element("p", { class: "rm-rest" }, ...restWords(room)));
  fill(screen, element("main", { class: "rm-wall rm-at-tables" }, wallBar(room, "", room.stage === "closed" ? undefined : joinSmall(room)), element("div", { class: "rm-standings-alone" }, sheet), ribbon(room)));
}
