/**
 * What has happened: the last event as one sentence in the bar, and all lines in a panel that opens over the right.
 *
 * @typedef {import("./scene.js").LogNote} LogNote
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { seatShield } from "./arms.js";
import { withNames } from "./prompt.js";
import { actorOf, storyOf } from "./scene.js";

/**
 * Adds only the new lines, so that a screen reader reads only those. The newest turn stands on top; within a turn lines
 * stand as they were told.
 * @param {Table} table
 */
export function showLog(table) {
  const list = table.parts.log;
  const following = table.unfolded && list.scrollTop < list.clientHeight - list.scrollHeight + 2;
  const { log: lines, notes = [], since = 0 } = table.scene;
  const kept = overlap(table.log, lines);
  const shown = [...list.querySelectorAll("p")];
  if (kept === 0) list.replaceChildren();
  else for (const line of shown.slice(0, shown.length - kept)) takeAway(line);
  lines.slice(kept).forEach((line, number) => turnElement(table, notes[kept + number]).append(lineElement(table, line, notes[kept + number])));
  table.log = [...lines];
  const all = list.querySelectorAll("p");
  const first = since < all.length ? all.length - since : all.length; // before its first act nothing is new to a seat
  all.forEach((line, number) => line.classList.toggle("rt-new", number >= first));
  filterLog(table);
  if (following) toNewest(list);
}

/** Scrolls to the newest line: the list grows upwards from its foot. @param {HTMLElement} list */
export function toNewest(list) {
  list.scrollTop = -list.scrollHeight;
}

/** A line that is told no more, and its turn with the last of its lines. @param {HTMLElement} line */
function takeAway(line) {
  const turn = line.parentElement;
  line.remove();
  if (turn && !turn.querySelector("p")) turn.remove();
}

/** The turn that the next line belongs to; a new one begins with its heading. @param {Table} table @param {LogNote|undefined} note @returns {Element} */
function turnElement({ parts, scene }, [turn, whose] = [0, null, [], false, []]) {
  const last = parts.log.lastElementChild;
  if (last instanceof HTMLElement && last.dataset.turn === String(turn)) return last;
  const name = scene.seats.find(({ seat }) => seat === whose)?.name;
  const words = [turn ? `Turn ${turn}` : "The beginning", name].filter(Boolean).join(", ");
  const made = element("section", { "data-turn": turn }, element("h4", {}, words));
  parts.log.append(made);
  return made;
}

/** @param {Table} table @param {string} line @param {LogNote|undefined} note */
function lineElement({ scene }, line, note) {
  const [, , seats, hidden, hearers] = note ?? [0, null, [], false, []];
  const actor = seats.length && !hidden ? seats[0] : actorOf(scene, line);
  const names = scene.seats.map(({ name }) => name);
  const words = element("span", {}, ...withNames(line, names));
  const secret = hidden ? element("span", { class: "rt-secret" }, secretWords(scene, hearers)) : null;
  return element("p", { "data-of": seats.join(" "), class: hidden ? "rt-private" : null }, actor === null ? null : seatShield(scene, actor), words, secret);
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

/** Only the lines of one person, or all. @param {Table} table */
function filterLog({ parts, heard, scene }) {
  let shown = 0;
  for (const turn of parts.log.children) {
    let any = false;
    for (const line of turn.querySelectorAll("p")) {
      const of = String(line.dataset.of).split(" ");
      line.hidden = heard !== null && !of.includes(String(heard));
      if (!line.hidden) shown += 1;
      any ||= !line.hidden;
    }
    /** @type {HTMLElement} */ (turn).hidden = !any;
  }
  const name = scene.seats.find(({ seat }) => seat === heard)?.name ?? "";
  parts.filtered.hidden = heard === null;
  parts.filtered.textContent = heard === null ? "" : `${name}: what ${name} did, and what was done with ${name}. ${shown} of ${scene.log.length} lines`;
}

/** The head of the panel: whose lines, and how to close it; and what piles hold, at its foot. @param {Table} table */
export function drawLogPanel(table) {
  const { parts, scene } = table;
  parts.panel.classList.toggle("rt-unfolded", table.unfolded);
  parts.panel.parentElement?.classList.toggle("rt-log-open", table.unfolded);
  parts.logTool.setAttribute("aria-expanded", String(table.unfolded));
  if (!table.unfolded) {
    parts.panelHead.replaceChildren();
    return parts.panelFoot.replaceChildren();
  }
  const close = plainButton("Close", { class: "rt-tool", "data-key": "log:close" }, () => table.showLogPanel(false));
  const everybody = filterButton(table, null, "All", null);
  const people = scene.seats.map(({ seat, name }) => filterButton(table, seat, name, seatShield(scene, seat)));
  parts.panelHead.replaceChildren(
    element("h3", {}, "What has happened"),
    close,
    element("div", { class: "rt-filters", role: "group", "aria-label": "Whose lines" }, everybody, ...people),
  );
  const piles = scene.zones.filter(({ layout }) => layout === "pile");
  const counts = piles.map(({ title, count }) => element("span", {}, element("b", {}, String(count)), ` ${title}`));
  return parts.panelFoot.replaceChildren(...counts);
}

/** @param {Table} table @param {number|null} seat @param {string} label @param {SVGElement|Node|null} arms */
function filterButton(table, seat, label, arms) {
  const named = { class: "rt-filter", "aria-pressed": String(table.heard === seat), "data-key": `log:${seat ?? "all"}` };
  const made = plainButton("", named, () => {
    table.heard = seat;
    filterLog(table);
    drawLogPanel(table);
    /** @type {HTMLElement|null} */ (table.parts.panelHead.querySelector(`[data-key="log:${seat ?? "all"}"]`))?.focus();
  });
  made.append(...[arms, element("span", {}, label)].filter((part) => part !== null));
  return made;
}
