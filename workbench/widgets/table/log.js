/**
 * What has happened: the last event as one sentence in the bar, and all lines in a drawer at the right, by person, by round,
 * and by search words.
 *
 * @typedef {import("./scene.js").LogNote} LogNote
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { seatShield } from "./arms.js";
import { withNames } from "./glossary.js";
import { actorOf, storyOf } from "./scene.js";
import { hasAll, marked, wordsOf } from "./searching.js";

const MOST_ROUNDS = 8; // that fit in a row; more go into a list
/** @type {LogNote} */
const NO_NOTE = [0, null, [], false, [], 0];

/**
 * Adds only the new lines, so that a screen reader reads only those. The newest turn is on top; within a turn, lines
 * are in the order in which they were told.
 * @param {Table} table
 */
export function showLog(table) {
  const list = table.parts.log;
  const following = table.drawer === "log" && list.scrollTop < list.clientHeight - list.scrollHeight + 2;
  const { log: lines, notes = [], since = 0 } = table.scene;
  const kept = overlap(table.log, lines);
  const shown = [...list.querySelectorAll("p")];
  if (kept === 0) list.replaceChildren();
  else for (const line of shown.slice(0, shown.length - kept)) takeAway(line);
  lines.slice(kept).forEach((line, number) => turnElement(table, notes[kept + number]).append(lineElement(table, line, notes[kept + number])));
  table.log = [...lines];
  const all = list.querySelectorAll("p");
  const first = since < all.length ? all.length - since : all.length; // before its first act, nothing is new to a seat
  all.forEach((line, number) => line.classList.toggle("rt-new", number >= first));
  filterLog(table);
  if (following) toNewest(list);
}

/** Scrolls to the newest line: the list grows upward from its foot. @param {HTMLElement} list */
export function toNewest(list) {
  list.scrollTop = -list.scrollHeight;
}

/** Removes a line that is no longer told, and its turn with the last of its lines. @param {HTMLElement} line */
function takeAway(line) {
  const turn = line.parentElement;
  line.remove();
  if (turn && !turn.querySelector("p")) turn.remove();
}

/** The turn of the next line; a new turn begins with its heading. @param {Table} table @param {LogNote} [note] @returns {Element} */
function turnElement({ parts, scene }, [turn, whose, , , , round = 0] = NO_NOTE) {
  const last = parts.log.lastElementChild;
  const key = `${round}:${turn}`;
  if (last instanceof HTMLElement && last.dataset.turn === key) return last;
  const made = element("section", { "data-turn": key, "data-round": round }, element("h4", {}, turnWords(scene, turn, whose, round)));
  parts.log.append(made);
  return made;
}

/** @param {Scene} scene @param {number} turn @param {number|null} whose @param {number} round */
function turnWords(scene, turn, whose, round) {
  if (!turn && !round) return "The beginning";
  const name = scene.seats.find(({ seat }) => seat === whose)?.name;
  const numbers = [round ? `Round ${round}` : "", turn && (name || !round) ? `turn ${turn}` : ""].filter(Boolean).join(", ");
  return [numbers.charAt(0).toUpperCase() + numbers.slice(1), name].filter(Boolean).join(": ");
}

/** @param {Table} table @param {string} line @param {LogNote} [note] */
function lineElement({ scene }, line, note = NO_NOTE) {
  const [, , seats, hidden, hearers] = note;
  const actor = seats.length && !hidden ? seats[0] : actorOf(scene, line);
  const words = element("span", { class: "rt-line-words" });
  const secret = hidden ? element("span", { class: "rt-secret" }, secretWords(scene, hearers)) : null;
  const made = element("p", { "data-of": seats.join(" "), "data-line": line, class: hidden ? "rt-private" : null }, actor === null ? null : seatShield(scene, actor), words, secret);
  fill(scene, made, []);
  return made;
}

/** Writes a line, with the search words marked. @param {Scene} scene @param {HTMLElement} line @param {string[]} words */
function fill(scene, line, words) {
  const names = scene.seats.map(({ name }) => name);
  const parts = withNames(line.dataset.line ?? "", names).flatMap((part) => {
    if (typeof part === "string") return marked(part, words);
    part.replaceChildren(...marked(part.textContent ?? "", words));
    return [part];
  });
  line.querySelector(".rt-line-words")?.replaceChildren(...parts);
  line.toggleAttribute("data-marked", words.length > 0);
}

/** Who else can read a line. @param {Scene} scene @param {number[]} hearers */
function secretWords(scene, hearers) {
  const names = scene.seats.filter(({ seat }) => hearers.includes(seat)).map(({ name }) => name);
  return `Only ${["you", ...names].join(" and ")} can read this.`;
}

/** How many of the first new lines are the last old ones. @param {string[]} old @param {string[]} lines */
function overlap(old, lines) {
  for (let size = Math.min(old.length, lines.length); size > 0; size -= 1) {
    const tail = old.slice(old.length - size);
    if (tail.every((line, place) => line === lines[place])) return size;
  }
  return 0;
}

/** The last event, with the shield of whose it is. @param {Table} table */
export function drawStory({ scene, parts }) {
  const [seat, sentence] = storyOf(scene);
  parts.story.hidden = !sentence;
  parts.story.replaceChildren(...[seat === null ? null : seatShield(scene, seat), element("span", {}, sentence)].filter((part) => part !== null));
}

/** Shows only the lines of one person, of one round, with the search words. @param {Table} table */
function filterLog({ parts, heard, round, sought, scene }) {
  const words = wordsOf(sought);
  let shown = 0;
  for (const turn of parts.log.children) {
    let any = false;
    for (const line of turn.querySelectorAll("p")) {
      const ofPerson = heard === null || String(line.dataset.of).split(" ").includes(String(heard));
      const inRound = round === null || /** @type {HTMLElement} */ (turn).dataset.round === String(round);
      line.hidden = !ofPerson || !inRound || !hasAll(line.dataset.line ?? "", words);
      if (!line.hidden && (words.length || line.hasAttribute("data-marked"))) fill(scene, line, words);
      if (!line.hidden) shown += 1;
      any ||= !line.hidden;
    }
    /** @type {HTMLElement} */ (turn).hidden = !any;
  }
  const name = scene.seats.find(({ seat }) => seat === heard)?.name ?? "Everybody";
  const told = [round === null ? ", all rounds" : `, round ${round}`, sought.trim() ? `, with “${sought.trim()}”` : ""].join("");
  const count = `${shown} of ${scene.log.length} lines`;
  if (parts.filtered.textContent !== `${name}${told}. ${count}`) parts.filtered.replaceChildren(element("b", {}, name), `${told}. `, element("span", {}, count));
  parts.nothing.hidden = shown > 0;
}

/** The lasting parts of the panel: search, people, rounds, lines. @param {Table} table */
export function logPanel(table) {
  const { parts } = table;
  const close = plainButton("Close", { class: "rt-close", "data-key": "log:close", "aria-keyshortcuts": "Escape" }, () => table.shut());
  const search = /** @type {HTMLInputElement} */ (element("input", { type: "search", maxlength: 100, class: "rt-search", placeholder: "Search", "aria-label": "Search the log", "data-key": "log:search" }));
  search.addEventListener("input", () => {
    table.sought = search.value;
    filterLog(table);
  });
  parts.panelHead = element("div", { class: "rt-panel-head" }, element("h3", {}, "What has happened"), close);
  parts.filters = element("div", { class: "rt-filters", role: "group", "aria-label": "Whose lines" });
  parts.rounds = element("div", { class: "rt-rounds", role: "group", "aria-label": "Round" });
  parts.filtered = element("p", { class: "rt-filtered", role: "status" });
  parts.nothing = element("p", { class: "rt-nothing-found", hidden: true }, "No line fits. Try fewer words, or All.");
  parts.panelFoot = element("p", { class: "rt-panel-foot" });
  parts.finders = element("div", { class: "rt-finders" }, parts.panelHead, search, parts.filters, parts.rounds, parts.filtered, parts.nothing);
  return element("section", { class: "rt-log", "aria-label": "What has happened" }, parts.finders, parts.log, parts.panelFoot);
}

/** Whose lines, of which round; and what piles hold, at the foot. @param {Table} table */
export function drawLogPanel(table) {
  const { parts, scene } = table;
  const open = table.drawer === "log";
  parts.finders.hidden = !open;
  parts.panelFoot.hidden = !open;
  if (!open) return;
  const everybody = filterButton(table, null, "All", null);
  const people = scene.seats.map(({ seat, name }) => filterButton(table, seat, name, seatShield(scene, seat)));
  parts.filters.classList.toggle("rt-many", people.length > 8);
  parts.filters.replaceChildren(everybody, ...people);
  drawRounds(table);
  const piles = scene.zones.filter(({ layout }) => layout === "pile");
  const counts = piles.map(({ title, count }) => element("span", {}, element("b", {}, String(count)), ` ${title}`));
  parts.panelFoot.replaceChildren(...counts);
  filterLog(table);
}

/** The rounds that have been told, as buttons or, if there are many, as a list. @param {Table} table */
function drawRounds(table) {
  const { parts, scene } = table;
  const rounds = [...new Set((scene.notes ?? []).map(([, , , , , round = 0]) => round))].filter(Boolean);
  if (table.round !== null && !rounds.includes(table.round)) table.round = null;
  parts.rounds.hidden = rounds.length < 2;
  const title = element("span", {}, "Round");
  if (rounds.length > MOST_ROUNDS) return parts.rounds.replaceChildren(title, roundList(table, rounds));
  return parts.rounds.replaceChildren(title, ...[null, ...rounds].map((round) => roundButton(table, round)));
}

/** @param {Table} table @param {number|null} round */
function roundButton(table, round) {
  const named = { class: "rt-round-of", "aria-pressed": String(table.round === round), "data-key": `log:round:${round ?? "all"}` };
  return plainButton(String(round ?? "all"), named, () => chooseRound(table, round));
}

/** @param {Table} table @param {number[]} rounds */
function roundList(table, rounds) {
  const options = ["all", ...rounds].map((round) => element("option", { value: round, selected: String(table.round ?? "all") === String(round) }, String(round)));
  const list = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Round", "data-key": "log:round" }, ...options));
  list.addEventListener("change", () => chooseRound(table, list.value === "all" ? null : Number(list.value)));
  return list;
}

/** @param {Table} table @param {number|null} round */
function chooseRound(table, round) {
  table.round = round;
  redrawn(table, round === null ? "log:round:all" : `log:round:${round}`);
}

/** Redraws the panel; the pressed button gets the focus back. @param {Table} table @param {string} key */
function redrawn(table, key) {
  drawLogPanel(table);
  const wanted = table.parts.panel.querySelector(`[data-key="${key}"]`) ?? table.parts.panel.querySelector("[data-key='log:round']");
  /** @type {HTMLElement|null} */ (wanted)?.focus();
}

/** @param {Table} table @param {number|null} seat @param {string} label @param {SVGElement|Node|null} arms */
function filterButton(table, seat, label, arms) {
  const key = `log:${seat ?? "all"}`;
  const named = { class: "rt-filter", "aria-pressed": String(table.heard === seat), "data-key": key };
  const made = plainButton("", named, () => {
    table.heard = seat;
    redrawn(table, key);
  });
  made.append(...[arms, element("span", {}, label)].filter((part) => part !== null));
  return made;
}
